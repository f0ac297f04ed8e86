//! Items: stack size, durability, food, armour and attack.

use vocab::action::EquipSlot;
use vocab::{BlockId, ItemId};

use crate::names::{self, UnknownName};
use crate::tables::{ITEM_NAMES, ITEMS};
use crate::tools::Tool;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Item {
    pub name: &'static str,
    /// The English name that the game shows.
    pub display: &'static str,
    pub stack_size: u8,
    /// Uses until it breaks; 0 when it does not wear out.
    pub durability: u16,
    pub food: Option<Food>,
    /// The block that it places.
    pub block: Option<BlockId>,
    pub armour: Option<Armour>,
    pub attack: Attack,
    pub tool: Option<Tool>,
    /// What remains after it is used in crafting or as fuel, such as the empty bucket.
    pub leaves: Option<ItemId>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Food {
    /// Food points: half drumsticks, 20 is full.
    pub points: u8,
    /// Saturation restored, x1000. The game caps saturation at the food level.
    pub saturation_milli: u32,
    pub eat_ticks: u8,
    /// What remains in the hand after eating, such as the bowl or bottle.
    pub keeps: Option<ItemId>,
    /// May cause hunger, poison or another harmful effect.
    pub harmful: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Armour {
    pub slot: EquipSlot,
    pub points: u8,
    pub toughness: u8,
}

/// One hit with this item in hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Attack {
    /// Damage of a fully charged hit, in half hearts x1000.
    pub damage_milli: u16,
    /// Attacks per second x1000.
    pub speed_milli: u16,
}

impl Attack {
    /// A bare hand, or any item that is not a weapon.
    pub const HAND: Attack = Attack { damage_milli: 1000, speed_milli: 4000 };

    /// Ticks until the next hit has its full force, rounded up.
    pub const fn cooldown_ticks(self) -> u32 {
        20_000_u32.div_ceil(self.speed_milli as u32)
    }
}

pub fn all() -> &'static [Item] {
    &ITEMS
}

/// Panics for an id that no item has; ids come from `named` and `find`.
pub fn get(id: ItemId) -> &'static Item {
    &ITEMS[usize::from(id.0)]
}

/// The name may begin with `minecraft:`.
pub fn named(name: &str) -> Option<ItemId> {
    names::lookup(&ITEM_NAMES, name, |id| ITEMS[usize::from(id)].name).map(ItemId)
}

/// As `named`; the error holds the unknown name.
pub fn find(name: &str) -> Result<ItemId, UnknownName> {
    named(name).ok_or_else(|| names::unknown("item", name))
}
