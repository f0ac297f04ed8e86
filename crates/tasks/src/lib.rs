//! Tasks: what the agent wants to do, who asked for it, how far it is and why it ended.
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

pub use goal::{Goal, ItemClass};
pub use origin::{Origin, Who};
pub use stall::StallClass;
pub use status::{BlockedOn, CancelReason, Status};
pub use store::{Refused, TaskStore};
pub use task::{Lane, Progress, Task, TaskId};
