//! The production loop: one mind tick after another, at the pace asked for, until told to stop.

use crate::body::Body;
use crate::door::Door;
use crate::life::{Life, Moment, Stepped};
use crate::pace::{Pace, Speed};
use crate::scribe::Scribe;
use crate::thinker::Thinker;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use store::Record;
use vocab::tick::TICKS_PER_MIND_TICK;

/// Most journal records written together when the world is in this process: a commit costs milliseconds, a mind tick
/// microseconds.
const GROUP_RECORDS_MAX: usize = 128;
/// A group of journal records is written after this long even if it is not full, so that a kill loses about a second.
const GROUP_AGE_MAX: Duration = Duration::from_secs(1);
/// The agent's state is saved when replaying everything since the last saved one would take this long: a restart takes
/// about as long, and must take less than a second on a busy machine too.
const REDO_MAX: Duration = Duration::from_millis(250);
/// When the mind asks to be saved, that is done if it saves at least this much replay time at a restart; otherwise it
/// would only cost time.
const REDO_MIN: Duration = Duration::from_millis(50);
/// The agent's state is saved after this many journal records at the latest, however fast the machine.
const TAIL_RECORDS_MAX: u32 = 3_000;
/// How often a failed write to the journal is tried again, and how often an agent that stands safe checks whether it
/// shall stop.
const RETRY_EVERY: Duration = Duration::from_millis(500);

/// When the mind's effects may be performed, relative to writing its input to the journal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Durability {
    /// Effects are performed once the input is handed over for writing: world and mind are restored together, so
    /// nothing leaves the process early. Inputs with commands are still written before they are answered, because the
    /// person who gets the answer is outside.
    Grouped,
    /// Effects are performed once the input is on the disk: a world outside this process does not forget them after a
    /// crash.
    Each,
}

#[derive(Debug, Clone, Copy)]
pub struct Options {
    pub speed: Speed,
    pub durability: Durability,
    /// How long the agent stands safe and tries again when the journal cannot be written, before the run ends.
    pub stand_safe_max: Duration,
}

/// What a watcher returns after each mind tick: whether the run continues.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Go {
    On,
    Stop,
}

/// Why a run of the agent ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ended {
    /// The run ended because the watcher stopped it.
    Watcher,
    /// The run ended because a person stopped it.
    Asked,
    /// The run ended because inputs could not be written to the disk for too long. What was written before is safe.
    NotDurable(String),
}

/// One run of the agent's loop: sense, think, write, act.
#[derive(Debug)]
pub struct Run<'a, B, T> {
    pub life: &'a mut Life<B, T>,
    pub scribe: &'a dyn Scribe,
    /// The door through which other threads reach the agent. It is closed when the run ends.
    pub door: &'a Door,
    pub options: Options,
    /// Set from outside (Ctrl-C) to end the run at the next mind tick.
    pub stop: &'a AtomicBool,
}

/// Journal records that were not handed over for writing yet, and since when they wait.
#[derive(Debug)]
struct Group {
    records: Vec<Record>,
    began: Duration,
}

impl<B: Body, T: Thinker> Run<'_, B, T> {
    /// Runs the agent until it is stopped. `watch` sees every mind tick and may end the run.
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
            let stepped = self.think();
            group.records.push(stepped.record());
            tail_records += 1;
            if let Err(ended) = self.make_durable(&mut group, &stepped, watch) {
                return ended;
            }
            let save = self.life.perform(&stepped.effects, true);
            self.door.answer(&stepped.effects);
            let due = self.life.redo >= if save { REDO_MIN } else { REDO_MAX };
            if due || tail_records >= TAIL_RECORDS_MAX {
                self.scribe.push(std::mem::take(&mut group.records), Some(self.life.state()));
                tail_records = 0;
            }
            let Stepped { input, effects } = &stepped;
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

    /// Makes the next input from what the body, the language model and people bring, and steps the mind with it.
    fn think(&mut self) -> Stepped {
        let sensed = self.life.sense();
        let replies = self.life.thinker.collect();
        let mut input = self.life.input(sensed, replies);
        input.began = self.life.session.take();
        self.door.put_into(&mut input, self.life.in_flight.commands_taken);
        self.life.think(input)
    }

    /// Hands the group of records over for writing when it is time, and stands safe while writing fails. Only after
    /// `Ok` may effects be performed.
    fn make_durable(
        &mut self,
        group: &mut Group,
        stepped: &Stepped,
        watch: &mut impl FnMut(&Moment<'_>) -> Go,
    ) -> Result<(), Ended> {
        let at_once = self.options.durability == Durability::Each || !stepped.input.commands.is_empty();
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
            let go = watch(&Moment { input: &stepped.input, effects: &[], trouble: Some(&why) });
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
