//! Creatures: how dangerous, strong, fast and big they are, and what they drop.

use crate::loot::Drop;
use crate::names::{self, UnknownName};
use crate::tables::{MOB_NAMES, MOBS};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mob {
    pub name: &'static str,
    pub temper: Temper,
    /// Whether the mob attacks on sight: its `temper` is `Hostile`.
    pub hostile: bool,
    /// The mob's full health in half hearts.
    pub health: u16,
    /// Damage of the mob's main attack in half hearts, at normal difficulty and without armour.
    pub damage: u8,
    /// The mob's speed when walking or chasing, in blocks per second x1000.
    pub speed_milli: u32,
    pub width_milli: u32,
    pub height_milli: u32,
    pub attack: MobAttack,
    /// Whether the mob burns in daylight under the open sky.
    pub burns_by_day: bool,
    pub drops: &'static [Drop],
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Temper {
    Passive,
    /// The mob attacks only after it was provoked.
    Neutral,
    Hostile,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MobAttack {
    None,
    Melee,
    /// The mob shoots arrows from a bow or crossbow.
    Bow,
    /// The mob has another ranged attack: fireballs, potions, beams, spells.
    Throw,
    Explode,
}

pub fn all() -> &'static [Mob] {
    &MOBS
}

/// The mob with this index. Panics for an index without a mob; indices come from `named` and `find`.
pub fn get(index: usize) -> &'static Mob {
    &MOBS[index]
}

/// The index of the mob with this name, which may begin with `minecraft:`.
pub fn named(name: &str) -> Option<usize> {
    names::lookup(&MOB_NAMES, name, |id| MOBS[usize::from(id)].name).map(usize::from)
}

/// As [`named`]: the index of a mob by its name; the error holds the unknown name.
pub fn find(name: &str) -> Result<usize, UnknownName> {
    named(name).ok_or_else(|| names::unknown("mob", name))
}
