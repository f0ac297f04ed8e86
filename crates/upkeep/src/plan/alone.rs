//! How long one metric can be kept above critical if all time is spent on it. Costs are ignored; stocks and forbidden steps
//! count.
//!
//! Two histories that have used each operator equally often differ only in the level, and a higher level is never worse. So it
//! is enough to know, at each step, the highest level for each combination of use counts.
//!
//! If there are too many combinations, similar operators are merged: once as if each were the best of them, which gives an
//! upper limit, and once as if each were the worst, which gives a lower limit. (An action may be replaced by one that is not
//! longer, adds no less and ends at the same step.) If both limits agree, the result is exact.

use super::problem::{Metric, Problem};
use alloc::vec::Vec;

/// The first, rough attempt tells apart this many levels of a metric at each step. That suffices for a metric that is
/// raised by one or two things of which few are in stock, and takes some 10 µs for 30 steps.
const COARSE: usize = 512;
/// Levels computed per step in the second attempts, for all metrics together: exact for three operators with stocks of
/// 20 over a day. This takes about a quarter of the time allowed for a day.
pub const FINE: usize = 40_000;
/// When computing how long a metric lasts, at least this many use counts of an operator are told apart: used or not
/// used.
const COUNTS_LEAST: usize = 2;
/// Most levels of a metric held in memory at a time: 16 MB.
const KEPT_MAX: usize = 1 << 22;
/// Stands for the level of a metric that went critical. Other levels are above critical, which is at least 0.
const DEAD: i32 = 0;

/// A metric that goes critical even if all time is spent on restoring it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Loss {
    /// The metric is critical at this step at the latest.
    pub at_step: usize,
    /// Which metric: an index into [`Problem::metrics`].
    pub metric: usize,
    /// Whether the metric can be kept above critical right until `at_step`.
    pub exact: bool,
}

/// The metric that certainly goes critical first, if each metric had all the time for itself. A loss may go unnoticed,
/// so `None` proves nothing.
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

/// The earliest and the latest step at which the metric goes critical although everything is done for it (`None`:
/// never), computed with about `levels` levels per step; and the number of levels computed.
pub fn lost_between(problem: &Problem, metric: usize, levels: usize) -> (Option<usize>, Option<usize>, usize) {
    let kinds = kinds(problem, metric);
    let row = &problem.metrics[metric];
    let (worst, best) = together(&kinds, levels);
    let latest = lost_at(problem, row, &best);
    let computed = counts(&best) * (best.len() + 1);
    if worst == best {
        return (latest, latest, computed);
    }
    // A merged operator is better than each of those it was merged from, so the step found with them may be too late.
    // Two other upper limits may be earlier: unmerged operators with unlimited stock, and the sum of everything in
    // stock.
    let ample: Vec<Kind> = kinds.iter().map(|kind| Kind { uses: kind.fits(), ..*kind }).collect();
    let latest = [latest, lost_at(problem, row, &ample), used_up_at(problem, row, &kinds)].into_iter().flatten().min();
    (lost_at(problem, row, &worst), latest, 2 * computed)
}

/// The step at which the metric goes critical even if every use in stock restored its full amount.
fn used_up_at(problem: &Problem, metric: &Metric, kinds: &[Kind]) -> Option<usize> {
    // A metric's level does not fall below 0. So a use near 0 is worth more than its amount: also the part of the
    // fall that would have gone below 0.
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

/// An operator as seen by one metric: the amount it restores, its length, and how often it can be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Kind {
    amount: i32,
    steps: usize,
    /// How many times the operator's stock allows to use it.
    uses: usize,
    /// Length of the planning horizon in steps.
    horizon_steps: usize,
}

impl Kind {
    /// How many uses of the operator the horizon has time for.
    fn fits(&self) -> usize {
        self.horizon_steps / self.steps
    }

    fn ample(&self) -> bool {
        self.uses >= self.fits()
    }

    /// How many different numbers of uses of an operator are told apart: one if the stock cannot run out, else 0 to
    /// `uses`.
    fn counts(&self) -> usize {
        if self.ample() { 1 } else { self.uses + 1 }
    }
}

fn counts(kinds: &[Kind]) -> usize {
    kinds.iter().map(Kind::counts).fold(1, usize::saturating_mul)
}

/// The operators that restore the metric, smallest amount first. An operator is left out if another with unlimited
/// stock is at least as good.
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

/// Merges similar operators until the combinations of their use counts are few enough. Returns each group once with its
/// worst values and once with its best.
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
            // Only one operator is left and still has too many use counts: assume fewer uses for the worst case, and
            // unlimited uses for the best.
            worst[short[0]].uses = counts_max(&best) - 1;
            best[short[0]].uses = best[short[0]].fits();
            break;
        };
        merge(&mut worst, pair, i32::min, usize::max);
        merge(&mut best, pair, i32::max, usize::min);
    }
    (worst, best)
}

/// Merges two operators into one; `amount` and `steps` choose which of their values to take.
fn merge(kinds: &mut Vec<Kind>, (one, other): (usize, usize), amount: Pick<i32>, steps: Pick<usize>) {
    let gone = kinds.remove(other);
    let kind = &mut kinds[one];
    let (amount, steps) = (amount(kind.amount, gone.amount), steps(kind.steps, gone.steps));
    *kind = Kind { amount, steps, uses: kind.uses + gone.uses, ..*kind };
}

type Pick<T> = fn(T, T) -> T;

/// The step at which the metric goes critical if only these operators restore it; `None` when it does not.
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

/// What a step of waiting, or an action, does to a metric's level.
struct Change {
    /// How far the level falls until the last step boundary before the end of the action, and until its end.
    inside: i32,
    fall: i32,
    amount: i32,
}

impl Change {
    /// Applies the change to every level; where a level is already stored, keeps the higher one. It has no branches, so
    /// the compiler can process many levels at once.
    fn apply(&self, metric: &Metric, before: &[i32], after: &mut [i32]) {
        for (before, after) in before.iter().zip(after) {
            let level = ((before - self.fall).max(0) + self.amount).min(metric.max);
            let alive = (before - self.inside).min(level) > metric.critical;
            *after = (*after).max(if alive { level } else { DEAD });
        }
    }
}
