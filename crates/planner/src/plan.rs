//! What comes out: timed steps, or a reason why there are none.

use crate::rule::Problem;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use serde::Serialize;
use vocab::Digest;

/// Which slot a load goes to.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct SlotName(pub String);

/// One thing the agent does.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub enum Act {
    /// The operation, so many times in a row.
    Op { op: usize, times: u64 },
    /// Loading a slot; its output is there at `ready`.
    Load { process: usize, slot: SlotName, count: u64, fuel: Option<usize>, fuel_count: u64, ready: u64 },
}

/// An act with the ticks from which to which it keeps the agent busy.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Step {
    pub start: u64,
    pub end: u64,
    pub act: Act,
}

/// What is made small.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub enum Objective {
    /// 10 × action cost + makespan in buckets, rounded up.
    #[default]
    CostAndTime,
    /// The makespan; cost breaks ties.
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
    /// Equal plans of equal requests have equal digests. Times count in buckets, as everywhere on the wire.
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
    /// A station is needed, none exists, and none can be made or placed.
    NoStation,
    /// Stations of a needed type exist, all are busy beyond the horizon, and no further one can be made.
    CapacityDeadlock,
    /// Stations of a needed type exist, all are busy longer than may be waited for, and no further one can be made.
    WaitBound,
    /// Something is needed that nothing gives, or not as much of it.
    UnreachableItem,
    /// Every plan ends after the horizon.
    Horizon,
    /// Neither a plan nor a proof that there is none within the node budget.
    Budget,
    /// The request is none.
    BadRequest,
    /// A plan was found that does not hold: a mistake of the planner's.
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

/// "Unsolved" with its reason, what it is about, and the smallest thing that would change it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unsolved {
    pub reason: Reason,
    /// The item or station type it is about.
    pub detail: String,
    pub way_out: String,
}

impl fmt::Display for Unsolved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} ({})", self.reason.name(), self.detail, self.way_out)
    }
}

/// A plan with what is known about how good it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Solution {
    pub plan: Plan,
    /// In the asked objective's unit.
    pub value: u64,
    /// No plan has a smaller value.
    pub bound: u64,
    /// Schedules built and search nodes visited.
    pub explored: u64,
}

impl Solution {
    pub fn optimal(&self) -> bool {
        self.value <= self.bound
    }
}
