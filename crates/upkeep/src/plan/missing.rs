//! What would have to be otherwise for a problem that nothing solves: more in stock, fewer forbidden steps, or more time. Each is
//! tried, and what is named is enough.

use super::instance::Instance;
use super::solve::is_solved;
use alloc::string::String;
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};

/// Actions tried in one look at a problem made easier: a narrow search through a day takes about as many.
pub const TRIES_MAX: u64 = 80_000;
/// Operators singled out, one after the other, that there should be more of; beyond these all are named that may be needed. Each
/// takes at most seven looks.
const SINGLED_OUT_MAX: usize = 4;

/// What is made easier.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
struct Wish {
    /// Operators of which there is as much as there are steps.
    ample: Vec<usize>,
    /// Nothing is forbidden.
    allowed: bool,
    /// Every action takes one step.
    quick: bool,
}

/// What would have to be different so that a metric can be kept above critical. Operators and metrics are given by their ids.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Missing {
    /// The metric is critical at the start, and no action ends before that.
    CriticalAlready {
        metric: String,
    },
    NoOperator {
        metric: String,
    },
    /// These operators would do, but the other metrics need the same time.
    TimeBesideOthers {
        operators: Vec<String>,
    },
    /// These operators are too weak, however often they are used.
    FallsTooFast {
        metric: String,
        operators: Vec<String>,
    },
    Changes(Changes),
}

/// Changes that are enough together. Those not needed are left out.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Changes {
    pub more_of: Vec<ShortOf>,
    pub fewer_forbidden_steps: bool,
    /// Operators that would have to take one step only; empty when they need not.
    pub quicker: Vec<String>,
    /// The one metric that is saved, when others are lost all the same.
    pub enough_only_for: Option<String>,
}

/// An operator with too little stock.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShortOf {
    /// Index into the instance's operators.
    pub operator: usize,
    pub id: String,
    pub stock: i64,
}

impl Missing {
    /// Indexes of the operators with too little stock.
    pub fn short_of(&self) -> Vec<usize> {
        match self {
            Missing::Changes(changes) => changes.more_of.iter().map(|short| short.operator).collect(),
            _ => Vec::new(),
        }
    }
}

/// What would solve the problem in which this metric is lost. If nothing does: what would keep up this metric alone.
pub fn missing(instance: &Instance, metric: usize) -> Missing {
    let look = Look { instance, metric, tries_max: TRIES_MAX };
    look.hopeless().or_else(|| look.wished(instance).map(Missing::Changes)).unwrap_or_else(|| match look.alone() {
        Missing::Changes(changes) => {
            let id = instance.metrics[metric].id.clone();
            Missing::Changes(Changes { enough_only_for: Some(id), ..changes })
        }
        other => other,
    })
}

/// What would keep up this metric alone, with at most so many tries for each attempt.
pub fn missing_alone(instance: &Instance, metric: usize, tries_max: u64) -> Missing {
    let look = Look { instance, metric, tries_max: tries_max.min(TRIES_MAX) };
    look.hopeless().unwrap_or_else(|| look.alone())
}

/// The instance in which only this metric needs anything; operators keep their places.
fn alone(instance: &Instance, metric: usize) -> Instance {
    let mut alone = instance.clone();
    for (_, row) in alone.metrics.iter_mut().enumerate().filter(|(index, _)| *index != metric) {
        (row.level, row.warn, row.critical, row.drift) = (row.max, 0, 0, alloc::vec![(0, 0)]);
    }
    alone
}

/// Looks at a problem made easier in one way or the other.
struct Look<'a> {
    instance: &'a Instance,
    metric: usize,
    tries_max: u64,
}

impl Look<'_> {
    /// The cases in which no change helps.
    fn hopeless(&self) -> Option<Missing> {
        let row = &self.instance.metrics[self.metric];
        if row.level <= row.critical {
            return Some(Missing::CriticalAlready { metric: row.id.clone() });
        }
        self.helpers().is_empty().then(|| Missing::NoOperator { metric: row.id.clone() })
    }

    fn wished(&self, problem: &Instance) -> Option<Changes> {
        let wish = self.wish(problem)?;
        let short_of = |operator: &usize| {
            let row = &self.instance.operators[*operator];
            ShortOf { operator: *operator, id: row.id.clone(), stock: row.stock }
        };
        Some(Changes {
            more_of: wish.ample.iter().map(short_of).collect(),
            fewer_forbidden_steps: wish.allowed,
            quicker: if wish.quick { self.names() } else { Vec::new() },
            enough_only_for: None,
        })
    }

    fn alone(&self) -> Missing {
        let alone = alone(self.instance, self.metric);
        // The metric is lost only because others need the time: nothing it could have alone would help.
        if self.solves(&alone, &Wish::default()) {
            return Missing::TimeBesideOthers { operators: self.names() };
        }
        self.wished(&alone).map_or_else(
            || Missing::FallsTooFast { metric: self.instance.metrics[self.metric].id.clone(), operators: self.names() },
            Missing::Changes,
        )
    }

    /// Ids of the operators that restore the metric.
    fn names(&self) -> Vec<String> {
        self.helpers().iter().map(|op| self.instance.operators[*op].id.clone()).collect()
    }

    fn helpers(&self) -> Vec<usize> {
        let id = &self.instance.metrics[self.metric].id;
        (0..self.instance.operators.len()).filter(|op| self.instance.operators[*op].restores.contains_key(id)).collect()
    }

    /// The first that solves the problem of more in stock, fewer forbidden steps and more time; else what of them does together.
    fn wish(&self, problem: &Instance) -> Option<Wish> {
        let short: Vec<usize> =
            (0..problem.operators.len()).filter(|op| problem.operators[*op].stock < steps(problem)).collect();
        let all = Wish { ample: short.clone(), allowed: true, quick: true };
        if !self.solves(problem, &all) {
            return None;
        }
        let own: Vec<usize> = self.helpers().into_iter().filter(|op| short.contains(op)).collect();
        let single = [
            Wish { ample: own, ..Wish::default() },
            Wish { ample: short, ..Wish::default() },
            Wish { allowed: true, ..Wish::default() },
            Wish { quick: true, ..Wish::default() },
        ];
        let single = single.into_iter().find(|wish| *wish != Wish::default() && self.solves(problem, wish));
        Some(self.least(problem, single.unwrap_or(all)))
    }

    /// Takes back what is not needed, the last named first.
    fn least(&self, problem: &Instance, mut wish: Wish) -> Wish {
        let take_back = |less: Wish, wish: &mut Wish| {
            if less != *wish && less != Wish::default() && self.solves(problem, &less) {
                *wish = less;
            }
        };
        take_back(Wish { quick: false, ..wish.clone() }, &mut wish);
        take_back(Wish { allowed: false, ..wish.clone() }, &mut wish);
        take_back(Wish { ample: Vec::new(), ..wish.clone() }, &mut wish);
        let ample = self.least_ample(problem, &wish);
        Wish { ample, ..wish }
    }

    /// Of the operators in the wish those that are needed, the first ones preferred.
    fn least_ample(&self, problem: &Instance, wish: &Wish) -> Vec<usize> {
        let (mut needed, mut perhaps): (Vec<usize>, &[usize]) = (Vec::new(), &wish.ample);
        let with = |needed: &[usize], perhaps: &[usize]| {
            let ample = [needed, perhaps].concat();
            self.solves(problem, &Wish { ample, ..wish.clone() })
        };
        // None at all are not enough: that is the problem itself, or was tried before.
        while !perhaps.is_empty() && (needed.is_empty() || !with(&needed, &[])) {
            if needed.len() == SINGLED_OUT_MAX {
                needed.extend(perhaps);
                break;
            }
            // More is never worse: the last one of the fewest that do is needed, and those behind it are not.
            let counts: Vec<usize> = (1..perhaps.len()).collect();
            let last = counts.partition_point(|count| !with(&needed, &perhaps[..*count]));
            needed.push(perhaps[last]);
            perhaps = &perhaps[..last];
        }
        needed.sort_unstable();
        needed
    }

    fn solves(&self, problem: &Instance, wish: &Wish) -> bool {
        let mut easier = problem.clone();
        for op in &wish.ample {
            easier.operators[*op].stock = steps(problem);
        }
        if wish.allowed {
            easier.forbidden.clear();
        }
        if wish.quick {
            easier.operators.iter_mut().for_each(|op| op.duration_ticks = problem.step_ticks);
        }
        is_solved(&easier, self.tries_max)
    }
}

fn steps(instance: &Instance) -> i64 {
    instance.horizon_ticks / instance.step_ticks
}
