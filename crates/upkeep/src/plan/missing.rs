//! What would have to be otherwise for a problem that nothing solves: more in stock, fewer forbidden steps, or more time. Each is
//! tried, and what is named is enough.

use super::instance::Instance;
use super::solve::is_solved;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

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

/// What is missing, for people, and the operators that there should be more of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Missing {
    pub text: String,
    pub short_of: Vec<usize>,
    /// Whether something that could be had would help.
    wished: bool,
}

impl Missing {
    fn told(text: String) -> Missing {
        Missing { text, short_of: Vec::new(), wished: false }
    }
}

/// What would solve the problem, of which this metric is lost; where nothing does, what would keep this metric up alone.
pub fn missing(instance: &Instance, metric: usize) -> Missing {
    let look = Look { instance, metric, tries_max: TRIES_MAX };
    look.hopeless().or_else(|| look.wished(instance)).unwrap_or_else(|| {
        let Missing { text, short_of, wished } = look.alone();
        let id = &instance.metrics[metric].id;
        let text = if wished { format!("{text}; that is enough for {id}, not for all") } else { text };
        Missing { text, short_of, wished }
    })
}

/// What would keep this metric up alone, with at most so many tries for each look.
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
    /// Where no wish is of any use.
    fn hopeless(&self) -> Option<Missing> {
        let row = &self.instance.metrics[self.metric];
        if row.level <= row.critical {
            let text = format!("{} is critical already; nothing that ends later can undo that", row.id);
            return Some(Missing::told(text));
        }
        self.helpers().is_empty().then(|| Missing::told(format!("no operator restores {}", row.id)))
    }

    fn wished(&self, problem: &Instance) -> Option<Missing> {
        let wish = self.wish(problem)?;
        Some(Missing { text: self.wish_text(&wish), short_of: wish.ample, wished: true })
    }

    fn alone(&self) -> Missing {
        let alone = alone(self.instance, self.metric);
        // What is lost only because of others is not helped by what it would need alone.
        if self.solves(&alone, &Wish::default()) {
            return Missing::told(format!("time: {} cannot be done beside what the others need", self.names()));
        }
        self.wished(&alone).unwrap_or_else(|| {
            let id = &self.instance.metrics[self.metric].id;
            Missing::told(format!("{id} falls faster than {} can restore it", self.names()))
        })
    }

    fn names(&self) -> String {
        let names: Vec<&str> = self.helpers().iter().map(|op| self.instance.operators[*op].id.as_str()).collect();
        names.join(", ")
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

    fn wish_text(&self, wish: &Wish) -> String {
        let mut parts: Vec<String> = Vec::new();
        if !wish.ample.is_empty() {
            let rows = wish.ample.iter().map(|op| &self.instance.operators[*op]);
            let rows: Vec<String> = rows.map(|row| format!("{} ({} in stock)", row.id, row.stock)).collect();
            parts.push(format!("more of {}", rows.join(", ")));
        }
        if wish.allowed {
            parts.push("fewer forbidden steps".to_string());
        }
        if wish.quick {
            parts.push(format!("time: {} cannot be done early and often enough", self.names()));
        }
        parts.join(", and ")
    }
}

fn steps(instance: &Instance) -> i64 {
    instance.horizon_ticks / instance.step_ticks
}
