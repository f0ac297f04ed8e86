//! The slots of workstations over planning time: which slot is free first, and which slots the plan builds.
//!
//! Invariant: equal requests give equal slots; ties go to the lowest id. When two slots have the same id, it means
//! the later one: a request may call any furnace `furnace#1`, and a station placed by the plan then takes that id
//! over.

use crate::reach::slot_usable;
use crate::rule::{Problem, StationType};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

/// A station slot: first those of the request in the order of their ids, then those that the plan builds, in the order
/// of building.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct SlotKey(pub u32);

#[derive(Debug, Clone, Copy)]
struct Entry {
    station: StationType,
    free_at: u64,
    /// The slot's index in the request, or for a built station the number of stations of its type that were there
    /// before.
    origin: Origin,
}

#[derive(Debug, Clone, Copy)]
enum Origin {
    Given(usize),
    Built(u64),
}

/// All station slots (places to smelt or cook), each with the tick from which it is free.
#[derive(Debug, Clone)]
pub struct SlotTable {
    given: Vec<Entry>,
    entries: Vec<Entry>,
    /// For each type: how many stations are placed, including those that cannot be loaded.
    placed: Vec<u64>,
    /// Slots of the request that lose their id to a station that the plan places: (station type, number of that type
    /// present before, slot).
    taken_over: Vec<(StationType, u64, usize)>,
}

/// Marks a slot whose id was taken over by a newly placed station: no load finds it any more.
const NOWHERE: StationType = StationType::MAX;

/// If this slot of the request has an id that a placed station would get (such as `furnace#2`): the station type, how many
/// of it are present then, and the slot.
fn taken_over(problem: &Problem, entry: usize, slot: usize) -> Option<(StationType, u64, usize)> {
    let (name, number) = problem.slots[slot].id.rsplit_once('#')?;
    let before = number.parse::<u64>().ok().filter(|before| before.to_string() == number)?;
    let station = problem.stations.iter().position(|station| station == name)?;
    Some((station, before, entry))
}

impl SlotTable {
    pub fn new(problem: &Problem) -> SlotTable {
        let mut usable: Vec<usize> = (0..problem.slots.len()).filter(|&slot| slot_usable(problem, slot)).collect();
        usable.sort_by(|&a, &b| problem.slots[a].id.cmp(&problem.slots[b].id));
        let taken_over =
            usable.iter().enumerate().filter_map(|(entry, &slot)| taken_over(problem, entry, slot)).collect();
        let given: Vec<Entry> = (usable.into_iter())
            .map(|slot| Entry {
                station: problem.slots[slot].station,
                free_at: problem.slots[slot].ready_at,
                origin: Origin::Given(slot),
            })
            .collect();
        let mut table =
            SlotTable { entries: given.clone(), given, placed: vec![0; problem.stations.len()], taken_over };
        table.reset(problem);
        table
    }

    pub fn reset(&mut self, problem: &Problem) {
        self.entries.clone_from(&self.given);
        self.placed.fill(0);
        for slot in &problem.slots {
            self.placed[slot.station] += 1;
        }
    }

    /// How many stations of the type are placed now.
    pub fn placed(&self, station: StationType) -> u64 {
        self.placed[station]
    }

    /// The slot of a station type that is free first, by lowest id among equals, and the tick from which it is free.
    pub fn earliest(&self, station: StationType) -> Option<(SlotKey, u64)> {
        (self.entries.iter().enumerate().filter(|(_, entry)| entry.station == station))
            .min_by_key(|(index, entry)| (entry.free_at, *index))
            .map(|(index, entry)| (SlotKey(index as u32), entry.free_at))
    }

    pub fn occupy(&mut self, slot: SlotKey, until: u64) {
        self.entries[slot.0 as usize].free_at = until;
    }

    pub fn free_at(&self, slot: SlotKey) -> u64 {
        self.entries[slot.0 as usize].free_at
    }

    pub fn build(&mut self, station: StationType, now: u64) {
        let before = self.placed[station];
        let lost = self.taken_over.iter().find(|&&(of, at, _)| (of, at) == (station, before));
        if let Some(&(_, _, entry)) = lost {
            self.entries[entry].station = NOWHERE;
        }
        let origin = Origin::Built(before);
        self.entries.push(Entry { station, free_at: now, origin });
        self.placed[station] += 1;
    }

    /// The id of a station slot (such as `furnace#2`) in requests and answers.
    pub fn name(&self, problem: &Problem, slot: SlotKey) -> String {
        match self.entries[slot.0 as usize].origin {
            Origin::Given(index) => problem.slots[index].id.clone(),
            Origin::Built(before) => {
                format!("{}#{before}", problem.stations[self.entries[slot.0 as usize].station])
            }
        }
    }
}
