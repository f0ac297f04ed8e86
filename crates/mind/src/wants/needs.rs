//! A need of the body, and which of several comes first.

use alloc::string::String;
use tasks::{Goal, ItemClass, Lane};

/// Half drumsticks up to which one eats.
pub const FED: u8 = 18;
/// Below this, finding food comes before everything else: the warn threshold.
pub const STARVING: u8 = 8;
/// Half hearts at or below which one hides and heals before doing anything else, and up to which.
pub const HURT: u8 = 11;
pub const HEALED: u8 = 17;
/// Items of food to get at a time.
pub const FOOD_ITEMS: u32 = 4;

/// A need: its goal key's two halves, what would meet it, how urgent it is and why it is felt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Need {
    pub action: &'static str,
    pub target: &'static str,
    pub goal: Goal,
    pub lane: Lane,
    pub why: String,
}

/// The action half of every goal key of upkeep.
pub const UPKEEP: &str = "upkeep";

/// The target of getting walled in for the night.
pub const DIG_IN: &str = "dig_in";

/// Which task of a lane comes first. Who is hurt eats as soon as nothing can get at it, and light is made in the shelter.
pub fn rank(goal: &Goal, walled_in: bool) -> u8 {
    match goal {
        Goal::Fed { .. } | Goal::Lit { .. } if walled_in => 0,
        Goal::Refuge { .. } => 1,
        Goal::Fed { .. } => 2,
        Goal::Shelter => 3,
        Goal::HaveClass { class: ItemClass::Food, .. } => 4,
        _ => 5,
    }
}
