//! What a build still takes: items for the cells that do not stand yet, and what is short of them.

use crate::blueprint::Blueprint;
use crate::state;
use crate::verify::Difference;
use crate::witness::{Found, compare};
use vocab::{Bag, StateId};

/// The items that differences take. A cell that is wrong is broken and placed again; a field on soil takes only the tool.
pub fn needed(differences: &[Difference]) -> Bag {
    let mut bag = Bag::default();
    for difference in differences {
        let off = matches!(compare(difference.wanted, difference.found), Found::Missing | Found::Wrong);
        if off && !state::is_worked_from(difference.wanted, difference.found) {
            add(&mut bag, difference.wanted);
        }
    }
    bag
}

/// The items of all modules that are not verified: nobody may throw, burn or use them up otherwise.
pub fn reserved(blueprint: &Blueprint, verified: impl Fn(usize) -> bool) -> Bag {
    let mut bag = Bag::default();
    let open = blueprint.modules.iter().enumerate().filter(|(at, _)| !verified(*at));
    for wanted in open.flat_map(|(_, module)| &module.cells).filter_map(|cell| blueprint.wanted_in(*cell)) {
        add(&mut bag, wanted);
    }
    bag
}

fn add(bag: &mut Bag, wanted: StateId) {
    let items = state::items_for(wanted).into_iter().chain(state::potted(wanted).map(|item| (item, 1)));
    items.for_each(|(item, count)| bag.add(item, count));
}
