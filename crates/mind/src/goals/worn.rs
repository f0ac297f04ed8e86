//! Goal: a piece of armour is worn.

use super::{Kind, Request, key};
use crate::agenda::pursuit::Pursuit;
use crate::plan::Planned;
use crate::plan::course::NoPlan;
use crate::plan::step::Step;
use crate::view::lore::name_of;
use crate::view::situation::Situation;
use core::fmt;
use serde::{Deserialize, Serialize};
use vocab::{GoalKey, ItemId};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Worn {
    pub item: ItemId,
}

impl Kind for Worn {
    fn key(&self) -> GoalKey {
        key("wear", name_of(self.item))
    }

    fn is_met(&self, situation: &Situation<'_>, _: &Pursuit) -> bool {
        situation.carried.armour.iter().flatten().any(|worn| worn.item == self.item)
    }

    fn plan(&self, request: &Request<'_>) -> Result<Planned, NoPlan> {
        if request.situation.bag.count(self.item) > 0 {
            return Ok(Planned::Step(Step::Wear { item: self.item }));
        }
        request.course(self.item, 1)
    }
}

impl fmt::Display for Worn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} worn", name_of(self.item))
    }
}
