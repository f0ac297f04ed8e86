//! The whole mind in the toy world: it gets on in life, and it goes on when everything fails.

mod toy;

use mind::trace::{Event, Verdict};
use mind::{Config, Controller, Effect, Mind};
use std::collections::BTreeMap;
use toy::{Fault, Toy, item, live};
use vocab::{Action, BlockPos, Tick};

fn events(effects: &[Effect]) -> impl Iterator<Item = &Event> {
    effects.iter().filter_map(|effect| match effect {
        Effect::Trace(trace) => Some(&trace.event),
        _ => None,
    })
}

#[test]
fn from_nothing_to_an_iron_pickaxe_before_the_first_night() {
    let (mut mind, mut toy) = (Mind::new(Config::default()), Toy::default());
    let mut told = vec![];
    live(&mut mind, &mut toy, 11_000, |_, effects, _| {
        told.extend(events(effects).map(|event| format!("{event:?}")));
    });
    let report = mind.report();
    for milestone in ["crafting_table", "wooden_pickaxe", "stone_pickaxe", "furnace", "iron_ingot", "iron_pickaxe"] {
        assert!(
            report.milestones[milestone].is_some(),
            "{milestone}: {report:#?}\n{:#?}",
            &told[told.len().saturating_sub(60)..]
        );
    }
    assert_eq!(report.deaths, 0);
}

#[test]
fn walled_in_at_night_and_out_in_the_morning() {
    let (mut mind, mut toy) = (Mind::new(Config::default()), Toy::default());
    live(&mut mind, &mut toy, 14_000, |_, _, _| {});
    let (mut open, mut ticks) = (0, 0);
    live(&mut mind, &mut toy, 9_000, |input, _, _| {
        ticks += 1;
        open += u32::from(input.senses.surroundings.open_sides > 0);
    });
    assert!(open * 50 < ticks, "open in {open} of {ticks} ticks of the night");
    let mut out = None;
    live(&mut mind, &mut toy, 2_500, |input, _, _| {
        if input.senses.surroundings.open_sides > 0 && out.is_none() {
            out = Some(input.tick);
        }
    });
    assert!(out.is_some_and(|tick| tick.0 >= 24_300), "out at {out:?}");
    let shelter = mind.tasks().iter().find(|task| task.key().as_str() == "upkeep:dig_in").unwrap();
    assert_eq!(shelter.status(), tasks::Status::Done);
    assert_eq!(mind.controller(), Controller::Task);
}

#[test]
fn it_eats_when_hungry() {
    let (mut mind, mut toy) = (Mind::new(Config::default()), Toy::default());
    toy.bag.add(item("bread"), 3);
    toy.vitals.as_mut().unwrap().food = 10;
    live(&mut mind, &mut toy, 200, |_, _, _| {});
    assert!(toy.vitals.unwrap().food >= 18);
}

#[test]
fn it_gets_food_when_there_is_none() {
    let (mut mind, mut toy) = (Mind::new(Config::default()), Toy::default());
    toy.vitals.as_mut().unwrap().food = 7;
    let mut first = None;
    live(&mut mind, &mut toy, 400, |_, effects, mind| {
        let acts = |effect: &Effect| matches!(effect, Effect::Act { action: Action::Attack { .. }, .. });
        if effects.iter().any(acts) && first.is_none() {
            first = Some(mind.controller());
        }
    });
    assert_eq!(first, Some(Controller::Upkeep), "hunger comes before every task");
    assert!(toy.vitals.unwrap().food > 7);
}

#[test]
fn a_full_bag_is_no_end_to_crafting() {
    let (mut mind, mut toy) = (Mind::new(Config::default()), Toy::default());
    let colours =
        ["white", "orange", "magenta", "light_blue", "yellow", "lime", "pink", "gray", "cyan", "purple", "blue"];
    for thing in ["dye", "wool", "carpet"] {
        for colour in colours {
            toy.bag.add(item(&format!("{colour}_{thing}")), 1);
        }
    }
    toy.bag.add(item("flint"), 1);
    toy.bag.add(item("feather"), 1);
    toy.bag.add(item("birch_log"), 8);
    assert_eq!(toy.input().senses.carried.free_slots(), 0);
    let mut crafts = 0;
    live(&mut mind, &mut toy, 400, |input, effects, _| {
        if effects.iter().any(|effect| matches!(effect, Effect::Act { action: Action::Craft { .. }, .. })) {
            crafts += 1;
            assert!(input.senses.carried.free_slots() > 0, "nothing can be crafted into a full bag");
        }
    });
    assert!(crafts > 0 && mind.report().milestones["wooden_pickaxe"].is_some(), "{:#?}", mind.report());
}

#[test]
fn it_runs_from_a_creeper_and_goes_back_to_its_task() {
    let (mut mind, mut toy) = (Mind::new(Config::default()), Toy::default());
    live(&mut mind, &mut toy, 100, |_, _, _| {});
    assert_eq!(mind.controller(), Controller::Task);
    toy.detections = vec![toy::seen("creeper", toy.at.offset(4, 0, 0), 7)];
    let mut acts = vec![];
    live(&mut mind, &mut toy, 4, |_, effects, mind| {
        assert_eq!(mind.controller(), Controller::Reflex, "within one mind tick");
        acts.extend(effects.iter().filter_map(|effect| match effect {
            Effect::Act { action, .. } => Some(action.verb()),
            Effect::Cancel { .. } => Some("cancel"),
            _ => None,
        }));
    });
    assert_eq!(acts, ["cancel", "flee"], "a clean hand-over");
    toy.detections = vec![];
    live(&mut mind, &mut toy, 100, |_, _, _| {});
    assert_eq!(mind.controller(), Controller::Task, "and back again");
}

#[test]
fn the_same_failing_plan_is_never_tried_four_times() {
    for fault in [Fault::Refuses, Fault::Lies, Fault::Hangs, Fault::FindsNothing] {
        let (mut mind, mut toy) = (Mind::new(Config::default()), Toy::default());
        toy.fault = fault;
        let mut tried: BTreeMap<(Action, BlockPos), u32> = BTreeMap::new();
        live(&mut mind, &mut toy, 10_400, |input, effects, _| {
            for effect in effects {
                if let Effect::Act { action, .. } = effect
                    && !matches!(action, Action::Wait { .. })
                {
                    *tried.entry((action.clone(), input.senses.at.block())).or_default() += 1;
                }
            }
        });
        let most = tried.iter().max_by_key(|(_, times)| **times);
        assert!(most.is_some_and(|(_, times)| *times <= 3), "{fault:?}: {most:?}");
        assert!(tried.len() >= 4, "{fault:?}: different ways were tried: {tried:#?}");
        let report = mind.report();
        assert!(report.tasks.failed > 0, "{fault:?}: tasks end with a reason: {report:?}");
    }
}

#[test]
fn an_action_that_never_ends_is_cancelled_and_replaced() {
    let (mut mind, mut toy) = (Mind::new(Config::default()), Toy::default());
    toy.fault = Fault::Hangs;
    let (mut begun, mut cancelled) = (vec![], vec![]);
    live(&mut mind, &mut toy, 2_000, |input, effects, _| {
        for effect in effects {
            match effect {
                Effect::Act { id, .. } => begun.push((*id, input.tick)),
                Effect::Cancel { id } => cancelled.push((*id, input.tick)),
                _ => {}
            }
        }
    });
    assert!(cancelled.len() >= 3, "{cancelled:?}");
    for ((begun, at), (ended, then)) in begun.iter().zip(&cancelled) {
        assert_eq!(begun, ended);
        assert!(then.since(*at) <= mind::executor::QUIET_TICKS_MAX + 8, "{at} to {then}");
    }
}

#[test]
fn lost_outcomes_do_not_stop_it() {
    let (mut mind, mut toy) = (Mind::new(Config::default()), Toy::default());
    toy.fault = Fault::Forgets;
    live(&mut mind, &mut toy, 11_500, |_, _, _| {});
    assert!(mind.report().milestones["stone_pickaxe"].is_some(), "{:#?}", mind.report());
}

#[test]
fn claims_that_the_world_does_not_show_are_contradicted() {
    let (mut mind, mut toy) = (Mind::new(Config::default()), Toy::default());
    toy.fault = Fault::Lies;
    let mut contradicted = 0;
    live(&mut mind, &mut toy, 8_000, |_, effects, _| {
        let lies = |event: &&Event| matches!(event, Event::ActionEnded { verdict: Verdict::Contradicted, .. });
        contradicted += events(effects).filter(lies).count();
    });
    assert!(contradicted >= 3);
    assert!(mind.report().stalls.contains_key("contradicted"), "{:?}", mind.report().stalls);
}

#[test]
fn every_action_has_a_reason_that_leads_back_to_an_origin() {
    let (mut mind, mut toy) = (Mind::new(Config::default()), Toy::default());
    let (mut created, mut acts) = (vec![], 0);
    live(&mut mind, &mut toy, 6_000, |_, effects, _| {
        let mut started = vec![];
        for effect in effects {
            match effect {
                Effect::Trace(mind::Trace { event: Event::TaskCreated { task, origin, .. }, .. }) => {
                    assert!(!origin.why().is_empty());
                    created.push(*task);
                }
                Effect::Trace(mind::Trace {
                    event: Event::ActionStarted { id, task, why, controller, .. }, ..
                }) => {
                    assert!(!why.is_empty());
                    assert!(*controller == Controller::Reflex || task.is_some_and(|task| created.contains(&task)));
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
fn death_is_noticed_and_life_goes_on() {
    use vocab::senses::{BodyEvent, Harm};
    let (mut mind, mut toy) = (Mind::new(Config::default()), Toy::default());
    live(&mut mind, &mut toy, 2_000, |_, _, _| {});
    toy.vitals.as_mut().unwrap().health = 0;
    toy.events.push(BodyEvent::Died { cause: Harm::Melee });
    live(&mut mind, &mut toy, 40, |_, effects, mind| {
        assert!(!effects.iter().any(|effect| matches!(effect, Effect::Act { .. })), "the dead do nothing");
        assert_eq!(mind.controller(), Controller::Idle);
    });
    assert!(!mind.report().alive);
    toy.bag = vocab::Bag::new();
    toy.vitals.as_mut().unwrap().health = 20;
    toy.events.push(BodyEvent::Respawned);
    live(&mut mind, &mut toy, 3_000, |_, _, _| {});
    assert!(mind.report().alive && mind.report().deaths == 1);
    assert!(toy.bag.count(item("wooden_pickaxe")) > 0, "it begins again from what is");
}

#[test]
fn what_was_urgent_for_a_body_that_died_says_so() {
    use vocab::senses::{BodyEvent, Harm};
    let (mut mind, mut toy) = (Mind::new(Config::default()), Toy::default());
    live(&mut mind, &mut toy, 400, |_, _, _| {});
    toy.vitals.as_mut().unwrap().food = 4;
    live(&mut mind, &mut toy, 40, |_, _, _| {});
    toy.events.push(BodyEvent::Died { cause: Harm::Starvation });
    let mut notes = vec![];
    live(&mut mind, &mut toy, 4, |_, effects, _| {
        notes.extend(events(effects).filter_map(|event| match event {
            Event::TaskChanged { to: tasks::Status::Cancelled { .. }, note, .. } => Some(note.clone()),
            _ => None,
        }));
    });
    assert!(!notes.is_empty() && notes.iter().all(|note| note == "the body died"), "{notes:?}");
}

#[test]
fn a_snapshot_is_asked_for_every_minute() {
    let (mut mind, mut toy) = (Mind::new(Config::default()), Toy::default());
    let mut saves: Vec<Tick> = vec![];
    live(&mut mind, &mut toy, 6_001, |input, effects, _| {
        saves.extend(effects.iter().filter(|effect| **effect == Effect::Save).map(|_| input.tick));
    });
    assert_eq!(saves, [1_200, 2_400, 3_600, 4_800, 6_000].map(Tick));
}
