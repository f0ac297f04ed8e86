//! Lines of sight: whether a block stands between two places.

use crate::boxes::is_free;
use crate::eyes::hides;
use crate::limbs::Cells;
use crate::space::{MICRO, Place};
use vocab::BlockPos;

/// Longest line of sight, in blocks: well beyond the 64 blocks at which entities are reported. Nothing farther is seen.
pub const SIGHT_BLOCKS_MAX: i64 = 128;

/// Iterates over the cells that a straight line crosses, from the first to the last.
#[derive(Debug, Clone)]
pub struct Line {
    here: [i32; 3],
    last: [i32; 3],
    step: [i32; 3],
    /// For each axis: where the line crosses the next block face, as a fraction of the line's length (numerator,
    /// denominator).
    next: [(i128, i128); 3],
    done: bool,
}

impl Line {
    pub fn between(from: Place, to: Place) -> Line {
        let (a, b) = (from.block(), to.block());
        let delta = [to.x - from.x, to.y - from.y, to.z - from.z];
        let start = [from.x, from.y, from.z];
        let here = [a.x, a.y, a.z];
        let mut next = [(0, 0); 3];
        for axis in 0..3 {
            let low = i64::from(here[axis]) * MICRO;
            let gap = match delta[axis] {
                0 => continue,
                d if d > 0 => low + MICRO - start[axis],
                _ => start[axis] - low,
            };
            next[axis] = (i128::from(gap), i128::from(delta[axis].abs()));
        }
        let last = [b.x, b.y, b.z];
        Line { here, last, step: delta.map(|d| d.signum() as i32), next, done: false }
    }
}

impl Iterator for Line {
    type Item = BlockPos;

    fn next(&mut self) -> Option<BlockPos> {
        if self.done {
            return None;
        }
        let cell = BlockPos::new(self.here[0], self.here[1], self.here[2]);
        if self.here == self.last {
            self.done = true;
            return Some(cell);
        }
        // The axis whose next block face comes first along the line; an axis that has reached its end takes no more
        // steps.
        let mut first: Option<usize> = None;
        for axis in 0..3 {
            if self.here[axis] == self.last[axis] {
                continue;
            }
            let (gap, long) = self.next[axis];
            if first.is_none_or(|other| gap * self.next[other].1 < self.next[other].0 * long) {
                first = Some(axis);
            }
        }
        match first {
            Some(axis) => {
                self.here[axis] += self.step[axis];
                self.next[axis].0 += i128::from(MICRO);
            }
            None => self.done = true,
        }
        Some(cell)
    }
}

/// Whether nothing opaque is between two places; `None` when the line leaves the loaded chunks.
pub fn clear(grid: &impl Cells, from: Place, to: Place) -> Option<bool> {
    if from.distance(to) > SIGHT_BLOCKS_MAX * MICRO {
        return Some(false);
    }
    for at in Line::between(from, to) {
        let cell = grid.cell(at)?;
        if hides(cell.props()) {
            return Some(false);
        }
    }
    Some(true)
}

/// Whether nothing that bodies collide with is between two places, so that a blow or a blast gets through; false beyond
/// [`SIGHT_BLOCKS_MAX`].
pub fn passable(grid: &impl Cells, from: Place, to: Place) -> bool {
    from.distance(to) <= SIGHT_BLOCKS_MAX * MICRO && Line::between(from, to).all(|at| is_free(grid, at, from, to))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_straight_line_visits_every_cell_on_its_way() {
        let from = Place::inside(BlockPos::new(0, 0, 0));
        let cells: Vec<i32> = Line::between(from, Place::inside(BlockPos::new(-3, 0, 0))).map(|at| at.x).collect();
        assert_eq!(cells, [0, -1, -2, -3]);
    }

    proptest! {
        #[test]
        fn a_line_visits_touching_cells_from_its_start_to_its_end(
            from in prop::array::uniform3(-20_000_000i64..20_000_000),
            to in prop::array::uniform3(-20_000_000i64..20_000_000),
        ) {
            let (from, to) = (Place::new(from[0], from[1], from[2]), Place::new(to[0], to[1], to[2]));
            let cells: Vec<BlockPos> = Line::between(from, to).collect();
            prop_assert_eq!(cells[0], from.block());
            prop_assert_eq!(cells[cells.len() - 1], to.block());
            prop_assert!(cells.windows(2).all(|pair| pair[0].manhattan(pair[1]) == 1));
        }
    }
}
