//! Goal: a person has got this many of an item.

use super::{Goal, Kind, Request, key};
use crate::agenda::pursuit::Pursuit;
use crate::plan::Planned;
use crate::plan::course::NoPlan;
use crate::plan::step::Step;
use crate::view::lore::name_of;
use crate::view::situation::Situation;
use crate::wire::reason::Reason;
use core::fmt;
use serde::{Deserialize, Serialize};
use vocab::{GoalKey, ItemId, Name};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Deliver {
    pub item: ItemId,
    pub count: u32,
    pub to: Name,
}

impl Kind for Deliver {
    fn key(&self) -> GoalKey {
        key("deliver", &alloc::format!("{} to {}", name_of(self.item), self.to))
    }

    fn is_met(&self, _: &Situation<'_>, pursuit: &Pursuit) -> bool {
        pursuit.handing.handed >= self.count
    }

    /// A delivery plans to get the items first, and then to go to the person.
    fn plan(&self, request: &Request<'_>) -> Result<Planned, NoPlan> {
        let handing = &request.pursuit.handing;
        let left = self.count.saturating_sub(handing.handed);
        if handing.thrown == 0 && request.situation.bag.count(self.item) < left {
            return request.course(self.item, left);
        }
        Ok(Planned::Step(Step::HandOver { item: self.item, count: left, to: self.to }))
    }

    fn amount(&self) -> Option<u32> {
        Some(self.count)
    }

    fn receipt(&self, _: &Situation<'_>, pursuit: &Pursuit) -> Reason {
        Reason::HandedOver { item: self.item, count: pursuit.handing.handed, to: self.to }
    }

    fn widened(&self, by: &Goal) -> Option<Goal> {
        match by {
            Goal::Deliver(by) if by.count > self.count => Some((*by).into()),
            _ => None,
        }
    }
}

impl fmt::Display for Deliver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} in the hands of {}", self.count, name_of(self.item), self.to)
    }
}
