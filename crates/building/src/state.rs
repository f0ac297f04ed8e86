//! What a block state means for a build: what has to match, what a hand can place, what holds it, what it is made of.

use gamedata::states::{self, Kind};
use gamedata::{blocks, handwork};
use serde::{Deserialize, Serialize};
use vocab::{BlockPos, StateId};

pub use gamedata::handwork::{is_second_half, items_for, potted, second_half};

/// One of the four sides of the world.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Facing {
    North,
    East,
    #[default]
    South,
    West,
}

impl Facing {
    pub const ALL: [Facing; 4] = [Facing::North, Facing::East, Facing::South, Facing::West];

    pub const fn name(self) -> &'static str {
        match self {
            Facing::North => "north",
            Facing::East => "east",
            Facing::South => "south",
            Facing::West => "west",
        }
    }

    pub fn named(name: &str) -> Option<Facing> {
        Facing::ALL.into_iter().find(|facing| facing.name() == name)
    }

    /// Quarter turns clockwise from this side to another, as seen from above.
    pub fn turns_to(self, other: Facing) -> u8 {
        ((other as u8 + 4) - self as u8) % 4
    }

    /// The step to the next block on this side.
    pub const fn step(self) -> (i32, i32, i32) {
        match self {
            Facing::North => (0, 0, -1),
            Facing::East => (1, 0, 0),
            Facing::South => (0, 0, 1),
            Facing::West => (-1, 0, 0),
        }
    }
}

/// Blocks that turn into each other by themselves: grass spreads over dirt, and dies below a block.
const GROUND: [&str; 2] = ["dirt", "grass_block"];

/// Whether a cell holds what is wanted there. Only what the click that places a block decides is compared: what the cells
/// around it set, and what changes later, does not count.
pub fn matches(wanted: StateId, found: StateId) -> bool {
    if wanted == found {
        return true;
    }
    if is_air(wanted) {
        return is_air(found);
    }
    let (block, other) = (states::block(wanted), states::block(found));
    if block != other {
        let ground = |block| GROUND.contains(&blocks::get(block).name);
        return ground(block) && ground(other);
    }
    handwork::placed_alike(wanted, found)
}

pub fn is_air(state: StateId) -> bool {
    states::kind_of(state) == Kind::Air
}

/// Whether a block may be placed into a cell that holds this, without breaking it first.
pub fn is_replaceable(state: StateId) -> bool {
    is_air(state) || blocks::get(states::block(state)).replaceable
}

/// Whether a body bumps into it.
pub fn is_solid(state: StateId) -> bool {
    !states::boxes(state).is_empty()
}

/// Whether it fills its cell, so that other blocks can be held by any of its faces.
pub fn is_full(state: StateId) -> bool {
    matches!(states::boxes(state), [one] if one.min == [0; 3] && one.max.iter().all(|max| i32::from(*max) == states::PARTS_PER_BLOCK))
}

/// Doors and gates: a body opens them and walks through.
pub fn opens(state: StateId) -> bool {
    matches!(states::kind_of(state), Kind::Door | Kind::FenceGate)
        && blocks::get(states::block(state)).name != "iron_door"
}

/// Whether the block falls when nothing is below it.
pub fn falls(state: StateId) -> bool {
    blocks::get(states::block(state)).gravity
}

/// What has to stand beside a block while it is placed and after.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hold {
    /// Any neighbour to click on; it stays when that is gone.
    Any,
    /// The cell below.
    Below,
    /// The cell above.
    Above,
    /// The cell on this side.
    Beside(Facing),
    /// Water and lava need no neighbour that holds them, but a floor to be poured on.
    Poured,
}

/// The cell that holds a block in this state.
pub fn hold(state: StateId) -> Hold {
    let facing = || states::value(state, "facing").and_then(Facing::named).unwrap_or_default();
    let behind = || Hold::Beside(Facing::ALL[(facing() as usize + 2) % 4]);
    match states::kind_of(state) {
        _ if falls(state) => Hold::Below,
        Kind::Liquid => Hold::Poured,
        Kind::WallTorch | Kind::WallSign | Kind::WallBanner | Kind::Ladder | Kind::TripwireHook => behind(),
        Kind::Cocoa => Hold::Beside(facing()),
        Kind::Lantern => {
            if states::is(state, "hanging") {
                Hold::Above
            } else {
                Hold::Below
            }
        }
        Kind::HangingSign
        | Kind::SporeBlossom
        | Kind::HangingRoots
        | Kind::HangingMoss
        | Kind::WeepingVines
        | Kind::CaveVines => Hold::Above,
        Kind::Button | Kind::Lever | Kind::Grindstone => match states::value(state, "face") {
            Some("ceiling") => Hold::Above,
            Some("floor") => Hold::Below,
            _ => behind(),
        },
        Kind::Bell => match states::value(state, "attachment") {
            Some("ceiling") => Hold::Above,
            Some("floor") => Hold::Below,
            _ => Hold::Beside(facing()),
        },
        Kind::Crystal | Kind::Dripstone if states::value(state, "vertical_direction") == Some("down") => Hold::Above,
        Kind::Door
        | Kind::Torch
        | Kind::Sign
        | Kind::Banner
        | Kind::Carpet
        | Kind::MossyCarpet
        | Kind::PressurePlate
        | Kind::Crop
        | Kind::Sapling
        | Kind::Flower
        | Kind::TallPlant
        | Kind::DeadBush
        | Kind::Mushroom
        | Kind::Fungus
        | Kind::NetherWart
        | Kind::SugarCane
        | Kind::Cactus
        | Kind::Bamboo
        | Kind::Rail
        | Kind::StraightRail
        | Kind::RedstoneWire
        | Kind::Diode
        | Kind::Comparator
        | Kind::Candle
        | Kind::Cake
        | Kind::Snow
        | Kind::Stem
        | Kind::AttachedStem
        | Kind::PinkPetals
        | Kind::WitherRose
        | Kind::Azalea
        | Kind::Propagule
        | Kind::SmallDripleaf
        | Kind::BigDripleaf
        | Kind::TurtleEgg
        | Kind::SeaPickle
        | Kind::CoralPlant
        | Kind::Dripstone => Hold::Below,
        _ => Hold::Any,
    }
}

/// The cell from which a block is held, if it has to be a certain one.
pub fn held_by(state: StateId, at: BlockPos) -> Option<BlockPos> {
    match hold(state) {
        Hold::Any | Hold::Poured => None,
        Hold::Below => Some(at.offset(0, -1, 0)),
        Hold::Above => Some(at.offset(0, 1, 0)),
        Hold::Beside(facing) => {
            let (dx, dy, dz) = facing.step();
            Some(at.offset(dx, dy, dz))
        }
    }
}

/// Blocks that nobody gets into the hand in a life of survival.
const NOT_TO_BE_HAD: [&str; 24] = [
    "barrier",
    "bedrock",
    "budding_amethyst",
    "chain_command_block",
    "chorus_plant",
    "command_block",
    "end_portal_frame",
    "frogspawn",
    "frosted_ice",
    "infested_chiseled_stone_bricks",
    "infested_cobblestone",
    "infested_cracked_stone_bricks",
    "infested_deepslate",
    "infested_mossy_stone_bricks",
    "infested_stone",
    "infested_stone_bricks",
    "jigsaw",
    "light",
    "petrified_oak_slab",
    "reinforced_deepslate",
    "repeating_command_block",
    "spawner",
    "structure_block",
    "trial_spawner",
];

/// Whether a hand can place the block in this state, by itself or as the second half of one.
pub fn is_placeable(state: StateId) -> bool {
    let block = blocks::get(states::block(state));
    match states::kind_of(state) {
        Kind::Air | Kind::PistonHead | Kind::Portal | Kind::Fire => is_air(state),
        Kind::Liquid => block.item.is_some() && states::value(state, "level") == Some("0"),
        Kind::FlowerPot => true,
        Kind::Leaves => states::value(state, "persistent") != Some("false"),
        _ => block.item.is_some() && !NOT_TO_BE_HAD.contains(&block.name),
    }
}

/// The state to build for a state in a file: leaves that grew by themselves are wanted as a hand places them.
pub fn as_placed(state: StateId) -> StateId {
    if states::kind_of(state) == Kind::Leaves {
        return states::with(state, "persistent", "true").unwrap_or(state);
    }
    state
}

/// The tool that makes the block out of what was placed, by its ending.
pub fn made_with(state: StateId) -> Option<&'static str> {
    match states::kind_of(state) {
        Kind::Farmland => Some("_hoe"),
        Kind::DirtPath => Some("_shovel"),
        _ => None,
    }
}

/// What is placed before a tool makes the wanted block out of it.
pub fn before_work(wanted: StateId) -> Option<StateId> {
    made_with(wanted)?;
    blocks::named("dirt").map(states::default)
}

/// Whether a tool makes the wanted block out of what is there.
pub fn is_worked_from(wanted: StateId, found: Option<StateId>) -> bool {
    let ground = |found| before_work(wanted).is_some_and(|before| matches(before, found));
    found.is_some_and(ground)
}

#[cfg(test)]
mod tests {
    use super::*;
    use gamedata::items;

    fn state(text: &str) -> StateId {
        states::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    #[test]
    fn only_what_the_placing_click_decides_is_compared() {
        for (wanted, found, same) in [
            ("oak_stairs[facing=north]", "oak_stairs[facing=north,shape=outer_left]", true),
            ("oak_stairs[facing=north]", "oak_stairs[facing=east]", false),
            ("oak_stairs[half=top]", "oak_stairs[half=bottom]", false),
            ("oak_slab[type=top]", "oak_slab[type=double]", false),
            ("oak_log[axis=x]", "oak_log[axis=y]", false),
            ("oak_door[hinge=left]", "oak_door[hinge=left,open=true,powered=true]", true),
            ("oak_door[hinge=left]", "oak_door[hinge=right]", false),
            ("oak_fence", "oak_fence[north=true]", true),
            ("furnace[facing=east]", "furnace[facing=east,lit=true]", true),
            ("wheat[age=7]", "wheat", true),
            ("dirt", "grass_block", true),
            ("dirt", "stone", false),
            ("air", "cave_air", true),
            ("air", "short_grass", false),
        ] {
            assert_eq!(matches(state(wanted), state(found)), same, "{wanted} against {found}");
        }
    }

    #[test]
    fn holds_are_those_of_the_game() {
        for (text, expected) in [
            ("wall_torch[facing=north]", Hold::Beside(Facing::South)),
            ("ladder[facing=west]", Hold::Beside(Facing::East)),
            ("torch", Hold::Below),
            ("lantern[hanging=true]", Hold::Above),
            ("lever[face=ceiling]", Hold::Above),
            ("stone_button[face=wall,facing=east]", Hold::Beside(Facing::West)),
            ("sand", Hold::Below),
            ("oak_door", Hold::Below),
            ("oak_planks", Hold::Any),
            ("water", Hold::Poured),
        ] {
            assert_eq!(hold(state(text)), expected, "{text}");
        }
    }

    #[test]
    fn what_no_hand_can_place_is_known() {
        for (text, placeable) in [
            ("stone", true),
            ("piston_head", false),
            ("bedrock", false),
            ("water[level=0]", true),
            ("water[level=3]", false),
            ("nether_portal", false),
            ("potted_poppy", true),
            ("wheat[age=7]", true),
            ("farmland", true),
            ("oak_leaves[persistent=false]", false),
            ("oak_leaves[persistent=true]", true),
            ("spawner", false),
            ("red_bed[part=head]", true),
        ] {
            assert_eq!(is_placeable(state(text)), placeable, "{text}");
        }
        assert!(is_placeable(as_placed(state("oak_leaves[persistent=false]"))));
        for name in NOT_TO_BE_HAD {
            assert!(blocks::named(name).is_some(), "{name}");
        }
    }

    #[test]
    fn cells_take_as_many_items_as_in_the_game() {
        for (text, expected) in [
            ("oak_planks", Some(("oak_planks", 1))),
            ("oak_slab[type=double]", Some(("oak_slab", 2))),
            ("oak_door[half=lower]", Some(("oak_door", 1))),
            ("oak_door[half=upper]", None),
            ("red_bed[part=head]", None),
            ("candle[candles=3]", Some(("candle", 3))),
            ("snow[layers=8]", Some(("snow", 8))),
            ("farmland", Some(("dirt", 1))),
            ("wheat", Some(("wheat_seeds", 1))),
            ("wall_torch", Some(("torch", 1))),
            ("water", Some(("water_bucket", 1))),
            ("air", None),
        ] {
            let found = items_for(state(text)).map(|(item, count)| (items::get(item).name, count));
            assert_eq!(found, expected, "{text}");
        }
        assert_eq!(potted(state("potted_poppy")), items::named("poppy"));
    }

    #[test]
    fn turning_goes_clockwise() {
        assert_eq!(Facing::South.turns_to(Facing::West), 1);
        assert_eq!(Facing::West.turns_to(Facing::South), 3);
        assert_eq!(Facing::named("east"), Some(Facing::East));
    }
}
