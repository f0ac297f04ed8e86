//! What is wrong with a config file: where, what, and what was probably meant.

use super::COMMENTED;
use contract::plain;
use contract::suggest::meant;
use std::collections::BTreeMap;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};
use thiserror::Error;
use toml::Spanned;
use toml::de::{DeString, DeTable};

#[derive(Debug, Error)]
pub enum ConfigError {
    #[error("{}: cannot be read ({error}); `stead config` prints one to begin with", path.display())]
    Unreadable { path: PathBuf, error: io::Error },
    #[error("{}:{line}: unknown key \"{key}\" (did you mean \"{meant}\"?)", path.display())]
    Misspelt { path: PathBuf, line: usize, key: String, meant: String },
    #[error("{}:{line}: unknown key \"{key}\"; the keys here are {}", path.display(), known.join(", "))]
    Unknown { path: PathBuf, line: usize, key: String, known: Vec<String> },
    #[error("{}:{line}: {what}", path.display())]
    Wrong { path: PathBuf, line: usize, what: String },
    #[error("{name} in the environment{}", variable(what, meant.as_deref()))]
    Variable { name: String, what: String, meant: Option<String> },
}

fn variable(what: &str, meant: Option<&str>) -> String {
    match meant {
        Some(meant) => format!(" {what} (did you mean \"{meant}\"?)"),
        None if what.starts_with("is no ") => {
            format!(" {what}; `stead config` prints all: [run] speed is STEAD_RUN_SPEED")
        }
        None => format!(": {what}"),
    }
}

impl ConfigError {
    /// Turns a parser error of the settings file into an error with its line and way out.
    pub fn wrong(path: &Path, text: &str, error: &toml::de::Error) -> ConfigError {
        let what = plain::cut(&error.message().lines().collect::<Vec<_>>().join(" "));
        ConfigError::Wrong { path: path.into(), line: line_of(text, error.span()), what }
    }

    /// An error for the first key in the settings file that no setting has, if there is one.
    pub fn unknown_key(path: &Path, text: &str) -> Option<ConfigError> {
        let read = DeTable::parse(text).ok()?;
        let known = known_keys();
        let sections: Vec<&str> = known.keys().map(String::as_str).collect();
        for (section, value) in read.get_ref() {
            let Some(keys) = known.get(section.get_ref().as_ref()) else {
                return Some(ConfigError::unknown(path, text, section, &sections));
            };
            for (key, _) in value.get_ref().as_table().into_iter().flat_map(DeTable::iter) {
                if !keys.iter().any(|known| known == key.get_ref()) {
                    return Some(ConfigError::unknown(
                        path,
                        text,
                        key,
                        &keys.iter().map(String::as_str).collect::<Vec<_>>(),
                    ));
                }
            }
        }
        None
    }

    fn unknown(path: &Path, text: &str, key: &Spanned<DeString<'_>>, known: &[&str]) -> ConfigError {
        let (path, line) = (path.to_path_buf(), line_of(text, Some(key.span())));
        let key = key.get_ref().to_string();
        match meant(&key, known.iter().copied()) {
            Some(meant) => ConfigError::Misspelt { path, line, meant: meant.into(), key },
            None => ConfigError::Unknown { path, line, key, known: known.iter().map(|key| (*key).into()).collect() },
        }
    }
}

/// All sections of the settings with their keys, read from the commented file; keys without a default are
/// commented out there.
fn known_keys() -> BTreeMap<String, Vec<String>> {
    let mut known: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut section = String::new();
    for line in COMMENTED.lines() {
        if let Some(name) = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
            section = name.into();
            known.entry(section.clone()).or_default();
        } else if let Some((key, _)) = line.trim_start_matches("# ").split_once(" = ")
            && !key.contains(' ')
        {
            known.entry(section.clone()).or_default().push(key.into());
        }
    }
    known
}

fn line_of(text: &str, span: Option<Range<usize>>) -> usize {
    let end = span.map_or(0, |span| span.start).min(text.len());
    1 + text.char_indices().take_while(|(at, _)| *at < end).filter(|(_, ch)| *ch == '\n').count()
}
