//! What blocks need around them to stay, and what becomes of those that lose it. The rules are the game's, from `clicks`; added are
//! the two halves of doors, beds and tall plants.

use crate::World;
use crate::grid::Grid;
use crate::known::known;
use crate::state::Cell;
use crate::updates::spill;
use gamedata::states::{self, Kind};
use std::sync::LazyLock;
use vocab::{BlockPos, StateId};

/// For each state, whether it can lose what it needs, and whether it takes another shape when a cell beside it changes.
static NATURES: LazyLock<Vec<(bool, bool)>> = LazyLock::new(|| (0..states::COUNT as u16).map(nature).collect());

/// A block needs something if it does not stay in the air, or not inside stone.
fn nature(number: u16) -> (bool, bool) {
    let state = StateId(number);
    let plain = states::default(states::block(state));
    let (air, stone) = (|_: BlockPos| states::AIR, |_: BlockPos| states::default(known().stone));
    let here = BlockPos::new(0, 0, 0);
    let alone = clicks::stays(&air, here, plain) && clicks::stays(&stone, here, plain);
    (!alone || other_half(here, state.into()).is_some(), clicks::reacts(state))
}

/// Whether a block can lose what it needs.
pub(crate) fn needs(cell: Cell) -> bool {
    NATURES[usize::from(cell.0)].0
}

/// Where the other half of a door, a bed or a tall plant is.
pub(crate) fn other_half(at: BlockPos, cell: Cell) -> Option<BlockPos> {
    if let Some(part) = states::value(cell.state(), "part").filter(|_| states::kind_of(cell.state()) == Kind::Bed) {
        let (dx, dz) = cell.facing()?;
        let way = if part == "head" { -1 } else { 1 };
        return Some(at.offset(dx * way, 0, dz * way));
    }
    match (states::kind_of(cell.state()), states::value(cell.state(), "half")?) {
        // The upper half of a pitcher plant grows later.
        (Kind::PitcherCrop, _) => None,
        (_, "upper") => Some(at.offset(0, -1, 0)),
        (_, "lower") => Some(at.offset(0, 1, 0)),
        _ => None,
    }
}

/// Whether two cells are the two halves of one thing.
fn belong(cell: Cell, other: Cell) -> bool {
    let half = |cell: Cell| (cell.is_upper(), cell.is_head());
    cell.block() == other.block() && half(cell) != half(other)
}

/// The other half of what is in a cell, if it is there.
pub(crate) fn whole(grid: &Grid, at: BlockPos, cell: Cell) -> Option<BlockPos> {
    other_half(at, cell).filter(|other| grid.cell(*other).is_some_and(|other| belong(cell, other)))
}

fn is_held(grid: &Grid, at: BlockPos, cell: Cell) -> bool {
    if other_half(at, cell).is_some() && whole(grid, at, cell).is_none() {
        return false;
    }
    let cells = |at: BlockPos| grid.cell(at).unwrap_or(Cell::of(known().stone)).state();
    clicks::stays(&cells, at, cell.state())
}

/// Breaks what is in a cell if it has lost what it needs.
pub(crate) fn check(world: &mut World, at: BlockPos) {
    let Some(cell) = world.grid.cell(at).filter(|cell| needs(*cell)) else { return };
    if is_held(&world.grid, at, cell) {
        return;
    }
    if let Kind::Farmland | Kind::DirtPath = states::kind_of(cell.state()) {
        world.set_block(at, known().dirt);
        return;
    }
    // The half that is removed first drops the item; of two that lose their ground that is the lower one.
    let drops = match other_half(at, cell) {
        None => true,
        Some(_) => whole(&world.grid, at, cell).is_some() && !cell.is_upper() && !cell.is_head(),
    };
    world.set_cell(at, cell.emptied());
    if drops {
        spill(world, at, cell);
    }
}

/// Lets the cells around a changed one take the shapes that it gives them: fences join, stairs turn corners.
pub(crate) fn settle(world: &mut World, at: BlockPos) {
    let reacts = |next: &BlockPos| world.grid.cell(*next).is_some_and(|cell| NATURES[usize::from(cell.0)].1);
    if !at.neighbours().iter().any(reacts) {
        return;
    }
    let cells = |at: BlockPos| world.grid.cell(at).unwrap_or(Cell::AIR).state();
    for (beside, state) in clicks::settled(&cells, &[at]) {
        world.set_cell(beside, state.into());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(text: &str) -> Cell {
        states::parse(text).unwrap().into()
    }

    #[test]
    fn blocks_need_what_the_game_says() {
        for (text, needed) in [
            ("stone", false),
            ("oak_planks", false),
            ("oak_fence", false),
            ("oak_stairs", false),
            ("grass_block", false),
            ("water", false),
            ("oak_leaves", false),
            ("chest", false),
            ("torch", true),
            ("wall_torch", true),
            ("lantern", true),
            ("ladder", true),
            ("rail", true),
            ("oak_sign", true),
            ("white_carpet", true),
            ("snow", true),
            ("wheat", true),
            ("farmland", true),
            ("oak_door", true),
            ("red_bed", true),
            ("sunflower", true),
            ("sugar_cane", true),
            ("scaffolding", true),
            ("lily_pad", true),
        ] {
            assert_eq!(needs(cell(text)), needed, "{text}");
        }
    }
}
