//! The statics that the build script generates.
#![allow(clippy::unreadable_literal, reason = "nobody reads the generated file; the tables are what is reviewed")]

use vocab::action::EquipSlot;
use vocab::{BlockId, ItemId, Station};

use crate::blocks::{Block, Material};
use crate::items::{Armour, Attack, Food, Item};
use crate::loot::Drop;
use crate::mobs::{Mob, MobAttack, Temper};
use crate::recipes::{Recipe, RecipeKind};
use crate::smelting::Smelt;
use crate::states::{Aabb, BlockStates, Property, Role};
use crate::tools::{Tier, Tool, ToolClass};

include!(concat!(env!("OUT_DIR"), "/tables.rs"));
