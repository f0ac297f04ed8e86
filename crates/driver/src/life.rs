//! A mind in a body: one tick of both, and the record of it for the journal.

use crate::body::Body;
use crate::broke::{Broke, Part, caught};
use crate::clock::{Clock, MachineClock};
use crate::in_flight::{InFlight, Owed};
use crate::meter::Meter;
use crate::thinker::Thinker;
use mind::input::{Link, Reply, Sensed, ThinkFailure, ThoughtId};
use mind::speech::Speech;
use mind::{Config, Effect, Input, Mind};
use std::sync::Arc;
use std::time::Duration;
use store::{Record, State};
use vocab::digest::encode;
use vocab::tick::{TICKS_PER_MIND_TICK, TICKS_PER_SECOND};
use vocab::{Digest, Tick};

/// A world's clock that is further ahead than this is another clock: a year, by which no life is interrupted.
const ELAPSED_TICKS_MAX: u64 = 365 * 24 * 3_600 * TICKS_PER_SECOND;

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
    /// How long the mind's step took.
    pub took: Duration,
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
    /// The settings for this session, until the first input has told mind and body that the session begins.
    pub session: Option<Config>,
    /// What broke around mind and world since the last input. The next input tells the mind of it.
    pub broke: Option<Broke>,
    /// For tests: called after each step of the mind, so that they can break it.
    #[doc(hidden)]
    pub breaker: Option<fn(Tick)>,
    /// Replies for the next input to thoughts that could not be begun, because the language model's client broke.
    unbegun: Vec<Reply>,
}

/// A step of the mind whose effects have not been performed yet.
#[derive(Debug)]
pub struct Stepped {
    pub input: Input,
    pub effects: Vec<Effect>,
    /// How long the step took.
    pub took: Duration,
}

/// An input that broke the mind, which is not usable any more, and what broke.
#[derive(Debug)]
pub struct Unfinished {
    pub input: Input,
    pub broke: Broke,
}

impl Unfinished {
    /// The journal's record of the input that broke the mind. A recovery steps the restored mind with it: the input is
    /// marked as shaken, which makes that a small and careful step. Its effects are not known yet.
    pub fn record(&self) -> Record {
        let input = Input { shaken: Some(self.broke.shaken()), ..self.input.clone() };
        Record { tick: input.tick.0, input: encode(&input), did: UNFINISHED, told: UNFINISHED }
    }
}

/// Stands in a record for the digest of effects that nobody knew when it was written: the mind broke on its input.
pub const UNFINISHED: Digest = Digest([0xbb; 32]);

/// How the effects of a replayed input compare with those that were recorded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Agreement {
    Same,
    /// The mind did the same and told it in other words.
    OtherWords,
    OtherDeeds,
}

/// Compares effects with those that a record tells of. A record that was written when the mind broke tells of none.
pub fn agreement(record: &Record, effects: &[Effect]) -> Agreement {
    let (did, told) = digests(effects);
    if record.did == UNFINISHED || (record.did, record.told) == (did, told) {
        Agreement::Same
    } else if record.did == did {
        Agreement::OtherWords
    } else {
        Agreement::OtherDeeds
    }
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
        | Effect::Guard(_)
        | Effect::Scan { .. }
        | Effect::Think { .. }
        | Effect::Visitor { .. }
        | Effect::Save => false,
    }
}

impl<B: Body, T: Thinker> Life<B, T> {
    pub fn new(mind: Mind, body: B, thinker: T, in_flight: InFlight) -> Self {
        let (meter, clock, redo) = (Meter::default(), Arc::new(MachineClock::default()), Duration::ZERO);
        let session = Some(mind.config().clone());
        let (unbegun, broke, breaker) = Default::default();
        let voice = plain;
        Self { mind, body, thinker, in_flight, meter, clock, voice, redo, session, broke, breaker, unbegun }
    }

    /// Makes the agent measure and wait by this clock instead of the machine's.
    pub fn with_clock(self, clock: Arc<dyn Clock>) -> Self {
        Self { clock, ..self }
    }

    /// Makes the session begin with these settings instead of those that the mind was saved with.
    pub fn with_settings(self, settings: Config) -> Self {
        Self { session: Some(settings), ..self }
    }

    /// Makes the agent speak with this voice.
    pub fn with_voice(self, voice: Voice) -> Self {
        Self { voice, ..self }
    }

    /// Ends all open requests of the mind in the next input as unknown, because the new body knows nothing of them.
    pub fn owe_ends(&mut self) {
        self.in_flight.owe_ends(self.mind.tick());
    }

    /// Asks the language model again for every thought that it had not answered.
    pub fn think_again(&mut self) {
        for (id, (prompt, tokens_max)) in self.in_flight.thoughts.clone() {
            self.begin_thought(id, &prompt, tokens_max);
        }
    }

    /// Calls the language model. If its client breaks, the thought fails.
    fn begin_thought(&mut self, id: ThoughtId, prompt: &str, tokens_max: u32) {
        if let Err(broke) = caught(Part::Edge, || self.thinker.begin(id, prompt, tokens_max)) {
            self.unbegun.push(Reply { id, result: Err(ThinkFailure::Garbled) });
            self.broke = Some(broke);
        }
    }

    /// The language model's replies since the last call. If its client breaks, there are none this time.
    pub fn replies(&mut self) -> Vec<Reply> {
        let mut replies = std::mem::take(&mut self.unbegun);
        match caught(Part::Edge, || self.thinker.collect()) {
            Ok(collected) => replies.extend(collected),
            Err(broke) => self.broke = Some(broke),
        }
        replies
    }

    /// Lets the game ticks of one mind tick pass in the world and returns what the body sensed.
    pub fn sense(&mut self) -> Sensed {
        let began = self.clock.now();
        self.body.advance(TICKS_PER_MIND_TICK);
        let mut sensed = self.body.sense();
        // A world elsewhere is not simulated again at a restart, and waiting for a body is no work.
        if self.body.is_in_process() && sensed.link == Link::Present {
            self.redo += self.clock.now().saturating_sub(began);
        }
        let Owed { outcomes, answers } = std::mem::take(&mut self.in_flight.owed);
        sensed.outcomes.splice(0..0, outcomes);
        sensed.answers.splice(0..0, answers);
        sensed
    }

    /// Makes the mind's input from what the body sensed and what the language model replied.
    pub fn input(&self, sensed: Sensed, replies: Vec<Reply>) -> Input {
        let tick = Tick(self.mind.tick().0.saturating_add(self.elapsed(&sensed)));
        Input::new(tick, sensed, replies, Vec::new())
    }

    /// Game ticks by which the driver's tick goes on: what has passed in the world since the body was last seen. It stands
    /// still while the body is away. A world whose clock went back, or far ahead, has another clock now: the driver's tick
    /// goes on at the normal rate.
    fn elapsed(&self, sensed: &Sensed) -> u64 {
        if sensed.link != Link::Present {
            return 0;
        }
        let shown = sensed.senses.tick;
        let passed = match self.in_flight.body_tick {
            Some(last) if shown < last => return TICKS_PER_MIND_TICK,
            Some(last) => shown.since(last),
            None if self.body.is_in_process() => shown.since(self.mind.tick()),
            // A world outside may be old when a life begins in it.
            None => shown.since(self.mind.tick()).min(TICKS_PER_MIND_TICK),
        };
        if passed > ELAPSED_TICKS_MAX { TICKS_PER_MIND_TICK } else { passed }
    }

    /// Steps the mind with this input. Nothing has happened in the world yet: the effects are still to be performed. A panic
    /// of the mind goes through.
    pub fn think(&mut self, input: Input) -> Stepped {
        let (effects, took) = self.step(&input);
        Stepped { input, effects, took }
    }

    fn step(&mut self, input: &Input) -> (Vec<Effect>, Duration) {
        let began = self.clock.now();
        if let Some(settings) = &input.began {
            self.body.begin(settings);
        }
        let effects = self.mind.step(input);
        if let (Some(breaker), None) = (self.breaker, &input.shaken) {
            breaker(input.tick);
        }
        let took = self.clock.now().saturating_sub(began);
        self.meter.add(took);
        self.redo += took;
        self.in_flight.note(input, &effects);
        (effects, took)
    }

    /// Steps the mind with this input, and catches a panic in it. After an error mind and notes must be restored.
    pub fn try_think(&mut self, input: Input) -> Result<Stepped, Box<Unfinished>> {
        match caught(Part::Mind, || self.step(&input)) {
            Ok((effects, took)) => Ok(Stepped { input, effects, took }),
            Err(broke) => Err(Box::new(Unfinished { input, broke })),
        }
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
                Effect::Guard(cells) => self.body.guard(cells),
                Effect::Scan { id, query } => self.body.ask(*id, query),
                Effect::Think { id, prompt, tokens_max } if thoughts => self.begin_thought(*id, prompt, *tokens_max),
                Effect::Say { to, speech } => {
                    let text = self.words(speech);
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

    /// Puts what the agent says into words. If that breaks, it is said as data.
    fn words(&mut self, speech: &Speech) -> String {
        caught(Part::Edge, || (self.voice)(speech)).unwrap_or_else(|broke| {
            self.broke = Some(broke);
            plain(speech)
        })
    }

    /// Puts a restored mind with its notes, and a restored body if there is one, in the place of those that broke.
    pub(crate) fn replace(&mut self, mind: Mind, in_flight: InFlight, body: Option<B>) {
        (self.mind, self.in_flight) = (mind, in_flight);
        if let Some(body) = body {
            self.body = body;
        }
        (self.redo, self.broke) = Default::default();
    }

    /// The agent's whole state to be saved, after the effects of the last input were performed.
    pub fn state(&mut self) -> (u64, State) {
        self.redo = Duration::ZERO;
        let state = State { mind: encode(&self.mind), world: self.body.save(), chronicle: encode(&self.in_flight) };
        (self.mind.tick().0, state)
    }
}
