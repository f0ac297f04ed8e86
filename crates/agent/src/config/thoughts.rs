//! `[thoughts]`: how often the language model is asked, and what it may cost.

use super::interval;
use agency::budget::{CALLS_PER_HOUR_MAX, Limits};
use mind::thinking::Thinking;
use serde::{Deserialize, Deserializer};

/// Most model tokens a day in the settings: a large bill already; more is a typing error.
pub const TOKENS_PER_DAY_MAX: u64 = 1_000_000_000;

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default, expecting = "a table")]
pub struct Thoughts {
    #[serde(deserialize_with = "interval_ticks")]
    pub interval_ticks: u64,
    #[serde(deserialize_with = "heartbeat_ticks")]
    pub heartbeat_ticks: u64,
    #[serde(deserialize_with = "calls")]
    pub calls_per_hour: u32,
    #[serde(deserialize_with = "tokens")]
    pub tokens_per_day: u64,
    pub allow_thought_injection: bool,
    pub allow_legacy_observations: bool,
}

impl Default for Thoughts {
    fn default() -> Thoughts {
        let thinking = Thinking::default();
        let Limits { calls_per_hour, tokens_per_day } = thinking.limits;
        Thoughts {
            interval_ticks: thinking.interval_ticks,
            heartbeat_ticks: thinking.heartbeat_ticks,
            calls_per_hour,
            tokens_per_day,
            allow_thought_injection: thinking.allow_thought_injection,
            allow_legacy_observations: thinking.allow_legacy_observations,
        }
    }
}

impl Thoughts {
    /// The settings of thinking for the mind. `model` says whether a language model is configured.
    pub fn thinking(&self, model: bool) -> Thinking {
        Thinking {
            model,
            interval_ticks: self.interval_ticks,
            heartbeat_ticks: self.heartbeat_ticks,
            limits: Limits { calls_per_hour: self.calls_per_hour, tokens_per_day: self.tokens_per_day },
            allow_thought_injection: self.allow_thought_injection,
            allow_legacy_observations: self.allow_legacy_observations,
        }
    }
}

fn interval_ticks<'de, D: Deserializer<'de>>(from: D) -> Result<u64, D::Error> {
    interval(from, "interval_ticks", "the mind would look every tick")
}

fn heartbeat_ticks<'de, D: Deserializer<'de>>(from: D) -> Result<u64, D::Error> {
    interval(from, "heartbeat_ticks", "the model would be asked whether or not anything has changed")
}

fn calls<'de, D: Deserializer<'de>>(from: D) -> Result<u32, D::Error> {
    bounded(from, "calls_per_hour", u64::from(CALLS_PER_HOUR_MAX)).map(|calls| calls as u32)
}

fn tokens<'de, D: Deserializer<'de>>(from: D) -> Result<u64, D::Error> {
    bounded(from, "tokens_per_day", TOKENS_PER_DAY_MAX)
}

fn bounded<'de, D: Deserializer<'de>>(from: D, key: &str, most: u64) -> Result<u64, D::Error> {
    let number = contract::fields::whole(from)?;
    if number <= most {
        return Ok(number);
    }
    Err(serde::de::Error::custom(format!("{key} is from 0 to {most}, not {number}; with 0 the model is never asked")))
}

#[cfg(test)]
mod tests {
    use super::super::Config;
    use super::*;
    use std::path::Path;

    fn parse(text: &str) -> Result<Thoughts, String> {
        let text = format!("[thoughts]\n{text}\n");
        Config::parse(Path::new("stead.toml"), &text).map(|config| config.thoughts).map_err(|error| error.to_string())
    }

    #[test]
    fn numbers_at_their_bounds_are_taken_and_beyond_them_named() {
        for (key, most) in [("calls_per_hour", u64::from(CALLS_PER_HOUR_MAX)), ("tokens_per_day", TOKENS_PER_DAY_MAX)] {
            assert!(parse(&format!("{key} = 0")).is_ok() && parse(&format!("{key} = {most}")).is_ok());
            let said = parse(&format!("{key} = {}", most + 1)).unwrap_err();
            assert!(said.starts_with(&format!("stead.toml:2: {key} is from 0 to {most}, not {}", most + 1)), "{said}");
        }
        for key in ["interval_ticks", "heartbeat_ticks"] {
            let said = parse(&format!("{key} = 0")).unwrap_err();
            assert!(said.starts_with(&format!("stead.toml:2: {key} is from 1 to 2400000, not 0; with 0")), "{said}");
        }
    }

    #[test]
    fn injection_is_off_unless_the_file_says_so() {
        assert!(!parse("").unwrap().thinking(true).allow_thought_injection);
        let on = parse("allow_thought_injection = true").unwrap().thinking(false);
        assert!(on.allow_thought_injection && !on.model);
        assert_eq!(Thoughts::default().thinking(false), Thinking::default());
    }
}
