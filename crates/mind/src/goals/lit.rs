//! Goal: the body stands in enough light.

use super::{Kind, RANK_LAST, Request, key};
use crate::agenda::pursuit::Pursuit;
use crate::plan::Planned;
use crate::plan::course::NoPlan;
use crate::plan::step::Step;
use crate::view::situation::Situation;
use core::fmt;
use serde::{Deserialize, Serialize};
use vocab::GoalKey;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Lit {
    /// The light level at the agent's head (of 15) at which the goal is met.
    pub light: u8,
}

impl Kind for Lit {
    fn key(&self) -> GoalKey {
        key("upkeep", "place_torches")
    }

    fn is_met(&self, situation: &Situation<'_>, _: &Pursuit) -> bool {
        situation.light() >= self.light
    }

    fn plan(&self, _: &Request<'_>) -> Result<Planned, NoPlan> {
        Ok(Planned::Step(Step::Light { light: self.light }))
    }

    fn rank(&self, walled_in: bool) -> u8 {
        // A walled-in agent places torches before it does anything else.
        if walled_in { 0 } else { RANK_LAST }
    }
}

impl fmt::Display for Lit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "light at {} of 15", self.light)
    }
}
