//! Tasks: what the agent wants to do, who asked for it, its progress and why it ended.
//!
//! Generic over the goal and the reason, which the user of this crate defines.
//!
//! Absent on purpose: how a task is carried out (`mind`), clocks, floats, maps without an order.
#![no_std]
extern crate alloc;

pub mod goal;
pub mod origin;
pub mod stall;
pub mod status;
pub mod store;
pub mod task;

pub use goal::Goal;
pub use origin::{Origin, Who};
pub use stall::StallClass;
pub use status::{BlockedOn, CancelReason, Note, Status};
pub use store::{Change, Refused, TaskStore, Wanted};
pub use task::{Lane, Priority, Progress, Task, TaskId};
