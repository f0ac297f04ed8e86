//! How an action ended. "Refused" means that nothing changed; "failed" means that something may have changed.

use crate::action::ActionId;
use crate::bag::Bag;
use crate::block::BlockId;
use crate::position::BlockPos;
use crate::tick::Tick;
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};

/// Most changed blocks listed in one outcome; a longer action lists its last ones.
pub const BLOCK_RECEIPTS_MAX: usize = 64;

/// The end of one action.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Outcome {
    pub id: ActionId,
    pub at: Tick,
    pub end: End,
    /// What the body saw change while it acted. The mind checks this before it relies on it.
    pub receipt: Receipt,
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum End {
    Done,
    /// Impossible as asked; nothing changed.
    Refused(Refusal),
    /// Started and not finished.
    Failed(Failure),
    /// Cancelled by the mind.
    Cancelled,
}

/// What changed, as the body reports it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub struct Receipt {
    pub gained: Bag,
    pub spent: Bag,
    /// Cells that changed and what is in them now, at most [`BLOCK_RECEIPTS_MAX`].
    pub blocks: Vec<(BlockPos, BlockId)>,
}

/// Why an action could not start.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Refusal {
    /// The item is not carried, or too few of it.
    MissingItem,
    /// The place is out of reach.
    OutOfReach,
    /// The chunk there is not loaded.
    NotLoaded,
    /// The block cannot be broken (bedrock) or is not there.
    NotDiggable,
    /// The cell is taken by a block or a body.
    Occupied,
    /// There is no block to place against.
    NoSupport,
    /// There is no such station, chest, door or bed at that place.
    WrongBlock,
    /// The recipe needs a crafting table in reach.
    NoTable,
    /// There is no recipe with that number, or it does not fit the station.
    NoRecipe,
    /// The station holds something else or is full.
    StationBusy,
    /// The item is no fuel.
    NotFuel,
    /// The item cannot be eaten, or the body is full.
    NotEdible,
    /// The item does not fit that slot.
    NotWearable,
    /// There is no room in the bag or the chest.
    NoRoom,
    /// It is day, or a monster is near the bed.
    CannotSleep,
    /// There is nothing to attack, pick up or find.
    NoTarget,
    /// The body is dead and has not respawned.
    Dead,
    /// The body is not connected to its world.
    Disconnected,
    /// A number in the request is zero or too large.
    BadRequest,
}

/// Why an action that had started did not finish.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Failure {
    /// No path within the search bound.
    NoPath,
    /// The body has not come nearer for too long.
    Stuck,
    /// It took longer than an action of its kind may take.
    TimedOut,
    /// The target went away.
    TargetLost,
    /// The radius contains no more of the wanted block or item.
    NoneFound,
    /// The tool broke, and the body carries no other that works.
    ToolBroke,
    /// The body was hurt during an action that damage interrupts (sleeping, crafting).
    Interrupted,
    /// The body died.
    Died,
    /// There was no room for what it gained.
    BagFull,
    /// The connection to the world was lost.
    Disconnected,
    /// The world rejected it without a reason.
    Denied,
}
