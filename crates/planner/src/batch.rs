//! Batch sizes, and how much fuel a batch needs.

/// How many pieces of fuel it takes to smelt `count` items; the last piece may burn only in part.
pub const fn fuel_count(count: i64, fuel_per_item: u64, burn_ticks: u64) -> i64 {
    if burn_ticks == 0 {
        return 0;
    }
    (count as u64).saturating_mul(fuel_per_item).div_ceil(burn_ticks) as i64
}

/// How many items one piece of fuel smelts, at least 1, so that batch sizes can be multiples of it.
pub const fn items_per_fuel(fuel_per_item: u64, burn_ticks: u64) -> i64 {
    match burn_ticks.checked_div(fuel_per_item) {
        None | Some(0) => 1,
        Some(items) => items as i64,
    }
}

/// Splits `count` items into batches of at most `batch_max`: one for each of the `slots` stations, or more if those do
/// not suffice. The batches are nearly equal, larger ones first.
pub fn split(count: i64, batch_max: i64, slots: i64) -> impl Iterator<Item = i64> {
    let batches = ((count + batch_max - 1) / batch_max).max(slots.min(count)).max(1);
    (0..batches).map(move |index| count / batches + i64::from(index < count % batches))
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    #[test]
    fn one_coal_smelts_eight_and_the_ninth_takes_another() {
        for (count, coal) in [(1, 1), (8, 1), (9, 2), (64, 8), (0, 0)] {
            assert_eq!(fuel_count(count, 200, 1_600), coal, "{count}");
        }
        assert_eq!(fuel_count(3, 200, 300), 2);
        assert_eq!(items_per_fuel(200, 1_600), 8);
        assert_eq!(items_per_fuel(200, 100), 1);
        assert_eq!(items_per_fuel(0, 100), 1);
    }

    #[test]
    fn a_batch_is_split_over_every_slot_and_never_over_its_size() {
        for (count, slots, expected) in
            [(64, 1, &[64][..]), (64, 4, &[16; 4]), (65, 1, &[33, 32]), (3, 4, &[1; 3]), (130, 2, &[44, 43, 43])]
        {
            assert_eq!(split(count, 64, slots).collect::<Vec<_>>(), expected, "{count} over {slots}");
        }
    }
}
