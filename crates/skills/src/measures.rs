//! The measures of a player's body, as every server of the game has them.

use crate::room::{Room, Size};
use crate::space::Place;
use vocab::BlockPos;

/// The collision box of the body: 0.6 blocks wide and 1.8 high.
pub const SIZE: Size = Size { width: 600_000, height: 1_800_000 };
/// Height of the body's eyes above its feet: 1.62 blocks.
pub const EYE_HEIGHT: i64 = 1_620_000;
/// Distance from the eyes at which the body reaches blocks, in millionths of a block.
pub const REACH: i64 = 4_500_000;
/// Distance from the eyes at which the body can hit a mob, in millionths of a block.
pub const STRIKE_REACH: i64 = 3_000_000;
/// A dropped item is a quarter of a block wide.
pub const ITEM_SIZE: Size = Size { width: 250_000, height: 250_000 };
/// The food bar of a body that is full.
pub const FOOD_MAX: u8 = 20;
/// Ticks that the body must lie in bed until the night is skipped.
pub const SLEEP_TICKS: u32 = 100;

/// The point of a block that is nearest to a place.
pub fn nearest_point(block: BlockPos, to: Place) -> Place {
    let room = Room::of_block(block);
    Place::new(
        to.x.clamp(room.low.x, room.high.x),
        to.y.clamp(room.low.y, room.high.y),
        to.z.clamp(room.low.z, room.high.z),
    )
}

/// Foods that can be eaten with a full food bar.
pub const ALWAYS_EDIBLE: [&str; 5] =
    ["golden_apple", "enchanted_golden_apple", "chorus_fruit", "honey_bottle", "suspicious_stew"];
