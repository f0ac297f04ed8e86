//! Upkeep, tested through the whole mind: needs become tasks with keys, at breaks, before the body is harmed.

mod life;

use life::{Life, in_the_wood, on_bare_ground, with_cows};
use mind::reason::{Reason, Upkeep};
use mind::trace::Event;
use mind::{Config, Controller, Effect, keeping};
use simulator::stage::seen;
use simulator::{Course, Scripted, item};
use tasks::{Lane, Status, Who};
use vocab::Action;

fn config(upkeep: keeping::UpkeepRule) -> Config {
    Config { upkeep, ..Config::default() }
}

fn with_bread(food: u8) -> Scripted {
    let mut body = in_the_wood();
    body.stage.bag.add(item("bread"), 5);
    body.stage.vitals.as_mut().unwrap().food = food;
    body
}

fn has_eaten(life: &Life) -> bool {
    life.body().verbs().contains(&"eat")
}

#[test]
fn a_due_need_becomes_an_upkeep_task_with_a_key_and_a_reason() {
    let mut life = Life::new(with_bread(7));
    life.live(4);
    let eat = life.task("upkeep:eat").expect("it is time to eat");
    assert_eq!((eat.origin().who(), eat.lane()), (Who::Upkeep, Lane::Upkeep));
    let Reason::Upkeep(Upkeep::Foreseen(foreseen)) = eat.origin().why() else { panic!("{:?}", eat.origin()) };
    assert_eq!(foreseen.projection.metric.as_str(), "food_level");
    life.live(300);
    assert_eq!(life.task("upkeep:eat").map(tasks::Task::status), Some(Status::Done));
    assert!(life.vitals().food >= 18);
}

#[test]
fn the_forecast_eats_before_the_warn_threshold_and_the_threshold_rule_after_it() {
    for (upkeep, food, eats) in [
        (keeping::UpkeepRule::Forecast, 20, false),
        (keeping::UpkeepRule::Forecast, 12, true),
        (keeping::UpkeepRule::Threshold, 12, false),
        (keeping::UpkeepRule::Threshold, 7, false),
        (keeping::UpkeepRule::Threshold, 6, true),
    ] {
        let mut life = Life::with(config(upkeep), with_bread(food));
        life.live(200);
        assert_eq!(has_eaten(&life), eats, "{upkeep:?} at {food}");
    }
}

#[test]
fn hunger_that_only_prevents_work_waits_for_a_break() {
    let mut life = Life::new(with_bread(20));
    life.live(40);
    for _ in 0..20 {
        life.vitals().food = 16;
        let at_work = life.body().running().is_some_and(|action| !matches!(action, Action::Eat { .. }));
        let effects = life.step();
        let cancels = effects.iter().any(|effect| matches!(effect, Effect::Cancel { .. }));
        assert!(!(at_work && cancels), "{}", life.story());
    }
    assert_eq!(life.mind().report().counters["upkeep_interruptions"], 0);
    life.live(600);
    assert_eq!(life.task("upkeep:eat").map(tasks::Task::status), Some(Status::Done), "eaten at a break");
    assert_eq!(life.mind().report().counters["upkeep_interruptions"], 0);
}

#[test]
fn a_need_for_food_without_food_becomes_a_goal_to_get_food() {
    let mut life = Life::new(on_bare_ground());
    life.vitals().food = 15;
    life.live(4);
    assert_eq!(life.task("collect:food").map(tasks::Task::lane), Some(Lane::Task), "not yet urgent");
    life.vitals().food = 7;
    life.live(24);
    let of_key = life.mind().tasks().iter().filter(|task| task.key().as_str() == "collect:food");
    let lanes: Vec<Lane> = of_key.map(tasks::Task::lane).collect();
    assert_eq!(lanes, [Lane::Upkeep], "one task, now urgent");
    assert_eq!(life.mind().report().counters["upkeep_interruptions"], 0, "a task does not interrupt itself");
    assert_eq!(life.mind().controller(), Controller::Upkeep);
}

#[test]
fn rig_j_pivot_3_a_far_hostile_changes_no_goal_and_a_near_one_only_through_the_hazard_summary() {
    let hides = |x: i32, health: u8| {
        let mut life = Life::new(in_the_wood());
        life.live(100);
        life.vitals().health = health;
        // A zombie attacks only from near by, so the reflexes leave this one to upkeep.
        let zombie = seen("zombie", life.stage().at.offset(x, 0, 0), 7);
        life.stage().creatures = vec![zombie];
        life.live(24);
        let task = life.task("upkeep:heal_up").map(|task| task.origin().why().clone());
        task.map(|why| match why {
            Reason::Upkeep(Upkeep::Foreseen(foreseen)) => foreseen.projection.metric.to_string(),
            why => panic!("{why:?}"),
        })
    };
    assert_ne!(hides(40, 9).as_deref(), Some("threat_exposure"), "low threat is no reason to retreat");
    assert_eq!(hides(7, 20), None, "a healthy agent leaves it to the reflexes");
    assert_eq!(hides(7, 9).as_deref(), Some("threat_exposure"), "high threat is, for one that is hurt");
}

#[test]
fn the_agent_is_in_its_shelter_before_dark() {
    let mut body = with_cows();
    body.stage.day_offset = 10_000;
    let mut life = Life::new(body);
    let mut walled_in = None;
    life.watch(4_000, |moment, _| {
        if moment.input.senses.surroundings.open_sides == 0 {
            walled_in.get_or_insert(moment.input.senses.surroundings.time_of_day);
        }
    });
    assert!(walled_in.is_some_and(|time| (11_000..12_542).contains(&time)), "walled in at {walled_in:?}");
}

#[test]
fn an_unmeetable_need_does_not_interrupt_the_running_task() {
    // Eating fails everywhere, and the active task never moves the body, so the failed action stays barred.
    let mut body = on_bare_ground()
        .on("eat", |_, _| Course::refused(vocab::outcome::Refusal::BadRequest))
        .on("collect", |_, _| Course::done().after(4_000));
    body.stage.bag.add(item("bread"), 5);
    let mut life = Life::new(body);
    life.order(&[mind::input::Order::Goal { action: "collect".into(), target: "dirt".into(), amount: 4 }]);
    life.vitals().food = 7;
    let failed = |event: &Event| matches!(event, Event::TaskChanged { key, to: Status::Failed { .. }, .. } if key.as_str() == "upkeep:eat");
    assert!(life.until(2_000, failed), "every try failed: {}", life.story());
    // The failed goal pauses for a while. Then it is tried again, and every action for it is barred at once.
    let before = life.mind().report().counters["upkeep_interruptions"];
    let cancelled = life.body().cancelled.len();
    assert!(life.until(20_000, |event| matches!(event, Event::ActionStarted { action: Action::Collect { .. }, .. })));
    assert!(life.until(20_000, failed), "{}", life.story());
    assert_eq!(life.mind().report().counters["upkeep_interruptions"], before, "{}", life.story());
    assert_eq!(life.body().cancelled.len(), cancelled, "{}", life.story());
    assert_eq!(life.body().running().map(Action::verb), Some("collect"), "{}", life.story());
}

#[test]
fn a_task_that_waits_for_the_night_to_end_says_so_and_is_never_stuck() {
    let mut life = Life::new(in_the_wood());
    life.live(100);
    let waiting = life.mind().tasks().open().next().expect("wood comes first").id();
    life.stage().day_offset = 12_500;
    let gave_way = Status::Blocked { on: tasks::status::BlockedOn::Needs };
    life.live(4_000);
    let status = life.mind().tasks().get(waiting).map(tasks::Task::status);
    assert!(status == Some(gave_way) || status == Some(Status::Done), "{status:?}: {}", life.story());
    life.live(16_000);
    assert!(!life.mind().report().stalls.contains_key("stuck_pending"), "{}", life.story());
}
