//! What every plan has to do: the recipes with everything left out that a plan could do another way.
//!
//! A thing with two ways, and a tool that another could stand in for, are given away for nothing. So totals over these recipes are
//! lower bounds; where nothing was given away they are exact, and orders of loads can be searched to the end.

use crate::choose::ways;
use crate::context::Context;
use crate::reach::{Way, runs_without};
use crate::recipes::{Choices, Recipes};
use alloc::vec::Vec;

/// So much of something given away that no plan wants more.
const PLENTY: i64 = 1 << 39;

/// Recipes for lower bounds.
#[derive(Debug)]
pub struct Forced {
    pub recipes: Recipes,
    /// Nothing was given away.
    pub exact: bool,
}

/// Whether all processes that make a thing make it of the same.
fn one_input(context: &Context<'_>, thing: usize) -> bool {
    let mut inputs = context.palette.cooks[thing].iter().map(|&p| context.problem.processes[p as usize].input);
    let first = inputs.next();
    inputs.all(|input| Some(input) == first)
}

pub fn forced(context: &Context<'_>) -> Option<Forced> {
    let mut recipes = Recipes::compile(context.scope(), Choices::cheapest(context.reach))?;
    let mut exact = true;
    for rank in 0..recipes.nodes.len() {
        let thing = recipes.nodes[rank].thing;
        let options = ways(context, thing);
        let given = match context.reach.way[thing] {
            Some(Way::Cook(_)) => options.len() > 1 || !one_input(context, thing),
            Some(Way::Op(_)) => options.len() > 1,
            Some(Way::Stock) => !options.is_empty() && thing < context.problem.items.len(),
            None => false,
        };
        // By-products could make a thing without anyone choosing it.
        let by_product = recipes.ops.iter().any(|op| {
            op.outputs
                .iter()
                .filter(|(out, _)| recipes.nodes[*out as usize].thing < context.problem.items.len())
                .count()
                > 1
        });
        if given || by_product {
            recipes.stock[rank] = PLENTY;
            exact = false;
        }
    }
    let mut checked: Vec<(usize, usize, bool)> = Vec::new();
    for index in 0..recipes.ops.len() {
        let op = recipes.ops[index].op;
        let mut needs = core::mem::take(&mut recipes.ops[index].needs);
        needs.retain(|group| {
            let alternatives = context.problem.ops[op].tools_any.len();
            let pick = recipes.nodes[group[0] as usize].thing;
            if pick >= context.problem.items.len() || alternatives <= 1 {
                return true;
            }
            let key = checked.iter().find(|(o, p, _)| *o == op && *p == pick);
            let free = key.map_or_else(|| runs_without(context.problem, op, pick), |(_, _, free)| *free);
            checked.push((op, pick, free));
            exact &= !free;
            !free
        });
        recipes.ops[index].needs = needs;
    }
    Some(Forced { recipes, exact })
}
