//! What surrounds a standing body.

use crate::limbs::Cells;
use vocab::BlockPos;

/// The open cells among the ten around the body's two cells: four beside the feet, four beside the head, one
/// above, one below.
pub fn open_cells(cells: &impl Cells, feet: BlockPos) -> impl Iterator<Item = BlockPos> {
    let head = feet.offset(0, 1, 0);
    let around = feet.neighbours().into_iter().chain(head.neighbours()).filter(move |at| *at != feet && *at != head);
    around.filter(|at| !cells.is_solid(*at))
}
