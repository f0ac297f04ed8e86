//! Builds a task's request to the planner: carried items, stations near by, natural resources, and the allowed sources.

use crate::plan::course::{Cooking, Source};
use crate::view::lore::{HUNT_COST_TICKS, Lore, UNREACHABLE, can_harvest, gamedata_item};
use crate::view::places::{KnownStation, Places, STATION_NEAR_BLOCKS};
use alloc::format;
use alloc::vec::Vec;
use core::cmp::Reverse;
use gamedata::{fuels, groups, recipes};
use planner::cost::COST_WEIGHT;
use planner::duration::{HORIZON_BUCKETS, first_tick};
use planner::game::{self, Ask, Offer, Way};
use tasks::TaskId;
use vocab::{Bag, BlockPos, ItemId, Station, Tick};

/// In a plan, the cost of a natural resource is multiplied by this when the agent knows no such block near by.
const UNSEEN_FACTOR: u64 = 4;
/// One block of height counts as this many blocks of distance to a station.
const STATION_HEIGHT_FACTOR: u64 = 3;
/// Each block of distance to a resource adds this to the cost of one item, in hundredths of a tick. It is low because
/// one walk fetches many.
const WAY_COST_PER_BLOCK: u64 = 10;
/// How many units of [`Lore::cost`] make one tick.
pub const COST_PER_TICK: u64 = 100;
/// Stations that a plan never builds: the agent cannot use them, or one task alone does not repay their cost.
const NEVER_BUILT: [Station; 5] =
    [Station::BlastFurnace, Station::Smoker, Station::Campfire, Station::Stonecutter, Station::SmithingTable];
/// An additional action must shorten a plan by this many ticks to be worth it, because it needs a walk and may fail.
const ACTION_TICKS: u64 = 300;
/// Items that plans use as furnace fuel besides planks.
const COALS: [&str; 2] = ["coal", "charcoal"];

/// The situation that a task's plan starts from.
#[derive(Debug, Clone, Copy)]
pub struct Start<'a> {
    pub lore: &'a Lore,
    pub places: &'a Places,
    pub bag: &'a Bag,
    pub at: BlockPos,
    pub now: Tick,
    /// Sources of items that failed in this task, so that its plan avoids them.
    pub avoid: &'a [Source],
    /// The task that plans. Batches that other tasks put into furnaces do not count as its own.
    pub task: Option<TaskId>,
}

/// A request to the planner. Batches now in furnaces count as carried and are taken out when they are needed.
#[derive(Debug)]
pub struct Request {
    pub game: game::Request,
    /// The batches now in furnaces, in the order in which they become ready.
    pub cooking: Vec<Cooking>,
    /// What is in chests near by, nearest chest first. It counts as carried, and is fetched when it is needed.
    pub stored: Vec<(BlockPos, Bag)>,
}

/// Whether a station is near enough to the agent to use. Height counts more than distance: leaving a mine is a long
/// climb.
pub fn is_usable(known: &Places, station: &KnownStation, at: BlockPos, now: Tick) -> bool {
    let level = BlockPos::new(station.at.x, at.y, station.at.z);
    let height = STATION_HEIGHT_FACTOR * u64::from(station.at.y.abs_diff(at.y));
    let far = level.distance_squared(at).saturating_add(height.saturating_mul(height));
    far <= STATION_NEAR_BLOCKS * STATION_NEAR_BLOCKS && !known.is_bad(station.at, now)
}

/// Whether the agent can gather the item now: by hand, with a carried tool, or from a creature.
pub fn can_gather(start: Start<'_>, item: ItemId) -> bool {
    let deposits = start.lore.deposits(item);
    deposits.is_empty() || deposits.iter().any(|deposit| can_harvest(deposit.block, start.bag))
}

pub fn request(start: Start<'_>, wanted: &[(ItemId, u32)]) -> Request {
    // Carried items with invalid ids are left out of the request to the planner.
    let mut have: Bag = start.bag.iter().filter(|(item, _)| gamedata_item(*item).is_some()).collect();
    let (mut slots, mut cooking) = (Vec::new(), Vec::new());
    for kind in Station::ALL {
        for station in start.places.stations(kind, start.at) {
            let Some(free_at) = station.free_at(start.task, start.now) else { continue };
            let usable = is_usable(start.places, &station, start.at, start.now);
            let slot = format!("at:{}:{}:{}", station.at.x, station.at.y, station.at.z);
            let ready_ticks = free_at.since(start.now);
            // A batch that another task put into a furnace keeps the furnace busy and does not count as carried.
            if let Some(load) = station.load.filter(|load| load.is_for(start.task)) {
                let (item, count) = (load.output, u32::from(load.count));
                have.add(item, count);
                cooking.push(Cooking { slot: slot.clone(), item, count, ready_ticks });
            }
            if usable {
                slots.push((slot, kind, ready_ticks));
            }
        }
    }
    cooking.sort_by(|a, b| (a.ready_ticks, &a.slot).cmp(&(b.ready_ticks, &b.slot)));
    let stored = stored(start, wanted);
    for (item, count) in stored.iter().flat_map(|(_, content)| content.iter()) {
        have.add(item, count);
    }
    let prefer = prefer(start);
    let ask = Ask {
        goal: wanted.iter().copied().collect(),
        fuels: fuels_for(start, &have, &prefer, wanted),
        have,
        slots,
        stations_max: NEVER_BUILT.map(|station| (station, 0)).into_iter().collect(),
        offers: offers(start, wanted),
        prefer,
        avoid: start.avoid.iter().map(|source| way(*source)).collect(),
    };
    let mut game = game::request(&ask);
    // Only the agent loads its furnaces, so a plan that waits for one is never a deadlock.
    game.draft.wait_ticks_max = first_tick(HORIZON_BUCKETS);
    game.draft.bucket_ticks = ACTION_TICKS / COST_WEIGHT;
    Request { game, cooking, stored }
}

/// What chests near by hold of use to this plan. A tool counts only when it is the wanted item: a plan cannot work with
/// a tool that lies in a chest.
fn stored(start: Start<'_>, wanted: &[(ItemId, u32)]) -> Vec<(BlockPos, Bag)> {
    let counts = |item: ItemId| {
        gamedata_item(item).is_some() && (!is_tool(item) || wanted.iter().any(|(wanted, _)| *wanted == item))
    };
    let chests = start.places.chests(start.at, start.now);
    let held = chests.filter_map(|chest| Some((chest.at, chest.content.as_ref()?)));
    let held = held.map(|(at, content)| (at, content.iter().filter(|(item, _)| counts(*item)).collect::<Bag>()));
    held.filter(|(_, content)| !content.is_empty()).collect()
}

fn way(source: Source) -> Way {
    match source {
        Source::Gather(item) | Source::Hunt(item) => Way::Gather(item),
        Source::Craft(recipe) => Way::Craft(recipe),
        Source::Smelt(input) => Way::Smelt(input),
    }
}

/// The items that a plan prefers among equivalent ones: the log carried most, the log cheapest to get, and their
/// planks. Charcoal is preferred when no coal was seen.
fn prefer(start: Start<'_>) -> Vec<ItemId> {
    let logs = crate::view::classes::LOGS.map(crate::view::lore::item);
    let may = |log: &ItemId| !start.avoid.contains(&Source::Gather(*log));
    let carried = logs.into_iter().filter(|log| start.bag.count(*log) > 0);
    let carried = carried.max_by_key(|log| (start.bag.count(*log), Reverse(*log)));
    let nearest = logs.into_iter().filter(may).min_by_key(|log| natural_cost(start, *log));
    let mut woods: Vec<ItemId> = carried.into_iter().chain(nearest).collect();
    woods.dedup();
    let planks = groups::named("planks").unwrap_or_default();
    let is_of_wood = |plank: &ItemId| {
        let made = recipes::making(*plank).iter().filter_map(|number| recipes::get(*number));
        made.into_iter().any(|recipe| recipe.ingredients().any(|cell| woods.iter().any(|log| cell.contains(log))))
    };
    let planks: Vec<ItemId> = planks.iter().copied().filter(is_of_wood).collect();
    // When no coal was seen, the planner compares charcoal with mining for coal.
    let charcoal = (!is_known(start, crate::view::lore::item("coal"))).then(|| crate::view::lore::item("charcoal"));
    woods.into_iter().chain(planks).chain(charcoal).collect()
}

/// Whether the agent remembers a natural block that drops the item.
fn is_known(start: Start<'_>, item: ItemId) -> bool {
    let blocks: Vec<_> = start.lore.deposits(item).iter().map(|deposit| deposit.block).collect();
    start.places.nearest(&blocks, start.at, start.now).is_some()
}

/// The fuels that a plan may burn: carried coal and charcoal, coal that was seen, and planks; never a wanted item or
/// anything more valuable.
fn fuels_for(start: Start<'_>, have: &Bag, prefer: &[ItemId], wanted: &[(ItemId, u32)]) -> Vec<ItemId> {
    let planks = groups::named("planks").unwrap_or_default();
    let at_hand = |coal: &ItemId| have.count(*coal) > 0 || is_known(start, *coal);
    let coals = COALS.map(crate::view::lore::item).into_iter().filter(at_hand);
    let planks = planks.iter().copied().filter(|plank| have.count(*plank) > 0 || prefer.contains(plank));
    let is_asked_for = |item: ItemId| wanted.iter().any(|(wanted, _)| *wanted == item);
    coals.chain(planks).filter(|item| fuels::burn_ticks(*item).is_some() && !is_asked_for(*item)).collect()
}

/// The items that nature offers a plan, each with its cost for the agent where it is and its tools. Unseen coal is left
/// out unless the goal asks for coal.
fn offers(start: Start<'_>, wanted: &[(ItemId, u32)]) -> Vec<Offer> {
    let coal = crate::view::lore::item("coal");
    let digs_for_coal = is_known(start, coal) || wanted.iter().any(|(item, _)| *item == coal);
    let tools: Bag = start.bag.iter().filter(|(item, _)| is_tool(*item)).collect();
    let start = Start { bag: &tools, ..start };
    let mut offers = Vec::new();
    for &item in start.lore.natural() {
        let cost = natural_cost(start, item);
        if cost == UNREACHABLE || (item == coal && !digs_for_coal) {
            continue;
        }
        let ticks = (cost / COST_PER_TICK).max(1);
        let tools_any = tools_any(start, item);
        offers.push(Offer { item, ticks, tools_any, count: None });
    }
    offers
}

fn is_tool(item: ItemId) -> bool {
    gamedata_item(item).is_some_and(|facts| facts.tool.is_some())
}

/// A carried tool that harvests the item, else the cheapest tool that would; empty when the bare hand is enough.
fn tools_any(start: Start<'_>, item: ItemId) -> Vec<ItemId> {
    if can_gather(start, item) {
        return Vec::new();
    }
    let cost = |tool: &ItemId| (start.lore.cost(*tool), *tool);
    let tools = start.lore.deposits(item).iter().flat_map(|deposit| deposit.tools.iter().copied());
    tools.min_by_key(cost).into_iter().collect()
}

/// The cost of one item from nature for the agent where it is, in hundredths of a tick.
pub fn natural_cost(start: Start<'_>, item: ItemId) -> u64 {
    let deposits = start.lore.deposits(item);
    let Some(cost) = deposits.iter().map(|deposit| deposit.cost).min() else {
        let hunted = !start.lore.prey(item).is_empty();
        return if hunted { HUNT_COST_TICKS * COST_PER_TICK } else { UNREACHABLE };
    };
    let blocks: Vec<_> = deposits.iter().map(|deposit| deposit.block).collect();
    match start.places.nearest(&blocks, start.at, start.now) {
        Some((place, _)) => cost.saturating_add(place.manhattan(start.at) * WAY_COST_PER_BLOCK),
        // A mine finds a whole vein at once, so an unseen ore that is mined for costs little more per item.
        None if deposits.iter().any(|deposit| deposit.dig_to_y.is_some()) => cost,
        None => cost.saturating_mul(UNSEEN_FACTOR),
    }
}
