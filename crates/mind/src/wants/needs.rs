//! A need of the body, and the limits from which needs arise.

use crate::goals::Goal;
use crate::wire::reason::Upkeep;
use tasks::{Lane, Priority};

/// The food level at which the agent stops eating, in half drumsticks.
pub const FED: u8 = 18;
/// Below this food level (half drumsticks), finding food comes before every other task: the warn threshold.
pub const STARVING: u8 = 8;
/// At this health or below, the agent first hides until it has healed up to `HEALED`. Both in half hearts.
pub const HURT: u8 = 11;
pub const HEALED: u8 = 17;
/// How many food items are fetched at a time for a need of food.
pub const FOOD_ITEMS: u32 = 4;

/// A need of the body: the goal that meets it, its urgency and its reason.
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

    /// A need with a short goal, for the next break between two actions of a task.
    pub fn at_a_break(goal: impl Into<Goal>, why: Upkeep) -> Need {
        Need { goal: goal.into(), lane: Lane::Task, priority: Priority::High, why }
    }

    /// A need without urgency: it becomes an ordinary task and waits for its turn.
    pub fn whenever(goal: impl Into<Goal>, why: Upkeep) -> Need {
        Need { goal: goal.into(), lane: Lane::Task, priority: Priority::Normal, why }
    }
}
