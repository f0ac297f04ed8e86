//! Measures how many game ticks pass between "stop", said at any moment to a running agent, and the cancel of its action.

use agent::Embedded;
use driver::in_flight::InFlight;
use driver::{Door, Durability, Go, InlineScribe, Ledger, Life, Moment, NoThinker, Options, Run, Speed};
use mind::input::Order;
use mind::trace::Event;
use mind::{Config, Controller, Effect, Mind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};
use store::{AppendError, Record, State};

const SEED: u64 = 1;
/// How long to wait for an action to begin or to be cancelled before the attempt is not counted.
const PATIENCE: Duration = Duration::from_secs(20);
/// Each attempt to stop begins this many milliseconds later within a mind tick of 200 ms than the one before.
const SPREAD_MS: u64 = 37;

/// The slowest stop of all attempts, in game ticks.
#[derive(Debug, Default)]
pub struct Measured {
    pub tries: u64,
    pub said_to_cancel_ticks: u64,
    pub heard_to_cancel_ticks: u64,
}

/// A journal writer that drops all records: only time is measured here.
struct Nowhere;

impl Ledger for Nowhere {
    fn append(&mut self, _: &[Record], _: Option<&(u64, State)>) -> Result<(), AppendError> {
        Ok(())
    }
}

/// What the test's speaker can see of the running agent.
#[derive(Default)]
struct Shared {
    tick: AtomicU64,
    /// Whether an action of a task is running.
    busy: AtomicBool,
    /// The tick at which the last "stop" was heard; 0 when not yet.
    heard: AtomicU64,
    /// The tick at which an action was cancelled after the last "stop"; 0 when not yet.
    cancelled: AtomicU64,
}

impl Shared {
    fn take(&self, moment: &Moment<'_>) {
        let now = moment.input.tick.0;
        if moment.input.heard.iter().any(|heard| heard.text == "stop") {
            self.heard.store(now, Ordering::SeqCst);
        }
        for effect in moment.effects {
            match effect {
                Effect::Trace(trace) => match &trace.event {
                    Event::ActionStarted { controller, .. } => {
                        self.busy.store(*controller == Controller::Task, Ordering::SeqCst);
                    }
                    Event::ActionEnded { .. } | Event::ActionCancelled { .. } => {
                        self.busy.store(false, Ordering::SeqCst);
                    }
                    _ => {}
                },
                Effect::Cancel { .. } if self.heard.load(Ordering::SeqCst) > 0 => {
                    self.cancelled.store(now, Ordering::SeqCst);
                }
                _ => {}
            }
        }
        self.tick.store(now, Ordering::SeqCst);
    }

    /// Waits until the condition holds or time is up. Returns whether it holds.
    fn wait(&self, is_so: impl Fn(&Shared) -> bool) -> bool {
        let began = Instant::now();
        while began.elapsed() < PATIENCE {
            if is_so(self) {
                return true;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        false
    }
}

/// Says "stop" this many times, each at another moment of a mind tick, to an agent that runs at this speed.
pub fn measure(speed: Speed, tries: u64) -> Measured {
    let config = Config { chat_allow: vec!["alice".into()], ..Config::default() };
    let body = Embedded::new(SEED, false);
    let mut life = Life::new(Mind::new(config), body, NoThinker::default(), InFlight::default());
    let (door, stop, shared) = (Door::new(), AtomicBool::new(false), Shared::default());
    let scribe = InlineScribe::new(Nowhere);
    let options = Options { speed, durability: Durability::Grouped, stand_safe_max: Duration::ZERO };
    std::thread::scope(|scope| {
        let speaker = scope.spawn(|| {
            let measured = speak(&door, &shared, tries);
            stop.store(true, Ordering::SeqCst);
            measured
        });
        let run = Run { life: &mut life, scribe: &scribe, door: &door, options, stop: &stop };
        run.run(|moment| {
            shared.take(moment);
            Go::On
        });
        speaker.join().expect("the speaker does not panic")
    })
}

fn speak(door: &Door, shared: &Shared, tries: u64) -> Measured {
    let mut measured = Measured::default();
    for number in 0..tries {
        if !shared.wait(|shared| shared.busy.load(Ordering::SeqCst)) {
            break;
        }
        std::thread::sleep(Duration::from_millis(number * SPREAD_MS % 200));
        shared.heard.store(0, Ordering::SeqCst);
        shared.cancelled.store(0, Ordering::SeqCst);
        let said = shared.tick.load(Ordering::SeqCst);
        if door.say("alice", "stop").is_err() {
            break;
        }
        // An action that ended by itself just before needs no cancel, so the attempt is not counted.
        let is_over = |shared: &Shared| {
            let heard = shared.heard.load(Ordering::SeqCst);
            heard > 0 && shared.tick.load(Ordering::SeqCst) >= heard && !shared.busy.load(Ordering::SeqCst)
        };
        let over = shared.wait(is_over);
        let (heard, cancelled) = (shared.heard.load(Ordering::SeqCst), shared.cancelled.load(Ordering::SeqCst));
        if cancelled > 0 || !over {
            let cancelled = if over { cancelled } else { shared.tick.load(Ordering::SeqCst) };
            measured.tries += 1;
            measured.said_to_cancel_ticks = measured.said_to_cancel_ticks.max(cancelled - said);
            measured.heard_to_cancel_ticks = measured.heard_to_cancel_ticks.max(cancelled - heard);
        }
        if door.order(Order::Resume).is_err() {
            break;
        }
    }
    measured
}
