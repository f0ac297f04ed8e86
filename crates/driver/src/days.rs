//! Which day it is, counted by sunrises. Ticks never jump, but the time of day does when a night is slept through.
//!
//! A body reports ticks and the time of day alone, so nights slept through are counted as they happen. Those before this run are
//! read from the journal; for nights that the journal no longer has, the smallest number that fits the time of day is taken.

use mind::Input;
use store::Archive;
use vocab::digest::decode;
use vocab::tick::{TICKS_PER_DAY, TICKS_PER_MIND_TICK};
use vocab::{Senses, Tick};

/// Game ticks between two journal records that are sampled for the time of day. A day is longer than that, so no two
/// nights fall between two records.
const LOOK_TICKS: u64 = 10_000;

/// A time of day that is behind by less than this is a server's lag and no night slept through: five minutes.
const LAG_TICKS_MAX: u64 = 6_000;

/// Counts game days. Sleeping skips the night, so the time of day runs ahead of the game ticks; this holds by how much.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Days {
    slept_ticks: u64,
}

impl Days {
    /// Finds the nights slept through by reading the journal; none if it cannot be read.
    pub fn of(archive: &Archive) -> Days {
        let mut days = Days::default();
        let _ = archive.sample(LOOK_TICKS / TICKS_PER_MIND_TICK, |record| {
            if let Ok(Input { tick, senses, .. }) = decode(&record.input) {
                days.take(tick, &senses);
            }
        });
        days
    }

    /// Notes the time of day that was reported at this tick of the driver. To be called at least once a game day, or a night slept through is missed.
    pub fn take(&mut self, tick: Tick, senses: &Senses) {
        let shown = u64::from(senses.surroundings.time_of_day) % TICKS_PER_DAY;
        let thought = (tick + self.slept_ticks).time_of_day();
        let ahead = (TICKS_PER_DAY + shown - thought) % TICKS_PER_DAY;
        if ahead > TICKS_PER_DAY - LAG_TICKS_MAX {
            // A server that lags, or tells the time once a second.
            self.slept_ticks = self.slept_ticks.saturating_sub(TICKS_PER_DAY - ahead);
        } else {
            self.slept_ticks += ahead;
        }
    }

    /// The number of the game day at this tick, counted from one; a day begins at sunrise.
    pub fn at(self, tick: Tick) -> u64 {
        (tick.0 + self.slept_ticks) / TICKS_PER_DAY + 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mind::input::{Link, Sensed};
    use vocab::FinePos;
    use vocab::senses::{Carried, Surroundings};

    fn senses(tick: u64, time_of_day: u16) -> Senses {
        Senses {
            tick: Tick(tick),
            at: FinePos::new(0, 0, 0),
            vitals: None,
            carried: Carried::default(),
            surroundings: Surroundings { time_of_day, ..Surroundings::default() },
            progress: None,
            events: vec![],
        }
    }

    fn note(days: &mut Days, tick: u64, time_of_day: u16) {
        days.take(Tick(tick), &senses(tick, time_of_day));
    }

    #[test]
    fn a_server_that_lags_sleeps_through_no_night() {
        let mut days = Days::default();
        for tick in (0..2_000).step_by(4) {
            // It tells the time once a second, and loses a tenth of it.
            note(&mut days, tick, 7_000 + (tick / 20 * 18) as u16);
            assert_eq!(days.at(Tick(tick)), 1, "{tick}");
        }
    }

    #[test]
    fn a_night_slept_through_ends_the_day() {
        let mut days = Days::default();
        // The agent sleeps through five nights from time of day 13,000 on: more than two whole days of sleep.
        let (mut tick, mut told) = (0, Vec::new());
        for day in 1..=6 {
            for time_of_day in (0..13_000).step_by(500) {
                note(&mut days, tick + u64::from(time_of_day), time_of_day);
                assert_eq!(days.at(Tick(tick + u64::from(time_of_day))), day, "{time_of_day}");
            }
            tick += 13_000;
            told.push(days.at(Tick(tick - 1)));
        }
        assert_eq!(told, [1, 2, 3, 4, 5, 6]);
    }

    #[test]
    fn after_a_restart_nights_slept_through_are_read_from_the_journal() {
        let dir = tempfile::tempdir().unwrap();
        let identity = store::Identity { world: "w".into(), seed: 1, game: "g".into(), layout: 1 };
        let first = store::State::default;
        let (epoch, limits) = (store::Epoch { layout: 1, ..crate::epoch::current() }, store::Limits::default());
        let opening = store::Opening { dir: dir.path(), identity: &identity, epoch: &epoch, limits };
        let opened = store::Store::open(opening, first, crate::epoch::upgrade);
        let mut store = opened.unwrap().store;
        assert_eq!(Days::of(store.archive()), Days::default(), "nothing has been");
        // The agent sleeps through twenty nights from time of day 12,800 on.
        let records: Vec<store::Record> = (4..20 * 12_800)
            .step_by(4)
            .map(|tick| {
                let senses = senses(tick, (tick % 12_800) as u16);
                let (detections, outcomes, answers, heard) = (vec![], vec![], vec![], vec![]);
                let sensed = Sensed { link: Link::Present, senses, detections, outcomes, answers, heard };
                let input = Input::new(Tick(tick), sensed, vec![], vec![]);
                let (did, told) = crate::life::digests(&[]);
                store::Record { tick, input: vocab::digest::encode(&input), did, told }
            })
            .collect();
        store.append(&records, None).unwrap();
        let mut days = Days::of(store.archive());
        note(&mut days, 20 * 12_800 - 4, 12_796);
        assert_eq!(days.at(Tick(20 * 12_800 - 4)), 20);
    }

    #[test]
    fn without_sleep_a_day_is_24_000_ticks() {
        let mut days = Days::default();
        for (tick, day) in [(0, 1), (23_999, 1), (24_000, 2), (240_000, 11)] {
            note(&mut days, tick, (tick % TICKS_PER_DAY) as u16);
            assert_eq!(days.at(Tick(tick)), day);
        }
    }

    #[test]
    fn without_a_journal_the_time_of_day_shows_that_a_night_was_slept_through() {
        let mut days = Days::default();
        note(&mut days, 13_000, 2_000);
        assert_eq!(days.at(Tick(13_000)), 2, "one night was slept through before this run");
    }
}
