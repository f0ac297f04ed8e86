//! A life under `driver::Run` in the thread of the test: records are kept in memory, time is a manual clock.

use driver::door::{Pending, Refused};
use driver::in_flight::InFlight;
use driver::{
    Body, Door, Durability, Ended, Go, InlineScribe, Ledger, Life, ManualClock, NoThinker, Options, Run, Speed, Thinker,
};
use mind::input::{Order, Sensed};
use mind::{Config, Mind};
use std::cell::{RefCell, RefMut};
use std::rc::Rc;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use store::{AppendError, Record, State};
use vocab::build::Guarded;
use vocab::{Action, ActionId, BlockPos, Danger, Digest, Query, QueryId};

/// How far one reading of the simulated clock moves it on. A mind tick reads it a few times, so a second on this clock
/// is some ten thousand ticks.
const LOOK: Duration = Duration::from_micros(10);

pub type Moment<'a> = driver::Moment<'a>;

/// A journal in memory: it keeps records unless told to forget them; saved states are dropped.
#[derive(Debug, Clone, Default)]
struct Notes {
    records: Arc<Mutex<Vec<Record>>>,
    forgets: bool,
}

impl Ledger for Notes {
    fn append(&mut self, records: &[Record], _: Option<&(u64, State)>) -> Result<(), AppendError> {
        if !self.forgets {
            self.records.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(records);
        }
        Ok(())
    }
}

/// A body that the run and the test both hold, so that the test can look at it and change it between two ticks.
#[derive(Debug)]
pub struct Held<B>(Rc<RefCell<B>>);

/// A running agent in a test: a mind, a body, a language model if the test brings one, and the loop around them.
#[derive(Debug)]
pub struct Simulation<B: Body, T = NoThinker> {
    life: Life<Held<B>, T>,
    body: Rc<RefCell<B>>,
    door: Door,
    notes: Notes,
}

impl<B: Body> Simulation<B> {
    pub fn new(config: Config, body: B) -> Simulation<B> {
        Simulation::with_mind(Mind::new(config), body)
    }

    /// Makes a simulation that continues a mind that has lived before.
    pub fn with_mind(mind: Mind, body: B) -> Simulation<B> {
        Simulation::with_thinker(mind, body, NoThinker::default())
    }
}

impl<B: Body, T: Thinker> Simulation<B, T> {
    /// Makes a simulation with a mind, a body and a language model.
    pub fn with_thinker(mind: Mind, body: B, thinker: T) -> Simulation<B, T> {
        let body = Rc::new(RefCell::new(body));
        let life = Life::new(mind, Held(Rc::clone(&body)), thinker, InFlight::default());
        let life = life.with_clock(Arc::new(ManualClock::new(LOOK)));
        Simulation { life, body, door: Door::new(), notes: Notes::default() }
    }

    /// Keeps no journal records from now on, for simulations of several days.
    pub fn forgetting(mut self) -> Self {
        self.notes.forgets = true;
        self
    }

    pub fn thinker(&mut self) -> &mut T {
        &mut self.life.thinker
    }

    pub fn mind(&self) -> &Mind {
        &self.life.mind
    }

    /// The body alone. The rest of the simulation ends, as when the process is killed.
    pub fn into_body(self) -> B {
        let Simulation { life, body, .. } = self;
        drop(life);
        Rc::into_inner(body).expect("nobody else holds the body").into_inner()
    }

    pub fn into_mind(self) -> Mind {
        self.life.mind
    }

    /// The body, to be looked at or changed between two runs.
    pub fn body(&self) -> RefMut<'_, B> {
        self.body.borrow_mut()
    }

    /// All journal records that the simulation has kept so far.
    pub fn records(&self) -> Vec<Record> {
        self.notes.records.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The handle through which orders and lines reach the agent in the next run.
    pub fn door(&self) -> Door {
        self.door.clone()
    }

    /// Hands over an order for the next tick; the agent has answered it after that tick.
    pub fn order(&self, order: Order) -> Result<Pending, Refused> {
        self.door.order(order)
    }

    /// Says a line to the agent, which hears it in the next tick.
    pub fn say(&self, who: &str, text: &str) -> Result<(), Refused> {
        self.door.say(who, text)
    }

    /// Runs this many mind ticks, or until the watcher stops it. The watcher sees each tick after its effects were
    /// performed.
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
        // A panic of body or mind fails the test, as if the run had not caught it.
        if let Ended::Broke(broken) = &ended {
            panic!("{broken}");
        }
        // The run has closed its door. A new one is made, so that orders can be handed over before the next run.
        self.door = Door::new();
        ended
    }

    /// Runs until `done` returns true, for at most this many mind ticks; returns whether it did.
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

    fn guard(&mut self, cells: &[Guarded]) {
        self.0.borrow_mut().guard(cells);
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

    fn visit(&mut self, who: &str, at: Option<BlockPos>) {
        self.0.borrow_mut().visit(who, at);
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
