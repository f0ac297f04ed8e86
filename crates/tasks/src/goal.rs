//! What the task store needs from a goal: a key that identifies it.

use vocab::GoalKey;

/// The goal of a task, as a closed Rust type. Free text never decides what the agent does.
pub trait Goal: Clone {
    /// Two goals have equal keys when one task can serve both. The key is derived from the goal, and only here.
    fn key(&self) -> GoalKey;
}
