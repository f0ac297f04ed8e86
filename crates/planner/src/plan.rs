//! The planner's answer: timed steps, or the reason why there is no plan.

use crate::rule::Problem;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use serde::{Deserialize, Serialize};
use vocab::Digest;

/// The id of the station (a furnace, say) that a step of the plan loads.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct SlotName(pub String);

/// One action of the agent in a plan.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub enum Act {
    /// An operation (craft, gather, place), repeated this many times in a row.
    Op { op: usize, times: u64 },
    /// Loading a station with a batch; its output can be collected from tick `ready` on.
    Load { process: usize, slot: SlotName, count: u64, fuel: Option<usize>, fuel_count: u64, ready: u64 },
}

/// An action of a plan, with the ticks at which the agent begins and ends it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct TimedAct {
    pub start: u64,
    pub end: u64,
    pub act: Act,
}

/// What the planner minimises.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub enum Objective {
    /// 10 × action cost + the plan's length in buckets, rounded up.
    #[default]
    CostAndTime,
    /// The plan's length; of equally short plans the cheaper one.
    Makespan,
}

/// A plan with times that the validator has accepted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Plan {
    pub steps: Vec<TimedAct>,
    pub makespan_ticks: u64,
    pub action_cost: u64,
}

impl Plan {
    /// A digest of the plan: equal plans of equal requests have equal digests. Times are counted in buckets, as on the
    /// wire.
    pub fn digest(&self, problem: &Problem) -> Digest {
        let steps: Vec<_> = (self.steps.iter())
            .map(|step| {
                let name = match &step.act {
                    Act::Op { op, .. } => &problem.ops[*op].id,
                    Act::Load { process, .. } => &problem.processes[*process].id,
                };
                (name, crate::cost::buckets(step.start, problem.bucket_ticks), step)
            })
            .collect();
        Digest::of("plan", &steps)
    }
}

/// Why the planner found no plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// A needed station does not exist and cannot be made or placed.
    NoStation,
    /// All stations of a needed type are busy beyond the horizon, and no further one can be made.
    CapacityDeadlock,
    /// All stations of a needed type are busy for longer than a plan may wait, and no further one can be made.
    WaitBound,
    /// A needed item cannot be had, or not enough of it.
    UnreachableItem,
    /// Every plan would end after the horizon.
    Horizon,
    /// The search budget was used up without a plan and without a proof that there is none.
    Budget,
    /// The planning request is not valid.
    BadRequest,
    /// The planner found a plan that the validator refused: a bug in the planner.
    Internal,
}

impl Reason {
    pub const fn name(self) -> &'static str {
        match self {
            Reason::NoStation => "no_station",
            Reason::CapacityDeadlock => "capacity_deadlock",
            Reason::WaitBound => "wait_bound",
            Reason::UnreachableItem => "unreachable_item",
            Reason::Horizon => "horizon",
            Reason::Budget => "budget",
            Reason::BadRequest => "bad_request",
            Reason::Internal => "internal",
        }
    }
}

/// Why there is no plan, which item or station it is about, and the smallest change that would help.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unsolved {
    pub reason: Reason,
    /// The item or station type that the reason is about.
    pub detail: String,
    pub way_out: String,
}

impl fmt::Display for Unsolved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} ({})", self.reason.name(), self.detail, self.way_out)
    }
}

/// A plan, and what is known about its quality.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Solution {
    pub plan: Plan,
    /// The plan's value in the unit of the requested objective.
    pub value: u64,
    /// A proven lower bound: no plan has a smaller value.
    pub bound: u64,
    /// The number of schedules built plus the number of search nodes visited.
    pub explored: u64,
}

impl Solution {
    pub fn optimal(&self) -> bool {
        self.value <= self.bound
    }
}
