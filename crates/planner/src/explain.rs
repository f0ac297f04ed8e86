//! Explains a plan: the chain of steps that determines its length, and what one station more or less would change.

use crate::plan::{Act, Objective, Plan, Solution, TimedAct};
use crate::rule::{Problem, SLOTS_MAX, Slot, StationType};
use crate::solve::{Limits, solve};
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// One step in the chain of steps that determines the plan's length.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Link {
    pub start: u64,
    pub end: u64,
    pub what: String,
}

/// How the plan would change with one station (such as a furnace) more or less.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Compare {
    pub station: String,
    /// How many stations of the type the plan loads, and how many of them it builds.
    pub used: u64,
    pub built: u64,
    /// The plan's value and length with one more station from the start; `None` when no more is allowed.
    pub one_more: Option<(u64, u64)>,
    /// The plan's value and length with one station less; `None` when there is no such plan.
    pub one_less: Option<(u64, u64)>,
}

/// Why a plan is as long as it is, and what other numbers of stations would change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Explanation {
    /// The critical path: the plan's steps from beginning to end, each beginning when the one before it ends, as far as
    /// steps explain the times.
    pub critical: Vec<Link>,
    pub stations: Vec<Compare>,
    /// Ticks of the plan in which the agent has nothing to do.
    pub idle_ticks: u64,
}

fn name(problem: &Problem, act: &Act) -> String {
    match act {
        Act::Op { op, times } => format!("{} x{times}", problem.ops[*op].id),
        Act::Load { process, slot, count, .. } => format!("{} x{count} in {}", problem.processes[*process].id, slot.0),
    }
}

/// Finds the critical path from the plan's end backwards: before each step comes one that ended exactly when it began.
fn critical(problem: &Problem, plan: &Plan) -> Vec<Link> {
    let mut chain = Vec::new();
    let mut at = plan.makespan_ticks;
    let mut before = plan.steps.len();
    while at > 0 {
        let steps = &plan.steps[..before];
        let cooked =
            steps.iter().enumerate().rev().find(|(_, step)| matches!(step.act, Act::Load { ready, .. } if ready == at));
        let worked = steps.iter().enumerate().rev().find(|(_, step)| step.end == at && step.start < at);
        let Some((index, step)) = worked.or(cooked) else {
            let slot = problem.slots.iter().find(|slot| slot.ready_at == at);
            let what = slot.map_or_else(|| String::from("waiting"), |slot| format!("{} becomes free", slot.id));
            chain.push(Link { start: 0, end: at, what });
            break;
        };
        chain.push(Link { start: step.start, end: at, what: name(problem, &step.act) });
        (at, before) = (step.start, if worked.is_some() { index } else { index.max(1) });
        if before == 0 {
            break;
        }
    }
    chain.reverse();
    chain
}

/// The ids of the stations that a plan loads, by station type.
pub fn slots_used(problem: &Problem, steps: &[TimedAct]) -> BTreeMap<StationType, Vec<String>> {
    let mut used: BTreeMap<StationType, Vec<String>> = BTreeMap::new();
    for step in steps {
        if let Act::Load { process, slot, .. } = &step.act {
            let names = used.entry(problem.processes[*process].station).or_default();
            if !names.contains(&slot.0) {
                names.push(slot.0.clone());
            }
        }
    }
    used
}

fn with_one_more(problem: &Problem, station: StationType) -> Option<Problem> {
    if problem.slots.len() >= SLOTS_MAX {
        return None;
    }
    let mut other = problem.clone();
    let id = format!("{} more", problem.stations[station]);
    other.slots.push(Slot { id, station, ready_at: 0 });
    other.stations_max[station] = other.stations_max[station].saturating_add(1);
    Some(other)
}

/// The request with one station less: the last one is not built, or the one that is free last is removed.
fn with_one_less(problem: &Problem, station: StationType, built: u64) -> Option<Problem> {
    let mut other = problem.clone();
    if built > 0 {
        other.stations_max[station] = problem.placed(station) + built - 1;
        return Some(other);
    }
    let last = (0..problem.slots.len()).filter(|&slot| problem.slots[slot].station == station);
    let last = last.max_by_key(|&slot| (problem.slots[slot].ready_at, slot))?;
    other.slots.remove(last);
    other.stations_max[station] = problem.placed(station) - 1;
    Some(other)
}

/// Explains a solved request. To compare other numbers of stations, each changed request is solved within these limits.
pub fn explain(problem: &Problem, objective: Objective, solution: &Solution, limits: Limits) -> Explanation {
    let busy: u64 = solution.plan.steps.iter().map(|step| step.end - step.start).sum();
    let ask = |other: Option<Problem>| {
        let found = solve(&other?, objective, limits).ok()?;
        Some((found.value, found.plan.makespan_ticks))
    };
    let as_is = (solution.value, solution.plan.makespan_ticks);
    let stations = slots_used(problem, &solution.plan.steps)
        .into_iter()
        .map(|(station, names)| {
            let given = |name: &&String| problem.slots.iter().any(|slot| slot.id == **name);
            let built = (names.len() - names.iter().filter(given).count()) as u64;
            Compare {
                station: problem.stations[station].clone(),
                used: names.len() as u64,
                built,
                // The plan itself is still valid with one more station; a short search might miss it.
                one_more: ask(with_one_more(problem, station)).map(|more| more.min(as_is)),
                one_less: ask(with_one_less(problem, station, built)),
            }
        })
        .collect();
    Explanation {
        critical: critical(problem, &solution.plan),
        stations,
        idle_ticks: solution.plan.makespan_ticks.saturating_sub(busy),
    }
}
