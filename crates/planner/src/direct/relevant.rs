//! Finds the rules of a request that can help to reach its goal.

use crate::reach::Reach;
use crate::rule::Problem;
use alloc::vec;
use alloc::vec::Vec;

/// The rules that may help to reach the goal: those that make it, and those that make their inputs, fuels, tools and
/// stations.
pub(super) fn relevant(problem: &Problem, reach: &Reach) -> (Vec<usize>, Vec<usize>) {
    let mut items = vec![false; problem.items.len()];
    let mut stations = vec![false; problem.stations.len()];
    problem.goal.iter().for_each(|&(item, _)| items[item] = true);
    let (mut ops, mut processes) = (vec![false; problem.ops.len()], vec![false; problem.processes.len()]);
    let mut changed = true;
    while changed {
        changed = false;
        for (index, op) in problem.ops.iter().enumerate().filter(|(index, _)| reach.op_usable[*index]) {
            let gives = op.outputs.iter().any(|&(item, _)| items[item]);
            if !ops[index] && (gives || op.places.is_some_and(|station| stations[station])) {
                (ops[index], changed) = (true, true);
                op.inputs.iter().for_each(|&(item, _)| items[item] = true);
                op.tools_any.iter().for_each(|&tool| items[tool] = true);
                op.station.iter().for_each(|&station| stations[station] = true);
            }
        }
        for (index, process) in problem.processes.iter().enumerate() {
            if reach.process_usable[index] && !processes[index] && items[process.output] {
                (processes[index], changed) = (true, true);
                (items[process.input], stations[process.station]) = (true, true);
                problem.fuels.iter().for_each(|&(fuel, _)| items[fuel] |= process.fuel_per_item > 0);
            }
        }
    }
    let all = |flags: Vec<bool>| (0..flags.len()).filter(|&index| flags[index]).collect();
    (all(ops), all(processes))
}
