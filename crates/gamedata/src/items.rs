//! Items: how they stack, wear, feed, protect and hit.

use vocab::action::EquipSlot;
use vocab::{BlockId, ItemId};

use crate::names::{self, UnknownName};
use crate::tables::{ITEM_NAMES, ITEMS};
use crate::tools::Tool;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Item {
    pub name: &'static str,
    /// As the game shows it in English.
    pub display: &'static str,
    pub stack_size: u8,
    /// Uses until it breaks; 0 for what does not wear.
    pub durability: u16,
    pub food: Option<Food>,
    /// The block that it places.
    pub block: Option<BlockId>,
    pub armour: Option<Armour>,
    pub attack: Attack,
    pub tool: Option<Tool>,
    /// What stays when it is used up in crafting or as fuel: the bucket.
    pub leaves: Option<ItemId>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Food {
    /// Half drumsticks, of 20.
    pub points: u8,
    /// Saturation points restored x1000; never more than food points afterwards.
    pub saturation_milli: u32,
    pub eat_ticks: u8,
    /// What the hand keeps: the bowl, the bottle.
    pub keeps: Option<ItemId>,
    /// May bring hunger, poison or another ill.
    pub harmful: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Armour {
    pub slot: EquipSlot,
    pub points: u8,
    pub toughness: u8,
}

/// One hit with this in hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Attack {
    /// Half hearts x1000, fully charged.
    pub damage_milli: u16,
    /// Attacks a second x1000.
    pub speed_milli: u16,
}

impl Attack {
    /// The bare hand, and every item that is no weapon.
    pub const HAND: Attack = Attack { damage_milli: 1000, speed_milli: 4000 };

    /// Ticks until the next hit has its full force, rounded up.
    pub const fn cooldown_ticks(self) -> u32 {
        20_000_u32.div_ceil(self.speed_milli as u32)
    }
}

pub fn all() -> &'static [Item] {
    &ITEMS
}

/// Panics when the id is of no item; ids come from `named` and `find`.
pub fn get(id: ItemId) -> &'static Item {
    &ITEMS[usize::from(id.0)]
}

/// `minecraft:` in front of the name is allowed.
pub fn named(name: &str) -> Option<ItemId> {
    names::lookup(&ITEM_NAMES, name, |id| ITEMS[usize::from(id)].name).map(ItemId)
}

/// As `named`; the error holds the name that is unknown.
pub fn find(name: &str) -> Result<ItemId, UnknownName> {
    named(name).ok_or_else(|| names::unknown("item", name))
}
