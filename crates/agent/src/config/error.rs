//! What is wrong with a config file: where, what, and what was probably meant.

use contract::plain;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};
use thiserror::Error;

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
}

/// Slips of the finger that still count as the same word.
const SLIPS_MAX: usize = 3;

impl ConfigError {
    pub fn new(path: &Path, text: &str, error: &toml::de::Error) -> ConfigError {
        let line = line_of(text, error.span());
        let path = path.to_path_buf();
        let message = error.message();
        let Some(rest) = message.strip_prefix("unknown field ") else {
            return ConfigError::Wrong { path, line, what: plain::cut(&message.lines().collect::<Vec<_>>().join(" ")) };
        };
        // serde names the field and then the ones it knows, each between backticks.
        let mut names = rest.split('`').skip(1).step_by(2).map(String::from);
        let key = names.next().unwrap_or_default();
        let known: Vec<String> = names.collect();
        let nearest = known.iter().map(|name| (slips(&key, name), name)).min();
        match nearest {
            Some((distance, meant)) if distance <= SLIPS_MAX && distance < key.chars().count() => {
                ConfigError::Misspelt { path, line, meant: meant.clone(), key }
            }
            _ => ConfigError::Unknown { path, line, key, known },
        }
    }
}

fn line_of(text: &str, span: Option<Range<usize>>) -> usize {
    let end = span.map_or(0, |span| span.start).min(text.len());
    1 + text.char_indices().take_while(|(at, _)| *at < end).filter(|(_, ch)| *ch == '\n').count()
}

/// Letters to add, drop or change to make one word of the other; two swapped ones count as two.
fn slips(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = i;
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let changed = diagonal + usize::from(x != *y);
            diagonal = row[j + 1];
            row[j + 1] = changed.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::slips;

    #[test]
    fn slips_are_counted() {
        for (a, b, count) in
            [("seed", "seed", 0), ("sede", "seed", 2), ("", "abc", 3), ("speed", "seed", 1), ("x", "seed", 4)]
        {
            assert_eq!((slips(a, b), slips(b, a)), (count, count), "{a} {b}");
        }
    }
}
