//! A multiset of items: what the body carries, what it wants, what a step uses up.

use crate::item::ItemId;
use alloc::collections::BTreeMap;
use serde::{Deserialize, Serialize};

/// A set of items with their counts. Holds no zero counts, so equal contents are equal values with equal digests.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(from = "Counts")]
pub struct Bag(BTreeMap<ItemId, u32>);

/// The saved form of a bag, which survives the loss of an item.
#[derive(Deserialize)]
#[serde(transparent)]
struct Counts(#[serde(deserialize_with = "crate::salvage::map")] BTreeMap<ItemId, u32>);

impl From<Counts> for Bag {
    fn from(counts: Counts) -> Bag {
        Bag::from(counts.0)
    }
}

impl Bag {
    pub const fn new() -> Self {
        Self(BTreeMap::new())
    }

    pub fn count(&self, item: ItemId) -> u32 {
        self.0.get(&item).copied().unwrap_or(0)
    }

    pub fn add(&mut self, item: ItemId, count: u32) {
        if count > 0 {
            let held = self.0.entry(item).or_default();
            *held = held.saturating_add(count);
        }
    }

    /// Removes `count` of `item` from the bag and returns true; removes nothing and returns false when there are fewer.
    #[must_use]
    pub fn take(&mut self, item: ItemId, count: u32) -> bool {
        let held = self.count(item);
        if held < count {
            return false;
        }
        if held == count {
            self.0.remove(&item);
        } else {
            self.0.insert(item, held - count);
        }
        true
    }

    /// Whether the bag holds everything in `wanted`.
    pub fn holds(&self, wanted: &Bag) -> bool {
        wanted.iter().all(|(item, count)| self.count(item) >= count)
    }

    /// The items of `wanted` that the bag lacks.
    pub fn missing(&self, wanted: &Bag) -> Bag {
        wanted.iter().map(|(item, count)| (item, count.saturating_sub(self.count(item)))).collect()
    }

    pub fn iter(&self) -> impl Iterator<Item = (ItemId, u32)> + '_ {
        self.0.iter().map(|(item, count)| (*item, *count))
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The number of items in the bag, of all kinds together.
    pub fn total(&self) -> u64 {
        self.0.values().map(|count| u64::from(*count)).sum()
    }
}

impl From<BTreeMap<ItemId, u32>> for Bag {
    fn from(mut items: BTreeMap<ItemId, u32>) -> Bag {
        items.retain(|_, count| *count > 0);
        Bag(items)
    }
}

impl FromIterator<(ItemId, u32)> for Bag {
    fn from_iter<I: IntoIterator<Item = (ItemId, u32)>>(items: I) -> Self {
        let mut bag = Bag::new();
        for (item, count) in items {
            bag.add(item, count);
        }
        bag
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOG: ItemId = ItemId(1);
    const COAL: ItemId = ItemId(2);

    #[test]
    fn taking_more_items_than_there_are_takes_none() {
        let mut bag: Bag = [(LOG, 3)].into_iter().collect();
        assert!(!bag.take(LOG, 4));
        assert_eq!(bag.count(LOG), 3);
        assert!(bag.take(LOG, 3));
        assert!(bag.is_empty());
    }

    #[test]
    fn zero_counts_are_not_kept() {
        let bag: Bag = [(LOG, 0), (COAL, 1)].into_iter().collect();
        assert_eq!(bag, [(COAL, 1)].into_iter().collect());
        let read: Bag =
            crate::digest::decode(&crate::digest::encode(&BTreeMap::from([(LOG, 0u32), (COAL, 1)]))).unwrap();
        assert_eq!(read, bag);
    }

    #[test]
    fn missing_items_are_the_wanted_ones_minus_the_held_ones() {
        let held: Bag = [(LOG, 3)].into_iter().collect();
        let wanted: Bag = [(LOG, 5), (COAL, 1)].into_iter().collect();
        assert_eq!(held.missing(&wanted), [(LOG, 2), (COAL, 1)].into_iter().collect());
        assert!(!held.holds(&wanted));
    }
}
