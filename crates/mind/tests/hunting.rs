//! Hunting chooses its prey by the opportunity score of the tracks, not by distance alone.

mod life;

use life::{Life, on_bare_ground};
use mind::trace::Event;
use simulator::item;
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
        Event::ActionStarted { action: Action::Attack { near, .. }, .. } => Some(near.block()),
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

/// Whether an agent with this food level leaves its mine to hunt a known cow, at this time of day.
fn leaves_its_mine(food: u8, time_of_day: u16) -> bool {
    let mut body = on_bare_ground();
    let at = body.stage.at;
    body.stage.vitals.as_mut().expect("it has vitals").food = food;
    body.stage.creatures = vec![seen("cow", at.offset(20, 0, 0), 1)];
    body.stage.day_offset = u64::from(time_of_day);
    body.stage.sky_light = 0;
    let mut life = Life::new(body);
    life.live(CHOICE_TICKS);
    let hunts = life.told(|event| match event {
        Event::ActionStarted { action: Action::Attack { .. }, .. } => Some(()),
        Event::ActionStarted { action: Action::GoTo { to, .. }, .. } => (to.x > at.x + 10).then_some(()),
        _ => None,
    });
    !hunts.is_empty()
}

#[test]
fn an_agent_underground_hunts_at_night_only_when_it_starves() {
    for (food, time_of_day, expected) in [(6, 6_000, true), (6, 16_000, false), (3, 16_000, true)] {
        assert_eq!(leaves_its_mine(food, time_of_day), expected, "food {food} at {time_of_day}");
    }
}

/// The first thing that an agent in this state eats within ten seconds.
fn first_meal(health: u8, food: u8, carried: &[&str]) -> Option<&'static str> {
    let mut body = on_bare_ground();
    let vitals = body.stage.vitals.as_mut().expect("it has vitals");
    (vitals.health, vitals.food) = (health, food);
    for name in carried {
        body.stage.bag.add(item(name), 4);
    }
    let mut life = Life::new(body);
    life.live(200);
    let eaten = life.told(|event| match event {
        Event::ActionStarted { action: Action::Eat { item }, .. } => Some(*item),
        _ => None,
    });
    eaten.first().map(|(_, eaten)| gamedata::items::get(*eaten).name)
}

#[test]
fn rotten_flesh_is_eaten_by_a_hurt_or_starving_agent_that_has_nothing_better() {
    for (health, food, carried, meal) in [
        (6, 14, &["rotten_flesh"][..], Some("rotten_flesh")),
        (6, 14, &["rotten_flesh", "bread"][..], Some("bread")),
        (20, 14, &["rotten_flesh"][..], None),
        (6, 18, &["rotten_flesh"][..], None),
        (6, 14, &["spider_eye"][..], None),
    ] {
        assert_eq!(first_meal(health, food, carried), meal, "health {health}, food {food}, {carried:?}");
    }
}

#[test]
fn a_hurt_agent_without_food_looks_for_some_before_it_mines_on() {
    for (health, expected) in [(8, true), (20, false)] {
        let mut body = on_bare_ground();
        let vitals = body.stage.vitals.as_mut().expect("it has vitals");
        (vitals.health, vitals.food) = (health, 16);
        let mut life = Life::new(body);
        life.live(CHOICE_TICKS);
        assert_eq!(life.task("collect:food").is_some(), expected, "health {health}: {}", life.story());
    }
}
