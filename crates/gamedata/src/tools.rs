//! Tools, and the game's rules for digging: how long a block takes and whether it drops anything.

use vocab::{BlockId, ItemId};

pub use vocab::ToolClass;

use crate::blocks::{self, Block, Material};
use crate::items;
use crate::loot::Drop;

/// What a tool is made of, ordered by which blocks it can harvest. Gold digs fast but harvests no more than wood.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Tier {
    Wood,
    Gold,
    Stone,
    Iron,
    Diamond,
    Netherite,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tool {
    pub class: ToolClass,
    pub tier: Tier,
    /// How many times faster than a bare hand the tool digs blocks of its class, x1000.
    pub speed_milli: u32,
}

/// What slows the body's digging down.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Hindrance {
    /// The body's head is under water.
    pub under_water: bool,
    /// The body's feet do not touch the ground.
    pub airborne: bool,
}

/// The digging speed of a bare hand, or of a tool of the wrong class, x1000.
const HAND_SPEED_MILLI: u32 = 1000;
/// Each hindrance makes digging this many times slower.
const HINDRANCE_FACTOR: u64 = 5;
/// Ticks to dig per unit of block hardness by hand, when the block will drop something.
const HARVEST_TICKS: u64 = 30;
/// Ticks to dig per unit of block hardness by hand, when the block will drop nothing.
const SPOIL_TICKS: u64 = 100;

/// The tool class, tier and speed of an item; `None` when it is not a tool.
pub fn of(item: ItemId) -> Option<Tool> {
    items::get(item).tool
}

/// Whether breaking the block with this item in hand (`None`: a bare hand) gives its drops.
pub fn harvests(block: BlockId, held: Option<ItemId>) -> bool {
    let block = blocks::get(block);
    let Some(least) = block.needs_tool else { return true };
    held.and_then(of).is_some_and(|tool| {
        let web_by_shears = block.material == Material::Web && tool.class == ToolClass::Shears;
        web_by_shears || (block.tool == Some(tool.class) && tool.tier >= least)
    })
}

/// What a block drops when broken with this item in hand; a crop counts as fully grown.
pub fn drops(block: BlockId, held: Option<ItemId>) -> &'static [Drop] {
    let facts = blocks::get(block);
    let sheared = held.and_then(of).is_some_and(|tool| tool.class == ToolClass::Shears);
    match (sheared && !facts.sheared_drops.is_empty(), harvests(block, held)) {
        (true, _) => facts.sheared_drops,
        (false, true) => facts.drops,
        (false, false) => &[],
    }
}

/// Ticks to break the block with this item in hand; 0 means instantly, `None` never.
pub fn dig_ticks(block: BlockId, held: Option<ItemId>, hindrance: Hindrance) -> Option<u32> {
    let facts = blocks::get(block);
    let hardness_milli = u64::from(facts.hardness_milli.filter(|_| facts.diggable)?);
    let speed_milli = u64::from(speed_milli(facts, held));
    let slower = [hindrance.under_water, hindrance.airborne].into_iter().filter(|slow| *slow).count() as u32;
    let per_hardness = if harvests(block, held) { HARVEST_TICKS } else { SPOIL_TICKS };
    // Each tick of digging the game adds damage of speed / hardness / per_hardness; the block breaks when the damage
    // reaches 1.
    let needed = hardness_milli * per_hardness * HINDRANCE_FACTOR.pow(slower);
    Some(if needed <= speed_milli { 0 } else { needed.div_ceil(speed_milli) as u32 })
}

fn speed_milli(block: &Block, held: Option<ItemId>) -> u32 {
    let Some(tool) = held.and_then(of) else { return HAND_SPEED_MILLI };
    match (tool.class, block.material) {
        (ToolClass::Shears, Material::Leaves) | (ToolClass::Shears | ToolClass::Sword, Material::Web) => 15_000,
        (ToolClass::Shears, Material::Wool) => 5000,
        (ToolClass::Shears, Material::Vine) => 2000,
        (ToolClass::Sword, Material::Leaves | Material::Vine | Material::Plant) => 1500,
        _ if block.tool == Some(tool.class) => tool.speed_milli,
        _ => HAND_SPEED_MILLI,
    }
}
