//! Rewrites rules that multiply an item (one seed becomes three): for the search, the item taken becomes a tool.
//!
//! A rule that takes one piece and gives back more can run exactly when one piece is present, and then again and
//! again. A tool works the same way. A rule that takes several pieces does so only while that many are present; the
//! referee checks the plan against the original rule.

use crate::rule::{Item, Op, Problem};

/// The item that the operation gives more of than it takes, and the gain per run, if the item can be treated as a tool.
fn grown(problem: &Problem, op: &Op) -> Option<(Item, u64)> {
    let gain = |&(item, taken): &(Item, u64)| {
        let (_, given) = op.outputs.iter().find(|(output, _)| *output == item)?;
        let enough = taken == 1 || problem.stock[item] >= taken;
        given.checked_sub(taken).filter(|&more| more > 0 && enough).map(|more| (item, more))
    };
    op.inputs.iter().find_map(gain).filter(|_| op.tools_any.is_empty())
}

/// The request with items that multiply (two seeds give ten) treated as tools; `None` when there are none.
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
