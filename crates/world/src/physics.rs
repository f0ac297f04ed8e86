//! Moves boxes among solid cubes: one sweep, axis by axis, that never ends inside a cube.

use crate::space::{MICRO, Place};
pub use skills::room::{Room, Size};
use vocab::BlockPos;

/// Longest movement along an axis in one tick; nothing in the game moves faster than 4 blocks a tick (an arrow
/// has 3).
pub const SWEEP_MAX: i64 = 8 * MICRO;

/// Where a moved box ended, and the axes on which a block stopped it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Moved {
    pub at: Place,
    pub hit_x: bool,
    pub hit_y: bool,
    pub hit_z: bool,
}

/// Moves a collision box by `delta` until solid blocks stop it: first vertically, then along the longer
/// horizontal axis, then the shorter.
pub fn sweep(solid: impl Fn(BlockPos) -> bool, at: Place, size: Size, delta: Place) -> Moved {
    let mut moved = Moved { at, hit_x: false, hit_y: false, hit_z: false };
    (moved.at.y, moved.hit_y) = along(&solid, moved.at, size, Axis::Y, delta.y);
    let x_first = delta.x.abs() >= delta.z.abs();
    for x_now in [x_first, !x_first] {
        if x_now {
            (moved.at.x, moved.hit_x) = along(&solid, moved.at, size, Axis::X, delta.x);
        } else {
            (moved.at.z, moved.hit_z) = along(&solid, moved.at, size, Axis::Z, delta.z);
        }
    }
    moved
}

/// Whether a collision box at a place overlaps no solid block.
pub fn fits(solid: impl Fn(BlockPos) -> bool, at: Place, size: Size) -> bool {
    !Room::of(at, size).blocks().any(solid)
}

#[derive(Clone, Copy)]
enum Axis {
    X,
    Y,
    Z,
}

impl Axis {
    fn of(self, place: Place) -> i64 {
        match self {
            Axis::X => place.x,
            Axis::Y => place.y,
            Axis::Z => place.z,
        }
    }

    fn cell(self, block: BlockPos) -> i64 {
        i64::from(match self {
            Axis::X => block.x,
            Axis::Y => block.y,
            Axis::Z => block.z,
        })
    }

    fn stretch(self, room: Room, delta: i64) -> Room {
        let by = match self {
            Axis::X => Place::new(delta, 0, 0),
            Axis::Y => Place::new(0, delta, 0),
            Axis::Z => Place::new(0, 0, delta),
        };
        if delta > 0 { Room { high: room.high + by, ..room } } else { Room { low: room.low + by, ..room } }
    }
}

/// The box's new coordinate on one axis, and whether a block stopped it. Blocks that already overlap the box do
/// not stop it, so that a body can leave the cell of a fallen block.
fn along(solid: &impl Fn(BlockPos) -> bool, at: Place, size: Size, axis: Axis, delta: i64) -> (i64, bool) {
    let delta = delta.clamp(-SWEEP_MAX, SWEEP_MAX);
    if delta == 0 {
        return (axis.of(at), false);
    }
    let room = Room::of(at, size);
    let (low, high) = (axis.of(room.low), axis.of(room.high));
    let mut way = delta;
    for block in axis.stretch(room, delta).blocks() {
        let near_face = axis.cell(block) * MICRO;
        let free = if delta > 0 { near_face - high } else { near_face + MICRO - low };
        // The block is already behind the front face of the box, so it is no obstacle.
        if (delta > 0 && free < 0) || (delta < 0 && free > 0) {
            continue;
        }
        if free.abs() < way.abs() && solid(block) {
            way = free;
        }
    }
    (axis.of(at) + way, way != delta)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    const BODY: Size = Size { width: 600_000, height: 1_800_000 };

    fn floor(block: BlockPos) -> bool {
        block.y < 0
    }

    #[test]
    fn a_falling_box_lands_exactly_on_the_floor() {
        let moved = sweep(floor, Place::new(500_000, 300_000, 500_000), BODY, Place::new(0, -2 * MICRO, 0));
        assert_eq!((moved.at.y, moved.hit_y), (0, true));
        assert!(fits(floor, moved.at, BODY));
    }

    #[test]
    fn a_wall_stops_one_axis_and_the_box_slides_along_the_other() {
        let walled = |block: BlockPos| block.y < 0 || block.x >= 1;
        let moved = sweep(walled, Place::new(500_000, 0, 500_000), BODY, Place::new(400_000, -80_000, 300_000));
        assert_eq!(moved, Moved { at: Place::new(700_000, 0, 800_000), hit_x: true, hit_y: true, hit_z: false });
    }

    #[test]
    fn a_box_inside_a_cube_can_leave_it() {
        let cube = |block: BlockPos| block == BlockPos::new(0, 0, 0);
        let moved = sweep(cube, Place::new(500_000, 0, 500_000), BODY, Place::new(200_000, 0, 0));
        assert_eq!(moved.at.x, 700_000);
    }

    proptest! {
        #[test]
        fn a_box_that_fits_still_fits_after_any_sweep(
            cubes in prop::collection::btree_set((-4i32..4, -4i32..4, -4i32..4), 0..60),
            steps in prop::collection::vec((-900_000i64..900_000, -900_000i64..900_000, -900_000i64..900_000), 1..20),
        ) {
            let cubes: BTreeSet<BlockPos> = cubes.into_iter().map(|(x, y, z)| BlockPos::new(x, y, z)).collect();
            let solid = |block: BlockPos| cubes.contains(&block);
            let mut at = Place::on(BlockPos::new(0, 5, 0));
            for (x, y, z) in steps {
                at = sweep(solid, at, BODY, Place::new(x, y, z)).at;
                prop_assert!(fits(solid, at, BODY), "{at:?}");
            }
        }
    }
}
