//! Hunting chooses its prey by the opportunity score of the tracks, not by distance alone.

use belief::{Detection, Sight};
use mind::{Config, Effect, Input, Mind};
use vocab::senses::{Carried, GameMode, Senses, Surroundings, Vitals};
use vocab::{Action, FinePos, Name, Tick};

const BODY: FinePos = FinePos::new(500, 64_000, 500);
/// Mind ticks within which a hungry agent must have chosen its prey: two seconds.
const MIND_TICKS: u64 = 10;

fn animal(kind: &str, blocks_east: i64) -> Detection {
    let at = FinePos::new(BODY.x + blocks_east * 1_000, BODY.y, BODY.z);
    Detection { at, kind: Name::new(kind), sight: Sight::Visible, engine_id: None, velocity: None }
}

/// What a starving body in the open senses by day, with an empty bag.
fn starving(tick: Tick) -> Senses {
    let vitals = Vitals {
        health: 20,
        food: 6,
        saturation_milli: 0,
        air: 300,
        armour: 0,
        on_fire: false,
        in_lava: false,
        in_water: false,
        suffocating: false,
        falling: 0,
        asleep: false,
        mode: GameMode::Survival,
    };
    Senses {
        tick,
        at: BODY,
        vitals: Some(vitals),
        carried: Carried { slots: vec![None; vocab::senses::BAG_SLOTS], ..Carried::default() },
        surroundings: Surroundings { sky_light: 15, block_light: 0, time_of_day: 1_000, open_sides: 9 },
        progress: None,
        events: Vec::new(),
    }
}

/// How many blocks to the east the first prey is that the agent attacks or walks to.
fn first_prey(animals: &[Detection]) -> Option<i64> {
    let mut mind = Mind::new(Config::default());
    for tick in (1..=MIND_TICKS).map(|mind_tick| Tick(4 * mind_tick)) {
        let input = Input {
            tick,
            senses: starving(tick),
            detections: animals.to_vec(),
            outcomes: Vec::new(),
            answers: Vec::new(),
            replies: Vec::new(),
            commands: Vec::new(),
        };
        let prey = mind.step(&input).into_iter().find_map(|effect| match effect {
            Effect::Act { action: Action::Attack { near }, .. } => Some(near),
            Effect::Act { action: Action::GoTo { to, .. }, .. } => Some(to.centre()),
            _ => None,
        });
        if let Some(prey) = prey {
            return Some((prey.x - BODY.x) / 1_000);
        }
    }
    None
}

#[test]
fn a_hungry_agent_hunts_a_cow_before_a_nearer_sheep_but_not_one_far_away() {
    for (sheep, cow, expected) in [(4, 8, 8), (4, -9, -9), (4, 36, 4), (12, 4, 4)] {
        let prey = first_prey(&[animal("sheep", sheep), animal("cow", cow)]);
        assert_eq!(prey, Some(expected), "sheep {sheep} blocks away, cow {cow}");
    }
}

#[test]
fn animals_that_yield_no_food_are_not_hunted() {
    let prey = first_prey(&[animal("villager", 3), animal("horse", 4), animal("pig", 15)]);
    assert_eq!(prey, Some(15), "the pig is the only food");
}
