//! Creatures: how dangerous, strong, fast and big they are, and what they drop.

use crate::loot::Drop;
use crate::names::{self, UnknownName};
use crate::tables::{MOB_NAMES, MOBS};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mob {
    pub name: &'static str,
    pub temper: Temper,
    /// Attacks on sight: `temper` is `Hostile`.
    pub hostile: bool,
    /// Health in half hearts.
    pub health: u16,
    /// Damage of the main attack in half hearts, at normal difficulty and without armour.
    pub damage: u8,
    /// Speed when walking or chasing, in blocks per second x1000.
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
    /// Attacks only after it was provoked.
    Neutral,
    Hostile,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MobAttack {
    None,
    Melee,
    /// Arrows from a bow or crossbow.
    Bow,
    /// Other ranged attacks: fireballs, potions, beams, spells.
    Throw,
    Explode,
}

pub fn all() -> &'static [Mob] {
    &MOBS
}

/// Panics for an index without a creature; indices come from `named` and `find`.
pub fn get(index: usize) -> &'static Mob {
    &MOBS[index]
}

/// The index of a creature; the name may begin with `minecraft:`.
pub fn named(name: &str) -> Option<usize> {
    names::lookup(&MOB_NAMES, name, |id| MOBS[usize::from(id)].name).map(usize::from)
}

/// As `named`; the error holds the unknown name.
pub fn find(name: &str) -> Result<usize, UnknownName> {
    named(name).ok_or_else(|| names::unknown("mob", name))
}
