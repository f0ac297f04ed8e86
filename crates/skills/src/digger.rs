//! Breaks one block with the right tool in the hand.

use crate::known::known;
use crate::limbs::{Cells, Dug, Limbs};
use crate::me::Me;
use crate::tools as carried;
use gamedata::{blocks, tools};
use serde::{Deserialize, Serialize};
use vocab::outcome::Refusal;
use vocab::{BlockId, BlockPos, ItemId};

/// The body's digging at one block.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Digger {
    pub at: BlockPos,
    block: BlockId,
    /// The tool that the body held at the beginning. If it breaks, another one is chosen.
    tool: Option<ItemId>,
}

/// Checks whether the body can and may break a block from where it stands, and returns the kind of block.
pub(crate) fn check(me: &Me<'_, impl Limbs>, at: BlockPos) -> Result<BlockId, Refusal> {
    let block = reachable(me, at)?;
    me.may_break(at)?;
    Ok(block)
}

/// Checks whether the body can break a block from where it stands, and returns the kind of block.
pub(crate) fn reachable(me: &Me<'_, impl Limbs>, at: BlockPos) -> Result<BlockId, Refusal> {
    let block = me.cells().block(at).ok_or(Refusal::NotLoaded)?;
    let situation = tools::Hindrance { under_water: false, airborne: false };
    if !blocks::get(block).diggable || block == known().air || tools::dig_ticks(block, None, situation).is_none() {
        return Err(Refusal::NotDiggable);
    }
    if !me.pose().reaches(at) {
        return Err(Refusal::OutOfReach);
    }
    Ok(block)
}

impl Digger {
    /// Begins to dig at a block with the best carried tool; `None` when the block may not be broken.
    pub(crate) fn new(me: &mut Me<'_, impl Limbs>, at: BlockPos) -> Option<Digger> {
        me.may_break(at).ok()?;
        Digger::of_builder(me, at)
    }

    /// The same for a builder, who may break cells of a build.
    pub(crate) fn of_builder(me: &mut Me<'_, impl Limbs>, at: BlockPos) -> Option<Digger> {
        let block = me.cells().block(at)?;
        let tool = take_tool(me, block);
        me.limbs.dig_start(at);
        Some(Digger { at, block, tool })
    }

    /// Begins to dig at a block with the cheapest suitable pickaxe, so that the best one lasts.
    pub(crate) fn plain(me: &mut Me<'_, impl Limbs>, at: BlockPos) -> Option<Digger> {
        me.may_break(at).ok()?;
        let block = me.cells().block(at)?;
        let Some(tool) = carried::plain_pickaxe(me.inventory(), block) else { return Digger::new(me, at) };
        me.limbs.hold(Some(tool));
        me.limbs.dig_start(at);
        Some(Digger { at, block, tool: Some(tool) })
    }

    pub(crate) fn tick(&mut self, me: &mut Me<'_, impl Limbs>) -> Dug {
        // The limb knows whether the block that is gone was broken by it.
        let there = me.cells().block(self.at) == Some(self.block) && me.pose().reaches(self.at);
        if there && held_tool(me) != self.tool {
            self.tool = take_tool(me, self.block);
        }
        me.limbs.dig()
    }
}

fn held_tool(me: &Me<'_, impl Limbs>) -> Option<ItemId> {
    me.inventory().held().map(|stack| stack.item).filter(|item| tools::of(*item).is_some())
}

/// Puts the best tool for a block into the hand, or else an item that does not wear.
fn take_tool(me: &mut Me<'_, impl Limbs>, block: BlockId) -> Option<ItemId> {
    match carried::best_tool(me.inventory(), block) {
        Some(tool) => {
            me.limbs.hold(Some(tool));
        }
        None if held_tool(me).is_some() => {
            me.limbs.hold(None);
        }
        None => {}
    }
    held_tool(me)
}
