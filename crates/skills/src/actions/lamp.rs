//! Lights dark paths: a body that travels or collects in the dark places torches in the cells that it has just left.

use crate::known::known_items;
use crate::limbs::{Cells, Click, Limbs};
use crate::me::Me;
use vocab::BlockPos;

/// The body places a torch where the light at its head is below this. A torch six blocks away gives this much.
const LIT: u8 = 8;
/// This many torches are never placed while walking, but kept for lighting a shelter.
const KEPT: u32 = 4;

/// Places a torch in the cell that the body has just left, if that cell is dark and torches can be spared.
pub(crate) fn light_up(me: &mut Me<'_, impl Limbs>, left: BlockPos) {
    let (sky, block) = me.cells().light(me.eye().block());
    let torch = known_items().torch;
    if sky.max(block) >= LIT || me.pose().in_water || me.inventory().count(torch) <= KEPT {
        return;
    }
    // A torch that cannot stand there is no loss: the next cell is tried.
    me.click(&Click::Place { item: torch, at: left });
}
