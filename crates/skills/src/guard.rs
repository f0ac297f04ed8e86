//! What the hands leave alone: the cells of the agent's own builds. Path search, collecting, digging, mining, walling in, bridges,
//! pillars and torches all ask here before they break or fill a cell. Only [`vocab::Action::Build`] does not.

use crate::blocks as kinds;
use crate::limbs::{Ack, Click, Limbs};
use crate::me::Me;
use gamedata::items;
use vocab::build::Guarded;
use vocab::outcome::Refusal;
use vocab::position::BESIDE;
use vocab::{BlockPos, ItemId};

/// Whether a cell may be broken or filled: not when it belongs to a build.
pub fn may_break(guarded: &[Guarded], at: BlockPos) -> Result<(), Refusal> {
    if guarded.iter().any(|cells| cells.holds(at)) { Err(Refusal::Guarded) } else { Ok(()) }
}

/// Whether all cells that a click may change are free to be changed. Doors of a build are opened and its chests used.
fn may_click(guarded: &[Guarded], click: &Click) -> Result<(), Refusal> {
    match click {
        Click::Place { item, at } => filled(*item, *at).into_iter().try_for_each(|cell| may_break(guarded, cell)),
        Click::PlaceAt { spot, .. } => {
            [spot.on, spot.face.of(spot.on)].into_iter().try_for_each(|cell| may_break(guarded, cell))
        }
        Click::UseOn { at, .. } => may_break(guarded, *at),
        Click::Toggle { .. }
        | Click::Transfer { .. }
        | Click::Craft { .. }
        | Click::Toss { .. }
        | Click::Equip { .. }
        | Click::Sleep { .. } => Ok(()),
    }
}

/// The cells that a placed item may come to be in. The head of a bed may be on any side: which one is up to the world.
fn filled(item: ItemId, at: BlockPos) -> Vec<BlockPos> {
    let block = items::all().get(usize::from(item.0)).and_then(|item| item.block);
    let mut cells = vec![at];
    if block.is_some_and(kinds::is_door) {
        cells.push(at.offset(0, 1, 0));
    }
    if block.is_some_and(kinds::is_bed) {
        cells.extend(BESIDE.map(|(x, z)| at.offset(x, 0, z)));
    }
    cells
}

impl<L: Limbs> Me<'_, L> {
    /// Whether the body may break or fill a cell.
    pub fn may_break(&self, at: BlockPos) -> Result<(), Refusal> {
        may_break(&self.skills.guarded, at)
    }

    /// Whether the body expects its world to accept a click now, and may do it. Changes nothing.
    pub fn would(&self, click: &Click) -> Result<(), Refusal> {
        may_click(&self.skills.guarded, click)?;
        self.limbs.would(click)
    }

    /// Does a click that changes no cell of a build.
    pub fn click(&mut self, click: &Click) -> Ack {
        match may_click(&self.skills.guarded, click) {
            Ok(()) => self.limbs.click(click),
            Err(refusal) => Ack::Refused(refusal),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_corners_of_a_build_belong_to_it_and_their_neighbours_do_not() {
        let build = [Guarded { min: BlockPos::new(0, 64, 0), max: BlockPos::new(4, 67, 4) }];
        for (at, may) in [
            (BlockPos::new(0, 64, 0), false),
            (BlockPos::new(4, 67, 4), false),
            (BlockPos::new(2, 65, 2), false),
            (BlockPos::new(5, 67, 4), true),
            (BlockPos::new(4, 68, 4), true),
            (BlockPos::new(-1, 64, 0), true),
        ] {
            assert_eq!(may_break(&build, at).is_ok(), may, "{at}");
        }
        assert_eq!(may_break(&build, BlockPos::new(1, 64, 1)), Err(Refusal::Guarded));
    }

    #[test]
    fn doors_and_beds_take_a_second_cell() {
        let item = |name: &str| items::named(name).unwrap();
        let at = BlockPos::new(0, 64, 0);
        let build = |cell| [Guarded { min: cell, max: cell }];
        let place = |name: &str| Click::Place { item: item(name), at };
        for (name, cell, may) in [
            ("oak_door", at.offset(0, 1, 0), false),
            ("oak_door", at.offset(1, 0, 0), true),
            ("red_bed", at.offset(0, 0, -1), false),
            ("red_bed", at.offset(0, 1, 0), true),
            ("dirt", at.offset(0, 1, 0), true),
            ("torch", at, false),
        ] {
            assert_eq!(may_click(&build(cell), &place(name)).is_ok(), may, "{name} {cell}");
        }
        assert_eq!(may_click(&build(at), &Click::Toggle { at }), Ok(()));
    }
}
