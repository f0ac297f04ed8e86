//! The deterministic mind: one input in, a list of effects out.
//!
//! Invariant: equal minds given equal inputs return equal effects, byte for byte, on any machine.
//! Absent on purpose: clocks, IO, randomness, floats, maps without an order.
#![no_std]
extern crate alloc;

pub mod arbiter;
pub mod config;
pub mod effect;
pub mod input;
pub mod report;
pub mod status;
pub mod step;
pub mod trace;

pub use arbiter::Controller;
pub use config::Config;
pub use effect::Effect;
pub use input::Input;
pub use step::Mind;
pub use trace::Trace;
