//! Items that stand for each other: any planks, any log, either coal.

use vocab::ItemId;

use crate::tables::GROUPS;

/// The items of a group such as `planks`, or None when there is no such group.
pub fn named(name: &str) -> Option<&'static [ItemId]> {
    GROUPS.binary_search_by_key(&name, |(group, _)| group).ok().map(|at| GROUPS[at].1)
}

/// All groups by name, in the order of the alphabet.
pub fn all() -> &'static [(&'static str, &'static [ItemId])] {
    &GROUPS
}
