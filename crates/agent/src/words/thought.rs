//! Thoughts in words: what became of one, how the model is, what was dropped.

use super::{refusal, spaced};
use crate::view::text::number;
use agency::convert::Held;
use mind::thinking::{Fate, Model, Recorded, ThinkingStatus, ThoughtAnswer};

/// What became of a thought, in words.
pub fn fate(fate: &Fate) -> String {
    match fate {
        Fate::Task { task } => format!("became {task}"),
        Fate::Joined { task } => format!("{task} has that goal already and covers it now"),
        Fate::Managed { task, action } => format!("{} {task}", action.name()),
        Fate::Held(Held::Ineligible) => "no task: it was not eligible".into(),
        Fate::Held(Held::NoGoal) => "no task: it names no goal".into(),
        Fate::Held(Held::NotSuggested) => "no task: what changed suggests none".into(),
        Fate::NotItsTask => "no task: a thought may manage only one task that no person asked for".into(),
        Fate::Refused(why) => format!("no task: {}", refusal(why)),
    }
}

/// A thought and what became of it, in one line.
pub fn recorded(Recorded { thought, fate: became }: &Recorded) -> String {
    let said = if thought.text.is_empty() { "(no words)" } else { &thought.text };
    format!("{} ({}, novelty {}): {}", said, thought.source.name(), spaced(&thought.novelty), fate(became))
}

/// The answer to a thought from another program, in words.
pub fn answered(answer: &ThoughtAnswer) -> String {
    let mut words = recorded(&answer.recorded);
    if answer.eligibility_ignored {
        words += "; convert_eligible is ignored, because allow_thought_injection is off";
    }
    if !answer.dropped.is_empty() {
        let keys: Vec<&str> = answer.dropped.iter().map(|dropped| dropped.key.as_str()).collect();
        words += "; dropped: ";
        words += &keys.join(", ");
    }
    words
}

/// The state of the language model and its budget, in words.
pub fn model(status: &ThinkingStatus) -> String {
    let state = match status.model {
        Model::Absent => return "no language model".into(),
        Model::Ready => "ready".into(),
        Model::Failing(why) => format!("model fails ({})", spaced(&why)),
        Model::Spent(what) => format!("budget of {} used up", spaced(&what)),
    };
    let budget = &status.budget;
    format!(
        "{state} · {} of {} calls this hour · {} of {} tokens today",
        number(u64::from(budget.calls_this_hour)),
        number(u64::from(budget.calls_per_hour)),
        number(budget.tokens_this_day),
        number(budget.tokens_per_day)
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use agency::budget::{Spent, Used};
    use mind::input::ThinkFailure;

    #[test]
    fn the_model_and_its_budget_are_told_in_one_line() {
        let budget = Used { calls_this_hour: 12, calls_per_hour: 30, tokens_this_day: 34_000, tokens_per_day: 250_000 };
        let told = |state| model(&ThinkingStatus { model: state, budget, ..ThinkingStatus::default() });
        let rest = " · 12 of 30 calls this hour · 34,000 of 250,000 tokens today";
        assert_eq!(told(Model::Ready), format!("ready{rest}"));
        assert_eq!(told(Model::Failing(ThinkFailure::TimedOut)), format!("model fails (timed out){rest}"));
        assert_eq!(told(Model::Spent(Spent::Calls)), format!("budget of calls used up{rest}"));
        assert_eq!(told(Model::Absent), "no language model");
    }
}
