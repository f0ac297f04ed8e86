//! Requests to body and model that are not answered yet. Saved with the mind, so that each is still answered after a restart.

use mind::input::ThoughtId;
use mind::{Effect, Input};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use vocab::outcome::{End, Failure, Receipt};
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
}

impl InFlight {
    /// Notes which requests an input answers and which ones its effects open. The mind saw both in this order.
    pub fn note(&mut self, input: &Input, effects: &[Effect]) {
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
                | Effect::Say { .. }
                | Effect::Visitor { .. }
                | Effect::Answer { .. }
                | Effect::Publish(_)
                | Effect::Save
                | Effect::Trace(_) => {}
            }
        }
    }

    /// Ends all open requests as failed in the next input, for a new body that knows nothing of them.
    pub fn owe_ends(&mut self, at: Tick) {
        let end = End::Failed(Failure::Disconnected);
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
