//! Bad input: extreme numbers, odd moments, huge amounts. It is refused or bounded, and never causes a panic.

mod common;

use common::{Player, block, item};
use vocab::action::{Heading, Terrain};
use vocab::hazard::DANGERS_MAX;
use vocab::outcome::{End, Failure, Refusal};
use vocab::senses::Harm;
use vocab::{Action, ActionId, Answer, BlockId, BlockPos, Danger, FinePos, ItemId, Query};
use world::body::SIZE;
use world::faults::Fault;
use world::mobs::Kind;
use world::physics::fits;
use world::space::Place;
use world::{UNREAD_MAX, World};

const ENDS: [i32; 5] = [i32::MIN, -1, 0, 1, i32::MAX];

fn far_places() -> impl Iterator<Item = BlockPos> {
    ENDS.into_iter().flat_map(|x| ENDS.into_iter().flat_map(move |y| ENDS.map(move |z| BlockPos::new(x, y, z))))
}

fn is_free(world: &World) -> bool {
    fits(|at| world.grid().solid(at), world.body().at(), SIZE)
}

#[test]
fn positions_at_the_limits_of_i32_are_refused_or_given_up() {
    let mut player = Player::on_a_floor(1);
    player.give("dirt", 1);
    for at in far_places() {
        for action in [
            Action::GoTo { to: at, within: 255, terrain: Terrain::DigAndPlace },
            Action::Dig { at },
            Action::Place { item: item("dirt"), at },
            Action::Use { item: item("dirt"), at },
            Action::Toggle { at },
            Action::TakeOutput { at },
            Action::Deposit { at, item: item("dirt"), count: u16::MAX },
            Action::Sleep { bed: at },
        ] {
            let id = player.begin(action.clone());
            player.world.advance(1);
            player.world.cancel(id);
            let outcomes = player.world.outcomes();
            assert_eq!(outcomes.len(), 1, "{action:?}: {outcomes:?}");
            let allowed = matches!(action, Action::GoTo { .. });
            assert!(allowed || matches!(outcomes[0].end, End::Refused(_)), "{action:?}: {outcomes:?}");
        }
    }
    for v in [i64::MIN, -1, 0, i64::MAX] {
        let place = FinePos::new(v, v, v);
        for action in [
            Action::Attack { kind: vocab::Name::new("zombie"), near: place },
            Action::Flee { from: place, blocks: 255 },
            Action::LookAt { at: place },
        ] {
            let id = player.begin(action.clone());
            player.world.advance(2);
            player.world.cancel(id);
            assert_eq!(player.world.outcomes().len(), 1, "{action:?}");
        }
    }
}

#[test]
fn unknown_ids_are_refused() {
    let mut player = Player::on_a_floor(1);
    let feet = player.feet();
    player.set(feet.offset(2, 0, 0), "chest");
    player.set(feet.offset(-2, 0, 0), "furnace");
    let known_items = gamedata::items::all().len() as u16;
    for number in [known_items, known_items + 1, u16::MAX] {
        let unknown = ItemId(number);
        let (chest, furnace) = (feet.offset(2, 0, 0), feet.offset(-2, 0, 0));
        for action in [
            Action::Place { item: unknown, at: feet.offset(0, 0, 1) },
            Action::Use { item: unknown, at: feet.offset(0, -1, 1) },
            Action::Deposit { at: chest, item: unknown, count: 1 },
            Action::Withdraw { at: chest, item: unknown, count: 1 },
            Action::Drop { item: unknown, count: 1 },
            Action::Equip { item: unknown, slot: vocab::action::EquipSlot::Head },
            Action::Eat { item: unknown },
            Action::LoadStation { at: furnace, input: unknown, count: 1, fuel: None },
            Action::LoadStation { at: furnace, input: item("raw_iron"), count: 1, fuel: Some((unknown, 1)) },
            Action::Collect { item: unknown, from: vec![block("stone")], count: 1, radius: 8 },
            Action::Collect { item: item("dirt"), from: vec![BlockId(number)], count: 1, radius: 8 },
        ] {
            assert_eq!(player.end(action.clone()), End::Refused(Refusal::BadRequest), "{action:?}");
        }
        let craft = Action::Craft { recipe: number, times: 1, table: None };
        assert!(matches!(player.end(craft), End::Refused(_)));
    }
    let known_blocks = gamedata::blocks::all().len() as u16;
    let before = player.world.digest();
    for number in [known_blocks, 2_047, 2_048, u16::MAX] {
        assert!(!player.world.set_block(feet.offset(0, 3, 0), BlockId(number)), "{number}");
        let query = Query::NearestBlocks { blocks: vec![BlockId(number)], radius: 255, most: 255 };
        assert_eq!(player.world.answer(&query), Answer::Blocks { found: vec![] });
    }
    assert_eq!(player.world.digest(), before);
}

#[test]
fn queries_about_impossible_regions_return_unknown() {
    let mut player = Player::on_a_floor(1);
    for min in far_places() {
        for max in far_places() {
            let sides = [(min.x, max.x), (min.y, max.y), (min.z, max.z)];
            let cells: i128 = sides.iter().map(|(a, b)| (i128::from(*b) - i128::from(*a) + 1).max(0)).product();
            match player.world.answer(&Query::Region { min, max }) {
                Answer::Unknown => assert!(cells == 0 || cells > 32 * 32 * 32, "{min} {max}"),
                Answer::Region { states, .. } => assert_eq!(states.len() as i128, cells, "{min} {max}"),
                other => panic!("{other:?}"),
            }
        }
        assert_eq!(player.world.answer(&Query::Container { at: min }), Answer::Unknown);
    }
}

#[test]
fn too_many_reported_dangers_do_not_stop_a_walk() {
    let mut player = Player::on_a_floor(1);
    let to = player.feet().offset(6, 0, 0);
    let (back, beside) = (player.feet(), player.feet().offset(3, 0, 3));
    let far: Vec<Danger> = far_places().map(|at| Danger { at, explodes: false }).collect();
    player.world.beware(&far);
    player.must(Action::GoTo { to, within: 0, terrain: Terrain::Walk });
    player.world.beware(&[Danger { at: beside, explodes: true }; 2 * DANGERS_MAX]);
    player.must(Action::GoTo { to: back, within: 0, terrain: Terrain::Walk });
}

#[test]
fn faults_of_any_size_and_position_are_bounded() {
    let mut player = Player::on_a_floor(1);
    for _ in 0..2 {
        for fault in [
            Fault::Refuse { actions: u32::MAX },
            Fault::Delay { actions: u32::MAX, ticks: u32::MAX },
            Fault::LoseOutcome { outcomes: u32::MAX },
            Fault::Lag { ticks: u32::MAX },
            Fault::Theft,
        ] {
            player.world.inject(fault);
        }
    }
    for at in far_places() {
        player.world.inject(Fault::UnloadChunk { at, ticks: u32::MAX });
        player.world.inject(Fault::Explosion { at, power: u8::MAX });
    }
    player.world.advance(50);
    assert!(player.world.body().is_alive());
}

#[test]
fn each_of_thousands_of_requests_ends_exactly_once() {
    let mut player = Player::on_a_floor(1);
    player.world.inject(Fault::Lag { ticks: 20 });
    let ids: Vec<ActionId> = (0..3_000)
        .map(|number| match number % 3 {
            0 => player.begin(Action::Wait { ticks: u16::MAX }),
            1 => player.begin(Action::Explore { heading: Heading::East, blocks: 9 }),
            _ => player.begin(Action::Dig { at: BlockPos::new(0, -64, 0) }),
        })
        .collect();
    player.world.cancel(ids[1_500]);
    for unknown in [0, 9_999_999, u64::MAX] {
        player.world.cancel(ActionId(unknown));
    }
    player.world.advance(30);
    player.world.cancel(*ids.last().unwrap());
    let mut ended: Vec<ActionId> = player.world.outcomes().into_iter().map(|outcome| outcome.id).collect();
    assert!(!player.world.is_busy());
    ended.sort_unstable();
    assert_eq!(ended, ids);
}

#[test]
fn unread_events_and_outcomes_are_bounded() {
    let mut player = Player::on_a_floor(1);
    for _ in 0..UNREAD_MAX + 5 {
        player.begin(Action::Dig { at: BlockPos::new(0, -64, 0) });
    }
    player.world.advance(1);
    assert_eq!(player.world.outcomes().len(), UNREAD_MAX);
}

#[test]
fn a_dead_or_disconnected_body_refuses_every_action_and_knows_nothing() {
    let mut player = Player::on_a_floor(1);
    let feet = player.feet();
    player.world.add_mob(Kind::Cow, Place::on(feet.offset(4, 0, 0))).unwrap();
    player.world.inject(Fault::Disconnect { ticks: 30 });
    player.world.outcomes();
    assert_eq!(player.end(Action::Wait { ticks: 1 }), End::Refused(Refusal::Disconnected));
    assert!(player.world.detections().is_empty());
    assert!(player.world.nearest_entities(64, 8).is_empty());
    assert_eq!(player.world.answer(&Query::Region { min: feet, max: feet }), Answer::Unknown);
    // Sand falls while the body is disconnected; the body must not be inside it when it returns.
    for up in 2..5 {
        player.set(feet.offset(0, up, 0), "sand");
    }
    player.world.advance(31);
    assert!(player.world.is_connected() && is_free(&player.world));
    assert_eq!(player.world.detections().len(), 1);
    // The body dies during an action while another fault is active: the action has one outcome, and the next action is refused.
    let id = player.begin(Action::Wait { ticks: 100 });
    player.world.advance(2);
    player.world.hurt_body(u32::MAX, Harm::Void, None);
    player.world.inject(Fault::Disconnect { ticks: 5 });
    player.world.inject(Fault::Explosion { at: feet, power: 8 });
    player.world.advance(6);
    let ends: Vec<End> = player.world.outcomes().into_iter().filter(|o| o.id == id).map(|o| o.end).collect();
    assert_eq!(ends, [End::Failed(Failure::Died)]);
    assert_eq!(player.end(Action::LookAt { at: feet.centre() }), End::Refused(Refusal::Dead));
    player.world.advance(40);
    assert!(player.world.body().is_alive());
}

#[test]
fn a_body_respawns_on_top_of_a_building_that_covers_the_spawn() {
    let mut world = World::with_view(1, 2);
    world.set_spawning(false);
    let spawn = world.spawn();
    for (x, z) in (-4..=4).flat_map(|x| (-4..=4).map(move |z| (x, z))) {
        for y in -9..=20 {
            world.set_block(spawn.offset(x, y, z), block("glass"));
        }
    }
    world.hurt_body(20_000, Harm::Void, None);
    world.advance(30);
    assert!(world.body().is_alive() && is_free(&world), "at {}", world.body().feet());
}

#[test]
fn lava_does_not_harden_around_a_mob() {
    let mut player = Player::on_a_floor(1);
    let at = player.feet().offset(4, 0, 0);
    for (dx, dz) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
        player.set(at.offset(dx, 0, dz), "stone");
    }
    let cow = player.world.add_mob(Kind::Cow, Place::on(at)).unwrap();
    player.set(at, "lava");
    player.set(at.offset(0, 1, 0), "water");
    for _ in 0..300 {
        player.world.tick();
        let inside = |at| player.world.grid().solid(at);
        assert!(player.world.mobs().get(cow).is_none_or(|cow| fits(inside, cow.at, cow.size())));
    }
    player.world.clear_mobs();
    player.world.advance(60);
    assert_eq!(player.world.grid().block(at), Some(block("obsidian")));
}
