//! Blocks: hardness, the right tool, drops, and how they let light and creatures pass.

use vocab::{BlockId, ItemId};

use crate::loot::Drop;
use crate::names::{self, UnknownName};
use crate::tables::{BLOCK_NAMES, BLOCKS, GROUPS_OF_BLOCK};
use crate::tools::{Tier, ToolClass};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Block {
    pub name: &'static str,
    /// The item that places the block. Several blocks may share one (a torch on a wall and on the floor).
    pub item: Option<ItemId>,
    /// The block's hardness; `None` when it cannot be broken.
    pub hardness_milli: Option<u32>,
    pub blast_resistance_milli: u32,
    /// Whether the block can be dug; false for air, liquids and unbreakable blocks.
    pub diggable: bool,
    /// Whether creatures and players collide with the block.
    pub solid: bool,
    pub liquid: bool,
    /// Whether the block falls when there is nothing below it.
    pub gravity: bool,
    /// Whether another block can be placed in its stead, as in tall grass.
    pub replaceable: bool,
    /// The class of tool that digs the block faster.
    pub tool: Option<ToolClass>,
    /// The lowest tool tier with which the block drops something; `None` when it drops with anything, even a bare hand.
    pub needs_tool: Option<Tier>,
    pub material: Material,
    /// Light that the block emits, 0 to 15.
    pub light: u8,
    /// Light that the block absorbs, 0 (clear) to 15 (opaque).
    pub light_filter: u8,
    /// What the block drops when broken with the right tool; for a crop, when fully grown.
    pub drops: &'static [Drop],
    /// What a crop drops before it is fully grown; empty for all other blocks.
    pub young_drops: &'static [Drop],
    /// What the block drops to shears instead; empty where shears make no difference.
    pub sheared_drops: &'static [Drop],
}

/// Block materials on which shears or swords work faster than other tools.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Material {
    Plain,
    Leaves,
    Wool,
    Web,
    Vine,
    Plant,
}

pub use crate::tables::Group;

/// The block id of air.
pub const AIR: BlockId = BlockId(0);

pub fn all() -> &'static [Block] {
    &BLOCKS
}

/// The block with this id. Panics for an id that no block has; ids come from `named` and `find`.
pub fn get(id: BlockId) -> &'static Block {
    &BLOCKS[usize::from(id.0)]
}

/// The id of the block with this name, which may begin with `minecraft:`.
pub fn named(name: &str) -> Option<BlockId> {
    names::lookup(&BLOCK_NAMES, name, |id| BLOCKS[usize::from(id)].name).map(BlockId)
}

/// As [`named`]: the id of a block by its name; the error holds the unknown name.
pub fn find(name: &str) -> Result<BlockId, UnknownName> {
    named(name).ok_or_else(|| names::unknown("block", name))
}

/// Whether the block is in a group of blocks.
pub fn is_in(id: BlockId, group: Group) -> bool {
    GROUPS_OF_BLOCK[usize::from(id.0)] & (1 << group as u64) != 0
}
