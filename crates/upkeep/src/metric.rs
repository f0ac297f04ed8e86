//! Metrics as rows of data: what is watched, in how many buckets, which way is bad, and from where it is read.
//!
//! A level is an integer in milli-buckets; its bucket is `level / 1000`. Canonical state holds buckets alone.

use alloc::vec::Vec;
use serde::{Deserialize, Serialize};
use vocab::{Digest, Name, ToolClass};

/// Levels are counted in thousandths of a bucket.
pub const MILLI_PER_BUCKET: i64 = 1_000;
/// Drift is counted in grains: a 120th of a milli-bucket, so that the seed's rates (one bucket in 1,000, 2,000 and 2,400
/// ticks) are whole numbers of grains per tick (120, 60, 50), and learned rates are fine enough.
pub const GRAINS_PER_MILLI: i64 = 120;
/// Most buckets of a metric.
pub const BUCKETS_MAX: u8 = 16;

/// Which end of the range is the bad one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Polarity {
    LowIsBad,
    HighIsBad,
}

/// Things that upkeep uses up or needs at hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Asset {
    /// Items that can be eaten as they are.
    Food,
    /// Items that become food in a furnace.
    RawFood,
    /// Items that are food or become it.
    Meals,
    /// Animals or ripe crops within reach.
    FoodSource,
    Fuel,
    /// Coal that is known of, and what it is got with.
    FuelSource,
    /// A furnace within reach.
    Furnace,
    /// A crafting table within reach.
    Table,
    Torches,
    /// Sets of stick and coal or charcoal; one gives four torches.
    TorchMaterials,
    SpareTool(ToolClass),
    /// Sets of material for one tool of the class.
    ToolMaterials(ToolClass),
    Bed,
    /// A known shelter within reach.
    Shelter,
    /// Blocks to close a hole with.
    Blocks,
}

/// Where a metric's raw value is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Source {
    /// Half drumsticks.
    Food,
    /// Half hearts.
    Health,
    /// Uses left of the best tool of the class, in thousandths.
    Tool(ToolClass),
    /// Lit part of the place the body works in, in thousandths.
    Light,
    /// The highest threat level of the hazard summary; nothing else.
    Threat,
    /// Ticks until night, or the whole range when sheltered.
    TimeToNight,
    /// How many of an asset there are.
    Stock(Asset),
}

/// One metric.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MetricRow {
    pub id: Name,
    pub source: Source,
    /// Raw values at the two ends of the range.
    pub min: i64,
    pub max: i64,
    pub buckets: u8,
    pub polarity: Polarity,
    /// Bucket edge at which it warns.
    pub warn: u8,
    /// Bucket edge at which it is critical; `None` for stocks, whose lack hurts nobody by itself.
    pub critical: Option<u8>,
    /// Cost of a second at or past warn.
    pub warn_cost_per_second: i64,
}

impl MetricRow {
    /// The end of the level range.
    pub fn top(&self) -> i64 {
        i64::from(self.buckets) * MILLI_PER_BUCKET
    }

    /// The level of a raw value; buckets have equal width, values outside the range count as its ends.
    pub fn level(&self, raw: i64) -> i64 {
        let raw = raw.clamp(self.min, self.max);
        (raw - self.min) * self.top() / (self.max - self.min)
    }

    /// The bucket of a level; the exact maximum belongs to the top bucket.
    pub fn bucket(&self, level: i64) -> u8 {
        (level.max(0) / MILLI_PER_BUCKET).min(i64::from(self.buckets) - 1) as u8
    }

    /// How far a level is from the bad end: higher is better, whatever the polarity.
    pub fn good(&self, level: i64) -> i64 {
        match self.polarity {
            Polarity::LowIsBad => level,
            Polarity::HighIsBad => self.top() - level,
        }
    }

    /// At or below this goodness it warns.
    pub fn warn_good(&self) -> i64 {
        self.good(i64::from(self.warn) * MILLI_PER_BUCKET)
    }

    pub fn critical_good(&self) -> Option<i64> {
        self.critical.map(|edge| self.good(i64::from(edge) * MILLI_PER_BUCKET))
    }

    /// Whether it belongs to the canonical state: what comes from hazards does not.
    pub fn canonical(&self) -> bool {
        self.source != Source::Threat
    }
}

/// The state that is hashed and compared: buckets alone, without what derives from hazards.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct CanonicalState(Vec<(Name, u8)>);

impl CanonicalState {
    /// From metrics with their levels, in the order of the rows.
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
