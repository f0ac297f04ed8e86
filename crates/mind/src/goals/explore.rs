//! Goal: the body has walked to an area that it did not know.

use super::{Kind, Request, key};
use crate::agenda::pursuit::Pursuit;
use crate::plan::Planned;
use crate::plan::course::NoPlan;
use crate::plan::step::Step;
use crate::view::situation::Situation;
use core::fmt;
use serde::{Deserialize, Serialize};
use vocab::GoalKey;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Explore {
    pub blocks: u16,
}

impl Kind for Explore {
    fn key(&self) -> GoalKey {
        key("explore", "nearby")
    }

    fn is_met(&self, _: &Situation<'_>, pursuit: &Pursuit) -> bool {
        pursuit.done > 0
    }

    fn plan(&self, _: &Request<'_>) -> Result<Planned, NoPlan> {
        Ok(Planned::Step(Step::Explore { blocks: self.blocks }))
    }
}

impl fmt::Display for Explore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} blocks of new ground seen", self.blocks)
    }
}
