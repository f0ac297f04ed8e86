//! People's orders: each is answered exactly once, "stop" and "come" act at once, and orders for the same goal share a task.

mod life;

use life::{Life, deeds, events_of, in_the_wood, on_bare_ground};
use mind::effect::{CommandAnswer, OrderRefusal};
use mind::goals::{Build, Have, Shelter};
use mind::input::Order;
use mind::reason::Reason;
use mind::trace::Event;
use mind::{Controller, Effect, Goal};
use simulator::{Course, item};
use tasks::status::CancelReason;
use tasks::store::OPEN_MAX;
use tasks::{Priority, Refused, Status, TaskId, Who};
use vocab::outcome::End;
use vocab::{Action, BlockPos};

fn ask(action: &str, target: &str, amount: u32) -> Order {
    Order::Goal { action: action.into(), target: target.into(), amount }
}

fn come(x: i32) -> Order {
    Order::Come { to: BlockPos::new(x, 64, 0) }
}

/// An agent on a long walk for a task.
fn walking() -> Life {
    let mut life = Life::new(on_bare_ground().on("explore", |_, _| Course::done().after(2_000)));
    life.order(&[ask("explore", "nearby", 64)]);
    life.live(40);
    assert_eq!(life.body().running().map(Action::verb), Some("explore"), "{}", life.story());
    life
}

#[test]
fn stop_cancels_the_running_action_in_the_tick_that_reads_the_order() {
    let mut life = walking();
    let (effects, answers) = life.order(&[Order::Stop]);
    assert_eq!((deeds(&effects), answers), (vec!["cancel"], vec![CommandAnswer::Done]));
    assert_eq!((life.body().running(), life.mind().controller()), (None, Controller::Idle));
    life.live(400);
    assert_eq!(life.body().running(), None, "it stays so: {}", life.story());
    assert_eq!(life.task("explore:nearby").map(tasks::Task::status), Some(Status::Pending), "the task waits");
    life.order(&[Order::Resume]);
    life.live(8);
    assert_eq!(life.body().running().map(Action::verb), Some("explore"), "and goes on after that");
}

#[test]
fn a_stopped_agent_still_eats() {
    let mut life = walking();
    life.order(&[Order::Stop]);
    life.stage().bag.add(item("bread"), 3);
    life.vitals().food = 5;
    life.live(200);
    assert!(life.body().verbs().contains(&"eat"), "{}", life.story());
}

#[test]
fn come_here_preempts_the_walk_of_another_task_in_the_same_tick() {
    let mut life = walking();
    let (effects, answers) = life.order(&[come(-30)]);
    let [CommandAnswer::Taken { task }] = answers[..] else { panic!("{answers:?}") };
    assert_eq!(deeds(&effects), ["cancel", "go_to"]);
    let why = events_of(&effects).find_map(|event| match event {
        Event::ActionCancelled { why, .. } => Some(why.clone()),
        _ => None,
    });
    assert_eq!(why, Some(Reason::PreemptedBy(task)));
    assert_eq!(life.mind().tasks().get(task).map(tasks::Task::priority), Some(Priority::Now));
    life.live(100);
    assert_eq!(life.stage().at, BlockPos::new(-30, 64, 0));
    assert_eq!(life.body().running().map(Action::verb), Some("explore"), "then the other task goes on");
}

#[test]
fn stop_and_come_let_a_starving_agent_finish_its_meal_and_act_right_after_it() {
    let mut life = walking();
    life.stage().bag.add(item("cooked_beef"), 5);
    life.vitals().food = 4;
    life.live(24);
    assert_eq!(life.mind().controller(), Controller::Upkeep, "{}", life.story());
    assert_eq!(life.body().running().map(Action::verb), Some("eat"));
    let (effects, answers) = life.order(&[Order::Stop, come(-30)]);
    assert_eq!(deeds(&effects), Vec::<&str>::new(), "needs of the body come first");
    assert!(matches!(answers[..], [CommandAnswer::Done, CommandAnswer::Taken { .. }]), "{answers:?}");
    life.live(200);
    let mut verbs = life.body().verbs();
    verbs.dedup();
    assert_eq!(verbs[..3], ["explore", "eat", "go_to"], "{}", life.story());
}

#[test]
fn come_here_ends_a_pause() {
    let mut life = Life::new(on_bare_ground());
    life.order(&[Order::Pause]);
    life.order(&[come(20)]);
    life.live(100);
    assert_eq!(life.stage().at.x, 20, "{}", life.story());
}

#[test]
fn an_ordinary_order_goes_first_but_does_not_interrupt_the_running_action() {
    let mut life = walking();
    let (effects, answers) = life.order(&[ask("collect", "dirt", 2)]);
    assert!(matches!(answers[..], [CommandAnswer::Taken { .. }]), "{answers:?}");
    assert_eq!(deeds(&effects), Vec::<&str>::new());
    assert_eq!(life.body().running().map(Action::verb), Some("explore"));
}

#[test]
fn agency_7_2_every_command_is_answered_once_and_a_refused_one_says_why() {
    let mut life = Life::new(in_the_wood());
    let refused = CommandAnswer::Refused;
    let orders = [
        (ask("collect", "oak_lgo", 1), refused(OrderRefusal::UnknownTarget { target: "oak_lgo".into() })),
        (ask("fly", "moon", 1), refused(OrderRefusal::UnknownAction { action: "fly".into() })),
        (ask("collect", "oak_log", 0), refused(OrderRefusal::BadAmount { max: 4_096 })),
        (ask("collect", "oak_log", 4_097), refused(OrderRefusal::BadAmount { max: 4_096 })),
        (Order::Cancel { task: TaskId(77) }, refused(OrderRefusal::NoSuchTask { task: TaskId(77) })),
        (ask("collect", "oak_log", 4_096), CommandAnswer::Taken { task: TaskId(1) }),
        (ask("gather", "oak_log", 1), CommandAnswer::Joined { task: TaskId(1), amount: Some(4_096) }),
        (come(9), CommandAnswer::Taken { task: TaskId(2) }),
        (Order::Cancel { task: TaskId(2) }, CommandAnswer::Done),
        (Order::Pause, CommandAnswer::Done),
        (Order::Resume, CommandAnswer::Done),
        (Order::Stop, CommandAnswer::Done),
    ];
    let (given, expected): (Vec<Order>, Vec<CommandAnswer>) = orders.into_iter().unzip();
    let (effects, answers) = life.order(&given);
    assert_eq!(answers, expected);
    let ids: Vec<u64> = effects
        .iter()
        .filter_map(|effect| match effect {
            Effect::Answer { command, .. } => Some(command.0),
            _ => None,
        })
        .collect();
    assert_eq!(ids, (1..=given.len() as u64).collect::<Vec<_>>(), "each once, in order");
    assert_eq!(
        life.mind().tasks().get(TaskId(2)).map(tasks::Task::status),
        Some(Status::Cancelled { why: CancelReason::User })
    );
}

#[test]
fn a_full_task_store_refuses_an_order_with_its_own_reason() {
    let mut life = Life::new(on_bare_ground());
    let (_, answers) = life.order(&[Order::Pause]);
    assert_eq!(answers, [CommandAnswer::Done]);
    let far = |n: usize| come(1_000 + n as i32);
    let first: Vec<Order> = (0..OPEN_MAX / 2).map(far).collect();
    let second: Vec<Order> = (OPEN_MAX / 2..OPEN_MAX).map(far).collect();
    life.order(&first);
    let open = life.mind().tasks().open().count();
    let (_, answers) = life.order(&second);
    let refused =
        answers.iter().filter(|answer| **answer == CommandAnswer::Refused(OrderRefusal::Store(Refused::Full)));
    assert_eq!(refused.count(), open + second.len() - OPEN_MAX, "{answers:?}");
    assert_eq!(life.mind().tasks().open().count(), OPEN_MAX);
}

#[test]
fn an_order_for_an_open_goal_joins_its_task_and_raises_the_amount() {
    let mut life = Life::new(on_bare_ground());
    let (_, answers) = life.order(&[Order::Pause, ask("collect", "dirt", 3)]);
    let [_, CommandAnswer::Taken { task }] = answers[..] else { panic!("{answers:?}") };
    let dirt = |count| Goal::from(Have { item: item("dirt"), count });
    assert_eq!(life.mind().tasks().get(task).map(tasks::Task::goal), Some(&dirt(3)));
    for (verb, amount, goal) in [("mine", 8, dirt(8)), ("gather", 2, dirt(8))] {
        let (effects, answers) = life.order(&[ask(verb, "dirt", amount)]);
        assert_eq!(answers, [CommandAnswer::Joined { task, amount: Some(8) }], "{verb}");
        assert_eq!(life.mind().tasks().get(task).map(tasks::Task::goal), Some(&goal), "{verb} {amount}");
        let widened = events_of(&effects).any(|event| matches!(event, Event::TaskWidened { .. }));
        assert_eq!(widened, amount == 8, "a smaller wish is covered already");
    }
    life.order(&[Order::Resume]);
    life.live(2_000);
    let task = life.mind().tasks().get(task).unwrap();
    assert_eq!((task.status(), life.stage().bag.count(item("dirt"))), (Status::Done, 8), "{}", life.story());
}

#[test]
fn an_order_raises_the_priority_of_the_agents_own_task() {
    let mut life = Life::new(in_the_wood());
    life.live(4);
    let own = life.task("collect:oak_log").map(|task| (task.id(), task.origin().who(), task.priority()));
    let (id, Who::Drive, Priority::Normal) = own.unwrap() else { panic!("{own:?}") };
    let (_, answers) = life.order(&[ask("collect", "oak_log", 1)]);
    assert_eq!(answers, [CommandAnswer::Joined { task: id, amount: Some(8) }]);
    let task = life.mind().tasks().get(id).unwrap();
    assert_eq!((task.priority(), task.origin().who()), (Priority::High, Who::Drive), "its origin stays");
}

#[test]
fn what_a_person_asked_for_goes_before_the_agents_own_task_that_has_waited_long() {
    let mut life = Life::new(in_the_wood().on("explore", |_, _| Course::done().after(4_000)));
    let (_, answers) = life.order(&[ask("explore", "nearby", 64)]);
    let [CommandAnswer::Taken { task: walk }] = answers[..] else { panic!("{answers:?}") };
    let own = |life: &Life| life.task("collect:oak_log").map(|task| (task.id(), task.priority()));
    life.live(3_200);
    assert_eq!(life.body().running().map(Action::verb), Some("explore"), "{}", life.story());
    let Some((own, Priority::High)) = own(&life) else { panic!("{:?} {}", own(&life), life.story()) };
    let begun = life.events.len();
    let (_, answers) = life.order(&[ask("collect", "birch_log", 2)]);
    let [CommandAnswer::Taken { task }] = answers[..] else { panic!("{answers:?}") };
    life.order(&[Order::Cancel { task: walk }]);
    life.live(200);
    let mut began = life.events[begun..].iter().filter_map(|(_, event)| match event {
        Event::ActionStarted { task: Some(id), .. } => Some(*id),
        _ => None,
    });
    assert_eq!(began.find(|id| [own, task].contains(id)), Some(task), "{}", life.story());
}

#[test]
fn an_order_for_a_goal_that_is_already_met_is_done_at_once() {
    let mut life = Life::new(on_bare_ground());
    let (_, answers) = life.order(&[Order::Come { to: BlockPos::new(1, 64, 0) }]);
    let [CommandAnswer::Taken { task }] = answers[..] else { panic!("{answers:?}") };
    assert_eq!(life.mind().tasks().get(task).map(tasks::Task::status), Some(Status::Done));
}

#[test]
fn a_cancelled_task_releases_the_body_at_once() {
    let mut life = walking();
    let task = life.task("explore:nearby").unwrap().id();
    let (effects, _) = life.order(&[Order::Cancel { task }]);
    assert_eq!(deeds(&effects).first(), Some(&"cancel"));
    let ended = life.until(8, |event| matches!(event, Event::Unexpected(_)));
    assert!(!ended, "the outcome of what was cancelled is expected: {}", life.story());
    assert!(life.events.iter().all(|(_, event)| !matches!(event, Event::ActionEnded { end: End::Cancelled, .. })));
}

#[test]
fn a_person_can_order_a_shelter() {
    let near = BlockPos::new(0, 64, 0);
    let house = Build { name: "basic_shelter".into(), near, at: None, facing: None };
    for (time_of_day, key, goal) in
        [(13_000, "upkeep:dig_in", Goal::from(Shelter)), (6_000, "build:basic_shelter", Goal::from(house))]
    {
        let mut life = Life::new(on_bare_ground());
        life.stage().day_offset = time_of_day;
        life.order(&[ask("build", "basic_shelter", 1)]);
        assert_eq!(life.task(key).map(tasks::Task::goal), Some(&goal), "at {time_of_day}");
    }
}
