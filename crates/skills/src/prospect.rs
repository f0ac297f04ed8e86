//! What is to be expected of a click by the rules of the game, before the world has answered: whether it will be accepted, and what
//! cells it will leave.

use crate::actions::table_for;
use crate::aim;
use crate::blocks as kinds;
use crate::boxes;
use crate::chunks::in_world;
use crate::crafting;
use crate::inventory::Inventory;
use crate::known::{gives_way, known, props};
use crate::limbs::{Cells, Click, Limbs, Spot, Transfer};
use crate::measures::SIZE;
use crate::room::Room;
use crate::state::Cell;
use gamedata::states::{self, Kind};
use gamedata::{items, recipes};
use vocab::outcome::Refusal;
use vocab::{BlockId, BlockPos, ItemId, Station};

/// Whether a click will be accepted as far as the body knows. `sent` clicks with the same item are on their way.
pub(crate) fn would(limbs: &impl Limbs, click: &Click, sent: u32) -> Result<(), Refusal> {
    let carries = |item: ItemId, count: u32| {
        if limbs.inventory().count(item) >= count { Ok(()) } else { Err(Refusal::MissingItem) }
    };
    match *click {
        Click::Place { item, at } => {
            carries(item, sent + 1)?;
            place(limbs, item, at)
        }
        Click::PlaceAt { item, spot } => {
            carries(item, sent + 1)?;
            place_at(limbs, item, &spot)
        }
        Click::UseOn { item, at } => {
            reachable(limbs, at)?;
            carries(item, 1)
        }
        Click::Toggle { at } => {
            if kinds::opens(in_reach(limbs, at)?) {
                Ok(())
            } else {
                Err(Refusal::WrongBlock)
            }
        }
        Click::Toss { count: 0, .. } => Err(Refusal::BadRequest),
        Click::Toss { item, count } => carries(item, u32::from(count)),
        Click::Equip { item, slot } if !Inventory::suits(item, slot) => Err(Refusal::NotWearable),
        Click::Equip { item, slot } => {
            if limbs.inventory().clone().equip(item, slot) {
                Ok(())
            } else {
                Err(Refusal::MissingItem)
            }
        }
        Click::Craft { recipe, table } => {
            let recipe = recipes::get(recipe).ok_or(Refusal::NoRecipe)?;
            table_for(limbs, recipe, table)?;
            crafting::check(limbs.inventory(), recipe, 1)
        }
        Click::Sleep { bed } => {
            let is_bed = kinds::is_bed(in_reach(limbs, bed)?);
            match (is_bed, limbs.is_night()) {
                (false, _) => Err(Refusal::WrongBlock),
                (true, false) => Err(Refusal::CannotSleep),
                (true, true) => Ok(()),
            }
        }
        Click::Transfer { at, what } => transfer(limbs, in_reach(limbs, at)?, what),
    }
}

/// The cells that a click will change, with what will be in them.
pub(crate) fn cells(limbs: &impl Limbs, click: &Click) -> Vec<(BlockPos, Cell)> {
    match *click {
        Click::Place { item, at } => {
            let block = items::get(item).block;
            // Doors and beds take two cells, which one depends on the world; they are not predicted.
            let single = block.filter(|block| !kinds::is_door(*block) && !kinds::is_bed(*block));
            single.map(|block| (at, Cell::of(block))).into_iter().collect()
        }
        Click::PlaceAt { item, spot } => {
            let made = aim::outcome(limbs.cells(), limbs.pose().eyes(), item, &spot)
                .map(|made| made.placed)
                .unwrap_or_default();
            made.into_iter().map(|(at, state)| (at, state.into())).collect()
        }
        Click::Toggle { at } => {
            let Some(cell) = limbs.cells().cell(at) else { return Vec::new() };
            let other = at.offset(0, if cell.is_upper() { -1 } else { 1 }, 0);
            let door = kinds::is_door(cell.block());
            let halves = [Some(at), Some(other).filter(|_| door)].into_iter().flatten();
            let known = halves.filter_map(|half| Some((half, limbs.cells().cell(half)?)));
            let same = known.filter(|(_, half)| half.block() == cell.block());
            same.map(|(half, cell)| (half, cell.with_open(!cell.is_open()))).collect()
        }
        Click::UseOn { .. }
        | Click::Transfer { .. }
        | Click::Craft { .. }
        | Click::Toss { .. }
        | Click::Equip { .. }
        | Click::Sleep { .. } => Vec::new(),
    }
}

fn place(limbs: &impl Limbs, item: ItemId, at: BlockPos) -> Result<(), Refusal> {
    let block = items::all().get(usize::from(item.0)).and_then(|item| item.block).ok_or(Refusal::BadRequest)?;
    if !in_world(at.y) {
        return Err(Refusal::OutOfReach);
    }
    let there = reachable(limbs, at)?;
    let inside = props(block).solid && Room::of(limbs.pose().at, SIZE).overlaps(Room::of_block(at));
    if !gives_way(there) || inside || limbs.is_predicted(at) {
        return Err(Refusal::Occupied);
    }
    let holds =
        |cell: BlockPos| limbs.cells().block(cell).is_some_and(|block| !gives_way(block) && !props(block).liquid);
    if at.neighbours().into_iter().any(holds) { Ok(()) } else { Err(Refusal::NoSupport) }
}

/// Whether a click on a spot places something, and nobody is known to stand in the way.
fn place_at(limbs: &impl Limbs, item: ItemId, spot: &Spot) -> Result<(), Refusal> {
    let block = items::all().get(usize::from(item.0)).and_then(|item| item.block).ok_or(Refusal::BadRequest)?;
    if states::kind(block) == Kind::Liquid {
        return Err(Refusal::BadRequest); // a bucket is used on its cell
    }
    reachable(limbs, spot.on)?;
    let (cells, eyes) = (limbs.cells(), limbs.pose().eyes());
    if !aim::is_in_view(cells, eyes, spot) {
        return Err(Refusal::OutOfSight);
    }
    let body = Room::of(limbs.pose().at, SIZE);
    for (at, state) in aim::outcome(cells, eyes, item, spot)?.placed {
        let inside = boxes::rooms(state.into(), at).any(|room| room.overlaps(body));
        if inside || !in_world(at.y) || limbs.is_predicted(at) {
            return Err(Refusal::Occupied);
        }
    }
    Ok(())
}

fn transfer(limbs: &impl Limbs, block: BlockId, what: Transfer) -> Result<(), Refusal> {
    let (chest, fire) = match kinds::station(block) {
        _ if kinds::is_chest(block) => (true, false),
        Some(Station::Furnace | Station::BlastFurnace | Station::Smoker | Station::Campfire) => (false, true),
        Some(Station::CraftingTable | Station::Stonecutter | Station::SmithingTable) | None => (false, false),
    };
    let count = |item: ItemId| limbs.inventory().count(item);
    match what {
        Transfer::Load { input, fuel } if fire => {
            let same = fuel.filter(|(item, _)| *item == input.0).map_or(0, |(_, count)| u32::from(count));
            let fuel_there = fuel.is_none_or(|(item, n)| count(item) >= u32::from(n));
            let enough = count(input.0) >= u32::from(input.1) + same && fuel_there;
            if enough { Ok(()) } else { Err(Refusal::MissingItem) }
        }
        Transfer::TakeOutput if fire => Ok(()),
        Transfer::Deposit { item, count: n } if chest => {
            if count(item) >= u32::from(n) {
                Ok(())
            } else {
                Err(Refusal::MissingItem)
            }
        }
        Transfer::Withdraw { .. } if chest => Ok(()),
        Transfer::Load { .. } | Transfer::TakeOutput | Transfer::Deposit { .. } | Transfer::Withdraw { .. } => {
            Err(Refusal::WrongBlock)
        }
    }
}

fn reachable(limbs: &impl Limbs, at: BlockPos) -> Result<BlockId, Refusal> {
    let block = limbs.cells().block(at).ok_or(Refusal::NotLoaded)?;
    if limbs.pose().reaches(at) { Ok(block) } else { Err(Refusal::OutOfReach) }
}

fn in_reach(limbs: &impl Limbs, at: BlockPos) -> Result<BlockId, Refusal> {
    let block = reachable(limbs, at)?;
    if block == known().air { Err(Refusal::WrongBlock) } else { Ok(block) }
}
