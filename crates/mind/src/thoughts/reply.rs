//! What becomes of a reply of the model: it is cleaned, compared with recent thoughts, recorded, and perhaps a task.

use super::{Desk, Draft, Thoughts};
use crate::mind::NEWS_MAX;
use crate::turn::Turn;
use crate::wire::input::{Reply, ThinkFailure};
use crate::wire::trace::Event;
use agency::convert;
use agency::prompt::without_echo;
use agency::sanitize::{Sanitized, sanitize};
use agency::thought::{Novelty, Source};
use agency::{GoalTag, Intent};

/// Most bytes of a language model's reply that are read: sixty times what was asked for. The rest of a runaway reply is
/// dropped.
pub const REPLY_BYTES_MAX: usize = 65_536;

impl Thoughts {
    /// Takes the language model's replies of this tick and makes thoughts of them.
    pub fn hear(&mut self, replies: &[Reply], desk: &mut Desk<'_>, turn: &mut Turn<'_>) {
        for reply in replies.iter().take(NEWS_MAX) {
            let Some(call) = self.calls.take(reply, self.settings, turn) else { continue };
            let Ok(said) = &reply.result else { continue };
            let clean = sanitize(start(&said.text));
            let text = without_echo(&clean.text, &call.prompt);
            self.counters.goal_tags += u64::from(clean.goal.is_some());
            self.counters.intent_extractions += u64::from(has_intent(clean.intent));
            if text.is_empty() && clean.goal.is_none() && !has_intent(clean.intent) {
                turn.trace(Event::NothingThought { source: call.source });
                continue;
            }
            let novelty = if call.source == Source::Heartbeat { Novelty::Medium } else { Novelty::High };
            let draft = Draft::of(Sanitized { text, ..clean }, call.source, novelty);
            self.record(Draft { suggested: call.suggested, ..draft }, desk, turn);
        }
    }

    /// Closes the calls of the language model that these replies answer, without reading the replies.
    pub fn lose(&mut self, replies: &[Reply], turn: &mut Turn<'_>) {
        for reply in replies.iter().take(NEWS_MAX) {
            let lost = Reply { id: reply.id, result: Err(ThinkFailure::Garbled) };
            self.calls.take(&lost, self.settings, turn);
        }
    }
}

impl Draft {
    pub(super) fn of(clean: Sanitized, source: Source, novelty: Novelty) -> Draft {
        let Sanitized { text, goal, intent, intent_parse, .. } = clean;
        // A thought's goal needs a key, or it could not be told from others. Its amount is already checked when the tag
        // is read.
        let goal = goal.filter(|goal: &GoalTag| goal.action.manages_tasks() || goal.key().is_ok());
        Draft {
            convert_eligible: convert::is_eligible(source, goal.is_some(), intent),
            text,
            source,
            goal,
            intent,
            intent_parse,
            novelty,
            suggested: false,
            of_another: false,
            want: None,
        }
    }
}

pub(super) fn has_intent(intent: Option<Intent>) -> bool {
    intent.is_some_and(|intent| intent != Intent::None)
}

/// The beginning of a reply, at most [`REPLY_BYTES_MAX`] bytes.
pub(super) fn start(text: &str) -> &str {
    let mut end = text.len().min(REPLY_BYTES_MAX);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}
