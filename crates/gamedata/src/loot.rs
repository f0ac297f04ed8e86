//! What blocks and creatures drop, and how drops are rolled.

use vocab::ItemId;

/// A drop chance of 100 %: chances are counted in millionths.
pub const CERTAIN_PPM: u32 = 1_000_000;

/// One entry of a loot list. Entries are rolled in order, independently of each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Drop {
    pub item: ItemId,
    pub min: u8,
    /// Largest count that drops. Every count from `min` to `max` is equally likely.
    pub max: u8,
    pub chance_ppm: u32,
    /// Whether the entries after this one do not drop when it does: flint instead of gravel.
    pub ends: bool,
}

/// Rolls a loot list: calls `fallen` for every entry that drops at least one item. `below(n)` must return a random
/// number from 0 to n - 1.
pub fn roll(drops: &[Drop], mut below: impl FnMut(u32) -> u32, mut fallen: impl FnMut(ItemId, u8)) {
    for drop in drops {
        if drop.chance_ppm < CERTAIN_PPM && below(CERTAIN_PPM) >= drop.chance_ppm {
            continue;
        }
        let spread = u32::from(drop.max - drop.min);
        let count = drop.min + if spread == 0 { 0 } else { below(spread + 1) as u8 };
        if count > 0 {
            fallen(drop.item, count);
        }
        if drop.ends {
            return;
        }
    }
}

/// How many of an item a loot list drops on average, x1000, rounded down.
pub fn expected_milli(drops: &[Drop], item: ItemId) -> u32 {
    let certain = u64::from(CERTAIN_PPM);
    let mut reached_ppm = certain;
    let mut halves_ppm = 0_u64;
    for drop in drops {
        let falls_ppm = reached_ppm * u64::from(drop.chance_ppm) / certain;
        if drop.item == item {
            halves_ppm += falls_ppm * (u64::from(drop.min) + u64::from(drop.max));
        }
        if drop.ends {
            reached_ppm -= falls_ppm;
        }
    }
    (halves_ppm / 2_000) as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    const FLINT: Drop = Drop { item: ItemId(1), min: 1, max: 1, chance_ppm: 100_000, ends: true };
    const GRAVEL: Drop = Drop { item: ItemId(2), min: 1, max: 1, chance_ppm: CERTAIN_PPM, ends: false };
    const SEEDS: Drop = Drop { item: ItemId(3), min: 0, max: 2, chance_ppm: CERTAIN_PPM, ends: false };

    fn rolled(drops: &[Drop], numbers: &[u32]) -> Vec<(u16, u8)> {
        let mut numbers = numbers.iter();
        let mut all = Vec::new();
        roll(drops, |_| *numbers.next().expect("no more rolls than lines"), |item, count| all.push((item.0, count)));
        assert_eq!(numbers.next(), None, "every number is used");
        all
    }

    #[test]
    fn entries_are_rolled_in_order() {
        assert_eq!(rolled(&[FLINT, GRAVEL], &[99_999]), [(1, 1)], "flint ends the list");
        assert_eq!(rolled(&[FLINT, GRAVEL], &[100_000]), [(2, 1)], "a certain single drop needs no number");
        assert_eq!(rolled(&[SEEDS], &[2]), [(3, 2)]);
        assert_eq!(rolled(&[SEEDS], &[0]), [], "none of something is nothing");
        assert_eq!(rolled(&[], &[]), []);
    }

    #[test]
    fn averages_follow_from_chances_and_counts() {
        for (drops, item, milli) in
            [(&[FLINT, GRAVEL][..], 1, 100), (&[FLINT, GRAVEL], 2, 900), (&[SEEDS, SEEDS], 3, 2000), (&[SEEDS], 9, 0)]
        {
            assert_eq!(expected_milli(drops, ItemId(item)), milli, "{item}");
        }
    }
}
