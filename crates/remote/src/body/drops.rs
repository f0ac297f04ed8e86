//! Items that lie around. Some servers do not say what an item is; then it counts as what the block dropped that broke beside it.

use super::names::Names;
use contract::body::report::Drops;
use gamedata::blocks;
use skills::limbs::Lying;
use skills::space::{MICRO, Place};
use skills::state::Cell;
use std::collections::{BTreeMap, VecDeque};
use vocab::item::Stack;
use vocab::{BlockPos, FinePos, ItemId, Tick};

/// An item lies at most this far from the middle of the block that dropped it when it is told of first.
const FALLEN: i64 = 2 * MICRO;
/// An item that is told of later than this after a block broke is not from it.
const FRESH_TICKS: u64 = 60;
/// Broken blocks that are remembered; a body breaks one in five ticks.
const BROKEN_MAX: usize = 64;

#[derive(Debug, Default)]
pub struct Dropped {
    broken: VecDeque<(Place, ItemId, Tick)>,
    /// What unnamed items are taken for, while they lie there.
    guessed: BTreeMap<u64, ItemId>,
}

impl Dropped {
    /// A block was replaced by another one.
    pub fn note_broken(&mut self, at: BlockPos, was: Cell, now: Tick) {
        let Some(drop) = blocks::get(was.block()).drops.first() else { return };
        if self.broken.len() >= BROKEN_MAX {
            self.broken.pop_front();
        }
        self.broken.push_back((Place::inside(at), drop.item, now));
    }

    /// The items that a report tells of.
    pub fn lying(&mut self, told: &Drops, names: &mut Names, now: Tick) -> Vec<Lying> {
        self.guessed.retain(|id, _| told.drops.iter().any(|drop| drop.id == *id));
        let mut item_of = |drop: &contract::body::report::Drop, names: &mut Names| {
            let at = Place::from_fine(FinePos::from(drop.at));
            let item = match &drop.item {
                Some(name) => names.item(name),
                None => *self.guessed.entry(drop.id).or_insert_with(|| {
                    let near = self
                        .broken
                        .iter()
                        .rev()
                        .find(|(place, _, when)| place.distance(at) <= FALLEN && now.since(*when) <= FRESH_TICKS);
                    near.map_or(names.unknown_item(), |(_, item, _)| *item)
                }),
            };
            Lying { id: drop.id, at, stack: Stack { item, count: drop.count, wear: 0 }, fresh: false }
        };
        told.drops.iter().map(|drop| item_of(drop, names)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use contract::body::place::Fine;
    use contract::body::report::{Drop, Sight};
    use gamedata::{items, states};

    #[test]
    fn an_item_without_a_name_counts_as_the_drop_of_the_block_that_broke_beside_it() {
        let (mut dropped, mut names) = (Dropped::default(), Names::default());
        dropped.note_broken(BlockPos::new(4, 63, 4), states::parse("grass_block").unwrap().into(), Tick(100));
        let drop = |id, x| Drop { id, item: None, count: 1, at: Fine([x, 63_200, 4_500]), sight: Sight::Unknown };
        let told = Drops { drops: vec![drop(7, 4_300), drop(8, 9_000)] };
        let mut items = |now| -> Vec<ItemId> {
            dropped.lying(&told, &mut names, Tick(now)).iter().map(|lying| lying.stack.item).collect()
        };
        let dirt = items::find("dirt").unwrap();
        let unknown = Names::default().unknown_item();
        assert_eq!(items(104), [dirt, unknown]);
        assert_eq!(items(900), [dirt, unknown], "it stays what it was taken for");
    }
}
