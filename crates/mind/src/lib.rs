//! The deterministic mind: one input in, a list of effects out.
//!
//! Invariant: equal minds given equal inputs return equal effects, byte for byte, on any machine.
//! Absent on purpose: clocks, IO, randomness, floats, maps without an order.
#![no_std]
extern crate alloc;

mod agenda;
pub mod arbiter;
mod asking;
mod beware;
mod classes;
pub mod config;
mod cooling;
mod course;
mod creatures;
pub mod deliberate;
mod drive;
pub mod effect;
pub mod executor;
pub mod failures;
mod fit;
mod goals;
mod guard;
mod headway;
pub mod input;
pub mod journey;
pub mod keeping;
pub mod known;
mod leaf;
mod lessons;
mod lore;
mod needs;
mod plan;
pub mod report;
mod settle;
mod site;
mod situation;
pub mod status;
pub mod step;
pub mod trace;
mod view;
mod wishes;
mod work;

pub use arbiter::Controller;
pub use config::Config;
pub use effect::Effect;
pub use input::Input;
pub use step::Mind;
pub use trace::Trace;
