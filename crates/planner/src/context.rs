//! What the search computes about a request once, before it begins, and how it compares plan outlines.

use crate::cost;
use crate::genome::{Balance, NO_FUEL, Token};
use crate::moves::Palette;
use crate::plan::Objective;
use crate::reach::{Reach, Way, placed_thing, slot_usable, weigh};
use crate::recipes::{Choices, Recipes, Scope, Walk, place_op};
use crate::rule::{Problem, StationType};
use crate::schedule::{Scheduler, Score};
use alloc::rc::Rc;
use alloc::vec;
use alloc::vec::Vec;

/// What the planner's search computes about a request once, before it begins.
#[derive(Debug)]
pub struct Context<'a> {
    pub problem: &'a Problem,
    pub objective: Objective,
    pub reach: &'a Reach,
    pub palette: Palette,
    pub usable: Vec<u64>,
    /// For each item: the operations that make it and can ever run.
    pub makers: Vec<Vec<usize>>,
    /// Index of the cheapest fuel.
    pub fuel: u32,
    /// For each item: operations that make it once the chosen recipe cannot run any more. Empty when there are none.
    pub spare: Vec<Vec<usize>>,
}

impl<'a> Context<'a> {
    pub fn new(problem: &'a Problem, objective: Objective, reach: &'a Reach) -> Context<'a> {
        let usable = (0..problem.stations.len())
            .map(|station| {
                let slots = 0..problem.slots.len();
                slots.filter(|&s| problem.slots[s].station == station && slot_usable(problem, s)).count() as u64
            })
            .collect();
        let mut cooks = vec![Vec::new(); problem.items.len()];
        for (index, process) in problem.processes.iter().enumerate() {
            if reach.process_usable[index] {
                cooks[process.output].push(index as u32);
            }
        }
        let useful = |station: &StationType| {
            problem.room(*station) > 0
                && place_op(problem, reach, *station).is_some()
                && (0..problem.processes.len())
                    .any(|p| problem.processes[p].station == *station && reach.process_usable[p])
        };
        let mut fuels: Vec<u32> = (0..problem.fuels.len() as u32)
            .filter(|&fuel| reach.way[problem.fuels[fuel as usize].0].is_some())
            .collect();
        let price = |fuel: u32| {
            let (item, burn) = problem.fuels[fuel as usize];
            (u128::from(reach.price[item]) << 40) / u128::from(burn.max(1))
        };
        fuels.sort_by_key(|&fuel| (price(fuel), fuel));
        let fuel = fuels.first().copied().unwrap_or(NO_FUEL);
        let palette = Palette { stations: (0..problem.stations.len()).filter(useful).collect(), fuels, cooks };
        let makers = makers(problem, reach);
        let mut context = Context { problem, objective, reach, palette, usable, makers, fuel, spare: Vec::new() };
        context.spare = context.spares();
        context
    }

    pub fn scope(&self) -> Scope<'_> {
        Scope {
            problem: self.problem,
            reach: self.reach,
            build: &self.palette.stations,
            cooks: &self.palette.cooks,
            spare: &self.spare,
        }
    }

    /// All recipes for things whose supply is limited, cheapest first: one recipe alone may run out before there is
    /// enough. Of two things that are made from each other, only the one nearer to the goal is made.
    fn spares(&self) -> Vec<Vec<usize>> {
        let (problem, reach) = (self.problem, self.reach);
        let price = |op: usize| {
            let rule = &problem.ops[op];
            let inputs = rule.inputs.iter().map(|&(item, count)| reach.price[item].saturating_mul(count));
            inputs.fold(weigh(self.objective, rule.cost, rule.ticks), u64::saturating_add)
        };
        let mut all: Vec<Vec<usize>> = vec![Vec::new(); problem.items.len()];
        for (item, spare) in all.iter_mut().enumerate() {
            let another = self.makers[item].len() > usize::from(matches!(reach.way[item], Some(Way::Op(_))));
            let cooked = matches!(reach.way[item], Some(Way::Cook(_)));
            if another && !cooked && reach.way[item].is_some() && !reach.endless[item] {
                spare.clone_from(&self.makers[item]);
                spare.sort_by_key(|&op| (price(op), op));
            }
        }
        if all.iter().all(Vec::is_empty) {
            return Vec::new();
        }
        let choices = Choices::cheapest(reach);
        let mut walk = Walk::new(Scope { spare: &all, ..self.scope() }, &choices);
        if !problem.goal.iter().all(|&(item, _)| walk.visit(item)) {
            return Vec::new();
        }
        // Also covers fuels, stations and tools, unless the goal is made of them.
        (0..problem.items.len()).filter(|&item| reach.way[item].is_some()).for_each(|item| {
            walk.visit(item);
        });
        (0..problem.items.len()).map(|item| walk.spare(item).collect()).collect()
    }
}

fn makers(problem: &Problem, reach: &Reach) -> Vec<Vec<usize>> {
    let mut makers = vec![Vec::new(); problem.items.len() + problem.stations.len()];
    for (op, rule) in problem.ops.iter().enumerate().filter(|(op, _)| reach.op_usable[*op]) {
        for &(item, _) in &rule.outputs {
            // An operation that needs the item itself is no way to get it.
            if !rule.inputs.iter().any(|&(input, _)| input == item) {
                makers[item].push(op);
            }
        }
        if let Some(station) = rule.places {
            makers[placed_thing(problem, station)].push(op);
        }
    }
    makers
}

/// The chosen recipes in compiled form, with reusable memory for building schedules from them.
#[derive(Debug)]
pub struct Bench<'a> {
    pub recipes: Rc<Recipes>,
    pub balance: Balance<'a>,
    pub scheduler: Scheduler<'a>,
}

impl<'a> Bench<'a> {
    pub fn new(context: &'a Context<'a>, choices: Choices, fuel: u32) -> Option<Bench<'a>> {
        let recipes = Rc::new(Recipes::compile(context.scope(), choices)?);
        let mut fuels = context.palette.fuels.clone();
        fuels.sort_by_key(|&other| other != fuel);
        Some(Bench {
            balance: Balance::new(context.problem, &recipes, &context.usable, fuels),
            scheduler: Scheduler::new(context.problem, &recipes),
            recipes,
        })
    }
}

impl Bench<'_> {
    /// How many compiled things were looked at so far, as a measure of work.
    pub fn work(&self) -> u64 {
        self.scheduler.work + self.balance.work + self.recipes.compile_work()
    }
}

/// A plan outline (which station loads and builds, in which order) and its score.
#[derive(Debug, Clone)]
pub struct Candidate {
    pub tokens: Vec<Token>,
    /// For each load of the outline: the tick at which its station finishes its last batch.
    pub ends: Vec<u64>,
    pub score: Score,
}

impl Candidate {
    pub fn fine(&self, context: &Context<'_>) -> (u64, u64) {
        fine(context, self.score)
    }
}

pub fn fine(context: &Context<'_>, score: Score) -> (u64, u64) {
    cost::fine(context.objective, score.action_cost, score.makespan_ticks, context.problem.bucket_ticks)
}

/// How much more a tick counts than one unit of action cost when only the plan's length matters.
const MAKESPAN_SCALE: u64 = 64;

/// The number that the search minimises: like the objective's value, but fine enough to show small improvements.
pub fn height(context: &Context<'_>, score: Score) -> u64 {
    match context.objective {
        Objective::CostAndTime => {
            let per_cost = cost::COST_WEIGHT * context.problem.bucket_ticks;
            score.action_cost.saturating_mul(per_cost).saturating_add(score.makespan_ticks)
        }
        Objective::Makespan => score.makespan_ticks.saturating_mul(MAKESPAN_SCALE).saturating_add(score.action_cost),
    }
}

/// The longest plan, in ticks, that is acceptable at this action cost and ends inside the horizon.
pub fn ticks_within(context: &Context<'_>, action_cost: u64, acceptable: u64) -> u64 {
    let ticks = match context.objective {
        Objective::CostAndTime => {
            let per_cost = cost::COST_WEIGHT * context.problem.bucket_ticks;
            acceptable.saturating_sub(action_cost.saturating_mul(per_cost))
        }
        Objective::Makespan => acceptable.saturating_sub(action_cost) / MAKESPAN_SCALE,
    };
    ticks.min(context.problem.horizon_ticks)
}
