//! Micro plans: every shipped blueprint can be built from them, from any side, and nothing is placed twice.

mod common;

use building::micro::{Micro, Op, Progress};
use building::module::ready;
use building::witness::compare;
use building::{Blueprint, Cells, Facing, Found, Survey, Witness, state};
use common::{Flat, GROUND, build_module, drawn, home, parsed, shipped, site, unmatched, walks_home};
use gamedata::states;
use vocab::BlockPos;

fn build(blueprint: &Blueprint, facing: Facing) -> Flat {
    let witness = Witness::new(blueprint, site(blueprint, facing));
    let mut world = Flat::default();
    let mut verified = vec![false; blueprint.modules.len()];
    while let Some(next) = ready(&blueprint.modules, |module| verified[module]).first() {
        build_module(&mut world, &witness, *next);
        verified[*next] = true;
    }
    assert!(verified.iter().all(|done| *done), "every module has its turn");
    assert_eq!(unmatched(&world, &witness), []);
    world
}

#[test]
fn every_shipped_blueprint_is_built_from_all_four_sides_without_a_wasted_placement() {
    for (name, _) in blueprint::SHIPPED {
        let blueprint = shipped(name);
        for facing in Facing::ALL {
            let (empty, witness) = (Flat::default(), Witness::new(&blueprint, site(&blueprint, facing)));
            let (mut to_place, mut to_break, mut to_work) = (0, 0, 0);
            for (at, wanted) in blueprint.wanted().filter_map(|(cell, _)| witness.expected(cell)) {
                let found = empty.state(at);
                let worked = state::is_worked_from(wanted, found);
                to_work += u32::from(state::made_with(wanted).is_some());
                to_break += u32::from(compare(wanted, found) == Found::Wrong && !worked);
                let off = compare(wanted, found) != Found::Matched && !worked;
                to_place += u32::from(off && state::items_for(wanted).is_some());
            }
            let world = build(&blueprint, facing);
            assert_eq!(world.placed, to_place, "{name} to the {facing:?}: each cell is placed once");
            assert_eq!(world.broken, to_break, "{name} to the {facing:?}: only what is in the way is broken");
            assert_eq!(world.worked, to_work, "{name} to the {facing:?}: each field is hoed once");
        }
    }
}

#[test]
fn a_builder_never_walls_itself_in() {
    let rows: &[&str] = &["#####", "#...#", "#...#", "#...#", "#####"];
    let full: &[&str] = &["#####"; 5];
    let bunker = drawn([5, 5, 5], &[("#", "stone"), (".", "air")], &[full, rows, rows, rows, full]);
    let witness = Witness::new(&bunker, site(&bunker, Facing::South));
    let mut world = Flat::default();
    for module in 0..bunker.modules.len() {
        let survey = Survey::whole(module, &witness, &world);
        let (visits, end) = Micro::whole(&witness, &survey.differences, (&world, home()));
        assert!(matches!(end, Progress::Complete { .. }), "{end:?}");
        for visit in &visits {
            world.visit(visit, &mut |_| ());
            let end = visit.pillar.map_or(visit.stand, |pillar| pillar.base);
            assert!(walks_home(&world, &witness, end), "walled in at {end}");
        }
    }
    assert_eq!(unmatched(&world, &witness), []);
}

#[test]
fn a_solid_cube_wider_than_an_arm_is_built_from_its_own_top() {
    let full: &[&str] = &["############"; 12];
    let cube = drawn([12, 6, 12], &[("#", "stone")], &[full; 6]);
    build(&cube, Facing::South);
}

#[test]
fn what_cannot_be_held_is_infeasible_and_named() {
    let empty: &[&str] = &["...", "...", "..."];
    let floating = drawn(
        [3, 4, 3],
        &[("#", "stone"), (".", "air")],
        &[&["#..", "...", "..."], empty, empty, &["...", "...", "..#"]],
    );
    let witness = Witness::new(&floating, site(&floating, Facing::South));
    let mut world = Flat::default();
    let mut named = Vec::new();
    for module in 0..floating.modules.len() {
        let survey = Survey::whole(module, &witness, &world);
        let (visits, end) = Micro::whole(&witness, &survey.differences, (&world, home()));
        for visit in &visits {
            world.visit(visit, &mut |_| ());
        }
        if let Progress::Infeasible { cells } = end {
            named.extend(cells);
        }
    }
    let corner = witness.site.corner;
    assert_eq!(named, [corner.offset(2, 3, 2)]);
}

#[test]
fn cells_that_are_not_loaded_are_no_failure() {
    let full: &[&str] = &["###"; 3];
    let slab = drawn([3, 1, 3], &[("#", "stone")], &[full]);
    let witness = Witness::new(&slab, site(&slab, Facing::South));
    let corner = witness.site.corner;
    let world = Flat { unloaded: vec![(corner.offset(2, -9, -9), corner.offset(99, 9, 99))], ..Flat::default() };
    let survey = Survey::whole(0, &witness, &world);
    let (visits, end) = Micro::whole(&witness, &survey.differences, (&world, home()));
    let Progress::Complete { unknown } = end else { panic!("{end:?}") };
    assert_eq!(unknown, (0..3).map(|z| corner.offset(2, 0, z)).collect::<Vec<BlockPos>>());
    assert_eq!(visits.iter().map(|visit| visit.ops.len()).sum::<usize>(), 6);
}

#[test]
fn nobody_stands_on_the_trees_beside_a_site() {
    let tower = shipped("watchtower");
    let site = site(&tower, Facing::South);
    let witness = Witness::new(&tower, site);
    let mut world = Flat::default();
    let leaves = parsed("oak_leaves[persistent=false]");
    let beside = (0..12).flat_map(|x| (1..6).map(move |y| (x, y)));
    for (x, y) in beside {
        world.set(BlockPos::new(site.corner.x + x, GROUND + y, site.corner.z - 2), leaves);
    }
    let mut stands = 0;
    for module in 0..tower.modules.len() {
        let survey = Survey::whole(module, &witness, &world);
        let (visits, _) = Micro::whole(&witness, &survey.differences, (&world, home()));
        for visit in &visits {
            let below = visit.pillar.map_or(visit.stand, |pillar| pillar.base).offset(0, -1, 0);
            assert_ne!(world.state(below), Some(leaves), "{visit:?}");
            stands += 1;
            world.visit(visit, &mut |_| ());
        }
    }
    assert!(stands > 40, "{stands}");
}

#[test]
fn every_face_is_clicked_from_its_front_and_belongs_to_something_with_a_body() {
    for (name, _) in blueprint::SHIPPED {
        let drawing = shipped(name);
        let witness = Witness::new(&drawing, site(&drawing, drawing.front));
        let mut world = Flat::default();
        let mut clicks = 0;
        for module in 0..drawing.modules.len() {
            let survey = Survey::whole(module, &witness, &world);
            let (visits, _) = Micro::whole(&witness, &survey.differences, (&world, home()));
            for visit in &visits {
                let mut placed = std::collections::BTreeMap::new();
                for op in &visit.ops {
                    let Op::Place { at, against, state, .. } = *op else { continue };
                    placed.insert(at, state);
                    // Eyes are 1.62 blocks above the feet: above the floor of the cell that is one higher.
                    let eyes = visit.stand.offset(0, 1, 0);
                    let in_front = match (against.y - at.y, against.x - at.x, against.z - at.z) {
                        (-1, _, _) => eyes.y >= at.y,
                        (1, _, _) => eyes.y <= at.y,
                        (_, dx, 0) => (eyes.x - at.x) * dx <= 0,
                        (_, _, dz) => (eyes.z - at.z) * dz <= 0,
                    };
                    assert!(in_front, "{name}: {op:?} from {:?}", visit.stand);
                    let clicked = placed.get(&against).copied().or_else(|| world.state(against));
                    let torch =
                        clicked.is_some_and(|found| gamedata::blocks::get(states::block(found)).name.contains("torch"));
                    assert!(!torch || building::state::held_by(state, at) == Some(against), "{name}: {op:?}");
                    clicks += 1;
                }
                world.visit(visit, &mut |_| ());
            }
        }
        assert!(clicks > 40, "{name}: {clicks}");
    }
}
