//! Places and angles on the wire: arrays of integers.

use super::limits::{COORDINATE_MAX, WORLD_MAX_Y, WORLD_MIN_Y};
use serde::{Deserialize, Serialize};
use vocab::position::FINE_PER_BLOCK;
use vocab::{BlockPos, FinePos};

/// A block: `[x, y, z]`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Cell(pub [i32; 3]);

/// A position in thousandths of a block: `[x, y, z]`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Fine(pub [i64; 3]);

/// A column of sections: `[x, z]`, block coordinates divided by 16.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Column(pub [i32; 2]);

/// An angle in thousandths of a degree.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Angle(pub i32);

/// Where a body looks. Yaw 0 is south, 90,000 west, ±180,000 north, -90,000 east; pitch 90,000 is down.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object with yaw and pitch")]
pub struct Look {
    pub yaw: Angle,
    pub pitch: Angle,
}

impl Cell {
    /// Whether the block lies inside the game's world.
    pub fn is_sound(self) -> bool {
        let [x, y, z] = self.0;
        (WORLD_MIN_Y..=WORLD_MAX_Y).contains(&y) && [x, z].iter().all(|v| v.unsigned_abs() <= COORDINATE_MAX as u32)
    }
}

impl Fine {
    /// Whether the position lies inside the game's world, or up to 10,000 blocks above or below it.
    pub fn is_sound(self) -> bool {
        let most = [COORDINATE_MAX, 10_000, COORDINATE_MAX].map(|blocks| blocks as u64 * FINE_PER_BLOCK as u64);
        self.0.iter().zip(most).all(|(v, most)| v.unsigned_abs() <= most)
    }

    /// Whether a velocity of a body or entity is one that the game can have: under 100 blocks a tick.
    pub fn is_sound_velocity(self) -> bool {
        self.0.iter().all(|v| v.unsigned_abs() <= 100 * FINE_PER_BLOCK as u64)
    }

    /// The column that the position is in.
    pub fn column(self) -> Column {
        let block = FinePos::from(self).block();
        Column([block.x.div_euclid(16), block.z.div_euclid(16)])
    }
}

impl Column {
    /// Distance between two columns, the larger one of x and z.
    pub fn distance(self, other: Column) -> u32 {
        self.0[0].abs_diff(other.0[0]).max(self.0[1].abs_diff(other.0[1]))
    }
}

impl Look {
    /// Whether the angles lie within a full turn and between straight up and straight down.
    pub fn is_sound(self) -> bool {
        self.yaw.0.unsigned_abs() <= 180_000 && self.pitch.0.unsigned_abs() <= 90_000
    }
}

impl From<Cell> for BlockPos {
    fn from(Cell([x, y, z]): Cell) -> BlockPos {
        BlockPos { x, y, z }
    }
}

impl From<BlockPos> for Cell {
    fn from(at: BlockPos) -> Cell {
        Cell([at.x, at.y, at.z])
    }
}

impl From<Fine> for FinePos {
    fn from(Fine([x, y, z]): Fine) -> FinePos {
        FinePos { x, y, z }
    }
}

impl From<FinePos> for Fine {
    fn from(at: FinePos) -> Fine {
        Fine([at.x, at.y, at.z])
    }
}
