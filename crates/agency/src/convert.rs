//! Which thoughts may become tasks, and why the others do not.

use crate::goal_tag::GoalTag;
use crate::intent::Intent;
use crate::thought::{Source, Thought};
use serde::{Deserialize, Serialize};
use vocab::delta::{Change, SaliencyDelta};

/// Whether a thought may become a task. It is decided once, when the thought is made. A thought sent by another
/// program is not eligible by itself.
pub fn is_eligible(source: Source, has_goal: bool, intent: Option<Intent>) -> bool {
    match source {
        Source::Drive => true,
        Source::Legacy => false,
        Source::Delta | Source::Snapshot | Source::Heartbeat | Source::Chat => {
            has_goal || intent.is_some_and(|intent| intent != Intent::None)
        }
    }
}

/// Why a thought does not become a task.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Held {
    /// The thought was marked as not eligible, which is final.
    Ineligible,
    /// The thought names no goal. An intent without a goal is only counted.
    NoGoal,
    /// A change of belief caused the thought, and that change is of a kind that calls for no task.
    NotSuggested,
}

/// The goal of the task that a thought becomes, or why it becomes none. `suggested` says whether the change of
/// belief that caused the thought calls for a task.
pub fn verdict(thought: &Thought, suggested: bool) -> Result<&GoalTag, Held> {
    if !thought.convert_eligible || thought.fallback {
        return Err(Held::Ineligible);
    }
    let goal = thought.goal.as_ref().ok_or(Held::NoGoal)?;
    if thought.source == Source::Delta && !suggested {
        return Err(Held::NotSuggested);
    }
    Ok(&goal.tag)
}

/// Whether a change of belief is worth asking the language model about: a creature is new, or became dangerous or
/// safe.
pub fn is_notable(delta: &SaliencyDelta) -> bool {
    matches!(
        delta.change,
        Change::NewThreat | Change::NewTrack | Change::ThreatRaised | Change::Reappeared | Change::ThreatLowered
    )
}

/// Whether a change of belief calls for a task: a creature appeared, or became more dangerous. A creature that
/// left or moved calls for none.
pub fn suggests_task(delta: &SaliencyDelta) -> bool {
    matches!(delta.change, Change::NewThreat | Change::NewTrack | Change::ThreatRaised | Change::Reappeared)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::goal_action::GoalAction;
    use crate::thought::{ExtractedGoal, GoalSource, Novelty, Number};
    use alloc::string::String;
    use alloc::vec::Vec;
    use vocab::{BlockPos, Name, ThreatLevel, Tick, TrackId, TrackView, Visibility};

    fn thought(source: Source, goal: bool, intent: Option<Intent>) -> Thought {
        let tag = GoalTag { action: GoalAction::Collect, target: "oak_log".into(), amount: 8, target_id: None };
        Thought {
            id: Number(1),
            tick: Tick(4),
            text: String::new(),
            source,
            goal: goal.then_some(ExtractedGoal { tag, source: GoalSource::GoalTag }),
            intent,
            intent_parse: None,
            novelty: Novelty::High,
            convert_eligible: is_eligible(source, goal, intent),
            tags: Vec::new(),
            fallback: false,
        }
    }

    #[test]
    fn agency_4_3_only_drive_ticks_goals_and_intents_are_eligible() {
        for (source, goal, intent, expected) in [
            (Source::Drive, false, None, true),
            (Source::Snapshot, true, None, true),
            (Source::Heartbeat, true, Some(Intent::None), true),
            (Source::Snapshot, false, Some(Intent::Gather), true),
            (Source::Delta, false, Some(Intent::None), false),
            (Source::Delta, false, None, false),
            (Source::Snapshot, false, None, false),
            (Source::Legacy, true, Some(Intent::Mine), false),
        ] {
            assert_eq!(is_eligible(source, goal, intent), expected, "{source:?} {goal} {intent:?}");
        }
    }

    #[test]
    fn agency_2_3_an_intent_without_a_goal_makes_no_task() {
        for intent in Intent::ALL.into_iter().filter(|intent| *intent != Intent::None) {
            let thought = thought(Source::Snapshot, false, Some(intent));
            assert!(thought.convert_eligible);
            assert_eq!(verdict(&thought, true), Err(Held::NoGoal));
        }
    }

    #[test]
    fn agency_4_1_not_eligible_is_final_whatever_else_a_thought_has() {
        for source in Source::ALL {
            let mut thought = thought(source, true, Some(Intent::Gather));
            thought.convert_eligible = false;
            assert_eq!(verdict(&thought, true), Err(Held::Ineligible), "{source:?}");
            (thought.convert_eligible, thought.fallback) = (true, true);
            assert_eq!(verdict(&thought, true), Err(Held::Ineligible), "a copy marked as fallback, {source:?}");
        }
    }

    #[test]
    fn a_thought_about_a_change_makes_a_task_only_if_the_change_suggests_one() {
        let thought_of = |source| thought(source, true, None);
        assert_eq!(verdict(&thought_of(Source::Delta), false), Err(Held::NotSuggested));
        assert!(verdict(&thought_of(Source::Delta), true).is_ok());
        assert!(verdict(&thought_of(Source::Snapshot), false).is_ok(), "no change is behind it");
        let view = TrackView {
            id: TrackId(1),
            kind: Name::new("cow"),
            sure: 9,
            at: BlockPos::new(0, 64, 0),
            distance: 3,
            visibility: Visibility::Visible,
            threat: ThreatLevel::None,
        };
        let suggesting: Vec<Change> = Change::ALL
            .into_iter()
            .filter(|change| suggests_task(&SaliencyDelta { tick: Tick(4), change: *change, view }))
            .collect();
        assert_eq!(suggesting, [Change::NewThreat, Change::NewTrack, Change::ThreatRaised, Change::Reappeared]);
        let notable = |change| is_notable(&SaliencyDelta { tick: Tick(4), change, view });
        assert!(suggesting.into_iter().all(notable) && !notable(Change::Moved) && !notable(Change::Evicted));
    }
}
