//! Agency: what thoughts and lines of chat ask for, as closed and typed goals.
//!
//! Text comes in, goals from closed lists come out; what is not understood gives a reason and no goal.
//!
//! Absent on purpose: clocks, floats, maps without an order, and every way to do something (`mind`).
#![no_std]
extern crate alloc;

pub mod budget;
pub mod chat;
pub mod convert;
pub mod counters;
pub mod goal_action;
pub mod goal_tag;
pub mod intent;
pub mod novelty;
pub mod outside;
pub mod prompt;
pub mod sanitize;
pub mod signature;
pub mod synonyms;
pub mod target;
pub mod thought;

pub use goal_action::GoalAction;
pub use goal_tag::{GoalFail, GoalTag};
pub use intent::Intent;
