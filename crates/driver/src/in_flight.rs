//! The driver's notes, saved with the mind: requests that are not answered yet, so that each is still answered after a
//! restart; the last time that the body showed; where the program broke lately.

use mind::input::{Link, ThoughtId};
use mind::{Effect, Input};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use vocab::outcome::{End, Failure, Receipt};
use vocab::tick::TICKS_PER_DAY;
use vocab::{ActionId, Answer, Outcome, QueryId, Tick};

/// The mind's requests that are not answered yet, and counts of commands, model calls and tokens so far.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct InFlight {
    pub actions: BTreeSet<ActionId>,
    pub queries: BTreeSet<QueryId>,
    /// Calls of the language model that are not answered yet, with prompt and token limit, so that they can be made
    /// again.
    pub thoughts: BTreeMap<ThoughtId, (String, u32)>,
    /// How many commands of people the agent has taken so far: the next command's id follows from it.
    pub commands_taken: u64,
    pub thoughts_begun: u64,
    pub tokens_spent: u64,
    pub owed: Owed,
    /// The world's tick that the body showed last. The driver's tick goes on by what has passed since.
    #[serde(default)]
    pub body_tick: Option<Tick>,
    /// Where the program broke in the last day, oldest first. At most [`STRIKES_KEPT`].
    #[serde(default)]
    pub strikes: VecDeque<Strike>,
}

/// One time that the program broke: when, and where in its source.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Strike {
    pub at: Tick,
    pub place: String,
}

/// The program stops when it breaks this often at one place within [`STRIKE_TICKS`]: dropping a task does not help then.
pub const STRIKES_MAX: usize = 3;
/// A break counts as one of several for this long: a game day.
pub const STRIKE_TICKS: u64 = TICKS_PER_DAY;
/// Most breaks that are remembered: enough for several places to reach [`STRIKES_MAX`].
pub const STRIKES_KEPT: usize = 32;

impl InFlight {
    /// Notes which requests an input answers and which ones its effects open. The mind saw both in this order.
    pub fn note(&mut self, input: &Input, effects: &[Effect]) {
        if input.link == Link::Present {
            self.body_tick = Some(input.senses.tick);
        }
        if let Some(shaken) = &input.shaken {
            self.strikes.retain(|strike| input.tick.since(strike.at) < STRIKE_TICKS);
            if self.strikes.len() >= STRIKES_KEPT {
                self.strikes.pop_front();
            }
            self.strikes.push_back(Strike { at: input.tick, place: shaken.place.clone() });
        }
        for outcome in &input.outcomes {
            self.actions.remove(&outcome.id);
        }
        for (id, _) in &input.answers {
            self.queries.remove(id);
        }
        for reply in &input.replies {
            self.thoughts.remove(&reply.id);
            self.tokens_spent += reply.result.as_ref().map_or(0, |thought| u64::from(thought.tokens));
        }
        self.commands_taken += input.commands.len() as u64;
        for effect in effects {
            match effect {
                Effect::Act { id, .. } => drop(self.actions.insert(*id)),
                Effect::Scan { id, .. } => drop(self.queries.insert(*id)),
                Effect::Think { id, prompt, tokens_max } => {
                    self.thoughts_begun += 1;
                    self.thoughts.insert(*id, (prompt.clone(), *tokens_max));
                }
                Effect::Cancel { .. }
                | Effect::Beware(_)
                | Effect::Guard(_)
                | Effect::Say { .. }
                | Effect::Visitor { .. }
                | Effect::Answer { .. }
                | Effect::Publish(_)
                | Effect::Save
                | Effect::Trace(_) => {}
            }
        }
    }

    /// How often the program broke at this place within the last day before `now`.
    pub fn strikes_at(&self, place: &str, now: Tick) -> usize {
        let counts = |strike: &&Strike| strike.place == place && now.since(strike.at) < STRIKE_TICKS;
        self.strikes.iter().filter(counts).count()
    }

    /// Ends all open requests in the next input, for a new body that knows nothing of them. How far the actions came is unknown.
    pub fn owe_ends(&mut self, at: Tick) {
        let end = End::Failed(Failure::Unknown);
        let ended = |id: &ActionId| Outcome { id: *id, at, end: end.clone(), receipt: Receipt::default() };
        let outcomes = self.actions.iter().map(ended).collect();
        self.owed = Owed { outcomes, answers: self.queries.iter().map(|id| (*id, Answer::Unknown)).collect() };
    }
}

/// Failed outcomes and answers for the next input. They are saved, so that a kill does not lose them.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Owed {
    pub outcomes: Vec<Outcome>,
    pub answers: Vec<(QueryId, Answer)>,
}
