//! The player's body: how it moves, eats, breathes, is hurt, dies and respawns. One file per concern.

pub mod breath;
pub mod death;
pub mod harm;
pub mod hunger;
pub mod motion;
pub mod pick_up;
mod senses;
pub mod sleep;

use crate::inventory::Inventory;
use crate::physics::Size;
use crate::space::Place;
use crate::world::World;
use hunger::Hunger;
pub use senses::{open_cells, senses};
use serde::{Deserialize, Serialize};
use vocab::BlockPos;

/// A player is 0.6 blocks wide and 1.8 high.
pub const SIZE: Size = Size { width: 600_000, height: 1_800_000 };
/// The eyes are 1.62 blocks above the feet.
pub const EYE_HEIGHT: i64 = 1_620_000;
/// Full health, in thousandths of a half heart.
pub const HEALTH_MAX_MILLI: u32 = 20_000;
/// Distance from the eyes at which a body reaches blocks, in millionths of a block.
pub const REACH: i64 = 4_500_000;
/// Distance from the eyes at which a body can hit a mob.
pub const STRIKE_REACH: i64 = 3_000_000;

/// Controls that the running skill sets for this tick.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Controls {
    /// Walking direction: flat, with a length of one block, or zero.
    pub heading: Place,
    pub sprint: bool,
    pub jump: bool,
    /// Moves at a fifth of the speed, because the body eats or holds up a shield.
    pub slow: bool,
    pub shield: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Body {
    /// The position: the middle of the feet.
    pub at: Place,
    pub velocity: Place,
    pub on_ground: bool,
    pub controls: Controls,
    /// The viewing direction: flat, with a length of one block.
    pub facing: Place,
    pub inventory: Inventory,
    pub health_milli: u32,
    pub hunger: Hunger,
    /// Ticks of air left; below zero the body is drowning.
    pub air: i32,
    pub fire_ticks: u32,
    pub in_water: bool,
    pub in_lava: bool,
    /// Distance fallen since it left the ground.
    pub fallen: i64,
    /// Ticks of invulnerability left, during which only a worse wound counts.
    pub unhurt_ticks: u32,
    pub last_hurt_milli: u32,
    /// Ticks since the last blow, for the attack cooldown.
    pub rested_ticks: u32,
    /// Ticks the shield has been up.
    pub shield_ticks: u32,
    /// The sleep in bed, if any, and how long it has lasted.
    pub asleep: Option<sleep::Asleep>,
    /// The bed to respawn at.
    pub bed: Option<BlockPos>,
    /// Ticks since death; `None` while alive.
    pub dead_ticks: Option<u32>,
}

impl Body {
    pub fn new(at: Place) -> Body {
        Body {
            at,
            velocity: Place::ZERO,
            on_ground: false,
            controls: Controls::default(),
            facing: Place::new(0, 0, crate::space::MICRO),
            inventory: Inventory::default(),
            health_milli: HEALTH_MAX_MILLI,
            hunger: Hunger::default(),
            air: breath::AIR_MAX,
            fire_ticks: 0,
            in_water: false,
            in_lava: false,
            fallen: 0,
            unhurt_ticks: 0,
            last_hurt_milli: 0,
            rested_ticks: u32::from(u16::MAX),
            shield_ticks: 0,
            asleep: None,
            bed: None,
            dead_ticks: None,
        }
    }

    pub fn at(&self) -> Place {
        self.at
    }

    pub fn eyes(&self) -> Place {
        self.at.up(EYE_HEIGHT)
    }

    /// The cell that the feet are in.
    pub fn feet(&self) -> BlockPos {
        self.at.block()
    }

    pub fn is_alive(&self) -> bool {
        self.dead_ticks.is_none()
    }

    /// Turns to look at a place.
    pub fn face(&mut self, place: Place) {
        let heading = self.at.heading_to(place);
        if heading != Place::ZERO {
            self.facing = heading;
        }
    }

    /// Whether any part of a block is in reach of the hands.
    pub fn reaches(&self, block: BlockPos) -> bool {
        self.at.up(EYE_HEIGHT).distance(nearest_point(block, self.eyes())) <= REACH
    }
}

/// The point of a block that is nearest to a place.
pub fn nearest_point(block: BlockPos, to: Place) -> Place {
    let room = crate::physics::Room::of_block(block);
    Place::new(
        to.x.clamp(room.low.x, room.high.x),
        to.y.clamp(room.low.y, room.high.y),
        to.z.clamp(room.low.z, room.high.z),
    )
}

/// Runs one tick of the body, after its skill has set the controls.
pub fn tick(world: &mut World) {
    if world.body.dead_ticks.is_some() {
        death::tick(world);
        return;
    }
    let body = &mut world.body;
    body.rested_ticks = body.rested_ticks.saturating_add(1);
    body.unhurt_ticks = body.unhurt_ticks.saturating_sub(1);
    body.shield_ticks = if body.controls.shield { body.shield_ticks.saturating_add(1) } else { 0 };
    if body.asleep.is_some() {
        sleep::tick(world);
    } else {
        motion::tick(world);
    }
    breath::tick(world);
    hunger::tick(world);
    if world.body.dead_ticks.is_none() {
        pick_up::tick(world);
    }
}
