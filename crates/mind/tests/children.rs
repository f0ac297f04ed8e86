//! Child tasks that the mind makes: the parent waits, and then continues or fails, depending on how the child ended.

mod life;

use life::{Life, in_the_wood, on_bare_ground};
use mind::input::Order;
use mind::reason::{Reason, Why};
use mind::trace::Event;
use simulator::{Course, Scripted, Stage, block, item};
use tasks::status::BlockedOn;
use tasks::store::STUCK_TICKS;
use tasks::{Lane, Note, StallClass, Status, TaskId, Who};
use vocab::Action;
use vocab::outcome::Refusal;

const LIGHT: &str = "upkeep:place_torches";
const TORCHES: &str = "craft:torch";
const WAITING: Status = Status::Blocked { on: BlockedOn::Children };
/// Ticks that each of three craftings takes: nearly as long as an action may last.
const SLOW_TICKS: u64 = 4_000;
/// The light level of a torch.
const TORCH_LIGHT: u8 = 14;

/// A body in the dark with torches, which loses all of them when it places the first one.
fn loses_its_torches(body: Scripted, logs: u32) -> Scripted {
    let mut lost = false;
    let mut body = body
        .rule(move |_, action| match action {
            Action::Place { item: placed, .. } if *placed == item("torch") && !std::mem::replace(&mut lost, true) => {
                Some(Course::refused(Refusal::MissingItem).spending("torch", 64))
            }
            _ => None,
        })
        .each_tick(|stage: &mut Stage| {
            let torches = stage.cells.values().filter(|cell| **cell == block("torch")).count();
            stage.block_light = if torches > 0 { TORCH_LIGHT } else { 0 };
        });
    body.stage.sky_light = 0;
    for (name, count) in [("torch", 20), ("wooden_pickaxe", 1), ("oak_log", logs), ("furnace", 1), ("bread", 20)] {
        body.stage.bag.add(item(name), count);
    }
    body
}

/// Runs the agent until a child task is made; returns the parent and the child.
fn with_child(life: &mut Life) -> (TaskId, TaskId) {
    let made = life.until(400, |event| matches!(event, Event::TaskCreated { parent: Some(_), .. }));
    assert!(made, "{}", life.story());
    let (parent, child) = (life.task(LIGHT).unwrap().id(), life.task(TORCHES).unwrap().id());
    assert_eq!(life.mind().tasks().get(child).unwrap().parent(), Some(parent));
    (parent, child)
}

#[test]
fn a_light_task_without_torches_makes_a_child_task_in_its_lane_and_waits_for_it() {
    let mut life = Life::new(loses_its_torches(in_the_wood(), 20));
    let (parent, child) = with_child(&mut life);
    let tasks = life.mind().tasks();
    assert_eq!(tasks.get(parent).unwrap().status(), WAITING);
    let made = tasks.get(child).unwrap();
    assert_eq!((made.lane(), made.origin().who()), (Lane::Upkeep, Who::Task(parent)));
    assert_eq!(made.origin().why(), &Reason::NeededFirst(Why::NoTorch));
    let done = |event: &Event| matches!(event, Event::TaskChanged { task, to: Status::Done, .. } if *task == parent);
    assert!(life.until(4_000, done), "{}", life.story());
    let parent = life.mind().tasks().get(parent).unwrap();
    let children: Vec<_> = parent.children().iter().map(|child| (child.id, child.ended)).collect();
    assert_eq!(children, [(child, Some(Status::Done))], "it knows how the child ended");
    let woken = parent
        .history()
        .any(|entry| matches!(&entry.note, Note::ChildEnded { child: id, end: Status::Done, .. } if *id == child));
    assert!(woken, "{parent:?}");
    assert!(life.stage().block_light >= TORCH_LIGHT, "and the torch is up");
}

#[test]
fn a_failed_child_wakes_its_parent_which_fails_for_that_reason() {
    // The test world has neither wood nor coal, so the child task fails.
    let mut life = Life::new(loses_its_torches(on_bare_ground(), 0));
    let (parent, child) = with_child(&mut life);
    let failed =
        |event: &Event| matches!(event, Event::TaskChanged { task, to: Status::Failed { .. }, .. } if *task == child);
    assert!(life.until(8_000, failed), "{}", life.story());
    let woken =
        life.told(|event| match event {
            Event::TaskChanged {
                task, from: WAITING, to: Status::Pending, note: Note::ChildEnded { end, .. }, ..
            } if *task == parent => Some(*end),
            _ => None,
        });
    assert!(matches!(woken[..], [(_, Status::Failed { .. })]), "{woken:?}");
    life.live(40);
    let ended = life.mind().tasks().get(parent).unwrap().status();
    assert_eq!(ended, Status::Failed { class: StallClass::ChildFailed }, "{}", life.story());
}

#[test]
fn a_parent_may_wait_for_its_child_longer_than_the_stuck_limit() {
    let slow = in_the_wood().mishap(|action, course| match action {
        Action::Craft { .. } => course.after(SLOW_TICKS),
        _ => course,
    });
    let mut life = Life::new(loses_its_torches(slow, 20));
    let (parent, child) = with_child(&mut life);
    life.live(STUCK_TICKS + 100);
    assert_eq!(life.mind().tasks().get(parent).unwrap().status(), WAITING, "{}", life.story());
    let lights = life.mind().tasks().iter().filter(|task| task.key().as_str() == LIGHT).count();
    assert_eq!(lights, 1, "it holds its goal all the time");
    life.live(2 * SLOW_TICKS);
    let ends = [parent, child].map(|id| life.mind().tasks().get(id).unwrap().status());
    assert_eq!(ends, [Status::Done, Status::Done], "{}", life.story());
}

#[test]
fn a_task_waits_for_an_open_task_that_already_has_the_goal_it_needs() {
    let mut life = Life::new(loses_its_torches(in_the_wood(), 20));
    // A person has ordered torches before the dark shows that they are needed.
    life.order(&[Order::Goal { action: "craft".into(), target: "torch".into(), amount: 40 }]);
    let ordered = life.task(TORCHES).unwrap().id();
    let waits = |event: &Event| match event {
        Event::TaskChanged { key, to: Status::Blocked { on: BlockedOn::Other { task, .. } }, .. } => {
            key.as_str() == LIGHT && *task == ordered
        }
        _ => false,
    };
    assert!(life.until(800, waits), "{}", life.story());
    let (light, torches) = (life.task(LIGHT).unwrap(), life.task(TORCHES).unwrap());
    assert_eq!((torches.id(), torches.parent(), light.children().len()), (ordered, None, 0), "no child was made");
    assert_eq!(torches.lane(), Lane::Upkeep, "it is as urgent as the task that waits for it");
    let light = light.id();
    let done = |event: &Event| matches!(event, Event::TaskChanged { task, to: Status::Done, .. } if *task == light);
    assert!(life.until(8_000, done), "{}", life.story());
}
