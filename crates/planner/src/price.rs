//! A lower bound on every plan, from prices: for action cost, for agent time and for cooking time.
//!
//! Prices are chosen so that the outputs of a rule are never worth more than its inputs plus what the rule itself
//! takes. So every plan takes at least the worth of its goal minus the worth of the stock. Tools and stations that
//! are already there are left out, which can only lower the bound.

use crate::context::Context;
use crate::cost;
use crate::reach::{Reach, Way};
use crate::rule::{Item, Problem, StationType};
use alloc::vec;
use alloc::vec::Vec;

/// Item prices are fixed-point numbers with this many parts in one, so that splitting a price over a recipe's outputs
/// loses little.
pub const ONE: u128 = 1 << 20;
/// The price of an item that no rule makes.
pub const NEVER: u128 = u128::MAX;
/// Most rounds of lowering item prices. Each round settles one more step of a chain of recipes.
const ROUNDS_MAX: usize = 64;
/// Most rules looked at while choosing which items in stock have a price; larger requests keep the first choice.
const STOCK_WORK_MAX: usize = 2_000_000;
/// Up to this many extra builds of one station type, and extra loads, are counted one by one; beyond this they are
/// assumed to be free.
const COUNTED_MAX: u64 = 64;
/// Most stations looked at in total; a request with more ways to build stations gets no lower bound from prices.
const WORK_MAX: u64 = 20_000_000;

/// What item prices measure: action cost, ticks, or both.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Taken {
    Cost,
    AgentTicks,
    Cooked,
    /// Action cost and ticks together, each with its weight.
    Height {
        cost: u64,
        tick: u64,
    },
}

/// A rule with its net inputs and outputs: an item on both sides is counted once, as the difference.
#[derive(Debug)]
pub struct Rule {
    pub inputs: Vec<(Item, u64)>,
    pub outputs: Vec<(Item, u64)>,
    cost: u64,
    ticks: u64,
    cooked: u64,
}

impl Rule {
    fn new(inputs: &[(Item, u64)], outputs: &[(Item, u64)]) -> Rule {
        let less = |list: &[(Item, u64)], other: &[(Item, u64)]| -> Vec<(Item, u64)> {
            let left = list.iter().map(|&(item, count)| {
                let back = other.iter().find(|(same, _)| *same == item).map_or(0, |(_, count)| *count);
                (item, count.saturating_sub(back))
            });
            left.filter(|(_, count)| *count > 0).collect()
        };
        Rule { inputs: less(inputs, outputs), outputs: less(outputs, inputs), cost: 0, ticks: 0, cooked: 0 }
    }

    fn takes(&self, what: Taken) -> u128 {
        match what {
            Taken::Cost => self.cost.into(),
            Taken::AgentTicks => self.ticks.into(),
            Taken::Cooked => self.cooked.into(),
            Taken::Height { cost, tick } => {
                u128::from(self.cost) * u128::from(cost) + u128::from(self.ticks) * u128::from(tick)
            }
        }
    }
}

/// Every usable rule, and every station process once for each fuel. Counts are scaled up to whole numbers. The cost of
/// loading is left out here and counted separately.
pub fn rules(problem: &Problem, reach: &Reach) -> Vec<Rule> {
    let ops = (problem.ops.iter().enumerate()).filter(|(op, _)| reach.op_usable[*op]).map(|(_, op)| Rule {
        cost: op.cost,
        ticks: op.ticks,
        ..Rule::new(&op.inputs, &op.outputs)
    });
    let mut rules: Vec<Rule> = ops.collect();
    for (index, process) in problem.processes.iter().enumerate() {
        if !reach.process_usable[index] {
            continue;
        }
        if process.fuel_per_item == 0 {
            rules.push(Rule { cooked: 1, ..Rule::new(&[(process.input, 1)], &[(process.output, 1)]) });
            continue;
        }
        for &(fuel, burn) in &problem.fuels {
            let inputs = [(process.input, burn), (fuel, process.fuel_per_item)];
            rules.push(Rule { cooked: burn, ..Rule::new(&inputs, &[(process.output, burn)]) });
        }
    }
    rules
}

pub fn worth(list: &[(Item, u64)], price: &[u128]) -> u128 {
    list.iter().fold(0, |sum: u128, &(item, count)| sum.saturating_add(price[item].saturating_mul(count.into())))
}

/// The highest item prices at which no rule makes a profit; `None` when the prices do not settle.
pub fn prices(rules: &[Rule], what: Taken, free: &[bool]) -> Option<Vec<u128>> {
    let mut price: Vec<u128> = free.iter().map(|free| if *free { 0 } else { NEVER }).collect();
    for _ in 0..ROUNDS_MAX {
        let mut changed = false;
        for rule in rules {
            let inside = worth(&rule.inputs, &price).saturating_add(rule.takes(what).saturating_mul(ONE));
            let counted: u64 = rule.outputs.iter().filter(|(item, _)| !free[*item]).map(|(_, count)| *count).sum();
            if inside == NEVER || counted == 0 {
                continue;
            }
            let share = inside / u128::from(counted);
            for &(item, _) in rule.outputs.iter().filter(|(item, _)| !free[*item]) {
                if share < price[item] {
                    (price[item], changed) = (share, true);
                }
            }
        }
        if !changed {
            return Some(price);
        }
    }
    None
}

/// Items from which the goal, or a station to be built, can be made. All others have no price, however many are in
/// stock.
fn relevant(problem: &Problem, rules: &[Rule], build: &[StationType]) -> Vec<bool> {
    let mut relevant = vec![false; problem.items.len()];
    problem.goal.iter().for_each(|&(item, _)| relevant[item] = true);
    for op in problem.ops.iter().filter(|op| op.places.is_some_and(|station| build.contains(&station))) {
        op.inputs.iter().for_each(|&(item, _)| relevant[item] = true);
    }
    let mut changed = true;
    while changed {
        changed = false;
        for rule in rules {
            if rule.outputs.iter().any(|&(item, _)| relevant[item]) {
                for &(item, _) in &rule.inputs {
                    changed |= !core::mem::replace(&mut relevant[item], true);
                }
            }
        }
    }
    relevant
}

/// A lower bound on the action cost or the ticks of any plan.
#[derive(Debug)]
struct Least {
    goal: u128,
    stock: u128,
    /// What building one more station adds to the bound, by index into the list of stations.
    build: Vec<u128>,
}

impl Least {
    fn with(builds: &[u64], least: &Least) -> u64 {
        let built = builds.iter().zip(&least.build).map(|(count, each)| each.saturating_mul((*count).into()));
        let worth = built.fold(least.goal, u128::saturating_add).saturating_sub(least.stock);
        u64::try_from(worth.div_ceil(ONE)).unwrap_or(u64::MAX)
    }

    fn of(problem: &Problem, what: Taken, price: &[u128], build: &[StationType]) -> Least {
        let takes = |cost: u64, ticks: u64| match what {
            Taken::Cost => u128::from(cost) * ONE,
            Taken::AgentTicks => u128::from(ticks) * ONE,
            Taken::Cooked => 0,
            Taken::Height { cost: each, tick } => {
                (u128::from(cost) * u128::from(each) + u128::from(ticks) * u128::from(tick)) * ONE
            }
        };
        let place = |&station: &StationType| {
            let ops = problem.ops.iter().filter(|op| op.places == Some(station));
            let each = ops.map(|op| {
                // Placing a station costs its inputs, minus what its by-products are worth.
                takes(op.cost, op.ticks)
                    .saturating_add(worth(&op.inputs, price))
                    .saturating_sub(worth(&op.outputs, price))
            });
            each.min().unwrap_or(0)
        };
        let held = (0..problem.items.len()).map(|item| price[item].saturating_mul(problem.stock[item].into()));
        Least {
            goal: worth(&problem.goal, price),
            stock: held.fold(0, u128::saturating_add),
            build: build.iter().map(place).collect(),
        }
    }

    /// The best lower bound over several choices of whether items in stock have their price or none.
    fn best(problem: &Problem, rules: &[Rule], what: Taken, free: &[bool], build: &[StationType]) -> Option<Least> {
        let least = |free: &[bool]| Some(Least::of(problem, what, &prices(rules, what, free)?, build));
        let beyond = |least: &Least| least.goal.saturating_sub(least.stock);
        let mut free = free.to_vec();
        let mut best = least(&free)?;
        let mut work = 0;
        for item in (0..problem.items.len()).filter(|&item| problem.stock[item] > 0) {
            work += rules.len();
            if free[item] || work > STOCK_WORK_MAX {
                continue;
            }
            free[item] = true;
            match least(&free).filter(|other| beyond(other) > beyond(&best)) {
                Some(better) => best = better,
                None => free[item] = false,
            }
        }
        Some(best)
    }
}

/// A station to cook in: the tick from which it is free, and the ticks per item of its fastest process.
type Oven = (u64, u64);

/// All stations, to bound how fast things can be cooked, whatever they are.
struct Kitchen {
    ovens: Vec<Oven>,
    /// Ticks per item of the fastest process, by index into the list of stations to build.
    built: Vec<u64>,
    batch_max: u64,
    load_cost: u64,
    load_ticks: u64,
}

impl Kitchen {
    /// The first tick by which this many items can be cooked with this many loads, at least one load in each station
    /// used.
    fn end(&self, ovens: &[Oven], loads: u64, items: u64, work: &mut u64) -> u64 {
        let (mut low, mut high) = (0, 1 << 62);
        let most = usize::try_from(loads).unwrap_or(usize::MAX).min(ovens.len());
        let mut each = Vec::with_capacity(ovens.len());
        while low < high {
            *work += ovens.len() as u64;
            let middle = low + (high - low) / 2;
            each.clear();
            each.extend(ovens.iter().map(|&(free_at, per_item)| {
                let ticks = u64::saturating_sub(middle, free_at.saturating_add(self.load_ticks));
                ticks.checked_div(per_item).unwrap_or(if middle >= free_at { u64::MAX } else { 0 })
            }));
            each.sort_unstable_by(|a, b| b.cmp(a));
            let done = each[..most].iter().fold(0_u64, |sum, items| sum.saturating_add(*items));
            if done >= items { high = middle } else { low = middle + 1 }
        }
        low
    }
}

/// A lower bound on the value of any plan, from item prices; 0 when prices give no bound.
pub fn bound(context: &Context<'_>) -> u64 {
    let (problem, reach) = (context.problem, context.reach);
    let rules = rules(problem, reach);
    let relevant = relevant(problem, &rules, &context.palette.stations);
    let cooks = || {
        let usable = problem.processes.iter().enumerate().filter(|(index, _)| reach.process_usable[*index]);
        usable.map(|(_, process)| process).filter(|process| relevant[process.output])
    };
    let fastest = |station: StationType| {
        cooks().filter(|process| process.station == station).map(|process| process.ticks_per_item).min()
    };
    let stations = context.palette.stations.iter().copied();
    let build: Vec<StationType> = stations.filter(|&station| fastest(station).is_some()).collect();
    // Items that only the stock provides have no price of their own, only the worth of what rules can make of them.
    let is_free = |item: usize| !relevant[item] || reach.way[item] == Some(Way::Stock);
    let free: Vec<bool> = (0..problem.items.len()).map(is_free).collect();
    let least = |what| Least::best(problem, &rules, what, &free, &build);
    let (Some(cost), Some(ticks), Some(cooked)) = (least(Taken::Cost), least(Taken::AgentTicks), least(Taken::Cooked))
    else {
        return 0;
    };
    let slots = (0..problem.slots.len()).filter(|&slot| crate::reach::slot_usable(problem, slot));
    let slots = slots.map(|slot| &problem.slots[slot]);
    let kitchen = Kitchen {
        ovens: slots.filter_map(|slot| Some((slot.ready_at, fastest(slot.station)?))).collect(),
        built: build.iter().map(|&station| fastest(station).unwrap_or(0)).collect(),
        batch_max: cooks().map(|process| process.batch_max).max().unwrap_or(1),
        load_cost: cooks().map(|process| process.load_cost).min().unwrap_or(0),
        load_ticks: cooks().map(|process| process.load_ticks).min().unwrap_or(0),
    };
    let builds = vec![0; build.len()];
    let mut over = Over { context, build: &build, cost, ticks, cooked, kitchen, best: u64::MAX, work: 0, builds };
    over.each_build(0);
    if over.work > WORK_MAX || over.best == u64::MAX { 0 } else { over.best }
}

/// Finds the least bound over all numbers of builds and loads.
struct Over<'a> {
    context: &'a Context<'a>,
    build: &'a [StationType],
    cost: Least,
    ticks: Least,
    cooked: Least,
    kitchen: Kitchen,
    best: u64,
    work: u64,
    builds: Vec<u64>,
}

impl Over<'_> {
    fn value(&self, cost: u64, ticks: u64) -> u64 {
        cost::value(self.context.objective, cost, ticks, self.context.problem.bucket_ticks)
    }

    fn each_build(&mut self, digit: usize) {
        let Some(&station) = self.build.get(digit) else { return self.each_load() };
        for count in 0..=self.context.problem.room(station).min(COUNTED_MAX) {
            self.builds[digit] = count;
            self.work += 1;
            let (cost, ticks) = (Least::with(&self.builds, &self.cost), Least::with(&self.builds, &self.ticks));
            if self.work > WORK_MAX || self.value(cost, ticks) >= self.best {
                break; // More builds only cost more.
            }
            self.each_build(digit + 1);
        }
        self.builds[digit] = 0;
    }

    fn each_load(&mut self) {
        let (cost, ticks) = (Least::with(&self.builds, &self.cost), Least::with(&self.builds, &self.ticks));
        let items = Least::with(&self.builds, &self.cooked);
        if items == 0 {
            self.best = self.best.min(self.value(cost, ticks));
            return;
        }
        let mut ovens = self.kitchen.ovens.clone();
        for (index, &count) in self.builds.iter().enumerate() {
            // The last number of builds that is counted stands for itself and for all larger numbers.
            let all = if count == COUNTED_MAX { self.context.problem.room(self.build[index]) } else { count };
            ovens.extend((0..all).map(|_| (0, self.kitchen.built[index])));
        }
        if ovens.is_empty() {
            return;
        }
        let least = items.div_ceil(self.kitchen.batch_max);
        for more in 0..=COUNTED_MAX {
            let loads = least.saturating_add(more);
            let cost = cost.saturating_add(loads.saturating_mul(self.kitchen.load_cost));
            let ticks = ticks.saturating_add(loads.saturating_mul(self.kitchen.load_ticks));
            if self.work > WORK_MAX || self.value(cost, ticks) >= self.best || loads > ovens.len() as u64 && more > 0 {
                break;
            }
            let used = if more == COUNTED_MAX { u64::MAX } else { loads };
            let end = self.kitchen.end(&ovens, used, items, &mut self.work);
            self.best = self.best.min(self.value(cost, ticks.max(end)));
        }
    }
}
