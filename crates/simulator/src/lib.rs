//! Runs the driver's loop in one thread so that a test can repeat it: a scripted body, a killable scribe, a manual clock.
//!
//! Used by tests alone. A test sets up a [`Scripted`] body (or brings another one), puts it into a [`Simulation`] and lets it
//! run; the loop is `driver::Run`, unchanged.
//!
//! Absent on purpose: a second copy of the loop, and a body that does what it was not told to.

pub mod builder;
pub mod course;
pub mod mortal;
pub mod real_model;
pub mod rules;
pub mod scripted;
pub mod simulation;
pub mod soak;
pub mod stage;
pub mod stub_model;

pub use course::Course;
pub use mortal::MortalScribe;
pub use real_model::RealModel;
pub use scripted::Scripted;
pub use simulation::Simulation;
pub use stage::Stage;
pub use stub_model::StubModel;

use vocab::{BlockId, ItemId};

/// The item of this name. Panics when there is none: a test has a typing error.
pub fn item(name: &str) -> ItemId {
    gamedata::items::find(name).unwrap_or_else(|error| panic!("{name}: {error:?}"))
}

/// The block of this name. Panics when there is none: a test has a typing error.
pub fn block(name: &str) -> BlockId {
    gamedata::blocks::find(name).unwrap_or_else(|error| panic!("{name}: {error:?}"))
}
