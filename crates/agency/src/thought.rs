//! A thought: one short text, where it came from, the goal and the intent in it, and whether it may become a task.

use crate::goal_tag::GoalTag;
use crate::intent::{Intent, IntentParse};
use alloc::string::String;
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};
use vocab::Tick;

/// Longest text of a thought that is kept, in characters: the prompt asks for one sentence, and two are tolerated.
pub const TEXT_CHARS_MAX: usize = 280;

/// The id of a thought. Ids count up over the whole life of a mind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Number(pub u64);

/// What caused a thought.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Source {
    /// A change of belief that was worth a model call.
    Delta,
    /// A regular look at the whole situation.
    Snapshot,
    /// A drive tick, in which the agent chooses a goal by itself.
    Drive,
    /// The model was asked because the situation had not changed for a long time.
    Heartbeat,
    /// A line of chat from a player.
    Chat,
    /// A thought sent by another program.
    Legacy,
}

impl Source {
    pub const ALL: [Source; 6] =
        [Source::Delta, Source::Snapshot, Source::Drive, Source::Heartbeat, Source::Chat, Source::Legacy];

    pub const fn name(self) -> &'static str {
        match self {
            Source::Delta => "delta",
            Source::Snapshot => "snapshot",
            Source::Drive => "drive",
            Source::Heartbeat => "heartbeat",
            Source::Chat => "chat",
            Source::Legacy => "legacy",
        }
    }
}

/// How new the content of a thought is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Novelty {
    /// The thought repeats a recent one, or was recorded in place of a model call that the situation was not worth.
    Low,
    /// The model was asked for this thought although the situation had not changed.
    Medium,
    /// A new reply of the model, or a drive tick's thought.
    High,
}

/// How the goal of a thought was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GoalSource {
    DriveTick,
    /// The text had a `[GOAL: …]` tag.
    GoalTag,
}

/// The goal of a thought, and how it was found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExtractedGoal {
    pub tag: GoalTag,
    pub source: GoalSource,
}

/// The labels that a thought can have, for filters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Tag {
    DriveTick,
    Autonomous,
    SaliencyDelta,
    Snapshot,
    Heartbeat,
    Chat,
    Outside,
    // The categories of goals that drive ticks choose.
    Gathering,
    Crafting,
    Building,
    Exploration,
    Survival,
}

/// A thought of the agent. Nothing in it changes once it is recorded.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Thought {
    pub id: Number,
    pub tick: Tick,
    /// The thought's text, at most [`TEXT_CHARS_MAX`] characters, without tags.
    pub text: String,
    pub source: Source,
    pub goal: Option<ExtractedGoal>,
    pub intent: Option<Intent>,
    /// How the intent was found in the reply. It measures the model and decides nothing.
    pub intent_parse: Option<IntentParse>,
    pub novelty: Novelty,
    /// Whether the thought may become a task. `false` is final.
    pub convert_eligible: bool,
    pub tags: Vec<Tag>,
    /// Set on thoughts of low novelty, so that programs that get a copy can leave them out.
    pub fallback: bool,
}

impl Thought {
    /// Whether the thought names a goal.
    pub fn is_task_worthy(&self) -> bool {
        self.goal.is_some()
    }
}

/// The labels of a thought with this source, without the category of a drive tick.
pub fn tags_of(source: Source) -> Vec<Tag> {
    match source {
        Source::Delta => [Tag::SaliencyDelta].into(),
        Source::Snapshot => [Tag::Snapshot].into(),
        Source::Drive => [Tag::DriveTick, Tag::Autonomous].into(),
        Source::Heartbeat => [Tag::Heartbeat].into(),
        Source::Chat => [Tag::Chat].into(),
        Source::Legacy => [Tag::Outside].into(),
    }
}

/// The text cut to [`TEXT_CHARS_MAX`] characters.
pub fn cut(text: &str) -> String {
    text.chars().take(TEXT_CHARS_MAX).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn a_text_is_cut_at_its_bound_by_characters() {
        let long = "é".repeat(TEXT_CHARS_MAX + 1);
        assert_eq!(cut(&long).chars().count(), TEXT_CHARS_MAX);
        assert_eq!(cut("short"), "short".to_string());
    }

    #[test]
    fn every_source_has_a_name_and_a_label() {
        for source in Source::ALL {
            assert!(!source.name().is_empty() && !tags_of(source).is_empty());
        }
    }
}
