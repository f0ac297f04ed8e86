//! Reduces the recipes to what every plan must do: everything that a plan could do in another way is made free.
//!
//! Free are: a thing with two ways, a thing that some rule multiplies, and a tool that another tool could replace.
//! Totals over these recipes are therefore lower bounds. When nothing was made free they are exact, and the orders of
//! loads can be searched completely.

use crate::choose::ways;
use crate::context::Context;
use crate::reach::{Reach, Way, without};
use crate::recipes::{Choices, Recipes, Scope};
use alloc::vec::Vec;

/// The stock of a thing that counts as free of charge: more than any plan wants.
const PLENTY: i64 = 1 << 39;

/// Most tools looked at; in the game, rules choose between about twenty.
const TOOLS_MAX: usize = 64;

/// Recipes that contain only what every plan must do; used for lower bounds.
#[derive(Debug)]
pub struct Forced {
    pub recipes: Recipes,
    /// Whether no thing had to be counted as free of charge, so that the recipes are exact.
    pub exact: bool,
}

/// Whether all station processes that make a thing have the same input.
fn one_input(context: &Context<'_>, thing: usize) -> bool {
    let mut inputs = context.palette.cooks[thing].iter().map(|&p| context.problem.processes[p as usize].input);
    let first = inputs.next();
    inputs.all(|input| Some(input) == first)
}

/// Things that some rule gives more of than it takes. The first piece cannot come from such a rule, so `ways` leaves
/// that rule out, but every further piece may.
fn multiplied(context: &Context<'_>) -> Vec<bool> {
    let mut multiplied = alloc::vec![false; context.reach.way.len()];
    for (_, op) in context.problem.ops.iter().enumerate().filter(|(op, _)| context.reach.op_usable[*op]) {
        for &(item, taken) in &op.inputs {
            multiplied[item] |= op.outputs.iter().any(|&(output, given)| output == item && given > taken);
        }
    }
    multiplied
}

pub fn forced(context: &Context<'_>) -> Option<Forced> {
    let scope = Scope { spare: &[], ..context.scope() };
    let mut recipes = Recipes::compile(scope, Choices::cheapest(context.reach))?;
    let mut exact = true;
    // A by-product of a recipe could provide a thing, so no plan is forced to make it.
    let is_item = |rank: u32| recipes.nodes[rank as usize].thing < context.problem.items.len();
    let by_product = recipes.ops.iter().any(|op| op.outputs.iter().filter(|(out, _)| is_item(*out)).count() > 1);
    let multiplied = multiplied(context);
    for rank in 0..recipes.nodes.len() {
        let thing = recipes.nodes[rank].thing;
        let options = ways(context, thing);
        let given = match context.reach.way[thing] {
            Some(Way::Cook(_)) => options.len() > 1 || !one_input(context, thing),
            Some(Way::Op(_)) => options.len() > 1,
            Some(Way::Stock) => !options.is_empty() && thing < context.problem.items.len(),
            None => false,
        };
        if given || by_product || multiplied[thing] {
            recipes.stock[rank] = PLENTY;
            exact = false;
        }
    }
    // For each chosen tool: what could be had without it.
    let mut without_tool: Vec<(usize, Reach)> = Vec::new();
    for index in 0..recipes.ops.len() {
        let op = recipes.ops[index].op;
        let mut needs = core::mem::take(&mut recipes.ops[index].needs);
        needs.retain(|group| {
            let alternatives = context.problem.ops[op].tools_any.len();
            let pick = recipes.nodes[group[0] as usize].thing;
            if pick >= context.problem.items.len() || alternatives <= 1 {
                return true;
            }
            if !without_tool.iter().any(|(tool, _)| *tool == pick) && without_tool.len() < TOOLS_MAX {
                without_tool.push((pick, without(context.problem, pick)));
            }
            let known = without_tool.iter().find(|(tool, _)| *tool == pick);
            let free = known.is_none_or(|(_, reach)| reach.op_usable[op]);
            exact &= !free;
            !free
        });
        recipes.ops[index].needs = needs;
    }
    Some(Forced { recipes, exact })
}
