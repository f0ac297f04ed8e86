//! A need of the body.

use crate::goals::Goal;
use crate::wire::reason::Upkeep;
use tasks::{Lane, Priority};

/// Half drumsticks up to which the agent eats.
pub const FED: u8 = 18;
/// Below this, finding food comes before everything else: the warn threshold.
pub const STARVING: u8 = 8;
/// Half hearts at or below which the agent hides and heals before doing anything else, and up to which.
pub const HURT: u8 = 11;
pub const HEALED: u8 = 17;
/// Items of food to get at a time.
pub const FOOD_ITEMS: u32 = 4;

/// A need: what would meet it, how urgent it is and why it is felt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Need {
    pub goal: Goal,
    pub lane: Lane,
    pub priority: Priority,
    pub why: Upkeep,
}

impl Need {
    pub fn urgent(goal: impl Into<Goal>, why: Upkeep) -> Need {
        Need { goal: goal.into(), lane: Lane::Upkeep, priority: Priority::Normal, why }
    }

    /// A goal for the next break between two actions. A short one, or it would wait for the end of a long task.
    pub fn at_a_break(goal: impl Into<Goal>, why: Upkeep) -> Need {
        Need { goal: goal.into(), lane: Lane::Task, priority: Priority::High, why }
    }

    /// A goal among the tasks: it waits for its turn.
    pub fn whenever(goal: impl Into<Goal>, why: Upkeep) -> Need {
        Need { goal: goal.into(), lane: Lane::Task, priority: Priority::Normal, why }
    }
}
