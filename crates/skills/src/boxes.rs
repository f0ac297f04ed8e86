//! The boxes that states have in the world, and straight lines against them.

use crate::limbs::Cells;
use crate::room::Room;
use crate::sight::Line;
use crate::space::{MICRO, Place};
use crate::state::Cell;
use gamedata::states::{self, Aabb, PARTS_PER_BLOCK};
use vocab::BlockPos;

/// Position units in one of the parts in which boxes are counted.
pub const PART: i64 = MICRO / PARTS_PER_BLOCK as i64;

/// The lowest corner of a cell.
pub fn corner(at: BlockPos) -> Place {
    Room::of_block(at).low
}

/// A box of a state in this cell.
fn placed(aabb: Aabb, at: BlockPos) -> Room {
    let corner =
        |[x, y, z]: [i8; 3]| corner(at) + Place::new(i64::from(x) * PART, i64::from(y) * PART, i64::from(z) * PART);
    Room { low: corner(aabb.min), high: corner(aabb.max) }
}

/// The boxes that bodies collide with.
pub fn rooms(cell: Cell, at: BlockPos) -> impl Iterator<Item = Room> {
    states::boxes(cell.state()).iter().map(move |aabb| placed(*aabb, at))
}

/// The box around all that a hand can click on: around the boxes of the state, or the whole cell where it has none.
pub fn hull(cell: Cell, at: BlockPos) -> Room {
    let min = |a: Place, b: Place| Place::new(a.x.min(b.x), a.y.min(b.y), a.z.min(b.z));
    let max = |a: Place, b: Place| Place::new(a.x.max(b.x), a.y.max(b.y), a.z.max(b.z));
    let around = |a: Room, b: Room| Room { low: min(a.low, b.low), high: max(a.high, b.high) };
    rooms(cell, at).reduce(around).unwrap_or_else(|| Room::of_block(at))
}

/// A fraction of a line: numerator and denominator, which is positive.
type Part = (i128, i128);

fn less(a: Part, b: Part) -> bool {
    a.0 * b.1 < b.0 * a.1
}

/// Whether a straight line runs through the inside of a box before its end.
pub fn is_crossed(room: Room, from: Place, to: Place) -> bool {
    let axes = [
        (from.x, to.x, room.low.x, room.high.x),
        (from.y, to.y, room.low.y, room.high.y),
        (from.z, to.z, room.low.z, room.high.z),
    ];
    let (mut enters, mut leaves): (Part, Part) = ((0, 1), (1, 1));
    for (from, to, low, high) in axes {
        let way = i128::from(to) - i128::from(from);
        if way == 0 {
            if from <= low || from >= high {
                return false;
            }
            continue;
        }
        let (near, far) = if way > 0 { (low, high) } else { (high, low) };
        let part = |face: i64| ((i128::from(face) - i128::from(from)) * way.signum(), way.abs());
        if less(enters, part(near)) {
            enters = part(near);
        }
        if less(part(far), leaves) {
            leaves = part(far);
        }
    }
    less(enters, leaves)
}

/// Whether an eye sees a point on a block: no box of another block, nor of this one, is on the straight line before it.
pub fn sees_point(cells: &impl Cells, eye: Place, point: Place, on: BlockPos) -> bool {
    let free = |at: BlockPos| {
        let Some(cell) = cells.cell(at) else { return false };
        !rooms(cell, at).any(|room| is_crossed(room, eye, point))
    };
    // A fence reaches into the cell above it.
    free(on) && Line::between(eye, point).all(|at| free(at) && free(at.offset(0, -1, 0)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(text: &str) -> Cell {
        states::parse(text).unwrap().into()
    }

    #[test]
    fn boxes_stand_where_their_cell_is() {
        let at = BlockPos::new(-1, 64, 2);
        let slab: Vec<Room> = rooms(cell("oak_slab[type=top]"), at).collect();
        let expected =
            Room { low: Place::new(-MICRO, 64_500_000, 2 * MICRO), high: Place::new(0, 65 * MICRO, 3 * MICRO) };
        assert_eq!(slab, [expected]);
        assert_eq!(hull(cell("oak_stairs"), at), Room::of_block(at));
        assert_eq!(hull(cell("torch"), at), Room::of_block(at), "a torch can be clicked on");
        assert_eq!(hull(cell("oak_fence"), at).high.y, 65_500_000);
    }

    #[test]
    fn a_line_crosses_a_box_only_before_its_end() {
        let room = Room::of_block(BlockPos::new(2, 0, 0));
        let from = Place::new(0, 500_000, 500_000);
        for (to, crossed) in [
            (Place::new(2 * MICRO, 500_000, 500_000), false), // it ends on the face
            (Place::new(2 * MICRO + 1, 500_000, 500_000), true),
            (Place::new(4 * MICRO, 500_000, 500_000), true),
            (Place::new(4 * MICRO, 5 * MICRO, 500_000), false),
            (Place::new(-4 * MICRO, 500_000, 500_000), false),
        ] {
            assert_eq!(is_crossed(room, from, to), crossed, "{to:?}");
        }
        // Along a face it runs beside the box, not through it.
        let along = Place::new(0, MICRO, 500_000);
        assert!(!is_crossed(room, along, Place::new(4 * MICRO, MICRO, 500_000)));
    }
}
