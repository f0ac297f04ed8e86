//! Gathers from natural blocks: looks around, walks to the nearest one, collects it; else searches elsewhere.

use super::explore;
use super::{Expect, Memory as LeafMemory, Next, Outlook, go, room};
use crate::agenda::work::Work;
use crate::hands::lessons::mine_district;
use crate::view::classes::kin;
use crate::view::lore::can_harvest;
use crate::wire::reason::{Sought, Why};
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};
use tasks::StallClass;
use vocab::{Action, BlockId, BlockPos, ItemId, Query, Tick};

/// Radius of a look around, in blocks.
const LOOK_RADIUS: u8 = 64;
/// Most places that one look may return.
const LOOK_MOST: u8 = 16;
/// A look around is valid for this many ticks (half a minute) and within this many blocks.
const LOOK_TICKS: u64 = 600;
const LOOK_BLOCKS: u64 = 12;
/// The collect action finds its own way to a block nearer than this. The agent walks to a farther one first.
const COLLECT_NEAR_BLOCKS: u64 = 28;
/// Rock expected from each stair of a mine. A stair yields three blocks, but the first stairs lead through dirt.
const ROCK_PER_STAIR: u32 = 2;
/// Radius in which a collect action may take more blocks of the same kind.
const COLLECT_RADIUS: u8 = 32;
/// The agent moves elsewhere first when the safe radius around it is smaller than this, in blocks.
const SAFE_RADIUS_MIN: u64 = 6;
/// Length of mine that one action digs, in blocks: about 30 seconds, so that upkeep gets a break in between.
const MINE_BLOCKS: u16 = 16;
/// The step gives up after this many such actions: 640 blocks of mine.
const MINE_LEGS_MAX: u8 = 40;
/// An action for ore asks for at least this many items, so that the agent takes the rest of a vein too.
const VEIN: u32 = 8;
/// Most items that one action gathers, so that the progress is verified regularly.
const COLLECT_MOST: u32 = 16;

/// The memory of a gathering step.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Memory {
    /// Search walks so far.
    pub legs: u8,
    /// Where and when the agent last looked around.
    pub looked: Option<(BlockPos, Tick)>,
}

impl Memory {
    fn has_looked(&self, at: BlockPos, now: Tick) -> bool {
        self.looked.is_some_and(|(place, tick)| {
            now.since(tick) < LOOK_TICKS && place.distance_squared(at) <= LOOK_BLOCKS * LOOK_BLOCKS
        })
    }
}

pub fn next(outlook: &Outlook<'_>, work: &mut Work, item: ItemId, total: u32) -> Next {
    let situation = outlook.situation;
    let missing = total.saturating_sub(situation.bag.count(item));
    if missing == 0 {
        return Next::Done;
    }
    if let Some(next) = room::make(situation, |other| other == item) {
        return next;
    }
    let deposits = situation.lore.deposits(item);
    let blocks: Vec<BlockId> =
        deposits.iter().map(|deposit| deposit.block).filter(|block| can_harvest(*block, situation.bag)).collect();
    if blocks.is_empty() {
        return Next::cannot(StallClass::ToolLost, Why::NoToolFor(item));
    }
    let barren = situation.places.is_bad(mine_district(situation.at), situation.now);
    if !barren && is_rock(&blocks) {
        return quarry(outlook, work, item, missing);
    }
    let kin = kin(situation.lore, item);
    if !work.memory.gather().has_looked(situation.at, situation.now) {
        let query = Query::NearestBlocks { blocks: kin, radius: LOOK_RADIUS, most: LOOK_MOST };
        return Next::Ask { query, why: Why::WhereIs(item) };
    }
    let fresh = LeafMemory::Gather(Memory::default());
    let safe_radius = situation.places.safe_radius(situation.at, situation.now);
    match situation.places.nearest(&blocks, situation.at, situation.now) {
        _ if safe_radius < SAFE_RADIUS_MIN => explore::search(outlook, work, Sought::ItemAwayFromDeath(item), fresh),
        Some((place, _)) if situation.is_near(place, COLLECT_NEAR_BLOCKS) => {
            let is_ore = deposits.iter().all(|deposit| deposit.dig_to_y.is_some());
            let least = if is_ore { VEIN } else { 1 };
            let count = missing.max(least).min(COLLECT_MOST) as u16;
            let radius = u64::from(COLLECT_RADIUS + 8 * work.fails.min(4)).min(safe_radius) as u8;
            let action = Action::Collect { item, from: blocks, count, radius };
            Next::act(action, Expect::Gain(item), Why::IsNear(item))
        }
        Some((place, _)) => go(work, place, 3, Why::SeenThere(item)),
        // An equivalent block is known, such as another kind of log: the next plan uses it.
        None if situation.places.nearest(&kin, situation.at, situation.now).is_some() => Next::Done,
        None => {
            let harvested = deposits.iter().filter(|deposit| blocks.contains(&deposit.block));
            let height = harvested.min_by_key(|deposit| deposit.cost).and_then(|deposit| deposit.dig_to_y);
            match height.filter(|_| !barren) {
                Some(y) => mine(outlook, work, item, Mine { from: blocks, y, blocks: MINE_BLOCKS }),
                None => explore::search(outlook, work, Sought::Item(item), fresh),
            }
        }
    }
}

/// Whether plain stone is among the blocks. It is everywhere underground.
fn is_rock(blocks: &[BlockId]) -> bool {
    gamedata::blocks::named("stone").is_some_and(|stone| blocks.contains(&stone))
}

/// Gets rock by digging stairs towards the height of iron, because iron is needed next.
fn quarry(outlook: &Outlook<'_>, work: &mut Work, item: ItemId, missing: u32) -> Next {
    let iron = outlook.situation.lore.deposits(crate::view::lore::item("raw_iron"));
    let y = iron.iter().min_by_key(|deposit| deposit.cost).and_then(|deposit| deposit.dig_to_y).unwrap_or_default();
    let blocks = missing.div_ceil(ROCK_PER_STAIR).clamp(1, u32::from(MINE_BLOCKS)) as u16;
    mine(outlook, work, item, Mine { from: Vec::new(), y, blocks })
}

/// One section of a mine: the blocks it looks for (none means any rock), its height and its length.
struct Mine {
    from: Vec<BlockId>,
    y: i32,
    blocks: u16,
}

/// Mines for rock, or for an underground block that was never seen.
fn mine(outlook: &Outlook<'_>, work: &mut Work, item: ItemId, Mine { from, y, blocks }: Mine) -> Next {
    let memory = work.memory.gather();
    if memory.legs >= MINE_LEGS_MAX {
        return Next::cannot(StallClass::NotFound, Why::NotWithinMine { item, parts: MINE_LEGS_MAX });
    }
    (memory.legs, memory.looked) = (memory.legs + 1, None);
    let action = Action::Mine { item, from, y, heading: outlook.heading(work.fails), blocks };
    Next::act(action, Expect::Nothing, Why::MineLeadsTo(item))
}
