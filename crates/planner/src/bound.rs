//! Decides which sequences of loads can still beat the best plan, from their cost and from the time the slots have.
//!
//! Errors go one way only: "no" is certain, "yes" means maybe.

use crate::cost::COST_WEIGHT;
use crate::plan::Objective;
use crate::prove::{Course, Oven, Prover};
use alloc::vec::Vec;

impl Prover<'_> {
    /// The last tick at which a plan of this action cost may end and still beat the target value; `None` when it
    /// cannot.
    pub(crate) fn allowed(&self, cost: u64) -> Option<u64> {
        let problem = self.context.problem;
        let ticks = match self.context.objective {
            Objective::CostAndTime => {
                let buckets = (self.target.checked_sub(1)?).checked_sub(cost.saturating_mul(COST_WEIGHT))?;
                buckets.saturating_mul(problem.bucket_ticks)
            }
            Objective::Makespan => self.target.checked_sub(1)?,
        };
        Some(ticks.min(problem.horizon_ticks))
    }

    /// Whether all things that remain to be cooked can be done by tick `allowed` with at most `loads` more station
    /// loads, none before tick `earliest`.
    fn fits(&self, allowed: u64, loads: u64, earliest: u64) -> bool {
        let problem = self.context.problem;
        let open = self.courses.iter().filter(|course| course.left > 0).count() as u64;
        if loads < open {
            return false;
        }
        let mut room = Vec::new();
        for course in self.courses.iter().filter(|course| course.left > 0) {
            room.clear();
            for oven in self.ovens_to_be(earliest) {
                let best = (course.processes.iter())
                    .map(|&process| &problem.processes[process as usize])
                    .filter(|process| process.station == oven.station)
                    .map(|process| {
                        let ticks =
                            allowed.saturating_sub(oven.free_at.max(earliest) + process.load_ticks + course.tail);
                        let enough = allowed >= oven.free_at.max(earliest) + process.load_ticks + course.tail;
                        if enough { ticks.checked_div(process.ticks_per_item).unwrap_or(u64::MAX / 4) } else { 0 }
                    })
                    .max();
                room.push(best.unwrap_or(0));
            }
            room.sort_unstable_by(|a, b| b.cmp(a));
            let most = (loads - (open - 1)).min(room.len() as u64) as usize;
            let sum = room[..most].iter().fold(0_u64, |sum, &items| sum.saturating_add(items));
            if sum < course.left as u64 {
                return false;
            }
        }
        self.energy_fits(allowed, loads, earliest)
    }

    /// Compares the total cooking time that remains with the free time of all stations.
    fn energy_fits(&self, allowed: u64, loads: u64, earliest: u64) -> bool {
        let problem = self.context.problem;
        let of = |course: &Course, per: fn(&crate::rule::Process) -> u64| {
            course.processes.iter().map(|&process| per(&problem.processes[process as usize])).min().unwrap_or(0)
        };
        let open = self.courses.iter().filter(|course| course.left > 0);
        let load_ticks = open.clone().map(|course| of(course, |process| process.load_ticks)).min().unwrap_or(0);
        let needed = open.fold(0_u64, |sum, course| {
            sum.saturating_add(of(course, |process| process.ticks_per_item).saturating_mul(course.left as u64))
        });
        let useful = |oven: &Oven| {
            (self.courses.iter().filter(|course| course.left > 0)).any(|course| {
                course.processes.iter().any(|&process| problem.processes[process as usize].station == oven.station)
            })
        };
        let mut room: Vec<u64> = (self.ovens_to_be(earliest).filter(useful))
            .map(|oven| allowed.saturating_sub(oven.free_at.max(earliest) + load_ticks))
            .collect();
        room.sort_unstable_by(|a, b| b.cmp(a));
        room.truncate(loads.min(1 << 20) as usize);
        room.iter().fold(0_u64, |sum, &ticks| sum.saturating_add(ticks)) >= needed
    }

    /// The stations that exist and those that remain to be built, each with the earliest tick at which it is free.
    fn ovens_to_be(&self, earliest: u64) -> impl Iterator<Item = Oven> + '_ {
        let coming = (0..self.builds.len())
            .flat_map(move |station| (0..self.builds[station]).map(move |_| Oven { station, free_at: earliest }));
        self.ovens.iter().copied().chain(coming)
    }

    /// Whether some completion of the current sequence of loads and builds may beat the target value.
    pub(crate) fn promising(&mut self, earliest: u64) -> bool {
        let problem = self.context.problem;
        let work = self.work_in_all();
        let cooked = self.batches.iter().map(|batch| batch.0).max().unwrap_or(0);
        let open = self.courses.iter().filter(|course| course.left > 0);
        let open_count = open.clone().count() as u64;
        let (mut least, mut load_cost, mut load_ticks) = (0, u64::MAX, u64::MAX);
        for course in open {
            let rules = course.processes.iter().map(|&process| &problem.processes[process as usize]);
            let batch = rules.clone().map(|process| process.batch_max).max().unwrap_or(1);
            least += (course.left as u64).div_ceil(batch);
            load_cost = rules.clone().map(|process| process.load_cost).min().unwrap_or(0).min(load_cost);
            load_ticks = rules.map(|process| process.load_ticks).min().unwrap_or(0).min(load_ticks);
        }
        if least == 0 {
            return self.allowed(work.cost).is_some_and(|allowed| cooked.max(work.ticks) <= allowed);
        }
        // Counting one load for each station and each cooked thing is enough for this bound; further loads cost
        // something and do not lower it.
        let most = least.max(self.ovens.len() as u64 + self.builds.iter().sum::<u64>() + open_count);
        for loads in least..=most {
            let Some(allowed) = self.allowed(work.cost.saturating_add(load_cost.saturating_mul(loads))) else { break };
            let agent = work.ticks.saturating_add(load_ticks * loads);
            if cooked.max(agent) <= allowed && self.fits(allowed, loads, earliest) {
                return true;
            }
        }
        false
    }
}
