//! What upkeep learns in each report: vitals, tools, light, time of day, stocks, the threat level, and what the body is doing.

use crate::drift::Activity;
use crate::metric::Source;
use crate::operator::Assets;
use crate::schedule::TaskBreaks;
use alloc::collections::BTreeMap;
use serde::{Deserialize, Serialize};
use vocab::day::ticks_to_night;
use vocab::{ThreatLevel, Tick, ToolClass};

/// A threat level as thousandths of the worst one: each level is a quarter more.
pub const fn exposure(threat: ThreatLevel) -> i64 {
    match threat {
        ThreatLevel::None => 0,
        ThreatLevel::Low => 250,
        ThreatLevel::Medium => 500,
        ThreatLevel::High => 750,
        ThreatLevel::Critical => 1_000,
    }
}

/// One report of the body's state to upkeep. Unknown values are `None` and never count as good.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Observation {
    pub tick: Tick,
    /// The food bar in half drumsticks and the health bar in half hearts, each 0 to 20.
    pub food: Option<u8>,
    pub health: Option<u8>,
    /// Remaining durability of the agent's best tool of each class, in thousandths.
    pub tools: BTreeMap<ToolClass, u16>,
    /// How much of the surroundings is lit, in thousandths.
    pub light: Option<u16>,
    /// Tick of the day, 0 to 23,999.
    pub time_of_day: Option<u16>,
    /// Ticks to walk to a place where the night can be spent. Added to the time that the operator itself takes.
    #[serde(default)]
    pub way_ticks: u64,
    /// Whether the body is walled in or in bed, so that the night does no harm.
    pub sheltered: bool,
    pub assets: Assets,
    /// The highest threat level of the hazard summary. Upkeep sees no entity, track or position.
    pub threat: ThreatLevel,
    pub activity: Activity,
    pub breaks: TaskBreaks,
}

impl Observation {
    /// The reported value that a metric measures; `None` when it is unknown or does not apply.
    pub fn raw(&self, source: Source) -> Option<i64> {
        match source {
            Source::Food => self.food.map(i64::from),
            Source::Health => self.health.map(i64::from),
            Source::Tool(class) => self.tools.get(&class).map(|left| i64::from(*left)),
            Source::Light => self.light.map(i64::from),
            Source::Threat => Some(exposure(self.threat)),
            Source::TimeToNight if self.sheltered => Some(i64::MAX),
            Source::TimeToNight => self.time_of_day.map(|time| ticks_to_night(u64::from(time)) as i64),
            Source::Stock(asset) => self.assets.reported(asset).map(i64::from),
        }
    }
}
