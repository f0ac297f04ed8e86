//! Goal: the food level is high enough.

use super::{Kind, Request, key};
use crate::agenda::pursuit::Pursuit;
use crate::plan::Planned;
use crate::plan::course::NoPlan;
use crate::plan::step::Step;
use crate::view::situation::Situation;
use crate::wire::reason::{Reason, Why};
use core::fmt;
use serde::{Deserialize, Serialize};
use vocab::GoalKey;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Fed {
    /// The food level at which the goal is met, in half drumsticks.
    pub food: u8,
}

impl Kind for Fed {
    fn key(&self) -> GoalKey {
        key("upkeep", "eat")
    }

    fn is_met(&self, situation: &Situation<'_>, _: &Pursuit) -> bool {
        situation.vitals.is_some_and(|vitals| vitals.food >= self.food)
    }

    fn plan(&self, request: &Request<'_>) -> Result<Planned, NoPlan> {
        if request.situation.foods().is_empty() {
            return Err(NoPlan(Reason::Leaf(Why::NothingToEat)));
        }
        Ok(Planned::Step(Step::Eat))
    }

    fn rank(&self, walled_in: bool) -> u8 {
        // Eating comes first among the body's needs once the agent is walled in: it heals by that.
        if walled_in { 0 } else { 2 }
    }
}

impl fmt::Display for Fed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "food at {} of 20", self.food)
    }
}
