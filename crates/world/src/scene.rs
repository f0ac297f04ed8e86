//! Setting up and looking at scenes: what tests, the benchmark and the page need to see or to arrange by hand.

use crate::body::Body;
use crate::space::Place;
use crate::view;
use crate::world::World;
use vocab::item::Stack;
use vocab::{Bag, BlockPos, ItemId};

impl World {
    pub fn body(&self) -> &Body {
        &self.body
    }

    /// For scenes: whatever is changed here is outside the rules.
    pub fn body_mut(&mut self) -> &mut Body {
        &mut self.body
    }

    /// Puts the body somewhere else, at rest, with the world around it loaded.
    pub fn move_body(&mut self, to: BlockPos) {
        self.body.at = Place::on(to);
        self.body.velocity = Place::ZERO;
        self.body.fallen = 0;
        if !self.grid.is_loaded(to) {
            view::load_all(self);
        }
    }

    /// Gives the body items out of nothing; how many did not fit.
    pub fn give(&mut self, item: ItemId, count: u32) -> u32 {
        let mut left = count;
        while left > 0 {
            let part = left.min(u32::from(crate::inventory::stack_size(item)));
            match self.body.inventory.add(Stack { item, count: part as u8, wear: 0 }) {
                None => left -= part,
                Some(rest) => return left - part + u32::from(rest.count),
            }
        }
        0
    }

    /// Every item there is outside of blocks: carried, worn, on the ground, in chests and stations.
    pub fn all_items(&self) -> Bag {
        let lying = self.drops.iter().map(|drop| drop.stack);
        let stacks =
            self.body.inventory.stacks().chain(lying).chain(self.chests.stacks()).chain(self.stations.stacks());
        stacks.map(|stack| (stack.item, u32::from(stack.count))).collect()
    }
}
