//! Turns what a body detects into tracks: entities that are believed to be there. Of the pure crates only this one and `reflex`
//! may name a detection.
//!
//! Absent on purpose: clocks, floats, maps without an order, and anything about Minecraft beyond the table in [`kinds`].
#![no_std]
extern crate alloc;

pub mod assign;
pub mod associate;
pub mod attention;
pub mod bus;
pub mod class;
pub mod config;
pub mod contradiction;
pub mod decay;
pub mod emission;
pub mod engine_id;
pub mod evict;
pub mod evidence;
pub mod fixed;
pub mod follow;
pub mod ingested;
pub mod kinds;
pub mod melee;
pub mod motion;
pub mod opportunity;
pub mod pace;
pub mod preventability;
pub mod recognise;
pub mod revise;
pub mod saliency;
pub mod sense;
pub mod summarise;
pub mod threat;
pub mod track;
pub mod track_set;

pub use bus::Bus;
pub use config::Config;
pub use evidence::{Detection, Sight};
pub use ingested::{IngestError, Ingested};
pub use opportunity::Good;
pub use track::Track;
