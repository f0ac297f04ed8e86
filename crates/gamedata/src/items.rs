//! Items: stack size, durability, food, armour and attack.

use vocab::action::EquipSlot;
use vocab::{BlockId, ItemId};

use crate::names::{self, UnknownName};
use crate::tables::{ITEM_NAMES, ITEMS};
use crate::tools::Tool;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Item {
    pub name: &'static str,
    /// The item's English name as the game shows it.
    pub display: &'static str,
    pub stack_size: u8,
    /// Uses until the item breaks; 0 when it does not wear out.
    pub durability: u16,
    pub food: Option<Food>,
    /// The block that the item places.
    pub block: Option<BlockId>,
    pub armour: Option<Armour>,
    pub attack: Attack,
    pub tool: Option<Tool>,
    /// What remains after the item is used in crafting or as fuel, such as the empty bucket.
    pub leaves: Option<ItemId>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Food {
    /// Food points that eating restores: half drumsticks, 20 is full.
    pub points: u8,
    /// Saturation that eating restores, x1000. The game caps saturation at the food level.
    pub saturation_milli: u32,
    pub eat_ticks: u8,
    /// What remains in the hand after eating, such as the bowl or bottle.
    pub keeps: Option<ItemId>,
    /// Whether eating it may cause hunger, poison or another harmful effect.
    pub harmful: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Armour {
    pub slot: EquipSlot,
    pub points: u8,
    pub toughness: u8,
}

/// The damage and speed of hits with this item in hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Attack {
    /// Damage of a fully charged hit, in half hearts x1000.
    pub damage_milli: u16,
    /// Attacks per second with this item in hand, x1000.
    pub speed_milli: u16,
}

impl Attack {
    /// Damage and speed of a bare hand, or of any item that is not a weapon.
    pub const HAND: Attack = Attack { damage_milli: 1000, speed_milli: 4000 };

    /// Ticks after a hit until the next one has its full force, rounded up.
    pub const fn cooldown_ticks(self) -> u32 {
        20_000_u32.div_ceil(self.speed_milli as u32)
    }
}

pub fn all() -> &'static [Item] {
    &ITEMS
}

/// The item with this id. Panics for an id that no item has; ids come from `named` and `find`.
pub fn get(id: ItemId) -> &'static Item {
    &ITEMS[usize::from(id.0)]
}

/// The id of the item with this name, which may begin with `minecraft:`.
pub fn named(name: &str) -> Option<ItemId> {
    names::lookup(&ITEM_NAMES, name, |id| ITEMS[usize::from(id)].name).map(ItemId)
}

/// As [`named`]: the id of an item by its name; the error holds the unknown name.
pub fn find(name: &str) -> Result<ItemId, UnknownName> {
    named(name).ok_or_else(|| names::unknown("item", name))
}
