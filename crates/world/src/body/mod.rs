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
use crate::space::Place;
use crate::world::World;
use hunger::Hunger;
pub use senses::senses;
use serde::{Deserialize, Serialize};
use skills::limbs::feet_of;
use skills::measures::nearest_point;
pub use skills::measures::{EYE_HEIGHT, REACH, SIZE, STRIKE_REACH};
use vocab::BlockPos;
use vocab::senses::GameMode;

/// Full health of the body, in thousandths of a half heart.
pub const HEALTH_MAX_MILLI: u32 = 20_000;
/// The movement keys that the running action sets for the body in this tick.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Controls {
    /// The body's walking direction: horizontal, with a length of one block, or zero.
    pub heading: Place,
    pub sprint: bool,
    pub jump: bool,
    /// The body moves at a fifth of the speed, because it eats or holds up a shield.
    pub slow: bool,
    pub shield: bool,
    /// The body sneaks: it is slow, and does not step over edges.
    #[serde(default)]
    pub sneak: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Body {
    /// The body's position: the middle of its feet.
    pub at: Place,
    pub velocity: Place,
    pub on_ground: bool,
    pub controls: Controls,
    /// The body's viewing direction: horizontal, with a length of one block.
    pub facing: Place,
    pub inventory: Inventory,
    pub health_milli: u32,
    pub hunger: Hunger,
    /// Ticks of air that the body has left; below zero it is drowning.
    pub air: i32,
    pub fire_ticks: u32,
    pub in_water: bool,
    pub in_lava: bool,
    /// Distance that the body has fallen since it left the ground.
    pub fallen: i64,
    /// Ticks for which the body is still invulnerable, except to a hit with more damage.
    pub unhurt_ticks: u32,
    pub last_hurt_milli: u32,
    /// Ticks since the body's last blow, for the attack cooldown.
    pub rested_ticks: u32,
    /// Ticks that the body has held up its shield.
    pub shield_ticks: u32,
    /// The body's sleep in a bed, if it sleeps, and how long it has lasted.
    pub asleep: Option<sleep::Asleep>,
    /// The bed at which the body respawns.
    pub bed: Option<BlockPos>,
    /// Ticks since the body died; `None` while it is alive.
    pub dead_ticks: Option<u32>,
    pub mode: GameMode,
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
            mode: GameMode::Survival,
        }
    }

    pub fn at(&self) -> Place {
        self.at
    }

    pub fn eyes(&self) -> Place {
        self.at.up(EYE_HEIGHT)
    }

    /// The grid cell in which the body stands.
    pub fn feet(&self) -> BlockPos {
        feet_of(self.at, self.on_ground)
    }

    /// Whether damage and hunger affect the body: not in creative and spectator mode.
    pub fn is_mortal(&self) -> bool {
        matches!(self.mode, GameMode::Survival | GameMode::Adventure)
    }

    pub fn is_alive(&self) -> bool {
        self.dead_ticks.is_none()
    }

    /// Turns the body to look at a place.
    pub fn face(&mut self, place: Place) {
        let heading = self.at.heading_to(place);
        if heading != Place::ZERO {
            self.facing = heading;
        }
    }

    /// Whether any part of a block is in reach of the body's hands.
    pub fn reaches(&self, block: BlockPos) -> bool {
        self.at.up(EYE_HEIGHT).distance(nearest_point(block, self.eyes())) <= REACH
    }
}

/// Runs one tick of the body, after the running action has set the controls.
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
