//! Gathering from natural blocks: look around, go where it is, collect; else look elsewhere.

use super::{explore, go, room};
use crate::classes::kin;
use crate::lessons::mine_district;
use crate::lore::can_harvest;
use crate::lore::name_of;
use crate::situation::Situation;
use crate::work::{Expect, Next, Work, heading};
use alloc::vec::Vec;
use tasks::StallClass;
use vocab::{Action, BlockId, ItemId, Query};

/// How far a look around sees, in blocks.
const LOOK_RADIUS: u8 = 64;
/// Places one look may name.
const LOOK_MOST: u8 = 16;
/// Nearer than this the body finds its way to the block by itself.
const COLLECT_NEAR_BLOCKS: u64 = 28;
/// Stairs give three blocks of rock each, but the first ones lead through earth.
const ROCK_PER_STAIR: u32 = 2;
/// How far it may look for more of the same while at it.
const COLLECT_RADIUS: u8 = 32;
/// Nearer to a deadly place than this plus its own reach, one goes elsewhere first.
const SAFE_RADIUS_MIN: u64 = 6;
/// Blocks of mine that one action digs: some 30 seconds, so that eating and other upkeep find a break.
const MINE_BLOCKS: u16 = 16;
/// Such actions before the step gives up: 640 blocks of mine.
const MINE_LEGS_MAX: u8 = 40;
/// Ore is hard to find: the rest of a vein is taken along.
const VEIN: u32 = 8;
/// Items one action gathers at most, so that what is done is verified now and then.
const COLLECT_MOST: u32 = 16;

pub fn next(situation: &Situation<'_>, work: &mut Work, item: ItemId, total: u32, turns: u32) -> Next {
    let missing = total.saturating_sub(situation.bag.count(item));
    if missing == 0 {
        return Next::Done;
    }
    if let Some(next) = room::make(situation, |other| other == item) {
        return next;
    }
    let deposits = situation.lore.deposits(item);
    let blocks: Vec<BlockId> =
        deposits.iter().map(|deposit| deposit.block).filter(|block| can_harvest(*block, &situation.bag)).collect();
    if blocks.is_empty() {
        return Next::cannot(StallClass::ToolLost, alloc::format!("nothing carried gets {}", name_of(item)));
    }
    let barren = situation.known.is_bad(mine_district(situation.at), situation.now);
    if !barren && is_rock(&blocks) {
        return quarry(situation, work, item, missing, turns);
    }
    let kin = kin(situation.lore, item);
    if !work.has_looked(situation.at, situation.now) {
        let query = Query::NearestBlocks { blocks: kin, radius: LOOK_RADIUS, most: LOOK_MOST };
        return Next::Ask { query, why: alloc::format!("where is {}?", name_of(item)) };
    }
    let safe_radius = situation.known.safe_radius(situation.at, situation.now);
    match situation.known.nearest(&blocks, situation.at, situation.now) {
        _ if safe_radius < SAFE_RADIUS_MIN => {
            explore::search(work, &alloc::format!("{} away from a recent death", name_of(item)), turns)
        }
        Some((place, _)) if situation.is_near(place, COLLECT_NEAR_BLOCKS) => {
            let is_ore = deposits.iter().all(|deposit| deposit.dig_to_y.is_some());
            let least = if is_ore { VEIN } else { 1 };
            let count = missing.max(least).min(COLLECT_MOST) as u16;
            let radius = u64::from(COLLECT_RADIUS + 8 * work.fails.min(4)).min(safe_radius) as u8;
            let action = Action::Collect { item, from: blocks, count, radius };
            Next::act(action, Expect::Gain(item), alloc::format!("{} is near", name_of(item)))
        }
        Some((place, _)) => go(work, place, 3, alloc::format!("{} was seen there", name_of(item))),
        // Another kind of the same is known: the plan changes over to it.
        None if situation.known.nearest(&kin, situation.at, situation.now).is_some() => Next::Done,
        None => {
            let harvested = deposits.iter().filter(|deposit| blocks.contains(&deposit.block));
            let height = harvested.min_by_key(|deposit| deposit.cost).and_then(|deposit| deposit.dig_to_y);
            match height.filter(|_| !barren) {
                Some(y) => mine(work, (item, blocks), y, MINE_BLOCKS, turns),
                None => explore::search(work, name_of(item), turns),
            }
        }
    }
}

/// Whether stone itself will do: it is everywhere below ground.
fn is_rock(blocks: &[BlockId]) -> bool {
    gamedata::blocks::named("stone").is_some_and(|stone| blocks.contains(&stone))
}

/// Gets rock by digging stairs towards the height of iron, which will be wanted next.
fn quarry(situation: &Situation<'_>, work: &mut Work, item: ItemId, missing: u32, turns: u32) -> Next {
    let iron = situation.lore.deposits(crate::lore::item("raw_iron"));
    let y = iron.iter().min_by_key(|deposit| deposit.cost).and_then(|deposit| deposit.dig_to_y).unwrap_or_default();
    let blocks = missing.div_ceil(ROCK_PER_STAIR).clamp(1, u32::from(MINE_BLOCKS)) as u16;
    mine(work, (item, Vec::new()), y, blocks, turns)
}

/// Digs for what lies below ground and was never seen, or for rock where no block is named.
fn mine(work: &mut Work, (item, from): (ItemId, Vec<BlockId>), y: i32, blocks: u16, turns: u32) -> Next {
    if work.legs >= MINE_LEGS_MAX {
        let why = alloc::format!("no {} in {MINE_LEGS_MAX} parts of a mine", name_of(item));
        return Next::cannot(StallClass::NotFound, why);
    }
    work.legs += 1;
    work.looked = None;
    let heading = heading(turns.wrapping_add(u32::from(work.fails)));
    let action = Action::Mine { item, from, y, heading, blocks };
    Next::act(action, Expect::Nothing, alloc::format!("a mine leads to {}", name_of(item)))
}
