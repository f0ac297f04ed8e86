//! Goal: the body is walled in now.

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
pub struct Walled;

impl Kind for Walled {
    fn key(&self) -> GoalKey {
        key("build", "basic_shelter")
    }

    fn is_met(&self, situation: &Situation<'_>, _: &Pursuit) -> bool {
        situation.is_walled_in()
    }

    fn plan(&self, _: &Request<'_>) -> Result<Planned, NoPlan> {
        Ok(Planned::Step(Step::Refuge { health: 0 }))
    }
}

impl fmt::Display for Walled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("walled in")
    }
}
