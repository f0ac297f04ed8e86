//! Names of numbered things: what a row number meant when it was written, and which row has that name today.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The names of a table's rows, in order.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Palette {
    pub names: Vec<String>,
    /// How many low bits of a number are not part of the row, such as the state of a block in a cell.
    pub low_bits: u8,
    /// The name that stands for names that are gone. Without it, what holds such a number is lost.
    pub instead: Option<String>,
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

impl Translation {
    pub fn new(old: &Palette, today: &Palette) -> Translation {
        let rows: BTreeMap<&str, u64> = today.names.iter().map(String::as_str).zip(0..).collect();
        let instead = today.instead.as_deref().and_then(|name| rows.get(name).copied());
        let row = |name: &String| rows.get(name.as_str()).copied().ok_or_else(|| Gone { name: name.clone(), instead });
        Translation { rows: old.names.iter().map(row).collect(), low_bits: old.low_bits }
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
    fn a_name_that_is_gone_is_replaced_or_lost() {
        let old = palette(&["air", "tuff"], 1, None);
        let gone = |instead| Gone { name: "tuff".into(), instead };
        let lost = Translation::new(&old, &palette(&["air"], 1, None));
        assert_eq!(lost.number(3), Some(Err((&gone(None), None))));
        let replaced = Translation::new(&old, &palette(&["stone", "air"], 1, Some("air")));
        assert_eq!(replaced.number(3), Some(Err((&gone(Some(1)), Some(2)))));
    }
}
