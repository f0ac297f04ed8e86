//! Operators as rows of data: what an action restores, how long it takes, what it needs and what it costs.

use crate::metric::Asset;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};
use vocab::{Name, ToolClass};

/// Everything that upkeep can ask for.
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
    /// Dig a hole and close it.
    DigIn,
    Sleep,
    HealUp,
}

/// Something that an operator needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Need {
    pub asset: Asset,
    pub count: u32,
    /// Whether the action uses it up.
    pub consumed: bool,
}

/// One way to restore metrics.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OperatorRow {
    pub operator: Operator,
    /// Metrics, and the milli-buckets by which each is moved towards its good end.
    pub restores: Vec<(Name, i64)>,
    pub duration_ticks: u64,
    /// Ticks to get there before it starts, such as the walk to a shelter.
    pub lead_ticks: u64,
    pub needs: Vec<Need>,
    pub resource: i64,
    pub disruption: i64,
    pub risk: i64,
}

/// How many of each asset there are.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Assets(BTreeMap<Asset, u32>);

impl Assets {
    /// How many there are; an asset that was not reported counts as none.
    pub fn count(&self, asset: Asset) -> u32 {
        self.reported(asset).unwrap_or(0)
    }

    /// How many there are; `None` when that was not reported.
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

/// Most uses counted for one operator: more than fit into any horizon.
pub const USES_MAX: u32 = 99;

impl OperatorRow {
    /// How often it can be done with these assets.
    pub fn uses(&self, assets: &Assets) -> u32 {
        let uses = self.needs.iter().map(|need| match assets.count(need.asset) {
            held if need.consumed => held / need.count.max(1),
            held if held >= need.count => USES_MAX,
            _ => 0,
        });
        uses.min().unwrap_or(USES_MAX).min(USES_MAX)
    }

    /// The assets of which there are too few, in the order of the needs.
    pub fn missing(&self, assets: &Assets) -> Vec<Asset> {
        let lacking = self.needs.iter().filter(|need| assets.count(need.asset) < need.count);
        lacking.map(|need| need.asset).collect()
    }
}
