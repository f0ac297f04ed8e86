//! What the body senses of itself and what it carries at one moment. Entities around it are not here: they go to `belief`.

use crate::action::ActionId;
use crate::bag::Bag;
use crate::item::{ItemId, Stack};
use crate::position::FinePos;
use crate::tick::Tick;
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};

/// Slots of the bag, the first nine being the hotbar.
pub const BAG_SLOTS: usize = 36;

/// Everything the body reports about itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Senses {
    pub tick: Tick,
    pub at: FinePos,
    /// `None` when the world has not reported them. Unknown vitals must never count as healthy.
    pub vitals: Option<Vitals>,
    pub carried: Carried,
    pub surroundings: Surroundings,
    /// Progress of the running action.
    pub progress: Option<Progress>,
    /// What happened to the body since the last report, oldest first.
    pub events: Vec<BodyEvent>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Vitals {
    /// Half hearts, 0 to 20.
    pub health: u8,
    /// Half drumsticks, 0 to 20.
    pub food: u8,
    /// Thousandths of a saturation point.
    pub saturation_milli: u32,
    /// Ticks of air left, 300 when not under water.
    pub air: u16,
    /// Armour points, 0 to 20.
    pub armour: u8,
    pub on_fire: bool,
    pub in_lava: bool,
    pub in_water: bool,
    /// The head is inside a solid block.
    pub suffocating: bool,
    /// Thousandths of a block fallen so far.
    pub falling: u32,
    pub asleep: bool,
    pub mode: GameMode,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GameMode {
    Survival,
    Creative,
    Adventure,
    Spectator,
}

/// The bag and the worn armour.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Carried {
    /// [`BAG_SLOTS`] slots, or empty before the world has reported the bag.
    pub slots: Vec<Option<Stack>>,
    /// Head, chest, legs, feet.
    pub armour: [Option<Stack>; 4],
    pub off_hand: Option<Stack>,
    /// Which hotbar slot is in the hand.
    pub held: u8,
}

impl Carried {
    /// All items in the bag and the off hand. Worn armour is not counted.
    pub fn totals(&self) -> Bag {
        let stacks = self.slots.iter().chain([&self.off_hand]).flatten();
        stacks.map(|stack| (stack.item, u32::from(stack.count))).collect()
    }

    /// Free slots in the bag.
    pub fn free_slots(&self) -> usize {
        self.slots.iter().filter(|slot| slot.is_none()).count()
    }

    /// Of these items, the one with the least damage in the bag or the off hand.
    pub fn least_worn(&self, item: ItemId) -> Option<Stack> {
        let stacks = self.slots.iter().chain([&self.off_hand]).flatten();
        stacks.filter(|stack| stack.item == item).min_by_key(|stack| stack.wear).copied()
    }
}

/// The place the body stands in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Surroundings {
    /// Light from the sky at the head, 0 to 15, as it would be at noon.
    pub sky_light: u8,
    /// Light from torches and other light sources at the head, 0 to 15.
    pub block_light: u8,
    /// Tick of the day, 0 to 23,999.
    pub time_of_day: u16,
    /// Open cells next to the body through which a mob could come in; 0 means walled in.
    pub open_sides: u8,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Progress {
    pub id: ActionId,
    /// Grows as long as the action makes progress, in units of its own (blocks, items, ticks).
    pub done: u32,
    pub of: u32,
    /// Blocks that the action has broken and placed so far. A body that digs through rock makes progress even if `done` does
    /// not grow.
    pub blocks: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BodyEvent {
    Hurt { half_hearts: u8, cause: Harm, from: Option<FinePos> },
    Died { cause: Harm },
    Respawned,
    ToolBroke { item: ItemId },
    WokeUp,
    Disconnected,
    Reconnected,
}

/// A cause of damage.
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
