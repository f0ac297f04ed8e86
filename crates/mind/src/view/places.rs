//! Places that the agent remembers: stations and their loads, resources, its shelter, dry land, and where it died.

use crate::memory::landmarks::{Chest, Landmarks};
use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};
use tasks::TaskId;
use vocab::{BlockId, BlockPos, ItemId, Station, Tick};

/// The agent builds a new station (such as a furnace) when the nearest one is farther away than this, in blocks.
pub const STATION_NEAR_BLOCKS: u64 = 40;
/// Most stations (crafting tables, furnaces, ...) remembered. The one used longest ago is forgotten first.
pub const STATIONS_MAX: usize = 32;
/// Plans count on the contents of chests within this many blocks: a little farther than stations, because one walk
/// brings much.
pub const CHEST_NEAR_BLOCKS: u64 = 48;
/// The agent looks into a chest that it never opened when the chest is nearer than this, in blocks.
pub const LOOK_IN_BLOCKS: u64 = 24;
/// Most kinds of resource blocks remembered. A plan can name fewer ores, logs and plants than this.
pub const RESOURCE_KINDS_MAX: usize = 48;
/// Most places remembered per kind of resource block: enough for the next few trips.
pub const PLACES_PER_KIND_MAX: usize = 16;
/// Most bad places remembered: an action failed there recently, so the agent avoids them.
pub const BAD_PLACES_MAX: usize = 64;
/// The agent tries a bad place again after this many ticks, because the world may have changed: half a day.
pub const BAD_PLACE_TICKS: u64 = 12_000;

/// The body must be out of water for this many mind ticks in a row before the ground counts as dry land: two seconds.
pub const DRY_LOOKS_MIN: u8 = 10;
/// A batch is expected to be taken out of its furnace within this many ticks after it is ready: its task comes back
/// early, but something may delay it.
pub const FETCH_TICKS: u64 = 200;
/// A furnace that is busy with another task's batch for more ticks than this is left out of plans: a new furnace is
/// worth its stone, and later plans use it too.
pub const BUSY_TICKS_MAX: u64 = 600;
/// Most places of the agent's death remembered.
pub const DEADLY_MAX: usize = 16;
/// The agent stays away from a place where it died for this many ticks (half a day) and by this many blocks (a cave's
/// width).
pub const DEADLY_TICKS: u64 = 12_000;
pub const DEADLY_BLOCKS: u64 = 20;

/// The batch of items in a furnace, and when it will be ready.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Load {
    pub output: ItemId,
    pub count: u8,
    pub ready: Tick,
    /// The task that loaded the furnace. While it is open, no other task may use the batch.
    pub owner: Option<TaskId>,
}

impl Load {
    pub fn is_for(&self, task: Option<TaskId>) -> bool {
        self.owner.is_none() || self.owner == task
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct KnownStation {
    pub kind: Station,
    pub at: BlockPos,
    pub seen: Tick,
    pub load: Option<Load>,
}

impl KnownStation {
    /// The tick at which the task can load this furnace: now, when its own batch is ready, or when another task has
    /// taken out its batch. `None` when that is too long, or the other task did not come for it.
    pub fn free_at(&self, task: Option<TaskId>, now: Tick) -> Option<Tick> {
        match self.load {
            None => Some(now),
            Some(load) if load.is_for(task) => Some(load.ready.max(now)),
            Some(load) => {
                Some(load.ready + FETCH_TICKS).filter(|free| *free > now && free.since(now) <= BUSY_TICKS_MAX)
            }
        }
    }
}

/// A search for blocks that the body made: the kinds, the centre and the radius.
#[derive(Debug, Clone, Copy)]
pub struct Search<'a> {
    pub blocks: &'a [BlockId],
    pub from: BlockPos,
    pub radius: u8,
}

/// All places that the agent remembers.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Places {
    #[serde(deserialize_with = "vocab::salvage::list")]
    stations: Vec<KnownStation>,
    #[serde(deserialize_with = "vocab::salvage::map")]
    resources: BTreeMap<BlockId, Vec<BlockPos>>,
    bad: Vec<(BlockPos, Tick)>,
    pub shelter: Option<BlockPos>,
    /// Where the body last stood on dry land.
    pub dry: Option<BlockPos>,
    /// For how many mind ticks in a row the body was out of water. A swimming body also bobs out of the water for a
    /// moment.
    dry_looks: u8,
    /// Where the body died, and the tick of each death.
    deadly: Vec<(BlockPos, Tick)>,
    /// The agent's remembered home, chests, veins of ore, fields and deaths.
    pub landmarks: Landmarks,
}

impl Places {
    /// The remembered chests that the agent can use from here, nearest first.
    pub fn chests(&self, from: BlockPos, now: Tick) -> impl Iterator<Item = &Chest> {
        let near = move |chest: &&Chest| chest.at.distance_squared(from) <= CHEST_NEAR_BLOCKS * CHEST_NEAR_BLOCKS;
        let is_safe = move |chest: &&Chest| !self.is_bad(chest.at, now) && !self.is_deadly(chest.at, now);
        self.landmarks.chests(from).into_iter().take_while(near).filter(is_safe)
    }

    /// The nearest remembered chest that the agent never opened.
    pub fn unopened(&self, from: BlockPos, now: Tick) -> Option<BlockPos> {
        let near = |chest: &&Chest| chest.at.distance_squared(from) <= LOOK_IN_BLOCKS * LOOK_IN_BLOCKS;
        self.chests(from, now).take_while(near).find(|chest| chest.content.is_none()).map(|chest| chest.at)
    }

    /// Records a station that was placed, used or seen.
    pub fn station_at(&mut self, kind: Station, at: BlockPos, now: Tick) {
        if let Some(station) = self.stations.iter_mut().find(|station| station.at == at) {
            let load = station.load.filter(|_| station.kind == kind);
            *station = KnownStation { kind, at, seen: now, load };
            return;
        }
        if self.stations.len() == STATIONS_MAX
            && let Some(oldest) = (0..STATIONS_MAX).min_by_key(|&n| (self.stations[n].seen, n))
        {
            self.stations.remove(oldest);
        }
        self.stations.push(KnownStation { kind, at, seen: now, load: None });
    }

    /// Records the body's position as dry land once it has been out of water for long enough.
    pub fn stood(&mut self, at: BlockPos, in_water: bool) {
        self.dry_looks = if in_water { 0 } else { self.dry_looks.saturating_add(1) };
        if self.dry_looks >= DRY_LOOKS_MIN {
            self.dry = Some(at);
        }
    }

    /// The kind of the station at a place, if one is known there.
    pub fn kind_at(&self, at: BlockPos) -> Option<Station> {
        self.stations.iter().find(|station| station.at == at).map(|station| station.kind)
    }

    pub fn load(&mut self, at: BlockPos, load: Option<Load>) {
        if let Some(station) = self.stations.iter_mut().find(|station| station.at == at) {
            station.load = load;
        }
    }

    /// Remembered stations of a kind, nearest first.
    pub fn stations(&self, kind: Station, from: BlockPos) -> Vec<KnownStation> {
        let mut found: Vec<KnownStation> = self.stations.iter().filter(|known| known.kind == kind).copied().collect();
        found.sort_by_key(|known| (known.at.distance_squared(from), known.at));
        found
    }

    /// Remembered stations with a batch inside, in the order in which the batches become ready.
    pub fn loaded(&self) -> Vec<KnownStation> {
        let mut found: Vec<KnownStation> = self.stations.iter().filter(|known| known.load.is_some()).copied().collect();
        found.sort_by_key(|known| (known.load.map(|load| load.ready), known.at));
        found
    }

    /// The batch of an item that becomes ready first, among those that the task may use, and its furnace's position.
    pub fn batch(&self, item: ItemId, task: Option<TaskId>) -> Option<(BlockPos, Load)> {
        let batches = self.stations.iter().filter_map(|known| Some((known.at, known.load?)));
        let fitting = batches.filter(|(_, load)| load.output == item && load.is_for(task));
        fitting.min_by_key(|(at, load)| (load.ready, *at))
    }

    /// Makes batches in furnaces available to all tasks once the task that loaded them has ended.
    pub fn release(&mut self, is_open: impl Fn(TaskId) -> bool) {
        for load in self.stations.iter_mut().filter_map(|station| station.load.as_mut()) {
            load.owner = load.owner.filter(|task| is_open(*task));
        }
    }

    /// Records a changed block: a station or resource remembered at this place is forgotten, unless it is the same
    /// block.
    pub fn block_at(&mut self, at: BlockPos, block: BlockId, now: Tick) {
        self.landmarks.block_at(at, block, now);
        let name = crate::view::lore::block_name(block);
        match Station::named(name) {
            Some(kind) => self.station_at(kind, at, now),
            None => self.stations.retain(|known| known.at != at),
        }
        for (kind, places) in &mut self.resources {
            places.retain(|place| *place != at || *kind == block);
        }
    }

    /// Records the answer to a search for blocks. It replaces all remembered places of these blocks within the search
    /// radius.
    pub fn found(&mut self, search: &Search<'_>, found: &[(BlockPos, BlockId)], now: Tick) {
        let (from, reach) = (search.from, u64::from(search.radius).pow(2));
        for kind in search.blocks {
            if let Some(places) = self.resources.get_mut(kind) {
                places.retain(|place| place.distance_squared(from) > reach);
            }
        }
        for &(at, block) in found {
            if Station::named(gamedata::blocks::all().get(usize::from(block.0)).map_or("", |b| b.name)).is_some() {
                self.block_at(at, block, now);
                continue;
            }
            if !self.resources.contains_key(&block) && self.resources.len() == RESOURCE_KINDS_MAX {
                continue; // plans name fewer kinds of blocks: only junk answers reach the bound
            }
            let places = self.resources.entry(block).or_default();
            if !places.contains(&at) {
                places.push(at);
            }
            if places.len() > PLACES_PER_KIND_MAX
                && let Some(farthest) = (0..places.len()).max_by_key(|&n| (places[n].distance_squared(from), n))
            {
                places.swap_remove(farthest);
            }
        }
        self.resources.retain(|_, places| !places.is_empty());
    }

    /// The nearest remembered place of one of these blocks that is neither bad nor close to where the agent died.
    pub fn nearest(&self, blocks: &[BlockId], from: BlockPos, now: Tick) -> Option<(BlockPos, BlockId)> {
        let places = blocks.iter().filter_map(|kind| Some((kind, self.resources.get(kind)?)));
        let each = places.flat_map(|(kind, places)| places.iter().map(move |at| (*at, *kind)));
        let mut best = None;
        for (at, kind) in each {
            let key = (at.distance_squared(from), at, kind);
            // The distance is compared first, because the check whether a place is bad costs more.
            if best.is_none_or(|best| key < best) && !self.is_bad(at, now) && !self.is_deadly(at, now) {
                best = Some(key);
            }
        }
        best.map(|(_, at, kind)| (at, kind))
    }

    /// Records that an action failed at this place, so that the agent avoids it for a while.
    pub fn mark_bad(&mut self, at: BlockPos, now: Tick) {
        self.bad.retain(|(place, since)| *place != at && now.since(*since) < BAD_PLACE_TICKS);
        if self.bad.len() == BAD_PLACES_MAX {
            self.bad.remove(0);
        }
        self.bad.push((at, now));
    }

    /// Records that the agent died here, so that it stays away for a while.
    pub fn mark_deadly(&mut self, at: BlockPos, now: Tick) {
        self.deadly.retain(|(_, since)| now.since(*since) < DEADLY_TICKS);
        if self.deadly.len() == DEADLY_MAX {
            self.deadly.remove(0);
        }
        self.deadly.push((at, now));
    }

    /// Whether the agent recently died near this place, so that it stays away.
    pub fn is_deadly(&self, at: BlockPos, now: Tick) -> bool {
        let near = |place: &BlockPos| place.distance_squared(at) <= DEADLY_BLOCKS * DEADLY_BLOCKS;
        self.deadly.iter().any(|(place, since)| near(place) && now.since(*since) < DEADLY_TICKS)
    }

    /// The largest search radius around this place that stays away from every place where the agent died, in blocks.
    pub fn safe_radius(&self, from: BlockPos, now: Tick) -> u64 {
        let recent = self.deadly.iter().filter(|(_, since)| now.since(*since) < DEADLY_TICKS);
        let nearest = recent.map(|(place, _)| place.distance_squared(from).isqrt()).min();
        nearest.map_or(u64::MAX, |blocks| blocks.saturating_sub(DEADLY_BLOCKS))
    }

    pub fn is_bad(&self, at: BlockPos, now: Tick) -> bool {
        self.bad.iter().any(|(place, since)| *place == at && now.since(*since) < BAD_PLACE_TICKS)
    }

    pub fn forget_station(&mut self, at: BlockPos) {
        self.stations.retain(|known| known.at != at);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HERE: BlockPos = BlockPos::new(0, 64, 0);

    fn block(name: &str) -> BlockId {
        gamedata::blocks::named(name).unwrap()
    }

    #[test]
    fn the_station_used_longest_ago_is_forgotten_first() {
        let mut known = Places::default();
        for n in 0..=STATIONS_MAX as i32 {
            known.station_at(Station::Furnace, HERE.offset(n, 0, 0), Tick(n as u64));
        }
        let stations = known.stations(Station::Furnace, HERE);
        assert_eq!((stations.len(), stations[0].at), (STATIONS_MAX, HERE.offset(1, 0, 0)));
    }

    #[test]
    fn a_broken_station_is_forgotten() {
        let mut known = Places::default();
        known.block_at(HERE, block("crafting_table"), Tick(1));
        assert_eq!(known.stations(Station::CraftingTable, HERE).len(), 1);
        known.block_at(HERE, block("air"), Tick(2));
        assert!(known.stations(Station::CraftingTable, HERE).is_empty());
    }

    #[test]
    fn dry_land_counts_after_two_seconds_and_a_jump_out_of_the_water_does_not() {
        let mut known = Places::default();
        for _ in 0..DRY_LOOKS_MIN {
            assert_eq!(known.dry, None);
            known.stood(HERE, false);
        }
        assert_eq!(known.dry, Some(HERE));
        for in_water in [true, true, false, false, true, false] {
            known.stood(HERE.offset(9, 0, 0), in_water);
        }
        assert_eq!(known.dry, Some(HERE));
    }

    #[test]
    fn the_nearest_place_is_chosen_and_a_bad_place_is_skipped_for_half_a_day() {
        let mut known = Places::default();
        let (near, far) = (HERE.offset(3, 0, 0), HERE.offset(9, 0, 0));
        let log = block("oak_log");
        known.found(&Search { blocks: &[log], from: HERE, radius: 32 }, &[(far, log), (near, log)], Tick(0));
        assert_eq!(known.nearest(&[log], HERE, Tick(0)), Some((near, log)));
        known.mark_bad(near, Tick(0));
        assert_eq!(known.nearest(&[log], HERE, Tick(1)), Some((far, log)));
        assert_eq!(known.nearest(&[log], HERE, Tick(BAD_PLACE_TICKS)), Some((near, log)));
        known.found(&Search { blocks: &[log], from: HERE, radius: 32 }, &[], Tick(2));
        assert_eq!(known.nearest(&[log], HERE, Tick(3)), None, "looked for and no longer there");
    }

    #[test]
    fn resources_near_a_death_are_not_fetched_for_half_a_day() {
        let mut known = Places::default();
        let log = block("oak_log");
        known.found(
            &Search { blocks: &[log], from: HERE, radius: 64 },
            &[(HERE, log), (HERE.offset(40, 0, 0), log)],
            Tick(0),
        );
        known.mark_deadly(HERE.offset(DEADLY_BLOCKS as i32, 0, 0), Tick(0));
        assert_eq!(known.nearest(&[log], HERE, Tick(1)), None, "both lie within its reach");
        assert_eq!(known.nearest(&[log], HERE, Tick(DEADLY_TICKS)), Some((HERE, log)));
        assert_eq!(known.safe_radius(HERE.offset(-10, 0, 0), Tick(1)), 10);
        for n in 0..DEADLY_MAX as i32 + 4 {
            known.mark_deadly(HERE.offset(n, 0, 0), Tick(2));
        }
        assert_eq!(known.deadly.len(), DEADLY_MAX);
    }

    #[test]
    fn the_numbers_of_places_kinds_and_bad_places_are_bounded() {
        let mut known = Places::default();
        let kinds: Vec<BlockId> = (1..=RESOURCE_KINDS_MAX as u16 + 20).map(BlockId).collect();
        for (n, kind) in kinds.iter().enumerate() {
            let many: Vec<(BlockPos, BlockId)> = (0..40).map(|far| (HERE.offset(far, n as i32, 0), *kind)).collect();
            known.found(&Search { blocks: &[*kind], from: HERE, radius: 96 }, &many, Tick(0));
            known.mark_bad(HERE.offset(0, n as i32, 9), Tick(0));
        }
        assert!(known.resources.len() <= RESOURCE_KINDS_MAX);
        assert!(known.resources.values().all(|places| places.len() <= PLACES_PER_KIND_MAX));
        assert_eq!(known.bad.len(), BAD_PLACES_MAX);
    }
}
