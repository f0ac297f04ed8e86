//! What the body senses of itself and what it carries at one moment. Entities around it are not here: they go to `belief`.

use crate::action::ActionId;
use crate::bag::Bag;
use crate::item::{ItemId, Stack};
use crate::name::Name;
use crate::position::FinePos;
use crate::tick::Tick;
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};

/// Slots of the body's inventory, the first nine being the hotbar.
pub const BAG_SLOTS: usize = 36;

/// Everything the body reports about itself in one tick.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Senses {
    pub tick: Tick,
    pub at: FinePos,
    /// The body's health, food and so on; `None` when the world has not reported them. Unknown vitals must never count
    /// as healthy.
    pub vitals: Option<Vitals>,
    pub carried: Carried,
    pub surroundings: Surroundings,
    /// Progress of the body's current action.
    pub progress: Option<Progress>,
    /// What happened to the body since the last report, oldest first.
    pub events: Vec<BodyEvent>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Vitals {
    /// The body's health in half hearts, 0 to 20.
    pub health: u8,
    /// The body's food bar in half drumsticks, 0 to 20.
    pub food: u8,
    /// The body's saturation, in thousandths of a point.
    pub saturation_milli: u32,
    /// Ticks of air that the body has left; 300 when not under water.
    pub air: u16,
    /// Armour points of what the body wears, 0 to 20.
    pub armour: u8,
    pub on_fire: bool,
    pub in_lava: bool,
    pub in_water: bool,
    /// Whether the body's head is inside a solid block.
    pub suffocating: bool,
    /// How far the body has fallen so far, in thousandths of a block.
    pub falling: u32,
    pub asleep: bool,
    pub mode: GameMode,
}

impl Vitals {
    /// The vitals of a body as it starts: full health and food, dry and awake, in survival mode.
    pub const fn healthy() -> Vitals {
        Vitals {
            health: 20,
            food: 20,
            saturation_milli: 5_000,
            air: 300,
            armour: 0,
            on_fire: false,
            in_lava: false,
            in_water: false,
            suffocating: false,
            falling: 0,
            asleep: false,
            mode: GameMode::Survival,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GameMode {
    Survival,
    Creative,
    Adventure,
    Spectator,
}

/// The body's inventory and its worn armour.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Carried {
    /// The inventory's [`BAG_SLOTS`] slots; empty before the world has reported them.
    #[serde(deserialize_with = "crate::salvage::slots")]
    pub slots: Vec<Option<Stack>>,
    /// Worn armour: head, chest, legs, feet.
    #[serde(deserialize_with = "crate::salvage::value")]
    pub armour: [Option<Stack>; 4],
    #[serde(deserialize_with = "crate::salvage::value")]
    pub off_hand: Option<Stack>,
    /// Which hotbar slot is in the body's hand.
    pub held: u8,
}

impl Carried {
    /// All items in the inventory and the off hand. Worn armour is not counted.
    pub fn totals(&self) -> Bag {
        let stacks = self.slots.iter().chain([&self.off_hand]).flatten();
        stacks.map(|stack| (stack.item, u32::from(stack.count))).collect()
    }

    /// The number of free inventory slots.
    pub fn free_slots(&self) -> usize {
        self.slots.iter().filter(|slot| slot.is_none()).count()
    }

    /// The least damaged piece of this item in the inventory or the off hand.
    pub fn least_worn(&self, item: ItemId) -> Option<Stack> {
        let stacks = self.slots.iter().chain([&self.off_hand]).flatten();
        stacks.filter(|stack| stack.item == item).min_by_key(|stack| stack.wear).copied()
    }
}

/// What the body reports about the place it stands in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Surroundings {
    /// Light from the sky at the body's head, 0 to 15, as it would be at noon.
    pub sky_light: u8,
    /// Light from torches and other light sources at the body's head, 0 to 15.
    pub block_light: u8,
    /// Tick of the day, 0 to 23,999.
    pub time_of_day: u16,
    /// Open cells next to the body through which a mob could come in; 0 means walled in.
    pub open_sides: u8,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Progress {
    pub id: ActionId,
    /// How much of the current action is done, in units of its own (blocks, items, ticks).
    pub done: u32,
    pub of: u32,
    /// Blocks that the current action has broken and placed so far. A body that digs through rock makes progress even
    /// if `done` does not grow.
    pub blocks: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BodyEvent {
    Hurt {
        half_hearts: u8,
        cause: Harm,
        from: Option<FinePos>,
    },
    Died {
        cause: Harm,
    },
    Respawned,
    ToolBroke {
        item: ItemId,
    },
    WokeUp,
    /// Somebody near the body picked up items that the body had thrown.
    Collected {
        by: Name,
        item: ItemId,
        count: u16,
    },
    Disconnected,
    Reconnected,
}

/// A cause of damage to the body.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Harm {
    Melee,
    Arrow,
    Explosion,
    Fall,
    Drowning,
    Lava,
    Fire,
    Starvation,
    Suffocation,
    Void,
    Other,
}
