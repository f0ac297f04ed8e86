//! What a builder's hands do: visits, each a place to stand and the cells that are worked on from there. And which cells nobody may
//! break, because they belong to a build.

use crate::position::BlockPos;
use crate::state::StateId;
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};

/// Most cells of one visit, so that one action stays short enough to be interrupted without loss.
pub const VISIT_OPS_MAX: usize = 48;
/// Most boxes of own builds that the body is told of. More builds than that are not near one body.
pub const GUARDED_MAX: usize = 64;

/// Which half of a side face a click has to hit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Half {
    Lower,
    Upper,
}

/// Something done to one cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Op {
    /// Break what is there.
    Break { at: BlockPos },
    /// Place a state by a click on the face that `against` turns to it, on this half of the face where it matters.
    Place { at: BlockPos, state: StateId, against: BlockPos, half: Option<Half> },
    /// Use a tool on the ground that is there: a hoe makes farmland, a shovel a path.
    Work { at: BlockPos, state: StateId },
    /// Put up a block of scaffolding, because the next op has nothing else to click on.
    Scaffold { at: BlockPos, against: BlockPos },
    /// Take that block away again.
    Unscaffold { at: BlockPos },
}

impl Op {
    pub fn at(&self) -> BlockPos {
        match self {
            Op::Break { at }
            | Op::Place { at, .. }
            | Op::Work { at, .. }
            | Op::Scaffold { at, .. }
            | Op::Unscaffold { at } => *at,
        }
    }
}

/// Scaffolding: blocks put up under the feet, one on the other, and taken away from the top when the visit ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Pillar {
    /// Where the lowest block goes, and where the builder stands before.
    pub base: BlockPos,
    pub height: u32,
}

impl Pillar {
    pub fn top(&self) -> BlockPos {
        self.base.offset(0, self.height as i32, 0)
    }

    /// Whether a place is above the pillar's foot.
    pub fn is_under(&self, at: BlockPos) -> bool {
        (at.x, at.z) == (self.base.x, self.base.z) && at.y > self.base.y
    }

    pub fn cells(&self) -> impl Iterator<Item = BlockPos> + use<> {
        let base = self.base;
        (0..self.height as i32).map(move |up| base.offset(0, up, 0))
    }
}

/// One place to stand and what is done from there.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Visit {
    pub pillar: Option<Pillar>,
    /// Where the feet are. With a pillar, a place to which its top leads.
    pub stand: BlockPos,
    pub ops: Vec<Op>,
}

/// A box of cells that belong to a build, both corners included. Only [`crate::Action::Build`] breaks or fills them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Guarded {
    pub min: BlockPos,
    pub max: BlockPos,
}

impl Guarded {
    pub fn holds(&self, at: BlockPos) -> bool {
        at.is_between(self.min, self.max)
    }
}
