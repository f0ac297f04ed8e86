//! The deterministic mind: one input in, a list of effects out. The folders are the stages that a tick passes through.
//!
//! Invariant: equal minds given equal inputs return equal effects, byte for byte, on any machine.
//! Absent on purpose: clocks, IO, randomness, floats, maps without an order.
#![no_std]
extern crate alloc;

mod agenda;
pub mod builds;
pub mod goals;
mod hands;
pub mod memory;
mod mind;
mod plan;
pub mod thoughts;
mod turn;
mod view;
mod wants;
mod wire;

pub use agenda::{Task, Tasks};
pub use goals::Goal;
pub use hands::arbiter::Controller;
pub use hands::executor;
pub use hands::settle::FUTILE_MAX;
pub use hands::think;
pub use mind::{Mind, NEWS_MAX};
pub use plan::chart;
pub use plan::step::Step;
pub use view::{blocks, failures, places};
pub use wants::ALLOW_MAX;
pub use wants::actions;
pub use wants::chat;
pub use wants::drive::{self, Rule};
pub use wants::keeping;
pub use wants::wish;
pub use wire::builds as build_news;
pub use wire::config::{self, Config};
pub use wire::effect::{self, Effect};
pub use wire::input::{self, Input};
pub use wire::trace::{self, Trace};
pub use wire::{reason, report, speech, status, thinking};
