//! The sixteen actions that a goal can ask for. The list is closed: an unknown action is no goal.

use serde::{Deserialize, Serialize};

/// The action that a goal asks for. Synonyms are replaced before this type is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GoalAction {
    Collect,
    Mine,
    Craft,
    Build,
    Find,
    Explore,
    Navigate,
    Gather,
    Check,
    Smelt,
    Repair,
    Continue,
    Cancel,
    Prioritize,
    Pause,
    Resume,
}

impl GoalAction {
    pub const ALL: [GoalAction; 16] = [
        GoalAction::Collect,
        GoalAction::Mine,
        GoalAction::Craft,
        GoalAction::Build,
        GoalAction::Find,
        GoalAction::Explore,
        GoalAction::Navigate,
        GoalAction::Gather,
        GoalAction::Check,
        GoalAction::Smelt,
        GoalAction::Repair,
        GoalAction::Continue,
        GoalAction::Cancel,
        GoalAction::Prioritize,
        GoalAction::Pause,
        GoalAction::Resume,
    ];

    /// The action's name in goal tags, goal keys and JSON.
    pub const fn name(self) -> &'static str {
        match self {
            GoalAction::Collect => "collect",
            GoalAction::Mine => "mine",
            GoalAction::Craft => "craft",
            GoalAction::Build => "build",
            GoalAction::Find => "find",
            GoalAction::Explore => "explore",
            GoalAction::Navigate => "navigate",
            GoalAction::Gather => "gather",
            GoalAction::Check => "check",
            GoalAction::Smelt => "smelt",
            GoalAction::Repair => "repair",
            GoalAction::Continue => "continue",
            GoalAction::Cancel => "cancel",
            GoalAction::Prioritize => "prioritize",
            GoalAction::Pause => "pause",
            GoalAction::Resume => "resume",
        }
    }

    /// The action with exactly this name.
    pub fn named(name: &str) -> Option<GoalAction> {
        GoalAction::ALL.into_iter().find(|action| action.name() == name)
    }

    /// Whether the action changes existing tasks instead of making a new one.
    pub const fn manages_tasks(self) -> bool {
        matches!(
            self,
            GoalAction::Continue | GoalAction::Cancel | GoalAction::Prioritize | GoalAction::Pause | GoalAction::Resume
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_action_is_found_by_its_name_and_nothing_else_is() {
        for action in GoalAction::ALL {
            assert_eq!(GoalAction::named(action.name()), Some(action));
        }
        for name in ["", "Collect", "drop", "collect "] {
            assert_eq!(GoalAction::named(name), None, "{name:?}");
        }
    }
}
