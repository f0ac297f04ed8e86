//! What a skill works with: the limbs, what the eyes have seen, and what the body remembers.

use crate::agent::Skills;
use crate::eyes::Eyes;
use crate::inventory::Inventory;
use crate::limbs::{Limbs, Pose};
use crate::space::Place;
use vocab::BlockPos;

#[derive(Debug)]
pub struct Me<'a, L> {
    pub limbs: &'a mut L,
    pub eyes: &'a mut Eyes,
    pub skills: &'a mut Skills,
}

impl<L: Limbs> Me<'_, L> {
    pub fn cells(&self) -> &L::Cells {
        self.limbs.cells()
    }

    pub fn pose(&self) -> Pose {
        self.limbs.pose()
    }

    pub fn inventory(&self) -> &Inventory {
        self.limbs.inventory()
    }

    /// The middle of the feet.
    pub fn at(&self) -> Place {
        self.pose().at
    }

    /// The cell in which the feet are.
    pub fn feet(&self) -> BlockPos {
        self.pose().feet()
    }

    /// The place of the eyes.
    pub fn eye(&self) -> Place {
        self.pose().eyes()
    }

    /// Walks towards a place in this tick.
    pub fn head_for(&mut self, to: Place) {
        let heading = self.at().heading_to(to);
        self.limbs.keys().heading = heading;
    }
}
