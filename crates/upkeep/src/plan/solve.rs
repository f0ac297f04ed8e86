//! From an instance to a result: narrow searches for a good schedule, then wide ones for the proof, within a limit of actions
//! tried.

use super::alone::{FINE, Loss, lost_alone, lost_between};
use super::ascend::Ascent;
use super::bound::LOST;
use super::evaluate::{Tally, evaluate};
use super::instance::{Instance, Refusal};
use super::problem::Problem;
use super::search::{Found, Reach, Search, Window};
use super::split::Bound;
use super::unmet::{self, Unmet};
use alloc::vec::Vec;
use core::cell::OnceCell;

/// One action of an upkeep schedule: an operator and its start step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct ScheduledAction {
    pub start_step: usize,
    /// Which operator: an index into the instance's operators.
    pub operator: usize,
}

/// An upkeep schedule of least cost, or the cheapest one found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Schedule {
    pub actions: Vec<ScheduledAction>,
    pub tally: Tally,
    /// A proven lower bound: no schedule costs less than this.
    pub bound: i64,
    /// How many actions the searches for this upkeep schedule tried.
    pub tried: u64,
}

impl Schedule {
    pub fn optimal(&self) -> bool {
        self.bound >= self.tally.cost
    }
}

/// The result of planning an upkeep schedule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PlanResult {
    Scheduled(Schedule),
    Unmet(Unmet),
    /// The allowed tries found neither a schedule nor a proof that there is none.
    Undecided {
        bound: i64,
        tried: u64,
    },
}

/// How much planning may try. The same effort gives the same result on any machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Effort {
    /// Most actions tried in all searches together.
    pub tries_max: u64,
}

/// Fewest tries (actions tried) allowed by default. Problems of 30 steps need a few thousand; 120 steps take some 10 ms
/// with this many.
const TRIES_LEAST: u64 = 60_000;
/// Default tries per step for longer problems: some 150 ms for 1,200 steps, so that 200 ms are enough on a busy core.
const TRIES_PER_STEP: u64 = 420;
/// Partial schedules kept per step boundary in the narrow searches that look for a first schedule, before the search
/// for the proof.
const SCOUT_WIDTH: usize = 6;
/// Tries before the lower bound is raised. Most problems are solved by then, and raising costs more than this many
/// tries.
const TRIES_UNRAISED: u64 = 6_000;
/// For a long horizon, one in this many of all tries is used before the lower bound is raised. These tries do not solve
/// such a problem; they give a first schedule, which is improved later.
const UNRAISED_PART: u64 = 6;
/// Most cost tables built to raise the lower bound. A table takes as long as some hundred tries per step, so long
/// horizons and problems with many operators get fewer.
const TABLES_MAX: usize = 84;
const TRIES_PER_STEP_AND_TABLE: u64 = 5;
const TABLE_OPERATORS: usize = 16;
/// Most sweeps over all cost tables to raise the lower bound; more help little.
const SWEEPS_MAX: usize = 14;
/// One in this many of the sweeps is made before the search for a better schedule. That is enough to solve easy
/// problems.
const SWEEPS_FIRST_PART: usize = 2;
/// From this many steps on, a horizon is long: the schedule is not searched completely, but improved window by window.
const LONG_STEPS: usize = 400;
/// One in this many of the remaining tries is spent on a better schedule, before the search for the proof.
const SCOUT_PART: u64 = 8;
/// A schedule that costs at most this many percent more than the lower bound is "close". Closeness is proven before the
/// optimum is searched for.
const CLOSE_PERCENT: i64 = 1;
/// A long schedule is improved in windows of this many steps, each overlapping the next by half.
const WINDOW_STEPS: usize = 120;
const WINDOW_STRIDE: usize = 60;
const WINDOW_WIDTH: usize = 48;
/// Improving a long schedule stops when this part of the tries is used; the rest is for raising the lower bound.
const IMPROVE_PART: (u64, u64) = (7, 8);
/// Most rounds of searching, each with the stocks of more operators counted. The last round counts all, so the effort
/// is at most this many times the requested one.
const ROUNDS_MAX: usize = 3;
/// A search width so large that no partial schedule is dropped before the tries are used up.
const WIDE: usize = usize::MAX;

impl Effort {
    pub fn for_steps(steps: usize) -> Effort {
        Effort { tries_max: TRIES_PER_STEP.saturating_mul(steps as u64).max(TRIES_LEAST) }
    }
}

/// Plans an upkeep schedule with the default effort.
pub fn plan(instance: &Instance) -> Result<PlanResult, Refusal> {
    let steps = usize::try_from(instance.horizon_ticks / instance.step_ticks.max(1)).unwrap_or(0);
    plan_with(instance, Effort::for_steps(steps))
}

pub fn plan_with(instance: &Instance, effort: Effort) -> Result<PlanResult, Refusal> {
    Ok(match decide(instance, effort)? {
        Decided::Scheduled(schedule) => PlanResult::Scheduled(schedule),
        Decided::Lost(problem, alone) => PlanResult::Unmet(unmet::explain(instance, &problem, alone)),
        Decided::Undecided { bound, tried } => PlanResult::Undecided { bound, tried },
    })
}

/// The result of planning, without the explanation why a metric cannot be kept up.
#[derive(Debug, Clone)]
pub enum Decided {
    Scheduled(Schedule),
    /// No schedule keeps every metric above critical. Contains the result of [`lost_alone`].
    Lost(Problem, Option<Loss>),
    Undecided {
        bound: i64,
        tried: u64,
    },
}

/// As [`plan_with`], but without explaining what would have to be different. For callers that plan every second.
pub fn decide(instance: &Instance, effort: Effort) -> Result<Decided, Refusal> {
    let problem = Problem::new(instance)?;
    let bound = Bound::new(&problem);
    let alone = OnceCell::new();
    let alone = || *alone.get_or_init(|| lost_alone(&problem));
    if bound.root < LOST {
        let found = within_stocks(&problem, |scarce| search(Task::new(&problem, &bound, scarce, LOST), effort, alone));
        if let Some(schedule) = schedule(instance, &problem, &found) {
            return Ok(Decided::Scheduled(schedule));
        }
        if found.bound < LOST {
            return Ok(Decided::Undecided { bound: found.bound, tried: found.tried });
        }
    }
    let alone = alone();
    Ok(Decided::Lost(problem, alone))
}

/// The best schedule that costs less than `than`; `None` if the effort finds none. This needs far fewer tries than
/// planning from scratch, because everything that is not cheap enough is dropped at once.
pub fn cheaper(instance: &Instance, effort: Effort, than: i64) -> Result<Option<Schedule>, Refusal> {
    let problem = Problem::new(instance)?;
    let bound = Bound::new(&problem);
    if bound.root >= than {
        return Ok(None);
    }
    // `than` is the cost of a known schedule, so no metric is lost alone.
    let found = within_stocks(&problem, |scarce| search(Task::new(&problem, &bound, scarce, than), effort, || None));
    Ok(schedule(instance, &problem, &found))
}

/// Whether any schedule that keeps all metrics up is found within this many tries: first by a narrow search, then by a
/// wide one with a few more tries.
pub fn is_solved(instance: &Instance, tries_max: u64) -> bool {
    let Ok(problem) = Problem::new(instance) else { return false };
    // With only one metric the answer is known without a search.
    if problem.metrics.len() == 1 {
        let levels = usize::try_from(tries_max).unwrap_or(FINE).min(FINE);
        return lost_between(&problem, 0, levels).0.is_none();
    }
    let bound = Bound::new(&problem);
    if bound.root >= LOST {
        return false;
    }
    let found = within_stocks(&problem, |scarce| {
        let mut all = Found { best: None, bound: bound.root, tried: 0, last_loss: None };
        let task = Task::new(&problem, &bound, scarce, LOST);
        if !task.pass(Aim::Best, SCOUT_WIDTH, tries_max, &mut all) && all.best.is_none() {
            let tries_max = all.tried + TRIES_UNRAISED.min(tries_max);
            task.pass(Aim::Best, WIDE, tries_max, &mut all);
        }
        all
    });
    found.best.is_some()
}

/// Searches at first without counting stocks that seem sufficient. If the schedule then uses more than there is, the
/// search is repeated with those stocks counted.
fn within_stocks(problem: &Problem, search: impl Fn(&[usize]) -> Found) -> Found {
    let mut scarce = problem.scarce();
    for round in 1.. {
        let found = search(&scarce);
        let overdrawn = found.best.as_ref().map_or_else(Vec::new, |(_, actions)| problem.overdrawn(actions));
        if overdrawn.is_empty() {
            return found;
        }
        scarce.extend(overdrawn);
        if round >= ROUNDS_MAX - 1 {
            scarce = (0..problem.ops.len()).filter(|op| problem.may_run_out(*op)).collect();
        }
        scarce.sort_unstable();
    }
    unreachable!("with every stock counted that may run out nothing is overdrawn")
}

/// Turns what the search found into a schedule, with its cost computed by the independent evaluation.
fn schedule(instance: &Instance, problem: &Problem, found: &Found) -> Option<Schedule> {
    let (cost, actions) = found.best.as_ref()?;
    let actions: Vec<ScheduledAction> = actions
        .iter()
        .map(|(op, start)| ScheduledAction { start_step: *start, operator: problem.ops[*op].row })
        .collect();
    let tally = evaluate(instance, &actions).expect("the search keeps every rule that the referee checks");
    assert_eq!(tally.cost, *cost, "the search and the referee count alike");
    Some(Schedule { actions, tally, bound: found.bound.min(*cost), tried: found.tried })
}

/// Searches with few partial schedules per step, then with as many as the effort allows. Raises the lower bound if the
/// problem is not solved soon.
fn search(task: Task<'_>, effort: Effort, alone: impl Fn() -> Option<Loss>) -> Found {
    let Task { problem, bound, scarce, below, .. } = task;
    let mut all = Found { best: None, bound: bound.root, tried: 0, last_loss: None };
    let long = problem.steps >= LONG_STEPS;
    let per_step = problem.ops.len().max(1) as u64 * problem.steps as u64;
    let width = |tries: u64| usize::try_from(2 * tries / per_step).unwrap_or(WIDE).max(SCOUT_WIDTH);
    let soon = effort.tries_max.min(if long { effort.tries_max / UNRAISED_PART } else { TRIES_UNRAISED });
    // If the narrow search for a first schedule used half of these tries, the other half is not enough to prove the
    // optimum.
    if task.pass(Aim::Best, SCOUT_WIDTH, soon, &mut all)
        || !long && all.tried <= soon / 2 && task.pass(Aim::Best, WIDE, soon, &mut all)
    {
        return all;
    }
    // No schedule was found so far, so ask whether one metric alone already makes all schedules impossible.
    if all.best.is_none() && alone().is_some() {
        all.bound = LOST;
        return all;
    }
    // Raising the lower bound is worthwhile only if tries are left to use it.
    if all.tried >= effort.tries_max {
        return all;
    }
    let left = effort.tries_max - all.tried;
    let sweeps = sweeps(problem, left);
    let known = |all: &Found| all.best.as_ref().map(|(cost, _)| *cost).or((below < LOST).then_some(below));
    let mut ascent = Ascent::new(problem, scarce, bound);
    ascent.climb(known(&all), sweeps / SWEEPS_FIRST_PART);
    let raised = Task { bound: &ascent.best, ..task };
    all.bound = all.bound.max(task.round_up(raised.bound.root));
    if raised.pass(Aim::Best, width(left / SCOUT_PART), effort.tries_max, &mut all) {
        return all;
    }
    ascent.climb(known(&all), sweeps - sweeps / SWEEPS_FIRST_PART);
    let task = Task { bound: &ascent.best, ..task };
    all.bound = all.bound.max(task.round_up(task.bound.root));
    if long {
        improve(&task, effort, &mut all);
    }
    if task.pass(Aim::Close, WIDE, effort.tries_max, &mut all) {
        task.pass(Aim::Best, WIDE, effort.tries_max, &mut all);
    }
    all
}

fn sweeps(problem: &Problem, tries_left: u64) -> usize {
    let tables = tries_left / (TRIES_PER_STEP_AND_TABLE * problem.steps as u64);
    let tables = usize::try_from(tables).unwrap_or(TABLES_MAX).min(TABLES_MAX);
    let tables = tables * TABLE_OPERATORS / problem.ops.len().max(TABLE_OPERATORS);
    (tables / problem.metrics.len().max(1)).min(SWEEPS_MAX)
}

/// Searches again in every window of a long schedule, as long as that finds something cheaper.
fn improve(task: &Task<'_>, effort: Effort, all: &mut Found) {
    let mut since_better = 0;
    let mut from = 0;
    let steps = task.problem.steps;
    let windows = steps.div_ceil(WINDOW_STRIDE);
    while let Some((cost, plan)) = all.best.clone()
        && since_better < windows
        && all.tried < effort.tries_max * IMPROVE_PART.0 / IMPROVE_PART.1
    {
        let window = Window { from, to: from + WINDOW_STEPS, plan: &plan };
        let tries_max = effort.tries_max - all.tried;
        let reach = Reach { limit: cost, width: WINDOW_WIDTH, tries_max, losses: false };
        let found = dispatch(task.problem, task.bound, task.scarce, reach, Some(window));
        all.tried += found.tried;
        if found.best.is_some() {
            all.best = found.best;
            since_better = 0;
        } else {
            since_better += 1;
            from = if from + WINDOW_STRIDE < steps { from + WINDOW_STRIDE } else { 0 };
        }
    }
}

/// What one search for a schedule has to prove.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Aim {
    /// Prove that no schedule is cheaper than the best known one.
    Best,
    /// Prove that no schedule is cheaper than the best known one by more than [`CLOSE_PERCENT`].
    Close,
}

/// What the searches for one schedule have in common.
#[derive(Debug, Clone, Copy)]
struct Task<'a> {
    problem: &'a Problem,
    bound: &'a Bound,
    scarce: &'a [usize],
    /// Only schedules cheaper than this are wanted.
    below: i64,
    /// Costs of schedules differ by multiples of this; see [`Problem::grain`].
    grain: i64,
}

impl<'a> Task<'a> {
    fn new(problem: &'a Problem, bound: &'a Bound, scarce: &'a [usize], below: i64) -> Task<'a> {
        Task { problem, bound, scarce, below, grain: problem.grain() }
    }

    /// Rounds a cost up to the next one that a schedule can have.
    fn round_up(&self, cost: i64) -> i64 {
        if cost >= LOST {
            return LOST;
        }
        let constant = self.problem.constant;
        constant + (cost - constant + self.grain - 1).div_euclid(self.grain) * self.grain
    }

    /// One search for something cheaper than the best known schedule. Returns true when its aim, or that there is no
    /// schedule, is proven.
    fn pass(&self, aim: Aim, width: usize, tries_max: u64, all: &mut Found) -> bool {
        let goal = |best: &Option<(i64, Vec<(usize, usize)>)>| match (best, aim) {
            (None, _) => self.below,
            (Some((cost, _)), Aim::Best) => *cost,
            (Some((cost, _)), Aim::Close) => cost - cost * CLOSE_PERCENT / 100,
        };
        // Costs of schedules are multiples of the grain, so a schedule cheaper than the goal is cheaper by at least one
        // grain.
        let limit = match goal(&all.best) {
            LOST => LOST,
            goal => self.round_up(goal) - (self.grain - 1),
        };
        let tries_max = tries_max.saturating_sub(all.tried);
        let found =
            dispatch(self.problem, self.bound, self.scarce, Reach { limit, width, tries_max, losses: false }, None);
        all.tried += found.tried;
        all.bound = all.bound.max(self.round_up(found.bound));
        if found.best.is_some() {
            all.best = found.best;
        }
        all.bound >= goal(&all.best)
    }
}

/// Runs a search with the number of dimensions (metrics and counted stocks) fixed at compile time, so that all levels
/// are compared at once.
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
    match problem.metrics.len() + scarce.len() {
        ..=4 => run(Search::<4>::new(problem, bound, scarce, reach), window),
        5..=8 => run(Search::<8>::new(problem, bound, scarce, reach), window),
        9..=16 => run(Search::<16>::new(problem, bound, scarce, reach), window),
        17..=32 => run(Search::<32>::new(problem, bound, scarce, reach), window),
        _ => run(Search::<96>::new(problem, bound, scarce, reach), window),
    }
}
