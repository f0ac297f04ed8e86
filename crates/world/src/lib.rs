//! The embedded world: the rules of a survival game, seeded, deterministic and fast. It is the agent's default body.
//!
//! Invariant: the same seed and the same actions give the same world, tick by tick, on any machine and in any build.
//! Absent on purpose: floats in the state, libm, clocks, unordered maps, graphics, a network.

pub mod body;
mod chests;
pub mod chunk;
pub mod drops;
pub mod faults;
mod flow;
pub mod grid;
mod growth;
pub mod light;
pub mod limbs;
pub mod mobs;
mod pack;
pub mod panorama;
pub mod physics;
pub mod rng;
pub mod save;
mod scene;
mod skilled;
pub mod stations;
mod support;
pub mod terrain;
pub mod time;
mod updates;
mod view;
pub mod visitors;
mod world;

pub use skills::{blocks, crafting, inventory, known, sight, space, state};
pub use world::{UNREAD_MAX, World};
