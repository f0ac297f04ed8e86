//! A mind in a body: one tick of both, and the record of it for the journal.

use crate::body::Body;
use crate::clock::{Clock, MachineClock};
use crate::in_flight::InFlight;
use crate::meter::Meter;
use crate::thinker::Thinker;
use mind::input::{Reply, Sensed};
use mind::{Effect, Input, Mind};
use std::sync::Arc;
use std::time::Duration;
use store::{Record, State};
use vocab::digest::encode;
use vocab::tick::TICKS_PER_MIND_TICK;
use vocab::{Answer, Digest, Outcome, QueryId};

/// One mind tick, for those who watch.
#[derive(Debug)]
pub struct Moment<'a> {
    pub input: &'a Input,
    pub effects: &'a [Effect],
    /// Set while inputs cannot be made durable: the agent stands safe until they can.
    pub trouble: Option<&'a str>,
}

/// The whole running agent, in memory.
#[derive(Debug)]
pub struct Life<B, T> {
    pub mind: Mind,
    pub body: B,
    pub thinker: T,
    pub in_flight: InFlight,
    pub meter: Meter,
    pub clock: Arc<dyn Clock>,
    /// How long replaying the ticks since the last saved state would take: as long as they took.
    pub redo: Duration,
    /// Outcomes and answers for the next input, in place of a body that knows nothing of the requests.
    owed: (Vec<Outcome>, Vec<(QueryId, Answer)>),
}

/// A mind tick whose effects have not been performed yet.
#[derive(Debug)]
pub struct Thought {
    pub input: Input,
    pub effects: Vec<Effect>,
}

impl Thought {
    pub fn record(&self) -> Record {
        Record { tick: self.input.tick.0, input: encode(&self.input), effects: effects_digest(&self.effects) }
    }
}

/// The digest of effects that a replay compares.
pub fn effects_digest(effects: &[Effect]) -> Digest {
    Digest::of("effects", effects)
}

impl<B: Body, T: Thinker> Life<B, T> {
    pub fn new(mind: Mind, body: B, thinker: T, in_flight: InFlight) -> Self {
        let (meter, clock, redo) = (Meter::default(), Arc::new(MachineClock::default()), Duration::ZERO);
        Self { mind, body, thinker, in_flight, meter, clock, redo, owed: Default::default() }
    }

    /// Measures and waits by this clock instead of the machine's.
    pub fn with_clock(self, clock: Arc<dyn Clock>) -> Self {
        Self { clock, ..self }
    }

    /// Ends all open requests in the next input, because this body knows nothing of them.
    pub fn owe_ends(&mut self) {
        self.owed = self.in_flight.orphaned(self.mind.tick());
    }

    /// Asks the model again what it had not answered.
    pub fn think_again(&mut self) {
        for (id, (prompt, tokens_max)) in &self.in_flight.thoughts {
            self.thinker.begin(*id, prompt, *tokens_max);
        }
    }

    /// Lets one mind tick pass in the world and reports what came of it.
    pub fn sense(&mut self) -> Sensed {
        let began = self.clock.now();
        self.body.advance(TICKS_PER_MIND_TICK);
        let mut sensed = self.body.sense();
        self.redo += self.clock.now().saturating_sub(began);
        let (outcomes, answers) = std::mem::take(&mut self.owed);
        sensed.outcomes.splice(0..0, outcomes);
        sensed.answers.splice(0..0, answers);
        sensed
    }

    /// An input out of what was sensed and what the model replied. Its tick is the world's, and never goes back: it stands
    /// still while the body is away, or while a world that was set back catches up.
    pub fn input(&self, sensed: Sensed, replies: Vec<Reply>) -> Input {
        let tick = self.mind.tick().max(sensed.senses.tick);
        Input::new(tick, sensed, replies, Vec::new())
    }

    /// Steps the mind. Nothing has happened yet: the effects are still to be performed.
    pub fn think(&mut self, input: Input) -> Thought {
        let began = self.clock.now();
        let effects = self.mind.step(&input);
        let took = self.clock.now().saturating_sub(began);
        self.meter.add(took);
        self.redo += took;
        self.in_flight.note(&input, &effects);
        Thought { input, effects }
    }

    /// Performs effects, in order, and returns whether the mind asked for its state to be saved. Thoughts are begun only when
    /// `thoughts` says so: a recovery replays old effects and must not ask the model again.
    pub fn perform(&mut self, effects: &[Effect], thoughts: bool) -> bool {
        let mut save = false;
        for effect in effects {
            match effect {
                Effect::Act { id, action } => self.body.act(*id, action),
                Effect::Cancel { id } => self.body.cancel(*id),
                Effect::Beware(dangers) => self.body.beware(dangers),
                Effect::Scan { id, query } => self.body.ask(*id, query),
                Effect::Think { id, prompt, tokens_max } if thoughts => self.thinker.begin(*id, prompt, *tokens_max),
                Effect::Say { text } => self.body.say(text),
                Effect::Save => save = true,
                // Answers go out through the door, the rest to those who watch.
                Effect::Think { .. } | Effect::Answer { .. } | Effect::Publish(_) | Effect::Trace(_) => {}
            }
        }
        save
    }

    /// The whole state, after the effects of the last input were performed.
    pub fn state(&mut self) -> (u64, State) {
        self.redo = Duration::ZERO;
        let state = State { mind: encode(&self.mind), world: self.body.save(), chronicle: encode(&self.in_flight) };
        (self.mind.tick().0, state)
    }
}
