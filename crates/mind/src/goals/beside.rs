//! Goal: the body is beside a person.

use super::{Kind, Request, key};
use crate::agenda::pursuit::Pursuit;
use crate::plan::Planned;
use crate::plan::course::NoPlan;
use crate::plan::step::Step;
use crate::view::situation::Situation;
use core::fmt;
use serde::{Deserialize, Serialize};
use vocab::{GoalKey, Name};

/// How near the agent goes to a person, in blocks: close enough to talk.
pub const BESIDE_BLOCKS: u8 = 3;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Beside {
    pub who: Name,
}

impl Kind for Beside {
    fn key(&self) -> GoalKey {
        key("navigate", &alloc::format!("player {}", self.who))
    }

    fn is_met(&self, situation: &Situation<'_>, _: &Pursuit) -> bool {
        situation.person_in_sight(self.who).is_some_and(|at| situation.is_near(at, u64::from(BESIDE_BLOCKS)))
    }

    fn plan(&self, _: &Request<'_>) -> Result<Planned, NoPlan> {
        Ok(Planned::Step(Step::Approach { who: self.who, within: BESIDE_BLOCKS }))
    }
}

impl fmt::Display for Beside {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "beside {}", self.who)
    }
}
