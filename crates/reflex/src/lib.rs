//! What the body does at once, decided from tracks, hazards and vitals alone. Runs every mind tick and never waits for
//! cognition.
//!
//! Absent on purpose: plans and goals. A rule that fires controls the body for a window of ticks.
#![no_std]
extern crate alloc;

pub mod courage;
pub mod gear;
pub mod reflex;
pub mod rules;
pub mod scene;
mod tunnel;
pub mod window;
mod words;

pub use courage::Mode;
pub use gear::Gear;
pub use reflex::{Reflex, ReflexAct, ReflexTick};
pub use rules::{Rule, Why};
pub use window::{Urgency, WindowEvent};
