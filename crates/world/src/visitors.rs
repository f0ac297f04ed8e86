//! Visitors: people at the terminal who stand in the world. They do not walk by themselves, nothing hurts them, and they take
//! what is thrown to them.

use crate::World;
use crate::body::SIZE;
use crate::physics::Room;
use crate::space::{MICRO, Place};
use serde::{Deserialize, Serialize};
use vocab::action::Heading;
use vocab::senses::BodyEvent;
use vocab::{Bag, BlockPos, Name};

/// Most visiting players at a time. The one who came first leaves when another comes.
pub const VISITORS_MAX: usize = 8;
/// Horizontal distance within which a visitor picks up thrown items. It is larger than the body's, as if the
/// visitor took a step.
const REACH_FLAT: i64 = 3 * MICRO;
/// Vertical distance within which a visitor picks up thrown items.
const REACH_TALL: i64 = 2 * MICRO;
/// A new visitor who names no place stands this many blocks from the body.
const BESIDE_BLOCKS: i32 = 2;
/// How many blocks above the named place a visitor may stand if the place is solid: enough to get above trees.
const STAND_BLOCKS: i32 = 32;

/// One visiting player.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Visitor {
    pub id: u64,
    pub name: Name,
    /// The visitor's position: the middle of the feet.
    pub at: Place,
    /// The items that the visitor has picked up.
    pub bag: Bag,
}

impl Visitor {
    pub(crate) fn room(&self) -> Room {
        Room::of(self.at, SIZE)
    }

    pub(crate) fn eyes(&self) -> Place {
        self.at.up(crate::body::EYE_HEIGHT)
    }
}

impl World {
    /// Puts a visitor at a place, or above it if the place is solid. Without a place, a new visitor stands beside the
    /// body and a known one stays where they are.
    pub fn visit(&mut self, name: &str, at: Option<BlockPos>) {
        let name = Name::new(name);
        if name == Name::EMPTY {
            return;
        }
        let known = self.visitors.iter().position(|visitor| visitor.name == name);
        let place = match (at, known) {
            (None, Some(_)) => return,
            (Some(at), _) => {
                (0..=STAND_BLOCKS).map(|up| at.offset(0, up, 0)).find(|at| self.has_room(*at)).unwrap_or(at)
            }
            (None, None) => self.beside_body(),
        };
        let at = Place::on(place);
        if let Some(index) = known {
            self.visitors[index].at = at;
            return;
        }
        if self.visitors.len() == VISITORS_MAX {
            self.visitors.remove(0);
        }
        let id = self.mobs.take_id();
        self.visitors.push(Visitor { id, name, at, bag: Bag::new() });
    }

    pub fn visitors(&self) -> &[Visitor] {
        &self.visitors
    }

    fn has_room(&self, feet: BlockPos) -> bool {
        !self.grid.is_solid(feet) && !self.grid.is_solid(feet.offset(0, 1, 0))
    }

    /// The first free place on firm ground around the body, for a visitor.
    fn beside_body(&self) -> BlockPos {
        let feet = self.body.feet();
        let around = Heading::ALL.into_iter().flat_map(|heading| {
            let (x, z) = heading.step();
            [0, 1, -1, 2, -2].map(|y| feet.offset(x * BESIDE_BLOCKS, y, z * BESIDE_BLOCKS))
        });
        let mut firm = around.filter(|at| self.has_room(*at) && self.grid.is_solid(at.offset(0, -1, 0)));
        firm.next().unwrap_or(feet)
    }
}

/// Lets visitors pick up what the body threw near them. Items from blocks and mobs are left to the body.
pub(crate) fn tick(world: &mut World) {
    if world.visitors.is_empty() {
        return;
    }
    for index in 0..world.visitors.len() {
        let near = world.visitors[index].room().grown(REACH_FLAT, REACH_TALL);
        let lies_near = |drop: &&crate::drops::Drop| {
            drop.thrown && drop.pickup_delay_ticks == 0 && near.overlaps(Room::of(drop.at, skills::measures::ITEM_SIZE))
        };
        let found: Vec<(u64, u8)> =
            world.drops.iter().filter(lies_near).map(|drop| (drop.id, drop.stack.count)).collect();
        for (id, count) in found {
            let Some(taken) = world.drops.take(id, count) else { continue };
            let visitor = &mut world.visitors[index];
            visitor.bag.add(taken.item, u32::from(taken.count));
            let (by, item, count) = (visitor.name, taken.item, u16::from(taken.count));
            world.events.push(BodyEvent::Collected { by, item, count });
        }
    }
}
