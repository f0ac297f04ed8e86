//! One mob: its state, and how it moves along its path.

use super::kind::Kind;
use crate::grid::Grid;
use crate::physics::{Room, Size, walk};
use crate::space::{MICRO, Place, scale};
use serde::{Deserialize, Serialize};
use skills::limbs::feet_of;
use vocab::BlockPos;

const GRAVITY: i64 = 80_000;
const DRAG_FALLING: i64 = 980_000;
const JUMP: i64 = 420_000;
/// Upward acceleration of a mob in water, per tick.
const BUOYANCY: i64 = 40_000;
const WATER_DRAG: i64 = 800_000;
/// Speed of a mob in water, as a share of its speed on land in millionths.
const WATER_SPEED: i64 = 400_000;
/// Share of the speed from a hit that a mob keeps after a tick, in millionths.
const PUSH_KEPT: i64 = 600_000;
/// Share of its falling speed that a chicken keeps each tick, because it flutters, in millionths.
const FLUTTER: i64 = 600_000;
/// A mob has reached a step of its path within this distance of the cell's middle.
const ARRIVED: i64 = 250_000;
/// A mob's fall up to this height does no damage.
const FALL_SAFE: i64 = 3 * MICRO;
/// A mob that has not moved for this many ticks gives up its path.
pub const STUCK_TICKS: u16 = 30;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mob {
    pub id: u64,
    pub kind: Kind,
    pub at: Place,
    pub velocity: Place,
    pub health_milli: u32,
    pub on_ground: bool,
    pub in_water: bool,
    pub fallen: i64,
    /// Ticks until the mob can be hurt again.
    pub unhurt_ticks: u8,
    pub fire_ticks: u16,
    /// Decisions that the mob has made since it last saw the body that it chases.
    pub unseen_thoughts: u8,
    /// Ticks that a creeper's fuse has burned; it explodes at 30.
    pub fuse_ticks: u8,
    pub attack_in_ticks: u8,
    /// Ticks that an animal still runs away, or that a spider stays hostile, after a hit.
    pub angry_ticks: u16,
    /// Whether the mob chases the body.
    pub chasing: bool,
    /// The mob's path, last step first.
    pub way: Vec<BlockPos>,
    pub stuck_ticks: u16,
    /// Decisions that the mob waits before its next path search, after one found no path to the body.
    pub patience: u8,
}

impl Mob {
    pub fn new(id: u64, kind: Kind, at: Place) -> Mob {
        Mob {
            id,
            kind,
            at,
            velocity: Place::ZERO,
            health_milli: u32::from(kind.figures().game.health) * 1_000,
            on_ground: true,
            in_water: false,
            fallen: 0,
            unhurt_ticks: 0,
            fire_ticks: 0,
            unseen_thoughts: 0,
            fuse_ticks: 0,
            attack_in_ticks: 0,
            angry_ticks: 0,
            chasing: false,
            way: Vec::new(),
            stuck_ticks: 0,
            patience: 0,
        }
    }

    pub fn size(&self) -> Size {
        self.kind.figures().size
    }

    pub fn room(&self) -> Room {
        Room::of(self.at, self.size())
    }

    pub fn eyes(&self) -> Place {
        self.at.up(self.size().height * 17 / 20)
    }

    /// The cell in which the mob stands.
    pub fn feet(&self) -> BlockPos {
        feet_of(self.at, self.on_ground)
    }

    /// Whether the mob stands still without a path, so that a tick has nothing to compute.
    pub fn is_resting(&self) -> bool {
        self.on_ground && self.way.is_empty() && self.velocity == Place::ZERO && !self.in_water
    }

    /// Moves the mob one tick along its path and returns the fall damage, in thousandths of a half heart.
    pub fn walk(&mut self, grid: &Grid) -> u32 {
        let before = self.at;
        let wanted = self.heading();
        let feet = self.at.block();
        let here = grid.props(feet).unwrap_or_default();
        self.in_water = here.liquid || here.wet;
        let speed = self.speed();
        let pace = if self.in_water { scale(speed, WATER_SPEED) } else { speed };
        let push = Place { y: 0, ..self.velocity };
        let delta = Place::new(push.x + scale(wanted.x, pace), self.velocity.y, push.z + scale(wanted.z, pace));
        let moved = walk(|at| grid.solid(at), self.at, self.size(), delta);
        self.at = moved.at;
        let landed = moved.hit_y && self.velocity.y <= 0;
        let hurt = self.fall(landed, before.y - moved.at.y);
        self.on_ground = landed;
        self.velocity.x = if moved.hit_x { 0 } else { settle(scale(push.x, PUSH_KEPT)) };
        self.velocity.z = if moved.hit_z { 0 } else { settle(scale(push.z, PUSH_KEPT)) };
        self.rise(moved.hit_y, (moved.hit_x || moved.hit_z) && wanted != Place::ZERO);
        self.follow(before);
        hurt
    }

    fn speed(&self) -> i64 {
        let speed = self.kind.figures().speed;
        // A wandering mob is half as fast as one that chases or flees.
        if self.chasing || self.angry_ticks > 0 { speed } else { speed / 2 }
    }

    /// Direction of the mob's next step; zero when there is none.
    fn heading(&self) -> Place {
        self.way.last().map_or(Place::ZERO, |next| self.at.heading_to(Place::on(*next)))
    }

    fn fall(&mut self, landed: bool, down: i64) -> u32 {
        if self.in_water || self.kind == Kind::Chicken {
            self.fallen = 0;
            return 0;
        }
        self.fallen += down.max(0);
        if !landed {
            return 0;
        }
        let hurt = ((self.fallen - FALL_SAFE).max(0) / MICRO) as u32 * 1_000;
        self.fallen = 0;
        hurt
    }

    /// Sets the mob's vertical speed for the next tick.
    fn rise(&mut self, hit_y: bool, against_wall: bool) {
        if hit_y {
            self.velocity.y = 0;
        }
        if self.in_water {
            self.velocity.y = scale(self.velocity.y, WATER_DRAG) + BUOYANCY;
            if against_wall {
                self.velocity.y = JUMP * 7 / 10;
            }
        } else if self.on_ground && against_wall {
            let upwards = self.way.last().is_some_and(|next| next.y > self.feet().y);
            self.velocity.y = if upwards { JUMP } else { -GRAVITY };
        } else if self.on_ground && self.way.is_empty() && self.velocity.x == 0 && self.velocity.z == 0 {
            self.velocity.y = 0;
        } else {
            let falling = scale(self.velocity.y - GRAVITY, DRAG_FALLING);
            self.velocity.y = if self.kind == Kind::Chicken && falling < 0 { scale(falling, FLUTTER) } else { falling };
        }
    }

    /// Removes reached steps from the mob's path, and drops a path that it cannot follow.
    fn follow(&mut self, before: Place) {
        let Some(next) = self.way.last() else { return };
        let there = Place::on(*next);
        let low_enough = self.at.y >= there.y - MICRO / 2 || self.in_water;
        if self.at.distance_flat(there) < ARRIVED && low_enough {
            self.way.pop();
            self.stuck_ticks = 0;
        } else if self.at.distance_flat(before) < 10_000 {
            self.stuck_ticks += 1;
            if self.stuck_ticks > STUCK_TICKS {
                self.way.clear();
                self.stuck_ticks = 0;
            }
        }
    }
}

/// Rounds tiny speeds of a mob to zero.
fn settle(speed: i64) -> i64 {
    if speed.abs() < 5_000 { 0 } else { speed }
}
