//! Goal: the bag holds what a build takes next, all of it.

use super::{Kind, Request, key};
use crate::agenda::pursuit::Pursuit;
use crate::plan::Planned;
use crate::plan::course::NoPlan;
use crate::view::lore::name_of;
use crate::view::situation::Situation;
use alloc::format;
use alloc::vec::Vec;
use core::fmt;
use serde::{Deserialize, Serialize};
use vocab::{Bag, GoalKey, ItemId};

#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Materials {
    /// The number of the build that they are for.
    pub build: u32,
    /// How many of each the bag must hold.
    pub items: Vec<(ItemId, u32)>,
}

impl Kind for Materials {
    fn key(&self) -> GoalKey {
        key("collect", &format!("materials_{}", self.build))
    }

    fn is_met(&self, situation: &Situation<'_>, _: &Pursuit) -> bool {
        self.items.iter().all(|(item, count)| situation.bag.count(*item) >= *count)
    }

    fn plan(&self, request: &Request<'_>) -> Result<Planned, NoPlan> {
        request.course_for(&self.items, Some(self.build))
    }

    fn progress(&self, bag: &Bag) -> Option<(u32, u32)> {
        let held = self.items.iter().map(|(item, count)| bag.count(*item).min(*count)).sum();
        Some((held, self.items.iter().map(|(_, count)| *count).sum()))
    }
}

impl fmt::Display for Materials {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (n, (item, count)) in self.items.iter().enumerate() {
            let comma = if n == 0 { "" } else { ", " };
            write!(f, "{comma}{count} {}", name_of(*item))?;
        }
        f.write_str(" in the bag, to build with")
    }
}
