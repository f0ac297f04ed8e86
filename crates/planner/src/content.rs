//! Proves that there is too little of a scarce item, by how much of it every other item contains.
//!
//! The contents are chosen so that no rule's outputs contain more of the scarce item than its inputs. So if the goal
//! contains more of it than the stock, no plan exists.

use crate::price::rules;
use crate::reach::{Reach, without};
use crate::rule::Problem;
use alloc::vec::Vec;

/// How much of the scarce item another item contains is counted in millionths.
const WHOLE: u64 = 1_000_000;
/// Most rounds of lowering how much of the scarce item each item contains. Each round settles one more step of a chain
/// of recipes.
const ROUNDS_MAX: usize = 64;

fn contained(list: &[(usize, u64)], content: &[u64]) -> u128 {
    list.iter().map(|&(item, count)| u128::from(content[item]) * u128::from(count)).sum()
}

/// Whether it is proven that the goal needs more of the item `scarce` than can be had.
pub fn too_little(problem: &Problem, reach: &Reach, scarce: usize) -> bool {
    let free = without(problem, scarce);
    let mut content: Vec<u64> = (0..problem.items.len())
        .map(|item| if free.way[item].is_some() && item != scarce { 0 } else { u64::MAX })
        .collect();
    content[scarce] = WHOLE;
    let rules = rules(problem, reach);
    for _ in 0..ROUNDS_MAX {
        let mut changed = false;
        for rule in &rules {
            let inside = contained(&rule.inputs, &content);
            for &(item, count) in &rule.outputs {
                let share = u64::try_from(inside / u128::from(count)).unwrap_or(u64::MAX);
                if share < content[item] {
                    content[item] = share;
                    changed = true;
                }
            }
        }
        if !changed {
            break;
        }
    }
    let holds = rules.iter().all(|rule| contained(&rule.outputs, &content) <= contained(&rule.inputs, &content));
    let stock = (0..problem.items.len()).filter(|&item| problem.stock[item] > 0);
    let held: u128 = stock.map(|item| u128::from(content[item]) * u128::from(problem.stock[item])).sum();
    holds && contained(&problem.goal, &content) > held
}
