//! Goal: a carried tool of a kind is nearly new. The recipes that the agent knows mend nothing, so it makes a new one.

use super::{Kind, Request, key};
use crate::agenda::pursuit::Pursuit;
use crate::plan::Planned;
use crate::plan::course::NoPlan;
use crate::view::lore::{gamedata_item, name_of};
use crate::view::situation::Situation;
use core::fmt;
use serde::{Deserialize, Serialize};
use vocab::{GoalKey, ItemId};

/// A tool counts as repaired when at most one part in this many of its durability is used up: a quarter.
const SPENT_PART: u32 = 4;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Repaired {
    pub item: ItemId,
}

impl Kind for Repaired {
    fn key(&self) -> GoalKey {
        key("repair", name_of(self.item))
    }

    fn is_met(&self, situation: &Situation<'_>, _: &Pursuit) -> bool {
        let uses = gamedata_item(self.item).map_or(0, |facts| u32::from(facts.durability));
        let best = situation.carried.least_worn(self.item);
        best.is_some_and(|stack| u32::from(stack.wear) * SPENT_PART <= uses)
    }

    fn plan(&self, request: &Request<'_>) -> Result<Planned, NoPlan> {
        request.course(self.item, request.situation.bag.count(self.item).saturating_add(1))
    }
}

impl fmt::Display for Repaired {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a {} that is nearly new", name_of(self.item))
    }
}
