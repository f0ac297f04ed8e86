//! The agency contract's checks on the whole mind: safety gates (3.1), idempotency (3.2), selection (3.3).

mod life;

use life::{Fault, Life, faulty, in_the_wood, on_bare_ground, with_cows};
use mind::effect::CommandAnswer;
use mind::input::Order;
use mind::trace::{Event, Gate};
use simulator::stage::seen;
use simulator::{Course, Scripted, item};
use tasks::status::CancelReason;
use tasks::store::STUCK_TICKS;
use tasks::{Status, TaskId, Who};
use vocab::senses::{GameMode, Vitals};
use vocab::{BlockPos, Tick};

/// The game tick of the agent's first mind tick.
const FIRST: u64 = 4;
/// Game ticks between two drive ticks, from the contract.
const INTERVAL: u64 = 3_600;

/// The key of the first goal that the drive tick chooses, or the condition that keeps it from choosing one.
fn first_drive(body: Scripted) -> Result<String, Gate> {
    let mut life = Life::new(body);
    life.live(8);
    let first = life.told(|event| match event {
        Event::Drive { key, .. } => Some(Ok(key.to_string())),
        Event::DriveHeld { gate } => Some(Err(*gate)),
        _ => None,
    });
    first.into_iter().next().expect("a drive tick is due at once when there is nothing to do").1
}

fn with_vitals(change: impl Fn(&mut Vitals)) -> Scripted {
    let mut body = in_the_wood();
    change(body.stage.vitals.as_mut().unwrap());
    body
}

fn beset() -> Scripted {
    let mut body = in_the_wood();
    body.stage.creatures = vec![seen("zombie", BlockPos::new(12, 64, 0), 3)];
    body
}

fn held(life: &Life) -> Vec<Gate> {
    let gates = life.told(|event| match event {
        Event::DriveHeld { gate } => Some(*gate),
        _ => None,
    });
    gates.into_iter().map(|(_, gate)| gate).collect()
}

#[test]
fn agency_3_1_the_drive_tick_fires_only_when_all_gates_are_open() {
    let wood = || Ok("collect:oak_log".to_string());
    assert_eq!(first_drive(in_the_wood()), wood());
    assert_eq!(first_drive(with_vitals(|vitals| vitals.health = 16)), wood(), "16 is enough");
    assert_eq!(first_drive(with_vitals(|vitals| vitals.food = 16)), wood(), "16 is enough");
    assert_eq!(first_drive(with_vitals(|vitals| vitals.health = 15)), Err(Gate::Health));
    assert_eq!(first_drive(with_vitals(|vitals| vitals.food = 15)), Err(Gate::Food));
    assert_eq!(first_drive(beset()), Err(Gate::Hostiles));
}

#[test]
fn agency_3_1_a_hungry_agent_gets_no_goal_from_the_drive_tick_until_it_has_eaten() {
    let mut life = Life::new(on_bare_ground());
    life.vitals().food = 15;
    life.live(2_000);
    assert_eq!((life.drives(), held(&life)), (vec![], vec![Gate::Food]), "{}", life.story());
    life.vitals().food = 16;
    life.live(8);
    assert_eq!(life.drives().len(), 1, "the gate is open: {}", life.story());
}

#[test]
fn agency_3_1_an_idle_agent_leaves_when_a_hostile_mob_stays_in_view_for_ten_seconds() {
    let mut life = Life::new(beset());
    life.live(1_000);
    let begun = life.told(|event| match event {
        Event::ActionStarted { action, .. } => Some(action.verb()),
        _ => None,
    });
    assert_eq!(begun.first(), Some(&(FIRST + 200, "flee")), "after ten seconds: {begun:?}");
    assert!(begun.iter().any(|(_, verb)| *verb == "collect"), "out of its sight life goes on: {begun:?}");
}

#[test]
fn agency_3_1_the_drive_tick_never_fires_in_creative_or_spectator_mode() {
    for mode in [GameMode::Creative, GameMode::Spectator, GameMode::Adventure] {
        let mut life = Life::new(with_vitals(|vitals| vitals.mode = mode));
        life.live(8_000);
        assert_eq!(life.mind().report().counters["drive_ticks"], 0, "{mode:?}");
        assert_eq!((life.drives(), held(&life)), (vec![], vec![Gate::Mode]), "{mode:?}");
        life.vitals().mode = GameMode::Survival;
        life.live(8);
        assert_eq!(life.mind().report().counters["drive_ticks"], 1, "the mode alone held it");
    }
}

#[test]
fn agency_3_1_missing_vitals_count_as_unsafe() {
    let mut body = in_the_wood();
    body.stage.vitals = None;
    assert_eq!(first_drive(body), Err(Gate::NoVitals));
}

#[test]
fn agency_3_1_a_busy_agent_gets_a_drive_tick_every_3_600_ticks() {
    // The walk takes longer than the drive interval, so the agent is busy all the time.
    let mut life = Life::new(on_bare_ground().on("go_to", |_, _| Course::done().after(INTERVAL + 1_000)));
    life.order(&[Order::Come { to: BlockPos::new(500, 64, 0) }]);
    assert_eq!(life.drives(), [(FIRST, "collect:oak_log".into())]);
    // Logs in the bag meet the first goal, so the next drive tick chooses another one.
    life.stage().bag.add(item("oak_log"), 8);
    life.live(INTERVAL - 4);
    assert_eq!(life.drives().len(), 1, "not one mind tick earlier: {}", life.story());
    assert_eq!(life.body().running().map(vocab::Action::verb), Some("go_to"), "still under way");
    life.live(4);
    let second = (FIRST + INTERVAL, "craft:crafting_table".into());
    assert_eq!(life.drives(), [(FIRST, "collect:oak_log".into()), second]);
    assert_eq!(mind::Config::default().drive_interval_ticks, INTERVAL);
}

#[test]
fn agency_3_2_the_same_goal_is_never_open_twice() {
    let bodies = [
        with_cows(),
        faulty(Fault::FindsNothing, with_cows()),
        faulty(Fault::Forgets, with_cows()),
        faulty(Fault::Refuses, with_cows()),
    ];
    for body in bodies {
        let mut life = Life::new(body);
        life.live(30_000);
        let mut open: Vec<(TaskId, String)> = vec![];
        let mut made = 0;
        for (tick, event) in &life.events {
            match event {
                Event::TaskCreated { task, key, .. } => {
                    let twice = open.iter().find(|(_, other)| *other == key.as_str());
                    assert_eq!(twice, None, "{key} again at {tick}");
                    open.push((*task, key.to_string()));
                    made += 1;
                }
                Event::TaskChanged { task, to, .. } if to.is_final() => open.retain(|(id, _)| id != task),
                _ => {}
            }
        }
        assert!(made > 10, "{made} tasks");
        let now: Vec<TaskId> = life.mind().tasks().open().map(tasks::Task::id).collect();
        assert_eq!(open.into_iter().map(|(id, _)| id).collect::<Vec<_>>(), now, "the trace tells the truth");
    }
}

#[test]
fn agency_3_2_stuck_for_five_minutes_frees_the_goal_key_in_the_mind() {
    let mut life = Life::new(on_bare_ground());
    let ask = Order::Goal { action: "collect".into(), target: "diamond".into(), amount: 1 };
    let (_, answers) = life.order(&[Order::Pause, ask.clone()]);
    let [CommandAnswer::Done, CommandAnswer::Taken { task: first }] = answers[..] else { panic!("{answers:?}") };
    life.live(STUCK_TICKS - 4);
    let (_, answers) = life.order(std::slice::from_ref(&ask));
    assert_eq!(answers, [CommandAnswer::Joined { task: first, amount: Some(1) }], "exactly five minutes");
    let (_, answers) = life.order(&[ask]);
    let [CommandAnswer::Taken { task: second }] = answers[..] else { panic!("{answers:?}") };
    assert_eq!(life.mind().tasks().get(first).unwrap().status(), Status::Cancelled { why: CancelReason::Stuck });
    assert_eq!(life.mind().tasks().get(second).unwrap().status(), Status::Pending);
}

#[test]
fn agency_3_2_the_next_drive_tick_chooses_a_goal_again_that_was_stuck_for_five_minutes() {
    // One walk takes longer than the ticks after which a task counts as stuck, and the task has no break in it.
    let mut life = Life::new(on_bare_ground().on("go_to", |_, _| Course::done().after(INTERVAL * 3)));
    life.order(&[Order::Come { to: BlockPos::new(500, 64, 0) }]);
    let first = life.task("collect:oak_log").expect("wood comes first").id();
    let again = life.until(INTERVAL * 2 + 8, |event| {
        matches!(event, Event::TaskCreated { key, origin, .. } if key.as_str() == "collect:oak_log" && origin.who() == Who::Drive)
    });
    assert!(again, "{}", life.story());
    assert_eq!(life.mind().tick(), Tick(FIRST + INTERVAL * 2), "the first drive tick after five minutes");
    assert_eq!(life.mind().tasks().get(first).unwrap().status(), Status::Cancelled { why: CancelReason::Stuck });
    assert_eq!(life.mind().report().stalls["stuck_pending"], 1);
}

#[test]
fn agency_3_3_the_drive_ladder_chooses_goals_in_its_order() {
    let with = |bag: &[(&str, u32)]| {
        let mut body = in_the_wood();
        for (name, count) in bag {
            body.stage.bag.add(item(name), *count);
        }
        body
    };
    let table = ("crafting_table", 1);
    for (bag, wanted) in [
        (&[][..], "collect:oak_log"),
        (&[("oak_log", 8)], "craft:crafting_table"),
        (&[("birch_log", 8)], "craft:crafting_table"),
        (&[("oak_log", 8), table], "craft:wooden_pickaxe"),
        (&[("oak_log", 8), ("wooden_pickaxe", 1), table], "collect:oak_log"),
        (&[("oak_log", 16), ("wooden_pickaxe", 1), ("wooden_sword", 1), table], "craft:stone_pickaxe"),
    ] {
        assert_eq!(first_drive(with(bag)), Ok(wanted.into()), "{bag:?}");
    }
    let mut rich = with(&[
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
        ("shield", 1),
        ("diamond", 3),
        table,
    ]);
    rich.stage.armour = ["iron_helmet", "iron_chestplate", "iron_leggings", "iron_boots"].map(item).to_vec();
    assert_eq!(first_drive(rich), Ok("explore:nearby".into()), "nothing is wanted: see what is there");
}

#[test]
fn agency_3_3_night_shelter_comes_before_wood() {
    let mut body = in_the_wood();
    body.stage.day_offset = 12_000;
    let mut life = Life::new(body);
    life.live(8);
    assert_eq!(life.open_keys(), ["upkeep:dig_in"]);
}

#[test]
fn agency_3_3_a_placed_table_within_reach_counts_as_having_one() {
    let mut body = in_the_wood();
    body.stage.bag.add(item("bread"), 4); // who carries food does not leave to find some
    let mut life = Life::new(body);
    life.live(1_600);
    assert!(life.stage().at.manhattan(BlockPos::new(0, 64, 0)) < 40, "it stays near for so long");
    assert_eq!(life.stage().bag.count(item("crafting_table")), 0, "it was placed");
    let tables = life.mind().tasks().iter().filter(|task| task.key().as_str() == "craft:crafting_table").count();
    assert_eq!(tables, 1, "and not made again: {}", life.story());
}
