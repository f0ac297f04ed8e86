//! Metrics as rows of data: what is measured, into how many buckets it is divided, which end is bad, and where it is read from.
//!
//! A level is an integer in milli-buckets; its bucket is `level / 1000`. The canonical state contains only buckets.

use alloc::vec::Vec;
use serde::{Deserialize, Serialize};
use vocab::{Digest, Name, ToolClass};

/// Levels are measured in thousandths of a bucket.
pub const MILLI_PER_BUCKET: i64 = 1_000;
/// Drift is measured in grains, a 120th of a milli-bucket. So the rates of the design document (one bucket in 1,000, 2,000 and
/// 2,400 ticks) are whole numbers of grains per tick (120, 60 and 50), and learned rates are precise enough.
pub const GRAINS_PER_MILLI: i64 = 120;
/// Most buckets that a metric may have.
pub const BUCKETS_MAX: u8 = 16;

/// Which end of the range is bad.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Polarity {
    LowIsBad,
    HighIsBad,
}

/// Things that an operator uses up or needs at hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Asset {
    /// Items that can be eaten as they are.
    Food,
    /// Items that become food when smelted.
    RawFood,
    /// Items that are food or become food when smelted.
    Meals,
    /// Animals or ripe crops within reach.
    FoodSource,
    Fuel,
    /// Known coal, with a pickaxe that mines it.
    FuelSource,
    /// A furnace within reach.
    Furnace,
    /// A crafting table within reach.
    Table,
    Torches,
    /// Sets of a stick and a piece of coal or charcoal; one set gives four torches.
    TorchMaterials,
    SpareTool(ToolClass),
    /// Sets of materials for one tool of this class.
    ToolMaterials(ToolClass),
    Bed,
    /// A known shelter within reach.
    Shelter,
    /// Blocks to close a shelter with.
    Blocks,
}

/// Where the raw value of a metric comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Source {
    /// Half drumsticks.
    Food,
    /// Half hearts.
    Health,
    /// Remaining uses of the best tool of this class, in thousandths.
    Tool(ToolClass),
    /// Lit part of the place where the body works, in thousandths.
    Light,
    /// The highest threat level of the hazard summary, and nothing else.
    Threat,
    /// Ticks until night; the maximum when the body is sheltered.
    TimeToNight,
    /// The number of an asset that is held.
    Stock(Asset),
}

/// One metric.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MetricRow {
    pub id: Name,
    pub source: Source,
    /// Raw values at both ends of the range.
    pub min: i64,
    pub max: i64,
    pub buckets: u8,
    pub polarity: Polarity,
    /// The bucket boundary at which the metric warns.
    pub warn: u8,
    /// The bucket boundary at which the metric is critical; `None` for stocks, because running out of one does no harm by
    /// itself.
    pub critical: Option<u8>,
    /// Cost of each second at or beyond warn.
    pub warn_cost_per_second: i64,
}

impl MetricRow {
    /// The highest level.
    pub fn top(&self) -> i64 {
        i64::from(self.buckets) * MILLI_PER_BUCKET
    }

    /// The level of a raw value. Buckets have equal width; values outside the range are clamped.
    pub fn level(&self, raw: i64) -> i64 {
        let raw = raw.clamp(self.min, self.max);
        (raw - self.min) * self.top() / (self.max - self.min)
    }

    /// The bucket of a level; the maximum belongs to the top bucket.
    pub fn bucket(&self, level: i64) -> u8 {
        (level.max(0) / MILLI_PER_BUCKET).min(i64::from(self.buckets) - 1) as u8
    }

    /// Goodness: the distance of a level from the bad end. More is better, whichever end is bad.
    pub fn good(&self, level: i64) -> i64 {
        match self.polarity {
            Polarity::LowIsBad => level,
            Polarity::HighIsBad => self.top() - level,
        }
    }

    /// The metric warns at this goodness or below.
    pub fn warn_good(&self) -> i64 {
        self.good(i64::from(self.warn) * MILLI_PER_BUCKET)
    }

    pub fn critical_good(&self) -> Option<i64> {
        self.critical.map(|edge| self.good(i64::from(edge) * MILLI_PER_BUCKET))
    }

    /// Whether the metric is part of the canonical state. Threat is not, because it comes from hazards.
    pub fn canonical(&self) -> bool {
        self.source != Source::Threat
    }
}

/// The state that is hashed and compared: buckets only, without metrics that come from hazards.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct CanonicalState(Vec<(Name, u8)>);

impl CanonicalState {
    /// Builds the state from metrics and their levels, in the order of the rows.
    pub fn new<'a>(levels: impl Iterator<Item = (&'a MetricRow, i64)>) -> CanonicalState {
        let rows = levels.filter(|(row, _)| row.canonical());
        CanonicalState(rows.map(|(row, level)| (row.id, row.bucket(level))).collect())
    }

    pub fn buckets(&self) -> &[(Name, u8)] {
        &self.0
    }

    pub fn digest(&self) -> Digest {
        Digest::of("upkeep-state", self)
    }
}
