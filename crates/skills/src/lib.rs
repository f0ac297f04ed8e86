//! How a body does things: path search, sight, and every action, over a trait of reads and limb verbs.
//!
//! Invariant: equal reads and equal answers of the limbs give equal deeds, tick by tick. It knows no world: what is behind
//! [`limbs::Limbs`] may be the embedded world, or a body in another process.
//! Absent on purpose: clocks, randomness, floats, unordered maps, creatures.

mod actions;
pub mod agent;
pub mod aim;
pub mod answers;
pub mod blocks;
pub mod boxes;
pub mod chunks;
pub mod crafting;
pub mod digger;
pub mod eyes;
pub mod feed;
pub mod ground;
pub mod guard;
pub mod inventory;
pub mod known;
pub mod limbs;
pub mod map;
pub mod me;
pub mod measures;
pub mod mirror;
pub mod panorama;
pub mod path;
mod prospect;
pub mod room;
pub mod sight;
pub mod space;
pub mod state;
pub mod tools;

pub use actions::table_for;
pub use agent::Skills;
pub use eyes::Eyes;
