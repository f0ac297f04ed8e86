//! Reads the hand-written facts: tab-separated rows, patterns with a star, groups of items.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use super::{GamedataError, Rows};

#[derive(Debug, thiserror::Error)]
#[error("crates/gamedata/sources/{file}:{line}: {what}")]
pub struct SourceError {
    pub file: String,
    pub line: usize,
    pub what: String,
}

/// One source file of hand-written game facts that the package does not have.
pub struct Source {
    pub file: String,
    /// Line number and cells of each row.
    pub rows: Vec<(usize, Vec<String>)>,
}

impl Source {
    pub fn read(path: &Path, columns: usize) -> Result<Source, GamedataError> {
        let text = fs::read_to_string(path).map_err(|error| GamedataError::File(path.into(), error))?;
        let file = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        Ok(Source::parse(file, &text, columns)?)
    }

    /// Reads a source file of game facts: `#` lines are comments, and the first other line names the columns.
    pub fn parse(file: String, text: &str, columns: usize) -> Result<Source, SourceError> {
        let mut source = Source { file, rows: Vec::new() };
        let lines = text.lines().enumerate().filter(|(_, line)| !line.starts_with("# ") && !line.is_empty());
        for (at, line) in lines {
            let cells: Vec<String> = line.split('\t').map(str::to_owned).collect();
            if cells.len() != columns {
                return Err(source.error(at + 1, format!("{} cells, but there are {columns} columns", cells.len())));
            }
            source.rows.push((at + 1, cells));
        }
        if source.rows.is_empty() {
            return Err(source.error(1, "the line of column names is missing"));
        }
        source.rows.remove(0);
        Ok(source)
    }

    pub fn error(&self, line: usize, what: impl Into<String>) -> SourceError {
        SourceError { file: self.file.clone(), line, what: what.into() }
    }

    /// The rows of the file by their first cell, which must be in `known` and occur only once.
    pub fn by_name<'a>(
        &'a self,
        known: &BTreeSet<&str>,
    ) -> Result<BTreeMap<&'a str, (usize, &'a [String])>, SourceError> {
        let mut map = BTreeMap::new();
        for (line, cells) in &self.rows {
            if !known.contains(cells[0].as_str()) {
                return Err(self.error(*line, format!("unknown name \"{}\"", cells[0])));
            }
            if map.insert(cells[0].as_str(), (*line, &cells[1..])).is_some() {
                return Err(self.error(*line, format!("\"{}\" occurs twice", cells[0])));
            }
        }
        Ok(map)
    }

    /// The names that a word of the file matches: itself, or with a star everything that fits it. No match is an error.
    pub fn matching<'a>(
        &self,
        line: usize,
        word: &str,
        names: &[&'a str],
    ) -> Result<Vec<(&'a str, String)>, SourceError> {
        let found: Vec<_> = names.iter().filter_map(|name| star(word, name).map(|rest| (*name, rest))).collect();
        if found.is_empty() { Err(self.error(line, format!("nothing matches \"{word}\""))) } else { Ok(found) }
    }
}

/// The part of the name that the star of the pattern matches; empty without a star.
pub fn star(pattern: &str, name: &str) -> Option<String> {
    let Some((before, after)) = pattern.split_once('*') else {
        return (pattern == name).then(String::new);
    };
    name.strip_prefix(before)?.strip_suffix(after).filter(|rest| !rest.is_empty()).map(str::to_owned)
}

/// Groups of interchangeable items, such as planks; the members are in the order of their ids.
pub struct Groups(BTreeMap<String, Vec<String>>);

impl Groups {
    pub fn new<'a>(source: &Source, items: impl Iterator<Item = &'a str>) -> Result<Groups, SourceError> {
        let items: Vec<&str> = items.collect();
        let mut groups: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for (line, cells) in &source.rows {
            let mut members = BTreeSet::new();
            for word in cells[1].split(' ') {
                if let Some(group) = word.strip_prefix('#') {
                    let group = groups.get(group);
                    let group =
                        group.ok_or_else(|| source.error(*line, format!("no group \"{word}\" above this line")))?;
                    members.extend(group.iter().cloned());
                } else if let Some(left_out) = word.strip_prefix('-') {
                    for (name, _) in source.matching(*line, left_out, &items)? {
                        members.remove(name);
                    }
                } else {
                    members.extend(source.matching(*line, word, &items)?.into_iter().map(|(name, _)| name.to_owned()));
                }
            }
            let in_order = items.iter().filter(|name| members.contains(**name)).map(|name| (*name).to_owned());
            groups.insert(cells[0].clone(), in_order.collect());
        }
        Ok(Groups(groups))
    }

    pub fn get(&self, name: &str) -> Option<&[String]> {
        self.0.get(name).map(Vec::as_slice)
    }

    /// The name of the first item group with exactly these members.
    pub fn with_members(&self, members: &[String]) -> Option<&str> {
        self.0.iter().find(|(_, group)| group.as_slice() == members).map(|(name, _)| name.as_str())
    }

    pub fn rows(&self) -> Rows {
        self.0.iter().map(|(name, members)| vec![name.clone(), members.join(" ")]).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_star_matches_any_part_of_a_name() {
        for (pattern, name, rest) in [
            ("stone", "stone", Some("")),
            ("stone", "stones", None),
            ("*_log", "oak_log", Some("oak")),
            ("*_log", "_log", None),
            ("waxed_*", "waxed_copper", Some("copper")),
        ] {
            assert_eq!(star(pattern, name).as_deref(), rest, "{pattern} {name}");
        }
    }

    #[test]
    fn groups_are_made_of_patterns_and_groups_and_sorted_by_id() {
        let text = "group\tmembers\nlogs\t*_log -old_log\nfuels\tcoal #logs\n";
        let source = Source::parse("groups.tsv".into(), text, 2).unwrap();
        let groups = Groups::new(&source, ["oak_log", "coal", "old_log", "ash_log"].into_iter()).unwrap();
        assert_eq!(groups.get("fuels").unwrap(), ["oak_log", "coal", "ash_log"]);
        assert_eq!(groups.with_members(&["oak_log".into(), "ash_log".into()]), Some("logs"));
    }

    #[test]
    fn a_mistake_in_a_source_file_is_reported_with_its_line() {
        let slip =
            |text: &str| Source::parse("f.tsv".into(), text, 2).map(|source| Groups::new(&source, ["a"].into_iter()));
        for (text, message) in [
            ("group\tmembers\nx\tb\n", "crates/gamedata/sources/f.tsv:2: nothing matches \"b\""),
            ("group\tmembers\n\nx\t#y\n", "crates/gamedata/sources/f.tsv:3: no group \"#y\" above this line"),
        ] {
            assert_eq!(slip(text).unwrap().err().unwrap().to_string(), message);
        }
        assert_eq!(
            slip("x\n").err().unwrap().to_string(),
            "crates/gamedata/sources/f.tsv:1: 1 cells, but there are 2 columns"
        );
    }
}
