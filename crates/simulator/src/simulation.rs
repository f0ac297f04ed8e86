//! A life under `driver::Run` in the thread of the test: records are kept in memory, time is a manual clock.

use driver::door::{Pending, Refused};
use driver::in_flight::InFlight;
use driver::{
    Body, Door, Durability, Ended, Go, InlineScribe, Ledger, Life, ManualClock, NoThinker, Options, Run, Speed,
};
use mind::input::{Order, Sensed};
use mind::{Config, Mind};
use std::cell::{RefCell, RefMut};
use std::rc::Rc;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use store::{AppendError, Record, State};
use vocab::{Action, ActionId, Danger, Digest, Query, QueryId};

/// What a look at the clock costs: a mind tick looks a few times, so a run of a second on this clock is some ten thousand ticks.
const LOOK: Duration = Duration::from_micros(10);

pub type Moment<'a> = driver::Moment<'a>;

/// Keeps records in memory; states are dropped.
#[derive(Debug, Clone, Default)]
struct Notes(Arc<Mutex<Vec<Record>>>);

impl Ledger for Notes {
    fn append(&mut self, records: &[Record], _: Option<&(u64, State)>) -> Result<(), AppendError> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(records);
        Ok(())
    }
}

/// A body that the run and the test both hold, so that a watcher can look at it and change it between two ticks.
#[derive(Debug)]
pub struct Held<B>(Rc<RefCell<B>>);

/// A mind, a body and the loop around them.
#[derive(Debug)]
pub struct Simulation<B: Body> {
    life: Life<Held<B>, NoThinker>,
    body: Rc<RefCell<B>>,
    door: Door,
    notes: Notes,
}

impl<B: Body> Simulation<B> {
    pub fn new(config: Config, body: B) -> Simulation<B> {
        Simulation::with_mind(Mind::new(config), body)
    }

    /// Goes on with a mind that has lived before.
    pub fn with_mind(mind: Mind, body: B) -> Simulation<B> {
        let body = Rc::new(RefCell::new(body));
        let life = Life::new(mind, Held(Rc::clone(&body)), NoThinker::default(), InFlight::default());
        let life = life.with_clock(Arc::new(ManualClock::new(LOOK)));
        Simulation { life, body, door: Door::new(), notes: Notes::default() }
    }

    pub fn mind(&self) -> &Mind {
        &self.life.mind
    }

    pub fn into_mind(self) -> Mind {
        self.life.mind
    }

    /// The body, between two runs.
    pub fn body(&self) -> RefMut<'_, B> {
        self.body.borrow_mut()
    }

    /// Everything journalled so far.
    pub fn records(&self) -> Vec<Record> {
        self.notes.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The door of the next run, for code that takes one.
    pub fn door(&self) -> Door {
        self.door.clone()
    }

    /// Hands over an order for the next tick; its answer is there after that tick.
    pub fn order(&self, order: Order) -> Result<Pending, Refused> {
        self.door.order(order)
    }

    /// Says a line to the agent; it hears it in the next tick.
    pub fn say(&self, who: &str, text: &str) -> Result<(), Refused> {
        self.door.say(who, text)
    }

    /// Runs so many mind ticks, or until the watcher stops it. The watcher sees each tick after its effects were performed.
    pub fn run(&mut self, mind_ticks: u64, mut watch: impl FnMut(&Moment<'_>, &mut B) -> Go) -> Ended {
        if mind_ticks == 0 {
            return Ended::Watcher;
        }
        let options = Options { speed: Speed::Max, durability: Durability::Grouped, stand_safe_max: Duration::ZERO };
        let (scribe, stop) = (InlineScribe::new(self.notes.clone()), AtomicBool::new(false));
        let run = Run { life: &mut self.life, scribe: &scribe, door: &self.door, options, stop: &stop };
        let body = &self.body;
        let mut left = mind_ticks;
        let ended = run.run(|moment| {
            left -= 1;
            let go = watch(moment, &mut body.borrow_mut());
            if left == 0 { Go::Stop } else { go }
        });
        // The run closed its door; the next one has a new one, so that orders can be handed over before it.
        self.door = Door::new();
        ended
    }

    /// Runs until `done` says so, for at most so many mind ticks; whether it did.
    pub fn run_until(&mut self, mind_ticks_max: u64, mut done: impl FnMut(&Moment<'_>, &mut B) -> bool) -> bool {
        let mut reached = false;
        self.run(mind_ticks_max, |moment, body| {
            reached = done(moment, body);
            if reached { Go::Stop } else { Go::On }
        });
        reached
    }
}

impl<B: Body> Body for Held<B> {
    fn advance(&mut self, ticks: u64) {
        self.0.borrow_mut().advance(ticks);
    }

    fn sense(&mut self) -> Sensed {
        self.0.borrow_mut().sense()
    }

    fn act(&mut self, id: ActionId, action: &Action) {
        self.0.borrow_mut().act(id, action);
    }

    fn cancel(&mut self, id: ActionId) {
        self.0.borrow_mut().cancel(id);
    }

    fn beware(&mut self, dangers: &[Danger]) {
        self.0.borrow_mut().beware(dangers);
    }

    fn ask(&mut self, id: QueryId, query: &Query) {
        self.0.borrow_mut().ask(id, query);
    }

    fn say(&mut self, text: &str) {
        self.0.borrow_mut().say(text);
    }

    fn stand_safe(&mut self) {
        self.0.borrow_mut().stand_safe();
    }

    fn save(&self) -> Option<Vec<u8>> {
        None // nothing here is recovered, and saving a world at the end of every run would only cost time
    }

    fn digest(&self) -> Option<Digest> {
        self.0.borrow().digest()
    }
}
