//! Which items burn, and for how long.

use vocab::ItemId;

use crate::tables::FUEL_TICKS;

/// Ticks for which one piece of the fuel keeps a furnace burning. Blast furnaces and smokers burn it twice as fast.
pub fn burn_ticks(item: ItemId) -> Option<u32> {
    let ticks = *FUEL_TICKS.get(usize::from(item.0))?;
    (ticks > 0).then_some(u32::from(ticks))
}

/// All fuels with their burn ticks, in the order of their ids.
pub fn all() -> impl Iterator<Item = (ItemId, u32)> {
    (0..FUEL_TICKS.len()).filter_map(|id| burn_ticks(ItemId(id as u16)).map(|ticks| (ItemId(id as u16), ticks)))
}
