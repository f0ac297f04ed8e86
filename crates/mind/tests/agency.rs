//! The agency contract's checks on the whole mind: safety gates (3.1), idempotency (3.2), selection (3.3), the soak (7.2).

mod toy;

use mind::input::Order;
use mind::trace::{Event, Gate};
use mind::{Config, Effect, Mind};
use std::collections::BTreeMap;
use tasks::status::CancelReason;
use tasks::{Status, TaskId, Who};
use toy::{Fault, Toy, item, live};
use vocab::senses::{GameMode, Vitals};
use vocab::{BlockPos, Tick};

/// The key of the first goal that the drive tick chooses, or the gate that holds it.
fn first_drive(toy: &mut Toy) -> Result<String, Gate> {
    let mut mind = Mind::new(Config::default());
    let mut first = None;
    live(&mut mind, toy, 8, |_, effects, _| {
        for effect in effects {
            let Effect::Trace(trace) = effect else { continue };
            match &trace.event {
                Event::Drive { key, .. } => _ = first.get_or_insert(Ok(key.to_string())),
                Event::DriveHeld { gate } => _ = first.get_or_insert(Err(*gate)),
                _ => {}
            }
        }
    });
    first.expect("a drive tick is due at once when there is nothing to do")
}

fn toy_with(change: impl Fn(&mut Vitals)) -> Toy {
    let mut toy = Toy { herd: false, ..Toy::default() };
    change(toy.vitals.as_mut().unwrap());
    toy
}

#[test]
fn agency_3_1_all_gates_must_be_open() {
    assert_eq!(first_drive(&mut toy_with(|_| {})), Ok("collect:oak_log".into()));
    assert_eq!(first_drive(&mut toy_with(|vitals| vitals.health = 16)), Ok("collect:oak_log".into()), "16 is enough");
    assert_eq!(first_drive(&mut toy_with(|vitals| vitals.food = 16)), Ok("collect:oak_log".into()), "16 is enough");
    assert_eq!(first_drive(&mut toy_with(|vitals| vitals.health = 15)), Err(Gate::Health));
    let mut hungry = toy_with(|vitals| vitals.food = 15);
    hungry.bag.add(item("bread"), 0);
    let mut mind = Mind::new(Config::default());
    live(&mut mind, &mut hungry, 400, |_, effects, _| {
        let drives = |effect: &Effect| matches!(effect, Effect::Trace(mind::Trace { event: Event::Drive { .. }, .. }));
        assert!(!effects.iter().any(drives), "food < 16: never");
    });
    let mut beset = toy_with(|_| {});
    beset.detections = vec![toy::seen("zombie", BlockPos::new(12, 64, 0), 3)];
    assert_eq!(first_drive(&mut beset), Err(Gate::Hostiles));
}

#[test]
fn agency_3_1_who_is_watched_and_can_begin_nothing_leaves() {
    let mut beset = toy_with(|_| {});
    beset.detections = vec![toy::seen("zombie", BlockPos::new(12, 64, 0), 3)];
    let mut mind = Mind::new(Config::default());
    let mut left = vec![];
    live(&mut mind, &mut beset, 1_000, |_, effects, _| {
        for effect in effects {
            if let Effect::Trace(mind::Trace { tick, event: Event::ActionStarted { action, .. } }) = effect {
                left.push((tick.0, action.verb()));
            }
        }
    });
    let flights: Vec<u64> = left.iter().take_while(|(_, verb)| *verb == "flee").map(|(tick, _)| *tick).collect();
    assert_eq!(flights, [200, 400], "after ten seconds, and again as it is still in sight: {left:?}");
    assert!(left.len() > flights.len(), "out of its sight life goes on: {left:?}");
}

#[test]
fn agency_3_1_never_in_creative_or_spectator_mode() {
    for mode in [GameMode::Creative, GameMode::Spectator, GameMode::Adventure] {
        let mut toy = toy_with(|vitals| vitals.mode = mode);
        let mut mind = Mind::new(Config::default());
        live(&mut mind, &mut toy, 8_000, |_, _, _| {});
        assert_eq!(mind.report().counters["drive_ticks"], 0, "{mode:?}");
    }
}

#[test]
fn agency_3_1_missing_vitals_are_unsafe() {
    let mut toy = Toy { vitals: None, ..Toy::default() };
    assert_eq!(first_drive(&mut toy), Err(Gate::NoVitals));
}

#[test]
fn agency_3_1_the_timer_is_3_600_ticks_while_something_is_under_way() {
    let (mut mind, mut toy) = (Mind::new(Config::default()), Toy { fault: Fault::Hangs, ..Toy::default() });
    let mut drives: Vec<Tick> = vec![];
    live(&mut mind, &mut toy, 2_000, |input, effects, mind| {
        for effect in effects {
            if let Effect::Trace(mind::Trace { event: Event::Drive { .. }, .. }) = effect {
                drives.push(input.tick);
            }
        }
        assert!(mind.tasks().open().count() <= 2);
    });
    assert_eq!(drives, [Tick(0)], "one goal is under way: no second one before its time");
    assert_eq!(Config::default().drive_interval_ticks, 3_600);
}

#[test]
fn agency_3_2_the_same_goal_is_never_open_twice() {
    for fault in [Fault::None, Fault::FindsNothing, Fault::Forgets] {
        let (mut mind, mut toy) = (Mind::new(Config::default()), Toy { fault, ..Toy::default() });
        live(&mut mind, &mut toy, 40_000, |_, _, mind| {
            let mut keys: Vec<&str> = mind.tasks().open().map(|task| task.key().as_str()).collect();
            keys.sort_unstable();
            assert!(keys.windows(2).all(|pair| pair[0] != pair[1]), "{keys:?}");
        });
    }
}

#[test]
fn agency_3_2_stuck_for_five_minutes_frees_the_goal_key_in_the_mind() {
    // A goal that never gets anywhere while a person keeps asking for it.
    let (mut mind, mut toy) = (Mind::new(Config::default()), Toy { fault: Fault::FindsNothing, ..Toy::default() });
    let ask = |action: &str| Order::Goal { action: action.into(), target: "diamond".into(), amount: 1 };
    let mut input = toy.input();
    input.commands = vec![ask("collect"), Order::Pause];
    mind.step(&input);
    let first = mind.tasks().open().find(|task| task.origin().who() == Who::User).unwrap().id();
    for (tick, suppressed) in [(6_000, true), (6_001, false)] {
        let mut input = toy.input();
        input.tick = Tick(tick);
        input.commands = vec![ask("collect")];
        mind.step(&input);
        let status = mind.tasks().get(first).unwrap().status();
        assert_eq!(status == Status::Pending, suppressed, "at {tick}: {status:?}");
    }
    assert_eq!(mind.tasks().get(first).unwrap().status(), Status::Cancelled { why: CancelReason::Stuck });
    let open: Vec<TaskId> =
        mind.tasks().open().filter(|task| task.key().target() == "diamond").map(tasks::Task::id).collect();
    assert_eq!(open.len(), 1);
    assert_ne!(open[0], first);
}

#[test]
fn agency_3_3_the_ladder_in_its_order() {
    let check = |tick: u64, bag: &[(&str, u32)], table: bool, wanted: &str| {
        let mut toy = Toy { tick, herd: false, ..Toy::default() };
        for (name, count) in bag {
            toy.bag.add(item(name), *count);
        }
        if table {
            toy.bag.add(item("crafting_table"), 1);
        }
        assert_eq!(first_drive(&mut toy), Ok(wanted.into()), "{bag:?} at {tick}");
    };
    check(1_000, &[], false, "collect:oak_log");
    check(1_000, &[("oak_log", 8)], false, "craft:crafting_table");
    check(1_000, &[("birch_log", 8)], false, "craft:crafting_table");
    check(1_000, &[("oak_log", 8)], true, "craft:wooden_pickaxe");
    check(1_000, &[("oak_log", 8), ("wooden_pickaxe", 1)], true, "collect:oak_log");
    check(1_000, &[("oak_log", 16), ("wooden_pickaxe", 1), ("wooden_sword", 1)], true, "craft:stone_pickaxe");
    let rich = [
        ("oak_log", 64),
        ("diamond_pickaxe", 1),
        ("diamond_sword", 1),
        ("diamond_axe", 1),
        ("bread", 20),
        ("furnace", 1),
        ("coal", 30),
        ("torch", 64),
        ("white_bed", 1),
        ("bucket", 1),
    ];
    let mut toy = Toy { tick: 1_000, herd: false, ..Toy::default() };
    toy.armour = ["iron_helmet", "iron_chestplate", "iron_leggings", "iron_boots"].map(item).to_vec();
    for (name, count) in rich.into_iter().chain([("crafting_table", 1)]) {
        toy.bag.add(item(name), count);
    }
    assert_eq!(first_drive(&mut toy), Ok("explore:nearby".into()), "nothing is wanted: see what is there");
}

#[test]
fn agency_3_3_night_shelter_comes_before_wood() {
    let (mut mind, mut toy) = (Mind::new(Config::default()), Toy { tick: 12_000, ..Toy::default() });
    live(&mut mind, &mut toy, 8, |_, _, _| {});
    let keys: Vec<&str> = mind.tasks().open().map(|task| task.key().as_str()).collect();
    assert_eq!(keys, ["upkeep:dig_in"]);
}

#[test]
fn agency_3_3_a_placed_table_within_reach_counts_as_having_one() {
    let (mut mind, mut toy) = (Mind::new(Config::default()), Toy { herd: false, ..Toy::default() });
    live(&mut mind, &mut toy, 1_600, |_, _, _| {});
    assert!(toy.at.manhattan(BlockPos::new(0, 64, 0)) < 40, "it stays near for so long");
    assert_eq!(toy.bag.count(item("crafting_table")), 0, "it was placed");
    let tables = mind.tasks().iter().filter(|task| task.key().as_str() == "craft:crafting_table").count();
    assert_eq!(tables, 1, "and not made again");
}

#[test]
fn agency_7_2_the_soak() {
    let (mut mind, mut toy) = (Mind::new(Config::default()), Toy::default());
    let mut was: BTreeMap<TaskId, Vec<&'static str>> = BTreeMap::new();
    live(&mut mind, &mut toy, 14_400, |_, effects, _| {
        for effect in effects {
            if let Effect::Trace(mind::Trace { event: Event::TaskChanged { task, to, .. }, .. }) = effect {
                was.entry(*task).or_default().push(to.word());
            }
        }
    });
    let report = mind.report();
    assert!(report.counters["drive_ticks"] > 0, "1: drive ticks produce tasks");
    assert!(was.values().any(|words| words.contains(&"active")), "2: the executor claims them");
    assert!(report.tasks.completed > 0, "3: and closes them");
    let old = mind.tasks().open().filter(|task| Tick(toy.tick).since(task.origin().at()) > 12_000).count();
    assert_eq!(old, 0, "3: none is left behind");
    assert!(mind.tasks().iter().all(|task| !task.key().as_str().is_empty()));
    assert_eq!(report.stalls.get("convert_eligible_gate"), None, "7: nothing ineligible became a task");
}

#[test]
fn agency_7_2_a_person_is_told_why_a_goal_is_refused() {
    let mut mind = Mind::new(Config::default());
    for (action, target, amount, why) in [
        ("collect", "oak_lgo", 1, "oak_log"),
        ("fly", "moon", 1, "no action"),
        ("collect", "oak_log", 0, "1 to 4096"),
        ("collect", "oak_log", 4_097, "1 to 4096"),
    ] {
        let mut input = Toy::default().input();
        input.commands = vec![Order::Goal { action: action.into(), target: target.into(), amount }];
        let effects = mind.step(&input);
        let told = effects.iter().find_map(|effect| match effect {
            Effect::Trace(mind::Trace { event: Event::TaskRefused { why, .. }, .. }) => Some(why.clone()),
            _ => None,
        });
        assert!(told.as_deref().is_some_and(|told| told.contains(why)), "{action} {target}: {told:?}");
    }
}
