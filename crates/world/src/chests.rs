//! Contents of chests and barrels, by position. They also persist while their chunk is unloaded.

use crate::inventory::{put_into, take_from};
use serde::{Deserialize, Deserializer, Serialize};
use std::collections::BTreeMap;
use vocab::item::Stack;
use vocab::{BlockPos, ItemId};

/// Slots of one chest or barrel. Two adjacent chests stay separate here.
pub const CHEST_SLOTS: usize = 27;

#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Chests(#[serde(deserialize_with = "slots_by_place")] BTreeMap<BlockPos, Vec<Option<Stack>>>);

/// Reads the chests. In a chest of an old life, a stack of an item that is gone leaves an empty slot.
fn slots_by_place<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<BTreeMap<BlockPos, Vec<Option<Stack>>>, D::Error> {
    #[derive(Deserialize)]
    #[serde(transparent)]
    struct Slots(#[serde(deserialize_with = "vocab::salvage::slots")] Vec<Option<Stack>>);
    let chests: BTreeMap<BlockPos, Slots> = BTreeMap::deserialize(deserializer)?;
    Ok(chests.into_iter().map(|(at, Slots(slots))| (at, slots)).collect())
}

impl Chests {
    /// The slots of the chest at a position; an untouched chest is empty.
    pub fn slots(&self, at: BlockPos) -> Vec<Option<Stack>> {
        self.0.get(&at).cloned().unwrap_or_else(|| vec![None; CHEST_SLOTS])
    }

    /// Puts as much of a stack as fits into the chest, and returns the rest.
    pub fn put(&mut self, at: BlockPos, stack: Stack) -> Option<Stack> {
        put_into(self.0.entry(at).or_insert_with(|| vec![None; CHEST_SLOTS]), stack)
    }

    /// Takes `count` of an item out of the chest; all or nothing.
    pub fn take(&mut self, at: BlockPos, item: ItemId, count: u32) -> Option<Vec<Stack>> {
        take_from(self.0.get_mut(&at)?, item, count)
    }

    /// Removes a broken chest and returns its contents.
    pub fn broken(&mut self, at: BlockPos) -> Vec<Stack> {
        self.0.remove(&at).into_iter().flatten().flatten().collect()
    }

    /// All stacks in all chests.
    pub fn stacks(&self) -> impl Iterator<Item = Stack> + '_ {
        self.0.values().flatten().flatten().copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gamedata::items;

    #[test]
    fn a_chest_holds_27_stacks_and_drops_all_of_them_when_broken() {
        let at = BlockPos::new(1, 64, 1);
        let dirt = Stack { item: items::find("dirt").unwrap(), count: 64, wear: 0 };
        let mut chests = Chests::default();
        for _ in 0..CHEST_SLOTS {
            assert_eq!(chests.put(at, dirt), None);
        }
        assert_eq!(chests.put(at, dirt), Some(dirt));
        assert_eq!(chests.take(at, dirt.item, 65).map(|stacks| stacks.len()), Some(2));
        let spilled: u32 = chests.broken(at).iter().map(|stack| u32::from(stack.count)).sum();
        assert_eq!(spilled, 26 * 64 - 1);
        assert_eq!(chests, Chests::default());
    }
}
