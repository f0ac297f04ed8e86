//! The structure build protocol on the engine alone: checkpoints, resume, repair, invariants, interruptions, failure cards.

mod common;
#[path = "common/runner.rs"]
mod runner;

use building::build::{Seen, Verified};
use building::checkpoint::Issue;
use building::invariants::{Holds, Invariant, Severity, Standard};
use building::repair::Next;
use building::resume::{Decision, Resume};
use building::{BuildEvent, Cells, Facing, Found, Survey, Verdict, Witness, state};
use common::{Flat, drawn, parsed, shipped, site, unmatched};
use gamedata::states;
use runner::{Ended, Runner};
use std::collections::BTreeSet;
use vocab::{Bag, BlockPos, Dice, Tick};

fn runner(name: &str) -> Runner {
    let blueprint = shipped(name);
    let site = site(&blueprint, Facing::South);
    Runner::new(blueprint, site, Flat::default())
}

fn assert_whole(runner: &Runner) {
    let witness = Witness::new(&runner.blueprint, runner.site);
    assert_eq!(unmatched(&runner.world, &witness), []);
    for finding in runner.build.findings(&witness, &runner.standard, &runner.world) {
        assert!(matches!(finding.holds, Holds::Yes | Holds::DoesNotApply), "{finding:?}");
    }
    assert_eq!(runner.build.stray(&witness, &runner.world), []);
}

fn checkpoints(events: &[BuildEvent]) -> usize {
    events.iter().filter(|event| matches!(event, BuildEvent::BuildCheckpoint { .. })).count()
}

fn three_modules() -> Runner {
    let floor: &[&str] = &["###", "###", "###"];
    let wall: &[&str] = &["###", "#.#", "###"];
    let roof: &[&str] = &["___", "___", "___"];
    let legend = [("#", "cobblestone"), (".", "air"), ("_", "oak_slab")];
    let blueprint = drawn([3, 4, 3], &legend, &[floor, wall, wall, roof]);
    let site = site(&blueprint, Facing::South);
    Runner::new(blueprint, site, Flat::default())
}

#[test]
fn stage_1_each_module_gives_one_checkpoint_and_one_event() {
    let mut runner = three_modules();
    let modules = runner.blueprint.modules.len();
    assert_eq!(runner.run(), Ended::Finished);
    assert_eq!(checkpoints(&runner.events), modules);
    assert_eq!(runner.build.ledger.count(), modules as u64);
    assert_eq!(runner.events.last(), Some(&BuildEvent::Finished));
    assert!(runner.build.is_done());
}

#[test]
fn stage_1_a_checkpoint_has_every_field_of_the_document() {
    let mut runner = three_modules();
    runner.run();
    let kept = runner.build.ledger.kept();
    for (at, checkpoint) in kept.iter().enumerate() {
        assert_eq!(checkpoint.completed_modules.len(), at + 1);
        assert_eq!(checkpoint.template_digest, runner.build.template_digest);
        let id = &runner.blueprint.modules[checkpoint.module_index].id;
        assert!(checkpoint.completed_modules.contains(id));
        assert!(checkpoint.invariant_results.iter().any(|finding| finding.invariant == Invariant::Footprint));
        assert!(checkpoint.saved_at > Tick(0) && checkpoint.open_deltas.is_empty());
        assert!(checkpoint.station_snapshot.is_empty() && checkpoint.inventory_summary.is_empty());
    }
    let ids: Vec<_> = kept.iter().map(|checkpoint| checkpoint.checkpoint_id).collect();
    assert!(ids.windows(2).all(|pair| pair[0] != pair[1]), "each is addressed by its content");
    let mut again = three_modules();
    again.run();
    let other: Vec<_> = again.build.ledger.kept().iter().map(|checkpoint| checkpoint.checkpoint_id).collect();
    assert_eq!(ids, other, "the same build has the same ids on every machine");
}

#[test]
fn stage_1_checkpoints_survive_saving_and_loading() {
    let mut runner = three_modules();
    runner.run();
    let (before, head) = (runner.build.clone(), runner.build.ledger.head());
    runner.restart();
    assert_eq!((&runner.build, runner.build.ledger.head()), (&before, head));
}

#[test]
fn stage_1_digest_and_signature_are_the_same_at_every_checkpoint() {
    let mut runner = runner("basic_shelter");
    let (digest, signature, key) = (runner.build.template_digest, runner.build.signature.clone(), runner.build.key());
    runner.run();
    assert!(runner.build.ledger.kept().iter().all(|checkpoint| checkpoint.template_digest == digest));
    assert_eq!((&runner.build.signature, runner.build.key()), (&signature, key));
    assert_eq!(shipped("basic_shelter").digest(), digest, "the digest is of the content");
}

/// The builder is killed before every single step of the build in turn; the next one finishes from the saved state and the
/// world alone, and places nothing twice.
#[test]
fn stage_2_killed_at_every_step_the_build_is_finished_without_a_placement_twice() {
    let mut whole = runner("basic_shelter");
    assert_eq!(whole.run(), Ended::Finished);
    let placed = whole.world.placed;
    let mut steps = 0;
    loop {
        let mut runner = runner("basic_shelter");
        runner.fuse = Some(steps);
        if runner.run() == Ended::Finished {
            break;
        }
        let (signature, verified) = (runner.build.signature.clone(), runner.build.verified().clone());
        let before = runner.build.ledger.count();
        runner.restart();
        assert_eq!((&runner.build.signature, runner.build.verified()), (&signature, &verified));
        assert_eq!(runner.run(), Ended::Finished, "killed before step {steps}");
        assert!(runner.build.ledger.count() >= before, "no checkpoint is lost");
        assert_eq!(runner.world.placed, placed, "killed before step {steps}: nothing is placed twice");
        assert_whole(&runner);
        steps += 1;
    }
    assert!(steps > placed, "{steps} steps");
}

#[test]
fn stage_2_kills_in_a_row_at_random_moments_lose_nothing() {
    for seed in 0..6 {
        let mut dice = Dice::new(seed);
        let mut runner = runner("cabin");
        let mut kills = 0;
        loop {
            runner.fuse = Some(dice.pick(60));
            match runner.run() {
                Ended::Finished => break,
                Ended::Killed => kills += 1,
                other => panic!("{other:?}"),
            }
            runner.restart();
        }
        assert!(kills > 3);
        assert_whole(&runner);
    }
}

#[test]
fn stage_2_a_repair_holds_exactly_the_cells_that_differ() {
    let mut runner = runner("basic_shelter");
    runner.run();
    let wall = runner.site.corner.offset(0, 2, 2);
    runner.world.set(wall, states::AIR);
    runner.world.set(wall.offset(0, -1, 0), parsed("stone"));
    let (placed, broken, before) = (runner.world.placed, runner.world.broken, runner.build.ledger.count());
    runner.decisions.clear();
    assert_eq!(runner.run(), Ended::Finished);
    let (_, verdict, cells) = runner.decisions[0];
    assert_eq!((verdict, cells), (Verdict::Drifted, 2), "one is gone, one is another block");
    assert_eq!((runner.world.placed - placed, runner.world.broken - broken), (2, 1));
    assert_eq!(runner.build.ledger.count(), before + 1, "the repaired module has a new checkpoint");
    assert!(
        runner
            .events
            .iter()
            .any(|event| matches!(event, BuildEvent::Repaired { module } if module.starts_with("walls")))
    );
    assert_whole(&runner);
}

#[test]
fn stage_2_verdicts_come_from_every_finished_module_and_the_first_comes_first() {
    let mut runner = runner("basic_shelter");
    runner.run();
    let (corner, blueprint) = (runner.site.corner, runner.blueprint.clone());
    for (x, z) in (0..5).flat_map(|x| (0..5).map(move |z| (x, z))) {
        runner.world.set(corner.offset(x, 3, z), states::AIR); // the roof is gone
    }
    runner.world.set(corner.offset(2, 0, 2), states::AIR); // and a hole in the floor
    let witness = Witness::new(&blueprint, runner.site);
    let resumed = Resume::whole(&mut runner.build, &witness, &runner.world);
    let verdict = |kind| {
        let at = blueprint.modules.iter().position(|module| module.id.starts_with(kind)).unwrap();
        resumed.verdicts.iter().find(|(module, _)| *module == at).map(|(_, verdict)| *verdict)
    };
    assert_eq!(verdict("roof"), Some(Verdict::Destroyed));
    assert_eq!(verdict("floor"), Some(Verdict::PartiallyCompleted));
    assert_eq!(verdict("walls"), Some(Verdict::Completed));
    let Decision::Repair { module, .. } = resumed.decision else { panic!("{:?}", resumed.decision) };
    assert!(blueprint.modules[module].id.starts_with("floor"), "the first module is looked at too, and mended first");
    assert_eq!(runner.run(), Ended::Finished);
    assert_whole(&runner);
}

#[test]
fn stage_2_slices_find_what_the_whole_finds() {
    let mut runner = runner("cabin");
    runner.fuse = Some(150);
    runner.run();
    runner.restart();
    let blueprint = runner.blueprint.clone();
    let witness = Witness::new(&blueprint, runner.site);
    let (mut one, mut other) = (runner.build.clone(), runner.build.clone());
    let whole = Resume::whole(&mut one, &witness, &runner.world);
    let mut resume = Resume::begin(&mut other, &witness);
    let mut slices = 0;
    let sliced = loop {
        slices += 1;
        if let Some(resumed) = resume.step(&mut other, (&witness, &runner.world), 7) {
            break resumed;
        }
    };
    assert!(slices > 20);
    assert_eq!((whole, one), (sliced, other));
}

#[test]
fn a_site_that_was_flattened_is_invalid_and_one_that_is_not_loaded_is_looked_at() {
    let mut runner = runner("basic_shelter");
    runner.fuse = Some(60);
    runner.run();
    runner.restart();
    let ground: Vec<BlockPos> = runner.build.signature.ground.iter().map(|(at, _)| *at).collect();
    let (min, max) = (ground[0].offset(-50, -50, -50), ground[0].offset(50, 50, 50));
    runner.world.unloaded.push((min, max));
    assert_eq!(runner.run(), Ended::MustLook, "unknown is never failure");
    runner.world.unloaded.clear();
    runner.world.set(ground[0], parsed("sand"));
    let half = ground.len() / 2;
    for at in &ground[1..half] {
        runner.world.set(*at, parsed("sand"));
    }
    let mut saved = runner.build.clone();
    let blueprint = runner.blueprint.clone();
    let witness = Witness::new(&blueprint, runner.site);
    assert_ne!(
        Resume::whole(&mut saved, &witness, &runner.world).decision,
        Decision::SiteInvalid,
        "half is not over half"
    );
    for at in &ground[half..half + 2] {
        runner.world.set(*at, parsed("sand"));
    }
    assert_eq!(runner.run(), Ended::SiteInvalid);
}

#[test]
fn a_new_set_of_invariants_verifies_everything_again() {
    let mut runner = runner("basic_shelter");
    runner.run();
    let before = runner.build.ledger.count();
    runner.build.invariant_set_version = 0;
    assert_eq!(runner.run(), Ended::Finished);
    assert_eq!(runner.build.ledger.count(), before + runner.blueprint.modules.len() as u64);
}

#[test]
fn stage_3_a_shut_doorway_blocks_the_next_module_and_is_opened_first() {
    let with_walls = (0..).step_by(5).map(|steps| {
        let mut runner = runner("basic_shelter");
        runner.fuse = Some(steps);
        runner.run();
        runner
    });
    let walls = |runner: &Runner| runner.build.verified().iter().any(|id| id.starts_with("walls"));
    let mut runner = with_walls.take(100).find(walls).expect("the walls stand some time");
    assert!(!runner.build.is_done());
    let before = runner.events.len();
    let door = runner.site.corner.offset(2, 1, 4);
    let front = door.offset(0, 0, 1);
    for at in [front, front.offset(0, 1, 0)] {
        runner.world.set(at, parsed("cobblestone"));
    }
    runner.fuse = None;
    assert_eq!(runner.run(), Ended::Finished);
    let blocked = runner.events[before..].iter().position(|event| matches!(event, BuildEvent::Blocked { .. })).unwrap();
    let next =
        runner.events[before..].iter().position(|event| matches!(event, BuildEvent::BuildCheckpoint { .. })).unwrap();
    assert!(blocked < next, "the way is opened before the build goes on");
    let BuildEvent::Blocked { deltas, .. } = &runner.events[before + blocked] else { unreachable!() };
    let delta = deltas.iter().find(|delta| delta.severity == Severity::Blocking).unwrap();
    let Issue::Invariant(finding) = &delta.issue else { panic!("{delta:?}") };
    assert_eq!((finding.invariant, finding.holds), (Invariant::Access, Holds::No));
    assert!(!finding.evidence.is_empty());
    assert!(!state::is_solid(runner.world.state(front).unwrap()));
    assert_whole(&runner);
}

#[test]
fn stage_3_the_doorway_is_open_after_every_module() {
    let mut runner = runner("cabin");
    assert_eq!(runner.run(), Ended::Finished);
    let kept = runner.build.ledger.kept();
    assert_eq!(kept.len(), runner.blueprint.modules.len());
    for checkpoint in kept {
        let access =
            checkpoint.invariant_results.iter().find(|finding| finding.invariant == Invariant::Access).unwrap();
        assert_eq!(access.holds, Holds::Yes, "after {}: {:?}", checkpoint.completed_modules.len(), access.evidence);
    }
}

#[test]
fn stage_3_each_invariant_has_evidence_and_applies_only_where_the_structure_has_it() {
    let statue = drawn([1, 3, 1], &[("#", "stone")], &[&["#"], &["#"], &["#"]]);
    let at = site(&statue, Facing::South);
    let witness = Witness::new(&statue, at);
    let standard = Standard::of(&witness);
    assert_eq!(standard.access(&witness, &Flat::default()).holds, Holds::DoesNotApply, "a statue has no door");
    let mut world = Flat::default();
    for y in 0..3 {
        world.set(at.corner.offset(0, y, 0), parsed("stone"));
    }
    assert_eq!(standard.structural(&witness, &world).holds, Holds::Yes);
    world.set(at.corner.offset(0, 1, 0), states::AIR);
    let floating = standard.structural(&witness, &world);
    assert_eq!((floating.holds, floating.evidence), (Holds::No, vec![at.corner.offset(0, 2, 0)]));
    let stray = at.corner.offset(2, 0, 0);
    world.set(stray, parsed("dirt"));
    let footprint = standard.footprint(&witness, &world, &[stray].into());
    assert_eq!((footprint.holds, footprint.evidence), (Holds::No, vec![stray]));
    for (invariant, severity) in [
        (Invariant::Access, Severity::Blocking),
        (Invariant::Structural, Severity::Blocking),
        (Invariant::Footprint, Severity::Degraded),
        (Invariant::Reachability, Severity::Degraded),
    ] {
        assert_eq!(invariant.severity(), severity);
    }
}

#[test]
fn drift_of_1_5_and_20_percent_at_random_times_ends_whole() {
    for (seed, percent) in [(1, 1), (2, 5), (3, 20), (4, 20)] {
        let mut dice = Dice::new(seed);
        let mut runner = runner("cabin");
        for _ in 0..3 {
            runner.fuse = Some(dice.pick(300));
            runner.run();
            runner.restart();
            let blueprint = runner.blueprint.clone();
            let witness = Witness::new(&blueprint, runner.site);
            for (at, _) in blueprint.wanted().filter_map(|(cell, _)| witness.expected(cell)) {
                if dice.pick(100) < percent {
                    let other = if dice.pick(2) == 0 { "air" } else { "cobblestone" };
                    runner.world.set(at, parsed(other));
                }
            }
        }
        assert_eq!(runner.run(), Ended::Finished, "seed {seed}");
        assert_whole(&runner);
    }
}

#[test]
fn the_same_creeper_hole_twice_is_repaired_twice() {
    let mut runner = runner("basic_shelter");
    runner.run();
    for _ in 0..2 {
        let wall = runner.site.corner.offset(4, 1, 2);
        for at in [wall, wall.offset(0, 1, 0), wall.offset(0, 0, 1), wall.offset(0, 1, 1)] {
            runner.world.set(at, states::AIR);
        }
        assert_eq!(runner.run(), Ended::Finished);
        assert_whole(&runner);
    }
}

#[test]
fn a_module_never_starts_before_those_that_it_stands_on() {
    for (name, _) in blueprint::SHIPPED {
        let mut runner = runner(name);
        runner.run();
        let mut verified: Vec<usize> = Vec::new();
        for checkpoint in runner.build.ledger.kept() {
            let module = &runner.blueprint.modules[checkpoint.module_index];
            assert!(module.after.iter().all(|before| verified.contains(before)), "{name}: {}", module.id);
            verified.push(checkpoint.module_index);
        }
    }
}

/// A placement counts when the world shows the block, whatever the builder believes that it has done.
#[test]
fn what_the_world_does_not_show_is_no_progress() {
    let mut runner = runner("basic_shelter");
    let blueprint = runner.blueprint.clone();
    let witness = Witness::new(&blueprint, runner.site);
    let floor = blueprint.modules.iter().position(|module| module.id.starts_with("floor")).unwrap();
    let survey = Survey::whole(floor, &witness, &runner.world);
    let seen = Seen { survey: &survey, inventory: &Bag::default(), now: Tick(1) };
    let held = runner.build.verify(&witness, (floor, &runner.standard), &runner.world, &seen);
    assert!(matches!(held, Verified::Held { .. }), "{held:?}");
    assert_eq!((runner.build.ledger.count(), runner.build.is_done()), (0, false));
    let needed = building::materials::needed(&survey.differences);
    assert_eq!(needed.total(), 25, "and its materials are still asked for");
}

/// A world in which one cell loses its block as soon as it is placed.
#[test]
fn attempts_that_change_nothing_end_with_a_named_reason() {
    let mut runner = runner("basic_shelter");
    runner.fuse = Some(30);
    runner.run();
    runner.restart();
    let differences = vec![];
    let attempt = building::repair::fingerprint(&BTreeSet::new(), &differences);
    runner.build.attempts.failed(attempt, Tick(0));
    assert!(matches!(runner.build.attempts.next(attempt, Tick(99_999)), Next::Replan(_)));
    runner.build.attempts.replanned();
    runner.build.attempts.failed(attempt, Tick(99_999));
    assert!(matches!(runner.build.attempts.next(attempt, Tick(999_999)), Next::Fail(_)));
    let ended = runner.build.end(building::build::End::Repairs(building::repair::Exhausted::Same));
    assert!(matches!(ended, BuildEvent::Ended { .. }));
}

#[test]
fn unknown_cells_are_neither_success_nor_failure() {
    let mut runner = runner("basic_shelter");
    runner.run();
    let far = runner.site.corner.offset(4, 2, 2);
    runner.world.unloaded.push((far, far));
    assert_eq!(runner.run(), Ended::MustLook);
    let blueprint = runner.blueprint.clone();
    let witness = Witness::new(&blueprint, runner.site);
    assert_eq!(unmatched(&runner.world, &witness), [(far, Found::Unknown)]);
    runner.world.unloaded.clear();
    assert_eq!(runner.run(), Ended::Finished);
}
