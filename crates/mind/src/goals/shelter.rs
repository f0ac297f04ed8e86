//! Goal: the agent is walled in until the night is over.

use super::{Kind, Request, key};
use crate::agenda::pursuit::Pursuit;
use crate::plan::Planned;
use crate::plan::course::NoPlan;
use crate::plan::step::Step;
use crate::view::situation::Situation;
use core::fmt;
use serde::{Deserialize, Serialize};
use vocab::GoalKey;

/// How many times the agent digs its way out of a shelter in the morning before the goal counts as met. Underground it
/// is walled in again after a few blocks.
const OUTS_MAX: u8 = 3;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Shelter;

impl Kind for Shelter {
    fn key(&self) -> GoalKey {
        key("upkeep", "dig_in")
    }

    fn is_met(&self, situation: &Situation<'_>, pursuit: &Pursuit) -> bool {
        let stay = &pursuit.stay;
        let out = !situation.is_walled_in() || stay.outs >= OUTS_MAX;
        !situation.is_late() && out && stay.bed.is_none()
    }

    fn plan(&self, _: &Request<'_>) -> Result<Planned, NoPlan> {
        Ok(Planned::Step(Step::Shelter))
    }

    fn rank(&self, _: bool) -> u8 {
        3
    }
}

impl fmt::Display for Shelter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("walled in until the night is over")
    }
}
