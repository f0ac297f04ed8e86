//! Keeps the body's metrics within bounds before they leave them: metrics, drift, projection, operators, the optimal schedule.
//!
//! Absent on purpose: detections (threat comes from the hazard summary alone), clocks, floats, maps without an order.
#![no_std]
extern crate alloc;

pub mod advice;
pub mod drift;
pub mod keeper;
pub mod metric;
pub mod observation;
pub mod operator;
pub mod plan;
pub mod rig;
mod rows;
pub mod schedule;
pub mod violation;
mod words;

pub use advice::{Foreseen, UnmetNeed};
pub use keeper::{Decision, Keeper};
pub use observation::Observation;
pub use operator::Operator;
pub use rig::Rig;
