//! How far a task is, for people: what is carried of what is wanted, else what got done of what is planned.

use crate::view::classes::is_in;
use crate::agenda::work::Work;
use tasks::{Goal, Task};
use vocab::Bag;

/// So much done, of so much. Goals that count items are counted; one thing that takes many steps is shown by its steps.
pub fn headway(task: &Task, work: Option<&Work>, bag: &Bag) -> (u32, u32) {
    let carried = match task.goal() {
        Goal::Have { item, count } if *count > 1 => Some((bag.count(*item), *count)),
        Goal::HaveClass { class, count } => {
            let of_class = bag.iter().filter(|(item, _)| is_in(*class, *item));
            Some((of_class.map(|(_, count)| count).sum(), *count))
        }
        _ => None,
    };
    let (done, of) = carried.unwrap_or_else(|| {
        let done = task.progress().done;
        let left = work.map_or(0, |work| work.steps.len().min(STEPS_SHOWN_MAX) as u32);
        (done, done.saturating_add(left.max(1)))
    });
    (done.min(of), of)
}

/// Steps of a plan that are counted as left; a longer plan is near its beginning however it is drawn.
const STEPS_SHOWN_MAX: usize = 1_000;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::lore::item;
    use crate::plan::step::Step;
    use alloc::vec;
    use tasks::store::Wanted;
    use tasks::{ItemClass, Lane, Origin, TaskStore, Who};
    use vocab::{GoalKey, Tick};

    fn check(goal: Goal, verified: u32, steps: usize, carried: &[(&str, u32)], expected: (u32, u32)) {
        let mut store = TaskStore::default();
        let key = GoalKey::new("collect", "oak_log").unwrap();
        let wanted = Wanted { key, goal, lane: Lane::Task, origin: Origin::new(Who::Drive, "test", Tick(0)) };
        let id = store.add(wanted, Tick(0), &mut vec![]).unwrap();
        store.advance(id, verified, verified + 1, Tick(1));
        let work = Work { steps: vec![Step::Eat; steps], ..Work::default() };
        let bag: Bag = carried.iter().map(|(name, count)| (item(name), *count)).collect();
        let task = store.get(id).unwrap();
        assert_eq!(headway(task, Some(&work), &bag), expected, "{:?}", task.goal());
    }

    #[test]
    fn counted_goals_show_what_is_carried_and_others_their_steps() {
        let logs = Goal::HaveClass { class: ItemClass::Log, count: 13 };
        check(logs.clone(), 0, 1, &[("oak_log", 3), ("birch_log", 4), ("stick", 9)], (7, 13));
        check(logs.clone(), 0, 1, &[], (0, 13));
        check(logs, 0, 1, &[("oak_log", 20)], (13, 13));
        check(Goal::Have { item: item("coal"), count: 8 }, 3, 5, &[("coal", 2)], (2, 8));
        let pickaxe = Goal::Have { item: item("iron_pickaxe"), count: 1 };
        check(pickaxe.clone(), 3, 5, &[], (3, 8));
        check(pickaxe.clone(), 0, 0, &[], (0, 1));
        check(pickaxe, 2, STEPS_SHOWN_MAX + 1, &[], (2, 2 + STEPS_SHOWN_MAX as u32));
    }
}
