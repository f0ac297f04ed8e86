//! What the store needs to know of a goal: the key that says whether two goals are the same.

use vocab::GoalKey;

/// A goal of a task. Closed and typed where it is defined: text never decides what the agent does.
pub trait Goal {
    /// Equal for goals that one task can serve. Derived from the goal alone, here and nowhere else.
    fn key(&self) -> GoalKey;
}
