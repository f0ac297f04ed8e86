//! Workstation slots on the planning timeline: which is free first, who built which.
//!
//! Invariant: equal tables and equal requests give equal slots. Ties go to the lowest id. An id leads to the slot that got it last:
//! a request may call a slot `furnace#1` that is not the second furnace, and a placed one will be `furnace#1` then.

use crate::reach::slot_usable;
use crate::rule::{Problem, StationType};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

/// A slot of a table: those of the request by id, then those that the plan builds, in order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct SlotKey(pub u32);

#[derive(Debug, Clone, Copy)]
struct Entry {
    station: StationType,
    free_at: u64,
    /// Index in the request, or how many of the type there were before it was built.
    origin: Origin,
}

#[derive(Debug, Clone, Copy)]
enum Origin {
    Given(usize),
    Built(u64),
}

/// Slots with the tick from which each is free.
#[derive(Debug, Clone)]
pub struct SlotTable {
    given: Vec<Entry>,
    entries: Vec<Entry>,
    /// Placed stations by type, usable for loads or not.
    placed: Vec<u64>,
    /// (station type, how many of it stand before, slot): the station placed then takes over the id of this slot of the request.
    taken_over: Vec<(StationType, u64, usize)>,
}

/// The type of a slot that no id leads to any more.
const NOWHERE: StationType = StationType::MAX;

/// Where the request gives a slot the id that a placed station will have.
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

    /// Stations of the type that stand now.
    pub fn placed(&self, station: StationType) -> u64 {
        self.placed[station]
    }

    /// The slot of a type that is free first, equal ones by lowest id, and when that is.
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

    /// The slot's name on the wire.
    pub fn name(&self, problem: &Problem, slot: SlotKey) -> String {
        match self.entries[slot.0 as usize].origin {
            Origin::Given(index) => problem.slots[index].id.clone(),
            Origin::Built(before) => {
                format!("{}#{before}", problem.stations[self.entries[slot.0 as usize].station])
            }
        }
    }
}
