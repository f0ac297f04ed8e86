//! Names of numbered things: what a row number meant when it was written, and which row has that name today.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The names of a table's rows, in order.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Palette {
    /// One name for each row, or one for all states of a block: `bed[part=head|foot,occupied=true|false]` stands for
    /// four rows, of which the last property changes fastest. Written out, the names of all states would take megabytes.
    pub names: Vec<String>,
    /// How many low bits of a number are not part of the row, such as the state of a block in a cell.
    pub low_bits: u8,
    /// The name that stands for names that are gone. Without it, what holds such a number is lost.
    pub instead: Option<String>,
}

impl Palette {
    /// The names of all rows, with every state written out.
    pub fn rows(&self) -> Vec<String> {
        self.names.iter().flat_map(|name| expanded(name)).collect()
    }
}

/// The palettes of all tables, by the name of the type whose numbers they explain.
pub type Palettes = BTreeMap<String, Palette>;

/// Translates row numbers of one table into those of another by their names.
#[derive(Debug, Clone)]
pub struct Translation {
    rows: Vec<Result<u64, Gone>>,
    low_bits: u8,
}

/// A name that today's table does not have, and the row used instead, if any.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Gone {
    pub name: String,
    pub instead: Option<u64>,
}

/// All rows that a name stands for, in order.
fn expanded(name: &str) -> Vec<String> {
    let Some((block, properties)) = properties(name) else { return vec![name.into()] };
    let mut rows = vec![String::new()];
    for property in properties {
        let (key, values) = property.split_once('=').unwrap_or((property, ""));
        let with = |row: &String| {
            let comma = if row.is_empty() { "" } else { "," };
            values.split('|').map(|value| format!("{row}{comma}{key}={value}")).collect::<Vec<_>>()
        };
        rows = rows.iter().flat_map(with).collect();
    }
    rows.iter().map(|row| format!("{block}[{row}]")).collect()
}

/// The block and the properties in the name of a state, such as `bed[part=head]`.
fn properties(name: &str) -> Option<(&str, impl Iterator<Item = &str>)> {
    let (block, properties) = name.strip_suffix(']')?.split_once('[')?;
    Some((block, properties.split(',')))
}

/// The state of today that shares most properties with one that is gone, and whether it shares all of them.
fn nearest(gone: &str, states: &BTreeMap<&str, Vec<(&str, u64)>>) -> Option<(u64, bool)> {
    let block = gone.split('[').next().unwrap_or(gone);
    let wanted: Vec<&str> = properties(gone).into_iter().flat_map(|(_, properties)| properties).collect();
    let shared = |name: &str| {
        let has: Vec<&str> = properties(name).into_iter().flat_map(|(_, properties)| properties).collect();
        wanted.iter().filter(|property| has.contains(property)).count()
    };
    let mut best: Option<(usize, u64)> = None;
    for (name, row) in states.get(block)? {
        let shared = shared(name);
        if best.is_none_or(|(most, _)| shared > most) {
            best = Some((shared, *row));
        }
    }
    best.map(|(most, row)| (row, most == wanted.len()))
}

impl Translation {
    /// Translates by name. A state whose block has other properties today becomes the state that is most like it.
    pub fn new(old: &Palette, today: &Palette) -> Translation {
        let (old_names, names) = (old.rows(), today.rows());
        let rows: BTreeMap<&str, u64> = names.iter().map(String::as_str).zip(0..).collect();
        let mut states: BTreeMap<&str, Vec<(&str, u64)>> = BTreeMap::new();
        for (name, row) in names.iter().zip(0..) {
            states.entry(name.split('[').next().unwrap_or(name)).or_default().push((name, row));
        }
        let instead = today.instead.as_deref().and_then(|name| rows.get(name).copied());
        let row = |name: &String| {
            if let Some(row) = rows.get(name.as_str()) {
                return Ok(*row);
            }
            match nearest(name, &states) {
                Some((row, true)) => Ok(row),
                Some((like, false)) => Err(Gone { name: name.clone(), instead: Some(like) }),
                None => Err(Gone { name: name.clone(), instead }),
            }
        };
        Translation { rows: old_names.iter().map(row).collect(), low_bits: old.low_bits }
    }

    /// The number that means today what `number` meant; `None` when the old table had no such row.
    pub fn number(&self, number: u64) -> Option<Result<u64, (&Gone, Option<u64>)>> {
        let low = number & ((1 << self.low_bits) - 1);
        Some(match self.rows.get(usize::try_from(number >> self.low_bits).ok()?)? {
            Ok(row) => Ok(row << self.low_bits | low),
            Err(gone) => Err((gone, gone.instead.map(|row| row << self.low_bits))),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn palette(names: &[&str], low_bits: u8, instead: Option<&str>) -> Palette {
        let names = names.iter().map(ToString::to_string).collect();
        Palette { names, low_bits, instead: instead.map(Into::into) }
    }

    #[test]
    fn a_number_is_translated_by_its_name_and_keeps_its_low_bits() {
        let old = palette(&["air", "stone", "dirt"], 2, None);
        let today = palette(&["air", "dirt", "granite", "stone"], 2, Some("granite"));
        let translation = Translation::new(&old, &today);
        assert_eq!(translation.number(1 << 2 | 3), Some(Ok(3 << 2 | 3)));
        assert_eq!(translation.number(2 << 2), Some(Ok(1 << 2)));
        assert_eq!(translation.number(3 << 2), None);
    }

    #[test]
    fn states_are_translated_by_their_properties() {
        let old = palette(&["air", "bed[part=head|foot,red=yes|no]", "torch[on=1|2]", "snow"], 0, None);
        let today =
            palette(&["bed[part=foot|head,red=no|yes]", "torch[lit=a|b,on=1]", "snow[deep=1|2]", "air"], 0, None);
        let translation = Translation::new(&old, &today);
        let gone = Gone { name: "torch[on=2]".into(), instead: Some(4) };
        let expected = [Ok(8), Ok(3), Ok(2), Ok(1), Ok(0), Ok(4), Err((&gone, Some(4))), Ok(6)];
        for (number, row) in (0..).zip(expected) {
            assert_eq!(translation.number(number), Some(row), "{number}");
        }
        assert_eq!(translation.number(8), None);
    }

    #[test]
    fn a_name_that_is_gone_is_replaced_or_lost() {
        let old = palette(&["air", "tuff"], 1, None);
        let gone = |instead| Gone { name: "tuff".into(), instead };
        let lost = Translation::new(&old, &palette(&["air"], 1, None));
        assert_eq!(lost.number(3), Some(Err((&gone(None), None))));
        let replaced = Translation::new(&old, &palette(&["stone", "air"], 1, Some("air")));
        assert_eq!(replaced.number(3), Some(Err((&gone(Some(1)), Some(2)))));
    }
}
