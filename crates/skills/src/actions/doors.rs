//! Opens and closes doors, gates and trapdoors on the way.

use crate::blocks as kinds;
use crate::limbs::{Ack, Cells, Click, Limbs};
use crate::me::Me;
use vocab::BlockPos;

/// Opens the closed door, fence gate or trapdoor at a place; returns whether it did.
pub(super) fn open(me: &mut Me<'_, impl Limbs>, at: BlockPos) -> bool {
    is_open(me, at) == Some(false) && !matches!(me.click(&Click::Toggle { at }), Ack::Refused(_))
}

/// Closes the open door, fence gate or trapdoor at a place if nobody stands in it; returns whether it did.
pub(super) fn close(me: &mut Me<'_, impl Limbs>, at: BlockPos) -> bool {
    is_open(me, at) == Some(true) && !matches!(me.click(&Click::Toggle { at }), Ack::Refused(_))
}

fn is_open(me: &Me<'_, impl Limbs>, at: BlockPos) -> Option<bool> {
    let cell = me.cells().cell(at).filter(|cell| kinds::opens(cell.block()))?;
    Some(cell.is_open())
}
