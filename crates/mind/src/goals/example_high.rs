//! Goal: the body stands at a height. The example of CONTRIBUTING.md, compiled for the tests alone.

use super::{Kind, Request, key};
use crate::agenda::pursuit::Pursuit;
use crate::plan::Planned;
use crate::plan::course::NoPlan;
use crate::plan::step::Step;
use crate::view::situation::Situation;
use alloc::string::ToString;
use core::fmt;
use serde::{Deserialize, Serialize};
use vocab::{BlockPos, GoalKey};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct High {
    pub y: i32,
}

impl Kind for High {
    fn key(&self) -> GoalKey {
        key("climb", &self.y.to_string()) // goals with the same key are one task
    }

    fn is_met(&self, situation: &Situation<'_>, _: &Pursuit) -> bool {
        situation.at.y >= self.y
    }

    fn plan(&self, request: &Request<'_>) -> Result<Planned, NoPlan> {
        let at = request.situation.at;
        Ok(Planned::Step(Step::Go { place: BlockPos { y: self.y, ..at }, within: 1 }))
    }
}

impl fmt::Display for High {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "standing at height {}", self.y)
    }
}
