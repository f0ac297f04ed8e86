//! Settings from the environment: `STEAD_RUN_SPEED=20` stands for `speed = 20` in `[run]`. They come before the file.

use super::{COMMENTED, Config, ConfigError};
use crate::logs;
use serde::Deserialize as _;
use std::collections::BTreeMap;

/// What the names of such variables begin with.
const PREFIX: &str = "STEAD_";

/// Puts the settings of the environment over those of the file.
pub fn over(
    file: Config,
    text: &str,
    variables: impl Iterator<Item = (String, String)>,
) -> Result<Config, ConfigError> {
    let known = known();
    let mut table: toml::Table = toml::from_str(text).unwrap_or_default(); // the file was read without an error before
    let mut config = file;
    for (name, value) in variables.filter(|(name, _)| name.starts_with(PREFIX) && name != logs::VARIABLE) {
        let Some((section, key)) = known.get(&name) else {
            let names = known.keys().map(String::as_str);
            let meant = contract::suggest::meant(&name, names).map(String::from);
            return Err(ConfigError::Variable { what: "is no setting".into(), meant, name });
        };
        let rows = table.entry(section.clone()).or_insert_with(|| toml::Table::new().into());
        if let Some(rows) = rows.as_table_mut() {
            rows.insert(key.clone(), read(&value));
        }
        config = Config::deserialize(table.clone()).map_err(|error| {
            let what = error.message().lines().collect::<Vec<_>>().join(" ");
            ConfigError::Variable { name: name.clone(), what, meant: None }
        })?;
    }
    Ok(config)
}

/// A value as it would stand in the file; what is none is a text.
fn read(value: &str) -> toml::Value {
    let line: Option<toml::Table> = toml::from_str(&format!("value = {value}")).ok();
    line.and_then(|mut line| line.remove("value")).unwrap_or_else(|| value.into())
}

/// The name of each variable, with its section and key. Keys that are commented out in the file have one too.
fn known() -> BTreeMap<String, (String, String)> {
    let mut known = BTreeMap::new();
    let mut section = "";
    for line in COMMENTED.lines() {
        if let Some(name) = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
            section = name;
        } else if let Some((key, _)) = line.trim_start_matches("# ").split_once(" = ")
            && key.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_')
        {
            let name = format!("{PREFIX}{}_{}", section.to_uppercase(), key.to_uppercase());
            known.insert(name, (section.into(), key.into()));
        }
    }
    known
}

#[cfg(test)]
mod tests {
    use super::*;
    use driver::Speed;

    fn with(text: &str, variables: &[(&str, &str)]) -> Result<Config, String> {
        let file = Config::parse("stead.toml".as_ref(), text).map_err(|error| error.to_string())?;
        let variables = variables.iter().map(|(name, value)| (name.to_string(), value.to_string()));
        over(file, text, variables).map_err(|error| error.to_string())
    }

    #[test]
    fn a_variable_comes_before_the_file_and_other_variables_are_not_looked_at() {
        let text = "[run]\nspeed = 2\nseed = 5\n";
        let set =
            [("STEAD_RUN_SPEED", "20"), ("STEAD_LLM_MODEL", "small one"), ("PATH", "/bin"), ("STEAD_RUN_DATA", "d")];
        let config = with(text, &set).unwrap();
        assert_eq!((config.run.speed, config.run.seed), (Some(Speed::Times(20)), Some(5)));
        assert_eq!((config.llm.model.as_str(), config.run.data.as_path()), ("small one", "d".as_ref()));
        assert!(with(text, &[("STEAD_RUN_XRAY", "true")]).unwrap().run.xray);
        assert_eq!(with(text, &[]).unwrap(), Config::parse("stead.toml".as_ref(), text).unwrap());
    }

    #[test]
    fn the_log_level_of_the_readme_is_no_setting_and_is_let_through() {
        assert_eq!(with("", &[("STEAD_LOG", "warn")]).unwrap(), with("", &[]).unwrap());
    }

    #[test]
    fn a_wrong_variable_is_named_with_the_way_out() {
        for (name, value, says) in [
            (
                "STEAD_RUN_SPEEED",
                "1",
                "STEAD_RUN_SPEEED in the environment is no setting (did you mean \"STEAD_RUN_SPEED\"?)",
            ),
            ("STEAD_RUN_SPEED", "fast", "STEAD_RUN_SPEED in the environment: invalid speed \"fast\""),
            ("STEAD_RUN_SEED", "x", "STEAD_RUN_SEED in the environment: invalid type: string \"x\""),
        ] {
            let said = with("", &[(name, value)]).unwrap_err();
            assert!(said.starts_with(says), "{said}");
        }
    }

    #[test]
    fn every_key_has_a_variable() {
        let names: Vec<String> = known().into_keys().collect();
        for name in ["STEAD_RUN_SEED", "STEAD_LLM_API_KEY", "STEAD_PAGE_LISTEN", "STEAD_CHAT_ALLOW"] {
            assert!(names.iter().any(|known| known == name), "{name}: {names:?}");
        }
    }
}
