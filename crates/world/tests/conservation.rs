//! Items are created and lost only by a rule; a refused action changes nothing; health, food and positions stay in range.

mod common;

use common::{Player, block, item, recipe};
use proptest::prelude::*;
use std::sync::LazyLock;
use vocab::action::{EquipSlot, Heading, Terrain};
use vocab::outcome::End;
use vocab::senses::Harm;
use vocab::{Action, Bag, BlockId, BlockPos, FinePos, ItemId};
use world::World;
use world::body::SIZE;
use world::physics::fits;

/// A test scene: a floor with a chest, a furnace, a table and a pile of items, built once and cloned for each
/// case.
static SCENE: LazyLock<Player> = LazyLock::new(|| {
    let mut player = Player::on_a_floor(3);
    let feet = player.feet();
    for (dx, name) in [(2, "chest"), (-2, "furnace")] {
        player.set(feet.offset(dx, 0, 1), name);
    }
    player.set(feet.offset(0, 0, 3), "crafting_table");
    for (name, count) in [
        ("cobblestone", 40),
        ("dirt", 70),
        ("oak_log", 9),
        ("raw_iron", 12),
        ("bread", 5),
        ("iron_helmet", 1),
        ("stone_pickaxe", 1),
        ("shield", 1),
        ("oak_door", 2),
        ("red_bed", 1),
        ("torch", 4),
    ] {
        player.give(name, count);
    }
    player
});

fn scene() -> Player {
    Player::new(SCENE.world.clone())
}

const THINGS: [&str; 12] = [
    "cobblestone",
    "dirt",
    "oak_log",
    "raw_iron",
    "bread",
    "iron_helmet",
    "stone_pickaxe",
    "shield",
    "oak_door",
    "red_bed",
    "torch",
    "oak_planks",
];

fn thing() -> impl Strategy<Value = ItemId> {
    prop::sample::select(&THINGS[..]).prop_map(item)
}

fn cell() -> impl Strategy<Value = BlockPos> {
    let feet = SCENE.feet();
    (-4i32..=4, -1i32..=2, -4i32..=4).prop_map(move |(x, y, z)| feet.offset(x, y, z))
}

fn chest() -> BlockPos {
    SCENE.feet().offset(2, 0, 1)
}

fn furnace() -> BlockPos {
    SCENE.feet().offset(-2, 0, 1)
}

/// Actions whose effect on the total of all items is known in advance.
fn accountable() -> impl Strategy<Value = Action> {
    let planks = recipe("oak_planks", &["oak_log"]);
    prop_oneof![
        (thing(), cell()).prop_map(|(item, at)| Action::Place { item, at }),
        cell().prop_map(|at| Action::Dig { at }),
        (thing(), 0u16..80).prop_map(|(item, count)| Action::Deposit { at: chest(), item, count }),
        (thing(), 0u16..80).prop_map(|(item, count)| Action::Withdraw { at: chest(), item, count }),
        (thing(), 0u16..80).prop_map(|(item, count)| Action::Drop { item, count }),
        (thing(), 0usize..3).prop_map(|(item, slot)| Action::Equip {
            item,
            slot: [EquipSlot::Hand, EquipSlot::OffHand, EquipSlot::Head][slot],
        }),
        (0u8..15).prop_map(|count| Action::LoadStation { at: furnace(), input: item("raw_iron"), count, fuel: None }),
        (1u16..4).prop_map(move |times| Action::Craft { recipe: planks, times, table: None }),
        Just(Action::Eat { item: item("bread") }),
        Just(Action::PickUp { radius: 12 }),
        cell().prop_map(|at| Action::Toggle { at }),
        (1u16..30).prop_map(|ticks| Action::Wait { ticks }),
    ]
}

/// Adds the change that the rules require of an action to the expected total of all items.
fn account(expected: &mut Bag, action: &Action, dug: Option<BlockId>, tool: Option<ItemId>) {
    match action {
        Action::Place { item, .. } | Action::Eat { item } => assert!(expected.take(*item, 1)),
        Action::Dig { .. } => {
            let block = dug.expect("there was something to dig");
            match gamedata::tools::drops(block, tool) {
                [] => assert_eq!(tool, None, "a pickaxe gets something out of every block of the scene"),
                [drop] => expected.add(drop.item, u32::from(drop.max)),
                more => panic!("the scene's blocks drop one thing each: {more:?}"),
            }
        }
        Action::Craft { times, .. } => {
            assert!(expected.take(item("oak_log"), u32::from(*times)));
            expected.add(item("oak_planks"), 4 * u32::from(*times));
        }
        _ => {}
    }
}

/// Any action of the body, possible or not.
fn anything() -> impl Strategy<Value = Action> {
    let place = || {
        let feet = SCENE.feet();
        let near = (-8i32..8, -8i32..8, -8i32..8).prop_map(move |(x, y, z)| feet.offset(x, y, z));
        let far = (any::<i32>(), any::<i32>(), any::<i32>()).prop_map(|(x, y, z)| BlockPos::new(x, y, z));
        prop_oneof![4 => near, 1 => far]
    };
    let fine = || (any::<i64>(), any::<i64>(), any::<i64>()).prop_map(|(x, y, z)| FinePos::new(x, y, z));
    let named = || prop_oneof![3 => thing(), 1 => any::<u16>().prop_map(ItemId)];
    let slots = [EquipSlot::Hand, EquipSlot::OffHand, EquipSlot::Head, EquipSlot::Feet];
    prop_oneof![
        (place(), any::<u8>()).prop_map(|(to, within)| Action::GoTo { to, within, terrain: Terrain::DigAndPlace }),
        any::<u16>().prop_map(|blocks| Action::Explore { heading: Heading::North, blocks }),
        place().prop_map(|at| Action::Dig { at }),
        (named(), any::<u16>(), any::<u8>(), any::<u16>()).prop_map(|(item, count, radius, from)| Action::Collect {
            item,
            from: vec![BlockId(from)],
            count,
            radius
        }),
        any::<u8>().prop_map(|radius| Action::PickUp { radius }),
        (named(), place()).prop_map(|(item, at)| Action::Place { item, at }),
        (named(), place()).prop_map(|(item, at)| Action::Use { item, at }),
        place().prop_map(|at| Action::Toggle { at }),
        (any::<u16>(), any::<u16>()).prop_map(|(recipe, times)| Action::Craft { recipe, times, table: None }),
        (place(), named(), any::<u8>(), prop::option::of((named(), any::<u8>())))
            .prop_map(|(at, input, count, fuel)| Action::LoadStation { at, input, count, fuel }),
        place().prop_map(|at| Action::TakeOutput { at }),
        (place(), named(), any::<u16>()).prop_map(|(at, item, count)| Action::Deposit { at, item, count }),
        (place(), named(), any::<u16>()).prop_map(|(at, item, count)| Action::Withdraw { at, item, count }),
        (named(), any::<u16>()).prop_map(|(item, count)| Action::Drop { item, count }),
        (named(), prop::sample::select(slots.to_vec())).prop_map(|(item, slot)| Action::Equip { item, slot }),
        named().prop_map(|item| Action::Eat { item }),
        fine().prop_map(|near| Action::Attack { kind: vocab::Name::new("zombie"), near }),
        any::<u16>().prop_map(|ticks| Action::Shield { ticks }),
        (fine(), any::<u8>()).prop_map(|(from, blocks)| Action::Flee { from, blocks }),
        place().prop_map(|bed| Action::Sleep { bed }),
        fine().prop_map(|at| Action::LookAt { at }),
    ]
}

fn check_ranges(world: &World) -> Result<(), TestCaseError> {
    let body = world.body();
    prop_assert!(body.health_milli <= 20_000);
    prop_assert!(body.hunger.food <= 20);
    prop_assert!(body.hunger.saturation_milli <= u32::from(body.hunger.food) * 1_000 + 5_000);
    prop_assert!(fits(|at| world.grid().solid(at), body.at(), SIZE), "inside a block at {:?}", body.at());
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn items_are_created_and_lost_only_by_a_rule(actions in prop::collection::vec(accountable(), 1..16)) {
        let mut player = scene();
        player.world.body_mut().hunger.food = 4;
        let mut expected = player.world.all_items();
        for action in actions {
            let dug = match &action {
                Action::Dig { at } => player.world.grid().block(*at),
                _ => None,
            };
            let pickaxe = Some(item("stone_pickaxe"));
            let carried = &player.world.body().inventory.carried().slots;
            let tool = pickaxe.filter(|pickaxe| carried.iter().flatten().any(|stack| stack.item == *pickaxe));
            let outcome = player.run(action.clone());
            if outcome.end == End::Done {
                account(&mut expected, &action, dug, tool);
            }
            player.world.advance(3);
            prop_assert_eq!(player.world.all_items(), expected.clone(), "{:?} {:?}", action, outcome.end);
            check_ranges(&player.world)?;
        }
    }

    #[test]
    fn a_refused_action_changes_nothing(action in anything()) {
        let mut player = scene();
        let before = player.world.digest();
        let id = player.begin(action.clone());
        let outcomes = player.world.outcomes();
        if let Some(outcome) = outcomes.into_iter().find(|outcome| outcome.id == id) {
            prop_assert!(matches!(outcome.end, End::Refused(_)), "{:?}", outcome);
            prop_assert_eq!(outcome.receipt, vocab::outcome::Receipt::default());
            prop_assert_eq!(player.world.digest(), before, "{:?}", action);
        } else {
            // An accepted action may begin; then it is cancelled after a few ticks.
            player.world.advance(3);
            player.world.cancel(id);
            let outcomes = player.world.outcomes();
            prop_assert_eq!(outcomes.iter().filter(|outcome| outcome.id == id).count(), 1);
            check_ranges(&player.world)?;
        }
    }

    #[test]
    fn a_death_drops_exactly_the_carried_items(harm in 1u32..40_000) {
        let mut player = scene();
        let before = player.world.all_items();
        player.world.hurt_body(harm, Harm::Void, None);
        let dead = !player.world.body().is_alive();
        prop_assert_eq!(dead, harm >= 20_000);
        prop_assert_eq!(player.world.all_items(), before.clone());
        prop_assert_eq!(dead, player.world.body().inventory.everything().is_empty());
        player.world.advance(25);
        prop_assert!(player.world.body().is_alive());
        prop_assert_eq!(player.world.all_items(), before);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, ..ProptestConfig::default() })]

    #[test]
    fn a_body_never_ends_inside_a_solid_block(
        seed in 0u64..6,
        goals in prop::collection::vec((-14i32..14, -6i32..6, -14i32..14, 0usize..3), 1..4),
    ) {
        let mut world = World::with_view(seed, 3);
        world.set_spawning(false);
        let mut player = Player::new(world);
        player.world.give(item("dirt"), 30);
        let start = player.feet();
        for (x, y, z, terrain) in goals {
            let terrain = [Terrain::Walk, Terrain::Dig, Terrain::DigAndPlace][terrain];
            player.begin(Action::GoTo { to: start.offset(x, y, z), within: 1, terrain });
            for _ in 0..250 {
                player.world.tick();
                check_ranges(&player.world)?;
            }
        }
    }
}

#[test]
fn a_furnace_turns_each_raw_iron_into_one_ingot_and_burns_fuel() {
    let mut player = scene();
    player.give("coal", 2);
    let fuel = Some((item("coal"), 2));
    player.must(Action::LoadStation { at: furnace(), input: item("raw_iron"), count: 12, fuel });
    for _ in 0..30 {
        player.world.advance(100);
        let all = player.world.all_items();
        assert_eq!(all.count(item("raw_iron")) + all.count(item("iron_ingot")), 12);
    }
    let all = player.world.all_items();
    assert_eq!((all.count(item("iron_ingot")), all.count(item("coal"))), (12, 0));
}

#[test]
fn a_broken_chest_drops_its_contents_and_a_door_or_bed_drops_once() {
    let mut player = scene();
    let before = player.world.all_items();
    player.must(Action::Deposit { at: chest(), item: item("dirt"), count: 70 });
    player.must(Action::Dig { at: chest() });
    let mut expected = before.clone();
    expected.add(item("chest"), 1);
    assert_eq!(player.world.all_items(), expected);
    for (name, half) in [("oak_door", (0, 1, 0)), ("oak_door", (0, 0, 0)), ("red_bed", (0, 0, 0))] {
        let at = player.feet().offset(0, 0, -2);
        player.must(Action::Place { item: item(name), at });
        player.must(Action::Dig { at: at.offset(half.0, half.1, half.2) });
        player.world.advance(5);
        assert_eq!(player.world.all_items(), expected, "{name}");
        assert!(player.world.grid().block(at.offset(0, 1, 0)) != Some(block(name)));
        player.run(Action::PickUp { radius: 8 });
    }
}
