//! What the task store needs from a goal: a key that identifies it.

use vocab::GoalKey;

/// A goal of a task. The implementing type is closed: text never decides what the agent does.
pub trait Goal {
    /// Two goals have equal keys when one task can serve both. The key is derived from the goal, and only here.
    fn key(&self) -> GoalKey;
}
