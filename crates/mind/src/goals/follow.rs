//! Goal: the agent follows a person until it is told otherwise, or loses sight of the person.

use super::{Kind, Request, key};
use crate::agenda::pursuit::Pursuit;
use crate::plan::Planned;
use crate::plan::course::NoPlan;
use crate::plan::step::Step;
use crate::view::situation::Situation;
use core::fmt;
use serde::{Deserialize, Serialize};
use vocab::{GoalKey, Name};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Follow {
    pub who: Name,
}

impl Kind for Follow {
    fn key(&self) -> GoalKey {
        key("follow", &alloc::format!("player {}", self.who))
    }

    /// A follow goal is never met: it ends by an order, or fails when the person is lost.
    fn is_met(&self, _: &Situation<'_>, _: &Pursuit) -> bool {
        false
    }

    fn plan(&self, _: &Request<'_>) -> Result<Planned, NoPlan> {
        Ok(Planned::Step(Step::Follow { who: self.who }))
    }
}

impl fmt::Display for Follow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "beside {} wherever they go", self.who)
    }
}
