//! A night without a bed: instead of waiting behind walls, the agent digs for ore from where it is walled in.

use super::gather::MINE_BLOCKS;
use super::{Expect, Look, Memory, Next, Outlook, room};
use crate::agenda::pursuit::Pursuit;
use crate::view::lore::{can_harvest, item};
use crate::view::situation::Situation;
use crate::wire::reason::Why;
use alloc::vec::Vec;
use vocab::{Action, BlockId, ItemId, Query};

/// Failures after which the rest of the night is waited through.
const FAILS_MAX: u8 = 2;
/// Iron that is dug for before diamonds are: a suit of armour.
const IRON_ENOUGH: u32 = 24;
/// Places one look names.
const LOOK_MOST: u8 = 8;
/// Ore that comes into sight this near is fetched, in blocks. Farther ways may lead into caves.
const FETCH_BLOCKS: u8 = 8;

/// What to dig for and where; `None` when there is a bed, no tool, or it went wrong before.
pub fn next(outlook: &Outlook<'_>, pursuit: &mut Pursuit) -> Option<Next> {
    let situation = outlook.situation;
    if situation.beds() > 0 || pursuit.work.fails >= FAILS_MAX {
        return None;
    }
    let (ore, blocks) = ore(situation)?;
    if let Some(next) = room::make(situation, |other| other == ore) {
        return Some(next);
    }
    let memory = &mut pursuit.work.memory;
    if !matches!(memory, Memory::Shelter { .. }) {
        *memory = Memory::Shelter { legs: 0, looked: Look::default() };
    }
    if !memory.last_look().is_fresh(situation.at, situation.now) {
        let query = Query::NearestBlocks { blocks, radius: 2 * FETCH_BLOCKS, most: LOOK_MOST };
        return Some(Next::Ask { query, why: Why::WhereIs(ore) });
    }
    let near = situation.places.nearest(&blocks, situation.at, situation.now);
    if near.is_some_and(|(place, _)| situation.is_near(place, u64::from(FETCH_BLOCKS))) {
        let action = Action::Collect { item: ore, from: blocks, count: 1, radius: FETCH_BLOCKS };
        return Some(Next::act(action, Expect::Gain(ore), Why::IsNear(ore)));
    }
    let deposits = situation.lore.deposits(ore).iter().filter(|deposit| blocks.contains(&deposit.block));
    let y = deposits.min_by_key(|deposit| deposit.cost).and_then(|deposit| deposit.dig_to_y)?;
    pursuit.work.memory.look_again();
    let heading = outlook.heading(pursuit.work.fails);
    let action = Action::Mine { item: ore, from: blocks, y, heading, blocks: MINE_BLOCKS, here: true };
    Some(Next::act(action, Expect::Nothing, Why::NightIsForMining(ore)))
}

/// Iron first, then diamonds; with the blocks that what is carried can harvest.
fn ore(situation: &Situation<'_>) -> Option<(ItemId, Vec<BlockId>)> {
    let iron = situation.bag.count(item("raw_iron")) + situation.bag.count(item("iron_ingot"));
    let worn = situation.carried.armour.iter().flatten().count() as u32 * (IRON_ENOUGH / 4);
    let usable = situation.usable();
    let harvested = |name: &str| {
        let deposits = situation.lore.deposits(item(name)).iter().map(|deposit| deposit.block);
        let blocks: Vec<BlockId> = deposits.filter(|block| can_harvest(*block, &usable)).collect();
        (!blocks.is_empty()).then(|| (item(name), blocks))
    };
    let diamond = (iron + worn >= IRON_ENOUGH).then(|| harvested("diamond")).flatten();
    diamond.or_else(|| harvested("raw_iron"))
}
