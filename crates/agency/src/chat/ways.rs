//! How a thing is got: collected, smelted or crafted.

use crate::goal_action::GoalAction;
use gamedata::{items, recipes, smelting};
use vocab::{ItemId, Station};

/// Items that have a recipe, although every player takes them from the world.
const TAKEN: [&str; 14] = [
    "stone",
    "deepslate",
    "leather",
    "granite",
    "diorite",
    "andesite",
    "mossy_cobblestone",
    "sandstone",
    "red_sandstone",
    "snow_block",
    "melon",
    "glowstone",
    "packed_ice",
    "sponge",
];

/// The action that gets a thing. Things that are no items are collected.
pub fn way(name: &str) -> GoalAction {
    let Some(item) = items::named(name) else { return GoalAction::Collect };
    if TAKEN.contains(&name) || name.ends_with("_wool") {
        GoalAction::Collect
    } else if is_smelted(item) {
        GoalAction::Smelt
    } else if is_crafted(item) {
        GoalAction::Craft
    } else {
        GoalAction::Collect
    }
}

fn name_of(item: ItemId) -> &'static str {
    items::get(item).name
}

/// Whether a furnace makes this item of something other than ore. Mining the ore gives an item of ore without a
/// furnace too.
fn is_smelted(item: ItemId) -> bool {
    smelting::making(item).any(|smelt| smelt.inputs.iter().any(|input| !name_of(*input).ends_with("_ore")))
}

/// Whether the item has a recipe other than unpacking its storage block.
fn is_crafted(item: ItemId) -> bool {
    recipes::making(item).iter().filter_map(|number| recipes::get(*number)).any(|recipe| {
        let mut cells = recipe.ingredients();
        let unpacks = cells.next().is_some_and(|cell| cell.iter().all(|item| name_of(*item).ends_with("_block")));
        !(unpacks && cells.next().is_none())
    })
}

/// The product of smelting this thing, or the thing itself if it is such a product.
pub fn smelted(name: &str) -> Option<&'static str> {
    let item = items::named(name)?;
    let made = smelting::result(Station::Furnace, item).map(|smelt| smelt.output);
    match (made, is_smelted(item)) {
        (Some(output), false) => Some(name_of(output)),
        (_, true) => Some(name_of(item)),
        (None, false) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_thing_is_got_in_its_way() {
        for (name, expected) in [
            ("oak_log", GoalAction::Collect),
            ("cobblestone", GoalAction::Collect),
            ("stone", GoalAction::Collect),
            ("coal", GoalAction::Collect),
            ("diamond", GoalAction::Collect),
            ("wheat", GoalAction::Collect),
            ("white_wool", GoalAction::Collect),
            ("raw_iron", GoalAction::Collect),
            ("string", GoalAction::Collect),
            ("apple", GoalAction::Collect),
            ("iron_ingot", GoalAction::Smelt),
            ("glass", GoalAction::Smelt),
            ("cooked_beef", GoalAction::Smelt),
            ("charcoal", GoalAction::Smelt),
            ("torch", GoalAction::Craft),
            ("stick", GoalAction::Craft),
            ("iron_pickaxe", GoalAction::Craft),
            ("bread", GoalAction::Craft),
            ("iron_block", GoalAction::Craft),
        ] {
            assert_eq!(way(name), expected, "{name}");
        }
        assert_eq!(smelted("raw_iron"), Some("iron_ingot"));
        assert_eq!(smelted("beef"), Some("cooked_beef"));
        assert_eq!(smelted("glass"), Some("glass"));
        assert_eq!(smelted("torch"), None);
    }
}
