//! A small scripted world and ways to live in it: deterministic, saveable, and quick to say what was done to it.
#![allow(dead_code, reason = "each test file uses its own part")]

use driver::in_flight::InFlight;
use driver::{Body, BodyError, Door, Durability, Ended, Go, LAYOUT, Life, NoThinker, Options, Run, Scribe, Speed};
use driver::{Clock, MachineClock, Recovered, recover};
use mind::input::{Link, Sensed};
use mind::{Config, Mind};
use serde::{Deserialize, Serialize};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use store::{Epoch, Identity, Limits, Opened, Opening, State, Store};
use vocab::build::Guarded;
use vocab::digest::{decode, encode};
use vocab::outcome::{End, Receipt};
use vocab::senses::{Carried, Senses, Surroundings, Vitals};
use vocab::{Action, ActionId, Answer, Danger, Digest, FinePos, Outcome, Query, QueryId, Tick};

/// Game ticks that every action of the test body takes.
const ACTION_TICKS: u64 = 12;

/// A test body that does whatever it is told, in twelve ticks, and gains nothing by it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Treadmill {
    pub tick: u64,
    pub running: Option<(ActionId, u64)>,
    ended: Vec<Outcome>,
    answers: Vec<(QueryId, Answer)>,
    pub acted: u64,
    pub safe: u64,
    /// Whether the test body's world is in this process.
    pub embedded: bool,
}

impl Treadmill {
    pub fn new(embedded: bool) -> Treadmill {
        Treadmill { tick: 0, running: None, ended: vec![], answers: vec![], acted: 0, safe: 0, embedded }
    }

    fn end(&mut self, id: ActionId, end: End) {
        self.ended.push(Outcome { id, at: Tick(self.tick), end, receipt: Receipt::default() });
    }
}

impl Body for Treadmill {
    fn advance(&mut self, ticks: u64) {
        self.tick += ticks;
        if let Some((id, _)) = self.running.take_if(|(_, until)| *until <= self.tick) {
            self.end(id, End::Done);
        }
    }

    fn sense(&mut self) -> Sensed {
        let senses = Senses {
            tick: Tick(self.tick),
            at: FinePos::new(self.tick as i64 * 10, 64_000, 0),
            vitals: Some(Vitals::healthy()),
            carried: Carried { slots: vec![None; 36], ..Carried::default() },
            surroundings: Surroundings { time_of_day: (self.tick % 24_000) as u16, ..Surroundings::default() },
            progress: None,
            events: vec![],
        };
        let (outcomes, answers) = (std::mem::take(&mut self.ended), std::mem::take(&mut self.answers));
        Sensed { link: Link::Present, senses, detections: vec![], outcomes, answers, heard: vec![] }
    }

    fn act(&mut self, id: ActionId, _: &Action) {
        self.acted += 1;
        self.running = Some((id, self.tick + ACTION_TICKS));
    }

    fn cancel(&mut self, id: ActionId) {
        if self.running.take_if(|(running, _)| *running == id).is_some() {
            self.end(id, End::Cancelled);
        }
    }

    fn guard(&mut self, _: &[Guarded]) {}

    fn beware(&mut self, _: &[Danger]) {}

    fn ask(&mut self, id: QueryId, _: &Query) {
        self.answers.push((id, Answer::Blocks { found: vec![] }));
    }

    fn say(&mut self, _: &str) {}

    fn stand_safe(&mut self) {
        self.safe += 1;
    }

    fn is_in_process(&self) -> bool {
        self.embedded
    }

    fn save(&self) -> Option<Vec<u8>> {
        self.embedded.then(|| encode(self))
    }

    fn digest(&self) -> Option<Digest> {
        self.embedded.then(|| Digest::of("treadmill", self))
    }
}

pub type Alive = Life<Treadmill, NoThinker>;

pub fn identity() -> Identity {
    Identity { world: "treadmill".into(), seed: 1, game: "1.21.4".into(), layout: LAYOUT }
}

pub fn newborn(embedded: bool) -> Alive {
    Life::new(Mind::new(Config::default()), Treadmill::new(embedded), NoThinker::default(), InFlight::default())
}

pub fn open(dir: &Path, embedded: bool) -> Opened {
    let first = || -> State { newborn(embedded).state().1 };
    open_as(dir, &driver::epoch::current(), first)
}

pub fn open_as(dir: &Path, epoch: &Epoch, first: impl FnOnce() -> State) -> Opened {
    let opening = Opening { dir, identity: &identity(), epoch, limits: Limits::default() };
    Store::open(opening, first, driver::epoch::upgrade).unwrap()
}

pub fn clock() -> Arc<dyn Clock> {
    Arc::new(MachineClock::default())
}

pub fn come_back(opened: &Opened, embedded: bool) -> Recovered<Treadmill, NoThinker> {
    recover(opened.store.archive(), &opened.newest, (clock(), driver::life::plain), NoThinker::default(), |world| {
        match world {
            Some(bytes) => decode(bytes).map_err(|error| BodyError::Unreadable(error.to_string())),
            None => Ok(Treadmill::new(embedded)),
        }
    })
    .unwrap()
}

pub fn options(durability: Durability) -> Options {
    Options { speed: Speed::Max, durability, stand_safe_max: Duration::ZERO }
}

/// Runs the agent until the given game tick.
pub fn live(life: &mut Alive, scribe: &dyn Scribe, options: Options, until: u64) -> Ended {
    let run = Run { life, scribe, door: &Door::new(), options, stop: &AtomicBool::new(false) };
    run.run(|moment| if moment.input.tick.0 >= until || moment.trouble.is_some() { Go::Stop } else { Go::On })
}
