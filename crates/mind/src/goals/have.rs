//! Goal: the bag holds this many of one item.

use super::{Goal, Kind, Request, key};
use crate::agenda::pursuit::Pursuit;
use crate::plan::Planned;
use crate::plan::course::NoPlan;
use crate::view::lore::{self, name_of};
use crate::view::situation::Situation;
use core::fmt;
use serde::{Deserialize, Serialize};
use vocab::{Bag, GoalKey, ItemId};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Have {
    pub item: ItemId,
    /// How many of the item the bag must hold, including those already carried.
    pub count: u32,
}

impl Kind for Have {
    /// The key's verb is the usual method to obtain the item, so that "gather", "collect" and "mine" an item are one
    /// goal.
    fn key(&self) -> GoalKey {
        key(lore::verb(self.item), name_of(self.item))
    }

    fn is_met(&self, situation: &Situation<'_>, _: &Pursuit) -> bool {
        situation.bag.count(self.item) >= self.count
    }

    fn plan(&self, request: &Request<'_>) -> Result<Planned, NoPlan> {
        request.course(self.item, self.count)
    }

    fn progress(&self, bag: &Bag) -> Option<(u32, u32)> {
        // Progress of a goal for a single item is shown by the steps of its plan, since the count would stay at 0.
        (self.count > 1).then(|| (bag.count(self.item), self.count))
    }

    fn amount(&self) -> Option<u32> {
        Some(self.count)
    }

    fn widened(&self, by: &Goal) -> Option<Goal> {
        let count = match by {
            Goal::Have(by) if by.item == self.item => by.count,
            // A goal for logs of any wood is covered by as many logs of this kind.
            Goal::HaveAny(by) => by.count,
            _ => return None,
        };
        (count > self.count).then(|| Have { count, ..*self }.into())
    }
}

impl fmt::Display for Have {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} in the bag", self.count, name_of(self.item))
    }
}
