//! The progress of a task, shown to people: items carried of items wanted, or steps done of all steps.

use super::Task;
use super::pursuit::Pursuit;
use vocab::Bag;

/// Most remaining steps of a plan that are counted as a task's total. A longer plan shows no visible progress anyway.
const STEPS_SHOWN_MAX: usize = 1_000;

/// How much of a task is done, and the total. Goals that count items use items; other goals use steps of the plan.
pub fn headway(task: &Task, pursuit: Option<&Pursuit>, bag: &Bag) -> (u32, u32) {
    let (done, of) = task.goal().progress(bag).unwrap_or_else(|| {
        let done = task.progress().done;
        let left = pursuit.map_or(0, |pursuit| pursuit.work.steps.len().min(STEPS_SHOWN_MAX) as u32);
        (done, done.saturating_add(left.max(1)))
    });
    (done.min(of), of)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agenda::{Tasks, wish};
    use crate::goals::{Goal, Have, HaveAny};
    use crate::plan::step::Step;
    use crate::view::classes::ItemClass;
    use crate::view::lore::item;
    use crate::wire::reason::Reason;
    use alloc::vec;
    use tasks::{Lane, Origin, Who};
    use vocab::Tick;

    fn check(goal: impl Into<Goal>, done: u32, steps: usize, carried: &[(&str, u32)], expected: (u32, u32)) {
        let mut store = Tasks::default();
        let wanted = wish(goal, Lane::Task, Origin::new(Who::Drive, Reason::Ordered, Tick(0)));
        let id = store.add(wanted, Tick(0), &mut vec![]).unwrap();
        store.advance(id, done, done + 1, Tick(1));
        let mut pursuit = Pursuit::default();
        pursuit.work.steps = vec![Step::Eat; steps];
        let bag: Bag = carried.iter().map(|(name, count)| (item(name), *count)).collect();
        let task = store.get(id).unwrap();
        assert_eq!(headway(task, Some(&pursuit), &bag), expected, "{:?}", task.goal());
    }

    #[test]
    fn progress_is_items_for_counted_goals_and_steps_for_others() {
        let logs = HaveAny { class: ItemClass::Log, count: 13 };
        check(logs, 0, 1, &[("oak_log", 3), ("birch_log", 4), ("stick", 9)], (7, 13));
        check(logs, 0, 1, &[], (0, 13));
        check(logs, 0, 1, &[("oak_log", 20)], (13, 13));
        check(Have { item: item("coal"), count: 8 }, 3, 5, &[("coal", 2)], (2, 8));
        let pickaxe = Have { item: item("iron_pickaxe"), count: 1 };
        check(pickaxe, 3, 5, &[], (3, 8));
        check(pickaxe, 0, 0, &[], (0, 1));
        check(pickaxe, 2, STEPS_SHOWN_MAX + 1, &[], (2, 2 + STEPS_SHOWN_MAX as u32));
    }
}
