//! The facts of one Minecraft version: items, blocks, recipes, smelting, fuels, tools, mobs. They are tables, without
//! code for single items.
//!
//! Everything is `&'static` and found in constant time by id or name. `cargo xtask gamedata` writes the tables; the
//! build script checks them and turns them into statics.
#![no_std]
extern crate alloc;

pub mod blocks;
pub mod fuels;
pub mod groups;
pub mod handwork;
pub mod items;
pub mod loot;
pub mod mobs;
pub mod names;
pub mod recipes;
pub mod smelting;
pub mod states;
pub mod tools;

mod tables;

pub use names::UnknownName;

/// The Minecraft version that all game tables describe.
pub const MINECRAFT_VERSION: &str = "1.21.4";
