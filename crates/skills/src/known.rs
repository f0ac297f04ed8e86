//! The blocks and items that the world's rules name, and every block's properties in a form that is fast to look up.

use crate::boxes::{Form, STEP_PARTS, form_of};
use crate::state::Cell;
use gamedata::{blocks, items, states};
use std::sync::LazyLock;
use vocab::{BlockId, ItemId, StateId};

macro_rules! known {
    ($kind:ident, $id:ident, $table:ident: $($name:ident)*) => {
        /// Block or item ids, each in a field named after it.
        #[derive(Debug)]
        pub struct $kind { $(pub $name: $id,)* }

        impl $kind {
            fn find() -> $kind {
                $kind { $($name: $table::named(stringify!($name)).expect(concat!("the game has ", stringify!($name))),)* }
            }
        }
    };
}

known! { KnownBlocks, BlockId, blocks:
    air stone deepslate dirt grass_block bedrock water lava sand sandstone gravel clay cobblestone obsidian
    coal_ore iron_ore copper_ore gold_ore redstone_ore diamond_ore lapis_ore emerald_ore
    deepslate_coal_ore deepslate_iron_ore deepslate_copper_ore deepslate_gold_ore deepslate_redstone_ore
    deepslate_diamond_ore deepslate_lapis_ore deepslate_emerald_ore
    oak_log birch_log spruce_log oak_leaves birch_leaves spruce_leaves
    short_grass dandelion poppy farmland wheat torch wall_torch fire
    oak_sapling birch_sapling spruce_sapling podzol coarse_dirt
}

known! { KnownItems, ItemId, items:
    arrow bone gunpowder string rotten_flesh feather leather beef porkchop mutton chicken white_wool wheat_seeds
    torch
}

static BLOCKS: LazyLock<KnownBlocks> = LazyLock::new(KnownBlocks::find);
static ITEMS: LazyLock<KnownItems> = LazyLock::new(KnownItems::find);
static PROPS: LazyLock<Vec<Props>> =
    LazyLock::new(|| (0..states::COUNT as u16).map(|number| Props::of(StateId(number))).collect());

/// The ids of the blocks that the game rules name.
pub fn known() -> &'static KnownBlocks {
    &BLOCKS
}

/// The ids of the items that the game rules name.
pub fn known_items() -> &'static KnownItems {
    &ITEMS
}

/// Properties of a state that the grid and the rules look up often.
#[derive(Debug, Clone, Copy, Default)]
pub struct Props {
    /// Whether the block stops a body in the middle of its cell: it is higher than a step, or a closed door.
    pub solid: bool,
    /// How its boxes lie in the cell.
    pub form: Form,
    /// How high its boxes reach in the middle of the cell, in parts of a block.
    pub top: u8,
    /// Whether bodies climb in it.
    pub climb: bool,
    /// Whether the block is solid only in the closed state.
    pub opens: bool,
    pub liquid: bool,
    /// How thin a liquid is.
    pub level: u8,
    /// Whether there is water in the cell: it is water, or stands in it.
    pub wet: bool,
    pub gravity: bool,
    pub replaceable: bool,
    pub leaves: bool,
    pub log: bool,
    /// Whether the block grows, spreads or dries by random ticks.
    pub grows: bool,
    /// Whether the block is a crop, which grows on farmland.
    pub crop: bool,
    /// Light that the block absorbs, 0 to 15.
    pub filter: u8,
    /// Light that the block emits, 0 to 15.
    pub light: u8,
}

/// Blocks in which bodies climb.
const CLIMBED: [&str; 9] = [
    "ladder",
    "vine",
    "scaffolding",
    "weeping_vines",
    "weeping_vines_plant",
    "twisting_vines",
    "twisting_vines_plant",
    "cave_vines",
    "cave_vines_plant",
];

/// Blocks that are always in water.
const IN_WATER: [&str; 6] = ["water", "bubble_column", "kelp", "kelp_plant", "seagrass", "tall_seagrass"];

impl Props {
    fn of(state: StateId) -> Props {
        let id = states::block(state);
        let block = blocks::get(id);
        let name = block.name;
        let door = name.ends_with("_door");
        let opens = door || name.ends_with("_trapdoor") || name.ends_with("_fence_gate");
        let level = states::value(state, "level").filter(|_| block.liquid);
        let (form, top) = form_of(state);
        let crop = matches!(name, "wheat" | "carrots" | "potatoes" | "beetroots");
        Props {
            solid: top > STEP_PARTS || (door && !states::is(state, "open")),
            form,
            top,
            climb: CLIMBED.contains(&name),
            wet: IN_WATER.contains(&name) || states::is(state, "waterlogged"),
            opens,
            liquid: block.liquid,
            level: level.and_then(|level| level.parse().ok()).unwrap_or(0),
            gravity: block.gravity,
            replaceable: block.replaceable,
            leaves: name.ends_with("_leaves"),
            log: name.ends_with("_log"),
            grows: crop || name == "farmland" || name.ends_with("_sapling"),
            crop,
            filter: if id == known().water { 1 } else { states::light_filter(state) },
            light: states::light(state),
        }
    }
}

/// A block's properties in its default state.
#[inline]
pub fn props(block: BlockId) -> Props {
    *Cell::of(block).props()
}

/// The properties of all states by number, for loops that look up thousands.
#[inline]
pub fn all_props() -> &'static [Props] {
    &PROPS
}

/// Whether another block can be placed over this one, as over grass.
pub fn gives_way(block: BlockId) -> bool {
    block == known().air || props(block).replaceable
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_state_has_properties_and_air_has_none() {
        assert_eq!(all_props().len(), states::COUNT);
        let air = props(known().air);
        assert_eq!((known().air, air.solid, air.filter, air.light), (BlockId(0), false, 0, 0));
    }

    #[test]
    fn states_of_a_block_differ() {
        for (text, solid, light) in [
            ("oak_door[open=false]", true, 0),
            ("oak_door[open=true]", false, 0),
            ("furnace[lit=false]", true, 0),
            ("furnace[lit=true]", true, 13),
            ("oak_slab[type=bottom]", false, 0),
            ("oak_slab[type=top]", true, 0),
            ("ladder", false, 0),
        ] {
            let props = Cell::from(states::parse(text).unwrap()).props();
            assert_eq!((props.solid, props.light), (solid, light), "{text}");
        }
    }

    #[test]
    fn properties_match_the_game() {
        let known = known();
        for (block, solid, filter, light) in [
            (known.stone, true, 15, 0),
            (known.water, false, 1, 0),
            (known.lava, false, 1, 15),
            (known.torch, false, 0, 14),
            (known.oak_leaves, true, 1, 0),
            (known.short_grass, false, 0, 0),
        ] {
            let found = props(block);
            let name = blocks::get(block).name;
            assert_eq!((found.solid, found.filter, found.light), (solid, filter, light), "{name}");
        }
        assert!(props(known.sand).gravity && props(known.gravel).gravity && !props(known.dirt).gravity);
    }
}
