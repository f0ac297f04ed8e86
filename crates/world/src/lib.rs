//! The embedded world: the rules of a survival game, seeded, deterministic and fast. It is the agent's default body.
//!
//! Invariant: the same seed and the same actions give the same world, tick by tick, on any machine and in any build.
//! Absent on purpose: floats in the state, libm, clocks, unordered maps, graphics, a network.

mod blocks;
pub mod body;
mod chests;
pub mod chunk;
mod crafting;
mod digging;
pub mod drops;
pub mod eyes;
pub mod faults;
mod flow;
pub mod grid;
mod growth;
pub mod inventory;
pub mod known;
pub mod light;
pub mod mobs;
mod pack;
pub mod panorama;
pub mod path;
pub mod physics;
mod placing;
mod queries;
pub mod rng;
pub mod save;
mod scene;
pub mod sight;
pub mod skills;
pub mod space;
pub mod state;
mod stations;
pub mod terrain;
pub mod time;
mod updates;
mod view;
pub mod visitors;
mod world;

pub use world::{UNREAD_MAX, World};
