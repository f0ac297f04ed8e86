//! Turns a goal into steps: a temporal plan for crafting and smelting, a single step for everything else.

pub mod asking;
pub mod chart;
pub mod course;
mod emit;
pub mod fit;
pub mod step;

use course::Course;
use step::Step;

/// The plan for a task's goal.
#[derive(Debug)]
pub enum Planned {
    /// A temporal plan: many steps, kept as long as it fits the world.
    Course(Course),
    /// A plan of a single step. The next step is chosen when this one has ended.
    Step(Step),
}
