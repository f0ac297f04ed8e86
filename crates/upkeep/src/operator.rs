//! Operators as rows of data: what an action restores, how long it takes, what it needs and what it costs.

use crate::metric::Asset;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};
use vocab::{Name, ToolClass};

/// Every action that upkeep can ask for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Operator {
    Eat,
    CookAndEat,
    HuntAndEat,
    GatherFood,
    /// Start using the spare tool of this class.
    Replace(ToolClass),
    Craft(ToolClass),
    CraftSpare(ToolClass),
    PlaceTorches,
    CraftAndPlaceTorches,
    CraftTorches,
    GatherFuel,
    Retreat,
    SeekShelter,
    /// Dig a hole and close it from inside.
    DigIn,
    Sleep,
    HealUp,
}

/// An asset that an upkeep operator needs, and how many of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Need {
    pub asset: Asset,
    pub count: u32,
    /// Whether the operator's action uses the asset up.
    pub consumed: bool,
}

/// One row of the operator table: what the action restores, how long it takes, what it needs and costs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OperatorRow {
    pub operator: Operator,
    /// The restored metrics, each with the milli-buckets by which it moves towards its good end.
    pub restores: Vec<(Name, i64)>,
    pub duration_ticks: u64,
    /// Ticks to get to where the action starts, such as the walk to a shelter.
    pub lead_ticks: u64,
    pub needs: Vec<Need>,
    pub resource: i64,
    pub disruption: i64,
    pub risk: i64,
}

/// How many of each asset the agent has.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Assets(BTreeMap<Asset, u32>);

impl Assets {
    /// How many of an asset there are; an asset that was not reported counts as 0.
    pub fn count(&self, asset: Asset) -> u32 {
        self.reported(asset).unwrap_or(0)
    }

    /// How many of an asset there are; `None` when that was not reported.
    pub fn reported(&self, asset: Asset) -> Option<u32> {
        self.0.get(&asset).copied()
    }

    pub fn set(&mut self, asset: Asset, count: u32) {
        self.0.insert(asset, count);
    }
}

impl FromIterator<(Asset, u32)> for Assets {
    fn from_iter<I: IntoIterator<Item = (Asset, u32)>>(assets: I) -> Self {
        Assets(assets.into_iter().collect())
    }
}

/// Most uses counted for one upkeep operator: more than there is time for within any horizon.
pub const USES_MAX: u32 = 99;

impl OperatorRow {
    /// How many times the operator can be used with these assets.
    pub fn uses(&self, assets: &Assets) -> u32 {
        let uses = self.needs.iter().map(|need| match assets.count(need.asset) {
            held if need.consumed => held / need.count.max(1),
            held if held >= need.count => USES_MAX,
            _ => 0,
        });
        uses.min().unwrap_or(USES_MAX).min(USES_MAX)
    }

    /// The assets that the operator needs and of which there are too few.
    pub fn missing(&self, assets: &Assets) -> Vec<Asset> {
        let lacking = self.needs.iter().filter(|need| assets.count(need.asset) < need.count);
        lacking.map(|need| need.asset).collect()
    }
}
