//! A life longer than a week: on no day the agent stays stuck in a hole, behind walls or with a full bag, and it spends its nights
//! behind walls, in bed or below ground.

#[path = "common/living.rs"]
mod living;

use living::Living;
use vocab::{Action, Tick};

const DAYS: u64 = 10;
const DAY_TICKS: u64 = 24_000;
/// Tasks and actions other than waiting that even a bad day has. A good day has fifty tasks; a day in a mine may be a single one
/// with many actions. A day with fewer actions has several tasks done, because one action now collects or mines a whole load.
const DONE_LEAST: u64 = 1;
/// Fewest actions other than waiting on any day.
const ACTS_LEAST: usize = 30;
const DONE_LEAST_WITH_FEW_ACTS: u64 = 5;
/// Most ticks of one day that the agent may wait: a whole night and two hours of danger.
const WAITED_A_DAY_MAX: u64 = 18_000;
/// The part of the life, in percent, that may be spent on waiting. A night on the surface without a bed is waited through from
/// half an hour before dusk to sunrise, which is 12,600 of 24,000 ticks or 53 percent, and the first bed may be days away; below
/// ground a night is worked through, and with a bed it is slept through.
const WAITED_PERCENT_MAX: u64 = 55;

/// Ticks of the day between which monsters spawn on the surface.
const NIGHT: std::ops::Range<u16> = 12_542..23_460;
/// The part of one night, in percent, that the agent may spend in the open: the way home, and a fight at the door.
const OPEN_PERCENT_MAX: u64 = 33;

/// The mind ticks of one night, and how many of them the agent spent under the sky and not walled in.
#[derive(Default)]
struct Night {
    ticks: u64,
    open: u64,
}

fn live(seed: u64) {
    let mut living = Living::new(seed, &[]);
    for day in 0..DAYS {
        let (before, acts_before) = (living.mind().report().tasks.completed, living.told.acts.len());
        living.told.events.clear();
        let left = Tick((day + 1) * DAY_TICKS).since(living.now());
        let mut night = Night::default();
        living.live(left, |_, told| {
            let around = told.senses.as_ref().expect("it has just sensed").surroundings;
            if NIGHT.contains(&around.time_of_day) {
                night.ticks += 1;
                night.open += u64::from(around.open_sides > 0 && around.sky_light > 0);
            }
            false
        });
        let done = living.mind().report().tasks.completed - before;
        let today = &living.told.acts[acts_before..];
        let acts = today.iter().filter(|(_, action)| action.verb() != "wait").count();
        let waited = waited(today);
        println!("seed {seed}, day {day}: {done} tasks done, {acts} actions, waited {waited} ticks");
        println!("seed {seed}, day {day}: {} of {} mind ticks of the night in the open", night.open, night.ticks);
        let done_least = if acts >= ACTS_LEAST { DONE_LEAST } else { DONE_LEAST_WITH_FEW_ACTS };
        let is_stuck = done < done_least || waited > WAITED_A_DAY_MAX;
        assert!(!is_stuck, "seed {seed}, day {day}: {done}, {acts}, {waited}\n{}", living.story());
        let in_the_open = night.open * 100 > night.ticks * OPEN_PERCENT_MAX;
        assert!(!in_the_open, "seed {seed}, night {day}: {} of {} open\n{}", night.open, night.ticks, living.story());
    }
    let waited = waited(&living.told.acts);
    println!("seed {seed}: waited {waited} of {} ticks", DAYS * DAY_TICKS);
    assert!(waited * 100 < DAYS * DAY_TICKS * WAITED_PERCENT_MAX, "seed {seed}: waited {waited} ticks");
}

/// The ticks that were spent on waiting: a wait that is interrupted ends when the next action begins.
fn waited(acts: &[(Tick, Action)]) -> u64 {
    let next = acts.iter().skip(1).map(|(tick, _)| Some(*tick)).chain([None]);
    let spent = acts.iter().zip(next).map(|((began, action), next)| match action {
        Action::Wait { ticks } => next.map_or(u64::MAX, |next| next.since(*began)).min(u64::from(*ticks)),
        _ => 0,
    });
    spent.sum()
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
