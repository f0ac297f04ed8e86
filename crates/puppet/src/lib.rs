//! The embedded world as a body for a mind in another process, over the body protocol of `docs/body-protocol.md`.
//!
//! [`Puppet`] is the body without any input or output: lines in, lines out, one game tick at a time. [`serve`] joins it with a socket
//! or with standard streams, and with the clock.
//!
//! Absent on purpose: decisions and skills. A verb is one movement, and without verbs the body stands still.

mod columns;
mod limbs;
mod names;
mod outbox;
mod puppet;
mod senses;
pub mod serve;
mod visit;

pub use columns::column_lines;
pub use puppet::Puppet;

/// The longest delay that a body can be given: a second, which no player would play with.
pub const LATENCY_TICKS_MAX: u64 = 20;
