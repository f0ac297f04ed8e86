//! Groups of interchangeable items: any planks, any log, coal or charcoal.

use vocab::ItemId;

use crate::tables::GROUPS;

/// The items of a group such as `planks`; `None` when there is no such group.
pub fn named(name: &str) -> Option<&'static [ItemId]> {
    GROUPS.binary_search_by_key(&name, |(group, _)| group).ok().map(|at| GROUPS[at].1)
}

/// All groups of items (such as `planks`), in alphabetical order.
pub fn all() -> &'static [(&'static str, &'static [ItemId])] {
    &GROUPS
}
