//! The world accepts and carries out every action that a mind can submit.

mod common;

use common::{Player, block, item, recipe};
use vocab::action::{EquipSlot, Heading, Terrain};
use vocab::build::{Op, Visit};
use vocab::outcome::End;
use vocab::{Action, BlockPos};
use world::mobs::Kind;
use world::space::Place;

/// Sets up a scene in which this action is possible. The match has no wildcard arm: a new action does not compile
/// until it has a scene.
fn set_scene(player: &mut Player, action: &Action) {
    match action {
        Action::GoTo { .. }
        | Action::Explore { .. }
        | Action::Wait { .. }
        | Action::LookAt { .. }
        | Action::Flee { .. } => {}
        Action::Dig { at } => player.set(*at, "dirt"),
        Action::Collect { from, .. } => {
            let at = player.feet().offset(5, 0, 0);
            assert!(player.world.set_block(at, from[0]));
        }
        Action::Mine { .. } => {
            player.bury(player.feet().offset(0, -30, 0), 9, 4);
            player.give("stone_pickaxe", 1);
        }
        Action::PickUp { .. } => {
            player.give("dirt", 3);
            player.must(Action::Drop { item: item("dirt"), count: 3 });
            player.world.advance(45);
        }
        Action::Place { item, .. } | Action::Drop { item, .. } | Action::Equip { item, .. } => {
            assert_eq!(player.world.give(*item, 1), 0);
        }
        Action::Build { .. } => player.give("cobblestone", 64),
        Action::Use { item, at } => {
            assert_eq!(player.world.give(*item, 1), 0);
            player.set(*at, "dirt");
        }
        Action::Toggle { at } => {
            player.give("oak_door", 1);
            player.must(Action::Place { item: item("oak_door"), at: *at });
        }
        Action::Craft { table, .. } => {
            player.give("oak_planks", 3);
            player.give("stick", 2);
            player.set(table.unwrap(), "crafting_table");
        }
        Action::LoadStation { at, input, count, fuel } => {
            player.set(*at, "furnace");
            player.world.give(*input, u32::from(*count));
            player.world.give(fuel.unwrap().0, u32::from(fuel.unwrap().1));
        }
        Action::TakeOutput { at } => {
            let load =
                Action::LoadStation { at: *at, input: item("raw_iron"), count: 1, fuel: Some((item("coal"), 1)) };
            set_scene(player, &load);
            player.must(load);
            player.world.advance(201);
        }
        Action::Deposit { at, item, count } => {
            player.set(*at, "chest");
            player.world.give(*item, u32::from(*count));
        }
        Action::Withdraw { at, item, count } => {
            let deposit = Action::Deposit { at: *at, item: *item, count: *count };
            set_scene(player, &deposit);
            player.must(deposit);
        }
        Action::Eat { item } => {
            player.world.body_mut().hunger.food = 5;
            player.world.give(*item, 1);
        }
        Action::Attack { near, .. } => {
            player.world.add_mob(Kind::Chicken, Place::from_fine(*near)).unwrap();
        }
        Action::Shield { .. } => player.give("shield", 1),
        Action::WallIn { .. } => player.give("cobblestone", 16),
        Action::Sleep { bed } => {
            player.give("red_bed", 1);
            player.must(Action::Place { item: item("red_bed"), at: *bed });
            player.world.skip_to(14_000);
        }
    }
}

fn every_action(feet: BlockPos) -> Vec<Action> {
    let beside = feet.offset(2, 0, 0);
    vec![
        Action::GoTo { to: feet.offset(6, 0, 0), within: 0, terrain: Terrain::Walk },
        Action::Explore { heading: Heading::East, blocks: 8 },
        Action::Dig { at: beside },
        Action::Collect { item: item("dirt"), from: vec![block("dirt")], count: 1, radius: 10 },
        Action::Mine {
            item: item("raw_iron"),
            from: vec![block("iron_ore")],
            y: feet.y - 30,
            heading: Heading::East,
            blocks: 3,
        },
        Action::PickUp { radius: 8 },
        Action::Place { item: item("cobblestone"), at: beside },
        Action::Build {
            visit: Visit {
                pillar: None,
                stand: feet,
                ops: vec![Op::Place {
                    at: beside,
                    state: gamedata::states::default(block("cobblestone")),
                    against: beside.offset(0, -1, 0),
                    half: None,
                }],
            },
            scaffold: None,
        },
        Action::Use { item: item("wooden_hoe"), at: beside },
        Action::Toggle { at: beside },
        Action::Craft { recipe: recipe("wooden_pickaxe", &["oak_planks", "stick"]), times: 1, table: Some(beside) },
        Action::LoadStation { at: beside, input: item("raw_iron"), count: 2, fuel: Some((item("coal"), 1)) },
        Action::TakeOutput { at: beside },
        Action::Deposit { at: beside, item: item("dirt"), count: 5 },
        Action::Withdraw { at: beside, item: item("dirt"), count: 5 },
        Action::Drop { item: item("dirt"), count: 1 },
        Action::Equip { item: item("iron_helmet"), slot: EquipSlot::Head },
        Action::Eat { item: item("bread") },
        Action::Attack { kind: vocab::Name::new("chicken"), near: Place::on(beside).fine() },
        Action::Shield { ticks: 10 },
        Action::Flee { from: Place::on(beside).fine(), blocks: 6 },
        Action::WallIn { from: Place::on(beside).fine() },
        Action::Sleep { bed: beside },
        Action::Wait { ticks: 5 },
        Action::LookAt { at: Place::on(beside).fine() },
    ]
}

#[test]
fn every_action_of_the_vocabulary_is_accepted_and_done() {
    let actions = every_action(BlockPos::default());
    let verbs: std::collections::BTreeSet<_> = actions.iter().map(Action::verb).collect();
    assert_eq!(verbs.len(), 25, "one of each");
    let floor = Player::on_a_floor(1);
    for action in every_action(floor.feet()) {
        let mut player = Player::new(floor.world.clone());
        set_scene(&mut player, &action);
        assert_eq!(player.end(action.clone()), End::Done, "{action:?}");
        assert!(!player.world.is_busy());
    }
}

#[test]
fn stage_0_the_name_of_every_action_leads_back_to_it_and_to_what_the_body_does() {
    let floor = Player::on_a_floor(1);
    for action in every_action(floor.feet()) {
        let written = serde_json::to_value(&action).expect("an action can be written");
        let names: Vec<&String> = written.as_object().expect("an action has a name").keys().collect();
        assert_eq!(names, [action.verb()], "{action:?} is written by its name alone");
        let read: Action = serde_json::from_value(written).expect("what was written can be read");
        assert_eq!(read, action);
        let mut player = Player::new(floor.world.clone());
        set_scene(&mut player, &read);
        assert_eq!(player.end(read), End::Done, "{action:?} reaches its skill by its name");
    }
}

#[test]
fn receipts_list_what_changed() {
    let floor = Player::on_a_floor(1);
    for action in every_action(floor.feet()) {
        let mut player = Player::new(floor.world.clone());
        set_scene(&mut player, &action);
        let before = player.world.body().inventory.everything();
        let outcome = player.run(action.clone());
        let after = player.world.body().inventory.everything();
        assert_eq!(outcome.receipt.gained, before.missing(&after), "{action:?}");
        assert_eq!(outcome.receipt.spent, after.missing(&before), "{action:?}");
        for (at, state) in outcome.receipt.blocks {
            assert_eq!(player.world.grid().block(at), Some(gamedata::states::block(state)), "{action:?}");
        }
    }
}

#[test]
fn progress_is_reported_during_an_action_and_cancelling_ends_it_once() {
    let mut player = Player::on_a_floor(1);
    let id = player.begin(Action::Wait { ticks: 100 });
    player.world.advance(10);
    let progress = player.world.senses().progress.unwrap();
    assert_eq!((progress.id, progress.done, progress.of), (id, 10, 100));
    player.world.cancel(id);
    player.world.cancel(id);
    player.world.advance(5);
    let ends: Vec<End> = player.world.outcomes().into_iter().map(|outcome| outcome.end).collect();
    assert_eq!(ends, [End::Cancelled]);
    assert_eq!(player.world.senses().progress, None);
}

#[test]
fn a_new_action_cancels_the_running_one() {
    let mut player = Player::on_a_floor(1);
    let first = player.begin(Action::Wait { ticks: 100 });
    let second = player.begin(Action::Wait { ticks: 1 });
    player.world.advance(2);
    let ends: Vec<_> = player.world.outcomes().into_iter().map(|outcome| (outcome.id, outcome.end)).collect();
    assert_eq!(ends, [(first, End::Cancelled), (second, End::Done)]);
}
