//! Hunting chooses its prey by the opportunity score of the tracks, not by distance alone.

mod life;

use life::{Life, on_bare_ground};
use mind::trace::Event;
use simulator::stage::seen;
use vocab::Action;

/// A hungry agent must choose its prey within this many ticks: two seconds.
const CHOICE_TICKS: u64 = 40;
const STARVING: u8 = 6;

/// The distance to the east, in blocks, of the first prey that a starving agent attacks or walks to.
fn first_prey(animals: &[(&str, i32)]) -> Option<i32> {
    let mut body = on_bare_ground();
    let at = body.stage.at;
    body.stage.vitals.as_mut().expect("it has vitals").food = STARVING;
    let ids = 1..;
    body.stage.creatures = animals.iter().zip(ids).map(|((kind, x), id)| seen(kind, at.offset(*x, 0, 0), id)).collect();
    let mut life = Life::new(body);
    life.live(CHOICE_TICKS);
    let chosen = life.told(|event| match event {
        Event::ActionStarted { action: Action::Attack { near }, .. } => Some(near.block()),
        Event::ActionStarted { action: Action::GoTo { to, .. }, .. } => Some(*to),
        _ => None,
    });
    chosen.first().map(|(_, prey)| prey.x - at.x)
}

#[test]
fn a_hungry_agent_prefers_a_cow_to_a_nearer_sheep_unless_the_cow_is_far_away() {
    for (sheep, cow, expected) in [(4, 8, 8), (4, -9, -9), (4, 36, 4), (12, 4, 4)] {
        let prey = first_prey(&[("sheep", sheep), ("cow", cow)]);
        assert_eq!(prey, Some(expected), "sheep {sheep} blocks away, cow {cow}");
    }
}

#[test]
fn animals_that_yield_no_food_are_not_hunted() {
    let prey = first_prey(&[("villager", 3), ("horse", 4), ("pig", 15)]);
    assert_eq!(prey, Some(15), "the pig is the only food");
}
