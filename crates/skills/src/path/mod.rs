//! Path finding: where a body can stand, what each step costs, and a search that is bounded in each tick.

pub mod goal;
pub mod ground;
pub mod search;

pub use goal::Goal;
pub use ground::{Ground, Hazard};
pub use search::{Found, Leg, Movement, Search};

/// The cost of a path, in tenths of ticks.
pub type Cost = u32;
/// Path cost of walking one block: 4.63 ticks.
pub const WALK: Cost = 46;
