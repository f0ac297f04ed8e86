//! From an instance to a verdict: narrow searches for a good schedule, then wide ones for the proof, within a budget of actions tried.

use super::alone::{Loss, lost_alone};
use super::bound::LOST;
use super::evaluate::{Tally, evaluate};
use super::instance::{Instance, Refusal};
use super::problem::Problem;
use super::search::{Found, Reach, Search, Window};
use super::split::Bound;
use super::unmet::{self, Unmet};
use alloc::vec::Vec;
use core::cell::OnceCell;

/// One action of a schedule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Action {
    pub start_step: usize,
    /// Index into the instance's operators.
    pub operator: usize,
}

/// A schedule of least cost, or of the least cost found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Schedule {
    pub actions: Vec<Action>,
    pub tally: Tally,
    /// No schedule costs less than this.
    pub bound: i64,
    /// Actions tried.
    pub tried: u64,
}

impl Schedule {
    pub fn optimal(&self) -> bool {
        self.bound >= self.tally.cost
    }
}

/// What planning came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    Scheduled(Schedule),
    Unmet(Unmet),
    /// Neither a schedule nor a proof that there is none, within the budget.
    Undecided {
        bound: i64,
        tried: u64,
    },
}

/// How much may be tried; the same effort gives the same verdict on any machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Effort {
    /// Actions tried in all searches together.
    pub tries_max: u64,
}

/// Fewest tries allowed by default: problems of 30 steps need a few thousand, so this is never what stops them.
const TRIES_LEAST: u64 = 60_000;
/// Tries per step by default: about 10 ms for 120 steps and 200 ms for 1,200.
const TRIES_PER_STEP: u64 = 500;
/// Width of the searches that look for a schedule before the one that looks for the proof.
const SCOUT_WIDTH: usize = 6;
/// Tries with the bound as it comes; most problems are decided by then, and tuning it costs more than that many tries.
const TRIES_UNTUNED: u64 = 6_000;
/// Tables rebuilt to tune the bound: a table takes as long as some hundred tries per step, so long horizons get fewer.
const TABLES_MAX: usize = 40;
const TABLES_MAX_LONG: usize = 20;
const LONG_STEPS: usize = 400;
/// A long horizon gets one table for so many tries per step that are left, and fewer if it has more operators than these.
const TRIES_PER_TABLE: u64 = 20;
const TABLE_OPERATORS: usize = 16;
/// Around each part of a long plan so many steps are searched anew, each part overlapping the next by half.
const WINDOW_STEPS: usize = 120;
const WINDOW_STRIDE: usize = 60;
const WINDOW_WIDTH: usize = 48;
/// Searches with more and more stocks counted; the last one counts all, so that the effort is at most this many times the one asked.
const ROUNDS_MAX: usize = 3;
/// Wide enough to drop nothing before the tries are used up.
const WIDE: usize = usize::MAX;

impl Effort {
    pub fn for_steps(steps: usize) -> Effort {
        Effort { tries_max: TRIES_PER_STEP.saturating_mul(steps as u64).max(TRIES_LEAST) }
    }
}

/// Plans with the default effort.
pub fn plan(instance: &Instance) -> Result<Verdict, Refusal> {
    let steps = usize::try_from(instance.horizon_ticks / instance.step_ticks.max(1)).unwrap_or(0);
    plan_with(instance, Effort::for_steps(steps))
}

pub fn plan_with(instance: &Instance, effort: Effort) -> Result<Verdict, Refusal> {
    let problem = Problem::new(instance)?;
    let bound = Bound::new(&problem);
    let alone = OnceCell::new();
    let alone = || *alone.get_or_init(|| lost_alone(&problem));
    let unmet = || Ok(Verdict::Unmet(unmet::explain(instance, &problem, alone())));
    if bound.root >= LOST {
        return unmet();
    }
    let mut scarce = problem.scarce();
    for round in 1.. {
        let verdict = search(&problem, &bound, &scarce, effort, alone);
        let Some((cost, actions)) = verdict.best.clone() else {
            if verdict.bound >= LOST {
                return unmet();
            }
            return Ok(Verdict::Undecided { bound: verdict.bound, tried: verdict.tried });
        };
        // Stocks that seemed ample were left out; what uses more than there is must be counted after all.
        let overdrawn = problem.overdrawn(&actions);
        if overdrawn.is_empty() {
            return Ok(Verdict::Scheduled(schedule(instance, &problem, cost, &actions, &verdict)));
        }
        scarce.extend(overdrawn);
        if round >= ROUNDS_MAX - 1 {
            scarce = (0..problem.ops.len()).filter(|op| problem.may_run_out(*op)).collect();
        }
        scarce.sort_unstable();
    }
    unreachable!("with every stock counted that may run out nothing is overdrawn")
}

fn schedule(instance: &Instance, problem: &Problem, cost: i64, actions: &[(usize, usize)], found: &Found) -> Schedule {
    let actions: Vec<Action> =
        actions.iter().map(|(op, start)| Action { start_step: *start, operator: problem.ops[*op].row }).collect();
    let tally = evaluate(instance, &actions).expect("the search keeps every rule that the referee checks");
    assert_eq!(tally.cost, cost, "the search and the referee count alike");
    Schedule { actions, tally, bound: found.bound.min(cost), tried: found.tried }
}

/// Scouts narrowly, then searches as widely as the effort allows; tunes the bound when that is not over soon.
fn search(
    problem: &Problem,
    bound: &Bound,
    scarce: &[usize],
    effort: Effort,
    alone: impl Fn() -> Option<Loss>,
) -> Found {
    let mut all = Found { best: None, bound: bound.root, tried: 0, last_loss: None };
    let long = problem.steps >= LONG_STEPS;
    let per_step = problem.ops.len().max(1) as u64 * problem.steps as u64;
    let width = |tries: u64| usize::try_from(2 * tries / per_step).unwrap_or(WIDE).max(SCOUT_WIDTH);
    let soon = effort.tries_max.min(if long { effort.tries_max / 6 } else { TRIES_UNTUNED });
    if pass(problem, bound, scarce, (SCOUT_WIDTH, soon), &mut all)
        || !long && pass(problem, bound, scarce, (WIDE, soon), &mut all)
    {
        return all;
    }
    // Where nothing was found so soon, there may be nothing to find.
    if all.best.is_none() && alone().is_some() {
        all.bound = LOST;
        return all;
    }
    // Tuning costs more than a small effort is worth, and helps only what is tried after it.
    if all.tried >= effort.tries_max {
        return all;
    }
    let left = effort.tries_max.saturating_sub(all.tried);
    let bound = bound.tuned(problem, tables_max(problem, left));
    all.bound = all.bound.max(bound.root);
    if pass(problem, &bound, scarce, (width(left / 8), effort.tries_max), &mut all) {
        return all;
    }
    if long {
        improve(problem, &bound, scarce, effort, &mut all);
    }
    let left = effort.tries_max.saturating_sub(all.tried);
    pass(problem, &bound, scarce, (width(left), effort.tries_max), &mut all);
    all
}

fn tables_max(problem: &Problem, tries_left: u64) -> usize {
    if problem.steps < LONG_STEPS {
        return TABLES_MAX;
    }
    let tables = tries_left / (TRIES_PER_TABLE * problem.steps as u64);
    let tables = usize::try_from(tables).unwrap_or(TABLES_MAX_LONG).min(TABLES_MAX_LONG);
    tables * TABLE_OPERATORS / problem.ops.len().max(TABLE_OPERATORS)
}

/// Searches again around every part of a long plan, as long as that finds something cheaper.
fn improve(problem: &Problem, bound: &Bound, scarce: &[usize], effort: Effort, all: &mut Found) {
    let mut since_better = 0;
    let mut from = 0;
    let windows = problem.steps.div_ceil(WINDOW_STRIDE);
    while let Some((cost, plan)) = all.best.clone()
        && since_better < windows
        && all.tried < effort.tries_max * 7 / 8
    {
        let window = Window { from, to: from + WINDOW_STEPS, plan: &plan };
        let reach = Reach { limit: cost, width: WINDOW_WIDTH, tries_max: effort.tries_max - all.tried };
        let found = dispatch(problem, bound, scarce, reach, Some(window));
        all.tried += found.tried;
        if found.best.is_some() {
            all.best = found.best;
            since_better = 0;
        } else {
            since_better += 1;
            from = if from + WINDOW_STRIDE < problem.steps { from + WINDOW_STRIDE } else { 0 };
        }
    }
}

/// One search below the best schedule known; says whether that one is proven best, or that there is none.
fn pass(problem: &Problem, bound: &Bound, scarce: &[usize], (width, tries_max): (usize, u64), all: &mut Found) -> bool {
    let limit = all.best.as_ref().map_or(LOST, |(cost, _)| *cost);
    let tries_max = tries_max.saturating_sub(all.tried);
    let found = dispatch(problem, bound, scarce, Reach { limit, width, tries_max }, None);
    all.tried += found.tried;
    all.bound = all.bound.max(found.bound);
    if found.best.is_some() {
        all.best = found.best;
    }
    all.bound >= all.best.as_ref().map_or(LOST, |(cost, _)| *cost)
}

/// Picks the number of dimensions at compile time, so that levels are compared all at once.
pub fn dispatch<'a>(
    problem: &'a Problem,
    bound: &'a Bound,
    scarce: &'a [usize],
    reach: Reach,
    window: Option<Window<'a>>,
) -> Found {
    fn run<'a, const D: usize>(search: Search<'a, D>, window: Option<Window<'a>>) -> Found {
        match window {
            Some(window) => search.within(window).run(),
            None => search.run(),
        }
    }
    let tables = &bound.tables;
    match problem.metrics.len() + scarce.len() {
        ..=4 => run(Search::<4>::new(problem, tables, scarce, reach), window),
        5..=8 => run(Search::<8>::new(problem, tables, scarce, reach), window),
        9..=16 => run(Search::<16>::new(problem, tables, scarce, reach), window),
        17..=32 => run(Search::<32>::new(problem, tables, scarce, reach), window),
        _ => run(Search::<96>::new(problem, tables, scarce, reach), window),
    }
}
