//! A click, and the cell that it fills.

use gamedata::states::{self, Kind};
use vocab::{BlockId, BlockPos, ItemId, StateId};

use crate::look::Look;
use crate::matter;
use crate::scene::{self, Scene};
use crate::side::{Axis, Side};

/// Cursors count in this many parts of a block.
pub const CURSOR_PARTS: u32 = 1_000_000;
/// The middle of a face or block.
pub const CURSOR_MIDDLE: [u32; 3] = [CURSOR_PARTS / 2; 3];

/// A click with an item in hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Click {
    pub item: ItemId,
    /// The face of the clicked block.
    pub face: Side,
    /// Where on the clicked block, from its lowest corner, in millionths of a block.
    pub cursor: [u32; 3],
    pub look: Look,
    pub sneaking: bool,
}

/// The cell that a click fills, with what the rules of placing look at.
pub struct Spot<'a, 'b> {
    pub scene: &'b Scene<'a>,
    pub click: &'b Click,
    /// The cell to be filled.
    pub at: BlockPos,
    /// Whether the clicked block itself gives way to the new one.
    pub replaces_clicked: bool,
    /// The face that counts as clicked.
    pub face: Side,
    /// The block that is placed.
    pub block: BlockId,
}

impl Spot<'_, '_> {
    /// The six sides, nearest to the look first. What is built against comes before all of them.
    pub fn nearest(&self) -> [Side; 6] {
        let mut sides = self.click.look.nearest();
        if !self.replaces_clicked {
            let first = self.face.opposite();
            let at = sides.iter().position(|side| *side == first).unwrap_or(0);
            sides[..=at].rotate_right(1);
        }
        sides
    }

    /// The same without up and down.
    pub fn nearest_level(&self) -> impl Iterator<Item = Side> {
        self.nearest().into_iter().filter(|side| side.is_level())
    }

    /// The side along the ground that the player looks at.
    pub fn ahead(&self) -> Side {
        self.click.look.level()
    }

    /// What is in the cell now.
    pub fn held(&self) -> StateId {
        self.scene.state(self.at)
    }

    pub fn beside(&self, side: Side) -> StateId {
        self.scene.beside(self.at, side)
    }

    pub fn kind_beside(&self, side: Side) -> Kind {
        self.scene.kind_beside(self.at, side)
    }

    /// Whether the cell already holds the block that is placed.
    pub fn holds_same(&self) -> bool {
        scene::is_block(self.held(), self.block)
    }

    /// The block as it is placed when nothing says otherwise; standing in water where there is a source of it.
    pub fn plain(&self) -> StateId {
        let state = states::default(self.block);
        match states::kind(self.block) {
            // The light block drives the water out.
            Kind::Light => state,
            _ => scene::set_bool(state, "waterlogged", matter::is_water_source(self.held())),
        }
    }

    pub fn facing(&self, side: Side) -> StateId {
        scene::set_side(self.plain(), "facing", side)
    }

    /// Whether the click is in the upper half of the cell.
    pub fn is_high(&self) -> bool {
        self.click.cursor[1] > CURSOR_PARTS / 2
    }

    /// Whether what has an upper and a lower half is placed as the upper one: below a face, or high on a side.
    pub fn is_upper(&self) -> bool {
        match self.face {
            Side::Down => true,
            Side::Up => false,
            _ => self.is_high(),
        }
    }

    /// Where the click is, from the lowest corner of the cell to be filled.
    pub fn cursor_in_cell(&self) -> [i64; 3] {
        let (x, y, z) = if self.replaces_clicked { (0, 0, 0) } else { self.face.step() };
        let parts = i64::from(CURSOR_PARTS);
        let [on_x, on_y, on_z] = self.click.cursor.map(i64::from);
        [on_x - i64::from(x) * parts, on_y - i64::from(y) * parts, on_z - i64::from(z) * parts]
    }

    pub fn axis(&self) -> Axis {
        self.face.axis()
    }
}
