//! A life longer than a week, with no help: no day is lost in a hole, behind walls or with a full bag, and nights are slept through.

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
        let (before, acts_before) = (living.mind.report().tasks.completed, living.acts.len());
        living.told.clear();
        while living.world.now() < Tick((day + 1) * DAY_TICKS) {
            living.tick(vec![]);
        }
        let done = living.mind.report().tasks.completed - before;
        println!("seed {seed}, day {day}: {done} tasks done, {} actions", living.acts.len() - acts_before);
        assert!(done >= DONE_LEAST, "seed {seed}, day {day}: {done} tasks done\n{}", living.story());
    }
    let slept = living.acts.iter().filter(|(_, verb)| *verb == "sleep").count();
    assert!(slept >= SLEPT_LEAST, "seed {seed}: went to sleep {slept} times");
}

/// These two were lost before: one over a creeper in a tree, the other with a torch in its shaft.
#[test]
fn no_day_of_a_long_life_is_lost() {
    std::thread::scope(|scope| {
        for seed in [1, 3] {
            scope.spawn(move || live(seed));
        }
    });
}
