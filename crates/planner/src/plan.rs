//! The planner's answer: timed steps, or the reason why there is no plan.

use crate::rule::Problem;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use serde::Serialize;
use vocab::Digest;

/// The id of the slot that a load uses.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct SlotName(pub String);

/// One thing that the agent does.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub enum Act {
    /// An operation, repeated this many times in a row.
    Op { op: usize, times: u64 },
    /// Loading a slot; its output can be collected from tick `ready` on.
    Load { process: usize, slot: SlotName, count: u64, fuel: Option<usize>, fuel_count: u64, ready: u64 },
}

/// An act with the ticks at which the agent begins and ends it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Step {
    pub start: u64,
    pub end: u64,
    pub act: Act,
}

/// What the planner minimises.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub enum Objective {
    /// 10 × action cost + makespan in buckets, rounded up.
    #[default]
    CostAndTime,
    /// The makespan; of equally short plans the cheaper one.
    Makespan,
}

/// A schedule that the validator has accepted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Plan {
    pub steps: Vec<Step>,
    pub makespan_ticks: u64,
    pub action_cost: u64,
}

impl Plan {
    /// Equal plans of equal requests have equal digests. Times are counted in buckets, as on the wire.
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

/// Why there is no plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reason {
    /// A needed station does not exist and cannot be made or placed.
    NoStation,
    /// All stations of a needed type are busy beyond the horizon, and no further one can be made.
    CapacityDeadlock,
    /// All stations of a needed type are busy longer than the wait bound, and no further one can be made.
    WaitBound,
    /// A needed item cannot be had, or not enough of it.
    UnreachableItem,
    /// Every plan ends after the horizon.
    Horizon,
    /// The node budget ended without a plan and without a proof that there is none.
    Budget,
    /// The request is not valid.
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
    /// The item or station type.
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
    /// In the unit of the requested objective.
    pub value: u64,
    /// A proven lower bound: no plan has a smaller value.
    pub bound: u64,
    /// Schedules built and search nodes visited.
    pub explored: u64,
}

impl Solution {
    pub fn optimal(&self) -> bool {
        self.value <= self.bound
    }
}
