//! Goal: a station is carried, or stands near enough to use.

use super::{Goal, Kind, Request, key};
use crate::agenda::pursuit::Pursuit;
use crate::plan::Planned;
use crate::plan::asking;
use crate::plan::course::NoPlan;
use crate::view::lore::item;
use crate::view::places::KnownStation;
use crate::view::situation::Situation;
use core::fmt;
use serde::{Deserialize, Serialize};
use vocab::{GoalKey, Station};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct HaveStation {
    pub station: Station,
}

impl Kind for HaveStation {
    fn key(&self) -> GoalKey {
        key("craft", self.station.name())
    }

    fn is_met(&self, situation: &Situation<'_>, _: &Pursuit) -> bool {
        has_station(situation, self.station)
    }

    fn plan(&self, request: &Request<'_>) -> Result<Planned, NoPlan> {
        request.course(item(self.station.name()), 1)
    }

    fn widened(&self, by: &Goal) -> Option<Goal> {
        match by {
            // A person wants the station in the bag, so it replaces the goal to have one near by.
            Goal::Have(by) => Some((*by).into()),
            _ => None,
        }
    }
}

impl fmt::Display for HaveStation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a {} carried or near by", self.station.name())
    }
}

/// Whether the agent carries a station of this kind, or one stands near enough to use.
pub fn has_station(situation: &Situation<'_>, station: Station) -> bool {
    let near = |known: &KnownStation| asking::is_usable(situation.places, known, situation.at, situation.now);
    situation.bag.count(item(station.name())) > 0 || situation.places.stations(station, situation.at).iter().any(near)
}
