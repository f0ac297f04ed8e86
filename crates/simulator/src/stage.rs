//! What a scripted body has around it and in its bag. Tests set it; rules change it; senses and answers are read from it.

use crate::block;
use belief::evidence::{Detection, Sight};
use gamedata::{blocks, items, states};
use mind::input::{Heard, Link};
use std::collections::BTreeMap;
use vocab::build::Guarded;
use vocab::item::Stack;
use vocab::outcome::{BLOCK_RECEIPTS_MAX, Receipt};
use vocab::senses::{BAG_SLOTS, BodyEvent, Carried, Harm, Surroundings, Vitals};
use vocab::tick::TICKS_PER_DAY;
use vocab::{Answer, Bag, BlockId, BlockPos, ItemId, Name, Query, StateId, Tick};

/// How far below and beside the body a search for blocks also looks at the ground, in blocks, and not only at
/// [`Stage::cells`].
const GROUND_DEPTH: i32 = 6;
const GROUND_ASIDE: i32 = 3;

/// The world of a scripted body: blocks, creatures, the bag and the clock.
#[derive(Debug, Clone)]
pub struct Stage {
    /// The stage's clock in game ticks. It stands still while the body is away.
    pub tick: Tick,
    /// How many mind ticks have passed so far, also while the body was away.
    pub mind_ticks: u64,
    pub link: Link,
    pub at: BlockPos,
    pub vitals: Option<Vitals>,
    pub bag: Bag,
    /// The armour that the body wears.
    pub armour: Vec<ItemId>,
    /// Whether the world has told the body what its bag holds.
    pub bag_is_known: bool,
    pub sky_light: u8,
    pub block_light: u8,
    /// The time of day (in ticks) that the stage has at tick 0.
    pub day_offset: u64,
    /// Blocks of the stage that differ from the ground.
    pub cells: BTreeMap<BlockPos, BlockId>,
    /// The states of blocks in `cells` that are not in the state that their kind usually has.
    pub states: BTreeMap<BlockPos, StateId>,
    /// The block at a place where `cells` has none; `None` where nothing is loaded.
    pub ground: fn(BlockPos) -> Option<BlockId>,
    /// The cells that the body was last told to leave to builds. Only build actions change them.
    pub guarded: Vec<Guarded>,
    /// The creatures that the body reports at every sense.
    pub creatures: Vec<Detection>,
    /// Events that the body reports once, at the next sense.
    pub events: Vec<BodyEvent>,
    pub heard: Vec<Heard>,
}

impl Default for Stage {
    fn default() -> Stage {
        Stage {
            tick: Tick(0),
            mind_ticks: 0,
            link: Link::Present,
            at: BlockPos::new(0, 64, 0),
            vitals: Some(Vitals::healthy()),
            bag: Bag::new(),
            armour: vec![],
            bag_is_known: true,
            sky_light: 15,
            block_light: 0,
            day_offset: 0,
            cells: BTreeMap::new(),
            states: BTreeMap::new(),
            ground: flat,
            guarded: vec![],
            creatures: vec![],
            events: vec![],
            heard: vec![],
        }
    }
}

/// A flat world: stone below y = 60, dirt below 64, air above.
pub fn flat(at: BlockPos) -> Option<BlockId> {
    Some(block(match at.y {
        ..60 => "stone",
        60..64 => "dirt",
        _ => "air",
    }))
}

/// A report of a creature in plain sight.
pub fn seen(kind: &str, at: BlockPos, id: u64) -> Detection {
    Detection { at: at.centre(), kind: Name::new(kind), sight: Sight::Visible, engine_id: Some(id), velocity: None }
}

impl Stage {
    /// Plants a wood of birches four blocks high on the stage, with coal and iron in the rock below, twelve blocks
    /// apart.
    pub fn with_wood_and_ore(mut self) -> Stage {
        for (x, z) in (-20..=20).flat_map(|x| (-20..=20).map(move |z| (x * 12, z * 12))) {
            for height in 0..4 {
                self.cells.insert(BlockPos::new(x + 3, 64 + height, z + 4), block("birch_log"));
            }
            self.cells.insert(BlockPos::new(x, 58, z), block("coal_ore"));
            self.cells.insert(BlockPos::new(x + 1, 57, z), block("iron_ore"));
        }
        self
    }

    /// The block at a place of the stage; `None` where nothing is loaded.
    pub fn block(&self, at: BlockPos) -> Option<BlockId> {
        self.cells.get(&at).copied().or_else(|| (self.ground)(at))
    }

    /// The block state at a place of the stage; `None` where nothing is loaded.
    pub fn state(&self, at: BlockPos) -> Option<StateId> {
        let block = self.block(at)?;
        let own = self.states.get(&at).copied().filter(|state| states::block(*state) == block);
        Some(own.unwrap_or_else(|| states::default(block)))
    }

    /// Whether the cell belongs to a build of the agent.
    pub fn is_guarded(&self, at: BlockPos) -> bool {
        self.guarded.iter().any(|cells| cells.holds(at))
    }

    /// Puts a block state on the stage and notes that in the receipt.
    pub fn put(&mut self, at: BlockPos, to: StateId, receipt: &mut Receipt) {
        self.cells.insert(at, states::block(to));
        self.states.insert(at, to);
        if receipt.blocks.len() < BLOCK_RECEIPTS_MAX {
            receipt.blocks.push((at, to));
        }
    }

    pub fn is_solid(&self, at: BlockPos) -> bool {
        self.block(at).is_some_and(|block| blocks::get(block).solid)
    }

    /// Changes a block of the stage and notes that in the receipt.
    pub fn set(&mut self, at: BlockPos, to: BlockId, receipt: &mut Receipt) {
        self.cells.insert(at, to);
        self.states.remove(&at);
        if receipt.blocks.len() < BLOCK_RECEIPTS_MAX {
            receipt.blocks.push((at, states::default(to)));
        }
    }

    /// Takes this many half hearts from the body's health, and reports the event.
    pub fn hurt(&mut self, half_hearts: u8) {
        if let Some(vitals) = &mut self.vitals {
            vitals.health = vitals.health.saturating_sub(half_hearts);
            self.events.push(BodyEvent::Hurt { half_hearts, cause: Harm::Melee, from: None });
        }
    }

    /// The places of these kinds of blocks within the radius, nearest first: among the cells that were set, and in the
    /// ground close by.
    pub fn nearest(&self, wanted: &[BlockId], radius: u8) -> Vec<(BlockPos, BlockId)> {
        let reach = u64::from(radius).pow(2);
        let below = (-GROUND_DEPTH..=0).flat_map(|y| (-GROUND_ASIDE..=GROUND_ASIDE).map(move |x| (x, y)));
        let ground = below.map(|(x, y)| self.at.offset(x, y, 1));
        let mut found: Vec<(BlockPos, BlockId)> = (self.cells.keys().copied().chain(ground))
            .filter(|at| at.distance_squared(self.at) <= reach && !self.is_guarded(*at))
            .filter_map(|at| Some((at, self.block(at)?)))
            .filter(|(_, block)| wanted.contains(block))
            .collect();
        found.sort_by_key(|(at, _)| (at.distance_squared(self.at), *at));
        found.dedup();
        found
    }

    /// The answer to a question about blocks from a body that sees everything; the contents of containers are unknown.
    pub fn answer(&self, query: &Query) -> Answer {
        match query {
            Query::Region { min, max } => {
                let rows = (min.y..=max.y).flat_map(|y| (min.z..=max.z).map(move |z| (y, z)));
                let cells = rows.flat_map(|(y, z)| (min.x..=max.x).map(move |x| BlockPos::new(x, y, z)));
                Answer::Region { min: *min, max: *max, states: cells.map(|at| self.state(at)).collect() }
            }
            Query::NearestBlocks { blocks, radius, most } => {
                Answer::Blocks { found: self.nearest(blocks, *radius).into_iter().take(usize::from(*most)).collect() }
            }
            Query::Container { .. } => Answer::Unknown,
        }
    }

    pub(crate) fn surroundings(&self) -> Surroundings {
        Surroundings {
            sky_light: self.sky_light,
            block_light: self.block_light,
            time_of_day: ((self.tick.0 + self.day_offset) % TICKS_PER_DAY) as u16,
            open_sides: self.open_sides(),
        }
    }

    /// The number of open cells beside the body's feet and head, and above it.
    fn open_sides(&self) -> u8 {
        let head = self.at.offset(0, 1, 0);
        let sides = [(1, 0), (-1, 0), (0, 1), (0, -1)];
        let beside = [self.at, head].into_iter().flat_map(|at| sides.map(|(x, z)| at.offset(x, 0, z)));
        beside.chain([head.offset(0, 1, 0)]).filter(|at| !self.is_solid(*at)).count() as u8
    }

    pub(crate) fn carried(&self) -> Carried {
        if !self.bag_is_known {
            return Carried::default();
        }
        let mut armour = [None; 4];
        for item in &self.armour {
            // Armour slots of the game are numbered after both hands, so two is subtracted.
            let slot = items::get(*item).armour.map_or(0, |armour| armour.slot as usize - 2);
            armour[slot] = Some(Stack { item: *item, count: 1, wear: 0 });
        }
        let mut slots: Vec<Option<Stack>> = Vec::new();
        for (item, mut left) in self.bag.iter() {
            while left > 0 {
                let count = left.min(u32::from(items::get(item).stack_size));
                slots.push(Some(Stack { item, count: count as u8, wear: 0 }));
                left -= count;
            }
        }
        slots.resize(slots.len().max(BAG_SLOTS), None);
        Carried { slots, armour, ..Carried::default() }
    }
}
