//! Statistics of the life so far: items ever carried, deaths, counters.

use crate::turn::Turn;
use crate::view::lore::name_of;
use crate::wire::report::MILESTONES;
use crate::wire::trace::Event;
use alloc::collections::BTreeMap;
use alloc::string::{String, ToString};
use serde::{Deserialize, Serialize};
use vocab::{ItemId, Tick};

/// Counters over the agent's life that only grow.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Counters {
    pub drive_ticks: u64,
    pub drive_held: u64,
    pub plans: u64,
    pub verified: u64,
    pub inconclusive: u64,
    pub contradicted: u64,
    pub not_done: u64,
    pub retries: u64,
    pub questions: u64,
    pub damage_half_hearts: u64,
    /// How often upkeep took the body from a task in the middle of an action.
    pub upkeep_interruptions: u64,
}

#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Journey {
    /// The tick at which each item was first carried. Bounded by the game's number of items.
    #[serde(deserialize_with = "vocab::salvage::map")]
    first: BTreeMap<ItemId, Tick>,
    pub deaths: u32,
    pub dead: bool,
    pub counters: Counters,
}

impl Journey {
    /// Notes which items are carried for the first time, and traces those that are milestones.
    pub fn carried(&mut self, turn: &mut Turn<'_>) {
        for (item, _) in turn.seen.bag.iter() {
            if self.first.contains_key(&item) || crate::view::lore::gamedata_item(item).is_none() {
                continue;
            }
            self.first.insert(item, turn.now());
            let name = name_of(item).to_string();
            turn.trace(Event::Milestone { item, name });
        }
    }

    pub fn items_seen(&self) -> u32 {
        self.first.len() as u32
    }

    pub fn milestones(&self) -> BTreeMap<String, Option<Tick>> {
        let first = |name: &str| gamedata::items::named(name).and_then(|item| self.first.get(&item).copied());
        MILESTONES.iter().map(|name| (name.to_string(), first(name))).collect()
    }
}
