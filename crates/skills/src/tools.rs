//! Which carried tool the body takes for a block.

use crate::inventory::Inventory;
use gamedata::{blocks, tools};
use vocab::{BlockId, ItemId};

/// The carried tool that breaks a block fastest, and that harvests its drops if any tool does; `None` is the bare hand.
pub fn best_tool(inventory: &Inventory, block: BlockId) -> Option<ItemId> {
    let carried = inventory.carried();
    let mut best = (tools::harvests(block, None), ticks_with(block, None), None);
    for stack in carried.slots.iter().flatten() {
        if tools::of(stack.item).is_none() {
            continue;
        }
        let tool = Some(stack.item);
        let (drops, ticks) = (tools::harvests(block, tool), ticks_with(block, tool));
        if (drops && !best.0) || (drops == best.0 && ticks < best.1) {
            best = (drops, ticks, tool);
        }
    }
    best.2
}

/// The cheapest carried pickaxe of stone or better that harvests a block. It is used on rock that is only an
/// obstacle.
pub fn plain_pickaxe(inventory: &Inventory, block: BlockId) -> Option<ItemId> {
    let carried = inventory.carried();
    let pickaxes = carried.slots.iter().flatten().filter_map(|stack| Some((tools::of(stack.item)?, stack.item)));
    pickaxes
        .filter(|(tool, item)| {
            let plain = tool.class == tools::ToolClass::Pickaxe && tool.tier >= tools::Tier::Stone;
            plain && tools::harvests(block, Some(*item)) && blocks::get(block).tool == Some(tool.class)
        })
        .min_by_key(|(tool, item)| (tool.tier, *item))
        .map(|(_, item)| item)
}

/// Ticks to break a block while standing on the ground.
pub fn ticks_with(block: BlockId, tool: Option<ItemId>) -> u32 {
    tools::dig_ticks(block, tool, tools::Hindrance { under_water: false, airborne: false }).unwrap_or(u32::MAX)
}

/// Whether any carried tool harvests the block's drops.
pub fn can_harvest(inventory: &Inventory, block: BlockId) -> bool {
    tools::harvests(block, best_tool(inventory, block))
}
