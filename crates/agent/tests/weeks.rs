//! A life longer than a week: on no day the agent stays stuck in a hole, behind walls or with a full bag, and it sleeps at night.

#[path = "common/living.rs"]
mod living;

use living::Living;
use vocab::Tick;

const DAYS: u64 = 10;
const DAY_TICKS: u64 = 24_000;
/// Tasks that even a bad day gets done; a good one has fifty.
const DONE_LEAST: u64 = 4;
/// Nights slept of those that so many ticks have, some seventeen when most are short.
const SLEPT_LEAST: usize = 8;

fn live(seed: u64) {
    let mut living = Living::new(seed, &[]);
    for day in 0..DAYS {
        let (before, acts_before) = (living.mind().report().tasks.completed, living.told.acts.len());
        living.told.events.clear();
        let left = Tick((day + 1) * DAY_TICKS).since(living.now());
        living.live(left, |_, _| false);
        let done = living.mind().report().tasks.completed - before;
        println!("seed {seed}, day {day}: {done} tasks done, {} actions", living.told.acts.len() - acts_before);
        assert!(done >= DONE_LEAST, "seed {seed}, day {day}: {done} tasks done\n{}", living.story());
    }
    let slept = living.told.acts.iter().filter(|(_, action)| action.verb() == "sleep").count();
    assert!(slept >= SLEPT_LEAST, "seed {seed}: went to sleep {slept} times");
}

/// Both agents once got stuck for a day: one because of a creeper in a tree, the other because of a torch in its shaft.
#[test]
fn on_each_of_ten_days_the_agent_completes_tasks() {
    std::thread::scope(|scope| {
        for seed in [1, 3] {
            scope.spawn(move || live(seed));
        }
    });
}
