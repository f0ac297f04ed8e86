//! A mind in a body: one tick of both, and the record of it for the journal.

use crate::body::Body;
use crate::clock::{Clock, MachineClock};
use crate::in_flight::InFlight;
use crate::meter::Meter;
use crate::thinker::Thinker;
use mind::input::{Reply, Sensed};
use mind::speech::Speech;
use mind::thinking::Thinking;
use mind::{Effect, Input, Mind};
use std::sync::Arc;
use std::time::Duration;
use store::{Record, State};
use vocab::digest::encode;
use vocab::tick::TICKS_PER_MIND_TICK;
use vocab::{Answer, Digest, Outcome, QueryId};

/// A function that puts what the agent says into words.
pub type Voice = fn(&Speech) -> String;

/// A voice that prints the speech as data, for runs in which nobody reads it.
pub fn plain(speech: &Speech) -> String {
    format!("{speech:?}")
}

/// One mind tick (input and effects), for watchers such as the screen.
#[derive(Debug)]
pub struct Moment<'a> {
    pub input: &'a Input,
    pub effects: &'a [Effect],
    /// Why inputs cannot be written to the disk at the moment. The agent stands safe until they can.
    pub trouble: Option<&'a str>,
}

/// The whole running agent in memory: mind, body, language model and clock.
#[derive(Debug)]
pub struct Life<B, T> {
    pub mind: Mind,
    pub body: B,
    pub thinker: T,
    pub in_flight: InFlight,
    pub meter: Meter,
    pub clock: Arc<dyn Clock>,
    /// The function that puts what the agent says into words. Nothing in a world depends on them, so that another
    /// version may choose other words.
    pub voice: Voice,
    /// How long replaying the ticks since the last saved state would take: as long as they took.
    pub redo: Duration,
    /// The settings of thinking for this session, until the first input has told the mind that the session begins.
    pub session: Option<Thinking>,
    /// Failed outcomes and answers for the next input, because a new body knows nothing of the mind's open requests.
    owed: (Vec<Outcome>, Vec<(QueryId, Answer)>),
}

/// A step of the mind whose effects have not been performed yet.
#[derive(Debug)]
pub struct Stepped {
    pub input: Input,
    pub effects: Vec<Effect>,
}

impl Stepped {
    pub fn record(&self) -> Record {
        let (did, told) = digests(&self.effects);
        Record { tick: self.input.tick.0, input: encode(&self.input), did, told }
    }
}

/// The digests of what the mind did in a tick, which every replay must repeat, and of what it told, which another
/// version may say in other words.
pub fn digests(effects: &[Effect]) -> (Digest, Digest) {
    let (told, did): (Vec<&Effect>, Vec<&Effect>) = effects.iter().partition(|effect| is_told(effect));
    let told = if told.is_empty() { store::NOTHING_TOLD } else { Digest::of("told", &told) };
    (Digest::of("did", &did), told)
}

/// Whether an effect only tells something. Nothing in the world or in the mind depends on it.
fn is_told(effect: &Effect) -> bool {
    match effect {
        Effect::Say { .. } | Effect::Answer { .. } | Effect::Publish(_) | Effect::Trace(_) => true,
        Effect::Act { .. }
        | Effect::Cancel { .. }
        | Effect::Beware(_)
        | Effect::Scan { .. }
        | Effect::Think { .. }
        | Effect::Visitor { .. }
        | Effect::Save => false,
    }
}

impl<B: Body, T: Thinker> Life<B, T> {
    pub fn new(mind: Mind, body: B, thinker: T, in_flight: InFlight) -> Self {
        let (meter, clock, redo) = (Meter::default(), Arc::new(MachineClock::default()), Duration::ZERO);
        let session = Some(mind.config().thinking);
        let owed = Default::default();
        Self { mind, body, thinker, in_flight, meter, clock, voice: plain, redo, session, owed }
    }

    /// Makes the agent measure and wait by this clock instead of the machine's.
    pub fn with_clock(self, clock: Arc<dyn Clock>) -> Self {
        Self { clock, ..self }
    }

    /// Makes the session begin with these settings of thinking instead of those that the mind was made with.
    pub fn with_thinking(self, settings: Thinking) -> Self {
        Self { session: Some(settings), ..self }
    }

    /// Makes the agent speak with this voice.
    pub fn with_voice(self, voice: Voice) -> Self {
        Self { voice, ..self }
    }

    /// Ends all open requests of the mind as failed in the next input, because the new body knows nothing of them.
    pub fn owe_ends(&mut self) {
        self.owed = self.in_flight.orphaned(self.mind.tick());
    }

    /// Asks the language model again for every thought that it had not answered.
    pub fn think_again(&mut self) {
        for (id, (prompt, tokens_max)) in &self.in_flight.thoughts {
            self.thinker.begin(*id, prompt, *tokens_max);
        }
    }

    /// Lets the game ticks of one mind tick pass in the world and returns what the body sensed.
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

    /// Makes the mind's input from what the body sensed and what the language model replied. The input's tick is the
    /// world's, but never goes back: it stands still while the body is away, or while a world that was set back catches
    /// up.
    pub fn input(&self, sensed: Sensed, replies: Vec<Reply>) -> Input {
        let tick = self.mind.tick().max(sensed.senses.tick);
        Input::new(tick, sensed, replies, Vec::new())
    }

    /// Steps the mind with this input. Nothing has happened in the world yet: the effects are still to be performed.
    pub fn think(&mut self, input: Input) -> Stepped {
        let began = self.clock.now();
        let effects = self.mind.step(&input);
        let took = self.clock.now().saturating_sub(began);
        self.meter.add(took);
        self.redo += took;
        self.in_flight.note(&input, &effects);
        Stepped { input, effects }
    }

    /// Performs the mind's effects, in order, and returns whether the mind asked for its state to be saved. The
    /// language model is called only if `thoughts` is true: a recovery replays old effects and must not call it again.
    pub fn perform(&mut self, effects: &[Effect], thoughts: bool) -> bool {
        let mut save = false;
        for effect in effects {
            match effect {
                Effect::Act { id, action } => self.body.act(*id, action),
                Effect::Cancel { id } => self.body.cancel(*id),
                Effect::Beware(dangers) => self.body.beware(dangers),
                Effect::Scan { id, query } => self.body.ask(*id, query),
                Effect::Think { id, prompt, tokens_max } if thoughts => self.thinker.begin(*id, prompt, *tokens_max),
                Effect::Say { to, speech } => {
                    let text = (self.voice)(speech);
                    self.body.say(&to.map_or_else(|| text.clone(), |to| format!("{to}: {text}")));
                }
                Effect::Visitor { who, at } => self.body.visit(who.as_str(), *at),
                Effect::Save => save = true,
                // Answers go out through the door; the other effects are for watchers such as the screen.
                Effect::Think { .. } | Effect::Answer { .. } | Effect::Publish(_) | Effect::Trace(_) => {}
            }
        }
        save
    }

    /// The agent's whole state to be saved, after the effects of the last input were performed.
    pub fn state(&mut self) -> (u64, State) {
        self.redo = Duration::ZERO;
        let state = State { mind: encode(&self.mind), world: self.body.save(), chronicle: encode(&self.in_flight) };
        (self.mind.tick().0, state)
    }
}
