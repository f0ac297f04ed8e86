//! The production loop around the mind: sense, step, make durable, perform; and the two ways back, recovery and replay.
//!
//! Everything real has a seam here: the world behind [`Body`], the language model behind [`Thinker`], the disk behind
//! [`Ledger`], the writing thread behind [`Scribe`], time behind [`Clock`]. Tests run this same loop with their own.
//!
//! Absent on purpose: decisions. What the agent does is the mind's to say.

pub mod body;
pub mod broke;
pub mod clock;
pub mod days;
pub mod door;
pub mod epoch;
pub mod in_flight;
pub mod ledger;
pub mod life;
pub mod meter;
pub mod model;
pub mod opening;
pub mod pace;
pub mod past;
pub mod recover;
pub mod replay;
pub mod run;
pub mod scribe;
pub mod thinker;

pub use body::{Body, BodyError};
pub use broke::{Broke, Part, caught};
pub use clock::{Clock, MachineClock, ManualClock};
pub use door::Door;
pub use ledger::Ledger;
pub use life::{Life, Moment, Voice};
pub use model::{Board, ReadModel};
pub use opening::open;
pub use pace::{Pace, Speed};
pub use recover::{Back, Others, RecoverError, Recovered, WentBack, come_back, recover, resume};
pub use replay::{ReplayError, Replayed, replay};
pub use run::{Broken, Durability, Ended, Go, Options, Run};
pub use scribe::{InlineScribe, Scribe, ThreadScribe};
pub use store::JOURNAL_FILE;
pub use thinker::{NoThinker, Thinker};

/// The version of the layout in which the driver journals and saves: raised whenever an input, the mind, the world or
/// the driver's own notes change shape, so that a program never reads bytes of another layout.
pub const LAYOUT: u32 = 18;
