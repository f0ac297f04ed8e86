//! How an action ended. "Refused" means that nothing changed; "failed" means that something may have changed.

use crate::action::ActionId;
use crate::bag::Bag;
use crate::build::VISIT_OPS_MAX;
use crate::position::BlockPos;
use crate::state::StateId;
use crate::tick::Tick;
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};

/// Most changed blocks listed in the outcome of one action; a longer action lists its last ones. A visit of a building plan fills
/// up to two cells with each of its ops, and its pillar is as high again.
pub const BLOCK_RECEIPTS_MAX: usize = 3 * VISIT_OPS_MAX;

/// How one action of the body ended.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Outcome {
    pub id: ActionId,
    pub at: Tick,
    pub end: End,
    /// What the body saw change during the action. The mind checks this before it relies on it.
    pub receipt: Receipt,
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum End {
    Done,
    /// The action was impossible as asked; nothing changed.
    Refused(Refusal),
    /// The action started but did not finish.
    Failed(Failure),
    /// The action was cancelled by the mind.
    Cancelled,
}

/// What an action changed, as the body reports it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub struct Receipt {
    pub gained: Bag,
    pub spent: Bag,
    /// Cells that the action changed and what is in them now, at most [`BLOCK_RECEIPTS_MAX`].
    pub blocks: Vec<(BlockPos, StateId)>,
}

/// Why an action of the body could not start.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Refusal {
    /// The body does not carry the needed item, or too few of it.
    MissingItem,
    /// The place to act on is out of the body's reach.
    OutOfReach,
    /// The chunk of the place to act on is not loaded.
    NotLoaded,
    /// The block cannot be broken (bedrock), is not there, or is all that carries the body over a deep fall.
    NotDiggable,
    /// The cell to place a block in is taken by a block or a body.
    Occupied,
    /// The block to be placed has no neighbouring block to be placed against.
    NoSupport,
    /// The action expects a station, chest, door or bed at that place, and there is none.
    WrongBlock,
    /// The recipe needs a crafting table in reach.
    NoTable,
    /// There is no recipe with that number, or it does not fit the station.
    NoRecipe,
    /// The furnace or other station already holds another item or is full.
    StationBusy,
    /// The item to burn is no fuel.
    NotFuel,
    /// The item cannot be eaten, or the body is not hungry.
    NotEdible,
    /// The item cannot be worn or held in that equipment slot.
    NotWearable,
    /// There is no room in the body's inventory or in the chest.
    NoRoom,
    /// The body cannot sleep now: it is day, or a monster is near the bed.
    CannotSleep,
    /// The action has no target: there is nothing to attack, pick up or find.
    NoTarget,
    /// The body is dead and has not respawned.
    Dead,
    /// The body is not connected to its world.
    Disconnected,
    /// A number in the action's request is zero or too large.
    BadRequest,
    /// The cell belongs to a build of the agent; only building changes it.
    Guarded,
    /// Players, villagers, and named or tamed animals are not struck.
    Spared,
    /// No click from where the body stands places the wanted state.
    WrongState,
    /// The face to be clicked is turned away from the body, or something is before it.
    OutOfSight,
    /// The clicked block opens or is used by the click; sneaking prevents it.
    Opens,
    /// The block cannot be placed by hand.
    NotPlaceable,
}

/// Why an action that had started did not finish.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Failure {
    /// The path search found no path within its limits.
    NoPath,
    /// The body has not come nearer to its goal for too long.
    Stuck,
    /// The action took longer than one of its kind may take.
    TimedOut,
    /// The creature or item that the action was after went away.
    TargetLost,
    /// There is no more of the wanted block or item within the radius.
    NoneFound,
    /// The tool broke, and the body carries no other that works.
    ToolBroke,
    /// The body was hurt during an action that damage interrupts (sleeping, crafting).
    Interrupted,
    /// The body died during the action.
    Died,
    /// The body's inventory had no room for what the action gained.
    BagFull,
    /// The connection to the world was lost.
    Disconnected,
    /// The server or world rejected the action without a reason.
    Denied,
    /// A step of the action was refused. What was done before it stands.
    Refused(Refusal),
    /// Nobody knows how far the action came: the program was killed while it ran in a world that went on.
    Unknown,
}
