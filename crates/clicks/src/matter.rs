//! What a state is made of for its neighbours: water, solid, a face to hold on to.

use gamedata::blocks::{self, Group};
use gamedata::states::{self, Aabb, Kind};
use vocab::StateId;

use crate::scene::number;
use crate::side::Side;

/// The edge of a cell in the parts in which boxes are counted.
const EDGE: i8 = states::PARTS_PER_BLOCK as i8;

/// Whether the cell holds a source of water: still water, or a block that stands in it.
pub fn is_water_source(state: StateId) -> bool {
    match states::kind_of(state) {
        Kind::Liquid if is_water_block(state) => number(state, "level").unwrap_or(0) == 0,
        Kind::Seagrass | Kind::Kelp => true,
        _ => states::is(state, "waterlogged"),
    }
}

/// Whether there is water in the cell up to its top: a source, or water that falls.
pub fn is_water_to_the_brim(state: StateId) -> bool {
    is_water_source(state) || (is_water(state) && number(state, "level").is_some_and(|level| level >= 8))
}

/// Whether there is any water in the cell.
pub fn is_water(state: StateId) -> bool {
    is_water_source(state) || (states::kind_of(state) == Kind::Liquid && is_water_block(state))
}

/// Whether the cell holds lava.
pub fn is_lava(state: StateId) -> bool {
    states::kind_of(state) == Kind::Liquid && !is_water_block(state)
}

/// Water or a column of bubbles, among the liquids.
fn is_water_block(state: StateId) -> bool {
    blocks::is_in(states::block(state), Group::Water)
}

pub fn is_in(state: StateId, group: Group) -> bool {
    blocks::is_in(states::block(state), group)
}

pub fn is_air(state: StateId) -> bool {
    states::kind_of(state) == Kind::Air
}

/// Whether the boxes of the state fill its cell.
pub fn is_full(state: StateId) -> bool {
    is_full_box(states::boxes(state))
}

fn is_full_box(boxes: &[Aabb]) -> bool {
    matches!(boxes, [Aabb { min: [0, 0, 0], max: [EDGE, EDGE, EDGE] }])
}

/// Half the sizes of a box for the game to count it as solid: a mean of 35/48 of a block over its three edges.
const SOLID_EDGES_SUM: i32 = 70;

/// Whether the game counts the state as solid, as signs, banners and cakes ask.
pub fn is_solid(state: StateId) -> bool {
    if is_in(state, Group::SolidOn) {
        return true;
    }
    if is_in(state, Group::SolidOff) {
        return false;
    }
    let boxes = states::boxes(state);
    let edge = |axis: usize| {
        let low = boxes.iter().map(|aabb| i32::from(aabb.min[axis])).min().unwrap_or(0);
        boxes.iter().map(|aabb| i32::from(aabb.max[axis])).max().unwrap_or(0) - low
    };
    !boxes.is_empty() && (edge(0) + edge(1) + edge(2) >= SOLID_EDGES_SUM || edge(1) >= i32::from(EDGE))
}

/// Whether redstone power goes through the state.
pub fn conducts(state: StateId) -> bool {
    is_in(state, Group::CountsAsFull) || (is_full(state) && !is_in(state, Group::NotConducting))
}

/// How much of a face something needs to hold on to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hold {
    /// The whole face.
    Full,
    /// The middle of the face, as a fence post has it.
    Centre,
    /// The rim of the face, as a hopper has it.
    Rim,
}

/// A face in 32 x 32 parts; a bit for each that is covered.
type Face = [u32; 32];

/// Whether this side of the state gives something such a hold.
pub fn holds(state: StateId, side: Side, hold: Hold) -> bool {
    match states::kind_of(state) {
        Kind::Leaves => return false,
        Kind::FenceGate if states::is(state, "open") => return false,
        // Signs that hang hold others below their middle, and on walls above it.
        Kind::HangingSign => return side == Side::Down && hold == Hold::Centre,
        Kind::WallHangingSign => return !side.is_level() && hold == Hold::Centre,
        Kind::ShulkerBox => return true,
        Kind::Snow => return snow_holds(state, side),
        _ if is_in(state, Group::CountsAsFull) => return true,
        _ => {}
    }
    let boxes = states::boxes(state);
    is_full_box(boxes) || covers(&face(boxes, side), hold)
}

/// Layers of snow hold on their whole height: eight on all sides, fewer below alone.
fn snow_holds(state: StateId, side: Side) -> bool {
    side == Side::Down || number(state, "layers") == Some(8)
}

/// Whether the boxes that bodies collide with cover the whole face, whatever the state holds.
pub fn collides_on_whole_face(state: StateId, side: Side) -> bool {
    covers(&face(states::boxes(state), side), Hold::Full)
}

/// Whether anything of the state touches this face from inside.
pub fn touches_face(state: StateId, side: Side) -> bool {
    face(states::boxes(state), side).iter().any(|row| *row != 0)
}

/// Whether the lower face of the state covers a part of it, from one corner to the other, in x and z.
pub fn covers_below(state: StateId, from: (u8, u8), to: (u8, u8)) -> bool {
    let face = face(states::boxes(state), Side::Down);
    (from.1..to.1).all(|z| (from.0..to.0).all(|x| face[usize::from(z)] & (1 << x) != 0))
}

fn covers(face: &Face, hold: Hold) -> bool {
    let wanted = |row: usize| match hold {
        Hold::Centre if (14..18).contains(&row) => 0b1111 << 14,
        Hold::Centre => 0,
        Hold::Rim if (4..28).contains(&row) => !(((1 << 24) - 1) << 4),
        Hold::Full | Hold::Rim => u32::MAX,
    };
    face.iter().enumerate().all(|(row, bits)| bits & wanted(row) == wanted(row))
}

/// What of a face the boxes that reach it cover.
fn face(boxes: &[Aabb], side: Side) -> Face {
    let (axis, u, v) = match side {
        Side::Down | Side::Up => (1, 0, 2),
        Side::North | Side::South => (2, 0, 1),
        Side::West | Side::East => (0, 2, 1),
    };
    let outwards = matches!(side, Side::Up | Side::South | Side::East);
    let mut face = [0; 32];
    for aabb in boxes {
        let reaches = if outwards {
            aabb.min[axis] < EDGE && aabb.max[axis] >= EDGE
        } else {
            aabb.min[axis] <= 0 && aabb.max[axis] > 0
        };
        if !reaches {
            continue;
        }
        let inside = |at: i8| usize::from(at.clamp(0, EDGE).unsigned_abs());
        let (low, high) = (inside(aabb.min[u]), inside(aabb.max[u]));
        let bits = ((1_u64 << high) - (1_u64 << low)) as u32;
        for row in &mut face[inside(aabb.min[v])..inside(aabb.max[v])] {
            *row |= bits;
        }
    }
    face
}

#[cfg(test)]
mod tests {
    use super::*;

    fn state(text: &str) -> StateId {
        states::parse(text).unwrap()
    }

    #[test]
    fn faces_hold_what_the_game_lets_them() {
        use Hold::{Centre, Full, Rim};
        for (text, side, held) in [
            ("stone", Side::Up, &[Full, Centre, Rim][..]),
            ("air", Side::Up, &[]),
            ("oak_leaves", Side::Up, &[]),
            ("oak_fence", Side::Up, &[Centre]),
            ("hopper", Side::Up, &[Rim]),
            ("oak_slab[type=top]", Side::Up, &[Full, Centre, Rim]),
            ("oak_slab[type=bottom]", Side::Up, &[]),
            ("oak_slab[type=bottom]", Side::Down, &[Full, Centre, Rim]),
            ("oak_stairs[facing=north,half=bottom]", Side::North, &[Full, Centre, Rim]),
            ("oak_stairs[facing=north,half=bottom]", Side::South, &[]),
            ("snow[layers=8]", Side::Up, &[Full, Centre, Rim]),
            ("snow[layers=7]", Side::Up, &[]),
            ("farmland", Side::Up, &[]),
            ("soul_sand", Side::Up, &[Full, Centre, Rim]),
            ("lantern[hanging=true]", Side::Down, &[]),
            ("chain[axis=y]", Side::Down, &[Centre]),
            ("oak_hanging_sign", Side::Down, &[Centre]),
            ("oak_trapdoor[facing=north,half=top,open=false]", Side::Up, &[Full, Centre, Rim]),
        ] {
            for hold in [Full, Centre, Rim] {
                assert_eq!(holds(state(text), side, hold), held.contains(&hold), "{text} {side:?} {hold:?}");
            }
        }
    }

    #[test]
    fn solid_is_what_signs_stand_on() {
        for (text, solid) in [
            ("stone", true),
            ("air", false),
            ("torch", false),
            ("oak_sign", true),
            ("white_carpet", false),
            ("oak_slab", true),
            ("ladder", false),
            ("oak_trapdoor", true),
            ("snow[layers=8]", false),
            ("repeater", false),
            ("oak_leaves", true),
        ] {
            assert_eq!(is_solid(state(text)), solid, "{text}");
        }
    }

    #[test]
    fn water_is_found_in_blocks_that_stand_in_it() {
        for (text, source, brim) in [
            ("water", true, true),
            ("water[level=1]", false, false),
            ("water[level=8]", false, true),
            ("lava", false, false),
            ("seagrass", true, true),
            ("bubble_column", true, true),
            ("oak_slab[waterlogged=true]", true, true),
            ("air", false, false),
        ] {
            let state = state(text);
            assert_eq!((is_water_source(state), is_water_to_the_brim(state)), (source, brim), "{text}");
        }
    }
}
