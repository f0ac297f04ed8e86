//! The goals of a path search.

use super::{Cost, Ground, WALK};
use crate::limbs::Cells;
use crate::measures::{EYE_HEIGHT, nearest_point};
use crate::sight::Line;
use crate::space::{MICRO, Place};
use serde::{Deserialize, Serialize};
use vocab::BlockPos;

/// A block counts as in reach of a path's end within this distance. The hands reach 4.5 blocks; half a block is
/// left because the body may stand off the middle of its cell.
const SURE_REACH: i64 = 4_000_000;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Goal {
    /// The path ends with the feet at most `within` blocks from a block.
    Near { to: BlockPos, within: u8 },
    /// The path ends with the feet at most `within` blocks from a column, at any height.
    Column { x: i32, z: i32, within: u8 },
    /// The path ends where a block is in sight and in reach.
    Reach { block: BlockPos },
    /// The path ends where the body picks up a dropped item in this cell.
    PickUp { cell: BlockPos },
    /// The path ends with the feet at least `blocks` blocks away from `from`.
    Away { from: BlockPos, blocks: u8 },
}

impl Goal {
    /// Whether a body with its feet in this cell has reached the path's goal.
    pub fn met(&self, grid: &impl Cells, feet: BlockPos) -> bool {
        match *self {
            Goal::Near { to, within } => feet.distance_squared(to) <= u64::from(within).pow(2),
            Goal::Column { x, z, within } => {
                feet.distance_squared(BlockPos::new(x, feet.y, z)) <= u64::from(within).pow(2)
            }
            Goal::Reach { block } => sees(grid, feet, block),
            Goal::PickUp { cell } => {
                let (dx, dy, dz) = (cell.x - feet.x, cell.y - feet.y, cell.z - feet.z);
                dx.abs() <= 1 && dz.abs() <= 1 && (0..=2).contains(&dy) && beside(grid, feet, cell)
            }
            Goal::Away { from, blocks } => {
                feet.distance_squared(BlockPos::new(from.x, feet.y, from.z)) >= u64::from(blocks).pow(2)
            }
        }
    }

    /// Estimated cost of the path from a cell to the goal, never much more than the true cost of walking.
    pub fn estimate(&self, feet: BlockPos) -> Cost {
        match *self {
            Goal::Near { to, within } => far(feet, to, i64::from(within)),
            Goal::Column { x, z, within } => far(feet, BlockPos::new(x, feet.y, z), i64::from(within)),
            Goal::Reach { block } => far(feet.offset(0, 1, 0), block, 3),
            Goal::PickUp { cell } => far(feet, cell, 1),
            Goal::Away { from, blocks } => {
                let gone = feet.distance_squared(BlockPos::new(from.x, feet.y, from.z)).isqrt();
                u64::from(blocks).saturating_sub(gone) as Cost * WALK
            }
        }
    }
}

/// Whether a dropped item's cell is beside the feet with nothing in between.
fn beside(grid: &impl Cells, feet: BlockPos, cell: BlockPos) -> bool {
    let corner = |x: i32, z: i32| !grid.is_solid(BlockPos::new(x, cell.y, z));
    (cell.x == feet.x || corner(cell.x, feet.z)) || (cell.z == feet.z || corner(feet.x, cell.z))
}

/// Path cost of the horizontal distance with diagonals plus the height, minus `less` blocks.
fn far(a: BlockPos, b: BlockPos, less: i64) -> Cost {
    let (dx, dz) = (i64::from(a.x.abs_diff(b.x)), i64::from(a.z.abs_diff(b.z)));
    let flat_tenths = dx.max(dz) * 10 + dx.min(dz) * 4;
    let tall_tenths = i64::from(a.y.abs_diff(b.y)) * 10;
    let tenths = (flat_tenths + tall_tenths - less * 10).max(0);
    Cost::try_from(tenths * i64::from(WALK) / 10).unwrap_or(Cost::MAX / 4).min(Cost::MAX / 4)
}

/// Whether a body with its feet in this cell sees a face of a block in reach. Leaves and the body's own two cells
/// do not block the view.
pub fn sees(grid: &impl Cells, feet: BlockPos, block: BlockPos) -> bool {
    let eyes = Place::on(feet).up(EYE_HEIGHT);
    if eyes.distance(nearest_point(block, eyes)) > SURE_REACH {
        return false;
    }
    let head = feet.offset(0, 1, 0);
    let clear = |cell: BlockPos| {
        cell == feet || cell == head || cell == block || !grid.is_solid(cell) || Ground::is_leaves(grid, cell)
    };
    block.neighbours().into_iter().filter(|cell| clear(*cell)).any(|cell| {
        // The middle of the block's face, slightly outside the block.
        let (inside, out) = (Place::inside(block), Place::inside(cell));
        let towards = |from: i64, to: i64| from + (to - from) * 55 / 100;
        let face = Place::new(towards(inside.x, out.x), towards(inside.y, out.y), towards(inside.z, out.z));
        eyes.distance(face) <= SURE_REACH + MICRO / 2 && Line::between(eyes, face).all(clear)
    })
}
