//! Finds the click that makes a block state: which face of which block, where on it, and whether the body sneaks. It asks the
//! game's placement rules what each click would make, and takes the first that makes what is wanted.

use crate::boxes::sees_point;
use crate::limbs::{Cells, Spot};
use crate::measures::REACH;
use crate::space::Place;
use crate::state::Cell;
use clicks::{CURSOR_PARTS, Look, Placed, Side};
use gamedata::handwork::placed_alike;
use gamedata::states::{self, Aabb, Kind, PARTS_PER_BLOCK};
use vocab::build::Half;
use vocab::outcome::Refusal;
use vocab::{BlockId, BlockPos, ItemId, StateId};

/// A spot on a face counts in thousandths of a block.
pub const SPOT_PARTS: i64 = 1_000;
/// Where on a face the body tries to hit along each of its two axes, in thousandths: the middle first.
const TRIED: [u16; 3] = [500, 200, 800];
/// The height on a side face at which its lower and its upper half are hit, in thousandths.
const LOWER: u16 = 250;
const UPPER: u16 = 750;

/// What a click shall leave in a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Want {
    /// This state, as far as the click decides it.
    State(StateId),
    /// A block in whatever state.
    Block(BlockId),
}

impl Want {
    pub fn is_met_by(self, state: StateId) -> bool {
        match self {
            Want::State(wanted) => placed_alike(wanted, state),
            Want::Block(block) => states::block(state) == block,
        }
    }
}

/// A cell to be filled, and the block to click on and half of its face that are tried first.
#[derive(Debug, Clone, Copy)]
pub struct Target {
    pub at: BlockPos,
    pub want: Want,
    pub against: BlockPos,
    pub half: Option<Half>,
}

/// The spot on which a click with this item, made with these eyes, leaves what is wanted in the cell.
pub fn spot(cells: &impl Cells, eyes: Place, item: ItemId, target: &Target) -> Result<Spot, Refusal> {
    let mut why = Refusal::OutOfReach;
    for (on, face) in faces(target) {
        let held = state_at(cells, on);
        if matches!(states::kind_of(held), Kind::Air | Kind::Liquid) {
            continue;
        }
        for cursor in cursors(held, face, target.half) {
            let plain = Spot { on, face, cursor, sneak: false };
            if eyes.distance(plain.place()) > REACH {
                continue;
            }
            if !is_in_view(cells, eyes, &plain) {
                why = if why == Refusal::OutOfReach { Refusal::OutOfSight } else { why };
                continue;
            }
            for sneak in [false, true] {
                let tried = Spot { sneak, ..plain };
                match outcome(cells, eyes, item, &tried) {
                    Ok(made) if fills(&made, target) => return Ok(tried),
                    Ok(_) => why = Refusal::WrongState,
                    Err(refusal) if matches!(why, Refusal::OutOfReach | Refusal::OutOfSight) => why = refusal,
                    Err(_) => {}
                }
            }
        }
    }
    Err(why)
}

/// A spot of a block that these eyes see, within reach of the hands: the middle of a face if possible, and among those the nearest.
pub fn visible(cells: &impl Cells, eyes: Place, on: BlockPos) -> Option<Spot> {
    let held = cells.cell(on)?.state();
    let spots = |middles: bool| {
        let faces = Side::ALL.into_iter().flat_map(move |face| cursors(held, face, None).map(move |at| (face, at)));
        let spots = faces.map(|(face, cursor)| Spot { on, face, cursor, sneak: false });
        let is_middle = |spot: &Spot| spot.cursor.iter().filter(|part| **part == 500).count() >= 2;
        let seen = spots.filter(move |spot| is_middle(spot) == middles && is_in_view(cells, eyes, spot));
        seen.min_by_key(|spot| (eyes.distance(spot.place()), spot.face))
    };
    spots(true).or_else(|| spots(false))
}

fn fills(made: &Placed, target: &Target) -> bool {
    made.placed.iter().any(|(cell, state)| *cell == target.at && target.want.is_met_by(*state))
}

/// The game's click for a spot, from where the eyes are.
pub fn click(item: ItemId, spot: &Spot, eyes: Place) -> clicks::Click {
    let way = spot.place() - eyes;
    clicks::Click {
        item,
        face: spot.face,
        cursor: spot.cursor.map(|part| u32::from(part) * (CURSOR_PARTS / SPOT_PARTS as u32)),
        look: Look::along(way.x, way.y, way.z),
        sneaking: spot.sneak,
    }
}

/// What a click on a spot makes by the game's rules, as far as the body knows the cells.
pub fn outcome(cells: &impl Cells, eyes: Place, item: ItemId, spot: &Spot) -> Result<Placed, Refusal> {
    let states = |at: BlockPos| state_at(cells, at);
    let made = clicks::click(&states, spot.on, &click(item, spot, eyes));
    made.map_err(|refusal| match refusal {
        clicks::Refusal::NoBlock => Refusal::BadRequest,
        clicks::Refusal::OperatorsOnly => Refusal::NotPlaceable,
        clicks::Refusal::Opens => Refusal::Opens,
        clicks::Refusal::Occupied | clicks::Refusal::NoRoom => Refusal::Occupied,
        clicks::Refusal::NoSupport => Refusal::NoSupport,
    })
}

fn state_at(cells: &impl Cells, at: BlockPos) -> StateId {
    cells.cell(at).map_or(states::AIR, Cell::state)
}

/// The faces that a click may hit: the wanted one first, then those of what is in the cell already, then those of its other
/// neighbours.
fn faces(target: &Target) -> impl Iterator<Item = (BlockPos, Side)> {
    let (at, against) = (target.at, target.against);
    let beside = Side::ALL.into_iter().map(move |side| (side.of(at), side.opposite()));
    let first = beside.clone().filter(move |(on, _)| *on == against);
    let own = [Side::Up, Side::North, Side::South, Side::West, Side::East, Side::Down].map(|side| (at, side));
    first.chain(own).chain(beside.filter(move |(on, _)| *on != against))
}

/// Where on a face the body tries to hit.
fn cursors(held: StateId, face: Side, half: Option<Half>) -> impl Iterator<Item = [u16; 3]> {
    let heights: &[u16] = match half {
        Some(Half::Lower) => &[LOWER],
        Some(Half::Upper) => &[UPPER],
        None => &[500, LOWER, UPPER],
    };
    let rows = if face.is_level() { heights } else { &TRIED };
    let boxes = states::boxes(held);
    rows.iter().flat_map(move |row| TRIED.into_iter().filter_map(move |along| on_face(boxes, face, (along, *row))))
}

/// The point of a block's boxes that is hit at a place on a face; `None` where the face has a gap. `at` goes along the ground, and
/// up, or along z on upper and lower faces.
fn on_face(boxes: &[Aabb], face: Side, at: (u16, u16)) -> Option<[u16; 3]> {
    let (x, z) = (0, 2);
    let (axis, along, across) = match face {
        Side::Down | Side::Up => (1, x, z),
        Side::North | Side::South => (z, x, 1),
        Side::West | Side::East => (x, z, 1),
    };
    let thousandths = |part: i8| (i64::from(part) * SPOT_PARTS / i64::from(PARTS_PER_BLOCK)) as u16;
    // Rounded outwards: a spot inside of the block would be hidden by it.
    let outwards = |part: i8| (part.max(0) as u32 * SPOT_PARTS as u32).div_ceil(PARTS_PER_BLOCK as u32) as u16;
    let within = |one: &&Aabb, axis: usize, value: u16| {
        (thousandths(one.min[axis])..=thousandths(one.max[axis])).contains(&value)
    };
    let hit = boxes.iter().filter(|one| within(one, along, at.0) && within(one, across, at.1));
    let outward = matches!(face, Side::Up | Side::South | Side::East);
    let depth = if boxes.is_empty() {
        // Bodies do not bump into it, so only its outline is hit, which is not known: that of a whole block stands for it.
        if outward { SPOT_PARTS as u16 } else { 0 }
    } else if outward {
        hit.map(|one| outwards(one.max[axis])).max()?
    } else {
        hit.map(|one| thousandths(one.min[axis])).min()?
    };
    let mut point = [0; 3];
    (point[axis], point[along], point[across]) = (depth.min(SPOT_PARTS as u16), at.0, at.1.min(SPOT_PARTS as u16));
    Some(point)
}

/// Whether eyes see a spot from its front, within reach of the hands.
pub fn is_in_view(cells: &impl Cells, eyes: Place, spot: &Spot) -> bool {
    let place = spot.place();
    let (x, y, z) = spot.face.step();
    let way = eyes - place;
    let in_front = way.x * i64::from(x) + way.y * i64::from(y) + way.z * i64::from(z) > 0;
    in_front && eyes.distance(place) <= REACH && sees_point(cells, eyes, place, spot.on)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chunks::{ChunkPos, SECTION_CELLS, SECTIONS};
    use crate::map::Map;

    fn boxes(text: &str) -> &'static [Aabb] {
        states::boxes(states::parse(text).unwrap())
    }

    #[test]
    fn a_face_that_is_seen_is_found_its_middle_first() {
        let stone = states::parse("stone").unwrap();
        let mut map = Map::default();
        for section in 0..SECTIONS {
            map.set_section(ChunkPos::default(), section, &[Cell::AIR; SECTION_CELLS]);
        }
        let on = BlockPos::new(8, 64, 8);
        map.set_cell(on, stone.into());
        let eyes = Place::on(BlockPos::new(8, 64, 5)).up(1_620_000);
        let found = |map: &Map| visible(map, eyes, on).map(|spot| (spot.face, spot.cursor));
        assert_eq!(found(&map), Some((Side::North, [500, 500, 0])));
        map.set_cell(on.offset(0, 0, -1), stone.into());
        assert_eq!(found(&map).map(|(face, _)| face), Some(Side::Up), "the side is hidden");
        for beside in on.neighbours() {
            map.set_cell(beside, stone.into());
        }
        assert_eq!(found(&map), None);
    }

    #[test]
    fn a_face_is_hit_where_the_block_has_one() {
        for (text, face, at, point) in [
            ("stone", Side::Up, (500, 500), Some([500, 1_000, 500])),
            ("stone", Side::North, (200, 750), Some([200, 750, 0])),
            ("stone", Side::East, (800, 250), Some([1_000, 250, 800])),
            ("oak_slab[type=bottom]", Side::Up, (500, 500), Some([500, 500, 500])),
            ("oak_slab[type=bottom]", Side::West, (500, 750), None),
            ("oak_fence", Side::Up, (200, 200), None),
            ("farmland", Side::Up, (500, 500), Some([500, 938, 500])),
            ("torch", Side::Up, (500, 500), Some([500, 1_000, 500])),
        ] {
            assert_eq!(on_face(boxes(text), face, at), point, "{text} {face:?} {at:?}");
        }
    }
}
