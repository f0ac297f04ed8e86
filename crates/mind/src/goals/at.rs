//! Goal: the body is near a place.

use super::{Kind, Request, key};
use crate::agenda::pursuit::Pursuit;
use crate::plan::Planned;
use crate::plan::course::NoPlan;
use crate::plan::step::Step;
use crate::view::situation::Situation;
use core::fmt;
use serde::{Deserialize, Serialize};
use vocab::{BlockPos, GoalKey};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct At {
    pub place: BlockPos,
    /// How near to the place the body must be, in blocks in a straight line.
    pub within: u8,
}

impl Kind for At {
    fn key(&self) -> GoalKey {
        let BlockPos { x, y, z } = self.place;
        key("navigate", &alloc::format!("{x} {y} {z}"))
    }

    fn is_met(&self, situation: &Situation<'_>, _: &Pursuit) -> bool {
        situation.is_near(self.place, u64::from(self.within))
    }

    fn plan(&self, _: &Request<'_>) -> Result<Planned, NoPlan> {
        Ok(Planned::Step(Step::Go { place: self.place, within: self.within }))
    }
}

impl fmt::Display for At {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let BlockPos { x, y, z } = self.place;
        write!(f, "within {} blocks of {x} {y} {z}", self.within)
    }
}
