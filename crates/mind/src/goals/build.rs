//! Goal: a structure stands. Which build that is, and what it needs next, the store of builds knows.

use super::{Kind, Request, key};
use crate::agenda::pursuit::Pursuit;
use crate::builds::Facing;
use crate::plan::Planned;
use crate::plan::course::NoPlan;
use crate::plan::step::Step;
use crate::view::situation::Situation;
use alloc::string::String;
use core::fmt;
use serde::{Deserialize, Serialize};
use vocab::{BlockPos, GoalKey};

#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Build {
    /// The blueprint.
    pub name: String,
    /// The place around which a site is looked for.
    pub near: BlockPos,
    /// The corner of the site, when it was ordered.
    pub at: Option<BlockPos>,
    pub facing: Option<Facing>,
}

impl Kind for Build {
    /// Two builds of one blueprint at two ordered sites are two goals.
    fn key(&self) -> GoalKey {
        match self.at {
            None => key("build", &self.name),
            Some(at) => key("build", &alloc::format!("{} {} {} {}", self.name, at.x, at.y, at.z)),
        }
    }

    fn is_met(&self, _: &Situation<'_>, pursuit: &Pursuit) -> bool {
        pursuit.built
    }

    fn plan(&self, _: &Request<'_>) -> Result<Planned, NoPlan> {
        Ok(Planned::Step(Step::Build { name: self.name.clone() }))
    }
}

impl fmt::Display for Build {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.at {
            None => write!(f, "a {} built", self.name),
            Some(at) => write!(f, "a {} built at {} {} {}", self.name, at.x, at.y, at.z),
        }
    }
}
