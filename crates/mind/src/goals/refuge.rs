//! Goal: the agent is safe behind walls until its health is restored or cannot rise further.

use super::{Kind, Request, key};
use crate::agenda::pursuit::Pursuit;
use crate::plan::Planned;
use crate::plan::course::NoPlan;
use crate::plan::step::Step;
use crate::view::situation::Situation;
use core::fmt;
use serde::{Deserialize, Serialize};
use vocab::GoalKey;

/// An agent that cannot heal leaves its refuge after this many rests.
const RESTS_MIN: u8 = 2;
/// An agent that cannot heal leaves its refuge after this many rests even if a mob waits outside: half a minute. Waiting longer
/// only makes it hungrier.
const RESTS_MAX: u8 = 10;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Refuge {
    /// The health at which the agent may leave its refuge, in half hearts.
    pub health: u8,
}

impl Kind for Refuge {
    fn key(&self) -> GoalKey {
        key("upkeep", "heal_up")
    }

    fn is_met(&self, situation: &Situation<'_>, pursuit: &Pursuit) -> bool {
        let rests = if situation.is_beset() { RESTS_MAX } else { RESTS_MIN };
        let safe = if situation.is_walled_in() { pursuit.stay.rested >= rests } else { !situation.is_watched() };
        safe && !situation.can_heal_to(self.health)
    }

    fn plan(&self, _: &Request<'_>) -> Result<Planned, NoPlan> {
        Ok(Planned::Step(Step::Refuge { health: self.health }))
    }

    fn rank(&self, _: bool) -> u8 {
        1
    }
}

impl fmt::Display for Refuge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "out of danger with health at {} of 20", self.health)
    }
}
