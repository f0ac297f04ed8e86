//! Game facts that the agent starts with: natural blocks, the drops of creatures, and the cheapest cost of each item.
//! Computed once from `gamedata`.

use alloc::vec;
use alloc::vec::Vec;
use gamedata::{blocks, items, recipes, smelting, tools};
use vocab::{Bag, BlockId, ItemId, Station};

/// Units of an item's cost per tick. Hundredths of a tick keep the fractions of recipes that make several items at
/// once.
const COST_PER_TICK: u64 = 100;
/// Most rounds to compute the table of item costs. No chain of recipes is longer than this.
const ROUNDS_MAX: usize = 40;
/// Cost of crafting or smelting one item in addition to its inputs, in ticks.
const CRAFT_COST_TICKS: u64 = 5;
const SMELT_COST_TICKS: u64 = 60;
/// Cost of one drop from a creature, in ticks: the agent must find it and chase it.
pub const HUNT_COST_TICKS: u64 = 300;
/// The cost of an item that the agent cannot obtain by any known method.
pub const UNREACHABLE: u64 = u64::MAX;

/// Natural blocks: name, ticks to get one, and the height (y) to mine at when none is in sight. Diamonds are a little
/// more common below -48, but caves below -54 are full of lava.
const NATURE: &[(&str, u64, Option<i32>)] = &[
    ("oak_log", 80, None),
    ("birch_log", 80, None),
    ("spruce_log", 80, None),
    ("jungle_log", 80, None),
    ("acacia_log", 80, None),
    ("dark_oak_log", 80, None),
    ("cherry_log", 90, None),
    ("mangrove_log", 90, None),
    ("dirt", 20, None),
    ("grass_block", 20, None),
    ("sand", 25, None),
    ("gravel", 25, None),
    ("clay", 40, None),
    ("short_grass", 30, None),
    ("sugar_cane", 60, None),
    ("oak_leaves", 30, None),
    ("wheat", 200, None),
    ("carrots", 300, None),
    ("potatoes", 300, None),
    ("pumpkin", 400, None),
    ("melon", 400, None),
    ("sweet_berry_bush", 200, None),
    ("dandelion", 60, None),
    ("poppy", 60, None),
    ("stone", 40, Some(48)),
    ("cobblestone", 40, None),
    ("granite", 60, Some(48)),
    ("diorite", 60, Some(48)),
    ("andesite", 60, Some(48)),
    ("deepslate", 80, Some(-8)),
    ("coal_ore", 150, Some(44)),
    ("deepslate_coal_ore", 300, Some(-4)),
    ("copper_ore", 250, Some(40)),
    ("iron_ore", 350, Some(16)),
    ("deepslate_iron_ore", 450, Some(-4)),
    ("gold_ore", 900, Some(8)),
    ("deepslate_gold_ore", 900, Some(-16)),
    ("redstone_ore", 1_200, Some(8)),
    ("deepslate_redstone_ore", 1_000, Some(-48)),
    ("lapis_ore", 1_000, Some(8)),
    ("deepslate_lapis_ore", 1_200, Some(-16)),
    ("diamond_ore", 3_500, Some(10)),
    ("deepslate_diamond_ore", 3_000, Some(-48)),
    ("obsidian", 3_000, Some(-48)),
];

/// The drops of creatures: the item, and the creatures that drop it.
const PREY: &[(&str, &[&str])] = &[
    ("beef", &["cow"]),
    ("porkchop", &["pig"]),
    ("mutton", &["sheep"]),
    ("chicken", &["chicken"]),
    ("leather", &["cow"]),
    ("feather", &["chicken"]),
    ("white_wool", &["sheep"]),
];

/// Items, by name, for which [`NATURE`] or [`PREY`] is the cheapest source. A test checks the list.
const COLLECTED: &[&str] = &[
    "acacia_log",
    "apple",
    "beef",
    "birch_log",
    "carrot",
    "cherry_log",
    "chicken",
    "clay_ball",
    "coal",
    "cobbled_deepslate",
    "cobblestone",
    "dandelion",
    "dark_oak_log",
    "diamond",
    "diorite",
    "dirt",
    "feather",
    "flint",
    "granite",
    "gravel",
    "jungle_log",
    "lapis_lazuli",
    "leather",
    "mangrove_log",
    "melon_slice",
    "mutton",
    "oak_log",
    "oak_sapling",
    "obsidian",
    "poisonous_potato",
    "poppy",
    "porkchop",
    "potato",
    "pumpkin",
    "raw_copper",
    "raw_gold",
    "raw_iron",
    "redstone",
    "sand",
    "spruce_log",
    "sugar_cane",
    "sweet_berries",
    "wheat",
    "wheat_seeds",
    "white_wool",
];

/// A natural block that drops an item, and the cost of one item from it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Deposit {
    pub block: BlockId,
    pub cost: u64,
    pub dig_to_y: Option<i32>,
    /// Tools that harvest the natural block, lowest tier first (wood, gold, stone, ...); empty when the bare hand is
    /// enough.
    pub tools: Vec<ItemId>,
}

/// What the agent knows of the game's items: where each comes from and what it costs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lore {
    deposits: Vec<Vec<Deposit>>,
    prey: Vec<&'static [&'static str]>,
    costs: Vec<u64>,
    /// All items that natural blocks or creatures drop.
    natural: Vec<ItemId>,
    /// Kinds of blocks that the agent remembers as landmarks.
    landmarks: Vec<BlockId>,
}

impl Default for Lore {
    fn default() -> Lore {
        Lore::new()
    }
}

impl Lore {
    pub fn new() -> Lore {
        let count = items::all().len();
        let mut lore = Lore {
            deposits: vec![Vec::new(); count],
            prey: vec![&[]; count],
            costs: vec![UNREACHABLE; count],
            natural: Vec::new(),
            landmarks: crate::memory::landmarks::worth_remembering(),
        };
        for &(name, ticks, dig_to_y) in NATURE {
            let Some(block) = blocks::named(name) else { continue };
            let tools = if tools::harvests(block, None) { Vec::new() } else { tools_for(block) };
            for drop in blocks::get(block).drops.iter().filter(|drop| drop.chance_ppm > 0 && drop.max > 0) {
                let twice_mean = u64::from(drop.min) + u64::from(drop.max);
                let cost = (ticks * COST_PER_TICK * 2 * 1_000_000) / (twice_mean * u64::from(drop.chance_ppm)).max(1);
                lore.deposits[usize::from(drop.item.0)].push(Deposit { block, cost, dig_to_y, tools: tools.clone() });
            }
        }
        for &(name, kinds) in PREY {
            if let Some(item) = items::named(name) {
                lore.prey[usize::from(item.0)] = kinds;
            }
        }
        let is_natural = |item: &usize| !lore.deposits[*item].is_empty() || !lore.prey[*item].is_empty();
        lore.natural = (0..count).filter(is_natural).map(|item| ItemId(item as u16)).collect();
        lore.settle_costs();
        lore
    }

    fn settle_costs(&mut self) {
        for item in 0..self.costs.len() {
            let deposits = self.deposits[item].iter().map(|deposit| deposit.cost).min().unwrap_or(UNREACHABLE);
            let hunted = if self.prey[item].is_empty() { UNREACHABLE } else { HUNT_COST_TICKS * COST_PER_TICK };
            self.costs[item] = deposits.min(hunted);
        }
        for _ in 0..ROUNDS_MAX {
            let mut settled = true;
            let mut lower = |costs: &mut Vec<u64>, item: ItemId, cost: u64| {
                let known = &mut costs[usize::from(item.0)];
                settled &= cost >= *known;
                *known = cost.min(*known);
            };
            for recipe in recipes::all().iter().filter(|recipe| can_craft(recipe)) {
                let sum = recipe.ingredients().fold(CRAFT_COST_TICKS * COST_PER_TICK, |sum, cell| {
                    sum.saturating_add(
                        cell.iter().map(|item| self.costs[usize::from(item.0)]).min().unwrap_or(UNREACHABLE),
                    )
                });
                if sum < UNREACHABLE {
                    lower(&mut self.costs, recipe.output, (sum / u64::from(recipe.count.max(1))).max(1));
                }
            }
            for smelt in smelting::all().iter().filter(|smelt| smelt.station == Station::Furnace) {
                let input =
                    smelt.inputs.iter().map(|item| self.costs[usize::from(item.0)]).min().unwrap_or(UNREACHABLE);
                if input < UNREACHABLE {
                    lower(&mut self.costs, smelt.output, input + SMELT_COST_TICKS * COST_PER_TICK);
                }
            }
            if settled {
                return;
            }
        }
    }

    /// Cost to get one item from nothing, without its tools, in hundredths of a tick; [`UNREACHABLE`] when no method is
    /// known.
    pub fn cost(&self, item: ItemId) -> u64 {
        self.costs.get(usize::from(item.0)).copied().unwrap_or(UNREACHABLE)
    }

    /// Natural blocks that drop the item.
    pub fn deposits(&self, item: ItemId) -> &[Deposit] {
        self.deposits.get(usize::from(item.0)).map_or(&[], Vec::as_slice)
    }

    /// Kinds of blocks that the agent remembers as landmarks: ore, chests and crops.
    pub fn landmarks(&self) -> &[BlockId] {
        &self.landmarks
    }

    /// Items that natural blocks or creatures drop, in the order of their ids.
    pub fn natural(&self) -> &[ItemId] {
        &self.natural
    }

    /// Kinds of creatures that drop the item.
    pub fn prey(&self, item: ItemId) -> &'static [&'static str] {
        self.prey.get(usize::from(item.0)).copied().unwrap_or(&[])
    }
}

/// Whether the recipe is made by hand or at a crafting table.
pub fn can_craft(recipe: &recipes::Recipe) -> bool {
    matches!(recipe.kind, recipes::RecipeKind::Shaped { .. } | recipes::RecipeKind::Shapeless)
}

/// How an item is usually obtained: "collect", "smelt" or "craft". This is the first word of its goal key.
pub fn verb(item: ItemId) -> &'static str {
    if COLLECTED.binary_search(&name_of(item)).is_ok() {
        "collect"
    } else if smelting::all().iter().any(|smelt| smelt.output == item) {
        "smelt"
    } else {
        "craft"
    }
}

/// The id of an item that the code names. Panics when the game has no such item.
pub fn item(name: &str) -> ItemId {
    items::named(name).unwrap_or_else(|| panic!("the game has no item {name}"))
}

/// An item's name. An invalid id gives `unknown_item`, so that a trace can show it.
pub fn name_of(item: ItemId) -> &'static str {
    items::all().get(usize::from(item.0)).map_or("unknown_item", |item| item.name)
}

/// A block's name; the empty text for an invalid id.
pub fn block_name(block: BlockId) -> &'static str {
    blocks::all().get(usize::from(block.0)).map_or("", |block| block.name)
}

/// The game's facts about an item; `None` for an invalid id.
pub fn gamedata_item(item: ItemId) -> Option<&'static items::Item> {
    items::all().get(usize::from(item.0))
}

/// Whether the bare hand or a carried tool harvests the block.
pub fn can_harvest(block: BlockId, bag: &Bag) -> bool {
    tools::harvests(block, None)
        || bag.iter().any(|(item, _)| gamedata_item(item).is_some() && tools::harvests(block, Some(item)))
}

/// Tools that harvest the block, lowest tier first (wood, gold, stone, ...).
fn tools_for(block: BlockId) -> Vec<ItemId> {
    let class = blocks::get(block).tool;
    let fits = |item: &ItemId| tools::of(*item).is_some_and(|tool| Some(tool.class) == class);
    let mut fitting: Vec<ItemId> = (0..items::all().len() as u16)
        .map(ItemId)
        .filter(|item| fits(item) && tools::harvests(block, Some(*item)))
        .collect();
    fitting.sort_by_key(|item| tools::of(*item).map(|tool| (tool.tier, *item)));
    fitting
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_collected_items_are_those_whose_cheapest_source_is_nature() {
        let lore = Lore::new();
        let from_nature = |item: ItemId| {
            let deposits = lore.deposits(item).iter().map(|deposit| deposit.cost);
            let hunted = (!lore.prey(item).is_empty()).then_some(HUNT_COST_TICKS * COST_PER_TICK);
            deposits.chain(hunted).min()
        };
        let is_cheapest = |item: &&ItemId| from_nature(**item) == Some(lore.cost(**item));
        let mut natural: Vec<&str> = lore.natural().iter().filter(is_cheapest).map(|item| name_of(*item)).collect();
        natural.sort_unstable();
        assert_eq!(COLLECTED, natural);
    }
}
