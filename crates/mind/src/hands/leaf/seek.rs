//! Searches for a block, a creature or the source of an item: looks around, then walks or mines elsewhere.

use super::explore;
use super::gather::{self, Mine};
use super::{Memory, Next, Outlook};
use crate::agenda::work::Work;
use crate::goals::Quarry;
use crate::view::lore::can_harvest;
use crate::wire::reason::{Sought, Why};
use vocab::{BlockId, ItemId};

pub fn next(outlook: &Outlook<'_>, work: &mut Work, what: Quarry) -> Next {
    let situation = outlook.situation;
    let blocks = what.blocks(situation.lore);
    if let Some(first) = blocks.first()
        && let Some(ask) = gather::look_around(outlook, work, &blocks, Why::WhereIsBlock(*first))
    {
        return ask;
    }
    let below = blocks.iter().find_map(|block| below_ground(outlook, *block));
    let stone = gamedata::blocks::named("stone");
    if let Some((item, y)) = below.filter(|_| stone.is_some_and(|stone| can_harvest(stone, situation.bag))) {
        return gather::mine(outlook, work, item, Mine::for_ore(blocks, y));
    }
    let sought = match what {
        Quarry::Block(block) => Sought::Block(block),
        Quarry::Creature(kind) => Sought::Creature(kind),
        Quarry::Item(item) => Sought::Item(item),
    };
    explore::search(outlook, work, sought, Memory::Gather(gather::Memory::default()))
}

/// The height (y) at which an underground block is found, and an item that it drops; `None` for blocks above ground.
fn below_ground(outlook: &Outlook<'_>, block: BlockId) -> Option<(ItemId, i32)> {
    let drops = gamedata::blocks::all().get(usize::from(block.0))?.drops;
    drops.iter().find_map(|drop| {
        let mut deposits = outlook.situation.lore.deposits(drop.item).iter();
        Some((drop.item, deposits.find(|deposit| deposit.block == block)?.dig_to_y?))
    })
}
