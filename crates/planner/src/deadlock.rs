//! Recognises impossible requests before the search, and says which station or item blocks them and what would help.
//!
//! - `no_station`: a needed station type has no slot, and none can be made or placed.
//! - `capacity_deadlock`: all its slots are busy beyond the horizon, and none can be added.
//! - `wait_bound`: all its slots are busy beyond the wait bound, one of them within the horizon, and none can be
//!   added.
//! - `unreachable_item`: even with every station, no rule makes a needed item.

use crate::plan::{Objective, Reason, Unsolved};
use crate::reach::{Reach, placed_thing, reach};
use crate::rule::{Problem, StationType};
use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Reverse;

/// How many fuels an error message names as examples when fuel is missing.
const FUELS_NAMED: usize = 3;

/// A rule that makes an item: an operation of the agent or a process of a station.
#[derive(Clone, Copy)]
enum Rule {
    Op(usize),
    Process(usize),
}

/// Which items can be had at all, or why the goal cannot be reached.
pub fn check(problem: &Problem, objective: Objective) -> Result<Reach, Unsolved> {
    let real = reach(problem, objective, false);
    let Some(&(goal, _)) = problem.goal.iter().find(|(item, _)| real.way[*item].is_none()) else { return Ok(real) };
    let ideal = reach(problem, objective, true);
    let out_of_reach = problem.goal.iter().find(|(item, _)| ideal.way[*item].is_none());
    Err(match out_of_reach {
        Some(&(item, _)) => missing_item(problem, &ideal, item),
        None => missing_station(problem, &real, &ideal, goal),
    })
}

fn makers(problem: &Problem, thing: usize) -> Vec<Rule> {
    let station = thing.checked_sub(problem.items.len());
    let ops = (problem.ops.iter().enumerate())
        .filter(|(_, op)| match station {
            Some(station) => op.places == Some(station) && problem.room(station) > 0,
            None => op.outputs.iter().any(|&(item, _)| item == thing),
        })
        .map(|(index, _)| Rule::Op(index));
    let processes = (problem.processes.iter().enumerate())
        .filter(|(_, process)| process.output == thing)
        .map(|(index, _)| Rule::Process(index));
    ops.chain(processes).collect()
}

/// Inputs, tools and fuels of a rule that cannot be had; a missing station is not listed.
fn lacks(problem: &Problem, reach: &Reach, rule: Rule) -> Vec<usize> {
    let had = |item: &usize| reach.way[*item].is_some();
    match rule {
        Rule::Op(op) => {
            let op = &problem.ops[op];
            let mut lacking: Vec<usize> = op.inputs.iter().map(|&(item, _)| item).filter(|item| !had(item)).collect();
            if !op.tools_any.is_empty() && !op.tools_any.iter().any(had) {
                lacking.push(op.tools_any[0]);
            }
            lacking
        }
        Rule::Process(process) => {
            let process = &problem.processes[process];
            let mut lacking: Vec<usize> = core::iter::once(process.input).filter(|item| !had(item)).collect();
            if process.fuel_per_item > 0 && !problem.fuels.iter().any(|(fuel, _)| had(fuel)) {
                lacking.extend(problem.fuels.first().map(|&(fuel, _)| fuel));
            }
            lacking
        }
    }
}

/// Whether the rule needs the item only as fuel.
fn burns(problem: &Problem, rule: Rule, item: usize) -> bool {
    matches!(rule, Rule::Process(process) if problem.processes[process].input != item)
}

/// The names of the fuels that burn longest, for an error message.
fn best_fuels(problem: &Problem) -> String {
    let mut fuels = problem.fuels.clone();
    fuels.sort_by_key(|&(item, ticks)| (Reverse(ticks), item));
    let names: Vec<&str> = fuels.iter().take(FUELS_NAMED).map(|&(item, _)| problem.items[item].as_str()).collect();
    names.join(", ")
}

/// Follows missing ingredients down to an item that no rule makes, and reports that item as the reason.
fn missing_item(problem: &Problem, ideal: &Reach, goal: usize) -> Unsolved {
    let mut seen = vec![false; problem.items.len()];
    let (mut item, mut for_fire) = (goal, false);
    loop {
        seen[item] = true;
        let rules = makers(problem, item);
        let next = (rules.iter().map(|&rule| (rule, lacks(problem, ideal, rule))))
            .filter_map(|(rule, lacking)| {
                lacking.first().map(|&first| (lacking.len(), first, burns(problem, rule, first)))
            })
            .filter(|&(_, first, _)| !seen[first])
            .min();
        if let Some((_, first, burnt)) = next {
            item = first;
            for_fire |= burnt;
            continue;
        }
        let detail = problem.items[item].clone();
        let stations = !problem.slots.is_empty() || problem.stations_max.iter().any(|&max| max > 0);
        // The request has fuels but no process that burns them, so what is missing is a station that does not exist.
        if rules.is_empty() && !stations && problem.processes.is_empty() && !problem.fuels.is_empty() {
            let way_out = format!("no station exists or may be placed, and no rule makes {detail} without one");
            return Unsolved { reason: Reason::NoStation, detail, way_out };
        }
        let burning = rules.iter().find_map(|&rule| match rule {
            Rule::Process(process) => Some(&problem.processes[process]).filter(|process| process.fuel_per_item > 0),
            Rule::Op(_) => None,
        });
        let way_out = if let Some(process) = burning.filter(|_| problem.fuels.is_empty()) {
            format!("a fuel in `fuels`: {} burns {} ticks per item", process.id, process.fuel_per_item)
        } else if for_fire {
            format!("fuel, such as {}", best_fuels(problem))
        } else if problem.is_mentioned(item) {
            format!("a rule that makes {detail}, or {detail} in the inventory")
        } else {
            format!("no rule makes {detail}")
        };
        return Unsolved { reason: Reason::UnreachableItem, detail, way_out };
    }
}

/// Finds the missing or busy station because of which the goal cannot be reached.
fn missing_station(problem: &Problem, real: &Reach, ideal: &Reach, goal: usize) -> Unsolved {
    let mut seen = vec![false; problem.items.len() + problem.stations.len()];
    let mut stack = vec![goal];
    let mut blocking: Option<StationType> = None;
    while let Some(thing) = stack.pop() {
        if core::mem::replace(&mut seen[thing], true) {
            continue;
        }
        let mut stations = Vec::new();
        for rule in makers(problem, thing) {
            let (possible, station) = match rule {
                Rule::Op(op) => (ideal.op_usable[op], problem.ops[op].station),
                Rule::Process(process) => (ideal.process_usable[process], Some(problem.processes[process].station)),
            };
            if !possible {
                continue;
            }
            let lacking = lacks(problem, real, rule);
            if lacking.is_empty() {
                stations.extend(station);
            }
            stack.extend(lacking);
        }
        // A station that exists is blocked because it is busy; one that does not exist may lack its ingredients. Of
        // several blocked stations, report the one with the most processes.
        let blocked = |station: &StationType| {
            problem.placed(*station) > 0 || makers(problem, placed_thing(problem, *station)).is_empty()
        };
        let uses = |station: StationType| problem.processes.iter().filter(|rule| rule.station == station).count();
        let first = |station: &StationType| (problem.placed(*station) == 0, Reverse(uses(*station)));
        if let Some(station) = stations.iter().copied().filter(blocked).min_by_key(first) {
            return station_reason(problem, station);
        }
        blocking = blocking.or(stations.iter().copied().min_by_key(first));
        stack.extend(stations.into_iter().map(|station| placed_thing(problem, station)));
    }
    station_reason(problem, blocking.unwrap_or(0))
}

fn station_reason(problem: &Problem, station: StationType) -> Unsolved {
    let detail = problem.stations.get(station).cloned().unwrap_or_default();
    let first =
        problem.slots.iter().filter(|slot| slot.station == station).min_by_key(|slot| (slot.ready_at, &slot.id));
    match first {
        None => {
            let way_out = if problem.room(station) == 0 {
                format!("place a {detail}, or allow one in max_stations")
            } else {
                format!("the ingredients to make and place a {detail}")
            };
            Unsolved { reason: Reason::NoStation, detail, way_out }
        }
        Some(slot) if slot.ready_at > problem.horizon_ticks => Unsolved {
            reason: Reason::CapacityDeadlock,
            way_out: format!(
                "{} is free at tick {}, after the horizon {}",
                slot.id, slot.ready_at, problem.horizon_ticks
            ),
            detail,
        },
        Some(slot) => Unsolved {
            reason: Reason::WaitBound,
            way_out: format!(
                "{} is free at tick {}, {} ticks later than the wait bound",
                slot.id,
                slot.ready_at,
                slot.ready_at.saturating_sub(problem.wait_ticks_max)
            ),
            detail,
        },
    }
}
