//! Finding a way: where a body can stand, what it costs to get there, and a search that never takes long in one tick.

pub mod goal;
pub mod ground;
pub mod search;

pub use goal::Goal;
pub use ground::{Ground, Hazard};
pub use search::{Found, Leg, Search, Step};

/// Costs are in tenths of ticks.
pub type Cost = u32;
/// One block of walking: 4.63 ticks.
pub const WALK: Cost = 46;
