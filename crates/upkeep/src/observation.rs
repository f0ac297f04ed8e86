//! What upkeep is told each time: vitals, tools, light, clock, stocks, the threat level, and what the body is up to.

use crate::drift::{Activity, ticks_to_night};
use crate::metric::{Source, ToolClass};
use crate::operator::Assets;
use crate::schedule::Work;
use alloc::collections::BTreeMap;
use serde::{Deserialize, Serialize};
use vocab::Tick;

/// The highest threat level of the hazard summary. Upkeep sees no entity, track or position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Threat {
    #[default]
    None,
    Low,
    Medium,
    High,
    Critical,
}

impl Threat {
    /// Thousandths of the worst: a quarter a level.
    pub fn exposure(self) -> i64 {
        match self {
            Threat::None => 0,
            Threat::Low => 250,
            Threat::Medium => 500,
            Threat::High => 750,
            Threat::Critical => 1_000,
        }
    }
}

/// One report. What is not known is `None` and never taken for good.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Observation {
    pub tick: Tick,
    /// Half drumsticks and half hearts, 0 to 20.
    pub food: Option<u8>,
    pub health: Option<u8>,
    /// Uses left of the best tool of each class that is owned, in thousandths.
    pub tools: BTreeMap<ToolClass, u16>,
    /// Lit part of the place, in thousandths.
    pub light: Option<u16>,
    /// Tick of the day, 0 to 23,999.
    pub time_of_day: Option<u16>,
    /// Ticks to where the night can be spent at all, besides what the operators take.
    #[serde(default)]
    pub way_ticks: u64,
    /// Walled in or in bed: night cannot harm.
    pub sheltered: bool,
    pub assets: Assets,
    pub threat: Threat,
    pub activity: Activity,
    pub work: Work,
}

impl Observation {
    /// The raw value of a metric's source; `None` when it is unknown or does not apply.
    pub fn raw(&self, source: Source) -> Option<i64> {
        match source {
            Source::Food => self.food.map(i64::from),
            Source::Health => self.health.map(i64::from),
            Source::Tool(class) => self.tools.get(&class).map(|left| i64::from(*left)),
            Source::Light => self.light.map(i64::from),
            Source::Threat => Some(self.threat.exposure()),
            Source::TimeToNight if self.sheltered => Some(i64::MAX),
            Source::TimeToNight => self.time_of_day.map(|time| ticks_to_night(u64::from(time)) as i64),
            Source::Stock(asset) => self.assets.told(asset).map(i64::from),
        }
    }
}
