//! Block states: numbers as in the game, names there and back, roles, light, boxes, turning and mirroring.

use std::collections::BTreeSet;

use gamedata::states::{self, Aabb, Kind, Mirror, PARTS_PER_BLOCK, Role};
use gamedata::{blocks, items};
use vocab::{BlockId, StateId};

fn state(text: &str) -> StateId {
    states::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn all() -> impl Iterator<Item = StateId> {
    (0..states::COUNT as u32).map(|number| states::numbered(number).unwrap())
}

#[test]
fn states_have_the_numbers_of_the_game() {
    assert_eq!(states::COUNT, 27_866);
    assert_eq!(states::numbered(27_866), None);
    for (text, number) in [
        ("air", 0),
        ("stone", 1),
        ("grass_block[snowy=true]", 8),
        ("grass_block", 9),
        ("dirt", 10),
        ("oak_log", 137),
        ("oak_log[axis=x]", 136),
        ("oak_stairs[facing=north,half=top,shape=straight,waterlogged=true]", 2929),
        ("oak_stairs", 2940),
        ("oak_stairs[facing=east,half=bottom,shape=outer_right,waterlogged=false]", 3008),
    ] {
        assert_eq!(state(text), StateId(number), "{text}");
    }
}

#[test]
fn every_state_is_found_again_by_its_text_and_by_its_values() {
    let mut next = 0;
    for at in 0..blocks::all().len() {
        let block = BlockId(at as u16);
        assert!(states::all_of(block).any(|state| state == states::default(block)));
        for state in states::all_of(block) {
            assert_eq!(state, StateId(next), "the states of the blocks follow each other");
            next += 1;
            assert_eq!(states::block(state), block);
            let text = states::shown(state).to_string();
            assert_eq!(states::parse(&text), Ok(state), "{text}");
            let mut built = states::default(block);
            for (property, value) in states::values(state) {
                assert_eq!(states::value(state, property.name), Some(value), "{text}");
                built = states::with(built, property.name, value).unwrap();
            }
            assert_eq!(built, state, "{text}");
        }
    }
    assert_eq!(usize::from(next), states::COUNT);
}

/// Kinds whose blocks do not all have the same properties, because they differ in what happens to them later or look
/// different at their ends.
const MIXED: [Kind; 15] = [
    Kind::Bamboo,
    Kind::BigDripleaf,
    Kind::CaveVines,
    Kind::Cauldron,
    Kind::Falling,
    Kind::Fire,
    Kind::Flower,
    Kind::Kelp,
    Kind::Liquid,
    Kind::Pillar,
    Kind::PistonHead,
    Kind::Portal,
    Kind::PressurePlate,
    Kind::Seagrass,
    Kind::TallPlant,
];

#[test]
fn blocks_of_a_kind_have_the_same_properties() {
    let mixed =
        [MIXED.as_slice(), &[Kind::Torch, Kind::WallTorch, Kind::Crop, Kind::WeepingVines, Kind::TwistingVines]];
    let mut seen: Vec<(Kind, BTreeSet<&str>)> = Vec::new();
    for at in 0..blocks::all().len() {
        let block = BlockId(at as u16);
        let kind = states::kind(block);
        let names: BTreeSet<&str> = states::properties(block).map(|property| property.name).collect();
        match seen.iter().find(|(known, _)| *known == kind) {
            Some((_, known)) if !mixed.concat().contains(&kind) => {
                assert_eq!(*known, names, "{} is of kind {kind:?}", blocks::get(block).name);
            }
            Some(_) => {}
            None => seen.push((kind, names)),
        }
    }
    assert!(seen.iter().all(|(kind, names)| *kind != Kind::Plain || names.is_empty()), "what has states has a kind");
}

#[test]
fn each_property_has_a_role() {
    let role = |text: &str, property: &str| {
        states::properties(states::block(state(text))).find(|known| known.name == property).map(|known| known.role)
    };
    for (block, property, expected) in [
        ("oak_stairs", "facing", Role::Placed),
        ("oak_stairs", "shape", Role::Derived),
        ("oak_door", "hinge", Role::Placed),
        ("oak_door", "open", Role::Changing),
        ("oak_door", "powered", Role::Derived),
        ("oak_fence", "north", Role::Derived),
        ("vine", "north", Role::Placed),
        ("wheat", "age", Role::Changing),
        ("furnace", "lit", Role::Changing),
        ("grass_block", "snowy", Role::Derived),
        ("oak_hanging_sign", "attached", Role::Placed),
        ("tripwire_hook", "attached", Role::Derived),
    ] {
        assert_eq!(role(block, property), Some(expected), "{block} {property}");
    }
}

#[test]
fn light_depends_on_the_state() {
    for (text, light, filter) in [
        ("stone", 0, 15),
        ("torch", 14, 0),
        ("furnace", 0, 15),
        ("furnace[lit=true]", 13, 15),
        ("campfire[lit=false]", 0, 0),
        ("redstone_torch[lit=false]", 0, 0),
        ("white_candle[candles=3,lit=true]", 9, 0),
        ("sea_pickle[pickles=4,waterlogged=true]", 15, 1),
        ("sea_pickle[pickles=4,waterlogged=false]", 0, 0),
        ("waxed_oxidized_copper_bulb[lit=true]", 4, 15),
        ("respawn_anchor[charges=2]", 7, 15),
        ("light[level=3]", 3, 0),
        ("cave_vines[berries=true]", 14, 0),
        ("oak_leaves", 0, 1),
        ("oak_slab[type=bottom,waterlogged=true]", 0, 1),
        ("oak_slab[type=double]", 0, 15),
        ("snow[layers=8]", 0, 15),
        ("water", 0, 1),
    ] {
        assert_eq!((states::light(state(text)), states::light_filter(state(text))), (light, filter), "{text}");
    }
}

#[test]
fn boxes_are_those_of_the_game() {
    let full = Aabb { min: [0; 3], max: [32; 3] };
    let lower = Aabb { max: [32, 16, 32], ..full };
    for (text, expected) in [
        ("stone", &[full][..]),
        ("air", &[]),
        ("wheat", &[]),
        ("oak_slab[type=bottom]", &[lower]),
        ("oak_fence", &[Aabb { min: [12, 0, 12], max: [20, 48, 20] }]),
        ("oak_stairs[facing=north,half=bottom]", &[lower, Aabb { min: [0, 16, 0], max: [32, 32, 16] }]),
        ("farmland", &[Aabb { max: [32, 30, 32], ..full }]),
        ("oak_fence_gate[open=true]", &[]),
        ("white_carpet", &[Aabb { max: [32, 2, 32], ..full }]),
    ] {
        assert_eq!(states::boxes(state(text)), expected, "{text}");
    }
    assert_eq!(states::item(state("wall_torch[facing=west]")), items::named("torch"));
    assert_eq!(states::hardness_milli(state("oak_stairs[half=top]")), Some(2000));
}

type Move = (&'static str, fn(StateId) -> StateId, fn([i32; 3]) -> [i32; 3]);

/// What is done to a state, and the same done to a point, in parts of a block, around the cell's middle.
const MOVES: [Move; 4] = [
    ("turned", |state| states::turned(state, 1), |[x, y, z]| [PARTS_PER_BLOCK - z, y, x]),
    ("half turned", |state| states::turned(state, 2), |[x, y, z]| [PARTS_PER_BLOCK - x, y, PARTS_PER_BLOCK - z]),
    ("mirrored x", |state| states::mirrored(state, Mirror::X), |[x, y, z]| [PARTS_PER_BLOCK - x, y, z]),
    ("mirrored z", |state| states::mirrored(state, Mirror::Z), |[x, y, z]| [x, y, PARTS_PER_BLOCK - z]),
];

/// These look no way along the ground, but their boxes are off the middle.
const UNEVEN: [Kind; 6] = [Kind::Bamboo, Kind::Cake, Kind::Candle, Kind::Dripstone, Kind::SnifferEgg, Kind::TurtleEgg];

#[test]
fn what_is_turned_or_mirrored_collides_where_its_boxes_come_to() {
    for (name, change, point) in MOVES {
        for state in all().filter(|state| !UNEVEN.contains(&states::kind_of(*state))) {
            let moved: Vec<Aabb> = states::boxes(state)
                .iter()
                .map(|one| {
                    let (a, b) = (point(one.min.map(i32::from)), point(one.max.map(i32::from)));
                    Aabb {
                        min: std::array::from_fn(|at| a[at].min(b[at]) as i8),
                        max: std::array::from_fn(|at| a[at].max(b[at]) as i8),
                    }
                })
                .collect();
            let now = change(state);
            assert!(same_space(&moved, states::boxes(now)), "{} {name}: {}", states::shown(state), states::shown(now));
        }
    }
}

/// Whether boxes fill the same space, however it is cut into boxes.
fn same_space(one: &[Aabb], other: &[Aabb]) -> bool {
    let cuts = |axis: usize| {
        let both = one.iter().chain(other);
        let all: BTreeSet<i8> = both.flat_map(|aabb| [aabb.min[axis], aabb.max[axis]]).collect();
        all.into_iter().collect::<Vec<_>>()
    };
    let inside = |boxes: &[Aabb], at: [i8; 3]| {
        boxes.iter().any(|aabb| (0..3).all(|axis| aabb.min[axis] <= at[axis] && at[axis] < aabb.max[axis]))
    };
    let (xs, ys, zs) = (cuts(0), cuts(1), cuts(2));
    xs.iter().all(|x| ys.iter().all(|y| zs.iter().all(|z| inside(one, [*x, *y, *z]) == inside(other, [*x, *y, *z]))))
}

#[test]
fn four_quarter_turns_and_two_mirrors_change_nothing() {
    for state in all() {
        let turned = (0..4).fold(state, |state, _| states::turned(state, 1));
        assert_eq!(turned, state, "{}", states::shown(state));
        for mirror in [Mirror::X, Mirror::Z] {
            assert_eq!(states::mirrored(states::mirrored(state, mirror), mirror), state, "{}", states::shown(state));
        }
        let both = states::mirrored(states::mirrored(state, Mirror::X), Mirror::Z);
        assert_eq!(both, states::turned(state, 2), "{}", states::shown(state));
    }
}
