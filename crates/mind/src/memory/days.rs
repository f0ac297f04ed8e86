//! The days in a line each: what was got for the first time, how many tasks ended and how, and deaths.

use alloc::collections::VecDeque;
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};
use tasks::Status;
use vocab::senses::Harm;
use vocab::{ItemId, Tick};

/// Most game days remembered: two months of the game. The oldest day is forgotten first.
pub const DAYS_MAX: usize = 60;
/// Most items carried for the first time that are named per day. A first day brings about thirty, of which the last are
/// the most advanced: the earliest of the day is forgotten first.
pub const FIRSTS_MAX: usize = 12;
/// Most causes of death kept per day; further deaths are only counted.
pub const CAUSES_MAX: usize = 4;

/// What the agent remembers of one game day.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Day {
    /// The number of the game day, counted from one. A day begins at sunrise.
    pub number: u32,
    pub began: Tick,
    /// Items carried for the first time on this day, in that order.
    #[serde(deserialize_with = "vocab::salvage::list")]
    pub firsts: Vec<ItemId>,
    pub done: u32,
    pub failed: u32,
    pub deaths: u32,
    pub causes: Vec<Harm>,
}

impl Day {
    fn new(number: u32, began: Tick) -> Day {
        Day { number, began, firsts: Vec::new(), done: 0, failed: 0, deaths: 0, causes: Vec::new() }
    }

    /// Records an item that the agent carries for the first time.
    pub fn first(&mut self, item: ItemId) {
        if self.firsts.len() == FIRSTS_MAX {
            self.firsts.remove(0);
        }
        self.firsts.push(item);
    }

    /// Counts a task that ended today as done or failed. Cancelled tasks are not counted.
    pub fn ended(&mut self, to: Status) {
        match to {
            Status::Done => self.done = self.done.saturating_add(1),
            Status::Failed { .. } => self.failed = self.failed.saturating_add(1),
            _ => {}
        }
    }

    pub fn died(&mut self, cause: Harm) {
        self.deaths = self.deaths.saturating_add(1);
        if self.causes.len() < CAUSES_MAX {
            self.causes.push(cause);
        }
    }
}

/// The last game days that the agent remembers, oldest first. The last one is today.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Days {
    days: VecDeque<Day>,
    /// The time of day when it was last reported. A lower one means that the sun has risen.
    time_of_day: u16,
}

impl Default for Days {
    fn default() -> Days {
        Days { days: VecDeque::from([Day::new(1, Tick(0))]), time_of_day: 0 }
    }
}

impl Days {
    /// Notes the reported time of day, and begins a new day at sunrise.
    pub fn time(&mut self, time_of_day: u16, now: Tick) {
        if time_of_day < self.time_of_day {
            let next = Day::new(self.today().number.saturating_add(1), now);
            if self.days.len() == DAYS_MAX {
                self.days.pop_front();
            }
            self.days.push_back(next);
        }
        self.time_of_day = time_of_day;
    }

    pub fn today(&mut self) -> &mut Day {
        if self.days.is_empty() {
            self.days.push_back(Day::new(1, Tick(0)));
        }
        let last = self.days.len() - 1;
        &mut self.days[last]
    }

    /// The remembered game days, the newest first.
    pub fn newest(&self) -> impl Iterator<Item = &Day> {
        self.days.iter().rev()
    }

    pub fn len(&self) -> usize {
        self.days.len()
    }

    pub fn is_empty(&self) -> bool {
        self.days.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sunrise_begins_a_day_and_the_oldest_day_is_forgotten_first() {
        let mut days = Days::default();
        for n in 0..DAYS_MAX as u64 + 3 {
            days.time(6_000, Tick(n * 24_000 + 6_000));
            days.time(18_000, Tick(n * 24_000 + 18_000));
            days.today().first(ItemId(n as u16));
            days.time(10, Tick(n * 24_000 + 24_010));
        }
        assert_eq!(days.len(), DAYS_MAX);
        let numbers: Vec<u32> = days.newest().map(|day| day.number).collect();
        assert_eq!((numbers[0], numbers[DAYS_MAX - 1]), (DAYS_MAX as u32 + 4, 5));
        assert_eq!(days.newest().nth(1).unwrap().firsts, [ItemId(DAYS_MAX as u16 + 2)]);
    }

    #[test]
    fn a_day_names_its_last_firsts_and_counts_every_death() {
        let mut day = Day::new(1, Tick(0));
        for n in 0..FIRSTS_MAX as u16 + 2 {
            day.first(ItemId(n));
        }
        assert_eq!((day.firsts.len(), day.firsts[0]), (FIRSTS_MAX, ItemId(2)));
        for _ in 0..CAUSES_MAX + 2 {
            day.died(Harm::Fall);
        }
        assert_eq!((day.deaths, day.causes.len()), (CAUSES_MAX as u32 + 2, CAUSES_MAX));
    }
}
