//! Finds plans by trying: every action from every inventory, the most promising one first (A* search).
//!
//! For small requests that no choice of recipes solves: rules that multiply an item that must first be gathered,
//! several ways that each make only a part, cycles. Without cooking, the agent's own work is the whole plan, so the
//! first plan found is optimal. With cooking, the search assumes that the agent waits for each batch; the plan is
//! then timed properly and not called optimal.

mod relevant;

use self::relevant::relevant;
use crate::batch::fuel_count;
use crate::cost::COST_WEIGHT;
use crate::plan::{Objective, Plan};
use crate::price::{NEVER, ONE, Taken, prices, rules, worth};
use crate::reach::{Reach, Way, slot_usable};
use crate::rule::{Item, Op, Problem, Process};
use crate::timing::{Action, timed};
use crate::validate::validate;
use alloc::collections::{BTreeMap, BinaryHeap};
use alloc::rc::Rc;
use alloc::vec::Vec;
use core::cmp::Reverse;

/// Most actions tried by default when planning by trying everything: some tens of milliseconds, and about ten megabytes
/// of inventories.
pub const TRIES_MAX: u64 = 200_000;
/// Only requests with at most this many relevant rules are planned by trying everything.
const RULES_MAX: usize = 64;
/// Up to this size every batch size is tried; beyond it only the largest batch.
const BATCH_TRIED_MAX: u64 = 8;
/// How much more a tick counts than one unit of action cost when only the plan's length matters.
const TICK_WEIGHT: u64 = 1 << 24;

/// The result of planning by trying all sequences of actions.
#[derive(Debug)]
pub enum Outcome {
    Plan(Tried),
    /// Every sequence of actions was tried, and there is no plan.
    Impossible,
    /// The tries were used up with neither a plan nor a proof that there is none.
    Open,
}

/// A plan found by trying sequences of actions.
#[derive(Debug)]
pub struct Tried {
    pub plan: Plan,
    /// Whether the plan is proven optimal.
    pub best: bool,
    pub explored: u64,
}

/// The state after some actions: counts of all items, then how many stations of each type were built.
type Stock = Rc<[u64]>;

struct Node {
    stock: Stock,
    before: Option<(usize, Action)>,
    height: u128,
    /// Ticks that the agent itself has worked so far.
    busy: u64,
}

/// What one action takes in cost and time.
#[derive(Clone, Copy)]
struct Expense {
    cost: u64,
    /// Ticks for which the action keeps the agent busy.
    busy: u64,
    /// Ticks for which the agent then waits until a batch is cooked.
    cooking: u64,
}

struct Trying<'a> {
    problem: &'a Problem,
    ops: Vec<usize>,
    processes: Vec<usize>,
    weights: (u64, u64),
    /// Several sets of item prices at which no rule makes a profit, used as lower bounds; they differ in which items
    /// count as free (price 0).
    prices: Vec<Vec<u128>>,
    nodes: Vec<Node>,
    seen: BTreeMap<Stock, u128>,
    open: BinaryHeap<Reverse<(u128, Reverse<u128>, usize)>>,
    tries: u64,
    /// Whether something was left untried: an action that ends too late, or some of many batch sizes.
    cut: bool,
}

/// Tries at most `tries_max` actions, in sequences, to find a plan.
pub fn plan(problem: &Problem, reach: &Reach, objective: Objective, tries_max: u64) -> Outcome {
    let rules = relevant(problem, reach);
    search(problem, reach, objective, rules, tries_max)
}

/// As [`plan`], but only for requests without cooking, where the plan found is optimal.
pub fn best_plan(problem: &Problem, reach: &Reach, objective: Objective, tries_max: u64) -> Outcome {
    let rules = relevant(problem, reach);
    if rules.1.is_empty() { search(problem, reach, objective, rules, tries_max) } else { Outcome::Open }
}

fn search(
    problem: &Problem,
    reach: &Reach,
    objective: Objective,
    (ops, processes): (Vec<usize>, Vec<usize>),
    tries_max: u64,
) -> Outcome {
    if ops.len() + processes.len() > RULES_MAX {
        return Outcome::Open;
    }
    let weights = match objective {
        Objective::CostAndTime => (COST_WEIGHT * problem.bucket_ticks, 1),
        Objective::Makespan => (1, TICK_WEIGHT),
    };
    let exact = processes.is_empty();
    let mut trying = Trying {
        problem,
        weights,
        prices: potentials(problem, reach, weights),
        ops,
        processes,
        nodes: Vec::new(),
        seen: BTreeMap::new(),
        open: BinaryHeap::new(),
        tries: 0,
        cut: false,
    };
    let Some(plan) = trying.go(tries_max) else {
        let all = trying.open.is_empty() && !trying.cut && trying.tries <= tries_max;
        return if all { Outcome::Impossible } else { Outcome::Open };
    };
    Outcome::Plan(Tried { plan, best: exact && !trying.cut, explored: trying.tries })
}

fn potentials(problem: &Problem, reach: &Reach, (cost, tick): (u64, u64)) -> Vec<Vec<u128>> {
    let rules = rules(problem, reach);
    let made = |item: Item| rules.iter().any(|rule| rule.outputs.iter().any(|&(output, _)| output == item));
    let by_stock = |item: Item| reach.way[item] == Some(Way::Stock);
    let choices: [Vec<bool>; 2] = [
        (0..problem.items.len()).map(|item| by_stock(item) || !made(item)).collect(),
        (0..problem.items.len()).map(|item| !made(item)).collect(),
    ];
    let priced = |mut free: Vec<bool>| {
        // Items that only come from cycles of recipes get no price. That lowers the price of what is made of them, and
        // so keeps the lower bound valid.
        loop {
            let price = prices(&rules, Taken::Height { cost, tick }, &free)?;
            if !price.contains(&NEVER) {
                return Some(price);
            }
            free.iter_mut().zip(&price).for_each(|(free, each)| *free |= *each == NEVER);
        }
    };
    choices.into_iter().filter_map(priced).collect()
}

impl Trying<'_> {
    fn go(&mut self, tries_max: u64) -> Option<Plan> {
        let items = self.problem.stock.iter().copied();
        let stock: Stock = items.chain(self.problem.stations.iter().map(|_| 0)).collect();
        self.add(Node { stock, before: None, height: 0, busy: 0 });
        while let Some(Reverse((_, _, index))) = self.open.pop() {
            let node = &self.nodes[index];
            if self.seen.get(&node.stock).is_some_and(|&least| least < node.height) {
                continue;
            }
            if self.problem.goal.iter().all(|&(item, count)| node.stock[item] >= count) {
                if let Some(plan) = self.plan(index) {
                    return Some(plan);
                }
                self.cut = true;
                continue;
            }
            if self.tries > tries_max {
                return None;
            }
            for place in 0..self.ops.len() {
                self.try_op(index, self.ops[place]);
            }
            for place in 0..self.processes.len() {
                self.try_loads(index, self.processes[place]);
            }
        }
        None
    }

    /// A lower bound: the least that any plan still takes from this state.
    fn to_do(&self, stock: &[u64]) -> u128 {
        let least = self.prices.iter().map(|price| {
            let held = stock
                .iter()
                .zip(price)
                .fold(0_u128, |sum, (&count, each)| sum.saturating_add(each.saturating_mul(count.into())));
            worth(&self.problem.goal, price).saturating_sub(held).div_ceil(ONE)
        });
        least.max().unwrap_or(0)
    }

    fn add(&mut self, node: Node) {
        if node.busy > self.problem.horizon_ticks {
            self.cut = true;
            return;
        }
        if self.seen.get(&node.stock).is_some_and(|&least| least <= node.height) {
            return;
        }
        self.seen.insert(Rc::clone(&node.stock), node.height);
        let whole = node.height.saturating_add(self.to_do(&node.stock));
        self.open.push(Reverse((whole, Reverse(node.height), self.nodes.len())));
        self.nodes.push(node);
    }

    /// Adds the state after an action to those to be tried.
    fn follow(&mut self, from: usize, stock: Vec<u64>, action: Action, expense: Expense) {
        let Expense { cost, busy, cooking } = expense;
        let (per_cost, per_tick) = self.weights;
        let ticks = u128::from(busy) + u128::from(cooking);
        let more = u128::from(cost) * u128::from(per_cost) + ticks * u128::from(per_tick);
        let (height, busy) = (self.nodes[from].height + more, self.nodes[from].busy.saturating_add(busy));
        self.add(Node { stock: stock.into(), before: Some((from, action)), height, busy });
    }

    fn try_op(&mut self, from: usize, op: usize) {
        self.tries += 1;
        let rule: &Op = &self.problem.ops[op];
        let stock = &self.nodes[from].stock;
        let items = self.problem.items.len();
        let placed = |station: usize| self.problem.placed(station) + stock[items + station];
        let tool = rule.tools_any.is_empty() || rule.tools_any.iter().any(|&tool| stock[tool] > 0);
        let inputs = rule.inputs.iter().all(|&(item, count)| stock[item] >= count);
        let station = rule.station.is_none_or(|station| placed(station) > 0);
        let room = rule.places.is_none_or(|station| placed(station) < self.problem.stations_max[station]);
        if !(tool && inputs && station && room) {
            return;
        }
        let mut next = stock.to_vec();
        rule.inputs.iter().for_each(|&(item, count)| next[item] -= count);
        rule.outputs.iter().for_each(|&(item, count)| next[item] += count);
        if let Some(station) = rule.places {
            next[items + station] += 1;
        }
        self.follow(from, next, Action::Op(op), Expense { cost: rule.cost, busy: rule.ticks, cooking: 0 });
    }

    /// Whether a station can run the process, now or once it is free.
    fn has_slot(&self, stock: &[u64], rule: &Process) -> bool {
        let given = |slot: usize| self.problem.slots[slot].station == rule.station && slot_usable(self.problem, slot);
        stock[self.problem.items.len() + rule.station] > 0 || (0..self.problem.slots.len()).any(given)
    }

    fn try_loads(&mut self, from: usize, process: usize) {
        self.tries += 1;
        let problem = self.problem;
        let rule = &problem.processes[process];
        let stock = Rc::clone(&self.nodes[from].stock);
        if !self.has_slot(&stock, rule) {
            return;
        }
        let most = rule.batch_max.min(stock[rule.input]);
        // Some batch sizes are left untried. If the request has no fuel, no batch is tried at all.
        self.cut |= most > BATCH_TRIED_MAX || problem.fuels.is_empty();
        let counts = (1..=most.min(BATCH_TRIED_MAX)).chain((most > BATCH_TRIED_MAX).then_some(most));
        for count in counts {
            for (fuel, &(item, burn)) in problem.fuels.iter().enumerate() {
                let pieces = fuel_count(count as i64, rule.fuel_per_item, burn) as u64;
                let mut next = stock.to_vec();
                next[rule.input] -= count;
                if next[item] < pieces {
                    continue;
                }
                next[item] -= pieces;
                next[rule.output] += count;
                self.tries += 1;
                let cooking = rule.ticks_per_item.saturating_mul(count);
                let action = Action::Load { process, count, fuel };
                self.follow(from, next, action, Expense { cost: rule.load_cost, busy: rule.load_ticks, cooking });
                if rule.fuel_per_item == 0 {
                    break; // This process needs no fuel, so other fuels change nothing.
                }
            }
        }
    }

    /// The plan that leads to this state, if it ends within the horizon.
    fn plan(&self, end: usize) -> Option<Plan> {
        let mut actions = Vec::new();
        let mut at = end;
        while let Some((before, action)) = self.nodes[at].before {
            actions.push(action);
            at = before;
        }
        let steps = timed(self.problem, actions.into_iter().rev())?;
        let verdict = validate(self.problem, &steps).ok()?;
        Some(Plan { steps, makespan_ticks: verdict.makespan_ticks, action_cost: verdict.action_cost })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deadlock::check;
    use crate::rule::{Draft, DraftOp, DraftProcess, DraftSlot, Kind};
    use alloc::format;
    use alloc::string::{String, ToString};
    use alloc::vec;

    fn bag(items: &[(&str, u64)]) -> BTreeMap<String, u64> {
        items.iter().map(|(name, count)| ((*name).to_string(), *count)).collect()
    }

    fn op(id: &str, inputs: &[(&str, u64)], outputs: &[(&str, u64)]) -> DraftOp {
        DraftOp {
            id: id.into(),
            kind: Kind::Craft,
            ticks: 1,
            cost: 1,
            inputs: bag(inputs),
            outputs: bag(outputs),
            tools_any: vec![],
            station: None,
            places: None,
        }
    }

    fn request(have: &[(&str, u64)], goal: &[(&str, u64)], ops: Vec<DraftOp>) -> Draft {
        let (inventory, goal) = (bag(have), bag(goal));
        Draft { bucket_ticks: 10, horizon_ticks: 1_000, wait_ticks_max: 100, inventory, goal, ops, ..Draft::default() }
    }

    fn outcome(draft: &Draft, tries_max: u64) -> Outcome {
        let problem = Problem::new(draft).expect("a request");
        let reach = check(&problem, Objective::CostAndTime).expect("in reach");
        plan(&problem, &reach, Objective::CostAndTime, tries_max)
    }

    #[test]
    fn the_first_plan_is_optimal_and_too_few_tries_give_no_answer() {
        let ops = vec![op("find", &[], &[("seed", 1)]), op("grow", &[("seed", 2)], &[("seed", 10)])];
        let draft = request(&[("seed", 1)], &[("seed", 30)], ops);
        let Outcome::Plan(tried) = outcome(&draft, TRIES_MAX) else { panic!("there is a plan") };
        assert_eq!((tried.plan.action_cost, tried.best), (5, true));
        assert!(matches!(outcome(&draft, 2), Outcome::Open));
    }

    #[test]
    fn a_request_is_impossible_once_everything_was_tried() {
        let ops = vec![op("pack", &[("a", 2)], &[("b", 1)]), op("unpack", &[("b", 1)], &[("a", 2)])];
        assert!(matches!(outcome(&request(&[("a", 5)], &[("b", 3)], ops), TRIES_MAX), Outcome::Impossible));
    }

    #[test]
    fn a_request_with_too_many_rules_is_not_tried() {
        for (rules, small) in [(RULES_MAX, true), (RULES_MAX + 1, false)] {
            let ops = (0..rules).map(|k| op(&format!("{k}"), &[], &[("a", 1)])).collect();
            assert_eq!(matches!(outcome(&request(&[], &[("a", 2)], ops), TRIES_MAX), Outcome::Plan(_)), small);
        }
    }

    #[test]
    fn loads_wait_for_a_slot_and_run_in_parallel_in_two_slots() {
        let mut draft = request(&[("ore", 20), ("coal", 20)], &[("bar", 19)], Vec::new());
        draft.fuels = bag(&[("coal", 10)]);
        draft.slots = vec![DraftSlot { id: "oven".into(), station: "oven".into(), ready_at: 7 }];
        draft.processes = vec![DraftProcess {
            id: "cook".into(),
            station: "oven".into(),
            input: "ore".into(),
            output: "bar".into(),
            ticks_per_item: 10,
            batch_max: 2 * BATCH_TRIED_MAX,
            fuel_per_item: 10,
            load_ticks: 1,
            load_cost: 1,
        }];
        let Outcome::Plan(tried) = outcome(&draft, TRIES_MAX) else { panic!("there is a plan") };
        assert_eq!((tried.plan.action_cost, tried.plan.makespan_ticks, tried.best), (2, 7 + 2 + 190, false));
        draft.slots.push(DraftSlot { id: "other".into(), ..draft.slots[0].clone() });
        let Outcome::Plan(tried) = outcome(&draft, TRIES_MAX) else { panic!("there is a plan") };
        assert!(tried.plan.makespan_ticks < 7 + 2 + 190, "{:?}", tried.plan);
    }
}
