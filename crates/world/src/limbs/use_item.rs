//! Uses an item on a block: hoes, shovels, seeds, buckets, bone meal, flint and steel.

use super::placing;
use crate::known::known;
use crate::space::Place;
use crate::state::Cell;
use crate::world::World;
use gamedata::tools::{self, ToolClass};
use gamedata::{blocks, items, states};
use vocab::item::Stack;
use vocab::outcome::Refusal;
use vocab::senses::BodyEvent;
use vocab::{BlockId, BlockPos, ItemId};

/// Bone meal advances a crop by two to five growth stages.
const BONE_MEAL_AGES: (i32, i32) = (2, 5);

/// A checked use of an item on a block: the block change, and the items that it takes and gives.
#[derive(Debug, Clone)]
pub(super) struct Deed {
    item: ItemId,
    at: BlockPos,
    what: What,
}

#[derive(Debug, Clone)]
enum What {
    /// A tool turns the block into another one and loses durability.
    Turn(BlockId),
    /// Plants seeds, which works like placing a block.
    Sow(placing::Placement),
    /// Exchanges a bucket for another one, as full for empty, and the cell's block for another one.
    Bucket {
        becomes: ItemId,
        leaves: Cell,
    },
    Grow,
    /// Lights a fire in the cell.
    Light,
}

pub(super) fn plan(world: &World, item: ItemId, at: BlockPos) -> Result<Deed, Refusal> {
    let block = world.grid.block(at).ok_or(Refusal::NotLoaded)?;
    if !world.body.reaches(at) {
        return Err(Refusal::OutOfReach);
    }
    if world.body.inventory.count(item) == 0 {
        return Err(Refusal::MissingItem);
    }
    let what = match (items::get(item).name, tools::of(item).map(|tool| tool.class)) {
        (_, Some(ToolClass::Hoe)) => turn(world, at, block, &["dirt", "grass_block", "dirt_path"], "farmland"),
        (_, Some(ToolClass::Shovel)) => turn(world, at, block, &["grass_block", "dirt", "podzol"], "dirt_path"),
        ("bucket", _) => scoop(world, at, block),
        ("water_bucket", _) => pour(world, at, block, known().water),
        ("lava_bucket", _) => pour(world, at, block, known().lava),
        ("bone_meal", _) => grow(world, at, block),
        ("flint_and_steel", _) => light(world, at, block),
        _ => sow(world, item, at, block),
    }?;
    Ok(Deed { item, at, what })
}

fn turn(world: &World, at: BlockPos, block: BlockId, from: &[&str], into: &str) -> Result<What, Refusal> {
    if !from.contains(&blocks::get(block).name) {
        return Err(Refusal::WrongBlock);
    }
    let above = world.grid.block(at.offset(0, 1, 0)).ok_or(Refusal::NotLoaded)?;
    if above != known().air {
        return Err(Refusal::Occupied);
    }
    blocks::named(into).map(What::Turn).ok_or(Refusal::WrongBlock)
}

/// Checks sowing seeds on farmland; the target may be the farmland or the empty cell above it.
fn sow(world: &World, item: ItemId, at: BlockPos, block: BlockId) -> Result<What, Refusal> {
    if items::get(item).block.is_none() {
        return Err(Refusal::WrongBlock);
    }
    let cell = if block == known().farmland { at.offset(0, 1, 0) } else { at };
    if world.grid.block(cell.offset(0, -1, 0)) != Some(known().farmland) {
        return Err(Refusal::WrongBlock);
    }
    placing::check(world, item, cell).map(What::Sow)
}

fn scoop(world: &World, at: BlockPos, block: BlockId) -> Result<What, Refusal> {
    let held = world.grid.cell(at).unwrap_or(Cell::AIR);
    if states::is(held.state(), "waterlogged") {
        return exchange(world, "bucket", "water_bucket", held.with("waterlogged", "false"));
    }
    let becomes = match block {
        block if block == known().water => "water_bucket",
        block if block == known().lava => "lava_bucket",
        _ => return Err(Refusal::WrongBlock),
    };
    if held.level() != 0 {
        return Err(Refusal::WrongBlock);
    }
    exchange(world, "bucket", becomes, Cell::AIR)
}

fn pour(world: &World, at: BlockPos, block: BlockId, liquid: BlockId) -> Result<What, Refusal> {
    let held = world.grid.cell(at).unwrap_or(Cell::AIR);
    let dry = states::value(held.state(), "waterlogged") == Some("false");
    if liquid == known().water && dry && states::value(held.state(), "type") != Some("double") {
        return exchange(world, "water_bucket", "bucket", held.with("waterlogged", "true"));
    }
    if !crate::known::gives_way(block) {
        return Err(Refusal::Occupied);
    }
    let full = if liquid == known().lava { "lava_bucket" } else { "water_bucket" };
    if held == Cell::of(liquid) {
        return Err(Refusal::Occupied);
    }
    exchange(world, full, "bucket", Cell::of(liquid))
}

/// Checks exchanging a bucket for another one; refused if the new one would not fit into the bag.
fn exchange(world: &World, gives: &str, becomes: &str, leaves: Cell) -> Result<What, Refusal> {
    let (gives, becomes) = (items::named(gives), items::named(becomes));
    let (Some(gives), Some(becomes)) = (gives, becomes) else { return Err(Refusal::BadRequest) };
    let mut after = world.body.inventory.clone();
    after.take(gives, 1).ok_or(Refusal::MissingItem)?;
    match after.add(Stack { item: becomes, count: 1, wear: 0 }) {
        None => Ok(What::Bucket { becomes, leaves }),
        Some(_) => Err(Refusal::NoRoom),
    }
}

fn grow(world: &World, at: BlockPos, block: BlockId) -> Result<What, Refusal> {
    let crop = !blocks::get(block).young_drops.is_empty();
    let ripe = world.grid.cell(at).is_none_or(Cell::is_ripe);
    if crop && !ripe { Ok(What::Grow) } else { Err(Refusal::WrongBlock) }
}

fn light(world: &World, at: BlockPos, block: BlockId) -> Result<What, Refusal> {
    if block != known().air {
        return Err(Refusal::Occupied);
    }
    if world.grid.is_solid(at.offset(0, -1, 0)) { Ok(What::Light) } else { Err(Refusal::NoSupport) }
}

pub(super) fn perform(world: &mut World, deed: &Deed) {
    let (item, at) = (deed.item, deed.at);
    world.body.face(Place::inside(at));
    match &deed.what {
        What::Turn(block) => {
            world.hand_sets(at, Cell::of(*block));
            wear(world, item);
        }
        What::Sow(placement) => placing::place(world, placement),
        What::Bucket { becomes, leaves } => {
            if world.body.inventory.take(item, 1).is_some() {
                let rest = world.body.inventory.add(Stack { item: *becomes, count: 1, wear: 0 });
                debug_assert!(rest.is_none(), "room was counted before");
                world.hand_sets(at, *leaves);
            }
        }
        What::Grow => {
            if world.body.inventory.take(item, 1).is_some()
                && let Some(cell) = world.grid.cell(at)
            {
                let more = world.rng.span(BONE_MEAL_AGES.0, BONE_MEAL_AGES.1) as u8;
                world.hand_sets(at, cell.with_number("age", cell.age().unwrap_or(0) + more));
            }
        }
        What::Light => {
            world.hand_sets(at, Cell::of(known().fire));
            wear(world, item);
        }
    }
}

fn wear(world: &mut World, item: ItemId) {
    world.body.inventory.hold(item);
    if let Some(item) = world.body.inventory.wear_held(1) {
        world.events.push(BodyEvent::ToolBroke { item });
    }
}
