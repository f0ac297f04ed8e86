//! Plans crafting and smelting in time: which recipes, stations and batches, in which order. The same request always
//! gives the same plan.
//!
//! Absent on purpose: clocks, floats, anything that carries out a plan.
#![no_std]
extern crate alloc;

pub mod batch;
mod bound;
mod choose;
mod content;
mod context;
pub mod cost;
pub mod deadlock;
mod demand;
mod direct;
pub mod duration;
pub mod explain;
mod forced;
pub mod game;
mod genome;
mod growth;
mod moves;
pub mod plan;
mod price;
mod prove;
pub mod reach;
mod recipes;
pub mod repair;
pub mod rule;
mod schedule;
mod search;
mod slots;
mod solve;
mod timing;
pub mod validate;

pub use plan::{Act, Objective, Plan, Reason, Solution, TimedAct, Unsolved};
pub use rule::{Draft, Problem};
pub use solve::{Limits, first_plan, sketch, solve};
