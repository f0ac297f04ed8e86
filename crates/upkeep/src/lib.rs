//! Upkeep: keeps food, health, tools, light and safety above their thresholds by acting before they fall too low.
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
pub mod outlook;
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
pub use outlook::Outlook;
pub use rig::Rig;
