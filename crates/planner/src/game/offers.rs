//! What can be gathered: everything that blocks and creatures drop.

use crate::duration::GATHER_TICKS;
use alloc::collections::BTreeMap;
use alloc::vec;
use alloc::vec::Vec;
use gamedata::{blocks, items, loot, mobs, recipes, smelting, tools};
use vocab::ItemId;

/// Crafted blocks that drop another item when broken. Breaking them is not a way to gather that item.
const FALLS_APART: [&str; 5] = ["bookshelf", "campfire", "chiseled_bookshelf", "ender_chest", "soul_campfire"];

/// An item that can be gathered nearby: how many ticks one takes, which tool it needs, how many there are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Offer {
    pub item: ItemId,
    pub ticks: u64,
    /// One of these tools must be carried; empty when no tool is needed.
    pub tools_any: Vec<ItemId>,
    /// How many of the item there are; `None` when there are more than any plan needs.
    pub count: Option<u64>,
}

/// All tools of a class that have at least this tier.
fn tools_from(class: tools::ToolClass, tier: tools::Tier) -> Vec<ItemId> {
    (0..items::all().len() as u16)
        .map(ItemId)
        .filter(|&item| tools::of(item).is_some_and(|tool| tool.class == class && tool.tier >= tier))
        .collect()
}

/// Average ticks of gathering until one of the item has dropped.
fn ticks_for_one(drops: &[loot::Drop], item: ItemId) -> Option<u64> {
    let per_try = u64::from(loot::expected_milli(drops, item));
    (per_try > 0).then(|| (GATHER_TICKS * 1_000).div_ceil(per_try).max(1))
}

/// Everything that blocks and creatures drop, in unlimited numbers.
///
/// A crafted block that drops itself (planks, furnaces) is no source, and cooked items are not taken from creatures.
pub fn natural_offers() -> Vec<Offer> {
    let mut best: BTreeMap<ItemId, Offer> = BTreeMap::new();
    let mut add = |offer: Offer| {
        let key = |offer: &Offer| (offer.ticks, offer.tools_any.len());
        if best.get(&offer.item).is_none_or(|held| key(&offer) < key(held)) {
            best.insert(offer.item, offer);
        }
    };
    for block in blocks::all().iter().filter(|block| block.diggable) {
        let tools_any = match (block.tool, block.needs_tool) {
            (Some(class), Some(tier)) => tools_from(class, tier),
            _ => vec![],
        };
        let gives_itself = |item: ItemId| block.drops.iter().any(|drop| drop.item == item);
        let made = |item: ItemId| !recipes::making(item).is_empty() || smelting::making(item).next().is_some();
        if FALLS_APART.contains(&block.name) || block.item.is_some_and(|item| made(item) && gives_itself(item)) {
            continue;
        }
        for drop in block.drops {
            if let Some(ticks) = ticks_for_one(block.drops, drop.item) {
                add(Offer { item: drop.item, ticks, tools_any: tools_any.clone(), count: None });
            }
        }
    }
    for mob in mobs::all() {
        for drop in mob.drops {
            if smelting::making(drop.item).next().is_none()
                && let Some(ticks) = ticks_for_one(mob.drops, drop.item)
            {
                add(Offer { item: drop.item, ticks, tools_any: vec![], count: None });
            }
        }
    }
    best.into_values().collect()
}
