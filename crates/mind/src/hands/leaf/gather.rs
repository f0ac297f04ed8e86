//! Gathers from natural blocks: looks around, walks to the nearest one, collects it; else searches elsewhere.

use super::explore;
use super::{Expect, Memory as LeafMemory, Next, Outlook, go, room};
use crate::agenda::work::Work;
use crate::hands::lessons::mine_district;
use crate::view::classes::kin;
use crate::view::lore::{can_harvest, item as item_named};
use crate::view::situation::Situation;
use crate::wire::reason::{Sought, Why};
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};
use tasks::StallClass;
use vocab::{Action, BlockId, BlockPos, ItemId, Query, Tick};

/// Radius in which the agent looks around for blocks to gather, in blocks.
const LOOK_RADIUS: u8 = 64;
/// Most blocks that one look around may find.
const LOOK_MOST: u8 = 16;
/// The result of a look around is valid for this many ticks (half a minute), and while the agent is within this many
/// blocks of where it looked.
const LOOK_TICKS: u64 = 600;
const LOOK_BLOCKS: u64 = 12;
/// The agent goes back to ore that it saw and left when the ore is nearer than this, in blocks. A new mine of this
/// length may find none.
const VEIN_WAY_BLOCKS: u64 = 96;
/// The collect action finds its own path to a block nearer than this, in blocks. The agent walks to a farther one
/// first.
const COLLECT_NEAR_BLOCKS: u64 = 28;
/// Blocks of rock expected from each stair of a mine. A stair yields three, but the first stairs lead through dirt.
const ROCK_PER_STAIR: u32 = 2;
/// Radius around the first block in which a collect action may take more blocks of the same kind, in blocks.
const COLLECT_RADIUS: u8 = 32;
/// The agent walks elsewhere before it gathers when the radius without known dangers around it is smaller than this, in
/// blocks.
const SAFE_RADIUS_MIN: u64 = 6;
/// Length of mine that one mine action digs, in blocks: about 30 seconds, so that upkeep gets a break in between.
const MINE_BLOCKS: u16 = 16;
/// A gathering step gives up after this many mine actions: 640 blocks of mine.
const MINE_LEGS_MAX: u8 = 40;
/// A collect action for ore asks for at least this many items, so that the agent takes the rest of a vein too.
const VEIN: u32 = 8;
/// Most items that one collect action gathers, so that the progress is verified regularly.
const COLLECT_MOST: u32 = 16;

/// Ore that an agent which mines for deeper ore takes along from beside its mine: the item, the carried items that
/// count towards the stock, and the stock to reach. Iron makes pickaxes that dig fast; coal makes torches and smelts
/// the iron.
const WAYSIDE: [(&str, [&str; 2], u32); 2] =
    [("raw_iron", ["raw_iron", "iron_ingot"], 9), ("coal", ["coal", "charcoal"], 8)];
/// How near to the agent ore beside its mine must be to be taken along, in blocks: in the walls of the mine, not in
/// caves beyond them.
const WAYSIDE_BLOCKS: u8 = 6;
/// What a gathering step remembers between its actions.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Memory {
    /// How many search walks the gathering step has made.
    pub legs: u8,
    /// Where and when the agent last looked around for the blocks to gather.
    pub looked: Option<(BlockPos, Tick)>,
    /// The plan was given up once for an equivalent block near by. When the next plan wants the same item again, only that one will do.
    #[serde(default)]
    pub yielded: bool,
    /// Where and when the agent last looked for ore beside its mine.
    pub passed: Option<(BlockPos, Tick)>,
}

impl Memory {
    fn has_looked(&self, at: BlockPos, now: Tick) -> bool {
        self.looked.is_some_and(|(place, tick)| {
            now.since(tick) < LOOK_TICKS && place.distance_squared(at) <= LOOK_BLOCKS * LOOK_BLOCKS
        })
    }

    /// Records that the agent looked around for blocks. A look for ore beside the mine is known by its smaller radius.
    pub fn note_look(&mut self, radius: u8, at: BlockPos, now: Tick) {
        let look = if radius == WAYSIDE_BLOCKS { &mut self.passed } else { &mut self.looked };
        *look = Some((at, now));
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
    if is_rock(&blocks) {
        // Rock that can be seen is mostly in caves. Where no mine can be dug, the agent walks elsewhere and digs one
        // there.
        return if barren {
            explore::search(outlook, work, Sought::Item(item), LeafMemory::Gather(Memory::default()))
        } else {
            quarry(outlook, work, item, missing)
        };
    }
    let kin = kin(situation.lore, item);
    if let Some(ask) = look_around(outlook, work, &kin, Why::WhereIs(item)) {
        return ask;
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
        // No such ore is in sight, but the agent remembers a vein of it that it saw and left.
        None if let Some(place) = left_behind(situation, &blocks) => go(work, place, 3, Why::SeenThere(item)),
        // An equivalent block is known, such as another kind of log: the step ends, and the next plan uses that block.
        None if !work.memory.gather().yielded
            && situation.places.nearest(&kin, situation.at, situation.now).is_some() =>
        {
            work.memory.gather().yielded = true;
            Next::Done
        }
        None => {
            let harvested = deposits.iter().filter(|deposit| blocks.contains(&deposit.block));
            let height = harvested.min_by_key(|deposit| deposit.cost).and_then(|deposit| deposit.dig_to_y);
            match height.filter(|_| !barren) {
                Some(y) => wayside(situation, work, item)
                    .unwrap_or_else(|| mine(outlook, work, item, Mine::for_ore(blocks, y))),
                None => explore::search(outlook, work, Sought::Item(item), fresh),
            }
        }
    }
}

/// The action to look for ore beside the mine of which the agent has too little, or to take what it saw; `None` when
/// there is no such ore.
fn wayside(situation: &Situation<'_>, work: &mut Work, wanted: ItemId) -> Option<Next> {
    let safe_radius = situation.places.safe_radius(situation.at, situation.now);
    if safe_radius < u64::from(WAYSIDE_BLOCKS) {
        return None;
    }
    let ores = WAYSIDE.iter().filter_map(|(name, stock, enough)| {
        let item = item_named(name);
        let held: u32 = stock.iter().map(|name| situation.bag.count(item_named(name))).sum();
        let deposits = situation.lore.deposits(item).iter().map(|deposit| deposit.block);
        let from: Vec<BlockId> = deposits.filter(|block| can_harvest(*block, situation.bag)).collect();
        (item != wanted && held < *enough && !from.is_empty()).then(|| (item, enough - held, from))
    });
    let ores: Vec<(ItemId, u32, Vec<BlockId>)> = ores.collect();
    let (first, ..) = ores.first()?;
    if work.memory.gather().passed.is_none_or(|(place, _)| place != situation.at) {
        let blocks = ores.iter().flat_map(|(_, _, from)| from.iter().copied()).collect();
        let query = Query::NearestBlocks { blocks, radius: WAYSIDE_BLOCKS, most: LOOK_MOST };
        return Some(Next::Ask { query, why: Why::WhereIs(*first) });
    }
    ores.into_iter().find_map(|(item, missing, from)| {
        let (place, _) = situation.places.nearest(&from, situation.at, situation.now)?;
        let near = situation.is_near(place, WAYSIDE_BLOCKS.into());
        let action = Action::Collect { item, from, count: missing as u16, radius: WAYSIDE_BLOCKS };
        near.then(|| Next::act(action, Expect::Gain(item), Why::IsNear(item)))
    })
}

/// The nearest remembered vein of these blocks that is worth the walk. A vein close by was already looked for and is
/// gone.
fn left_behind(situation: &Situation<'_>, blocks: &[BlockId]) -> Option<BlockPos> {
    let places = situation.places;
    let is_fit = |at: BlockPos| {
        !situation.is_near(at, LOOK_BLOCKS)
            && situation.is_near(at, VEIN_WAY_BLOCKS)
            && !places.is_bad(at, situation.now)
            && !places.is_deadly(at, situation.now)
    };
    places.landmarks.vein(blocks, situation.at, is_fit).map(|vein| vein.at)
}

/// The question where these blocks are; `None` when the agent asked that near by a moment ago.
pub(super) fn look_around(outlook: &Outlook<'_>, work: &mut Work, blocks: &[BlockId], why: Why) -> Option<Next> {
    let situation = outlook.situation;
    let looked = work.memory.gather().has_looked(situation.at, situation.now);
    let query = || Query::NearestBlocks { blocks: blocks.to_vec(), radius: LOOK_RADIUS, most: LOOK_MOST };
    (!looked).then(|| Next::Ask { query: query(), why })
}

/// Whether plain stone is among these kinds of blocks. Stone is everywhere underground.
fn is_rock(blocks: &[BlockId]) -> bool {
    gamedata::blocks::named("stone").is_some_and(|stone| blocks.contains(&stone))
}

/// Gets rock by digging stairs down towards the height of iron ore, because iron is needed next.
fn quarry(outlook: &Outlook<'_>, work: &mut Work, item: ItemId, missing: u32) -> Next {
    let iron = outlook.situation.lore.deposits(item_named("raw_iron"));
    let y = iron.iter().min_by_key(|deposit| deposit.cost).and_then(|deposit| deposit.dig_to_y).unwrap_or_default();
    let blocks = missing.div_ceil(ROCK_PER_STAIR).clamp(1, u32::from(MINE_BLOCKS)) as u16;
    mine(outlook, work, item, Mine { from: Vec::new(), y, blocks })
}

/// The section of a mine that one action digs: the blocks it looks for (none means any rock), its height and its
/// length.
pub(super) struct Mine {
    from: Vec<BlockId>,
    y: i32,
    blocks: u16,
}

impl Mine {
    /// The section of a mine that looks for these ore blocks. It is dug at `y`, the height where they occur.
    pub(super) fn for_ore(from: Vec<BlockId>, y: i32) -> Mine {
        Mine { from, y, blocks: MINE_BLOCKS }
    }
}

/// The next action of a mine for rock, or for an underground block that was never seen.
pub(super) fn mine(outlook: &Outlook<'_>, work: &mut Work, item: ItemId, Mine { from, y, blocks }: Mine) -> Next {
    let memory = work.memory.gather();
    if memory.legs >= MINE_LEGS_MAX {
        return Next::cannot(StallClass::NotFound, Why::NotWithinMine { item, parts: MINE_LEGS_MAX });
    }
    (memory.legs, memory.looked) = (memory.legs + 1, None);
    let action = Action::Mine { item, from, y, heading: outlook.heading(work.fails), blocks };
    Next::act(action, Expect::Nothing, Why::MineLeadsTo(item))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::View;
    use crate::view::places::Search;
    use alloc::vec;
    use tasks::TaskId;
    use vocab::item::Stack;
    use vocab::senses::{Carried, Surroundings};
    use vocab::{FinePos, Senses};

    const HERE: BlockPos = BlockPos::new(0, -20, 0);

    /// What an agent that mines for diamonds does next, when it has this much raw iron and iron ore is this many blocks
    /// away.
    fn beside_iron(raw_iron: u8, blocks: i32) -> Next {
        let (now, mut view) = (Tick(40), View::default());
        let carry = |name: &str, count| Some(Stack { item: item_named(name), count, wear: 0 });
        let mut slots = vec![carry("iron_pickaxe", 1), carry("coal", 8)];
        slots.extend((raw_iron > 0).then(|| carry("raw_iron", raw_iron)));
        slots.resize(36, None);
        let senses = Senses {
            tick: now,
            at: FinePos::new(0, -20_000, 0),
            vitals: None,
            carried: Carried { slots, ..Carried::default() },
            surroundings: Surroundings::default(),
            progress: None,
            events: vec![],
        };
        let ore = gamedata::blocks::named("iron_ore").unwrap();
        let search = Search { blocks: &[ore], from: HERE, radius: 32 };
        view.places.found(&search, &[(HERE.offset(blocks, 0, 0), ore)], now);
        let bag = senses.carried.totals();
        let situation = view.situation(&senses, &bag, now);
        let outlook = Outlook { situation: &situation, task: TaskId(1), turns: 0 };
        let mut work = Work::default();
        work.memory.gather().note_look(LOOK_RADIUS, HERE, now);
        let diamond = item_named("diamond");
        let first = next(&outlook, &mut work, diamond, 3);
        let Next::Ask { query: Query::NearestBlocks { radius, .. }, .. } = first else { return first };
        assert_eq!(radius, WAYSIDE_BLOCKS, "a look at the walls of the mine");
        work.memory.gather().note_look(radius, HERE, now);
        next(&outlook, &mut work, diamond, 3)
    }

    #[test]
    fn an_agent_on_its_way_to_diamonds_takes_iron_along_from_beside_its_mine() {
        for (raw_iron, blocks, verb, name) in [
            (0, 6, "collect", "raw_iron"),
            (8, 6, "collect", "raw_iron"),
            (9, 6, "mine", "diamond"),
            (0, 7, "mine", "diamond"),
        ] {
            let Next::Act { action, .. } = beside_iron(raw_iron, blocks) else { panic!("{raw_iron} {blocks}") };
            let (Action::Collect { item, .. } | Action::Mine { item, .. }) = &action else { panic!("{action:?}") };
            assert_eq!((action.verb(), *item), (verb, item_named(name)), "{raw_iron} raw iron, ore {blocks} away");
        }
    }
}
