//! The production loop: one mind tick after another, at the pace asked for, until told to stop.

use crate::body::{Body, BodyError};
use crate::life::{Life, Moment, Thought};
use crate::pace::{Pace, Speed};
use crate::scribe::Scribe;
use crate::thinker::Thinker;
use mind::input::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use store::Record;
use vocab::tick::TICKS_PER_MIND_TICK;

/// Records written together when the world is in this process: a commit costs milliseconds, a mind tick microseconds.
const GROUP_RECORDS_MAX: usize = 128;
/// A group waits no longer than this for its last record, so that a kill costs at most so much of a slow life.
const GROUP_AGE_MAX: Duration = Duration::from_secs(1);
/// A state is saved when going over everything since the last one again would take this long: a restart takes about
/// as long, and must take less than a second on a machine that is busy with other things too.
const REDO_MAX: Duration = Duration::from_millis(250);
/// A state that the mind asks to have saved is saved when it spares at least this much; a fast life is not slowed by saving.
const REDO_MIN: Duration = Duration::from_millis(50);
/// And at the latest after so many records, so that the tail stays short however fast the machine.
const TAIL_RECORDS_MAX: u32 = 3_000;
/// How often a failed write is tried again, and how often a standing agent looks whether it shall stop.
const RETRY_EVERY: Duration = Duration::from_millis(500);

/// When effects may be performed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Durability {
    /// When the input is handed over for writing: world and mind come back together, so nothing leaves the process early.
    Grouped,
    /// When the input is on the disk: the world outside does not forget with us.
    Each,
}

#[derive(Debug, Clone, Copy)]
pub struct Options {
    pub speed: Speed,
    pub durability: Durability,
    /// How long to stand safe and try again when nothing can be written, before giving up.
    pub stand_safe_max: Duration,
}

/// Whether those who watch want it to go on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Go {
    On,
    Stop,
}

/// Why the loop ended.
#[derive(Debug)]
pub enum Ended {
    /// The watcher had seen enough.
    Watcher,
    /// A person wanted it to.
    Asked,
    /// Inputs could not be made durable for too long. What was durable before still is.
    NotDurable(String),
    Body(BodyError),
}

/// One run of the loop.
#[derive(Debug)]
pub struct Run<'a, B, T> {
    pub life: &'a mut Life<B, T>,
    pub scribe: &'a Scribe,
    pub options: Options,
    /// Set from outside (Ctrl-C) to end the run at the next mind tick.
    pub stop: &'a AtomicBool,
}

/// Records not handed over yet.
#[derive(Debug)]
struct Group {
    records: Vec<Record>,
    began: Instant,
}

impl<B: Body, T: Thinker> Run<'_, B, T> {
    /// Lives. `commands` is asked once a mind tick for what people said; `watch` sees every tick and may end the run.
    pub fn run(
        mut self,
        mut commands: impl FnMut() -> Vec<Command>,
        mut watch: impl FnMut(&Moment<'_>) -> Go,
    ) -> Ended {
        let mut pace = Pace::new(self.options.speed, Instant::now());
        let mut group = Group { records: Vec::new(), began: Instant::now() };
        let mut tail_records = 0;
        let ended = loop {
            if self.stop.load(Ordering::Relaxed) {
                break Ended::Asked;
            }
            if let Some(wait) = pace.wait_for(TICKS_PER_MIND_TICK, Instant::now()) {
                std::thread::sleep(wait);
            }
            let sensed = match self.life.sense() {
                Ok(sensed) => sensed,
                Err(error) => break Ended::Body(error),
            };
            let input = self.life.hear(sensed, commands());
            let thought = self.life.think(input);
            group.records.push(thought.record());
            tail_records += 1;
            if let Err(ended) = self.make_durable(&mut group, &thought, &mut watch) {
                return ended;
            }
            let save = self.life.perform(&thought.effects, true);
            let due = self.life.redo >= if save { REDO_MIN } else { REDO_MAX };
            if due || tail_records >= TAIL_RECORDS_MAX {
                self.scribe.push(std::mem::take(&mut group.records), Some(self.life.state()));
                tail_records = 0;
            }
            let Thought { input, effects } = &thought;
            let moment = Moment { input, effects, mind: &self.life.mind, trouble: None };
            if watch(&moment) == Go::Stop {
                break Ended::Watcher;
            }
        };
        self.scribe.push(group.records, Some(self.life.state()));
        match self.scribe.flush().or_else(|_| self.scribe.retry()) {
            Ok(()) => ended,
            Err(why) => Ended::NotDurable(why),
        }
    }

    /// Hands the group over when it is time, and stands safe while writing fails. Only after `Ok` may effects be performed.
    fn make_durable(
        &mut self,
        group: &mut Group,
        thought: &Thought,
        watch: &mut impl FnMut(&Moment<'_>) -> Go,
    ) -> Result<(), Ended> {
        let each = self.options.durability == Durability::Each;
        if each || group.records.len() >= GROUP_RECORDS_MAX || group.began.elapsed() >= GROUP_AGE_MAX {
            self.scribe.push(std::mem::take(&mut group.records), None);
            group.began = Instant::now();
        }
        let mut trouble = if each { self.scribe.flush().err() } else { self.scribe.trouble() };
        if trouble.is_some() {
            self.life.body.stand_safe();
        }
        let began = Instant::now();
        while let Some(why) = trouble {
            let Thought { input, .. } = thought;
            let moment = Moment { input, effects: &[], mind: &self.life.mind, trouble: Some(&why) };
            let go = watch(&moment);
            if go == Go::Stop || self.stop.load(Ordering::Relaxed) || began.elapsed() >= self.options.stand_safe_max {
                return Err(Ended::NotDurable(why));
            }
            std::thread::sleep(RETRY_EVERY);
            trouble = self.scribe.retry().err();
        }
        Ok(())
    }
}
