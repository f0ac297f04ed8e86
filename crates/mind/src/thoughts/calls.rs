//! Calls of the model: at most one at a time, worth it, within the budget, and less and less often while it fails.

use super::{Desk, Draft, Thoughts, facts};
use crate::turn::Turn;
use crate::wire::effect::Effect;
use crate::wire::input::{Reply, ThinkFailure, ThoughtId};
use crate::wire::thinking::{Model, Thinking};
use crate::wire::trace::{Event, Unexpected};
use agency::budget::{Budget, Limits, Used, cost_max};
use agency::prompt::{self, REPLY_TOKENS_MAX};
use agency::signature::{Asked, Worth};
use agency::thought::{Novelty, Source};
use alloc::string::String;
use serde::{Deserialize, Serialize};
use vocab::Tick;

/// A call of the language model without a reply is written off after this many ticks: an hour. At full speed a slow
/// model takes many ticks, but no call takes longer.
pub const REPLY_TICKS_MAX: u64 = 72_000;
/// Longest pause after failed calls of the language model, in ticks: an hour, so that a model that comes back is found
/// on the same day.
pub const BACK_OFF_TICKS_MAX: u64 = 72_000;
/// In a new session the mind first considers a call of the language model after this many ticks, when belief has
/// reported everything around.
pub const FIRST_LOOK_TICKS: u64 = 100;
/// The pause after failed calls of the language model doubles at most this many times; by then it is longer than the
/// longest pause.
const DOUBLINGS_MAX: u32 = 16;

/// A call of the language model that waits for its reply.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Call {
    id: ThoughtId,
    at: Tick,
    pub source: Source,
    /// Whether a change of belief before the call calls for a task. If not, a reply caused by such changes makes none.
    pub suggested: bool,
    /// The prompt of the call, without earlier thoughts, kept to take out what the reply repeats of it.
    pub prompt: String,
    reserved: u64,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Calls {
    model: Model,
    begun: u64,
    open: Option<Call>,
    asked: Asked,
    budget: Budget,
    /// The mind does not consider another call of the language model before this tick.
    next_at: Tick,
    failures: u32,
}

impl Calls {
    pub fn new(settings: Thinking) -> Calls {
        let (asked, budget) = (Asked::default(), Budget::default());
        let mut calls =
            Calls { model: Model::Absent, begun: 0, open: None, asked, budget, next_at: Tick(0), failures: 0 };
        calls.begin(settings, Tick(0));
        calls
    }

    /// Begins a session: the program was started, so the language model gets a new chance. An open call stays open,
    /// because its reply still comes.
    pub fn begin(&mut self, settings: Thinking, now: Tick) {
        self.model = if settings.model { Model::Ready } else { Model::Absent };
        (self.next_at, self.failures) = (now + FIRST_LOOK_TICKS.min(settings.interval_ticks), 0);
    }

    pub fn model(&self) -> Model {
        self.model
    }

    pub fn used(&self, limits: Limits, now: Tick) -> Used {
        self.budget.used(limits, now)
    }

    /// Changes the state of the language model, and traces it only if it is another one.
    fn becomes(&mut self, model: Model, turn: &mut Turn<'_>) {
        if self.model != model {
            self.model = model;
            turn.trace(Event::Model { to: model });
        }
    }

    /// Takes a reply of the language model and returns the call it belongs to; `None` when no call waits for it.
    pub fn take(&mut self, reply: &Reply, settings: Thinking, turn: &mut Turn<'_>) -> Option<Call> {
        let Some(call) = self.open.take_if(|call| call.id == reply.id) else {
            turn.trace(Event::Unexpected(Unexpected::Reply(reply.id)));
            return None;
        };
        let now = turn.now();
        match &reply.result {
            Ok(thought) => {
                self.budget.settle(call.reserved, u64::from(thought.tokens), now);
                self.failures = 0;
                self.becomes(Model::Ready, turn);
                Some(call)
            }
            Err(why) => {
                if !may_have_cost(*why) {
                    self.budget.release(call.reserved, now);
                }
                self.failed(*why, settings, turn);
                None
            }
        }
    }

    fn failed(&mut self, why: ThinkFailure, settings: Thinking, turn: &mut Turn<'_>) {
        self.failures = (self.failures + 1).min(DOUBLINGS_MAX);
        let pause = settings.interval_ticks.saturating_mul(1 << self.failures).min(BACK_OFF_TICKS_MAX);
        self.next_at = turn.now() + pause;
        self.becomes(Model::Failing(why), turn);
    }
}

/// Whether a failed call of the language model may have used tokens all the same.
fn may_have_cost(why: ThinkFailure) -> bool {
    matches!(why, ThinkFailure::TimedOut | ThinkFailure::Garbled | ThinkFailure::TooLong)
}

impl Thoughts {
    /// Asks the language model for a thought if that is due, worth it and within the budget.
    pub fn consider(&mut self, desk: &mut Desk<'_>, turn: &mut Turn<'_>) {
        let (now, settings) = (turn.now(), self.settings);
        if !settings.model {
            return;
        }
        if self.calls.open.take_if(|call| now.since(call.at) >= REPLY_TICKS_MAX).is_some() {
            self.calls.failed(ThinkFailure::TimedOut, settings, turn);
        }
        if self.calls.open.is_some() || now < self.calls.next_at {
            return;
        }
        self.calls.next_at = now + settings.interval_ticks;
        let signature = facts::signature(&self.around, desk.situation, desk.agenda);
        let source = match self.calls.asked.worth(&signature, now, settings.heartbeat_ticks) {
            Worth::Same => {
                self.counters.signature_suppressions += 1;
                let draft = Draft::stand_in(signature.stand_in());
                self.record(draft, desk, turn);
                return;
            }
            Worth::Heartbeat => Source::Heartbeat,
            Worth::Changed if self.around.has_changed() => Source::Delta,
            Worth::Changed => Source::Snapshot,
        };
        let prompt = prompt::build(&facts::facts(&self.around, &self.history, desk.situation, desk.agenda));
        let reserved = cost_max(&prompt, REPLY_TOKENS_MAX);
        if let Err(spent) = self.calls.budget.reserve(reserved, settings.limits, now) {
            self.calls.becomes(Model::Spent(spent), turn);
            return;
        }
        if matches!(self.calls.model, Model::Spent(_)) {
            self.calls.becomes(Model::Ready, turn);
        }
        self.calls.asked.note(signature, now);
        self.calls.begun += 1;
        self.counters.llm_calls += 1;
        let (id, suggested) = (ThoughtId(self.calls.begun), self.around.suggests_task());
        self.around.forget_changes();
        let kept = prompt::without_thoughts(&prompt);
        self.calls.open = Some(Call { id, at: now, source, suggested, prompt: kept, reserved });
        turn.effects.push(Effect::Think { id, prompt, tokens_max: REPLY_TOKENS_MAX });
    }

    /// Makes the next call of the language model due at once, whatever the situation, for a person who wants to see the
    /// prompt.
    pub fn think_next(&mut self, settings: Thinking) {
        self.settings = Thinking { model: true, ..settings };
        (self.calls.next_at, self.calls.open, self.calls.asked) = (Tick(0), None, Asked::default());
        (self.calls.budget, self.settings.limits) = (Budget::default(), Limits::default());
    }
}

impl Draft {
    /// The draft that stands in for a thought when the situation was not worth a call of the language model.
    fn stand_in(text: String) -> Draft {
        Draft {
            text,
            source: Source::Snapshot,
            goal: None,
            intent: None,
            intent_parse: None,
            novelty: Novelty::Low,
            convert_eligible: false,
            suggested: false,
            of_another: false,
            want: None,
        }
    }
}
