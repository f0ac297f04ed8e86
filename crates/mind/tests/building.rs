//! Builds under the driver's loop: sites, checkpoints, resume, repair, invariants, materials, guards.

mod life;

use building::build::{BuildEvent, End as BuildEnd, Phase};
use building::checkpoint::Issue;
use building::invariants::Severity;
use building::{Blueprint, Build, Site, Witness, state};
use gamedata::states;
use life::{Life, in_the_wood, on_bare_ground};
use mind::builds::Stop;
use mind::effect::{CommandAnswer, OrderRefusal, Publication};
use mind::input::Order;
use mind::reason::{Building, Reason, Why};
use mind::trace::Event;
use mind::{Config, Effect, Mind};
use simulator::stage::seen;
use simulator::{Scripted, block, item};
use std::collections::BTreeMap;
use tasks::status::BlockedOn;
use tasks::{Status, TaskId, Who};
use vocab::build::{Guarded, Op};
use vocab::digest::{decode, encode};
use vocab::outcome::Refusal;
use vocab::{Action, BlockPos, StateId};

const CORNER: BlockPos = BlockPos::new(6, 64, 6);
/// Long enough for each of the small structures of these tests.
const TICKS: u64 = 12_000;

fn drawn(name: &str) -> Blueprint {
    building::shipped(name).expect("it ships")
}

/// A body that carries everything that a blueprint takes, and dirt for scaffolding.
fn with_materials(mut body: Scripted, name: &str) -> Scripted {
    let all = building::materials::reserved(&drawn(name), |_| false);
    all.iter().for_each(|(item, count)| body.stage.bag.add(item, count));
    body.stage.bag.add(item("dirt"), 64);
    body.stage.bag.add(item("stone_hoe"), 1);
    body.stage.bag.add(item("bread"), 20);
    body
}

fn build_at(name: &str, at: BlockPos) -> Order {
    Order::Build { name: name.into(), blueprint: None, at: Some(at), facing: None }
}

fn events(life: &Life) -> Vec<BuildEvent> {
    let event = |event: &Event| match event {
        Event::Build(news) => Some(news.event.clone()),
        _ => None,
    };
    life.told(event).into_iter().map(|(_, event)| event).collect()
}

/// The cells of the newest build that do not hold what is wanted.
fn unmatched(life: &Life, name: &str) -> Vec<(BlockPos, StateId, Option<StateId>)> {
    let blueprint = drawn(name);
    let build = build_of(life);
    let site = Site { corner: build.signature.position, facing: build.signature.facing };
    let witness = Witness::new(&blueprint, site);
    let stage = life.stage();
    let cells = blueprint.wanted().filter_map(|(cell, _)| witness.expected(cell));
    let off = cells.map(|(at, wanted)| (at, wanted, stage.state(at)));
    off.filter(|(_, wanted, found)| !found.is_some_and(|found| state::matches(*wanted, found))).collect()
}

fn build_of(life: &Life) -> Build {
    life.mind().builds().projects().last().and_then(|project| project.build.clone()).expect("the site is signed")
}

fn status_of(life: &Life, task: TaskId) -> Status {
    life.mind().tasks().get(task).expect("it is kept").status()
}

fn ordered(life: &mut Life, order: Order) -> TaskId {
    match life.order(&[order]).1[..] {
        [CommandAnswer::Taken { task }] => task,
        ref other => panic!("{other:?}"),
    }
}

/// How often each cell was filled with what is wanted there, by the receipts.
fn placements(life: &Life) -> BTreeMap<BlockPos, u32> {
    let mut placed = BTreeMap::new();
    for (_, event) in &life.events {
        let Event::ActionEnded { receipt, .. } = event else { continue };
        for (at, _) in receipt.blocks.iter().filter(|(_, state)| !state::is_air(*state)) {
            *placed.entry(*at).or_default() += 1;
        }
    }
    placed
}

#[test]
fn a_shelter_is_built_where_it_was_ordered_module_by_module() {
    let mut life = Life::new(with_materials(on_bare_ground(), "basic_shelter"));
    let task = ordered(&mut life, build_at("basic_shelter", CORNER));
    life.live(TICKS);
    assert_eq!(status_of(&life, task), Status::Done, "{}", life.story());
    assert_eq!(unmatched(&life, "basic_shelter"), []);
    let build = build_of(&life);
    assert_eq!((build.phase.clone(), build.signature.position), (Phase::Finished, CORNER.offset(0, -1, 0)));
    let modules = drawn("basic_shelter").modules;
    let events = events(&life);
    let checkpoints = events.iter().filter(|event| matches!(event, BuildEvent::BuildCheckpoint { .. })).count();
    assert_eq!(checkpoints, modules.len(), "{events:#?}");
    assert!(matches!(events.first(), Some(BuildEvent::Started { .. })));
    assert_eq!(events.last(), Some(&BuildEvent::Finished));
    assert_eq!(build.ledger.count(), modules.len() as u64);
    let inside = |at: &BlockPos| at.y >= CORNER.y && build_cells(&life).contains(at);
    let twice: Vec<_> = placements(&life).into_iter().filter(|(at, count)| *count > 1 && inside(at)).collect();
    assert_eq!(twice, [], "no cell is placed twice");
}

fn build_cells(life: &Life) -> Vec<BlockPos> {
    let signature = build_of(life).signature;
    let guarded = vocab::build::Guarded { min: signature.footprint_min, max: signature.footprint_max };
    let stage = life.stage();
    stage.cells.keys().copied().filter(|at| guarded.holds(*at)).collect()
}

/// Runs until this build has had so many checkpoints, or the time is up.
fn until_checkpoints(life: &mut Life, wanted: usize) {
    for _ in 0..TICKS / 40 {
        let checkpoints =
            events(life).iter().filter(|event| matches!(event, BuildEvent::BuildCheckpoint { .. })).count();
        if checkpoints >= wanted {
            return;
        }
        life.live(40);
    }
    panic!("fewer than {wanted} checkpoints: {}", life.story());
}

/// Kills the process: what is not saved is lost, the body goes on by itself. Where there was no visit, it stands still.
fn killed(life: Life) -> Life {
    let saved = encode(life.mind());
    let mind: Mind = decode(&saved).expect("what was saved can be read");
    let (body, events) = life.into_parts();
    Life::resumed(mind, body, events)
}

fn finished(life: &mut Life, task: TaskId, name: &str) {
    life.live(TICKS);
    assert_eq!(status_of(life, task), Status::Done, "{}", life.story());
    assert_eq!(unmatched(life, name), []);
    let build = build_of(life);
    assert!(build.scaffolds.is_empty(), "scaffolding is left: {:?}", build.scaffolds);
}

#[test]
fn stage_1_a_checkpoint_event_is_published_for_each_module_and_kept_in_the_build() {
    let mut life = Life::new(with_materials(on_bare_ground(), "basic_shelter"));
    let mut published = Vec::new();
    let task = ordered(&mut life, build_at("basic_shelter", CORNER));
    life.watch(TICKS, |moment, _| {
        published.extend(moment.effects.iter().filter_map(|effect| match effect {
            Effect::Publish(Publication::Build(news)) => Some((**news).clone()),
            _ => None,
        }));
    });
    let build = build_of(&life);
    let kept: Vec<_> = build.ledger.kept().iter().map(|checkpoint| checkpoint.checkpoint_id).collect();
    let told: Vec<_> = published
        .iter()
        .filter_map(|news| match &news.event {
            BuildEvent::BuildCheckpoint { checkpoint_id, .. } => Some(*checkpoint_id),
            _ => None,
        })
        .collect();
    assert_eq!(kept, told);
    assert!(published.iter().all(|news| news.task == Some(task) && news.name == "basic_shelter"));
    let first = &build.ledger.kept()[0];
    for checkpoint in build.ledger.kept() {
        assert_eq!(checkpoint.template_digest, first.template_digest);
        assert_eq!(checkpoint.witness_digest, first.witness_digest);
        assert!(!checkpoint.invariant_results.is_empty());
        assert!(checkpoint.saved_at.0 > 0);
    }
}

#[test]
fn stage_2_killed_at_random_moments_under_the_drivers_loop_no_placement_is_repeated() {
    for pause in [60, 140, 260, 420, 700] {
        let mut life = Life::new(with_materials(on_bare_ground(), "basic_shelter"));
        let task = ordered(&mut life, build_at("basic_shelter", CORNER));
        let signature =
            |life: &Life| life.mind().builds().projects()[0].build.as_ref().map(|build| build.signature.clone());
        let mut signed = None;
        for _ in 0..4 {
            life.live(pause);
            let checkpoints = life.mind().builds().projects()[0].build.as_ref().map(|build| build.ledger.head());
            life = killed(life);
            let after = life.mind().builds().projects()[0].build.as_ref().map(|build| build.ledger.head());
            assert_eq!(checkpoints, after, "no checkpoint is lost");
            assert!(signed.is_none() || signed == signature(&life), "the signature stays");
            signed = signature(&life);
        }
        finished(&mut life, task, "basic_shelter");
        let own = build_cells(&life);
        let twice: Vec<_> = placements(&life)
            .into_iter()
            .filter(|(at, count)| *count > 1 && at.y >= CORNER.y && own.contains(at))
            .collect();
        assert_eq!(twice, [], "paused {pause}");
        assert!(events(&life).iter().any(|event| matches!(event, BuildEvent::Resumed { .. })));
    }
}

#[test]
fn stage_2_an_interrupted_visit_is_never_gone_on_with_from_where_it_was() {
    let mut life = Life::new(with_materials(on_bare_ground(), "basic_shelter").each_tick(|stage| {
        // A zombie comes by every 30 s and is gone 5 s later.
        stage.creatures.clear();
        if stage.tick.0 % 600 > 500 {
            let at = stage.at.offset(3, 0, 0);
            stage.creatures.push(seen("zombie", at, 7));
        }
    }));
    let task = ordered(&mut life, build_at("basic_shelter", CORNER));
    life.live(TICKS);
    assert!(!life.body().cancelled.is_empty(), "the reflex interrupted nothing");
    finished(&mut life, task, "basic_shelter");
}

#[test]
fn stage_2_drift_of_a_finished_module_is_repaired_before_the_build_goes_on() {
    let mut life = Life::new(with_materials(on_bare_ground(), "basic_shelter"));
    let task = ordered(&mut life, build_at("basic_shelter", CORNER));
    until_checkpoints(&mut life, 3);
    let wall = BlockPos::new(CORNER.x + 2, CORNER.y, CORNER.z);
    {
        let mut stage = life.stage();
        stage.cells.insert(wall, block("air"));
        stage.cells.insert(wall.offset(0, 1, 0), block("stone"));
        stage.bag.add(item("oak_planks"), 2);
    }
    life = killed(life);
    finished(&mut life, task, "basic_shelter");
    let repaired = events(&life)
        .iter()
        .any(|event| matches!(event, BuildEvent::Repaired { module } if module.starts_with("walls")));
    assert!(repaired, "{:#?}", events(&life));
}

#[test]
fn stage_3_a_shut_doorway_is_an_open_delta_and_is_opened_before_anything_else() {
    let mut life = Life::new(with_materials(on_bare_ground(), "basic_shelter"));
    let task = ordered(&mut life, build_at("basic_shelter", CORNER));
    until_checkpoints(&mut life, 3);
    let door = BlockPos::new(CORNER.x + 2, CORNER.y, CORNER.z + 4);
    for up in 0..2 {
        life.stage().cells.insert(door.offset(0, up, 1), block("stone"));
    }
    life = killed(life);
    finished(&mut life, task, "basic_shelter");
    let blocked = events(&life).into_iter().find_map(|event| match event {
        BuildEvent::Blocked { deltas, .. } => Some(deltas),
        _ => None,
    });
    let deltas = blocked.expect("it was blocked");
    assert!(
        deltas.iter().any(|delta| delta.severity == Severity::Blocking && matches!(delta.issue, Issue::Invariant(_)))
    );
    assert!(!life.stage().is_solid(door.offset(0, 0, 1)) && !life.stage().is_solid(door.offset(0, 1, 1)));
}

#[test]
fn stage_4_a_deficit_becomes_one_child_task_and_the_parent_waits_for_it() {
    let mut body = in_the_wood();
    body.stage.bag.add(item("bread"), 20);
    let mut life = Life::new(body);
    let task = ordered(&mut life, handed_in("post", &["birch_log", "birch_log", "birch_planks", "birch_planks"]));
    for _ in 0..40 {
        if life.task("collect:materials_1").is_some() {
            break;
        }
        life.step();
    }
    let child = life.task("collect:materials_1").expect("a child task").clone();
    assert_eq!((child.parent(), child.origin().who()), (Some(task), Who::Task(task)), "{}", life.story());
    assert_eq!(status_of(&life, task), Status::Blocked { on: BlockedOn::Children });
    let [(_, logs), (_, planks)] = match child.goal() {
        mind::Goal::Materials(goal) => goal.items[..].try_into().expect("the whole deficit"),
        goal => panic!("{goal}"),
    };
    assert_eq!((logs, planks), (2, 2));
    // The child lasts through a kill by itself.
    let mut life = killed(life);
    assert!(life.task("collect:materials_1").is_some_and(mind::Task::is_open));
    life.live(4_000);
    assert_eq!(status_of(&life, child.id()), Status::Done, "{}", life.story());
    assert_eq!(status_of(&life, task), Status::Done, "{}", life.story());
    let told = events(&life);
    let asked = told.iter().filter(|event| matches!(event, BuildEvent::AwaitsMaterials { .. })).count();
    assert_eq!(asked, 1, "one child has the whole deficit: {told:#?}");
    assert!(told.iter().any(|event| matches!(event, BuildEvent::Resumed { .. })));
    let saved_at = build_of(&life).ledger.kept()[0].saved_at;
    assert!(saved_at > child.origin().at(), "the parent went on after its child");
    let block = |up| life.stage().block(CORNER.offset(0, up, 0)).map(|block| gamedata::blocks::get(block).name);
    assert_eq!([block(0), block(3)], [Some("birch_log"), Some("birch_planks")]);
}

/// An order for a post of these blocks, from below to above.
fn handed_in(name: &str, blocks: &[&str]) -> Order {
    let drawing = building::Drawing {
        name: name.into(),
        size: [1, blocks.len() as u32, 1],
        front: building::Facing::South,
        sunk: 0,
        palette: blocks.iter().map(|block| states::parse(block).unwrap()).collect(),
        cells: (0..blocks.len() as u16).collect(),
        templates: vec![building::Template {
            name: "post".into(),
            kind: building::ModuleKind::Walls,
            after: vec![],
            cells: (0..blocks.len() as u32).collect(),
        }],
    };
    let blueprint = building::pack::pack(&Blueprint::new(drawing).unwrap()).ok();
    Order::Build { name: name.into(), blueprint, at: Some(CORNER), facing: None }
}

#[test]
fn stage_4_materials_that_cannot_be_had_fail_the_build_with_their_name_and_nobody_waits_for_ever() {
    let mut body = with_materials(on_bare_ground(), "basic_shelter");
    let bed = item("white_bed");
    assert!(body.stage.bag.take(bed, 1));
    let mut life = Life::new(body);
    let task = ordered(&mut life, build_at("basic_shelter", CORNER));
    life.live(60_000);
    assert!(matches!(status_of(&life, task), Status::Failed { .. }), "{}", life.story());
    assert_eq!(build_of(&life).phase, Phase::Ended(BuildEnd::Materials));
    assert!(matches!(events(&life).last(), Some(BuildEvent::Ended { why: BuildEnd::Materials })));
    assert!(!life.mind().tasks().open().any(|task| task.key().as_str().starts_with("collect:materials")));
}

#[test]
fn what_an_open_build_needs_is_not_crafted_into_something_else() {
    let mut life = Life::new(with_materials(on_bare_ground(), "basic_shelter"));
    let task = ordered(&mut life, build_at("basic_shelter", CORNER));
    life.live(80);
    life.order(&[Order::Goal { action: "craft".into(), target: "chest".into(), amount: 1 }]);
    finished(&mut life, task, "basic_shelter");
    assert_eq!(life.stage().bag.count(item("chest")), 0);
    let awaited = events(&life).into_iter().find(|event| matches!(event, BuildEvent::AwaitsMaterials { .. }));
    assert_eq!(awaited, None, "nothing was short: {}", life.story());
}

#[test]
fn the_cells_of_builds_are_guarded_from_the_signature_on_and_again_after_a_start() {
    let mut life = Life::new(with_materials(on_bare_ground(), "basic_shelter"));
    ordered(&mut life, build_at("basic_shelter", CORNER));
    life.live(2_000);
    let own = Guarded { min: CORNER.offset(0, -1, 0), max: CORNER.offset(4, 3, 4) };
    assert_eq!(life.stage().guarded, [own]);
    life.stage().guarded.clear();
    let mut life = killed(life);
    life.live(8);
    assert_eq!(life.stage().guarded, [own], "a new session tells the body again");
    life.live(TICKS);
    let logs = life
        .stage()
        .cells
        .iter()
        .filter(|(at, block)| own.holds(**at) && **block == simulator::block("oak_log"))
        .count();
    assert_eq!(logs, 8, "the agent took the logs of its own house: {}", life.story());
}

#[test]
fn a_site_is_chosen_away_from_what_was_built_and_two_orders_are_two_builds() {
    let mut life = Life::new(with_materials(on_bare_ground(), "basic_shelter"));
    let build = || Order::Build { name: "basic_shelter".into(), blueprint: None, at: None, facing: None };
    for _ in 0..2 {
        let task = ordered(&mut life, build());
        let over = life.until(
            TICKS,
            |event| matches!(event, Event::TaskChanged { task: of, to: Status::Done, .. } if *of == task),
        );
        assert!(over, "{}", life.story());
        let all = building::materials::reserved(&drawn("basic_shelter"), |_| false);
        all.iter().for_each(|(item, count)| life.stage().bag.add(item, count));
    }
    let boxes: Vec<Guarded> =
        life.mind().builds().projects().iter().filter_map(mind::builds::Project::guarded).collect();
    assert_eq!(boxes.len(), 2);
    let apart = (boxes[0].min.x - boxes[1].min.x).abs().max((boxes[0].min.z - boxes[1].min.z).abs());
    assert!(apart >= 5, "{boxes:?}");
}

#[test]
fn the_night_is_spent_at_home_when_home_is_near() {
    let mut life =
        Life::new(with_materials(on_bare_ground(), "basic_shelter").on("sleep", |_, _| simulator::Course::done()));
    let task = ordered(&mut life, build_at("basic_shelter", CORNER));
    assert!(
        life.until(
            TICKS,
            |event| matches!(event, Event::TaskChanged { task: of, to: Status::Done, .. } if *of == task)
        )
    );
    life.order(&[Order::Pause]); // the agent stays where it is and only keeps alive
    life.stage().day_offset = 13_000 - life.mind().tick().0;
    life.live(200);
    let slept = life.told(|event| match event {
        Event::ActionStarted { action: Action::Sleep { bed }, .. } => Some(*bed),
        _ => None,
    });
    let Some((_, foot)) = slept.first().copied() else { panic!("{}", life.story()) };
    assert_eq!(life.stage().block(foot).map(|block| gamedata::blocks::get(block).name), Some("white_bed"));
    assert!(!life.body().verbs().contains(&"dig"), "nothing is dug: {}", life.story());
}

#[test]
fn a_lying_body_and_a_refusing_one_end_in_a_named_failure() {
    let lying = with_materials(on_bare_ground(), "basic_shelter").on("build", |_, _| simulator::Course::done());
    let refusing = with_materials(on_bare_ground(), "basic_shelter")
        .building(|op| matches!(op, Op::Place { .. }).then_some(Refusal::Occupied));
    for body in [lying, refusing] {
        let mut life = Life::new(body);
        let task = ordered(&mut life, build_at("basic_shelter", CORNER));
        life.live(40_000);
        let told = life.told(|event| match event {
            Event::Build(news) => Some(format!("{:?}", news.event)),
            Event::TaskChanged { task: of, to, note, .. } if *of == task => Some(format!("{to:?} {note:?}")),
            _ => None,
        });
        assert!(matches!(status_of(&life, task), Status::Failed { .. }), "{told:#?}");
        assert!(build_of(&life).verified().len() < drawn("basic_shelter").modules.len());
    }
}

#[test]
fn a_site_in_water_and_an_unknown_blueprint_are_refused_by_name() {
    let mut body = with_materials(on_bare_ground(), "basic_shelter");
    body.stage.cells.insert(CORNER.offset(1, -1, 1), block("water"));
    let mut life = Life::new(body);
    let task = ordered(&mut life, build_at("basic_shelter", CORNER));
    life.live(2_000);
    let why = life.told(|event| match event {
        Event::TaskChanged { task: of, to: Status::Failed { .. }, note: tasks::Note::Because(why), .. }
            if *of == task =>
        {
            Some(why.clone())
        }
        _ => None,
    });
    let stopped = |why: &Reason| match why {
        Reason::Leaf(Why::Building(Building::Stopped(stop))) => matches!(**stop, Stop::NoSite(_)),
        _ => false,
    };
    assert!(why.iter().any(|(_, why)| stopped(why)), "{why:?} {}", life.story());
    assert!(life.mind().builds().projects()[0].build.is_none(), "nothing was begun");
    let castle = Order::Build { name: "castle".into(), blueprint: None, at: None, facing: None };
    let damaged = Order::Build { name: "keep".into(), blueprint: Some(vec![1, 2, 3]), at: None, facing: None };
    let (_, answers) = life.order(&[castle, damaged]);
    assert!(matches!(&answers[0], CommandAnswer::Refused(OrderRefusal::CannotBuild { target }) if target == "castle"));
    assert!(matches!(&answers[1], CommandAnswer::Refused(OrderRefusal::BadBlueprint { name, .. }) if name == "keep"));
}

#[test]
fn a_blueprint_that_is_handed_in_is_built_and_lasts_with_its_build() {
    let mut body = on_bare_ground();
    body.stage.bag.add(item("cobblestone"), 2);
    body.stage.bag.add(item("torch"), 1);
    let mut life = Life::new(body);
    let order = handed_in("post", &["cobblestone", "cobblestone", "torch"]);
    let task = ordered(&mut life, order);
    life.live(200);
    let mut life = killed(life);
    life.live(2_000);
    assert_eq!(status_of(&life, task), Status::Done, "{}", life.story());
    let name = |up| life.stage().block(CORNER.offset(0, up, 0)).map(|block| gamedata::blocks::get(block).name);
    assert_eq!([name(0), name(1), name(2)], [Some("cobblestone"), Some("cobblestone"), Some("torch")]);
}

#[test]
fn an_older_mind_without_its_work_at_hand_finishes_the_build() {
    let mut life = Life::new(with_materials(on_bare_ground(), "basic_shelter"));
    let task = ordered(&mut life, build_at("basic_shelter", CORNER));
    until_checkpoints(&mut life, 2);
    let mind = life.mind().clone().carry_over();
    let (body, events) = life.into_parts();
    let mut life = Life::resumed(mind, body, events);
    finished(&mut life, task, "basic_shelter");
    let _ = Config::default();
}
