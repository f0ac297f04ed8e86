//! A mind in a body: one tick of both, and what of it has to be written down.

use crate::body::{Body, BodyError};
use crate::in_flight::InFlight;
use crate::meter::Meter;
use crate::thinker::Thinker;
use mind::input::Command;
use mind::{Effect, Input, Mind};
use std::time::{Duration, Instant};
use store::{Record, State};
use vocab::digest::encode;
use vocab::tick::TICKS_PER_MIND_TICK;
use vocab::{Answer, Digest, Outcome, QueryId};

/// What one mind tick brought, for those who watch.
#[derive(Debug)]
pub struct Moment<'a> {
    pub input: &'a Input,
    pub effects: &'a [Effect],
    pub mind: &'a Mind,
    /// Set while inputs cannot be made durable: the agent stands safe until they can.
    pub trouble: Option<&'a str>,
}

/// Everything that lives, in memory.
#[derive(Debug)]
pub struct Life<B, T> {
    pub mind: Mind,
    pub body: B,
    pub thinker: T,
    pub in_flight: InFlight,
    pub meter: Meter,
    /// What going over the ticks since the last saved state again would take: the time they took.
    pub redo: Duration,
    /// Ends that are owed to the mind by a body that did not come back with it.
    owed: (Vec<Outcome>, Vec<(QueryId, Answer)>),
}

/// A mind tick that has been thought and not been performed.
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

/// What replay compares: equal exactly when the effects are equal byte for byte.
pub fn effects_digest(effects: &[Effect]) -> Digest {
    Digest::of("effects", effects)
}

impl<B: Body, T: Thinker> Life<B, T> {
    pub fn new(mind: Mind, body: B, thinker: T, in_flight: InFlight) -> Self {
        let (meter, redo) = (Meter::default(), Duration::ZERO);
        Self { mind, body, thinker, in_flight, meter, redo, owed: Default::default() }
    }

    /// Puts the ends of all open requests into the next input, because this body knows nothing of them.
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
    pub fn sense(&mut self) -> Result<Input, BodyError> {
        let began = Instant::now();
        self.body.advance(TICKS_PER_MIND_TICK)?;
        let mut input = self.body.sense();
        self.redo += began.elapsed();
        let (outcomes, answers) = std::mem::take(&mut self.owed);
        input.outcomes.splice(0..0, outcomes);
        input.answers.splice(0..0, answers);
        Ok(input)
    }

    /// Adds what comes from elsewhere to what was sensed.
    pub fn hear(&mut self, mut sensed: Input, commands: Vec<Command>) -> Input {
        sensed.replies = self.thinker.collect();
        sensed.commands = commands;
        sensed
    }

    /// Steps the mind. Nothing has happened yet: the effects are still to be performed.
    pub fn think(&mut self, input: Input) -> Thought {
        let began = Instant::now();
        let effects = self.mind.step(&input);
        let took = began.elapsed();
        self.meter.add(took);
        self.redo += took;
        self.in_flight.note(&input, &effects);
        Thought { input, effects }
    }

    /// Performs effects, in order; whether the mind asked for its state to be saved. Thoughts are begun only when
    /// `thoughts` says so: going over the past again must not ask the model again.
    pub fn perform(&mut self, effects: &[Effect], thoughts: bool) -> bool {
        let mut save = false;
        for effect in effects {
            match effect {
                Effect::Act { id, action } => self.body.act(*id, action),
                Effect::Cancel { id } => self.body.cancel(*id),
                Effect::Beware(dangers) => self.body.beware(dangers),
                Effect::Scan { id, query } => self.body.ask(*id, query),
                Effect::Think { id, prompt, tokens_max } if thoughts => self.thinker.begin(*id, prompt, *tokens_max),
                Effect::Save => save = true,
                Effect::Think { .. } | Effect::Say { .. } | Effect::Answer { .. } | Effect::Publish(_) | Effect::Trace(_) => {}
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
