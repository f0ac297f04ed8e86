//! Creatures: which are dangerous, how strong, fast and big they are, and what they leave.

use crate::loot::Drop;
use crate::names::{self, UnknownName};
use crate::tables::{MOB_NAMES, MOBS};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mob {
    pub name: &'static str,
    pub temper: Temper,
    /// Attacks on sight: `temper` is `Hostile`.
    pub hostile: bool,
    /// Half hearts.
    pub health: u16,
    /// Half hearts of the main attack on normal difficulty, unarmoured.
    pub damage: u8,
    /// Blocks a second x1000 when walking or chasing.
    pub speed_milli: u32,
    pub width_milli: u32,
    pub height_milli: u32,
    pub attack: MobAttack,
    /// Burns in daylight under the open sky.
    pub burns_by_day: bool,
    pub drops: &'static [Drop],
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Temper {
    Passive,
    /// Fights when provoked.
    Neutral,
    Hostile,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MobAttack {
    None,
    Melee,
    /// Arrows, of bow or crossbow.
    Bow,
    /// Anything else from afar: fireballs, potions, beams, spells.
    Throw,
    Explode,
}

pub fn all() -> &'static [Mob] {
    &MOBS
}

/// Panics when there is no creature of that index; indices come from `named` and `find`.
pub fn get(index: usize) -> &'static Mob {
    &MOBS[index]
}

/// Index of the creature of that name; `minecraft:` in front is allowed.
pub fn named(name: &str) -> Option<usize> {
    names::lookup(&MOB_NAMES, name, |id| MOBS[usize::from(id)].name).map(usize::from)
}

/// As `named`; the error holds the name that is unknown.
pub fn find(name: &str) -> Result<usize, UnknownName> {
    named(name).ok_or_else(|| names::unknown("mob", name))
}
