//! The production loop: one mind tick after another, at the pace asked for, until told to stop.

use crate::body::Body;
use crate::broke::{Broke, Part, caught};
use crate::door::Door;
use crate::in_flight::STRIKES_MAX;
use crate::life::{Life, Moment, Stepped};
use crate::pace::{Pace, Speed};
use crate::recover::Back;
use crate::scribe::Scribe;
use crate::thinker::Thinker;
use mind::Input;
use mind::input::{Link, Sensed, Shaken};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use store::Record;
use thiserror::Error;
use vocab::Senses;
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
    /// The run ended because the program broke. Everything before it is on the disk, and so is the input that broke the
    /// mind.
    Broke(Box<Broken>),
}

/// Why a run ended in which the program broke.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{broke} ({})", self.cause())]
pub struct Broken {
    pub broke: Broke,
    /// How often it broke at this place within a game day.
    pub strikes: usize,
    /// Why the agent could not be restored.
    pub no_way_back: Option<String>,
}

impl Broken {
    fn cause(&self) -> String {
        match &self.no_way_back {
            Some(why) => format!("it cannot be restored: {why}"),
            None if self.strikes > 1 => format!("{} times there within a game day", self.strikes),
            None => "what it was doing cannot be left out".into(),
        }
    }
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

/// A watcher of the run. It is an error when it breaks.
type Watch<'w> = dyn FnMut(&Moment<'_>) -> Result<Go, Broke> + 'w;

/// Brings an agent that broke back from its journal, as [`crate::come_back`] does.
pub type Restore<'r, B, T> = dyn FnMut(&mut Life<B, T>) -> Result<Back, String> + 'r;

impl<B: Body, T: Thinker> Run<'_, B, T> {
    /// Runs the agent until it is stopped or something breaks. `watch` sees every mind tick and may end the run; a panic
    /// of `watch` goes through.
    pub fn run(mut self, mut watch: impl FnMut(&Moment<'_>) -> Go) -> Ended {
        let ended = self.live(&mut |moment| Ok(watch(moment)), &mut 0);
        self.door.close();
        ended
    }

    /// Runs the agent until it is stopped. When the mind breaks, or a world in this process while an action runs in it,
    /// `restore` brings the agent back and life goes on without the task at hand. It ends when it breaks [`STRIKES_MAX`]
    /// times at one place within a game day, or in the world itself, which would meet it again.
    pub fn run_on(mut self, restore: &mut Restore<'_, B, T>, mut watch: impl FnMut(&Moment<'_>) -> Go) -> Ended {
        let watch: &mut Watch<'_> = &mut |moment| caught(Part::Edge, || watch(moment));
        let mut tail_records = 0;
        let ended = loop {
            match self.live(watch, &mut tail_records) {
                Ended::Broke(broken) if self.may_go_on(broken.broke.part) => {
                    match self.go_on(*broken, restore, watch, &mut tail_records) {
                        Ok(()) => {}
                        Err(ended) => break ended,
                    }
                }
                ended => break ended,
            }
        };
        self.door.close();
        ended
    }

    /// Whether the agent can be restored when this part of it broke.
    fn may_go_on(&self, part: Part) -> bool {
        match part {
            Part::Mind => true,
            Part::World => self.life.body.is_in_process(),
            Part::Edge | Part::Scribe => false,
        }
    }

    /// Restores the agent after its mind or world broke, and lets it drop the task at hand.
    fn go_on(
        &mut self,
        mut broken: Broken,
        restore: &mut Restore<'_, B, T>,
        watch: &mut Watch<'_>,
        tail_records: &mut u32,
    ) -> Result<(), Ended> {
        let no_way_back = |why| Ended::Broke(Box::new(Broken { no_way_back: Some(why), ..broken.clone() }));
        let mut back = match caught(broken.broke.part, || restore(self.life)) {
            Ok(Ok(back)) => back,
            Ok(Err(why)) => return Err(no_way_back(why)),
            Err(again) => return Err(no_way_back(again.to_string())),
        };
        if broken.broke.part == Part::World {
            // The action that runs may be what breaks the world. Without one it is the world itself.
            let senses = back.senses.filter(|_| self.life.mind.is_acting());
            let Some(senses) = senses else { return Err(self.finish(vec![], Ended::Broke(Box::new(broken)))) };
            back.last = Some(self.stand_still(senses, &broken.broke)?);
        }
        *tail_records = u32::try_from(back.records).unwrap_or(u32::MAX);
        let mut go = Go::On;
        if let Some(stepped) = &back.last {
            if !self.life.body.is_in_process() {
                let life = &mut *self.life;
                let performed = caught(Part::World, || life.perform(&stepped.effects, true));
                performed.map_err(|broke| self.halt(vec![], broke))?;
            }
            go = self.show(watch, stepped);
        }
        broken.strikes = self.life.in_flight.strikes_at(&broken.broke.place, self.life.mind.tick());
        if broken.strikes >= STRIKES_MAX {
            return Err(self.finish(vec![], Ended::Broke(Box::new(broken))));
        }
        match go {
            Go::On => Ok(()),
            Go::Stop => Err(self.finish(vec![], Ended::Watcher)),
        }
    }

    /// Steps the mind without letting time pass in the world, which would break: the mind cancels the running action.
    fn stand_still(&mut self, senses: Senses, broke: &Broke) -> Result<Stepped, Ended> {
        let life = &mut *self.life;
        let senses = Senses { events: vec![], ..senses };
        let (detections, outcomes, answers, heard) = (vec![], vec![], vec![], vec![]);
        let sensed = Sensed { link: Link::Present, senses, detections, outcomes, answers, heard };
        let mut input = Input::new(life.mind.tick(), sensed, vec![], vec![]);
        input.shaken = Some(broke.shaken());
        let stepped = match life.try_think(input) {
            Ok(stepped) => stepped,
            Err(unfinished) => return Err(self.halt(vec![], unfinished.broke)),
        };
        if let Err(broke) = caught(Part::World, || life.perform(&stepped.effects, true)) {
            return Err(self.halt(vec![], broke));
        }
        self.scribe.push(vec![stepped.record()], None);
        Ok(stepped)
    }

    fn live(&mut self, watch: &mut Watch<'_>, tail_records: &mut u32) -> Ended {
        let mut pace = Pace::new(self.options.speed, self.life.clock.now());
        let mut group = Group { records: Vec::new(), began: self.life.clock.now() };
        let ended = loop {
            if self.stop.load(Ordering::Relaxed) {
                break Ended::Asked;
            }
            // A body in another process sets the pace itself.
            if let Some(speed) = self.door.speed().filter(|_| self.life.body.is_in_process()) {
                pace.change(speed, self.life.clock.now());
            }
            if let Some(wait) = pace.wait_for(TICKS_PER_MIND_TICK, self.life.clock.now()) {
                self.life.clock.sleep(wait);
            }
            let input = match self.take_in() {
                Ok(input) => input,
                Err(broke) => return self.halt(group.records, broke),
            };
            let stepped = match self.life.try_think(input) {
                Ok(stepped) => stepped,
                Err(unfinished) => {
                    group.records.push(unfinished.record());
                    return self.halt(group.records, unfinished.broke);
                }
            };
            group.records.push(stepped.record());
            *tail_records += 1;
            if let Err(ended) = self.make_durable(&mut group, &stepped, watch) {
                return ended;
            }
            let life = &mut *self.life;
            let save = match caught(Part::World, || life.perform(&stepped.effects, true)) {
                Ok(save) => save,
                Err(broke) => return self.halt(group.records, broke),
            };
            let due = self.life.redo >= if save { REDO_MIN } else { REDO_MAX };
            if due || *tail_records >= TAIL_RECORDS_MAX {
                let life = &mut *self.life;
                match caught(Part::World, || life.state()) {
                    Ok(state) => self.scribe.push(std::mem::take(&mut group.records), Some(state)),
                    Err(broke) => return self.halt(group.records, broke),
                }
                *tail_records = 0;
            }
            let go = self.show(watch, &stepped);
            if let Some(broken) = self.struck_out(&stepped.input) {
                break Ended::Broke(Box::new(broken));
            }
            if go == Go::Stop {
                break Ended::Watcher;
            }
        };
        self.finish(group.records, ended)
    }

    /// Hands out the answers of a mind tick, and shows it to the watcher. What breaks here is told to the mind in the next
    /// input.
    fn show(&mut self, watch: &mut Watch<'_>, stepped: &Stepped) -> Go {
        let Stepped { input, effects, took } = stepped;
        let answered = caught(Part::Edge, || self.door.answer(effects));
        let shown = watch(&Moment { input, effects, took: *took, trouble: None });
        if let Err(broke) = answered {
            self.life.broke = Some(broke);
        }
        shown.unwrap_or_else(|broke| {
            self.life.broke = Some(broke);
            Go::On
        })
    }

    /// What broke around mind and world too often at one place, if this input told of it.
    fn struck_out(&self, input: &Input) -> Option<Broken> {
        let Shaken { place, what, .. } = input.shaken.clone()?;
        let strikes = self.life.in_flight.strikes_at(&place, input.tick);
        let broke = Broke { part: Part::Edge, place, what };
        (strikes >= STRIKES_MAX).then_some(Broken { broke, strikes, no_way_back: None })
    }

    /// Writes what was not written yet, after something broke. The state is not saved: it may be half changed.
    fn halt(&mut self, records: Vec<Record>, broke: Broke) -> Ended {
        let life = &mut *self.life;
        let _ = caught(Part::World, || life.body.stand_safe()); // it may be the body that broke
        self.scribe.push(records, None);
        let strikes = 1 + self.life.in_flight.strikes_at(&broke.place, self.life.mind.tick());
        self.flushed(Ended::Broke(Box::new(Broken { broke, strikes, no_way_back: None })))
    }

    /// Writes what was not written yet, and the agent's state.
    fn finish(&mut self, records: Vec<Record>, ended: Ended) -> Ended {
        let life = &mut *self.life;
        match caught(Part::World, || life.state()) {
            Ok(state) => self.scribe.push(records, Some(state)),
            Err(broke) => return self.halt(records, broke),
        }
        self.flushed(ended)
    }

    fn flushed(&self, ended: Ended) -> Ended {
        match self.scribe.flush().or_else(|_| self.scribe.retry()) {
            Ok(()) => ended,
            Err(why) => Ended::NotDurable(why),
        }
    }

    /// Makes the next input from what the body, the language model and people bring.
    fn take_in(&mut self) -> Result<Input, Broke> {
        let life = &mut *self.life;
        let sensed = caught(Part::World, || life.sense())?;
        let replies = life.replies();
        let mut input = life.input(sensed, replies);
        input.began = life.session.take();
        input.shaken = life.broke.take().map(|broke| broke.shaken());
        self.door.put_into(&mut input, life.in_flight.commands_taken);
        Ok(input)
    }

    /// Hands the group of records over for writing when it is time, and stands safe while writing fails. Only after
    /// `Ok` may effects be performed.
    fn make_durable(&mut self, group: &mut Group, stepped: &Stepped, watch: &mut Watch<'_>) -> Result<(), Ended> {
        let at_once = self.options.durability == Durability::Each || !stepped.input.commands.is_empty();
        let now = self.life.clock.now();
        let old = now.saturating_sub(group.began) >= GROUP_AGE_MAX;
        if at_once || old || group.records.len() >= GROUP_RECORDS_MAX {
            self.scribe.push(std::mem::take(&mut group.records), None);
            group.began = now;
        }
        let mut trouble = if at_once { self.scribe.flush().err() } else { self.scribe.trouble() };
        if trouble.is_some() {
            let life = &mut *self.life;
            let _ = caught(Part::World, || life.body.stand_safe()); // the loop below waits in any case
        }
        while let Some(why) = trouble {
            let (input, took) = (&stepped.input, stepped.took);
            let shown = watch(&Moment { input, effects: &[], took, trouble: Some(&why) });
            let go = shown.unwrap_or(Go::On);
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
