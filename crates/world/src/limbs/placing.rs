//! Placing blocks: needs reach, a neighbouring block to place against, and an empty cell that nobody is in. Doors and beds take
//! two cells.

use crate::chunk::in_world;
use crate::known::{Support, gives_way, known, props};
use crate::mobs::anybody_in;
use crate::state::{Cell, SIDES};
use crate::updates::is_soil;
use crate::world::World;
use crate::{blocks as kinds, space::Place};
use gamedata::items;
use vocab::outcome::Refusal;
use vocab::{BlockId, BlockPos, ItemId};

/// The cells that placing an item writes, after all checks passed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Placement {
    pub item: ItemId,
    pub cells: Vec<(BlockPos, Cell)>,
}

/// Checks whether the body can place an item now, and returns the cells to write.
pub fn check(world: &World, item: ItemId, at: BlockPos) -> Result<Placement, Refusal> {
    let block = items::all().get(usize::from(item.0)).and_then(|item| item.block).ok_or(Refusal::BadRequest)?;
    if world.body.inventory.count(item) == 0 {
        return Err(Refusal::MissingItem);
    }
    if !in_world(at.y) || !world.body.reaches(at) {
        return Err(Refusal::OutOfReach);
    }
    free(world, at, block)?;
    let cells = if kinds::is_door(block) {
        door(world, at, block)?
    } else if kinds::is_bed(block) {
        bed(world, at, block)?
    } else {
        vec![(at, single(world, at, block)?)]
    };
    Ok(Placement { item, cells })
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
}

/// Checks that the cell for a new block is loaded and empty and that nobody stands in it.
fn free(world: &World, at: BlockPos, block: BlockId) -> Result<(), Refusal> {
    let there = world.grid.block(at).ok_or(Refusal::NotLoaded)?;
    if !gives_way(there) {
        return Err(Refusal::Occupied);
    }
    if props(block).solid && anybody_in(world, at) { Err(Refusal::Occupied) } else { Ok(()) }
}

fn is_solid(world: &World, at: BlockPos) -> bool {
    world.grid.is_loaded(at) && world.grid.is_solid(at)
}

/// Whether a block can be placed against the block in this cell: any block that is not air, liquid or
/// replaceable.
fn holds(world: &World, at: BlockPos) -> bool {
    world.grid.block(at).is_some_and(|block| !gives_way(block) && !props(block).liquid)
}

/// The state of a placed block that takes one cell; refused if the block lacks support.
fn single(world: &World, at: BlockPos, block: BlockId) -> Result<Cell, Refusal> {
    let below = at.offset(0, -1, 0);
    let held = match props(block).support {
        Support::None | Support::Door | Support::Bed | Support::Wall => at.neighbours().into_iter().any(|cell| holds(world, cell)),
        Support::Floor if block == known().torch => return torch(world, at).ok_or(Refusal::NoSupport),
        Support::Floor => is_solid(world, below),
        Support::Soil => world.grid.block(below).is_some_and(is_soil),
        Support::Farmland => world.grid.block(below) == Some(known().farmland),
    };
    match held {
        false => Err(Refusal::NoSupport),
        true if props(block).leaves => Ok(Cell::of(block).with("persistent", "true")),
        true => Ok(Cell::of(block)),
    }
}

/// The state of a placed torch: on the floor, or else on the first solid wall.
fn torch(world: &World, at: BlockPos) -> Option<Cell> {
    if is_solid(world, at.offset(0, -1, 0)) {
        return Some(Cell::of(known().torch));
    }
    let wall = SIDES.iter().find(|(_, (dx, dz))| is_solid(world, at.offset(-dx, 0, -dz)))?;
    Some(Cell::of(known().wall_torch).with("facing", wall.0))
}

/// The side that the body looks to, as an index into [`SIDES`].
fn facing(world: &World) -> usize {
    let facing = world.body.facing;
    match (facing.x.abs() > facing.z.abs(), facing.x > 0, facing.z > 0) {
        (true, true, _) => 1,
        (true, false, _) => 3,
        (false, _, true) => 2,
        (false, _, false) => 0,
    }
}

fn door(world: &World, at: BlockPos, block: BlockId) -> Result<Vec<(BlockPos, Cell)>, Refusal> {
    let above = at.offset(0, 1, 0);
    if !is_solid(world, at.offset(0, -1, 0)) {
        return Err(Refusal::NoSupport);
    }
    if !in_world(above.y) {
        return Err(Refusal::Occupied);
    }
    free(world, above, block)?;
    let lower = Cell::of(block).with("facing", SIDES[facing(world)].0);
    Ok(vec![(at, lower), (above, lower.with("half", "upper"))])
}

/// The two cells of a placed bed. Its head points away from the body, or to the side when there is no room.
fn bed(world: &World, at: BlockPos, block: BlockId) -> Result<Vec<(BlockPos, Cell)>, Refusal> {
    let first = facing(world);
    for turn in [0, 1, 3, 2] {
        let (facing, (dx, dz)) = SIDES[(first + turn) % 4];
        let head = at.offset(dx, 0, dz);
        if free(world, head, block).is_ok() && is_solid(world, head.offset(0, -1, 0)) {
            if !is_solid(world, at.offset(0, -1, 0)) {
                return Err(Refusal::NoSupport);
            }
            let foot = Cell::of(block).with("facing", facing);
            return Ok(vec![(at, foot), (head, foot.with("part", "head"))]);
        }
    }
    Err(Refusal::Occupied)
}
