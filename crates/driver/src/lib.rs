//! The production loop around the mind: sense, step, make durable, perform; and the two ways back, recovery and replay.
//!
//! Everything real has a seam here: the world behind [`Body`], the language model behind [`Thinker`], the disk behind
//! [`Ledger`], the writing thread behind [`Scribe`], time behind [`Clock`]. Tests run this same loop with their own.
//!
//! Absent on purpose: decisions. What the agent does is the mind's to say.

pub mod body;
pub mod clock;
pub mod days;
pub mod door;
pub mod in_flight;
pub mod ledger;
pub mod life;
pub mod meter;
pub mod model;
pub mod pace;
pub mod recover;
pub mod replay;
pub mod run;
pub mod scribe;
pub mod thinker;

pub use body::{Body, BodyError};
pub use clock::{Clock, MachineClock, ManualClock};
pub use door::Door;
pub use ledger::Ledger;
pub use life::{Life, Moment};
pub use model::{Board, ReadModel};
pub use pace::{Pace, Speed};
pub use recover::{RecoverError, Recovered, recover};
pub use replay::{ReplayError, Replayed, replay};
pub use run::{Durability, Ended, Go, Options, Run};
pub use scribe::{InlineScribe, Scribe, ThreadScribe};
pub use thinker::{NoThinker, Thinker};

/// The layout of what the driver journals and snapshots: raised whenever an input, the mind, the world or the notes
/// below them change shape, so that a program never reads another one's bytes.
pub const LAYOUT: u32 = 10;
