//! How an action ended. Refused means nothing changed; failed means something may have.

use crate::action::ActionId;
use crate::bag::Bag;
use crate::block::BlockId;
use crate::position::BlockPos;
use crate::tick::Tick;
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};

/// Block receipts kept per outcome; a longer action reports its last ones.
pub const BLOCK_RECEIPTS_MAX: usize = 64;

/// The end of one action.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Outcome {
    pub id: ActionId,
    pub at: Tick,
    pub end: End,
    /// What the body saw change while it acted. A claim to be verified, not a fact to build on.
    pub receipt: Receipt,
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum End {
    Done,
    /// Impossible as asked; nothing changed.
    Refused(Refusal),
    /// Begun and not finished.
    Failed(Failure),
    /// Ended by the mind.
    Cancelled,
}

/// What changed, by the body's own account.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub struct Receipt {
    pub gained: Bag,
    pub spent: Bag,
    /// Cells that changed and what is in them now, at most [`BLOCK_RECEIPTS_MAX`].
    pub blocks: Vec<(BlockPos, BlockId)>,
}

/// Why an action could not even begin.
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
    /// There is nothing there to attack, pick up or find.
    NoTarget,
    /// The body is dead and has not come back yet.
    Dead,
    /// The body is not connected to its world.
    Disconnected,
    /// A number in the request is zero or beyond its bound.
    BadRequest,
}

/// Why an action that had begun did not finish.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Failure {
    /// No path within the search bound.
    NoPath,
    /// The body has not come nearer for too long.
    Stuck,
    /// It took longer than any such action may.
    TimedOut,
    /// The target went away.
    TargetLost,
    /// Nothing more of what is wanted within the radius.
    NoneFound,
    /// The tool broke, and no other one does.
    ToolBroke,
    /// Hurt while acting in a way that ends it (sleep, crafting).
    Interrupted,
    /// The body died.
    Died,
    /// No room for what was gained.
    BagFull,
    /// The connection to the world was lost.
    Disconnected,
    /// The world said no without saying why.
    Denied,
}
