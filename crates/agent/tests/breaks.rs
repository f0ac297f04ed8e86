//! Upkeep against the current task, in the embedded world: hunger waits for a break of the task until it is critical.

#[path = "common/living.rs"]
mod living;

use living::Living;
use mind::Controller;
use vocab::Action;
use vocab::tick::TICKS_PER_MIND_TICK;

/// Upkeep plans every second, so it must have taken the body within two.
const TICKS: u64 = 40;

/// The number of interruptions by upkeep, and whether the agent ate, within two seconds after its food level fell to this value
/// during an action of a task.
fn after_hunger(food: u8) -> (u64, bool) {
    let mut living = Living::new(2, &[("bread", 20), ("stone_pickaxe", 1), ("stone_sword", 1), ("torch", 20)]);
    let interruptions =
        |living: &Living| living.mind().report().counters.get("upkeep_interruptions").copied().unwrap_or_default();
    // An action that began a second ago and goes on.
    for _ in 0..1_000 {
        let acts = living.told.acts.len();
        living.live(20, |_, _| false);
        let last = living.told.acts.last().map(|(_, action)| action.clone());
        let works = matches!(last, Some(Action::Collect { .. } | Action::Mine { .. } | Action::Explore { .. }));
        if acts > 0 && acts == living.told.acts.len() && works && living.mind().controller() == Controller::Task {
            break;
        }
    }
    assert_eq!(living.mind().controller(), Controller::Task, "{}", living.story());
    let (before, acts) = (interruptions(&living), living.told.acts.len());
    living.world().body_mut().hunger.food = food;
    living.world().body_mut().hunger.saturation_milli = 0;
    living.live(TICKS / TICKS_PER_MIND_TICK * TICKS_PER_MIND_TICK, |_, _| false);
    let ate = living.told.acts[acts..].iter().any(|(_, action)| matches!(action, Action::Eat { .. }));
    (interruptions(&living) - before, ate)
}

#[test]
fn in_the_world_critical_hunger_interrupts_the_task_and_mild_hunger_does_not() {
    assert_eq!(after_hunger(2), (1, true), "critical: the agent eats at once");
    assert_eq!(after_hunger(16).0, 0, "mild: no action is interrupted");
}
