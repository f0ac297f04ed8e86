//! The stall taxonomy of the agency contract (7.3): each class is reached by the whole mind and computed from what is recorded.

mod life;
mod mindful;

use life::{Life, in_the_wood, on_bare_ground};
use mind::effect::{CommandAnswer, OrderRefusal};
use mind::input::{Link, Order};
use mind::thinking::{Fate, Thinking};
use mindful::Mindful;
use simulator::StubModel;
use tasks::store::STUCK_TICKS;
use tasks::{Refused, StallClass, Status, TaskId};
use vocab::BlockPos;

fn ask(action: &str, target: &str, amount: u32) -> Order {
    Order::Goal { action: action.into(), target: target.into(), amount }
}

fn taken(life: &mut Life, order: Order) -> TaskId {
    let (_, answers) = life.order(&[order]);
    let [CommandAnswer::Taken { task }] = answers[..] else { panic!("{answers:?}") };
    task
}

fn stalls(life: &Life, class: &str) -> u64 {
    life.mind().report().stalls.get(class).copied().unwrap_or_default()
}

fn stalled(life: &Life, class: &str) -> u64 {
    life.mind().report().stalled.get(class).copied().unwrap_or_default()
}

#[test]
fn agency_7_3_unplannable_no_plan_leads_to_bedrock() {
    let mut life = Life::new(in_the_wood());
    let task = taken(&mut life, ask("collect", "bedrock", 1));
    life.live(400);
    let end = life.mind().tasks().get(task).unwrap().status();
    assert_eq!(end, Status::Failed { class: StallClass::Unplannable }, "{}", life.story());
    assert!(stalls(&life, "unplannable") > 0);
}

#[test]
fn agency_7_3_blocked_reason_a_task_that_waits_for_its_furnace_for_five_minutes() {
    let mut life = Life::new(on_bare_ground());
    let task = taken(&mut life, ask("smelt", "stone", 64));
    life.stage().bag.add(simulator::item("cobblestone"), 64);
    life.stage().bag.add(simulator::item("coal"), 8);
    life.stage().bag.add(simulator::item("furnace"), 1);
    let blocked = life.until(3_000, |event| {
        matches!(event, mind::trace::Event::TaskChanged { task: id, to: Status::Blocked { .. }, .. } if *id == task)
    });
    assert!(blocked, "64 stones take a while: {}", life.story());
    assert_eq!(stalled(&life, "blocked_reason"), 0, "not yet");
    life.live(STUCK_TICKS + 8);
    let still = life.mind().tasks().get(task).unwrap().status();
    assert!(matches!(still, Status::Blocked { .. }), "{still:?}: {}", life.story());
    assert_eq!(stalled(&life, "blocked_reason"), 1, "{:?}", life.mind().report().stalled);
}

#[test]
fn agency_7_3_executor_unavailable_a_task_without_a_body() {
    let mut life = Life::new(in_the_wood());
    life.live(40);
    let open = life.mind().tasks().open().count() as u64;
    assert!(open > 0 && life.mind().report().stalled.is_empty());
    life.stage().link = Link::Waiting;
    life.live(40);
    assert_eq!(stalled(&life, "executor_unavailable"), open);
    life.stage().link = Link::Present;
    life.live(40);
    assert!(life.mind().report().stalled.is_empty(), "the body is back");
}

#[test]
fn agency_7_3_goal_key_missing_a_wish_without_a_target_is_counted_and_never_stored() {
    let mut life = Life::new(in_the_wood());
    for (target, count) in [("", 1), (" _ ", 2), ("::", 3)] {
        let before = life.mind().tasks().len();
        let (_, answers) = life.order(&[ask("collect", target, 1)]);
        assert_eq!(answers, [CommandAnswer::Refused(OrderRefusal::Store(Refused::NoKey))], "{target:?}");
        assert_eq!(stalls(&life, "goal_key_missing"), count);
        assert!(life.mind().tasks().len() <= before + 1, "the drive tick alone makes tasks");
    }
    assert!(life.mind().tasks().iter().all(|task| !task.key().target().is_empty()));
}

#[test]
fn agency_7_3_convert_eligible_gate_a_goal_that_was_held_back_is_counted() {
    let mut life = Mindful::new(in_the_wood(), Thinking::default(), StubModel::saying(""));
    let answer = mindful::outside(&mut life, "I want gold. [GOAL: collect gold_ingot 2]", None, &[]);
    assert!(matches!(answer.recorded.fate, Fate::Held(_)));
    assert_eq!(life.mind().report().stalls["convert_eligible_gate"], 1);
    mindful::outside(&mut life, "Nothing to see here.", None, &[]);
    assert_eq!(life.mind().report().stalls["convert_eligible_gate"], 1, "no goal was held back");
}

#[test]
fn agency_7_3_stuck_pending_a_task_that_nobody_works_on_for_five_minutes() {
    let mut life = Life::new(on_bare_ground());
    // The agent is paused, so the task waits without being stalled.
    let (_, answers) = life.order(&[Order::Pause, ask("collect", "dirt", 3)]);
    let [CommandAnswer::Done, CommandAnswer::Taken { task }] = answers[..] else { panic!("{answers:?}") };
    life.live(STUCK_TICKS - 8);
    assert_eq!(stalled(&life, "stuck_pending"), 0);
    life.live(16);
    assert!(stalled(&life, "stuck_pending") >= 1, "{:?}", life.mind().report());
    assert!(life.mind().tasks().is_open(task));
    life.order(&[Order::Resume]);
    life.live(600);
    assert_eq!(life.mind().tasks().get(task).unwrap().status(), Status::Done, "{}", life.story());
}

#[test]
fn a_failed_task_keeps_the_class_that_it_failed_with() {
    let mut life = Life::new(on_bare_ground());
    let task = taken(&mut life, Order::Come { to: BlockPos::new(0, 200, 0) });
    life.live(9_000);
    let ended = life.mind().tasks().get(task).unwrap();
    let class = tasks::stall::class_of(ended, life.mind().tick(), true);
    match ended.status() {
        Status::Failed { class: failed } => assert_eq!(class, Some(failed)),
        other => assert_eq!((other, class), (Status::Done, None)),
    }
}
