//! Numbers for names that the pinned version of the game does not have: blocks and items of other versions and mods.
//! They keep their names and their places, and nothing is planned with them.

use std::collections::BTreeMap;

/// Most foreign names that are told apart. Large mod packs have some thousand blocks; beyond this, all further ones
/// share one number.
pub const FOREIGN_MAX: usize = 4_096;

/// Gives each foreign name a number, in the order in which they are met.
#[derive(Debug, Clone)]
pub struct Foreign {
    first: u16,
    numbers: BTreeMap<String, u16>,
    names: Vec<String>,
}

impl Foreign {
    /// Numbers from `first` on; [`FOREIGN_MAX`] and one more must be free there.
    ///
    /// # Panics
    /// When they are not.
    pub fn after(first: u16) -> Foreign {
        assert!(first <= u16::MAX - FOREIGN_MAX as u16, "no numbers are left from {first} on");
        Foreign { first, numbers: BTreeMap::new(), names: Vec::new() }
    }

    /// The number of a name; the same name always has the same.
    pub fn number(&mut self, name: &str) -> u16 {
        if let Some(&number) = self.numbers.get(name) {
            return number;
        }
        let number = self.first + self.names.len() as u16;
        if self.names.len() < FOREIGN_MAX {
            self.names.push(name.into());
            self.numbers.insert(name.into(), number);
        }
        number
    }

    /// How many names are told apart so far.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// The name behind a number; `None` for a number that is not foreign or that stands for all names beyond the bound.
    pub fn name(&self, number: u16) -> Option<&str> {
        let index = number.checked_sub(self.first)?;
        self.names.get(usize::from(index)).map(String::as_str)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_keeps_its_number() {
        let mut foreign = Foreign::after(30_000);
        assert_eq!([foreign.number("a:x"), foreign.number("a:y"), foreign.number("a:x")], [30_000, 30_001, 30_000]);
        assert_eq!(foreign.name(30_001), Some("a:y"));
        assert_eq!((foreign.name(30_002), foreign.name(29_999)), (None, None));
    }

    #[test]
    fn names_beyond_the_bound_share_one_number() {
        let mut foreign = Foreign::after(30_000);
        for number in 0..FOREIGN_MAX {
            assert_eq!(usize::from(foreign.number(&format!("block_{number}"))), 30_000 + number);
        }
        let last = 30_000 + FOREIGN_MAX as u16;
        assert_eq!([foreign.number("one_more"), foreign.number("another")], [last, last]);
        assert_eq!(foreign.name(last), None);
        assert_eq!(foreign.number("block_7"), 30_007);
    }
}
