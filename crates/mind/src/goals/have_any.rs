//! Goal: the bag holds this many items of a class, of any kind.

use super::{Goal, Have, Kind, RANK_LAST, Request, key};
use crate::agenda::pursuit::Pursuit;
use crate::plan::Planned;
use crate::plan::course::NoPlan;
use crate::plan::step::Step;
use crate::view::classes::{ItemClass, LOGS, MEATS, count_in};
use crate::view::creatures;
use crate::view::lore::item;
use crate::view::situation::Situation;
use alloc::vec::Vec;
use belief::Good;
use core::cmp::Reverse;
use core::fmt;
use serde::{Deserialize, Serialize};
use vocab::{Bag, BlockId, GoalKey, ItemId};

/// How far the agent walks at a time when it needs food and knows no animal, in blocks.
const FOOD_WALK_BLOCKS: u16 = 48;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct HaveAny {
    pub class: ItemClass,
    /// How many items of the class the bag must hold, including those already carried.
    pub count: u32,
}

impl Kind for HaveAny {
    fn key(&self) -> GoalKey {
        match self.class {
            // The key of a goal for wood of any kind is that of oak logs, as in the agency document.
            ItemClass::Log => key("collect", "oak_log"),
            ItemClass::Food => key("collect", "food"),
            ItemClass::Filler => key("collect", "filler"),
        }
    }

    fn is_met(&self, situation: &Situation<'_>, _: &Pursuit) -> bool {
        situation.count_class(self.class) >= self.count
    }

    fn plan(&self, request: &Request<'_>) -> Result<Planned, NoPlan> {
        let situation = request.situation;
        let missing = self.count.saturating_sub(situation.count_class(self.class));
        Ok(Planned::Step(match self.class {
            ItemClass::Log => {
                let log = nearest_log(situation);
                Step::Gather { item: log, total: situation.bag.count(log) + missing }
            }
            ItemClass::Food => food(request, missing),
            ItemClass::Filler => {
                let dirt = item("dirt");
                return request.course(dirt, situation.bag.count(dirt) + missing);
            }
        }))
    }

    fn progress(&self, bag: &Bag) -> Option<(u32, u32)> {
        Some((count_in(self.class, bag), self.count))
    }

    fn rank(&self, _: bool) -> u8 {
        if self.class == ItemClass::Food { 4 } else { RANK_LAST }
    }

    fn amount(&self) -> Option<u32> {
        Some(self.count)
    }

    fn widened(&self, by: &Goal) -> Option<Goal> {
        match by {
            // A person wants one kind of item of this class. Its amount covers the goal for the class, so it replaces
            // that goal.
            Goal::Have(by) => Some(Have { count: by.count.max(self.count), ..*by }.into()),
            Goal::HaveAny(by) if by.class == self.class && by.count > self.count => Some((*by).into()),
            _ => None,
        }
    }
}

impl fmt::Display for HaveAny {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = match self.class {
            ItemClass::Log => "logs of any wood",
            ItemClass::Food => "things to eat",
            ItemClass::Filler => "blocks to fill holes with",
        };
        write!(f, "{} {what} in the bag", self.count)
    }
}

/// The kind of log that grows nearest; oak when the agent knows no log.
fn nearest_log(situation: &Situation<'_>) -> ItemId {
    let logs = LOGS.map(item);
    let distance = |log: &ItemId| {
        let blocks: Vec<BlockId> = situation.lore.deposits(*log).iter().map(|deposit| deposit.block).collect();
        let place = situation.places.nearest(&blocks, situation.at, situation.now);
        place.map_or(u64::MAX, |(place, _)| place.distance_squared(situation.at))
    };
    logs.into_iter().min_by_key(distance).unwrap_or(logs[0])
}

/// The step to get food: hunt the animal with the highest food score, or explore to find one.
fn food(request: &Request<'_>, missing: u32) -> Step {
    let (situation, work) = (request.situation, &request.pursuit.work);
    if let Some(item) = work.meat_to_pick_up() {
        return Step::Hunt { item, total: situation.bag.count(item) + missing };
    }
    let meats = MEATS.map(item);
    let score = |meat: &ItemId| {
        let kinds = situation.lore.prey(*meat);
        let (score, prey) = creatures::best(situation.belief, situation.fine, kinds, Good::Food)?;
        Some((score, Reverse((prey.at.distance_squared(situation.fine), *meat))))
    };
    match meats.into_iter().filter_map(|meat| Some((score(&meat)?, meat))).max() {
        Some((_, meat)) => Step::Hunt { item: meat, total: situation.bag.count(meat) + missing },
        None => Step::Explore { blocks: FOOD_WALK_BLOCKS },
    }
}
