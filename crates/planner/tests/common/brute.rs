//! Finds the best plan of a tiny request by trying everything. Slow and simple; it shares only the rules with the
//! planner.

use planner::Problem;
use std::collections::HashMap;

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct State {
    bag: Vec<u64>,
    /// Each station: (type, tick from which it is free), sorted.
    slots: Vec<(usize, u64)>,
    /// Each batch that is cooking: (tick at which it is done, item, count), sorted.
    cooking: Vec<(u64, usize, u64)>,
    placed: Vec<u64>,
}

struct Brute<'a> {
    problem: &'a Problem,
    value: fn(u64, u64, u64) -> u64,
    best: u64,
    seen: HashMap<State, Vec<(u64, u64)>>,
    states: usize,
    most: usize,
    caps: Vec<u64>,
}

/// The least value of any plan, by brute force; `None` when there were too many states to try.
pub fn best(problem: &Problem, value: fn(u64, u64, u64) -> u64, start: u64, most: usize) -> Option<u64> {
    let mut placed = vec![0; problem.stations.len()];
    let mut slots = Vec::new();
    for slot in &problem.slots {
        placed[slot.station] += 1;
        if slot.ready_at <= problem.wait_ticks_max {
            slots.push((slot.station, slot.ready_at));
        }
    }
    slots.sort_unstable();
    // More than this many of any item are never needed in these requests.
    let caps = vec![12; problem.items.len()];
    let mut brute = Brute { problem, value, best: start + 1, seen: HashMap::new(), states: 0, most, caps };
    let state = State { bag: problem.stock.clone(), slots, cooking: vec![], placed };
    brute.go(state, 0, 0, 0);
    (brute.states < brute.most).then_some(brute.best)
}

impl Brute<'_> {
    fn met(&self, bag: &[u64]) -> bool {
        self.problem.goal.iter().all(|&(item, count)| bag[item] >= count)
    }

    fn go(&mut self, mut state: State, now: u64, acted: u64, cost: u64) {
        self.states += 1;
        if self.states >= self.most {
            return;
        }
        let bag = &mut state.bag;
        state.cooking.retain(|&(done, item, count)| {
            if done <= now {
                bag[item] += count;
            }
            done > now
        });
        if self.met(&state.bag) {
            let value = (self.value)(cost, now.max(acted), self.problem.bucket_ticks);
            if now <= self.problem.horizon_ticks {
                self.best = self.best.min(value);
            }
            return;
        }
        if (self.value)(cost, now, self.problem.bucket_ticks) >= self.best {
            return;
        }
        let known = self.seen.entry(state.clone()).or_default();
        if known.iter().any(|&(t, c)| t <= now && c <= cost) {
            return;
        }
        known.retain(|&(t, c)| !(now <= t && cost <= c));
        known.push((now, cost));
        self.loads(&state, now, cost);
        self.ops(&state, now, cost);
        let events = state.cooking.iter().map(|batch| batch.0).chain(state.slots.iter().map(|slot| slot.1));
        if let Some(next) = events.filter(|&at| at > now).min() {
            self.go(state, next, acted, cost);
        }
    }

    fn loads(&mut self, state: &State, now: u64, cost: u64) {
        for process in &self.problem.processes {
            let free = (0..state.slots.len()).find(|&s| state.slots[s].0 == process.station && state.slots[s].1 <= now);
            let Some(slot) = free else { continue };
            for count in (1..=process.batch_max.min(state.bag[process.input])).rev() {
                for &(fuel, burn) in &self.problem.fuels {
                    let pieces = (count * process.fuel_per_item).div_ceil(burn);
                    let mut next = state.clone();
                    next.bag[process.input] -= count;
                    if next.bag[fuel] < pieces {
                        continue;
                    }
                    next.bag[fuel] -= pieces;
                    let done = now + process.load_ticks + count * process.ticks_per_item;
                    next.slots[slot].1 = done;
                    next.slots.sort_unstable();
                    next.cooking.push((done, process.output, count));
                    next.cooking.sort_unstable();
                    let after = now + process.load_ticks;
                    self.go(next, after, after, cost + process.load_cost);
                }
            }
        }
    }

    fn ops(&mut self, state: &State, now: u64, cost: u64) {
        for op in &self.problem.ops {
            let tool = op.tools_any.is_empty() || op.tools_any.iter().any(|&tool| state.bag[tool] > 0);
            let station = op.station.is_none_or(|station| state.placed[station] > 0);
            let inputs = op.inputs.iter().all(|&(item, count)| state.bag[item] >= count);
            let useful = op.places.is_some() || op.outputs.iter().any(|&(item, _)| state.bag[item] < self.caps[item]);
            if !(tool && station && inputs && useful) {
                continue;
            }
            let mut next = state.clone();
            op.inputs.iter().for_each(|&(item, count)| next.bag[item] -= count);
            op.outputs.iter().for_each(|&(item, count)| next.bag[item] += count);
            let after = now + op.ticks;
            if let Some(station) = op.places {
                if next.placed[station] >= self.problem.stations_max[station] {
                    continue;
                }
                next.placed[station] += 1;
                next.slots.push((station, after));
                next.slots.sort_unstable();
            }
            self.go(next, after, after, cost + op.cost);
        }
    }
}
