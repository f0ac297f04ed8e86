//! Sets up and inspects scenes, for tests, benchmarks and the page.

use crate::body::Body;
use crate::space::Place;
use crate::view;
use crate::world::World;
use vocab::item::Stack;
use vocab::senses::GameMode;
use vocab::{Bag, BlockPos, ItemId};

impl World {
    pub fn body(&self) -> &Body {
        &self.body
    }

    /// The body for scenes and tests, which may change it without regard to the game rules.
    pub fn body_mut(&mut self) -> &mut Body {
        &mut self.body
    }

    /// Sets the body's game mode. In creative and spectator mode nothing hurts it and it is never hungry.
    pub fn set_mode(&mut self, mode: GameMode) {
        self.body.mode = mode;
    }

    /// Moves the body to a place at rest, with the chunks around it loaded.
    pub fn move_body(&mut self, to: BlockPos) {
        self.move_body_exactly(Place::on(to));
    }

    /// Moves the body to a position that need not be the middle of a cell.
    pub fn move_body_exactly(&mut self, to: Place) {
        self.body.at = to;
        self.body.velocity = Place::ZERO;
        self.body.fallen = 0;
        if !self.grid.is_loaded(to.block()) {
            view::load_all(self);
        }
    }

    /// Puts new items into the body's inventory; returns how many did not fit.
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

    /// Puts as much of a stack as fits into the chest at a position, and returns the rest.
    pub fn stock_chest(&mut self, at: BlockPos, stack: Stack) -> Option<Stack> {
        self.chests.put(at, stack)
    }

    /// All items that are not blocks in the world: carried, worn, on the ground, in chests and stations, and
    /// with visitors.
    pub fn all_items(&self) -> Bag {
        let lying = self.drops.iter().map(|drop| drop.stack);
        let taken = self.visitors.iter().flat_map(|visitor| visitor.bag.iter());
        let stacks =
            self.body.inventory.stacks().chain(lying).chain(self.chests.stacks()).chain(self.stations.stacks());
        stacks.map(|stack| (stack.item, u32::from(stack.count))).chain(taken).collect()
    }
}
