//! Upkeep through the whole mind: goals with keys in the task store, at the task's breaks, before it hurts.

mod toy;

use mind::keeping;
use mind::{Config, Controller, Effect, Mind};
use tasks::{Lane, Status, Who};
use toy::{Toy, item, live};
use vocab::Action;

fn mind(upkeep: keeping::Controller) -> Mind {
    Mind::new(Config { upkeep, ..Config::default() })
}

fn hungry(food: u8) -> Toy {
    let mut toy = Toy::default();
    toy.bag.add(item("bread"), 5);
    toy.vitals.as_mut().unwrap().food = food;
    toy
}

#[test]
fn what_is_due_is_a_task_of_upkeep_with_its_key_and_its_reason() {
    let (mut mind, mut toy) = (mind(keeping::Controller::Forecast), hungry(7));
    live(&mut mind, &mut toy, 4, |_, _, _| {});
    let eat = mind.tasks().iter().find(|task| task.key().as_str() == "upkeep:eat").expect("it is time to eat");
    assert_eq!((eat.origin().who(), eat.lane()), (Who::Upkeep, Lane::Upkeep));
    assert!(eat.origin().why().contains("food_level is past its warn threshold"), "{}", eat.origin().why());
    live(&mut mind, &mut toy, 300, |_, _, _| {});
    let eat = mind.tasks().iter().find(|task| task.key().as_str() == "upkeep:eat").unwrap();
    assert_eq!(eat.status(), Status::Done);
    assert!(toy.vitals.unwrap().food >= 18);
}

#[test]
fn the_forecast_eats_before_the_warn_threshold_and_the_threshold_rule_after_it() {
    for (upkeep, food, eats) in [
        (keeping::Controller::Forecast, 20, false),
        (keeping::Controller::Forecast, 12, true),
        (keeping::Controller::Threshold, 12, false),
        (keeping::Controller::Threshold, 7, false),
        (keeping::Controller::Threshold, 6, true),
    ] {
        let (mut mind, mut toy) = (mind(upkeep), hungry(food));
        let mut ate = false;
        live(&mut mind, &mut toy, 200, |_, effects, _| {
            ate |= effects.iter().any(|effect| matches!(effect, Effect::Act { action: Action::Eat { .. }, .. }));
        });
        assert_eq!(ate, eats, "{upkeep:?} at {food}");
    }
}

#[test]
fn hunger_that_only_keeps_from_work_waits_for_the_break() {
    let (mut mind, mut toy) = (mind(keeping::Controller::Forecast), hungry(20));
    live(&mut mind, &mut toy, 40, |_, _, _| {});
    let mut ate_at_work = false;
    for _ in 0..20 {
        toy.vitals.as_mut().unwrap().food = 16;
        let at_work = toy.running.as_ref().is_some_and(|(_, action, _)| !matches!(action, Action::Eat { .. }));
        live(&mut mind, &mut toy, 4, |_, effects, _| {
            let cancels = effects.iter().any(|effect| matches!(effect, Effect::Cancel { .. }));
            ate_at_work |= at_work && cancels;
        });
    }
    assert!(!ate_at_work);
    assert_eq!(mind.report().counters["upkeep_interruptions"], 0);
    live(&mut mind, &mut toy, 400, |_, _, _| {});
    let eat = mind.tasks().iter().find(|task| task.key().as_str() == "upkeep:eat").expect("eaten at a break");
    assert_eq!(eat.status(), Status::Done);
}

#[test]
fn nothing_to_eat_is_told_as_a_goal_to_get_it() {
    let (mut mind, mut toy) = (mind(keeping::Controller::Forecast), Toy { herd: false, ..Toy::default() });
    toy.vitals.as_mut().unwrap().food = 15;
    live(&mut mind, &mut toy, 4, |_, _, _| {});
    let gather = mind.tasks().iter().find(|task| task.key().as_str() == "upkeep:gather_food").expect("food is needed");
    assert_eq!(gather.lane(), Lane::Task, "not yet urgent");
    toy.vitals.as_mut().unwrap().food = 7;
    live(&mut mind, &mut toy, 24, |_, _, _| {});
    let of_key = mind.tasks().iter().filter(|task| task.key().as_str() == "upkeep:gather_food");
    let lanes: Vec<Lane> = of_key.map(tasks::Task::lane).collect();
    assert_eq!(lanes, [Lane::Upkeep], "one task, now urgent");
    assert_eq!(mind.report().counters["upkeep_interruptions"], 0, "a task does not interrupt itself");
    assert_eq!(mind.controller(), Controller::Upkeep);
}

#[test]
fn rig_j_pivot_3_a_hostile_far_away_changes_no_goal_and_one_that_is_near_only_through_the_summary() {
    let keys = |x: i32, health: u8| {
        let (mut mind, mut toy) = (mind(keeping::Controller::Forecast), Toy { herd: false, ..Toy::default() });
        live(&mut mind, &mut toy, 100, |_, _, _| {});
        toy.vitals.as_mut().unwrap().health = health;
        // Of those that strike from near by, so that the reflexes leave it to upkeep.
        toy.detections = vec![toy::seen("zombie", toy.at.offset(x, 0, 0), 7)];
        live(&mut mind, &mut toy, 24, |_, _, _| {});
        mind.tasks().iter().any(|task| task.key().as_str() == "upkeep:retreat")
    };
    assert!(!keys(40, 9), "low threat is no reason to retreat");
    assert!(!keys(7, 20), "who is well leaves it to the reflexes");
    assert!(keys(7, 9), "high threat is, for one who is hurt");
}

#[test]
fn home_before_dark() {
    let (mut mind, mut toy) = (mind(keeping::Controller::Forecast), Toy { tick: 10_000, ..Toy::default() });
    let mut walled_in = None;
    live(&mut mind, &mut toy, 4_000, |input, _, _| {
        if input.senses.surroundings.open_sides == 0 && walled_in.is_none() {
            walled_in = Some(input.tick.0);
        }
    });
    assert!(walled_in.is_some_and(|tick| (11_000..12_542).contains(&tick)), "walled in at {walled_in:?}");
}
