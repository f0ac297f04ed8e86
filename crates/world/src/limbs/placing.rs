//! Placing blocks by the game's rules: a click on a face of a block gives the states that the game would place. The face must be in
//! reach and in sight, and nobody may be in the way.

use crate::chunk::in_world;
use crate::mobs::anybody_meets;
use crate::space::{MICRO, Place};
use crate::state::Cell;
use crate::world::World;
use clicks::{CURSOR_PARTS, Click, Look, Side};
use gamedata::items;
use gamedata::states::{self, Kind};
use skills::boxes;
use skills::measures::REACH;
use vocab::outcome::Refusal;
use vocab::{BlockPos, ItemId, StateId};

// A cursor on a face and a place in the world are counted in the same parts of a block.
const _: () = assert!(CURSOR_PARTS as i64 == MICRO);

/// The cells that placing an item writes, after all checks passed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Placement {
    pub item: ItemId,
    /// What is placed: two cells for doors, beds and tall plants.
    pub cells: Vec<(BlockPos, Cell)>,
    /// Neighbours that change with it: fences join, stairs turn corners, ground below snow whitens.
    pub around: Vec<(BlockPos, Cell)>,
}

/// Checks a click on the face of a block, as a hand does it: with an item, at a point of that face, with a look, sneaking or not.
/// Returns the cells to write.
pub fn by_click(world: &World, clicked: BlockPos, click: &Click) -> Result<Placement, Refusal> {
    carried(world, click.item)?;
    let cell = world.grid.cell(clicked).ok_or(Refusal::NotLoaded)?;
    if cell == Cell::AIR || !click.cursor.iter().all(|part| *part <= CURSOR_PARTS) {
        return Err(Refusal::BadRequest);
    }
    in_sight(world, clicked, click)?;
    states_of(world, clicked, click)
}

/// Whether the clicked point is in reach, and its face turned to the eyes with nothing before it.
fn in_sight(world: &World, clicked: BlockPos, click: &Click) -> Result<(), Refusal> {
    let [x, y, z] = click.cursor.map(i64::from);
    let point = boxes::corner(clicked) + Place::new(x, y, z);
    let eyes = world.body.eyes();
    if eyes.distance(point) > REACH {
        return Err(Refusal::OutOfReach);
    }
    let (ahead_x, ahead_y, ahead_z) = click.face.step();
    let off = eyes - point;
    let turned = off.x * i64::from(ahead_x) + off.y * i64::from(ahead_y) + off.z * i64::from(ahead_z) > 0;
    let seen = turned && boxes::sees_point(&world.grid, eyes, point, clicked);
    if seen { Ok(()) } else { Err(Refusal::OutOfSight) }
}

fn carried(world: &World, item: ItemId) -> Result<(), Refusal> {
    let block = items::all().get(usize::from(item.0)).and_then(|item| item.block).ok_or(Refusal::BadRequest)?;
    // A bucket is poured out by using it, and comes back empty.
    if states::kind(block) == Kind::Liquid {
        return Err(Refusal::BadRequest);
    }
    if world.body.inventory.count(item) == 0 { Err(Refusal::MissingItem) } else { Ok(()) }
}

/// The states that the game's rules give a click, if all their cells are free of bodies.
fn states_of(world: &World, clicked: BlockPos, click: &Click) -> Result<Placement, Refusal> {
    let cells = |at: BlockPos| world.grid.cell(at).unwrap_or(Cell::AIR).state();
    let found = clicks::click(&cells, clicked, click).map_err(refusal)?;
    let cells = |states: Vec<(BlockPos, StateId)>| states.into_iter().map(|(at, state)| (at, state.into())).collect();
    let placement = Placement { item: click.item, cells: cells(found.placed), around: cells(found.changed) };
    for (at, cell) in &placement.cells {
        if !in_world(at.y) || anybody_meets(world, *cell, *at) {
            return Err(Refusal::Occupied);
        }
        if !world.grid.is_loaded(*at) {
            return Err(Refusal::NotLoaded);
        }
    }
    Ok(placement)
}

fn refusal(refusal: clicks::Refusal) -> Refusal {
    match refusal {
        clicks::Refusal::NoBlock => Refusal::BadRequest,
        clicks::Refusal::OperatorsOnly => Refusal::NotPlaceable,
        clicks::Refusal::Opens => Refusal::Opens,
        clicks::Refusal::Occupied | clicks::Refusal::NoRoom => Refusal::Occupied,
        clicks::Refusal::NoSupport => Refusal::NoSupport,
    }
}

/// Checks whether the body can place an item in this cell by any click, and returns the cells to write. The body picks the face:
/// one that it sees before the others, the floor before the walls, and sneaks where the clicked block would open.
pub fn check(world: &World, item: ItemId, at: BlockPos) -> Result<Placement, Refusal> {
    carried(world, item)?;
    if !in_world(at.y) || !world.body.reaches(at) {
        return Err(Refusal::OutOfReach);
    }
    world.grid.cell(at).ok_or(Refusal::NotLoaded)?;
    let mut clicks = clicks_into(world, item, at);
    clicks.sort_by_key(|(clicked, click)| in_sight(world, *clicked, click).is_err());
    let mut refused = Refusal::NoSupport;
    for (clicked, click) in clicks {
        let placed = match states_of(world, clicked, &click) {
            Err(Refusal::Opens) => states_of(world, clicked, &Click { sneaking: true, ..click }),
            placed => placed,
        };
        match placed {
            Ok(placement) if placement.cells[0].0 == at => return Ok(placement),
            Err(refusal) if refusal != Refusal::NoSupport => refused = refusal,
            Ok(_) | Err(_) => {}
        }
    }
    Err(refused)
}

/// The sides of a cell in the order in which the body tries them: what it stands on first.
const TRIED: [Side; 6] = [Side::Down, Side::North, Side::East, Side::South, Side::West, Side::Up];

/// The clicks that would fill a cell: on what is in it, and on each neighbour.
fn clicks_into(world: &World, item: ItemId, at: BlockPos) -> Vec<(BlockPos, Click)> {
    let on = |clicked: BlockPos, face: Side| {
        let cell = world.grid.cell(clicked).filter(|cell| *cell != Cell::AIR && !cell.props().liquid)?;
        let click = aimed(world, item, clicked, cell, face);
        (clicks::fills(cell.state(), &click).cell(clicked) == at).then_some((clicked, click))
    };
    let beside = TRIED.into_iter().map(|side| on(side.of(at), side.opposite()));
    std::iter::once(on(at, Side::Up)).chain(beside).flatten().collect()
}

/// A click on the middle of a face, with the look of eyes that are turned to it.
fn aimed(world: &World, item: ItemId, clicked: BlockPos, cell: Cell, face: Side) -> Click {
    let hull = boxes::hull(cell, clicked);
    let (x, y, z) = face.step();
    let coordinate = |step: i32, low: i64, high: i64| match step {
        1 => high,
        -1 => low,
        _ => i64::midpoint(low, high),
    };
    let point = Place::new(
        coordinate(x, hull.low.x, hull.high.x),
        coordinate(y, hull.low.y, hull.high.y),
        coordinate(z, hull.low.z, hull.high.z),
    );
    let (on, way) = (point - boxes::corner(clicked), point - world.body.eyes());
    let cursor = [on.x, on.y, on.z].map(|part| part.clamp(0, MICRO) as u32);
    Click { item, face, cursor, look: Look::along(way.x, way.y, way.z), sneaking: false }
}

/// Places the item's blocks in the world and takes the item out of the bag.
pub fn place(world: &mut World, placement: &Placement) {
    if world.body.inventory.take(placement.item, 1).is_none() {
        return;
    }
    world.body.face(Place::inside(placement.cells[0].0));
    for (at, cell) in &placement.cells {
        world.hand_sets(*at, *cell);
    }
    for (at, cell) in &placement.around {
        world.set_cell(*at, *cell);
    }
}
