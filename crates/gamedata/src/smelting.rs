//! What furnaces, blast furnaces, smokers and campfires make.

use vocab::{ItemId, Station};

use crate::tables::{
    SMELTS, SMELTS_IN_BLAST_FURNACE, SMELTS_IN_CAMPFIRE, SMELTS_IN_FURNACE, SMELTS_IN_SMOKER, SMELTS_MAKING,
};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Smelt {
    pub station: Station,
    /// The items that can be smelted this way; any one of them.
    pub inputs: &'static [ItemId],
    pub output: ItemId,
    /// Ticks to smelt one item.
    pub ticks: u16,
}

pub fn all() -> &'static [Smelt] {
    &SMELTS
}

/// What the station makes of the item; `None` when it does not accept it or is no kind of furnace.
pub fn result(station: Station, input: ItemId) -> Option<&'static Smelt> {
    let by_input: &[u8] = match station {
        Station::Furnace => &SMELTS_IN_FURNACE,
        Station::BlastFurnace => &SMELTS_IN_BLAST_FURNACE,
        Station::Smoker => &SMELTS_IN_SMOKER,
        Station::Campfire => &SMELTS_IN_CAMPFIRE,
        Station::CraftingTable | Station::Stonecutter | Station::SmithingTable => return None,
    };
    let row = usize::from(*by_input.get(usize::from(input.0))?);
    row.checked_sub(1).map(|row| &SMELTS[row])
}

/// Every way to cook or smelt this item.
pub fn making(item: ItemId) -> impl Iterator<Item = &'static Smelt> {
    let rows = SMELTS_MAKING.get(usize::from(item.0)).copied().unwrap_or_default();
    rows.iter().map(|row| &SMELTS[usize::from(*row)])
}
