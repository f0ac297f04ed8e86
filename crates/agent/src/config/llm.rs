//! The settings of the language model. No message here repeats a key, or a word that could be one in the wrong place.

use llm::{CALLS_PER_HOUR_MAX, CALLS_PER_HOUR_USUAL, Provider, RETRIES_USUAL, Secret, Settings, TIMEOUT_USUAL};
use serde::de::Error;
use serde::{Deserialize, Deserializer};
use std::time::Duration;

/// Longest time limit of a model call in the settings: ten minutes. A later reply would be about another day of
/// the game.
pub const TIMEOUT_SECONDS_MAX: u64 = 600;
/// Most retries of a model call in the settings. With more, one thought could wait for minutes on a server that
/// is down.
pub const RETRIES_MAX: u64 = 5;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Choice {
    /// The agent runs without a language model.
    #[default]
    None,
    #[serde(rename = "openai")]
    OpenAi,
    Anthropic,
    Gemini,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default, expecting = "a table")]
pub struct Llm {
    pub provider: Choice,
    pub base_url: String,
    pub model: String,
    #[serde(deserialize_with = "variable_name")]
    pub api_key_env: Option<String>,
    #[serde(deserialize_with = "secret")]
    pub api_key: Option<Secret>,
    #[serde(deserialize_with = "timeout")]
    pub timeout_seconds: u64,
    #[serde(deserialize_with = "retries")]
    pub retries: u32,
    #[serde(deserialize_with = "calls_per_hour")]
    pub calls_per_hour: u32,
    pub json_schema: bool,
}

impl Default for Llm {
    fn default() -> Llm {
        Llm {
            provider: Choice::None,
            base_url: String::new(),
            model: String::new(),
            api_key_env: None,
            api_key: None,
            timeout_seconds: TIMEOUT_USUAL.as_secs(),
            retries: RETRIES_USUAL,
            calls_per_hour: CALLS_PER_HOUR_USUAL,
            json_schema: false,
        }
    }
}

impl Llm {
    /// The settings of the model client; `None` without a model. `variable` reads an environment variable.
    pub fn settings(&self, variable: impl Fn(&str) -> Option<String>) -> Result<Option<Settings>, String> {
        let provider = match self.provider {
            Choice::None => return Ok(None),
            Choice::OpenAi => Provider::OpenAi,
            Choice::Anthropic => Provider::Anthropic,
            Choice::Gemini => Provider::Gemini,
        };
        let key = match (&self.api_key_env, &self.api_key) {
            (Some(_), Some(_)) => return Err("[llm]: give api_key_env or api_key, not both".into()),
            (Some(name), None) => match variable(name) {
                Some(key) => Some(Secret::new(&key)),
                // The message does not repeat the variable's name: a user may have put the key there by mistake.
                None => return Err("[llm]: the environment variable that api_key_env names is not set".into()),
            },
            (None, key) => key.clone(),
        };
        let settings = Settings::new(provider, &self.base_url, &self.model, key);
        let settings = settings.map_err(|error| format!("[llm]: {error}"))?;
        let timeout = Duration::from_secs(self.timeout_seconds);
        let (retries, calls_per_hour, json_schema) = (self.retries, self.calls_per_hour, self.json_schema);
        Ok(Some(Settings { timeout, retries, calls_per_hour, json_schema, ..settings }))
    }
}

fn variable_name<'de, D: Deserializer<'de>>(from: D) -> Result<Option<String>, D::Error> {
    let wrong = "api_key_env is the name of an environment variable, such as OPENAI_API_KEY; the key itself is api_key";
    let is_name = |name: &str| {
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
        name.bytes().all(plain) && name.bytes().next().is_some_and(|first| !first.is_ascii_digit())
    };
    match toml::Value::deserialize(from)? {
        toml::Value::String(name) if is_name(&name) => Ok(Some(name)),
        _ => Err(D::Error::custom(wrong)),
    }
}

/// Reads the key from the settings by hand, because serde's messages repeat a value of the wrong type.
fn secret<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Secret>, D::Error> {
    match toml::Value::deserialize(from)? {
        toml::Value::String(key) if Secret::new(&key).is_sendable() => Ok(Some(Secret::new(&key))),
        _ => Err(D::Error::custom("api_key is a string of ASCII characters without white space, and not empty")),
    }
}

fn timeout<'de, D: Deserializer<'de>>(from: D) -> Result<u64, D::Error> {
    let seconds = contract::fields::whole(from)?;
    if (1..=TIMEOUT_SECONDS_MAX).contains(&seconds) {
        return Ok(seconds);
    }
    Err(D::Error::custom(format!("timeout_seconds is from 1 to {TIMEOUT_SECONDS_MAX}, not {seconds}")))
}

fn retries<'de, D: Deserializer<'de>>(from: D) -> Result<u32, D::Error> {
    let retries = contract::fields::whole(from)?;
    if retries <= RETRIES_MAX {
        return Ok(retries as u32);
    }
    Err(D::Error::custom(format!("retries is from 0 to {RETRIES_MAX}, not {retries}")))
}

fn calls_per_hour<'de, D: Deserializer<'de>>(from: D) -> Result<u32, D::Error> {
    let calls = contract::fields::whole(from)?;
    if calls <= u64::from(CALLS_PER_HOUR_MAX) {
        return Ok(calls as u32);
    }
    Err(D::Error::custom(format!("calls_per_hour is from 0 to {CALLS_PER_HOUR_MAX}, not {calls}")))
}

#[cfg(test)]
mod tests {
    use crate::config::Config;
    use llm::{Provider, Secret, Settings};
    use std::path::Path;
    use std::time::Duration;

    const KEY: &str = "sk-0123456789-ABCDEF";

    fn parse(text: &str) -> Result<Config, String> {
        Config::parse(Path::new("stead.toml"), &format!("[llm]\n{text}\n")).map_err(|error| error.to_string())
    }

    fn settings(text: &str) -> Result<Option<Settings>, String> {
        let variable = |name: &str| (name == "THE_KEY").then(|| format!("{KEY}\n"));
        parse(text).and_then(|config| config.llm.settings(variable))
    }

    #[test]
    fn no_model_is_what_is_left_out_and_what_is_named() {
        for text in ["", "provider = \"none\"", "model = \"m\""] {
            assert_eq!(settings(text), Ok(None), "{text}");
        }
    }

    #[test]
    fn values_are_taken_at_their_bounds() {
        for (seconds, retries) in [(1, 0), (600, 5)] {
            let numbers = format!("timeout_seconds = {seconds}\nretries = {retries}\njson_schema = true");
            let text = format!("provider = \"openai\"\nbase_url = \"http://127.0.0.1:8080\"\nmodel = \"m\"\n{numbers}");
            let got = settings(&text).unwrap().unwrap();
            assert_eq!((got.provider, got.base_url.as_str()), (Provider::OpenAi, "http://127.0.0.1:8080/v1"));
            assert_eq!((got.timeout, got.retries, got.json_schema), (Duration::from_secs(seconds), retries, true));
            assert_eq!(got.key, None);
        }
    }

    #[test]
    fn the_key_comes_from_the_variable_or_from_the_file() {
        for (provider, text) in [
            (Provider::Anthropic, "provider = \"anthropic\"\nmodel = \"m\"\napi_key_env = \"THE_KEY\"".to_string()),
            (Provider::Gemini, format!("provider = \"gemini\"\nmodel = \"m\"\napi_key = \"{KEY}\"")),
        ] {
            let got = settings(&text).unwrap().unwrap();
            assert_eq!((got.provider, got.key), (provider, Some(Secret::new(KEY))));
        }
    }

    #[test]
    fn mistakes_are_named_and_none_of_the_messages_holds_the_key() {
        for (text, says) in [
            ("provider = \"openai\"".to_string(), "[llm]: model is empty"),
            ("provider = \"openai\"\nmodel = \"m\"\nbase_url = \"host\"".into(), "[llm]: base_url must begin with"),
            (
                "provider = \"openai\"\nmodel = \"m\"\napi_key_env = \"NOT_SET\"".into(),
                "[llm]: the environment variable",
            ),
            (
                format!("provider = \"openai\"\nmodel = \"m\"\napi_key_env = \"THE_KEY\"\napi_key = \"{KEY}\""),
                "[llm]: give api_key_env or api_key, not both",
            ),
            (format!("api_key_env = \"{KEY}\""), "stead.toml:2: api_key_env is the name of an environment variable"),
            ("api_key = 123456".into(), "stead.toml:2: api_key is a string"),
            ("api_key = \"\"".into(), "stead.toml:2: api_key is a string"),
            (format!("api_key = [\"{KEY}\"]"), "stead.toml:2: api_key is a string"),
            (format!("api_key = \"{KEY} {KEY}\""), "stead.toml:2: api_key is a string"),
            (format!("api_key = \"{KEY}"), "stead.toml:2: "),
            (format!("api_kye = \"{KEY}\""), "stead.toml:2: unknown key \"api_kye\" (did you mean \"api_key\"?)"),
            ("provider = \"opnai\"".into(), "stead.toml:2: unknown variant `opnai`, expected one of `none`, `openai`"),
            ("timeout_seconds = 0".into(), "stead.toml:2: timeout_seconds is from 1 to 600, not 0"),
            ("timeout_seconds = 601".into(), "stead.toml:2: timeout_seconds is from 1 to 600, not 601"),
            ("retries = 6".into(), "stead.toml:2: retries is from 0 to 5, not 6"),
            ("calls_per_hour = 3601".into(), "stead.toml:2: calls_per_hour is from 0 to 3600, not 3601"),
        ] {
            let said = settings(&text).unwrap_err();
            assert!(said.starts_with(says), "{said}");
            assert!(!said.contains("0123456789") && !said.contains("123456"), "{said}");
        }
    }

    #[test]
    fn a_config_shows_nothing_of_the_key() {
        let config = parse(&format!("api_key = \"{KEY}\"")).unwrap();
        assert!(!format!("{config:?} {config:#?}").contains("0123456789"));
    }
}
