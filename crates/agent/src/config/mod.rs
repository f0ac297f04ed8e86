//! `stead.toml`: one file, every key with a comment and a default. The environment comes before it, the command line before both.

mod environment;
mod error;
mod llm;
mod page;
mod thoughts;

pub use self::llm::Llm;
pub use error::ConfigError;
pub use page::{Listen, Page};
pub use thoughts::Thoughts;

use driver::Speed;
use serde::{Deserialize, Deserializer};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The settings file that is read from the working directory when `--config` is not given.
pub const CONFIG_FILE: &str = "stead.toml";
/// The settings file with every key, its comment and its default; `stead config` prints it, and a test reads it
/// back.
pub const COMMENTED: &str = include_str!("stead.toml");

/// Smallest journal size in the settings: it still holds a few minutes of life between two snapshots.
pub const JOURNAL_MEGABYTES_MIN: u64 = 1;
/// Longest time in the settings to wait for disk space: a year; a longer time is a typing error.
pub const STAND_SAFE_SECONDS_MAX: u64 = 365 * 86_400;
/// Largest journal size in the settings: 64 GB; more is a typing error.
pub const JOURNAL_MEGABYTES_MAX: u64 = 65_536;

#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(deny_unknown_fields, default, expecting = "a table")]
pub struct Config {
    pub run: Run,
    pub page: Page,
    pub journal: Journal,
    pub mind: MindKeys,
    pub chat: Chat,
    pub llm: Llm,
    pub thoughts: Thoughts,
}

#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(deny_unknown_fields, default, expecting = "a table")]
pub struct Chat {
    /// Names of the players whose chat the agent listens to.
    #[serde(deserialize_with = "players")]
    pub allow: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default, expecting = "a table")]
pub struct Run {
    /// The world's seed. `None`: the seed of the data directory, or [`SEED_DEFAULT`] in a new one.
    #[serde(deserialize_with = "contract::fields::whole_if_given")]
    pub seed: Option<u64>,
    /// The speed of the game. `None`: real time on a screen, as fast as possible without one.
    #[serde(deserialize_with = "speed")]
    pub speed: Option<Speed>,
    #[serde(deserialize_with = "directory")]
    pub data: PathBuf,
    #[serde(deserialize_with = "stand_safe")]
    pub stand_safe_seconds: u64,
    /// Whether block searches find blocks that were never in sight.
    pub xray: bool,
}

/// The world's seed when the settings and the command line give none.
pub const SEED_DEFAULT: u64 = 1;

impl Default for Run {
    fn default() -> Run {
        Run { seed: None, speed: None, data: PathBuf::from("stead-data"), stand_safe_seconds: 60, xray: false }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default, expecting = "a table")]
pub struct Journal {
    #[serde(deserialize_with = "megabytes")]
    pub megabytes_max: u64,
}

impl Default for Journal {
    fn default() -> Journal {
        Journal { megabytes_max: store::JOURNAL_BYTES_MAX >> 20 }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default, expecting = "a table")]
pub struct MindKeys {
    #[serde(deserialize_with = "drive_interval")]
    pub drive_interval_ticks: u64,
    #[serde(deserialize_with = "save_interval")]
    pub save_interval_ticks: u64,
    pub upkeep: mind::keeping::UpkeepRule,
}

impl Default for MindKeys {
    fn default() -> MindKeys {
        let mind::Config { drive_interval_ticks, save_interval_ticks, upkeep, .. } = mind::Config::default();
        MindKeys { drive_interval_ticks, save_interval_ticks, upkeep }
    }
}

/// Reads the list of players: each must be a valid player name, and there may be no more than the mind keeps.
fn players<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<String>, D::Error> {
    let names = Vec::<String>::deserialize(from)?;
    if names.len() > mind::ALLOW_MAX {
        let text = format!("allow has at most {} names, not {}", mind::ALLOW_MAX, names.len());
        return Err(serde::de::Error::custom(text));
    }
    let is_name = |name: &String| !name.is_empty() && name.chars().count() <= PLAYER_CHARS_MAX;
    match names.iter().find(|name| !is_name(name)) {
        Some(name) => {
            let text = format!("invalid player \"{name}\": a name has 1 to {PLAYER_CHARS_MAX} characters");
            Err(serde::de::Error::custom(text))
        }
        None => Ok(names),
    }
}

/// Longest name of a player; the game allows 16 characters.
const PLAYER_CHARS_MAX: usize = 16;

fn speed<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Speed>, D::Error> {
    let text = match toml::Value::deserialize(from)? {
        toml::Value::String(word) => word,
        other => other.to_string(),
    };
    text.parse().map(Some).map_err(serde::de::Error::custom)
}

/// Reads the data directory from the settings. An empty name is refused: it would put the data into the working
/// directory without saying so.
fn directory<'de, D: Deserializer<'de>>(from: D) -> Result<PathBuf, D::Error> {
    let path = PathBuf::deserialize(from)?;
    if path.as_os_str().is_empty() {
        return Err(serde::de::Error::custom("data is empty; name a directory, or \".\" for the one it is started in"));
    }
    Ok(path)
}

fn stand_safe<'de, D: Deserializer<'de>>(from: D) -> Result<u64, D::Error> {
    let seconds = contract::fields::whole(from)?;
    if seconds <= STAND_SAFE_SECONDS_MAX {
        return Ok(seconds);
    }
    let text = format!("stand_safe_seconds is from 0 to {STAND_SAFE_SECONDS_MAX}, not {seconds}");
    Err(serde::de::Error::custom(text))
}

/// Longest interval in the settings, in ticks: a hundred game days; more is a typing error.
pub const INTERVAL_TICKS_MAX: u64 = 100 * vocab::tick::TICKS_PER_DAY;

fn drive_interval<'de, D: Deserializer<'de>>(from: D) -> Result<u64, D::Error> {
    interval(from, "drive_interval_ticks", "the mind would choose a goal every tick")
}

fn save_interval<'de, D: Deserializer<'de>>(from: D) -> Result<u64, D::Error> {
    interval(from, "save_interval_ticks", "the agent would save every tick")
}

fn interval<'de, D: Deserializer<'de>>(from: D, key: &str, at_zero: &str) -> Result<u64, D::Error> {
    let ticks = contract::fields::whole(from)?;
    if (1..=INTERVAL_TICKS_MAX).contains(&ticks) {
        return Ok(ticks);
    }
    let why = if ticks == 0 { format!("; with 0 {at_zero}") } else { String::new() };
    let text = format!("{key} is from 1 to {INTERVAL_TICKS_MAX}, not {ticks}{why}");
    Err(serde::de::Error::custom(text))
}

fn megabytes<'de, D: Deserializer<'de>>(from: D) -> Result<u64, D::Error> {
    let megabytes = contract::fields::whole(from)?;
    if (JOURNAL_MEGABYTES_MIN..=JOURNAL_MEGABYTES_MAX).contains(&megabytes) {
        return Ok(megabytes);
    }
    let text = format!("megabytes_max is from {JOURNAL_MEGABYTES_MIN} to {JOURNAL_MEGABYTES_MAX}, not {megabytes}");
    Err(serde::de::Error::custom(text))
}

impl Config {
    /// Reads the settings from the named file, or from `stead.toml` in the working directory if there is one;
    /// otherwise the defaults. Variables of the environment override all of them.
    pub fn load(named: Option<&Path>) -> Result<Config, ConfigError> {
        let path = named.unwrap_or(Path::new(CONFIG_FILE));
        let text = match std::fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound && named.is_none() => String::new(),
            Err(error) => return Err(ConfigError::Unreadable { path: path.into(), error }),
        };
        let variables = std::env::vars_os().filter_map(|(name, value)| Some((name.into_string().ok()?, value)));
        let variables = variables.map(|(name, value)| (name, value.to_string_lossy().into_owned()));
        environment::over(Config::parse(path, &text)?, &text, variables)
    }

    pub fn parse(path: &Path, text: &str) -> Result<Config, ConfigError> {
        if let Some(unknown) = ConfigError::unknown_key(path, text) {
            return Err(unknown);
        }
        toml::from_str(text).map_err(|error| ConfigError::wrong(path, text, &error))
    }

    pub fn limits(&self) -> store::Limits {
        store::Limits { journal_bytes_max: self.journal.megabytes_max << 20 }
    }

    pub fn mind(&self) -> mind::Config {
        let MindKeys { drive_interval_ticks, save_interval_ticks, upkeep } = self.mind;
        let (chat_allow, thinking) = (self.chat.allow.clone(), self.thinking());
        let xray = self.run.xray;
        mind::Config { drive_interval_ticks, save_interval_ticks, upkeep, chat_allow, thinking, xray }
    }

    /// The settings of the mind's thinking, for this start of the program.
    pub fn thinking(&self) -> mind::thinking::Thinking {
        self.thoughts.thinking(self.llm.provider != self::llm::Choice::None)
    }

    pub fn stand_safe_max(&self) -> Duration {
        Duration::from_secs(self.run.stand_safe_seconds)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Config, String> {
        Config::parse(Path::new("stead.toml"), text).map_err(|error| error.to_string())
    }

    #[test]
    fn the_commented_file_says_the_defaults_and_nothing_else() {
        assert_eq!(parse(COMMENTED), Ok(Config::default()));
        // Keys without a default are commented out in the file; the test removes the comment sign to check them too.
        let shown = COMMENTED.replace("# seed = 1", "seed = 1").replace("# speed = ", "speed = ");
        let shown = shown.replace("# api_key", "api_key");
        let all = parse(&shown).unwrap();
        assert!(all.llm.api_key.is_some() && all.llm.api_key_env.is_some());
        assert_eq!((all.run.seed, all.run.speed), (Some(SEED_DEFAULT), Some(Speed::Times(1))));
    }

    #[test]
    fn every_key_of_the_commented_file_has_a_comment_above_it() {
        let lines: Vec<&str> = COMMENTED.lines().collect();
        for pair in lines.windows(2) {
            if pair[1].trim_start_matches("# ").split_once(" = ").is_some_and(|(key, _)| !key.contains(' ')) {
                assert!(pair[0].starts_with("# "), "{}", pair[1]);
            }
        }
    }

    #[test]
    fn numbers_at_their_bounds_are_taken() {
        for (seconds, megabytes) in [(0, JOURNAL_MEGABYTES_MIN), (STAND_SAFE_SECONDS_MAX, JOURNAL_MEGABYTES_MAX)] {
            let text = format!("[run]\nstand_safe_seconds = {seconds}\n[journal]\nmegabytes_max = {megabytes}\n");
            let config = parse(&text).unwrap();
            assert_eq!((config.run.stand_safe_seconds, config.journal.megabytes_max), (seconds, megabytes));
        }
        for ticks in [1, INTERVAL_TICKS_MAX] {
            let text = format!("[mind]\ndrive_interval_ticks = {ticks}\nsave_interval_ticks = {ticks}\n");
            let mind = parse(&text).unwrap().mind();
            assert_eq!((mind.drive_interval_ticks, mind.save_interval_ticks), (ticks, ticks));
        }
    }

    #[test]
    fn values_are_taken() {
        let config = parse("[run]\nseed = 7\nspeed = 20\ndata = \"d\"\n[journal]\nmegabytes_max = 2\n").unwrap();
        assert_eq!((config.run.seed, config.run.speed), (Some(7), Some(Speed::Times(20))));
        assert_eq!((config.run.data, config.journal.megabytes_max), (PathBuf::from("d"), 2));
    }

    #[test]
    fn the_rule_that_upkeep_is_measured_against_can_be_chosen() {
        for (text, upkeep) in [
            ("", mind::keeping::UpkeepRule::Forecast),
            ("[mind]\nupkeep = \"forecast\"\n", mind::keeping::UpkeepRule::Forecast),
            ("[mind]\nupkeep = \"threshold\"\n", mind::keeping::UpkeepRule::Threshold),
        ] {
            assert_eq!(parse(text).unwrap().mind().upkeep, upkeep, "{text}");
        }
        let said = parse("[mind]\nupkeep = \"luck\"\n").unwrap_err();
        assert!(said.starts_with("stead.toml:2: ") && said.contains("threshold"), "{said}");
    }

    #[test]
    fn mistakes_are_named_with_their_line_and_the_way_out() {
        for (text, says) in [
            ("[run]\nsede = 3\n", "stead.toml:2: unknown key \"sede\" (did you mean \"seed\"?)"),
            ("\n[jurnal]\n", "stead.toml:2: unknown key \"jurnal\" (did you mean \"journal\"?)"),
            (
                "[run]\nqwertz = 1\n",
                "stead.toml:2: unknown key \"qwertz\"; the keys here are seed, speed, data, stand_safe_seconds, xray",
            ),
            (
                "[run]\nseed = -1\n",
                "stead.toml:2: invalid value: integer `-1`, expected a whole number that is not negative",
            ),
            ("[run]\nseed = \"x\"\n", "stead.toml:2: invalid type: string \"x\", expected a whole number"),
            (
                "[run]\nseed = 99999999999999999999\n",
                "stead.toml:2: invalid value: integer `99999999999999999999`, expected a whole number",
            ),
            ("run = 3\n", "stead.toml:1: invalid type: integer `3`, expected a table"),
            ("[run]\ndata = 3\n", "stead.toml:2: invalid type: integer `3`, expected path string"),
            ("[run]\ndata = \"\"\n", "stead.toml:2: data is empty; name a directory"),
            ("[run]\nspeed = 0\n", "stead.toml:2: invalid speed \"0\": give a whole number from 1 to 1000, or max"),
            ("[run]\nspeed = -3\n", "stead.toml:2: invalid speed \"-3\""),
            ("[run]\nspeed = 1.5\n", "stead.toml:2: invalid speed \"1.5\""),
            ("[run]\nspeed = true\n", "stead.toml:2: invalid speed \"true\""),
            ("[run]\nspeed = 5000000000\n", "stead.toml:2: invalid speed \"5000000000\""),
            ("[run]\nspeed = []\n", "stead.toml:2: invalid speed \"[]\""),
            (
                "[run]\nstand_safe_seconds = 31536001\n",
                "stead.toml:2: stand_safe_seconds is from 0 to 31536000, not 31536001",
            ),
            ("[run]\nstand_safe_seconds = -1\n", "stead.toml:2: invalid value: integer `-1`, expected a whole number"),
            ("[journal]\nmegabytes_max = 65537\n", "stead.toml:2: megabytes_max is from 1 to 65536, not 65537"),
            (
                "[run]\n\nspeed = \"fast\"\n",
                "stead.toml:3: invalid speed \"fast\": give a whole number from 1 to 1000, or max",
            ),
            ("[journal]\nmegabytes_max = 0\n", "stead.toml:2: megabytes_max is from 1 to 65536, not 0"),
            (
                "[mind]\ndrive_interval_ticks = 0\n",
                "stead.toml:2: drive_interval_ticks is from 1 to 2400000, not 0; with 0 the mind would choose a goal every tick",
            ),
            (
                "[mind]\n\nsave_interval_ticks = 0\n",
                "stead.toml:3: save_interval_ticks is from 1 to 2400000, not 0; with 0",
            ),
            (
                "[mind]\nsave_interval_ticks = 2400001\n",
                "stead.toml:2: save_interval_ticks is from 1 to 2400000, not 2400001",
            ),
            ("[run\n", "stead.toml:1: "),
        ] {
            let said = parse(text).unwrap_err();
            assert!(said.starts_with(says), "{said}");
            assert!(!said.contains('\n'), "{said}");
        }
    }
}
