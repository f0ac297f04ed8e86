//! The production loop: one mind tick after another, at the pace asked for, until told to stop.

use crate::body::Body;
use crate::door::Door;
use crate::life::{Life, Moment, Thought};
use crate::pace::{Pace, Speed};
use crate::scribe::Scribe;
use crate::thinker::Thinker;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use store::Record;
use vocab::tick::TICKS_PER_MIND_TICK;

/// Records written together when the world is in this process: a commit costs milliseconds, a mind tick microseconds.
const GROUP_RECORDS_MAX: usize = 128;
/// A group is written after this long even if it is not full, so that a kill loses about a second.
const GROUP_AGE_MAX: Duration = Duration::from_secs(1);
/// A state is saved when replaying everything since the last one would take this long: a restart takes about as long, and
/// must take less than a second on a busy machine too.
const REDO_MAX: Duration = Duration::from_millis(250);
/// When the mind asks for a save, it is made if it spares at least this much replay; otherwise it would only cost time.
const REDO_MIN: Duration = Duration::from_millis(50);
/// A state is saved after so many records at the latest, however fast the machine.
const TAIL_RECORDS_MAX: u32 = 3_000;
/// How often a failed write is tried again, and how often a standing agent checks whether it shall stop.
const RETRY_EVERY: Duration = Duration::from_millis(500);

/// When effects may be performed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Durability {
    /// When the input is handed over for writing: world and mind come back together, so nothing leaves the process early.
    /// Inputs with commands are written before they are answered all the same: the person who gets the answer is outside.
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
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ended {
    /// The watcher stopped it.
    Watcher,
    /// A person stopped it.
    Asked,
    /// Inputs could not be made durable for too long. What was durable before still is.
    NotDurable(String),
}

/// One run of the loop.
#[derive(Debug)]
pub struct Run<'a, B, T> {
    pub life: &'a mut Life<B, T>,
    pub scribe: &'a dyn Scribe,
    /// Through which other threads reach the agent. Closed when the run ends.
    pub door: &'a Door,
    pub options: Options,
    /// Set from outside (Ctrl-C) to end the run at the next mind tick.
    pub stop: &'a AtomicBool,
}

/// Records not handed over yet.
#[derive(Debug)]
struct Group {
    records: Vec<Record>,
    began: Duration,
}

impl<B: Body, T: Thinker> Run<'_, B, T> {
    /// Lives until it is stopped. `watch` sees every mind tick and may end the run.
    pub fn run(mut self, mut watch: impl FnMut(&Moment<'_>) -> Go) -> Ended {
        let ended = self.live(&mut watch);
        self.door.close();
        ended
    }

    fn live(&mut self, watch: &mut impl FnMut(&Moment<'_>) -> Go) -> Ended {
        let mut pace = Pace::new(self.options.speed, self.life.clock.now());
        let mut group = Group { records: Vec::new(), began: self.life.clock.now() };
        let mut tail_records = 0;
        let ended = loop {
            if self.stop.load(Ordering::Relaxed) {
                break Ended::Asked;
            }
            if let Some(wait) = pace.wait_for(TICKS_PER_MIND_TICK, self.life.clock.now()) {
                self.life.clock.sleep(wait);
            }
            let thought = self.think();
            group.records.push(thought.record());
            tail_records += 1;
            if let Err(ended) = self.make_durable(&mut group, &thought, watch) {
                return ended;
            }
            let save = self.life.perform(&thought.effects, true);
            self.door.answer(&thought.effects);
            let due = self.life.redo >= if save { REDO_MIN } else { REDO_MAX };
            if due || tail_records >= TAIL_RECORDS_MAX {
                self.scribe.push(std::mem::take(&mut group.records), Some(self.life.state()));
                tail_records = 0;
            }
            let Thought { input, effects } = &thought;
            if watch(&Moment { input, effects, trouble: None }) == Go::Stop {
                break Ended::Watcher;
            }
        };
        self.scribe.push(group.records, Some(self.life.state()));
        match self.scribe.flush().or_else(|_| self.scribe.retry()) {
            Ok(()) => ended,
            Err(why) => Ended::NotDurable(why),
        }
    }

    /// Takes in what the body, the model and people have for the mind, and steps it.
    fn think(&mut self) -> Thought {
        let sensed = self.life.sense();
        let replies = self.life.thinker.collect();
        let mut input = self.life.input(sensed, replies);
        self.door.put_into(&mut input, self.life.in_flight.commands_taken);
        self.life.think(input)
    }

    /// Hands the group over when it is time, and stands safe while writing fails. Only after `Ok` may effects be performed.
    fn make_durable(
        &mut self,
        group: &mut Group,
        thought: &Thought,
        watch: &mut impl FnMut(&Moment<'_>) -> Go,
    ) -> Result<(), Ended> {
        let at_once = self.options.durability == Durability::Each || !thought.input.commands.is_empty();
        let now = self.life.clock.now();
        let old = now.saturating_sub(group.began) >= GROUP_AGE_MAX;
        if at_once || old || group.records.len() >= GROUP_RECORDS_MAX {
            self.scribe.push(std::mem::take(&mut group.records), None);
            group.began = now;
        }
        let mut trouble = if at_once { self.scribe.flush().err() } else { self.scribe.trouble() };
        if trouble.is_some() {
            self.life.body.stand_safe();
        }
        while let Some(why) = trouble {
            let go = watch(&Moment { input: &thought.input, effects: &[], trouble: Some(&why) });
            let stood = self.life.clock.now().saturating_sub(now);
            if go == Go::Stop || self.stop.load(Ordering::Relaxed) || stood >= self.options.stand_safe_max {
                return Err(Ended::NotDurable(why));
            }
            self.life.clock.sleep(RETRY_EVERY);
            trouble = self.scribe.retry().err();
        }
        Ok(())
    }
}
