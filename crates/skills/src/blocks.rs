//! Properties of blocks that matter to a body: stations, chests, beds, doors, harmful blocks, blocks that a path may not break.

use crate::state::Cell;
use gamedata::{blocks, states};
use std::sync::LazyLock;
use vocab::{BlockId, StateId, Station};

/// How a body can pass through a cell of the grid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// A body passes freely: air, plants, torches, open doors.
    Open,
    Water,
    /// Lava, fire, cactus and the like: a body neither enters nor stands on them.
    Harm,
    /// A closed door, fence gate or trapdoor that opens by hand.
    Door,
    Solid,
}

#[derive(Debug, Clone, Copy)]
struct Nature {
    way: Way,
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
        let way = match () {
            () if HARMFUL.contains(&name) => Way::Harm,
            () if block.liquid => Way::Water,
            () if opens => Way::Door,
            () if block.solid || name == "iron_door" || name == "iron_trapdoor" => Way::Solid,
            () => Way::Open,
        };
        let natural = NATURAL.contains(&name)
            || ["_ore", "_leaves", "_log"].iter().any(|end| name.ends_with(end))
            || name.contains("terracotta");
        Nature {
            way,
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

fn way_of(state: StateId) -> Way {
    match nature(states::block(state)) {
        Some(nature) if nature.way == Way::Door && states::is(state, "open") => Way::Open,
        Some(nature) => nature.way,
        None => Way::Solid,
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
        ] {
            assert_eq!(way(Cell::of(block(name))), found, "{name}");
        }
        assert_eq!(way(Cell::of(block("oak_door")).with_open(true)), Way::Open);
        assert!(is_bed(block("red_bed")) && is_chest(block("barrel")) && is_kept(block("crafting_table")));
        assert!(is_made(block("oak_planks")) && !is_made(block("iron_ore")) && !is_made(block("air")));
        assert_eq!(station(block("blast_furnace")), Some(Station::BlastFurnace));
    }
}
