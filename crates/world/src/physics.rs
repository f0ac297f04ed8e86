//! Moves boxes among the boxes of cells: one sweep, axis by axis, that never ends inside one.

use crate::space::{MICRO, Place};
pub use skills::boxes::Solid;
pub use skills::room::{Room, Size};
use vocab::BlockPos;

/// Longest movement along an axis in one tick; nothing in the game moves faster than 4 blocks a tick (an arrow
/// has 3).
pub const SWEEP_MAX: i64 = 8 * MICRO;

/// Bodies and mobs walk up this much without a jump.
pub const STEP_UP: i64 = 600_000;

/// Where a moved box ended, and the axes on which a block stopped it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Moved {
    pub at: Place,
    pub hit_x: bool,
    pub hit_y: bool,
    pub hit_z: bool,
}

/// Moves a collision box by `delta` until boxes stop it: first vertically, then along the longer horizontal axis, then the
/// shorter.
pub fn sweep(solid: impl Fn(BlockPos) -> Solid, at: Place, size: Size, delta: Place) -> Moved {
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

/// The same for something that walks: standing on the ground, it steps up to [`STEP_UP`] where that leads farther.
pub fn walk(solid: impl Fn(BlockPos) -> Solid, at: Place, size: Size, delta: Place) -> Moved {
    let plain = sweep(&solid, at, size, delta);
    let stands = plain.hit_y && delta.y < 0;
    if !stands || !(plain.hit_x || plain.hit_z) {
        return plain;
    }
    let (up, _) = along(&solid, at, size, Axis::Y, STEP_UP);
    let over = sweep(&solid, Place { y: up, ..at }, size, Place { y: 0, ..delta });
    let (down, landed) = along(&solid, over.at, size, Axis::Y, at.y - up + delta.y);
    if !landed || over.at.distance_flat(at) <= plain.at.distance_flat(at) {
        return plain;
    }
    Moved { at: Place { y: down, ..over.at }, hit_y: true, ..over }
}

/// Whether a collision box at a place overlaps no box of a cell.
pub fn fits(solid: impl Fn(BlockPos) -> Solid, at: Place, size: Size) -> bool {
    let room = Room::of(at, size);
    !cells_of(room).any(|block| solid(block).rooms(block).any(|part| part.overlaps(room)))
}

/// How far boxes reach above their cell: those of fences do, by half a block.
const ABOVE_CELL: i64 = MICRO / 2;

/// The cells whose boxes may meet a room.
fn cells_of(room: Room) -> impl Iterator<Item = BlockPos> {
    Room { low: room.low.up(-ABOVE_CELL), ..room }.blocks()
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

/// The box's new coordinate on one axis, and whether anything stopped it. What already overlaps the box does not stop it, so
/// that a body can leave the cell of a fallen block.
fn along(solid: &impl Fn(BlockPos) -> Solid, at: Place, size: Size, axis: Axis, delta: i64) -> (i64, bool) {
    let delta = delta.clamp(-SWEEP_MAX, SWEEP_MAX);
    if delta == 0 {
        return (axis.of(at), false);
    }
    let room = Room::of(at, size);
    let (low, high) = (axis.of(room.low), axis.of(room.high));
    let swept = axis.stretch(room, delta);
    let mut way = delta;
    for block in cells_of(swept) {
        let nearest = axis.cell(block) * MICRO;
        // Nothing in this cell is nearer than its own face.
        let too_far = if delta > 0 { nearest - high >= way } else { nearest + MICRO + ABOVE_CELL - low <= way };
        if too_far {
            continue;
        }
        for part in solid(block).rooms(block) {
            if !part.overlaps(swept) {
                continue;
            }
            let free = if delta > 0 { axis.of(part.low) - high } else { axis.of(part.high) - low };
            // What is behind the front of the box is no obstacle.
            if (delta > 0) == (free >= 0) || free == 0 {
                way = if delta > 0 { way.min(free) } else { way.max(free) };
            }
        }
    }
    (axis.of(at) + way, way != delta)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::Cell;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    const BODY: Size = Size { width: 600_000, height: 1_800_000 };

    fn full(is_full: bool) -> Solid {
        if is_full { Solid::Full } else { Solid::Open }
    }

    fn floor(block: BlockPos) -> Solid {
        full(block.y < 0)
    }

    /// A floor with one state on it, at x = 1.
    fn floor_with(text: &str) -> impl Fn(BlockPos) -> Solid {
        let cell: Cell = gamedata::states::parse(text).unwrap().into();
        move |block| if block == BlockPos::new(1, 0, 0) { Solid::of(Some(cell)) } else { floor(block) }
    }

    #[test]
    fn a_falling_box_lands_exactly_on_the_floor() {
        let moved = sweep(floor, Place::new(500_000, 300_000, 500_000), BODY, Place::new(0, -2 * MICRO, 0));
        assert_eq!((moved.at.y, moved.hit_y), (0, true));
        assert!(fits(floor, moved.at, BODY));
    }

    #[test]
    fn a_wall_stops_one_axis_and_the_box_slides_along_the_other() {
        let walled = |block: BlockPos| full(block.y < 0 || block.x >= 1);
        let moved = sweep(walled, Place::new(500_000, 0, 500_000), BODY, Place::new(400_000, -80_000, 300_000));
        assert_eq!(moved, Moved { at: Place::new(700_000, 0, 800_000), hit_x: true, hit_y: true, hit_z: false });
    }

    #[test]
    fn a_box_inside_a_cube_can_leave_it() {
        let cube = |block: BlockPos| full(block == BlockPos::new(0, 0, 0));
        let moved = sweep(cube, Place::new(500_000, 0, 500_000), BODY, Place::new(200_000, 0, 0));
        assert_eq!(moved.at.x, 700_000);
    }

    #[test]
    fn a_walker_steps_onto_what_is_low_and_stops_at_what_is_high() {
        for (text, x, y) in [
            ("air", 1_100_000, 0),
            ("oak_slab[type=bottom]", 1_100_000, 500_000),
            ("oak_slab[type=top]", 700_000, 0), // its gap is too low for a body
            ("oak_stairs[facing=east]", 1_100_000, 500_000),
            ("oak_stairs[facing=west]", 700_000, 0),
            ("white_carpet", 1_100_000, 62_500),
            ("snow[layers=5]", 1_100_000, 500_000),
            ("snow[layers=6]", 700_000, 0),
            ("red_bed", 1_100_000, 562_500),
            ("stone", 700_000, 0),
            ("oak_fence", 1_075_000, 0),           // only its post stands in the way
            ("ladder[facing=west]", 1_100_000, 0), // it hangs on the far side
            ("ladder[facing=east]", 700_000, 0),
            ("oak_trapdoor[half=bottom,open=false]", 1_100_000, 187_500),
            ("lantern", 1_100_000, 562_500),
        ] {
            let at = Place::new(500_000, 0, 500_000);
            let moved = walk(floor_with(text), at, BODY, Place::new(600_000, -80_000, 0));
            assert_eq!((moved.at.x, moved.at.y), (x, y), "{text}");
        }
    }

    #[test]
    fn a_fence_is_as_high_as_a_block_and_a_half() {
        let fence = floor_with("oak_fence[east=true,west=true]");
        let above = Place::new(1_500_000, 1_600_000, 500_000);
        let moved = sweep(&fence, above, BODY, Place::new(0, -MICRO, 0));
        assert_eq!((moved.at.y, moved.hit_y), (1_500_000, true));
        assert!(fits(&fence, moved.at, BODY) && !fits(&fence, moved.at.up(-1), BODY));
        // A jump of 1.25 blocks does not lead over it.
        let beside = Place::new(500_000, 1_250_000, 500_000);
        assert!(sweep(&fence, beside, BODY, Place::new(400_000, 0, 0)).hit_x);
    }

    proptest! {
        #[test]
        fn a_box_that_fits_still_fits_after_any_sweep(
            cubes in prop::collection::btree_set((-4i32..4, -4i32..4, -4i32..4), 0..60),
            steps in prop::collection::vec((-900_000i64..900_000, -900_000i64..900_000, -900_000i64..900_000), 1..20),
        ) {
            let cubes: BTreeSet<BlockPos> = cubes.into_iter().map(|(x, y, z)| BlockPos::new(x, y, z)).collect();
            let solid = |block: BlockPos| full(cubes.contains(&block));
            let mut at = Place::on(BlockPos::new(0, 5, 0));
            for (x, y, z) in steps {
                at = sweep(solid, at, BODY, Place::new(x, y, z)).at;
                prop_assert!(fits(solid, at, BODY), "{at:?}");
            }
        }
    }
}
