//! The whole mind with a body that can do everything: it progresses to iron tools, and every action has a traceable reason.

mod life;

use life::{Life, in_the_wood, with_cows};
use mind::reason::Reason;
use mind::trace::Event;
use mind::{Controller, Effect};
use simulator::item;
use simulator::stage::seen;
use tasks::{Note, Status};
use vocab::senses::{BodyEvent, Harm};
use vocab::{Action, Bag};

#[test]
fn the_agent_makes_an_iron_pickaxe_before_the_first_night() {
    let mut life = Life::new(with_cows());
    life.live(11_000);
    let report = life.mind().report();
    for milestone in ["crafting_table", "wooden_pickaxe", "stone_pickaxe", "furnace", "iron_ingot", "iron_pickaxe"] {
        assert!(report.milestones[milestone].is_some(), "{milestone}: {report:#?}\n{}", life.story());
    }
    assert_eq!(report.deaths, 0);
}

#[test]
fn the_agent_is_walled_in_at_night_and_comes_out_in_the_morning() {
    let mut life = Life::new(with_cows());
    life.live(14_000);
    let (mut open, mut ticks) = (0, 0);
    life.watch(9_000, |moment, _| {
        ticks += 1;
        open += u32::from(moment.input.senses.surroundings.open_sides > 0);
    });
    assert!(open * 50 < ticks, "open in {open} of {ticks} ticks of the night");
    let mut out = None;
    life.watch(3_500, |moment, _| {
        if moment.input.senses.surroundings.open_sides > 0 {
            out.get_or_insert(moment.input.tick.0);
        }
    });
    assert!(out.is_some_and(|tick| tick >= 24_300), "out at {out:?}");
    assert_eq!(life.task("upkeep:dig_in").map(tasks::Task::status), Some(Status::Done));
    let is_at_work = (0..20).any(|_| {
        life.live(100);
        life.mind().controller() == Controller::Task
    });
    assert!(is_at_work, "a task has the body again within 2,000 ticks: {}", life.story());
}

#[test]
fn a_hungry_agent_eats() {
    let mut life = Life::new(in_the_wood());
    life.stage().bag.add(item("bread"), 3);
    life.vitals().food = 10;
    life.live(200);
    assert!(life.vitals().food >= 18);
}

#[test]
fn an_agent_without_food_gets_some() {
    let mut life = Life::new(with_cows());
    life.vitals().food = 7;
    life.live(800);
    let strikes = life.told(|event| match event {
        Event::ActionStarted { action: Action::Attack { .. }, controller, .. } => Some(*controller),
        _ => None,
    });
    assert_eq!(strikes.first().map(|(_, by)| *by), Some(Controller::Upkeep), "hunger comes before every task");
    assert!(life.vitals().food > 7, "{}", life.story());
}

#[test]
fn a_full_bag_does_not_stop_crafting() {
    let mut life = Life::new(in_the_wood());
    let colours =
        ["white", "orange", "magenta", "light_blue", "yellow", "lime", "pink", "gray", "cyan", "purple", "blue"];
    for thing in ["dye", "wool", "carpet"] {
        for colour in colours {
            life.stage().bag.add(item(&format!("{colour}_{thing}")), 1);
        }
    }
    for (name, count) in [("flint", 1), ("feather", 1), ("birch_log", 8)] {
        life.stage().bag.add(item(name), count);
    }
    let (mut crafts, mut free_at_first) = (0, None);
    life.watch(400, |moment, _| {
        let free = moment.input.senses.carried.free_slots();
        free_at_first.get_or_insert(free);
        let is_craft = |effect: &Effect| matches!(effect, Effect::Act { action: Action::Craft { .. }, .. });
        if moment.effects.iter().any(is_craft) {
            crafts += 1;
            assert!(free > 0, "nothing can be crafted into a full bag");
        }
    });
    assert_eq!(free_at_first, Some(0));
    assert!(crafts > 0 && life.mind().report().milestones["wooden_pickaxe"].is_some(), "{}", life.story());
}

#[test]
fn the_agent_flees_from_a_creeper_and_then_resumes_its_task() {
    let mut life = Life::new(in_the_wood());
    life.live(100);
    assert_eq!(life.mind().controller(), Controller::Task);
    let creeper = seen("creeper", life.stage().at.offset(4, 0, 0), 7);
    life.stage().creatures = vec![creeper];
    let effects = life.step();
    assert_eq!(life.mind().controller(), Controller::Reflex, "within one mind tick");
    assert_eq!(life::deeds(&effects), ["cancel", "flee"], "a clean hand-over");
    life.stage().creatures.clear();
    life.live(160);
    assert_eq!(life.mind().controller(), Controller::Task, "and back again: {}", life.story());
}

#[test]
fn every_action_has_a_reason_that_leads_back_to_an_origin() {
    let mut life = Life::new(with_cows());
    let (mut created, mut acts) = (vec![], 0);
    life.watch(6_000, |moment, _| {
        let mut started = vec![];
        for effect in moment.effects {
            match effect {
                Effect::Trace(mind::Trace { event: Event::TaskCreated { task, origin, .. }, .. }) => {
                    let is_origin = |why: &Reason| matches!(why, Reason::Drive(_) | Reason::Upkeep(_));
                    assert!(is_origin(origin.why()), "{origin:?}");
                    created.push(*task);
                }
                Effect::Trace(mind::Trace {
                    event: Event::ActionStarted { id, task, why, controller, .. }, ..
                }) => {
                    match controller {
                        Controller::Task | Controller::Upkeep => {
                            assert!(task.is_some_and(|task| created.contains(&task)), "{task:?}");
                            assert!(matches!(why, Reason::Step { .. }), "{why:?}");
                        }
                        Controller::Reflex => assert!(matches!(why, Reason::Reflex { .. }), "{why:?}"),
                        Controller::Idle => assert!(matches!(why, Reason::LostSight | Reason::Watched), "{why:?}"),
                    }
                    started.push(*id);
                }
                Effect::Act { id, .. } => {
                    acts += 1;
                    assert_eq!(started.pop(), Some(*id), "the reason comes before the deed");
                }
                _ => {}
            }
        }
    });
    assert!(acts > 10);
}

#[test]
fn the_agent_notices_its_death_and_continues_after_the_respawn() {
    let mut life = Life::new(with_cows());
    life.live(2_000);
    life.vitals().health = 0;
    life.stage().events.push(BodyEvent::Died { cause: Harm::Melee });
    for _ in 0..10 {
        let effects = life.step();
        assert!(!effects.iter().any(|effect| matches!(effect, Effect::Act { .. })), "the dead do nothing");
        assert_eq!(life.mind().controller(), Controller::Idle);
    }
    assert!(!life.mind().report().alive);
    life.stage().bag = Bag::new();
    life.vitals().health = 20;
    life.stage().events.push(BodyEvent::Respawned);
    life.live(4_000);
    assert!(life.mind().report().alive && life.mind().report().deaths == 1);
    assert!(life.stage().bag.count(item("wooden_pickaxe")) > 0, "it begins again from nothing: {}", life.story());
}

#[test]
fn death_cancels_the_urgent_needs_of_the_body() {
    let mut life = Life::new(in_the_wood());
    life.live(400);
    life.vitals().food = 4;
    life.live(40);
    let urgent: Vec<_> = life.mind().tasks().open().filter(|task| task.lane() == tasks::Lane::Upkeep).collect();
    assert!(!urgent.is_empty(), "{}", life.story());
    life.stage().events.push(BodyEvent::Died { cause: Harm::Starvation });
    let effects = life.step();
    let notes: Vec<_> = life::events_of(&effects)
        .filter_map(|event| match event {
            Event::TaskChanged { to: Status::Cancelled { .. }, note, .. } => Some(note.clone()),
            _ => None,
        })
        .collect();
    assert!(!notes.is_empty() && notes.iter().all(|note| *note == Note::Because(Reason::BodyDied)), "{notes:?}");
}

#[test]
fn the_mind_requests_a_snapshot_every_minute() {
    let mut life = Life::new(in_the_wood());
    let mut saves = vec![];
    life.watch(6_001, |moment, _| {
        saves.extend(moment.effects.iter().filter(|effect| **effect == Effect::Save).map(|_| moment.input.tick.0));
    });
    assert_eq!(saves, [1_200, 2_400, 3_600, 4_800, 6_000]);
}
