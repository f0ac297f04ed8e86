//! Properties of blocks that matter to a body: stations, chests, beds, doors, harmful blocks, blocks that a path may not break.

use crate::state::Cell;
use gamedata::blocks;
use gamedata::states::{self, PARTS_PER_BLOCK};
use std::sync::LazyLock;
use vocab::{BlockId, StateId, Station};

/// How a body can pass through a cell of the grid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// A body passes freely: air, plants, torches, open doors.
    Open,
    Water,
    /// A slab, a carpet or the like: a body walks onto it, but has no room for its head there.
    Step,
    /// A ladder, vines or scaffolding: a body passes, and climbs up and down.
    Climb,
    /// Lava, fire, cactus and the like: a body neither enters nor stands on them.
    Harm,
    /// A closed door or fence gate that opens by hand.
    Door,
    Solid,
    /// A fence or a wall: solid, and too high to be jumped on.
    Fence,
}

#[derive(Debug, Clone, Copy)]
struct Nature {
    harm: bool,
    bed: bool,
    chest: bool,
    opens: bool,
    door: bool,
    station: Option<Station>,
    /// Whether somebody built the block: a path digs through it only if any other path is much longer.
    made: bool,
    /// Whether a path must never break the block.
    kept: bool,
    gravity: bool,
}

static NATURES: LazyLock<Vec<Nature>> = LazyLock::new(|| blocks::all().iter().map(Nature::of).collect());
static WAYS: LazyLock<Vec<Way>> =
    LazyLock::new(|| (0..states::COUNT as u16).map(|state| way_of(StateId(state))).collect());

/// Blocks that a body should neither enter nor stand on, solid or not.
const HARMFUL: [&str; 12] = [
    "lava",
    "fire",
    "soul_fire",
    "cactus",
    "sweet_berry_bush",
    "wither_rose",
    "powder_snow",
    "magma_block",
    "campfire",
    "soul_campfire",
    "cobweb",
    "nether_portal",
];

/// Natural ground. Every other solid block counts as built by somebody.
const NATURAL: [&str; 22] = [
    "stone",
    "deepslate",
    "granite",
    "diorite",
    "andesite",
    "tuff",
    "calcite",
    "dirt",
    "coarse_dirt",
    "rooted_dirt",
    "grass_block",
    "podzol",
    "mycelium",
    "mud",
    "clay",
    "sand",
    "red_sand",
    "sandstone",
    "gravel",
    "snow_block",
    "ice",
    "packed_ice",
];

impl Nature {
    fn of(block: &blocks::Block) -> Nature {
        let name = block.name;
        let door = name.ends_with("_door");
        let opens =
            (door || name.ends_with("_trapdoor") || name.ends_with("_fence_gate")) && !name.starts_with("iron_");
        let bed = name.ends_with("_bed");
        let chest = matches!(name, "chest" | "trapped_chest" | "barrel");
        let station = match name {
            "soul_campfire" => Some(Station::Campfire),
            _ => Station::named(name),
        };
        let natural = NATURAL.contains(&name)
            || ["_ore", "_leaves", "_log"].iter().any(|end| name.ends_with(end))
            || name.contains("terracotta");
        Nature {
            harm: HARMFUL.contains(&name),
            bed,
            chest,
            opens,
            door,
            station,
            made: block.solid && !natural,
            kept: bed || chest || opens || station.is_some() || name == "iron_door" || name == "farmland",
            gravity: block.gravity,
        }
    }
}

fn nature(block: BlockId) -> Option<&'static Nature> {
    NATURES.get(usize::from(block.0))
}

/// The height of a whole block in the parts in which boxes are counted.
const WHOLE: u8 = PARTS_PER_BLOCK as u8;

fn way_of(state: StateId) -> Way {
    let Some(nature) = nature(states::block(state)) else { return Way::Solid };
    let props = Cell::from(state).props();
    // A trapdoor is walked over, not through.
    let door = nature.opens && props.solid && states::value(state, "in_wall").is_some() | nature.door;
    match props.top {
        _ if nature.harm => Way::Harm,
        _ if props.liquid => Way::Water,
        _ if door => Way::Door,
        _ if props.climb => Way::Climb,
        WHOLE.. if props.top > WHOLE => Way::Fence,
        _ if props.solid => Way::Solid,
        1.. => Way::Step,
        0 if props.wet => Way::Water,
        0 => Way::Open,
    }
}

/// How a body can pass through a cell.
#[inline]
pub fn way(cell: Cell) -> Way {
    WAYS[usize::from(cell.0)]
}

pub fn is_bed(block: BlockId) -> bool {
    nature(block).is_some_and(|nature| nature.bed)
}

pub fn is_chest(block: BlockId) -> bool {
    nature(block).is_some_and(|nature| nature.chest)
}

/// Whether a block is a door, fence gate or trapdoor that opens by hand.
pub fn opens(block: BlockId) -> bool {
    nature(block).is_some_and(|nature| nature.opens)
}

/// Whether a block is a door, which has two halves.
pub fn is_door(block: BlockId) -> bool {
    nature(block).is_some_and(|nature| nature.door)
}

pub fn station(block: BlockId) -> Option<Station> {
    nature(block)?.station
}

pub fn is_made(block: BlockId) -> bool {
    nature(block).is_some_and(|nature| nature.made)
}

pub fn is_kept(block: BlockId) -> bool {
    nature(block).is_none_or(|nature| nature.kept)
}

pub fn falls(block: BlockId) -> bool {
    nature(block).is_some_and(|nature| nature.gravity)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn block_properties_match_the_game() {
        let block = |name: &str| blocks::find(name).unwrap();
        for (name, found) in [
            ("air", Way::Open),
            ("short_grass", Way::Open),
            ("torch", Way::Open),
            ("water", Way::Water),
            ("lava", Way::Harm),
            ("magma_block", Way::Harm),
            ("oak_door", Way::Door),
            ("iron_door", Way::Solid),
            ("oak_leaves", Way::Solid),
            ("stone", Way::Solid),
            ("oak_slab", Way::Step),
            ("white_carpet", Way::Step),
            ("red_bed", Way::Step),
            ("oak_stairs", Way::Solid),
            ("farmland", Way::Solid),
            ("oak_fence", Way::Fence),
            ("cobblestone_wall", Way::Fence),
            ("oak_fence_gate", Way::Door),
            ("oak_trapdoor", Way::Step),
            ("glass_pane", Way::Solid),
            ("ladder", Way::Climb),
            ("vine", Way::Climb),
            ("scaffolding", Way::Climb),
            ("seagrass", Way::Water),
        ] {
            assert_eq!(way(Cell::of(block(name))), found, "{name}");
        }
        let state = |text: &str| way(states::parse(text).unwrap().into());
        for (text, found) in [
            ("oak_slab[type=top]", Way::Solid),
            ("oak_slab[type=double]", Way::Solid),
            ("oak_trapdoor[half=top]", Way::Solid),
            ("oak_trapdoor[open=true]", Way::Open),
            ("oak_fence_gate[open=true]", Way::Open),
            ("iron_door[open=true]", Way::Open),
            ("snow[layers=1]", Way::Open),
            ("snow[layers=8]", Way::Solid),
        ] {
            assert_eq!(state(text), found, "{text}");
        }
        assert_eq!(way(Cell::of(block("oak_door")).with_open(true)), Way::Open);
        assert!(is_bed(block("red_bed")) && is_chest(block("barrel")) && is_kept(block("crafting_table")));
        assert!(is_made(block("oak_planks")) && !is_made(block("iron_ore")) && !is_made(block("air")));
        assert_eq!(station(block("blast_furnace")), Some(Station::BlastFurnace));
    }
}
