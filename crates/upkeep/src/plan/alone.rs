//! How long one metric lasts when nothing but it has to be cared for: costs aside, stocks and forbidden steps counted.
//!
//! Two ways that have used the same operators equally often differ in the level alone, and a higher level is never worse. So the
//! highest level for each count of uses, boundary by boundary, is all there is to know.
//!
//! Where there are too many counts, operators that are nearly alike are counted together: once as if each were the best of
//! them, which lasts no shorter than the truth, and once as the worst, which lasts no longer. (An action may be replaced by one
//! that is no longer, adds no less and ends at the same boundary.) Where both say the same, that is the truth.

use super::problem::{Metric, Problem};
use alloc::vec::Vec;

/// Levels computed per step in the first look at a metric: enough for what has one or two short stocks, in some 10 µs for 30 steps.
const COARSE: usize = 512;
/// Levels computed per step in the second looks at all metrics together: exact for three operators with stocks of 20 over a day,
/// which takes about a quarter of the time that a day may take.
pub const FINE: usize = 40_000;
/// However many operators there are, being used and not being used are told apart.
const COUNTS_LEAST: usize = 2;
/// Levels kept for the boundaries that an action may reach: 16 MB.
const KEPT_MAX: usize = 1 << 22;
/// A level that is lost; one that is not is above critical, which is 0 at least.
const DEAD: i32 = 0;

/// A metric that is lost even alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Loss {
    /// It is critical at this step at the latest, whatever is done.
    pub at_step: usize,
    /// Index into [`Problem::metrics`].
    pub metric: usize,
    /// Whether something keeps it up until then.
    pub exact: bool,
}

/// The metric that is surely lost first if each had all care for itself. None may also be lost without that being seen.
pub fn lost_alone(problem: &Problem) -> Option<Loss> {
    let mut left = FINE;
    (0..problem.metrics.len()).filter_map(|metric| lost(problem, metric, &mut left)).min()
}

fn lost(problem: &Problem, metric: usize, left: &mut usize) -> Option<Loss> {
    let (mut earliest, mut latest, _) = lost_between(problem, metric, COARSE);
    if earliest != latest && *left > COARSE {
        let computed;
        (earliest, latest, computed) = lost_between(problem, metric, *left);
        *left = left.saturating_sub(computed);
    }
    latest.map(|at_step| Loss { at_step, metric, exact: earliest == latest })
}

/// The steps at which the metric is lost at the earliest and at the latest when everything is done to keep it up (`None`: never),
/// by computing about so many levels per step; and how many that were.
pub fn lost_between(problem: &Problem, metric: usize, levels: usize) -> (Option<usize>, Option<usize>, usize) {
    let kinds = kinds(problem, metric);
    let row = &problem.metrics[metric];
    let (worst, best) = together(&kinds, levels);
    let latest = lost_at(problem, row, &best);
    let computed = counts(&best) * (best.len() + 1);
    if worst == best {
        return (latest, latest, computed);
    }
    // Counted together, operators are better than each of them is: as they are, but never used up, or all used up, may be less.
    let ample: Vec<Kind> = kinds.iter().map(|kind| Kind { uses: kind.fits(), ..*kind }).collect();
    let latest = [latest, lost_at(problem, row, &ample), used_up_at(problem, row, &kinds)].into_iter().flatten().min();
    (lost_at(problem, row, &worst), latest, 2 * computed)
}

/// The step at which the metric is lost even if every use there is were worth all it can be.
fn used_up_at(problem: &Problem, metric: &Metric, kinds: &[Kind]) -> Option<usize> {
    // The level does not fall below 0: at the end of an action some of the last fall may be spared, the more the nearer it was.
    let steepest = metric.drift.iter().copied().max().unwrap_or(0);
    let spared = i64::from(steepest - metric.critical - 1).max(0);
    let worth: i64 = kinds.iter().map(|kind| kind.uses as i64 * (i64::from(kind.amount) + spared)).sum();
    let mut left = i64::from(metric.level - metric.critical) + worth;
    let mut falls = metric.drift.iter();
    falls
        .position(|fall| {
            left -= i64::from(*fall);
            left <= 0
        })
        .map(|step| step + 1)
        .filter(|step| *step <= problem.steps)
}

/// Operators as one metric sees them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Kind {
    amount: i32,
    steps: usize,
    /// How often there is stock for it.
    uses: usize,
    /// All the time there is.
    horizon_steps: usize,
}

impl Kind {
    /// How often there is time for it.
    fn fits(&self) -> usize {
        self.horizon_steps / self.steps
    }

    fn ample(&self) -> bool {
        self.uses >= self.fits()
    }

    /// How many numbers of uses have to be told apart.
    fn counts(&self) -> usize {
        if self.ample() { 1 } else { self.uses + 1 }
    }
}

fn counts(kinds: &[Kind]) -> usize {
    kinds.iter().map(Kind::counts).fold(1, usize::saturating_mul)
}

/// What restores the metric, the smallest amount first; what is never needed because something ample is no worse is left out.
fn kinds(problem: &Problem, metric: usize) -> Vec<Kind> {
    let mut kinds: Vec<Kind> = Vec::new();
    for op in &problem.ops {
        let (steps, horizon_steps) = (op.steps, problem.steps);
        let uses = usize::try_from(op.stock).unwrap_or(horizon_steps).min(horizon_steps / steps);
        let own = op.restores.iter().filter(|(restored, _)| *restored == metric);
        kinds.extend(own.map(|(_, amount)| Kind { amount: *amount, steps, uses, horizon_steps }));
    }
    kinds.sort_unstable();
    kinds.dedup_by(|next, kind| {
        let alike = (next.amount, next.steps) == (kind.amount, kind.steps);
        kind.uses = if alike { (kind.uses + next.uses).min(kind.fits()) } else { kind.uses };
        alike
    });
    let ample: Vec<Kind> = kinds.iter().copied().filter(Kind::ample).collect();
    let no_worse = |one: &Kind, other: &Kind| one != other && one.amount >= other.amount && one.steps <= other.steps;
    kinds.retain(|kind| !ample.iter().any(|other| no_worse(other, kind)));
    kinds
}

/// Counts operators together until there are few enough levels; as the worst and as the best of them.
fn together(kinds: &[Kind], levels_max: usize) -> (Vec<Kind>, Vec<Kind>) {
    let (mut worst, mut best) = (kinds.to_vec(), kinds.to_vec());
    let longest = kinds.iter().map(|kind| kind.steps).max().unwrap_or(1);
    let counts_max = |kinds: &[Kind]| (levels_max / (kinds.len() + 1)).min(KEPT_MAX / (longest + 1)).max(COUNTS_LEAST);
    while counts(&best) > counts_max(&best) {
        let short: Vec<usize> = (0..best.len()).filter(|kind| !best[*kind].ample()).collect();
        let apart = |(one, other): (usize, usize)| {
            (best[other].amount - worst[one].amount, best[other].steps.abs_diff(best[one].steps))
        };
        let pairs = short.windows(2).map(|pair| (pair[0], pair[1]));
        let Some(pair) = pairs.min_by_key(|pair| apart(*pair)) else {
            // One alone has more uses than can be told apart: fewer of them, or as many as there is time for.
            worst[short[0]].uses = counts_max(&best) - 1;
            best[short[0]].uses = best[short[0]].fits();
            break;
        };
        merge(&mut worst, pair, i32::min, usize::max);
        merge(&mut best, pair, i32::max, usize::min);
    }
    (worst, best)
}

/// Two kinds become one, with the amounts and steps picked.
fn merge(kinds: &mut Vec<Kind>, (one, other): (usize, usize), amount: Pick<i32>, steps: Pick<usize>) {
    let gone = kinds.remove(other);
    let kind = &mut kinds[one];
    let (amount, steps) = (amount(kind.amount, gone.amount), steps(kind.steps, gone.steps));
    *kind = Kind { amount, steps, uses: kind.uses + gone.uses, ..*kind };
}

type Pick<T> = fn(T, T) -> T;

/// The step at which the metric is lost if these are all that restore it; `None` when it lasts.
fn lost_at(problem: &Problem, metric: &Metric, kinds: &[Kind]) -> Option<usize> {
    let counts = counts(kinds);
    let ring = kinds.iter().map(|kind| kind.steps).max().unwrap_or(1) + 1;
    let mut coming: Vec<Vec<i32>> = alloc::vec![alloc::vec![DEAD; counts]; ring];
    let mut now = alloc::vec![DEAD; counts];
    if metric.level > metric.critical {
        coming[0][0] = metric.level;
    }
    for step in 0..problem.steps {
        core::mem::swap(&mut now, &mut coming[step % ring]);
        let highest = now.iter().copied().max().unwrap_or(DEAD);
        if highest == DEAD {
            return Some(step);
        }
        if highest - metric.fall(step, problem.steps) > metric.critical {
            return None;
        }
        coming[step % ring].fill(DEAD);
        let wait = Change { inside: 0, fall: metric.drift[step], amount: 0 };
        wait.apply(metric, &now, &mut coming[(step + 1) % ring]);
        let mut stride = 1;
        for kind in kinds {
            let block = stride * kind.counts();
            let used = if kind.ample() { 0 } else { stride };
            if usize::from(problem.open[step]) >= kind.steps {
                let end = step + kind.steps;
                let (inside, fall) = (metric.fall(step, end - 1), metric.fall(step, end));
                let act = Change { inside, fall, amount: kind.amount };
                let blocks = now.chunks(block).zip(coming[end % ring].chunks_mut(block));
                blocks.for_each(|(now, then)| act.apply(metric, &now[..block - used], &mut then[used..]));
            }
            stride = block;
        }
    }
    let alive = coming[problem.steps % ring].iter().any(|level| *level != DEAD);
    (!alive).then_some(problem.steps)
}

/// What waiting or acting does to a level.
struct Change {
    /// Fall to the last boundary before the end, and to the end.
    inside: i32,
    fall: i32,
    amount: i32,
}

impl Change {
    /// Keeps the higher of what was there and what comes of it. Without branches, so that many levels are done at once.
    fn apply(&self, metric: &Metric, before: &[i32], after: &mut [i32]) {
        for (before, after) in before.iter().zip(after) {
            let level = ((before - self.fall).max(0) + self.amount).min(metric.max);
            let alive = (before - self.inside).min(level) > metric.critical;
            *after = (*after).max(if alive { level } else { DEAD });
        }
    }
}
