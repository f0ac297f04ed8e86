//! The sixteen actions, each carried out by a scripted body: what shows that it is done, and how it ends.

mod life;

use agency::GoalAction;
use life::{Fault, Life, faulty, in_the_wood, on_bare_ground, with_cows};
use mind::actions::{Ends, Shown, TABLE, row};
use mind::effect::{CommandAnswer, OrderRefusal};
use mind::input::Order;
use mind::reason::{Looked, Reason};
use simulator::stage::seen;
use simulator::{Scripted, Stage, block, item};
use tasks::status::BlockedOn;
use tasks::{Note, Priority, StallClass, Status, TaskId};
use vocab::{Action, Answer, BlockPos, Name, Query};

fn ask(action: &str, target: &str, amount: u32) -> Order {
    Order::Goal { action: action.into(), target: target.into(), amount }
}

/// Gives an order and runs the agent until the order's task ends; returns the task's status and the reason for its end.
fn done(life: &mut Life, order: Order, ticks_max: u64) -> (Status, Reason) {
    let (_, answers) = life.order(&[order]);
    let [CommandAnswer::Taken { task }] = answers[..] else { panic!("{answers:?}") };
    for _ in 0..ticks_max / 40 {
        let ended = life.mind().tasks().get(task).filter(|task| !task.is_open());
        if let Some(ended) = ended {
            let Some(Note::Because(why)) = ended.history().last().map(|change| change.note.clone()) else {
                panic!("{ended:?}")
            };
            return (ended.status(), why);
        }
        life.live(40);
    }
    panic!("{task} has not ended: {}", life.story())
}

fn with(body: Scripted, carried: &[(&str, u32)]) -> Life {
    let life = Life::new(body);
    for (name, count) in carried {
        life.stage().bag.add(item(name), *count);
    }
    life
}

/// Orders an action that makes a task, and asserts that the task is done; returns what showed it.
fn check_goal(action: GoalAction) -> Shown {
    let wood = [("oak_planks", 20), ("stick", 8), ("crafting_table", 1), ("dirt", 24), ("wooden_pickaxe", 1)];
    match action {
        GoalAction::Collect | GoalAction::Gather => {
            let mut life = with(in_the_wood(), &[]);
            let ended = done(&mut life, ask(action.name(), "birch_log", 2), 8_000);
            assert_eq!((ended, life.stage().bag.count(item("birch_log")) >= 2), ((Status::Done, Reason::Met), true));
            Shown::Items
        }
        GoalAction::Mine => {
            let mut life = with(in_the_wood(), &wood);
            let ended = done(&mut life, ask("mine", "coal_ore", 1), 8_000);
            assert_eq!((ended, life.stage().bag.count(item("coal")) >= 1), ((Status::Done, Reason::Met), true));
            Shown::Items
        }
        GoalAction::Craft => {
            let mut life = with(in_the_wood(), &wood);
            let ended = done(&mut life, ask("craft", "chest", 1), 8_000);
            assert_eq!((ended, life.stage().bag.count(item("chest"))), ((Status::Done, Reason::Met), 1));
            Shown::Items
        }
        GoalAction::Smelt => {
            let stock = [("furnace", 1), ("raw_iron", 2), ("coal", 4), ("dirt", 9)];
            let mut life = with(in_the_wood(), &stock);
            let ended = done(&mut life, ask("smelt", "raw_iron", 2), 8_000);
            assert_eq!((ended, life.stage().bag.count(item("iron_ingot"))), ((Status::Done, Reason::Met), 2));
            Shown::Items
        }
        GoalAction::Build => {
            let stock = [
                ("cobblestone", 25),
                ("oak_log", 8),
                ("oak_planks", 38),
                ("oak_slab", 9),
                ("oak_door", 1),
                ("white_bed", 1),
                ("torch", 5),
                ("dirt", 32),
            ];
            let mut life = with(on_bare_ground(), &stock);
            let ended = done(&mut life, ask("build", "basic_shelter", 1), 8_000);
            assert_eq!(ended, (Status::Done, Reason::Met));
            Shown::Structure
        }
        GoalAction::Find => {
            let mut life = with(in_the_wood(), &[]);
            let (end, why) = done(&mut life, ask("find", "iron_ore", 1), 2_000);
            let Reason::FoundAt(at) = why else { panic!("{why:?}") };
            assert_eq!((end, life.stage().block(at)), (Status::Done, Some(block("iron_ore"))));
            let mut life = with(with_cows(), &[]);
            life.live(20);
            assert!(matches!(done(&mut life, ask("find", "cow", 1), 2_000), (Status::Done, Reason::FoundAt(_))));
            Shown::Place
        }
        GoalAction::Explore => {
            let mut life = with(on_bare_ground(), &[]);
            let from = life.stage().at;
            assert_eq!(done(&mut life, ask("explore", "nearby", 64), 2_000), (Status::Done, Reason::Met));
            assert!(life.stage().at.distance_squared(from) >= 16);
            Shown::NewGround
        }
        GoalAction::Navigate => {
            let mut life = with(on_bare_ground(), &[]);
            life.order(&[Order::Pause]);
            life.order(&[Order::Resume]);
            assert_eq!(done(&mut life, ask("navigate", "30_64_-8", 1), 2_000), (Status::Done, Reason::Met));
            life.stage().creatures.push(seen("player:Bob", BlockPos::new(9, 64, 9), 4));
            life.live(20);
            assert_eq!(done(&mut life, ask("navigate", "bob", 1), 2_000), (Status::Done, Reason::Met));
            Shown::BeingThere
        }
        GoalAction::Check => {
            let mut stage = Stage::default();
            let chest = BlockPos::new(8, 64, 0);
            stage.cells.insert(chest, block("chest"));
            let body = Scripted::new(stage).with_all_rules().answering(|stage, query| match query {
                Query::Container { at } => {
                    let slots = vec![None, Some(vocab::item::Stack { item: item("bread"), count: 3, wear: 0 })];
                    Answer::Container { at: *at, slots, burning_ticks: 0 }
                }
                other => stage.answer(other),
            });
            let mut life = with(body, &[]);
            let looked = Looked::Container { at: chest, items: vec![(item("bread"), 3)], burning_ticks: 0 };
            assert_eq!(done(&mut life, ask("check", "chest", 1), 2_000), (Status::Done, Reason::Looked(looked)));
            let (_, why) = done(&mut life, ask("check", "8_64_0", 1), 2_000);
            assert!(matches!(why, Reason::Looked(Looked::Blocks { .. })), "{why:?}");
            let (_, why) = done(&mut life, ask("check", "inventory", 1), 40);
            assert!(matches!(why, Reason::Looked(Looked::Bag { .. })), "{why:?}");
            Shown::Contents
        }
        GoalAction::Repair => {
            let mut life = with(in_the_wood(), &[("oak_planks", 20), ("stick", 8), ("crafting_table", 1)]);
            assert_eq!(done(&mut life, ask("repair", "wooden_axe", 1), 4_000), (Status::Done, Reason::Met));
            assert_eq!(life.stage().bag.count(item("wooden_axe")), 1, "without one a new one is made");
            Shown::ToolOrWalls
        }
        GoalAction::Continue | GoalAction::Cancel | GoalAction::Prioritize | GoalAction::Pause | GoalAction::Resume => {
            check_change(action)
        }
    }
}

/// Orders an action that changes a task, and asserts the task's new status; returns what showed it.
fn check_change(action: GoalAction) -> Shown {
    let mut life = Life::new(on_bare_ground());
    let (_, answers) = life.order(&[ask("navigate", "900_64_0", 1)]);
    let [CommandAnswer::Taken { task }] = answers[..] else { panic!("{answers:?}") };
    if matches!(action, GoalAction::Continue | GoalAction::Resume) {
        life.order(&[ask("pause", &task.to_string(), 1)]);
    }
    let (effects, answers) = life.order(&[ask(action.name(), &task.to_string(), 1)]);
    assert_eq!(answers, [CommandAnswer::Managed { task, action }], "{action:?}");
    let managed = life.mind().tasks().get(task).unwrap();
    match action {
        GoalAction::Cancel => assert!(!managed.is_open()),
        GoalAction::Pause => {
            assert!(matches!(managed.status(), Status::Blocked { on: BlockedOn::Paused(_) }));
            assert!(life::deeds(&effects).contains(&"cancel"), "its action ends: {effects:?}");
        }
        GoalAction::Prioritize => assert_eq!(managed.priority(), Priority::Now),
        _ => assert!(matches!(managed.status(), Status::Pending | Status::Active), "{:?}", managed.status()),
    }
    Shown::TaskStatus
}

#[test]
fn agency_each_of_the_sixteen_actions_is_done_and_shown_as_its_row_says() {
    for action in GoalAction::ALL {
        assert_eq!(check_goal(action), row(action).shown, "{action:?}");
    }
}

#[test]
fn agency_an_action_that_cannot_be_done_fails_or_is_refused_as_its_row_says() {
    for row in &TABLE {
        let mut life = Life::new(faulty(Fault::FindsNothing, on_bare_ground()));
        let target = match row.action {
            GoalAction::Find => "diamond_ore",
            GoalAction::Navigate => "90_64_3",
            GoalAction::Check => "chest",
            GoalAction::Repair => "wooden_axe",
            GoalAction::Build => "basic_shelter",
            GoalAction::Explore => "nearby",
            GoalAction::Smelt => "iron_ingot",
            _ if row.action.manages_tasks() => "diamonds",
            _ => "birch_log",
        };
        let order = ask(row.action.name(), target, 1);
        match row.ends {
            Ends::Refused => {
                let (_, answers) = life.order(&[order]);
                let fits = OrderRefusal::NoTaskFits { target: target.into() };
                assert_eq!(answers, [CommandAnswer::Refused(fits)], "{:?}", row.action);
            }
            Ends::Fails => {
                let (end, why) = done(&mut life, order, 60_000);
                assert!(
                    matches!(end, Status::Failed { class } if class != StallClass::StuckPending),
                    "{end:?}: {why:?}"
                );
            }
        }
    }
}

#[test]
fn agency_what_is_unknown_or_impossible_is_refused_by_name() {
    let mut life = Life::new(on_bare_ground());
    let unknown = |target: &str| OrderRefusal::UnknownTarget { target: target.into() };
    let place = |target: &str| OrderRefusal::UnknownPlace { target: target.into() };
    for (action, target, why) in [
        ("collect", "oak_lgo", unknown("oak_lgo")),
        ("find", "dragonfruit", unknown("dragonfruit")),
        ("check", "the_weather", unknown("the_weather")),
        ("repair", "nothing_real", unknown("nothing_real")),
        ("repair", "dirt", OrderRefusal::CannotRepair { target: "dirt".into() }),
        ("build", "castle", OrderRefusal::CannotBuild { target: "castle".into() }),
        ("navigate", "atlantis", place("atlantis")),
        ("navigate", "home", place("home")),
        ("navigate", "furnace", place("furnace")),
        ("prioritize", "castle", OrderRefusal::NoTaskFits { target: "castle".into() }),
        ("cancel", "T99", OrderRefusal::NoSuchTask { task: TaskId(99) }),
    ] {
        let (_, answers) = life.order(&[ask(action, target, 1)]);
        assert_eq!(answers, [CommandAnswer::Refused(why)], "{action} {target}");
    }
}

#[test]
fn agency_a_management_action_that_fits_several_tasks_changes_none_and_lists_them() {
    let mut life = Life::new(on_bare_ground());
    life.order(&[Order::Pause]);
    let orders = [ask("collect", "birch_log", 3), ask("collect", "spruce_log", 3), ask("craft", "chest", 1)];
    let (_, answers) = life.order(&orders);
    let tasks: Vec<TaskId> = answers
        .iter()
        .map(|answer| match answer {
            CommandAnswer::Taken { task } => *task,
            other => panic!("{other:?}"),
        })
        .collect();
    let (_, answers) = life.order(&[ask("cancel", "logs", 1)]);
    let [CommandAnswer::Refused(OrderRefusal::Ambiguous { tasks: listed })] = &answers[..] else {
        panic!("{answers:?}")
    };
    assert!(listed.iter().map(|(task, _)| *task).eq(tasks[..2].iter().copied()), "{listed:?}");
    assert!(tasks.iter().all(|task| life.mind().tasks().is_open(*task)), "nothing was changed");
    for (named, task) in [("spruce_log", tasks[1]), ("collect_birch_log", tasks[0]), ("chests", tasks[2])] {
        let (_, answers) = life.order(&[ask("cancel", named, 1)]);
        assert_eq!(answers, [CommandAnswer::Managed { task, action: GoalAction::Cancel }], "{named}");
    }
}

#[test]
fn agency_a_paused_task_keeps_its_key_and_goes_on_after_a_day_at_the_latest() {
    let mut life = Life::new(on_bare_ground());
    let (_, answers) = life.order(&[ask("collect", "dirt", 3)]);
    let [CommandAnswer::Taken { task }] = answers[..] else { panic!("{answers:?}") };
    life.order(&[ask("pause", "dirt", 1)]);
    life.live(7_000);
    let (_, answers) = life.order(&[ask("collect", "dirt", 5)]);
    assert_eq!(answers, [CommandAnswer::Joined { task, amount: Some(5) }], "it is paused, not stuck");
    assert!(matches!(life.mind().tasks().get(task).unwrap().status(), Status::Blocked { on: BlockedOn::Paused(_) }));
    life.live(18_000);
    assert_eq!(life.mind().tasks().get(task).unwrap().status(), Status::Done, "{}", life.story());
}

#[test]
fn agency_a_wish_for_one_kind_takes_over_the_open_task_for_any_kind() {
    let mut life = Life::new(in_the_wood());
    life.live(4);
    let own = life.task("collect:oak_log").unwrap().id();
    let (_, answers) = life.order(&[ask("collect", "oak_log", 20)]);
    assert_eq!(answers, [CommandAnswer::Joined { task: own, amount: Some(20) }]);
}

#[test]
fn agency_a_handover_counts_what_the_person_is_seen_to_take() {
    let mut life = Life::new(on_bare_ground());
    life.stage().bag.add(item("bread"), 5);
    life.stage().creatures.push(seen("player:bob", BlockPos::new(2, 64, 0), 4));
    life.live(20);
    let line = Order::Line { who: "bob".into(), text: "bring me 3 breads".into(), at: None };
    life.order(&[line]);
    let mut threw = false;
    life.watch(400, |moment, body| {
        let throws = |effect: &mind::Effect| matches!(effect, mind::Effect::Act { action: Action::Drop { .. }, .. });
        if threw {
            let by = Name::new("bob");
            body.stage.events.push(vocab::senses::BodyEvent::Collected { by, item: item("bread"), count: 3 });
            threw = false;
        }
        threw |= moment.effects.iter().any(throws);
    });
    let task = life.task("deliver:bread_to_bob").unwrap();
    let ended = task.history().last().unwrap();
    let handed = Reason::HandedOver { item: item("bread"), count: 3, to: Name::new("bob") };
    assert_eq!((task.status(), &ended.note), (Status::Done, &Note::Because(handed)), "{}", life.story());
}
