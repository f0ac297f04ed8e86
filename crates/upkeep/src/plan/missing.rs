//! What would have to be different so that an unsolvable problem has a solution: more stock, fewer forbidden steps, or more
//! time. Each change is tried, and the changes that are named are enough.

use super::instance::Instance;
use super::solve::is_solved;
use alloc::string::String;
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};

/// Most actions tried to solve the problem after one trial change (such as unlimited stock); a narrow search through a
/// day takes about this many.
pub const TRIES_MAX: u64 = 80_000;
/// Up to this many operators with too little stock are determined one by one; beyond that all candidates are named.
/// Each one takes at most seven attempts.
const SINGLED_OUT_MAX: usize = 4;

/// Trial changes that make an unsolvable scheduling problem easier.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
struct Wish {
    /// Operators that are given unlimited stock on trial.
    ample: Vec<usize>,
    /// Whether the trial lifts the ban on steps in which nothing may be done.
    allowed: bool,
    /// Whether the trial makes every action take only one step.
    quick: bool,
}

/// Why a metric cannot be kept above critical, and what would have to be different. Operators and metrics are given by
/// their ids.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Missing {
    /// The metric is critical from the start, before any action can end.
    CriticalAlready {
        metric: String,
    },
    NoOperator {
        metric: String,
    },
    /// These operators could keep the metric up, but the other metrics need the same time.
    TimeBesideOthers {
        operators: Vec<String>,
    },
    /// The metric falls so fast that these operators restore too little, however often they are used.
    FallsTooFast {
        metric: String,
        operators: Vec<String>,
    },
    Changes(Changes),
}

/// Changes to the scheduling problem that together make it solvable; unnecessary ones are left out.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Changes {
    pub more_of: Vec<ShortOf>,
    pub fewer_forbidden_steps: bool,
    /// Operators that would have to take only one step; empty if time is not what is missing.
    pub quicker: Vec<String>,
    /// The only metric that the changes save, if other metrics go critical anyway.
    pub enough_only_for: Option<String>,
}

/// An operator with too little stock for the uses that the metric needs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShortOf {
    /// Which operator: an index into the instance's operators.
    pub operator: usize,
    pub id: String,
    pub stock: i64,
}

impl Missing {
    /// Indexes of the upkeep operators that would need more stock to keep the metric up.
    pub fn short_of(&self) -> Vec<usize> {
        match self {
            Missing::Changes(changes) => changes.more_of.iter().map(|short| short.operator).collect(),
            _ => Vec::new(),
        }
    }
}

/// What would make the problem solvable in which this metric goes critical. If nothing does: what would save this
/// metric alone.
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

/// What would save this metric if no other needed anything, with at most `tries_max` tries for each trial change.
pub fn missing_alone(instance: &Instance, metric: usize, tries_max: u64) -> Missing {
    let look = Look { instance, metric, tries_max: tries_max.min(TRIES_MAX) };
    look.hopeless().unwrap_or_else(|| look.alone())
}

/// A copy of the problem in which only this metric needs anything. The indexes of operators stay the same.
fn alone(instance: &Instance, metric: usize) -> Instance {
    let mut alone = instance.clone();
    for (_, row) in alone.metrics.iter_mut().enumerate().filter(|(index, _)| *index != metric) {
        (row.level, row.warn, row.critical, row.drift) = (row.max, 0, 0, alloc::vec![(0, 0)]);
    }
    alone
}

/// Looks for changes (more stock, no forbidden steps, quicker actions) that make an unsolvable problem solvable.
struct Look<'a> {
    instance: &'a Instance,
    metric: usize,
    tries_max: u64,
}

impl Look<'_> {
    /// Finds out whether no change (more stock, time, allowed steps) would save the metric, and why.
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
        // The metric alone can be saved, so it goes critical only because other metrics need the time.
        if self.solves(&alone, &Wish::default()) {
            return Missing::TimeBesideOthers { operators: self.names() };
        }
        self.wished(&alone).map_or_else(
            || Missing::FallsTooFast { metric: self.instance.metrics[self.metric].id.clone(), operators: self.names() },
            Missing::Changes,
        )
    }

    /// Ids of the operators that restore the metric in question.
    fn names(&self) -> Vec<String> {
        self.helpers().iter().map(|op| self.instance.operators[*op].id.clone()).collect()
    }

    fn helpers(&self) -> Vec<usize> {
        let id = &self.instance.metrics[self.metric].id;
        (0..self.instance.operators.len()).filter(|op| self.instance.operators[*op].restores.contains_key(id)).collect()
    }

    /// The first of these changes that alone makes the problem solvable: more stock, no forbidden steps, quicker
    /// actions. If none does, those that are needed together.
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

    /// Drops unnecessary trial changes, the last named first.
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

    /// The operators that really need more stock; where there is a choice, earlier ones are taken.
    fn least_ample(&self, problem: &Instance, wish: &Wish) -> Vec<usize> {
        let (mut needed, mut perhaps): (Vec<usize>, &[usize]) = (Vec::new(), &wish.ample);
        let with = |needed: &[usize], perhaps: &[usize]| {
            let ample = [needed, perhaps].concat();
            self.solves(problem, &Wish { ample, ..wish.clone() })
        };
        // With no operator chosen the problem is unsolved: it is then the original one, or was tried before.
        while !perhaps.is_empty() && (needed.is_empty() || !with(&needed, &[])) {
            if needed.len() == SINGLED_OUT_MAX {
                needed.extend(perhaps);
                break;
            }
            // Giving more operators unlimited stock never makes the problem harder. So take the candidates in order
            // until the problem is solved: the last one taken is needed, and those after it are not.
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
