//! Blocks: how hard they are, what digs them, what they leave, and how light and bodies pass them.

use vocab::{BlockId, ItemId};

use crate::loot::Drop;
use crate::names::{self, UnknownName};
use crate::tables::{BLOCK_NAMES, BLOCKS};
use crate::tools::{Tier, ToolClass};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Block {
    pub name: &'static str,
    /// The item that places it; several blocks may share one (a torch on the wall, a torch on the floor).
    pub item: Option<ItemId>,
    /// None: cannot be broken.
    pub hardness_milli: Option<u32>,
    pub blast_resistance_milli: u32,
    /// False for air, liquids and what cannot be broken.
    pub diggable: bool,
    /// Bodies collide with it.
    pub solid: bool,
    pub liquid: bool,
    /// Falls when nothing is below.
    pub gravity: bool,
    /// Gives way to a block placed there.
    pub replaceable: bool,
    /// The class of tool that digs it faster.
    pub tool: Option<ToolClass>,
    /// Least tier of that class without which nothing drops; None: anything, even a hand, gives the drops.
    pub needs_tool: Option<Tier>,
    pub material: Material,
    /// Light emitted, 0 to 15.
    pub light: u8,
    /// Light taken away, 0 (clear) to 15 (opaque).
    pub light_filter: u8,
    /// What falls when it is broken in the right way; a crop's when it is fully grown.
    pub drops: &'static [Drop],
    /// What a crop gives before it is fully grown; empty for everything else.
    pub young_drops: &'static [Drop],
    /// What shears get instead; empty where shears make no difference.
    pub sheared_drops: &'static [Drop],
}

/// What shears and swords make of a block, apart from its class of tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Material {
    Plain,
    Leaves,
    Wool,
    Web,
    Vine,
    Plant,
}

/// Nothing is there.
pub const AIR: BlockId = BlockId(0);

pub fn all() -> &'static [Block] {
    &BLOCKS
}

/// Panics when the id is of no block; ids come from `named` and `find`.
pub fn get(id: BlockId) -> &'static Block {
    &BLOCKS[usize::from(id.0)]
}

/// `minecraft:` in front of the name is allowed.
pub fn named(name: &str) -> Option<BlockId> {
    names::lookup(&BLOCK_NAMES, name, |id| BLOCKS[usize::from(id)].name).map(BlockId)
}

/// As `named`; the error holds the name that is unknown.
pub fn find(name: &str) -> Result<BlockId, UnknownName> {
    named(name).ok_or_else(|| names::unknown("block", name))
}
