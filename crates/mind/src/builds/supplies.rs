//! What a work package takes: its materials and tools as far as the bag has room for them, and blocks for scaffolding.

use alloc::vec::Vec;
use building::materials::needed;
use building::state;
use building::verify::Difference;
use gamedata::items;
use vocab::build::{Op, Visit};
use vocab::{Bag, ItemId};

/// Slots of the bag that stay free while materials are fetched: for the logs that become planks, and for what is dug on the way.
const SLOTS_KEPT: usize = 8;
/// Blocks that scaffolding is made of, the first that is carried.
const SCAFFOLDS: [&str; 4] = ["dirt", "cobblestone", "cobbled_deepslate", "netherrack"];
/// What scaffolding is made of when none of them is carried, and how many more than the visit needs are fetched.
const SCAFFOLD_USUAL: &str = "dirt";
const SCAFFOLD_MORE: u32 = 8;

/// What has to be fetched before this package is begun: its whole deficit, as far as there is room for it in the bag. Empty when
/// nothing is short, or when the bag is full of what it takes.
pub fn deficit(differences: &[Difference], bag: &Bag, free_slots: usize) -> Vec<(ItemId, u32)> {
    let mut short = bag.missing(&needed(differences));
    for tool in tools(differences) {
        let carried = bag.iter().any(|(item, _)| items::get(item).name.ends_with(tool));
        if let Some(kind) = items::named(&alloc::format!("wooden{tool}")).filter(|_| !carried) {
            short.add(kind, 1);
        }
    }
    let mut slots = free_slots.saturating_sub(SLOTS_KEPT);
    let mut fetched = Vec::new();
    for (item, count) in short.iter() {
        let stack = u32::from(items::get(item).stack_size).max(1);
        let room = (slots as u32).saturating_mul(stack);
        let count = count.min(room);
        if count > 0 {
            slots -= count.div_ceil(stack) as usize;
            fetched.push((item, bag.count(item) + count));
        }
    }
    fetched
}

/// The endings of the tools that the cells are worked with.
fn tools(differences: &[Difference]) -> Vec<&'static str> {
    let mut tools: Vec<&str> =
        differences.iter().filter_map(|difference| state::made_with(difference.wanted)).collect();
    tools.sort_unstable();
    tools.dedup();
    tools
}

/// How many blocks of scaffolding a visit takes.
pub fn scaffolds(visit: &Visit) -> u32 {
    let helpers = visit.ops.iter().filter(|op| matches!(op, Op::Scaffold { .. })).count();
    visit.pillar.map_or(0, |pillar| pillar.height) + helpers as u32
}

/// The carried block that scaffolding is made of, or what has to be fetched for it. `need` is what the build itself takes.
pub fn scaffold(count: u32, bag: &Bag, need: &Bag) -> Result<ItemId, Vec<(ItemId, u32)>> {
    let spare = |item: &ItemId| bag.count(*item).saturating_sub(need.count(*item)) >= count;
    let known = SCAFFOLDS.into_iter().filter_map(items::named);
    known.clone().find(spare).or_else(|| known.clone().find(|item| bag.count(*item) >= count)).ok_or_else(|| {
        let usual = items::named(SCAFFOLD_USUAL);
        usual.into_iter().map(|item| (item, need.count(item) + count + SCAFFOLD_MORE)).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use gamedata::states;
    use vocab::BlockPos;

    fn item(name: &str) -> ItemId {
        items::named(name).unwrap()
    }

    fn cells(state: &str, count: i32) -> Vec<Difference> {
        let wanted = states::parse(state).unwrap();
        let cell = |x| Difference { at: BlockPos::new(x, 64, 0), wanted, found: Some(states::AIR) };
        (0..count).map(cell).collect()
    }

    #[test]
    fn the_whole_deficit_is_fetched_at_once_as_far_as_the_bag_has_room() {
        let bag: Bag = [(item("oak_planks"), 10)].into_iter().collect();
        let wall = [cells("oak_planks", 100), cells("cobblestone", 30)].concat();
        let fetched = |free| deficit(&wall, &bag, free);
        let mut all = [(item("oak_planks"), 100), (item("cobblestone"), 30)];
        all.sort_unstable();
        assert_eq!(fetched(36), all);
        assert_eq!(fetched(SLOTS_KEPT + 1).len(), 1, "one slot, one stack");
        assert_eq!(fetched(SLOTS_KEPT), [], "what is carried is built first");
    }

    #[test]
    fn a_field_takes_a_hoe() {
        let bag: Bag = [(item("dirt"), 10)].into_iter().collect();
        assert_eq!(deficit(&cells("farmland", 2), &bag, 36), [(item("wooden_hoe"), 1)]);
        let with_hoe: Bag = [(item("dirt"), 10), (item("stone_hoe"), 1)].into_iter().collect();
        assert_eq!(deficit(&cells("farmland", 2), &with_hoe, 36), []);
    }

    #[test]
    fn scaffolding_is_made_of_what_the_build_does_not_take_when_possible() {
        let both: Bag = [(item("dirt"), 5), (item("cobblestone"), 5)].into_iter().collect();
        let need: Bag = [(item("dirt"), 5)].into_iter().collect();
        assert_eq!(scaffold(3, &both, &need), Ok(item("cobblestone")));
        assert_eq!(scaffold(3, &both, &both), Ok(item("dirt")), "it comes back when the visit ends");
        assert_eq!(scaffold(9, &both, &need), Err(alloc::vec![(item("dirt"), 5 + 9 + SCAFFOLD_MORE)]));
    }
}
