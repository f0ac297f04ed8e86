//! The boxes that states have in the world, and straight lines against them.

use crate::limbs::Cells;
use crate::room::Room;
use crate::sight::Line;
use crate::space::{MICRO, Place};
use crate::state::Cell;
use gamedata::states::{self, Aabb, PARTS_PER_BLOCK};
use vocab::{BlockPos, StateId};

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

/// What bodies collide with in a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Solid {
    Open,
    /// The whole cell.
    Full,
    Boxes(&'static [Aabb]),
}

/// The whole cell as a box.
const WHOLE: Aabb = Aabb { min: [0; 3], max: [PARTS_PER_BLOCK as i8; 3] };
/// What carries a body that stands on scaffolding.
const PLATE: [Aabb; 1] = [Aabb { min: [0, 28, 0], max: [PARTS_PER_BLOCK as i8; 3] }];

impl Solid {
    /// What bodies collide with in a cell; unloaded cells count as full, so that nothing moves into them.
    #[inline]
    pub fn of(cell: Option<Cell>) -> Solid {
        let Some(cell) = cell else { return Solid::Full };
        match cell.props().form {
            Form::Open => Solid::Open,
            Form::Full => Solid::Full,
            Form::Boxes => Solid::Boxes(states::boxes(cell.state())),
        }
    }

    /// The same for a body whose feet are at this height: it stands on scaffolding and climbs in it, and falls into it when it
    /// sneaks.
    #[inline]
    pub fn for_body(cell: Option<Cell>, at: BlockPos, feet_y: i64, sneaks: bool) -> Solid {
        if !cell.is_some_and(is_scaffolding) {
            return Solid::of(cell);
        }
        let on_top = feet_y >= (i64::from(at.y) + 1) * MICRO;
        if on_top && !sneaks { Solid::Boxes(&PLATE) } else { Solid::Open }
    }

    /// Its boxes in this cell.
    pub fn rooms(self, at: BlockPos) -> impl Iterator<Item = Room> {
        let boxes: &'static [Aabb] = match self {
            Solid::Open => &[],
            Solid::Full => &[WHOLE],
            Solid::Boxes(boxes) => boxes,
        };
        boxes.iter().map(move |aabb| placed(*aabb, at))
    }
}

fn is_scaffolding(cell: Cell) -> bool {
    let props = cell.props();
    props.climb && props.form != Form::Open && props.top > STEP_PARTS
}

/// Whether a straight line between two places meets no box of a cell on its way.
pub fn is_free(cells: &impl Cells, at: BlockPos, from: Place, to: Place) -> bool {
    match Solid::of(cells.cell(at)) {
        Solid::Open => true,
        Solid::Full => false,
        Solid::Boxes(boxes) => !boxes.iter().any(|aabb| is_crossed(placed(*aabb, at), from, to)),
    }
}

/// How the boxes of a state lie in its cell, for tables that are looked up often.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Form {
    #[default]
    Open,
    Full,
    Boxes,
}

/// A body walks up as much without a jump, in parts of a block: 0.6 blocks, rounded down.
pub const STEP_PARTS: u8 = 19;
/// The middle of a cell that a body needs, in parts of a block: as wide as it is.
const CORE: [i8; 2] = [7, 25];

/// The form of a state, and how high its boxes reach in the middle of the cell, where a body passes.
pub fn form_of(state: StateId) -> (Form, u8) {
    let boxes = states::boxes(state);
    let form = match boxes {
        [] => Form::Open,
        [aabb] if *aabb == WHOLE => Form::Full,
        _ => Form::Boxes,
    };
    let within = |aabb: &&Aabb| [0, 2].iter().all(|axis| aabb.min[*axis] < CORE[1] && aabb.max[*axis] > CORE[0]);
    let top = boxes.iter().filter(within).map(|aabb| aabb.max[1].unsigned_abs()).max();
    (form, top.unwrap_or(0))
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
    fn the_middle_of_a_cell_decides_whether_a_body_steps_passes_or_stops() {
        for (text, form, top) in [
            ("air", Form::Open, 0),
            ("stone", Form::Full, 32),
            ("oak_slab[type=bottom]", Form::Boxes, 16),
            ("oak_slab[type=top]", Form::Boxes, 32),
            ("oak_slab[type=double]", Form::Full, 32),
            ("white_carpet", Form::Boxes, 2),
            ("oak_fence", Form::Boxes, 48),
            ("glass_pane", Form::Boxes, 32),
            ("ladder", Form::Boxes, 0),
            ("oak_door[open=true]", Form::Boxes, 0),
            ("farmland", Form::Boxes, 30),
            ("red_bed", Form::Boxes, 18),
            ("snow[layers=1]", Form::Open, 0),
            ("snow[layers=4]", Form::Boxes, 12),
            ("oak_trapdoor[half=bottom,open=false]", Form::Boxes, 6),
        ] {
            assert_eq!(form_of(states::parse(text).unwrap()), (form, top), "{text}");
        }
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
