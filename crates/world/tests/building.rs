//! The action that builds: one visit, cell by cell, at hand speed, and what is told of it.

mod common;

use common::{Player, block, item};
use gamedata::states;
use vocab::build::{Guarded, Op, Pillar, VISIT_OPS_MAX, Visit};
use vocab::outcome::{End, Failure, Refusal};
use vocab::{Action, BlockPos, StateId};

fn state(text: &str) -> StateId {
    states::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn place(text: &str, at: BlockPos, against: BlockPos) -> Op {
    Op::Place { at, state: state(text), against, half: None }
}

/// Puts a state on the floor.
fn on_floor(text: &str, at: BlockPos) -> Op {
    place(text, at, at.offset(0, -1, 0))
}

fn visit(stand: BlockPos, ops: Vec<Op>) -> Action {
    Action::Build { visit: Visit { pillar: None, stand, ops }, scaffold: Some(item("dirt")) }
}

fn shown(player: &Player, at: BlockPos) -> String {
    states::shown(player.world.grid().cell(at).unwrap().state()).to_string()
}

fn is(player: &Player, at: BlockPos, text: &str) -> bool {
    player.world.grid().cell(at).map(world::state::Cell::state) == Some(state(text))
}

#[test]
fn a_visit_ends_at_the_first_cell_that_is_refused_and_its_receipt_tells_what_stands() {
    let mut scene = Player::on_a_floor(1);
    let feet = scene.feet();
    scene.give("stone", 8);
    let cell = |x: i32| feet.offset(x, 0, 2);
    let ops = vec![on_floor("stone", cell(0)), on_floor("oak_planks", cell(1)), on_floor("stone", cell(2))];
    for mut player in Player::on_every_line(&scene) {
        let outcome = player.run(visit(feet, ops.clone()));
        assert_eq!(outcome.end, End::Failed(Failure::Refused(Refusal::MissingItem)));
        assert_eq!(outcome.receipt.blocks, [(cell(0), state("stone"))]);
        assert!(is(&player, cell(0), "stone") && is(&player, cell(1), "air") && is(&player, cell(2), "air"));
        // Without a change a refusal is one.
        let outcome = player.run(visit(feet, ops[1..].to_vec()));
        assert_eq!((outcome.end, outcome.receipt.blocks.len()), (End::Refused(Refusal::MissingItem), 0));
    }
}

#[test]
fn every_op_leaves_what_it_says() {
    let mut scene = Player::on_a_floor(1);
    let feet = scene.feet();
    for (name, count) in
        [("dirt", 8), ("wheat_seeds", 2), ("water_bucket", 1), ("iron_hoe", 1), ("iron_shovel", 1), ("lantern", 1)]
    {
        scene.give(name, count);
    }
    let cell = |x: i32, y: i32| feet.offset(x, y, 2);
    let over = feet.offset(1, 1, 3);
    scene.set(cell(-2, 0), "stone");
    scene.set(cell(2, 0), "dirt");
    scene.set(cell(3, 0), "dirt");
    scene.set(cell(2, 1), "short_grass");
    let ops = vec![
        Op::Break { at: cell(-2, 0) },
        Op::Break { at: cell(2, 1) },
        Op::Work { at: cell(2, 0), state: state("farmland") },
        on_floor("wheat", cell(2, 1)),
        Op::Work { at: cell(3, 0), state: state("dirt_path") },
        on_floor("water", cell(1, 0)),
        Op::Scaffold { at: over, against: over.offset(0, -1, 0) },
        on_floor("lantern[hanging=false]", over.offset(0, 1, 0)),
        Op::Break { at: over.offset(0, 1, 0) },
        Op::Unscaffold { at: over },
    ];
    // The water must not run over the floor's edge and over what was built.
    for (x, z) in [(0, 2), (1, 1), (1, 3)] {
        scene.set(feet.offset(x, 0, z), "stone");
    }
    for mut player in Player::on_every_line(&scene) {
        player.must(visit(feet.offset(1, 1, 1), ops.clone()));
        assert!(shown(&player, cell(2, 0)).starts_with("farmland"), "{}", shown(&player, cell(2, 0)));
        assert!(shown(&player, cell(2, 1)).starts_with("wheat"), "{}", shown(&player, cell(2, 1)));
        assert!(is(&player, cell(3, 0), "dirt_path") && is(&player, cell(1, 0), "water"));
        assert!(is(&player, cell(-2, 0), "air") && is(&player, over, "air"));
        assert_eq!((player.count("bucket"), player.count("water_bucket")), (1, 0));
    }
}

#[test]
fn the_hands_click_once_in_four_ticks() {
    let mut player = Player::on_a_floor(1);
    let feet = player.feet();
    player.give("stone", 8);
    let cells: Vec<BlockPos> = (-2..=2).map(|x| feet.offset(x, 0, 2)).collect();
    let ops = cells.iter().map(|at| on_floor("stone", *at)).collect();
    player.begin(visit(feet, ops));
    let mut placed = Vec::new();
    for tick in 0..200 {
        player.world.tick();
        let stand = cells.iter().filter(|at| is(&player, **at, "stone")).count();
        (placed.len()..stand).for_each(|_| placed.push(tick));
    }
    assert_eq!(placed.len(), cells.len());
    assert!(placed.windows(2).all(|pair| pair[1] - pair[0] == 4), "{placed:?}");
}

#[test]
fn a_pillar_goes_up_before_the_ops_and_comes_down_after_them() {
    let mut scene = Player::on_a_floor(1);
    let feet = scene.feet();
    scene.give("dirt", 16);
    scene.give("stone", 4);
    let base = feet.offset(3, 0, 0);
    (0..6).for_each(|y| scene.set(base.offset(2, y, 0), "stone"));
    scene.set(base, "short_grass");
    let top = base.offset(0, 5, 0);
    let (at, against) = (base.offset(2, 6, 0), base.offset(2, 5, 0));
    let action = |ops| Action::Build {
        visit: Visit { pillar: Some(Pillar { base, height: 5 }), stand: top, ops },
        scaffold: Some(item("dirt")),
    };
    for mut player in Player::on_every_line(&scene) {
        let dirt = player.count("dirt");
        player.must(action(vec![place("stone", at, against)]));
        assert!(is(&player, at, "stone"));
        assert!((0..5).all(|y| is(&player, base.offset(0, y, 0), "air")), "the pillar is down");
        assert_eq!(player.feet(), base, "and the body with it");
        player.world.advance(60);
        assert!(player.count("dirt") + 1 >= dirt, "{} of {dirt}", player.count("dirt"));
        // A refused cell does not leave the pillar standing.
        let end = player.end(action(vec![place("oak_planks", at.offset(0, 1, 0), at)]));
        assert_eq!(end, End::Failed(Failure::Refused(Refusal::MissingItem)));
        assert!((0..5).all(|y| is(&player, base.offset(0, y, 0), "air")));
    }
}

#[test]
fn what_opens_is_clicked_on_sneaking() {
    let mut scene = Player::on_a_floor(1);
    let feet = scene.feet();
    scene.give("stone", 2);
    let (table, door) = (feet.offset(0, 0, 2), feet.offset(2, 0, 2));
    scene.set(table, "crafting_table");
    scene.set(door, "oak_trapdoor");
    for mut player in Player::on_every_line(&scene) {
        let (on_table, beside) = (table.offset(0, 1, 0), door.offset(0, 0, -1));
        player.must(visit(feet, vec![place("stone", on_table, table), place("stone", beside, door)]));
        assert!(is(&player, on_table, "stone") && is(&player, beside, "stone"));
        assert!(shown(&player, door).contains("open=false"), "{}", shown(&player, door));
    }
}

#[test]
fn a_cancelled_visit_leaves_nothing_predicted_and_tells_all_that_it_changed() {
    let mut scene = Player::on_a_floor(1);
    let feet = scene.feet();
    scene.give("stone", 16);
    let cells: Vec<BlockPos> = (-2..=2).flat_map(|x| [feet.offset(x, 0, 2), feet.offset(x, 0, -2)]).collect();
    let ops: Vec<Op> = cells.iter().map(|at| on_floor("stone", *at)).collect();
    for mut player in Player::on_every_line(&scene) {
        let outcome = player.run_and_cancel(visit(feet, ops.clone()), 20);
        assert_eq!(outcome.end, End::Cancelled);
        let stand: Vec<BlockPos> = cells.iter().copied().filter(|at| is(&player, *at, "stone")).collect();
        let mut told: Vec<BlockPos> = outcome.receipt.blocks.iter().map(|(at, _)| *at).collect();
        told.sort_unstable();
        let mut sorted = stand.clone();
        sorted.sort_unstable();
        assert!(!stand.is_empty() && stand.len() < cells.len(), "{stand:?}");
        assert_eq!(told, sorted);
        if let Some(driven) = player.driven() {
            use skills::limbs::Limbs;
            assert!(cells.iter().all(|at| !driven.mirror.is_predicted(*at)) && !driven.mirror.is_waiting());
        }
        player.must(visit(feet, ops.clone()));
    }
}

#[test]
fn builders_alone_change_cells_of_a_build() {
    let mut scene = Player::on_a_floor(1);
    let feet = scene.feet();
    scene.give("stone", 4);
    let at = feet.offset(0, 0, 2);
    scene.guard(&[Guarded { min: at, max: at }]);
    for mut player in Player::on_every_line(&scene) {
        player.must(visit(feet, vec![on_floor("stone", at)]));
        assert_eq!(player.end(Action::Dig { at }), End::Refused(Refusal::Guarded));
        player.must(visit(feet, vec![Op::Break { at }]));
        assert!(is(&player, at, "air"));
    }
}

#[test]
fn impossible_visits_are_refused() {
    let mut player = Player::on_a_floor(1);
    let feet = player.feet();
    let at = feet.offset(0, 0, 2);
    player.give("dirt", 3);
    let pillar = |height| Action::Build {
        visit: Visit {
            pillar: Some(Pillar { base: feet, height }),
            stand: feet.offset(0, height as i32, 0),
            ops: vec![Op::Break { at }],
        },
        scaffold: Some(item("dirt")),
    };
    let many = visit(feet, vec![Op::Break { at }; VISIT_OPS_MAX + 1]);
    for (action, refusal) in [
        (visit(feet, vec![]), Refusal::BadRequest),
        (many, Refusal::BadRequest),
        (pillar(4), Refusal::MissingItem),
        (pillar(49), Refusal::BadRequest),
        (visit(feet, vec![on_floor("piston_head", at)]), Refusal::BadRequest),
        (visit(feet, vec![Op::Work { at: at.offset(0, -1, 0), state: state("stone_slab") }]), Refusal::BadRequest),
    ] {
        assert_eq!(player.end(action.clone()), End::Refused(refusal), "{action:?}");
    }
    assert_eq!(player.world.grid().block(at), Some(block("air")));
}
