//! The six sides of a cell, and the three axes.

use serde::{Deserialize, Serialize};
use vocab::BlockPos;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    Down,
    Up,
    North,
    South,
    West,
    East,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Axis {
    X,
    Y,
    Z,
}

impl Axis {
    pub fn name(self) -> &'static str {
        match self {
            Axis::X => "x",
            Axis::Y => "y",
            Axis::Z => "z",
        }
    }
}

use Side::{Down, East, North, South, Up, West};

impl Side {
    pub const ALL: [Side; 6] = [Down, Up, North, South, West, East];
    /// The sides along the ground, in the order in which the game goes through them.
    pub const AROUND: [Side; 4] = [North, East, South, West];

    pub fn name(self) -> &'static str {
        match self {
            Down => "down",
            Up => "up",
            North => "north",
            South => "south",
            West => "west",
            East => "east",
        }
    }

    pub fn named(name: &str) -> Option<Side> {
        Side::ALL.into_iter().find(|side| side.name() == name)
    }

    pub fn opposite(self) -> Side {
        match self {
            Down => Up,
            Up => Down,
            North => South,
            South => North,
            West => East,
            East => West,
        }
    }

    pub fn axis(self) -> Axis {
        match self {
            Down | Up => Axis::Y,
            North | South => Axis::Z,
            West | East => Axis::X,
        }
    }

    pub fn is_level(self) -> bool {
        self.axis() != Axis::Y
    }

    /// A quarter turn to the right, seen from above. Up and down stay.
    pub fn clockwise(self) -> Side {
        match self {
            North => East,
            East => South,
            South => West,
            West => North,
            Down | Up => self,
        }
    }

    /// A quarter turn to the left, seen from above. Up and down stay.
    pub fn counterclockwise(self) -> Side {
        if self.is_level() { self.clockwise().opposite() } else { self }
    }

    pub fn step(self) -> (i32, i32, i32) {
        match self {
            Down => (0, -1, 0),
            Up => (0, 1, 0),
            North => (0, 0, -1),
            South => (0, 0, 1),
            West => (-1, 0, 0),
            East => (1, 0, 0),
        }
    }

    /// The cell on this side of a cell.
    pub fn of(self, at: BlockPos) -> BlockPos {
        let (x, y, z) = self.step();
        at.offset(x, y, z)
    }
}
