//! Rules that give more of what they take (one seed becomes three): for the search what they take is a tool that gives the rest.
//!
//! A rule that takes one of a thing and gives it back with more can run exactly when one is there, and then again and again. So is a
//! tool used. Where it takes several of it, that holds as long as so many are there; the referee has the last word on the rule itself.

use crate::rule::{Item, Op, Problem};

/// The thing that the operation gives more of than it takes, and how much more, where it may be taken for a tool.
fn grown(problem: &Problem, op: &Op) -> Option<(Item, u64)> {
    let gain = |&(item, taken): &(Item, u64)| {
        let (_, given) = op.outputs.iter().find(|(output, _)| *output == item)?;
        let enough = taken == 1 || problem.stock[item] >= taken;
        given.checked_sub(taken).filter(|&more| more > 0 && enough).map(|more| (item, more))
    };
    op.inputs.iter().find_map(gain).filter(|_| op.tools_any.is_empty())
}

/// The problem with such things as tools; `None` when there are none.
pub fn with_tools(problem: &Problem) -> Option<Problem> {
    if !problem.ops.iter().any(|op| grown(problem, op).is_some()) {
        return None;
    }
    let mut with_tools = problem.clone();
    for op in &mut with_tools.ops {
        if let Some((item, gain)) = grown(problem, op) {
            op.inputs.retain(|(input, _)| *input != item);
            op.tools_any.push(item);
            op.outputs.iter_mut().filter(|(output, _)| *output == item).for_each(|(_, count)| *count = gain);
        }
    }
    Some(with_tools)
}
