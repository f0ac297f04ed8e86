//! The statistics of a run.

use agency::counters::Counters;
use alloc::collections::BTreeMap;
use alloc::string::String;
use serde::{Deserialize, Serialize};
use vocab::Tick;

/// Milestones in their usual order. Each is an item that is carried for the first time.
pub const MILESTONES: [&str; 7] =
    ["crafting_table", "wooden_pickaxe", "stone_pickaxe", "furnace", "iron_ingot", "iron_pickaxe", "diamond"];

#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Report {
    pub tick: Tick,
    pub alive: bool,
    pub deaths: u32,
    /// The tick at which each of [`MILESTONES`] was first carried.
    pub milestones: BTreeMap<String, Option<Tick>>,
    /// How many different items the agent ever carried.
    pub items_seen: u32,
    pub tasks: TaskReport,
    /// The number of failed tasks and refused requests by stall class.
    pub stalls: BTreeMap<String, u64>,
    /// The mind's counters since it was created. They only grow.
    pub counters: BTreeMap<String, u64>,
    /// The counters of thinking in this session.
    pub agency: Counters,
    /// The number of open tasks that are stalled now, by stall class.
    pub stalled: BTreeMap<String, u64>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct TaskReport {
    pub created: u64,
    pub completed: u64,
    pub failed: u64,
    pub cancelled: u64,
    pub open: u64,
}
