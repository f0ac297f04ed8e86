//! Metrics as rows of data: what is measured, into how many buckets it is divided, which end is bad, and where it is read from.
//!
//! A level is an integer in milli-buckets; its bucket is `level / 1000`. The canonical state contains only buckets.

use alloc::vec::Vec;
use serde::{Deserialize, Serialize};
use vocab::{Digest, Name, ToolClass};

/// Levels of a metric are measured in thousandths of a bucket (milli-buckets).
pub const MILLI_PER_BUCKET: i64 = 1_000;
/// How fast a metric gets worse is measured in grains, a 120th of a milli-bucket. So the rates of the design document
/// (one bucket in 1,000, 2,000 and 2,400 ticks) are whole numbers of grains per tick (120, 60 and 50), and learned
/// rates are precise enough.
pub const GRAINS_PER_MILLI: i64 = 120;
/// Most buckets into which the range of a metric may be divided.
pub const BUCKETS_MAX: u8 = 16;

/// Which end of a metric's range is bad.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Polarity {
    LowIsBad,
    HighIsBad,
}

/// Things that an upkeep operator uses up or needs at hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Asset {
    /// Items held that can be eaten as they are.
    Food,
    /// Items held that become food when smelted.
    RawFood,
    /// Items held that are food or become food when smelted.
    Meals,
    /// Animals or ripe crops within reach.
    FoodSource,
    Fuel,
    /// Coal ore at a known place, and a pickaxe that mines it.
    FuelSource,
    /// A furnace within reach.
    Furnace,
    /// A crafting table within reach.
    Table,
    Torches,
    /// Sets of a stick and a piece of coal or charcoal; one set gives four torches.
    TorchMaterials,
    SpareTool(ToolClass),
    /// Sets of materials held, each enough for one tool of this class.
    ToolMaterials(ToolClass),
    Bed,
    /// A known shelter within reach of the agent.
    Shelter,
    /// Blocks held to close a shelter with.
    Blocks,
}

/// Which observed value a metric measures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Source {
    /// The food bar, in half drumsticks.
    Food,
    /// The health bar, in half hearts.
    Health,
    /// Remaining durability of the best tool of this class, in thousandths.
    Tool(ToolClass),
    /// How much of the place where the body works is lit, in thousandths.
    Light,
    /// The highest threat level of the hazard summary; threat is measured by nothing else.
    Threat,
    /// Ticks until night; the metric's maximum when the body is sheltered.
    TimeToNight,
    /// How many of an asset the agent holds.
    Stock(Asset),
}

/// One row of the table of metrics: what it measures, its range and its thresholds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MetricRow {
    pub id: Name,
    pub source: Source,
    /// The observed values at the two ends of the metric's range.
    pub min: i64,
    pub max: i64,
    pub buckets: u8,
    pub polarity: Polarity,
    /// The bucket boundary at which the metric counts as low and each second costs something ("warn").
    pub warn: u8,
    /// The bucket boundary at which the metric is critical; `None` for stocks of an asset, because running out of one
    /// does no harm by itself.
    pub critical: Option<u8>,
    /// Cost of each second that the metric spends at or beyond its warn threshold.
    pub warn_cost_per_second: i64,
}

impl MetricRow {
    /// The metric's highest level, in milli-buckets.
    pub fn top(&self) -> i64 {
        i64::from(self.buckets) * MILLI_PER_BUCKET
    }

    /// Turns an observed value into the metric's level in milli-buckets. Buckets have equal width; values outside the
    /// range are clamped.
    pub fn level(&self, raw: i64) -> i64 {
        let raw = raw.clamp(self.min, self.max);
        (raw - self.min) * self.top() / (self.max - self.min)
    }

    /// The bucket that a metric's level lies in; the maximum belongs to the top bucket.
    pub fn bucket(&self, level: i64) -> u8 {
        (level.max(0) / MILLI_PER_BUCKET).min(i64::from(self.buckets) - 1) as u8
    }

    /// Goodness: how far a metric's level is from its bad end. More is better, whichever end is bad.
    pub fn good(&self, level: i64) -> i64 {
        match self.polarity {
            Polarity::LowIsBad => level,
            Polarity::HighIsBad => self.top() - level,
        }
    }

    /// The goodness at or below which the metric counts as low (warns).
    pub fn warn_good(&self) -> i64 {
        self.good(i64::from(self.warn) * MILLI_PER_BUCKET)
    }

    pub fn critical_good(&self) -> Option<i64> {
        self.critical.map(|edge| self.good(i64::from(edge) * MILLI_PER_BUCKET))
    }

    /// Whether the metric is part of the state that is hashed and compared. Threat is not, because it comes from
    /// hazards.
    pub fn canonical(&self) -> bool {
        self.source != Source::Threat
    }
}

/// The upkeep state that is hashed and compared: each metric's bucket only, without metrics that come from hazards.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct CanonicalState(Vec<(Name, u8)>);

impl CanonicalState {
    /// Builds the compared state from metrics and their levels, in the order given.
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
