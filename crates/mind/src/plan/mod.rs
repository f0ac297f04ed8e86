//! From a goal to steps: plans in time for what is crafted and smelted, single steps for the rest.

pub mod asking;
pub mod course;
mod emit;
pub mod fit;
pub mod step;

use course::Course;
use step::Step;

/// How a goal is gone about.
#[derive(Debug)]
pub enum Planned {
    /// With a plan in time, kept as long as the world agrees.
    Course(Course),
    /// One step at a time, each chosen when the one before is over.
    Step(Step),
}
