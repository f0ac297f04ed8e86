//! Finds which things can be had at all, and the cheapest known way to each: every choice of recipes starts from
//! here.
//!
//! Things that can be made without end are found first, then things made from the stock. So a cycle (block to ingots
//! and back) never counts as its own source. Amounts are ignored here; `demand` counts them.

use crate::plan::Objective;
use crate::rule::{Item, Kind, Problem, StationType};
use alloc::collections::BinaryHeap;
use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Reverse;

/// How a thing is obtained: from the stock, by an operation of the agent, or by a station.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Way {
    /// The thing is only in stock; no rule makes it.
    Stock,
    Op(usize),
    /// The thing is made by a station process, such as smelting.
    Cook(usize),
}

/// Which things can be had, and how. A "thing" is an item or "a station of this type is placed"; items come first in
/// every list.
#[derive(Debug, Clone)]
pub struct Reach {
    /// The chosen way to get each thing; `None` when it cannot be had.
    pub way: Vec<Option<Way>>,
    /// The chosen tool of each operation that needs one.
    pub tool: Vec<Option<Item>>,
    /// For each thing: the price of one piece, by cost and time.
    pub price: Vec<u64>,
    /// Which operations of the agent and which station processes can ever run.
    pub op_usable: Vec<bool>,
    pub process_usable: Vec<bool>,
    /// Things that can be made in any number. All others are limited by the stock.
    pub endless: Vec<bool>,
}

/// The thing that stands for "a station of this type is placed".
pub fn placed_thing(problem: &Problem, station: StationType) -> usize {
    problem.items.len() + station
}

/// Whether a plan may use the station: it must be free before the longest allowed wait ends.
pub fn slot_usable(problem: &Problem, slot: usize) -> bool {
    let ready_at = problem.slots[slot].ready_at;
    ready_at <= problem.wait_ticks_max && ready_at <= problem.horizon_ticks
}

/// A tool serves many uses, so each use is charged the price of the tool divided by this.
const TOOL_USES: u64 = 16;
/// The cost of loading a station is spread over this many items.
const LOAD_ITEMS: u64 = 16;

/// The price of an action from its cost and ticks, weighted as the objective does.
pub fn weigh(objective: Objective, cost: u64, ticks: u64) -> u64 {
    match objective {
        Objective::CostAndTime => cost.saturating_mul(1_000).saturating_add(ticks),
        Objective::Makespan => ticks.saturating_mul(1_000).saturating_add(cost),
    }
    .saturating_mul(64)
    .saturating_add(1)
}

struct Rules<'a> {
    problem: &'a Problem,
    objective: Objective,
    /// For each operation: how many of its inputs, tools and stations cannot be had yet.
    missing: Vec<usize>,
    inputs_of: Vec<Vec<usize>>,
    tools_of: Vec<Vec<usize>>,
    stations_of: Vec<Vec<usize>>,
    /// For each station process: whether its input can be had, and whether its station can.
    cook: Vec<(bool, bool)>,
    cook_inputs: Vec<Vec<usize>>,
    fuel_price: Option<(u64, u64)>,
    heap: BinaryHeap<Reverse<(u64, usize, Way)>>,
    banned: Option<usize>,
    out: Reach,
}

impl Rules<'_> {
    fn op_price(&self, op: usize) -> u64 {
        let rule = &self.problem.ops[op];
        let inputs = rule.inputs.iter().map(|&(item, count)| self.out.price[item].saturating_mul(count));
        let tool = self.out.tool[op].map_or(0, |tool| self.out.price[tool] / TOOL_USES);
        inputs.fold(weigh(self.objective, rule.cost, rule.ticks).saturating_add(tool), u64::saturating_add)
    }

    fn op_ready(&mut self, op: usize) {
        self.out.op_usable[op] = true;
        let price = self.op_price(op);
        let rule = &self.problem.ops[op];
        for &(item, count) in &rule.outputs {
            self.heap.push(Reverse((price / count, item, Way::Op(op))));
        }
        if let Some(station) = rule.places {
            self.heap.push(Reverse((price, placed_thing(self.problem, station), Way::Op(op))));
            self.station_usable_for_cooking(station);
        }
    }

    fn met(&mut self, op: usize) {
        self.missing[op] -= 1;
        if self.missing[op] == 0 {
            self.op_ready(op);
        }
    }

    fn try_cook(&mut self, process: usize) {
        let rule = &self.problem.processes[process];
        // A process that only gives back its input is useless, and the input would be made of itself.
        if self.out.process_usable[process] || self.cook[process] != (true, true) || rule.input == rule.output {
            return;
        }
        let fuel = match self.fuel_price {
            _ if rule.fuel_per_item == 0 => 0,
            Some((price, burn)) => price.saturating_mul(rule.fuel_per_item) / burn,
            None => return,
        };
        self.out.process_usable[process] = true;
        let load = weigh(self.objective, rule.load_cost, rule.load_ticks) / LOAD_ITEMS;
        let wait = weigh(self.objective, 0, rule.ticks_per_item) / 8;
        let price = self.out.price[rule.input].saturating_add(fuel).saturating_add(load).saturating_add(wait);
        self.heap.push(Reverse((price, rule.output, Way::Cook(process))));
    }

    fn station_usable_for_cooking(&mut self, station: StationType) {
        for process in 0..self.problem.processes.len() {
            if self.problem.processes[process].station == station && !self.cook[process].1 {
                self.cook[process].1 = true;
                self.try_cook(process);
            }
        }
    }

    fn settle(&mut self, thing: usize) {
        let items = self.problem.items.len();
        if thing >= items {
            let station = thing - items;
            for op in core::mem::take(&mut self.stations_of[station]) {
                self.met(op);
            }
            return;
        }
        for op in core::mem::take(&mut self.tools_of[thing]) {
            if self.out.tool[op].is_none() {
                self.out.tool[op] = Some(thing);
                self.met(op);
            }
        }
        for op in core::mem::take(&mut self.inputs_of[thing]) {
            self.met(op);
        }
        if let Some(&(_, burn)) = self.problem.fuels.iter().find(|(fuel, _)| *fuel == thing) {
            let new = (self.out.price[thing], burn);
            // More expensive fuels are found later, but one of them may burn so long that it is cheaper per item.
            if self.fuel_price.is_none_or(|(price, burn)| new.0.saturating_mul(burn) < price.saturating_mul(new.1)) {
                self.fuel_price = Some(new);
            }
            for process in 0..self.problem.processes.len() {
                self.try_cook(process);
            }
        }
        for process in core::mem::take(&mut self.cook_inputs[thing]) {
            self.cook[process].0 = true;
            self.try_cook(process);
        }
    }

    fn use_stock(&mut self, except: &[usize]) {
        for item in 0..self.problem.items.len() {
            if self.problem.stock[item] > 0 && self.out.way[item].is_none() && !except.contains(&item) {
                self.heap.push(Reverse((0, item, Way::Stock)));
            }
        }
    }

    fn run(&mut self) {
        while let Some(Reverse((price, thing, way))) = self.heap.pop() {
            if self.out.way[thing].is_none() && self.banned != Some(thing) {
                self.out.way[thing] = Some(way);
                self.out.price[thing] = price;
                self.settle(thing);
            }
        }
    }
}

/// Finds which things can be had. With `all_stations`, every station counts as placed and free.
pub fn reach(problem: &Problem, objective: Objective, all_stations: bool) -> Reach {
    explore(problem, objective, all_stations, None, None)
}

/// Finds which things can be had when everything in stock is free of charge, except the things in `scant`. This prefers
/// recipes that use up the stock.
pub fn from_stock(problem: &Problem, objective: Objective, scant: &[usize]) -> Reach {
    explore(problem, objective, false, None, Some(scant))
}

/// Finds which things can be had without ever having this one.
pub fn without(problem: &Problem, thing: usize) -> Reach {
    explore(problem, Objective::CostAndTime, false, Some(thing), None)
}

fn explore(
    problem: &Problem,
    objective: Objective,
    all_stations: bool,
    banned: Option<usize>,
    stock_first_but: Option<&[usize]>,
) -> Reach {
    let (items, stations) = (problem.items.len(), problem.stations.len());
    let ops = problem.ops.len();
    let mut rules = Rules {
        problem,
        objective,
        missing: vec![0; ops],
        inputs_of: vec![Vec::new(); items],
        tools_of: vec![Vec::new(); items],
        stations_of: vec![Vec::new(); stations],
        cook: vec![(false, false); problem.processes.len()],
        cook_inputs: vec![Vec::new(); items],
        fuel_price: None,
        heap: BinaryHeap::new(),
        banned,
        out: Reach {
            way: vec![None; items + stations],
            tool: vec![None; ops],
            price: vec![0; items + stations],
            op_usable: vec![false; ops],
            process_usable: vec![false; problem.processes.len()],
            endless: Vec::new(),
        },
    };
    for (op, rule) in problem.ops.iter().enumerate() {
        rules.missing[op] = rule.inputs.len();
        rule.inputs.iter().for_each(|&(item, _)| rules.inputs_of[item].push(op));
        if !rule.tools_any.is_empty() {
            rules.missing[op] += 1;
            rule.tools_any.iter().for_each(|&tool| rules.tools_of[tool].push(op));
        }
        if let Some(station) = rule.station
            && !all_stations
        {
            rules.missing[op] += 1;
            rules.stations_of[station].push(op);
        }
        // A rule that places a station of which no more may be placed never runs.
        if rule.kind == Kind::Place && rule.places.is_some_and(|station| problem.room(station) == 0) {
            rules.missing[op] = usize::MAX;
        }
    }
    for (process, rule) in problem.processes.iter().enumerate() {
        rules.cook_inputs[rule.input].push(process);
        let slots = 0..problem.slots.len();
        rules.cook[process].1 = all_stations
            || slots.into_iter().any(|slot| problem.slots[slot].station == rule.station && slot_usable(problem, slot));
    }
    start(&mut rules, stock_first_but);
    rules.out
}

fn start(rules: &mut Rules<'_>, stock_first_but: Option<&[usize]>) {
    let problem = rules.problem;
    // Tools in stock are not used up, so what they make can be made in any number.
    for item in 0..problem.items.len() {
        if problem.stock[item] > 0 && rules.banned != Some(item) {
            for op in rules.tools_of[item].clone() {
                if rules.out.tool[op].is_none() {
                    rules.out.tool[op] = Some(item);
                    rules.missing[op] = rules.missing[op].saturating_sub(1);
                }
            }
            rules.tools_of[item].clear();
        }
    }
    for station in 0..problem.stations.len() {
        if problem.placed(station) > 0 {
            let thing = placed_thing(problem, station);
            rules.out.way[thing] = Some(Way::Stock);
            for op in core::mem::take(&mut rules.stations_of[station]) {
                rules.missing[op] = rules.missing[op].saturating_sub(1);
            }
        }
    }
    for op in 0..problem.ops.len() {
        if rules.missing[op] == 0 {
            rules.op_ready(op);
        }
    }
    if let Some(scant) = stock_first_but {
        rules.use_stock(scant);
    }
    rules.run();
    rules.out.endless = rules.out.way.iter().map(Option::is_some).collect();
    // After the things that can be made in any number, find those that depend on the stock.
    rules.use_stock(&[]);
    rules.run();
}
