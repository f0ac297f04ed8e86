//! Types that every crate shares: time, places, items, actions, outcomes, digests. Plain data with arithmetic and nothing more.
//!
//! Absent on purpose: detections (they live in `belief`), clocks, floats, maps without an order.
#![no_std]
extern crate alloc;

pub mod action;
pub mod bag;
pub mod block;
pub mod bucket;
pub mod build;
pub mod day;
pub mod delta;
pub mod dice;
pub mod digest;
pub mod goal_key;
pub mod hazard;
pub mod item;
pub mod name;
pub mod once;
pub mod outcome;
pub mod position;
pub mod query;
pub mod recipe;
pub mod salvage;
pub mod senses;
pub mod snapshot;
pub mod state;
pub mod station;
pub mod tick;
pub mod tool_class;
pub mod track_id;

pub use action::{Action, ActionId};
pub use bag::Bag;
pub use block::BlockId;
pub use delta::SaliencyDelta;
pub use dice::Dice;
pub use digest::Digest;
pub use goal_key::GoalKey;
pub use hazard::{Danger, HazardSummary, ThreatLevel};
pub use item::ItemId;
pub use name::Name;
pub use outcome::Outcome;
pub use position::{BlockPos, FinePos};
pub use query::{Answer, Query, QueryId};
pub use senses::Senses;
pub use snapshot::{Snapshot, TrackView, Visibility};
pub use state::StateId;
pub use station::Station;
pub use tick::Tick;
pub use tool_class::ToolClass;
pub use track_id::TrackId;
