//! The timetable of a plan's remaining steps, for people: when the agent does what, and what each station does meanwhile.
//!
//! It is computed from the steps as they will be carried out, so it is right after a repair and after a restart. Nothing is decided
//! from it.

use crate::plan::asking::{COST_PER_TICK, Start, is_usable, natural_cost};
use crate::plan::step::Step;
use alloc::vec::Vec;
use planner::duration::{CRAFT_TICKS, LOAD_TICKS, PLACE_TICKS, SMELT_TICKS};
use serde::{Deserialize, Serialize};
use vocab::{Bag, BlockPos, GoalKey, ItemId, Station, Tick};

/// Most steps of a plan in the timetable. Plans for the hardest goals have about sixty; later steps are left out.
pub const ROWS_MAX: usize = 96;
/// Ticks that a walk of one block takes.
const WALK_TICKS: u64 = 5;
/// Ticks for opening a chest or furnace and taking something out.
const TAKE_TICKS: u64 = 5;

/// Who does something: the agent, or a station such as a furnace.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Lane {
    Agent,
    /// A station that stands, with its place; without a place it is one that the plan will put there, by number.
    Station {
        kind: Station,
        at: Option<BlockPos>,
        number: u8,
    },
}

/// What a row of the timetable shows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Work {
    Step(Step),
    /// A station makes this many items.
    Makes {
        item: ItemId,
        count: u32,
    },
}

/// One row of the timetable. Times are ticks from the moment of the timetable.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Row {
    pub lane: Lane,
    pub work: Work,
    pub start: u64,
    pub end: u64,
    /// How much later it may end without the plan ending later; 0 on the critical path.
    pub slack: u64,
}

/// The remaining steps of the plan of the task at hand.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Timetable {
    pub task: tasks::TaskId,
    pub key: GoalKey,
    pub now: Tick,
    /// When the plan was made, and how long it was to take then.
    pub made: Tick,
    pub makespan_ticks: u64,
    pub rows: Vec<Row>,
    /// Steps that did not fit into the timetable.
    pub more: u32,
}

/// A station's batch, and which row makes it; a batch that was there before the plan has a row too.
#[derive(Debug, Clone, Copy)]
struct Batch {
    item: ItemId,
    ready: u64,
    row: usize,
}

#[derive(Debug)]
struct Slot {
    lane: Lane,
    kind: Station,
    free_at: u64,
    batch: Option<Batch>,
}

struct Draw<'a> {
    start: Start<'a>,
    bag: Bag,
    slots: Vec<Slot>,
    clock: u64,
    rows: Vec<Row>,
    /// For each row, the rows that can begin only when it has ended.
    followers: Vec<(usize, usize)>,
    /// The agent's row before the next one.
    last: Option<usize>,
    built: u8,
}

/// The rows of the timetable of these steps, by their start.
pub fn rows(start: Start<'_>, steps: &[Step]) -> Vec<Row> {
    let mut draw = Draw {
        start,
        bag: start.bag.clone(),
        slots: Vec::new(),
        clock: 0,
        rows: Vec::new(),
        followers: Vec::new(),
        last: None,
        built: 0,
    };
    draw.stand();
    for step in steps.iter().take(ROWS_MAX) {
        draw.step(step);
    }
    draw.slacken();
    let mut rows = draw.rows;
    rows.sort_by_key(|row| (row.start, row.lane, row.end));
    rows
}

impl Draw<'_> {
    /// The stations that stand, and what is in them.
    fn stand(&mut self) {
        for kind in Station::ALL {
            for station in self.start.places.stations(kind, self.start.at) {
                if !is_usable(self.start.places, &station, self.start.at, self.start.now) {
                    continue;
                }
                let lane = Lane::Station { kind, at: Some(station.at), number: 0 };
                let load = station.load.filter(|load| load.is_for(self.start.task));
                let batch = load.map(|load| {
                    let (item, count) = (load.output, u32::from(load.count));
                    let ready = load.ready.since(self.start.now);
                    let row = self.row(lane, Work::Makes { item, count }, 0, ready);
                    Batch { item, ready, row }
                });
                let free_at = batch.map_or(0, |batch| batch.ready);
                self.slots.push(Slot { lane, kind, free_at, batch });
            }
        }
    }

    fn row(&mut self, lane: Lane, work: Work, start: u64, end: u64) -> usize {
        self.rows.push(Row { lane, work, start, end, slack: 0 });
        self.rows.len() - 1
    }

    /// Adds a row of the agent that takes this long, once what it waits for has ended.
    fn act(&mut self, step: &Step, ticks: u64, waits_for: Option<Batch>) -> usize {
        let start = waits_for.map_or(self.clock, |batch| batch.ready.max(self.clock));
        self.clock = start.saturating_add(ticks);
        let row = self.row(Lane::Agent, Work::Step(step.clone()), start, self.clock);
        let before = self.last.replace(row).into_iter().chain(waits_for.map(|batch| batch.row));
        self.followers.extend(before.map(|earlier| (earlier, row)));
        row
    }

    fn walk(&self, to: BlockPos) -> u64 {
        to.manhattan(self.start.at).saturating_mul(WALK_TICKS)
    }

    fn step(&mut self, step: &Step) {
        match step {
            Step::Gather { item, total } | Step::Hunt { item, total } => {
                let missing = total.saturating_sub(self.bag.count(*item));
                let each = (natural_cost(self.start, *item) / COST_PER_TICK).max(1);
                self.act(step, each.saturating_mul(u64::from(missing)), None);
                self.bag.add(*item, missing);
            }
            Step::Craft { recipe, times } => {
                self.act(step, CRAFT_TICKS * u64::from(*times), None);
                self.craft(*recipe, u32::from(*times));
            }
            Step::Station(kind) => {
                self.act(step, PLACE_TICKS, None);
                self.built = self.built.saturating_add(1);
                let lane = Lane::Station { kind: *kind, at: None, number: self.built };
                self.slots.push(Slot { lane, kind: *kind, free_at: self.clock, batch: None });
            }
            Step::Smelt { station, output, count, .. } => self.load(step, *station, *output, u32::from(*count)),
            Step::Take { item, count } => self.take(step, *item, u32::from(*count)),
            Step::Fetch { at, item, count } => {
                self.act(step, self.walk(*at) + TAKE_TICKS, None);
                self.bag.add(*item, u32::from(*count));
            }
            Step::LookInto { at } => drop(self.act(step, self.walk(*at) + TAKE_TICKS, None)),
            Step::Go { place, .. } => drop(self.act(step, self.walk(*place), None)),
            _ => drop(self.act(step, 0, None)), // how long it takes is not known
        }
    }

    fn craft(&mut self, recipe: u16, times: u32) {
        if let Some(rule) = gamedata::recipes::get(recipe) {
            self.bag.add(rule.output, times * u32::from(rule.count));
        }
    }

    fn load(&mut self, step: &Step, kind: Station, output: ItemId, count: u32) {
        let free = (self.slots.iter().enumerate())
            .filter(|(_, slot)| slot.kind == kind)
            .min_by_key(|(index, slot)| (slot.batch.is_some(), slot.free_at, *index));
        let slot = free.map(|(index, _)| index);
        let before = slot.and_then(|slot| self.slots[slot].batch);
        let row = self.act(step, LOAD_TICKS, before);
        let Some(slot) = slot else { return };
        let lane = self.slots[slot].lane;
        let ready = self.clock.saturating_add(smelt_ticks(kind).saturating_mul(u64::from(count)));
        let made = self.row(lane, Work::Makes { item: output, count }, self.clock, ready);
        self.followers.push((row, made));
        (self.slots[slot].free_at, self.slots[slot].batch) = (ready, Some(Batch { item: output, ready, row: made }));
    }

    fn take(&mut self, step: &Step, item: ItemId, count: u32) {
        let held = self.slots.iter().enumerate().filter_map(|(index, slot)| {
            let batch = slot.batch.filter(|batch| batch.item == item)?;
            Some((batch.ready, index, batch))
        });
        let first = held.min_by_key(|(ready, index, _)| (*ready, *index));
        self.act(step, TAKE_TICKS, first.map(|(_, _, batch)| batch));
        if let Some((_, slot, _)) = first {
            (self.slots[slot].batch, self.slots[slot].free_at) = (None, self.clock);
        }
        self.bag.add(item, count);
    }

    /// Computes how much later each row may end without the plan ending later.
    fn slacken(&mut self) {
        let end = self.rows.iter().map(|row| row.end).max().unwrap_or(0);
        let mut latest: Vec<u64> = self.rows.iter().map(|_| end).collect();
        // A row is made before the rows that wait for it, so one pass from the last row is enough.
        for (earlier, later) in self.followers.iter().rev() {
            let length = self.rows[*later].end - self.rows[*later].start;
            latest[*earlier] = latest[*earlier].min(latest[*later].saturating_sub(length));
        }
        for (row, latest) in self.rows.iter_mut().zip(latest) {
            row.slack = latest.saturating_sub(row.end);
        }
    }
}

/// Ticks that a station takes for one item.
const fn smelt_ticks(kind: Station) -> u64 {
    match kind {
        Station::BlastFurnace | Station::Smoker => SMELT_TICKS / 2,
        _ => SMELT_TICKS,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::lore::{Lore, item};
    use crate::view::places::Places;
    use alloc::format;
    use alloc::string::{String, ToString};

    const HERE: BlockPos = BlockPos::new(0, 64, 0);

    fn drawn(known: &Places, bag: &[(&str, u32)], steps: &[Step]) -> Vec<String> {
        let bag: Bag = bag.iter().map(|(name, count)| (item(name), *count)).collect();
        let lore = Lore::new();
        let start = Start { lore: &lore, places: known, bag: &bag, at: HERE, now: Tick(0), avoid: &[], task: None };
        let told = |row: &Row| {
            let what = match &row.work {
                Work::Step(step) => step.to_string(),
                Work::Makes { count, .. } => format!("makes {count}"),
            };
            format!("{}-{} slack {}: {what}", row.start, row.end, row.slack)
        };
        rows(start, steps).iter().map(told).collect()
    }

    fn smelt(count: u8) -> Step {
        let (station, fuel) = (Station::Furnace, item("coal"));
        let (input, output) = (item("raw_iron"), item("iron_ingot"));
        Step::Smelt { station, input, output, count, fuel, fuel_count: 1 }
    }

    fn take(count: u8) -> Step {
        Step::Take { item: item("iron_ingot"), count }
    }

    #[test]
    fn two_furnaces_burn_side_by_side_and_the_shorter_load_has_slack() {
        let mut known = Places::default();
        known.station_at(Station::Furnace, HERE, Tick(0));
        known.station_at(Station::Furnace, HERE.offset(1, 0, 0), Tick(0));
        assert_eq!(
            drawn(&known, &[], &[smelt(8), smelt(4), take(4), take(8)]),
            [
                "0-5 slack 0: smelt 8 raw_iron with coal",
                "5-10 slack 790: smelt 4 raw_iron with coal",
                "5-1605 slack 0: makes 8",
                "10-810 slack 790: makes 4",
                "810-815 slack 790: take 4 iron_ingot out of the fire",
                "1605-1610 slack 0: take 8 iron_ingot out of the fire",
            ]
        );
    }

    #[test]
    fn a_furnace_is_loaded_again_only_after_its_batch_is_out() {
        let mut known = Places::default();
        known.station_at(Station::Furnace, HERE, Tick(0));
        let lines = drawn(&known, &[], &[smelt(1), take(1), smelt(1), take(1)]);
        assert_eq!(lines.last().map(String::as_str), Some("415-420 slack 0: take 1 iron_ingot out of the fire"));
        assert!(lines.iter().all(|line| line.contains("slack 0")), "one chain: {lines:?}");
    }

    #[test]
    fn a_furnace_that_the_plan_builds_gets_a_lane_and_long_plans_are_cut() {
        let lines = drawn(&Places::default(), &[], &[Step::Station(Station::Furnace), smelt(1), take(1)]);
        assert_eq!(lines.len(), 4, "{lines:?}");
        let many = alloc::vec![take(1); ROWS_MAX + 9];
        assert_eq!(drawn(&Places::default(), &[], &many).len(), ROWS_MAX);
    }
}
