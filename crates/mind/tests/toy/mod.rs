//! A toy world for tests: flat ground with trees and ores, a body that does everything at once, and faults on demand.
#![allow(dead_code)] // each test file uses its own part of it

use belief::evidence::{Detection, Sight};
use gamedata::{blocks, items, recipes, smelting, tools};
use mind::{Effect, Input, Mind};
use std::collections::BTreeMap;
use vocab::item::Stack;
use vocab::outcome::{End, Failure, Receipt, Refusal};
use vocab::senses::{BodyEvent, Carried, GameMode, Harm, Senses, Surroundings, Vitals};
use vocab::{
    Action, ActionId, Answer, Bag, BlockId, BlockPos, FinePos, ItemId, Name, Outcome, Query, QueryId, Station, Tick,
};

pub fn item(name: &str) -> ItemId {
    items::find(name).unwrap()
}

pub fn block(name: &str) -> BlockId {
    blocks::find(name).unwrap()
}

/// What goes wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    None,
    /// Every action is refused.
    Refuses,
    /// Every action claims to be done, and nothing happens.
    Lies,
    /// Actions begin and never end.
    Hangs,
    /// Every third outcome is lost.
    Forgets,
    /// Nothing is ever found or reached.
    FindsNothing,
}

#[derive(Debug, Clone)]
pub struct Toy {
    pub tick: u64,
    pub at: BlockPos,
    pub bag: Bag,
    pub vitals: Option<Vitals>,
    pub fault: Fault,
    pub cells: BTreeMap<BlockPos, BlockId>,
    pub detections: Vec<Detection>,
    pub events: Vec<BodyEvent>,
    pub furnaces: BTreeMap<BlockPos, (ItemId, u8, u64)>,
    pub running: Option<(ActionId, Action, u64)>,
    pub outcomes: Vec<Outcome>,
    pub answers: Vec<(QueryId, Answer)>,
    pub count: u64,
    pub armour: Vec<ItemId>,
    /// Whether animals stand around.
    pub herd: bool,
}

impl Default for Toy {
    fn default() -> Toy {
        let mut cells = BTreeMap::new();
        for x in -20..=20 {
            for z in -20..=20 {
                for height in 0..4 {
                    cells.insert(BlockPos::new(x * 12 + 3, 64 + height, z * 12 + 4), block("birch_log"));
                }
                cells.insert(BlockPos::new(x * 12, 58, z * 12), block("coal_ore"));
                cells.insert(BlockPos::new(x * 12 + 1, 57, z * 12), block("iron_ore"));
            }
        }
        let vitals = Vitals {
            health: 20,
            food: 20,
            saturation_milli: 5_000,
            air: 300,
            armour: 0,
            on_fire: false,
            in_lava: false,
            in_water: false,
            suffocating: false,
            falling: 0,
            asleep: false,
            mode: GameMode::Survival,
        };
        Toy {
            tick: 0,
            at: BlockPos::new(0, 64, 0),
            bag: Bag::new(),
            vitals: Some(vitals),
            fault: Fault::None,
            cells,
            detections: vec![],
            events: vec![],
            furnaces: BTreeMap::new(),
            running: None,
            outcomes: vec![],
            answers: vec![],
            count: 0,
            armour: vec![],
            herd: true,
        }
    }
}

impl Toy {
    pub fn block(&self, at: BlockPos) -> BlockId {
        let ground = match at.y {
            ..60 => "stone",
            60..64 => "dirt",
            _ => "air",
        };
        self.cells.get(&at).copied().unwrap_or_else(|| block(ground))
    }

    fn solid(&self, at: BlockPos) -> bool {
        blocks::get(self.block(at)).solid
    }

    fn open_sides(&self) -> u8 {
        let head = self.at.offset(0, 1, 0);
        let sides = [(1, 0), (-1, 0), (0, 1), (0, -1)];
        let beside = [self.at, head].into_iter().flat_map(|at| sides.map(|(x, z)| at.offset(x, 0, z)));
        beside.chain([head.offset(0, 1, 0)]).filter(|at| !self.solid(*at)).count() as u8
    }

    /// What the body reports now; outcomes and answers are handed over.
    pub fn input(&mut self) -> Input {
        let slots = self.slots();
        let progress = self.running.as_ref().filter(|_| self.fault != Fault::Hangs).map(|(id, action, ready)| {
            let left = ready.saturating_sub(self.tick) as u32;
            let of = ticks_of(action) as u32;
            vocab::senses::Progress { id: *id, done: of.saturating_sub(left), of, blocks: 0 }
        });
        let mut detections = self.detections.clone();
        if self.herd {
            detections.push(seen("cow", self.at.offset(9, 0, 2), 1_000));
        }
        Input {
            tick: Tick(self.tick),
            senses: Senses {
                tick: Tick(self.tick),
                at: self.at.centre(),
                vitals: self.vitals,
                carried: Carried { slots, armour: self.worn(), ..Carried::default() },
                surroundings: Surroundings {
                    sky_light: 15,
                    block_light: 0,
                    time_of_day: (self.tick % 24_000) as u16,
                    open_sides: self.open_sides(),
                },
                progress,
                events: std::mem::take(&mut self.events),
            },
            detections,
            outcomes: std::mem::take(&mut self.outcomes),
            answers: std::mem::take(&mut self.answers),
            replies: vec![],
            commands: vec![],
        }
    }

    fn worn(&self) -> [Option<Stack>; 4] {
        let mut worn = [None; 4];
        for item in &self.armour {
            let slot = items::get(*item).armour.map_or(0, |armour| armour.slot as usize - 2);
            worn[slot] = Some(Stack { item: *item, count: 1, wear: 0 });
        }
        worn
    }

    fn slots(&self) -> Vec<Option<Stack>> {
        let mut slots: Vec<Option<Stack>> = vec![];
        for (item, count) in self.bag.iter() {
            let size = u32::from(items::get(item).stack_size);
            let mut left = count;
            while left > 0 {
                let count = left.min(size);
                slots.push(Some(Stack { item, count: count as u8, wear: 0 }));
                left -= count;
            }
        }
        slots.resize(slots.len().max(36), None);
        slots
    }

    /// Performs effects; checks on the way that at most one action runs.
    pub fn perform(&mut self, effects: &[Effect]) {
        for effect in effects {
            match effect {
                Effect::Act { id, action } => {
                    assert!(self.running.is_none(), "two actions at once at tick {}", self.tick);
                    self.count += 1;
                    self.running = Some((*id, action.clone(), self.tick + ticks_of(action)));
                }
                Effect::Cancel { id } if self.running.as_ref().is_some_and(|(running, ..)| running == id) => {
                    self.running = None;
                    self.end(*id, End::Cancelled, Receipt::default());
                }
                Effect::Scan { id, query } => self.answers.push((*id, self.answer(query))),
                _ => {}
            }
        }
    }

    /// Four ticks pass.
    pub fn pass(&mut self) {
        self.tick += 4;
        if self.tick.is_multiple_of(1_200)
            && let Some(vitals) = &mut self.vitals
        {
            vitals.food = vitals.food.saturating_sub(1);
        }
        if let Some((id, action, ready)) = self.running.clone()
            && self.tick >= ready
            && self.fault != Fault::Hangs
        {
            self.running = None;
            let (end, receipt) = match self.fault {
                Fault::Refuses => (End::Refused(Refusal::BadRequest), Receipt::default()),
                Fault::Lies => (End::Done, Receipt::default()),
                Fault::FindsNothing if !matches!(action, Action::Wait { .. }) => {
                    (End::Failed(Failure::NoPath), Receipt::default())
                }
                _ => self.act(&action),
            };
            if self.fault != Fault::Forgets || id.0 % 3 != 0 {
                self.end(id, end, receipt);
            }
        }
    }

    fn end(&mut self, id: ActionId, end: End, receipt: Receipt) {
        self.outcomes.push(Outcome { id, at: Tick(self.tick), end, receipt });
    }

    fn answer(&self, query: &Query) -> Answer {
        match query {
            Query::Region { min, max } => {
                let mut cells = vec![];
                for y in min.y..=max.y {
                    for z in min.z..=max.z {
                        cells.extend((min.x..=max.x).map(|x| Some(self.block(BlockPos::new(x, y, z)))));
                    }
                }
                Answer::Region { min: *min, max: *max, blocks: cells }
            }
            Query::NearestBlocks { blocks, radius, most } => {
                let found = if self.fault == Fault::FindsNothing { vec![] } else { self.nearest(blocks, *radius) };
                Answer::Blocks { found: found.into_iter().take(usize::from(*most)).collect() }
            }
            Query::Container { .. } => Answer::Unknown,
        }
    }

    fn nearest(&self, wanted: &[BlockId], radius: u8) -> Vec<(BlockPos, BlockId)> {
        let reach = u64::from(radius).pow(2);
        let placed = self.cells.iter().map(|(at, block)| (*at, *block));
        let here = (-6..=0).flat_map(|y| (-3..=3).map(move |x| (x, y)));
        let ground = here.map(|(x, y)| self.at.offset(x, y, 1)).map(|at| (at, self.block(at)));
        let mut found: Vec<_> = placed
            .chain(ground)
            .filter(|(at, block)| wanted.contains(block) && at.distance_squared(self.at) <= reach)
            .collect();
        found.sort_by_key(|(at, _)| (at.distance_squared(self.at), *at));
        found.dedup();
        found
    }

    fn act(&mut self, action: &Action) -> (End, Receipt) {
        let mut receipt = Receipt::default();
        let end = match action {
            Action::GoTo { to, .. } => {
                self.at = *to;
                while self.solid(self.at) || self.solid(self.at.offset(0, 1, 0)) {
                    let at = self.at;
                    for cell in [at, at.offset(0, 1, 0)] {
                        self.cells.insert(cell, block("air"));
                    }
                }
                End::Done
            }
            Action::Explore { heading, blocks } => {
                let (x, z) = heading.step();
                self.at = BlockPos::new(self.at.x + x * i32::from(*blocks), 64, self.at.z + z * i32::from(*blocks));
                End::Done
            }
            Action::Flee { blocks, .. } => {
                self.at = self.at.offset(i32::from(*blocks), 0, 0);
                End::Done
            }
            Action::Collect { item, from, count, radius } => self.collect(*item, from, *count, *radius, &mut receipt),
            // A mine shows nothing new here; one for rock gives three blocks for each step.
            Action::Mine { item, from, blocks, .. } => {
                if from.is_empty() {
                    self.bag.add(*item, 3 * u32::from(*blocks));
                    receipt.gained.add(*item, 3 * u32::from(*blocks));
                }
                End::Done
            }
            Action::Dig { at } => {
                self.gain_from(*at, &mut receipt);
                self.change(*at, block("air"), &mut receipt);
                while !self.solid(self.at.offset(0, -1, 0)) {
                    self.at = self.at.offset(0, -1, 0);
                }
                End::Done
            }
            Action::Place { item, at } => match items::get(*item).block {
                _ if self.solid(*at) => End::Refused(Refusal::Occupied),
                Some(block) if self.bag.take(*item, 1) => {
                    self.change(*at, block, &mut receipt);
                    End::Done
                }
                _ => End::Refused(Refusal::MissingItem),
            },
            Action::Craft { recipe, times, table } => self.craft(*recipe, *times, *table),
            Action::LoadStation { at, input, count, fuel } => {
                let (fuel, fuel_count) = fuel.unwrap();
                if !self.bag.take(*input, u32::from(*count)) || !self.bag.take(fuel, u32::from(fuel_count)) {
                    return (End::Refused(Refusal::MissingItem), receipt);
                }
                self.furnaces.insert(*at, (*input, *count, self.tick + 200 * u64::from(*count)));
                End::Done
            }
            Action::TakeOutput { at } => match self.furnaces.remove(at) {
                Some((input, count, ready)) if ready <= self.tick => {
                    let output = smelting::result(Station::Furnace, input).unwrap().output;
                    self.bag.add(output, u32::from(count));
                    receipt.gained.add(output, u32::from(count));
                    End::Done
                }
                _ => End::Refused(Refusal::NoTarget),
            },
            Action::Eat { item } => {
                let food = items::get(*item).food.unwrap();
                if let Some(vitals) = &mut self.vitals
                    && self.bag.take(*item, 1)
                {
                    vitals.food = (vitals.food + food.points).min(20);
                }
                End::Done
            }
            Action::Attack { .. } | Action::PickUp { .. } => {
                self.bag.add(item("beef"), 1);
                End::Done
            }
            Action::Drop { item, count } => {
                let _ = self.bag.take(*item, u32::from(*count));
                End::Done
            }
            _ => End::Done,
        };
        (end, receipt)
    }

    fn collect(&mut self, item: ItemId, from: &[BlockId], count: u16, radius: u8, receipt: &mut Receipt) -> End {
        let before = self.bag.count(item);
        let mut guard = 0;
        while self.bag.count(item) < before + u32::from(count) {
            guard += 1;
            let can = |block: &BlockId| {
                tools::harvests(*block, None) || self.bag.iter().any(|(tool, _)| tools::harvests(*block, Some(tool)))
            };
            let can: Vec<BlockId> = from.iter().copied().filter(can).collect();
            let Some((at, _)) = self.nearest(&can, radius).into_iter().next().filter(|_| guard < 500) else {
                return End::Failed(Failure::NoneFound);
            };
            self.gain_from(at, receipt);
            self.change(at, block("air"), receipt);
        }
        End::Done
    }

    fn gain_from(&mut self, at: BlockPos, receipt: &mut Receipt) {
        let broken = self.block(at);
        let held = self.bag.iter().map(|(tool, _)| tool).find(|tool| tools::harvests(broken, Some(*tool)));
        for drop in tools::drops(broken, held).iter().filter(|drop| drop.chance_ppm > 400_000) {
            self.bag.add(drop.item, u32::from(drop.max));
            receipt.gained.add(drop.item, u32::from(drop.max));
        }
    }

    fn change(&mut self, at: BlockPos, to: BlockId, receipt: &mut Receipt) {
        self.cells.insert(at, to);
        if receipt.blocks.len() < 64 {
            receipt.blocks.push((at, to));
        }
    }

    fn craft(&mut self, number: u16, times: u16, table: Option<BlockPos>) -> End {
        let recipe = recipes::get(number).unwrap();
        if recipe.needs_table && table.is_none_or(|at| self.block(at) != block("crafting_table")) {
            return End::Refused(Refusal::NoTable);
        }
        for _ in 0..times {
            let mut left = self.bag.clone();
            for cell in recipe.ingredients() {
                let Some(taken) = cell.iter().find(|item| left.count(**item) > 0) else {
                    return End::Refused(Refusal::MissingItem);
                };
                assert!(left.take(*taken, 1));
            }
            self.bag = left;
            self.bag.add(recipe.output, u32::from(recipe.count));
        }
        End::Done
    }

    pub fn hurt(&mut self, half_hearts: u8) {
        if let Some(vitals) = &mut self.vitals {
            vitals.health = vitals.health.saturating_sub(half_hearts);
            self.events.push(BodyEvent::Hurt { half_hearts, cause: Harm::Melee, from: None });
        }
    }
}

fn ticks_of(action: &Action) -> u64 {
    match action {
        Action::Wait { ticks } => u64::from(*ticks),
        Action::Collect { count, .. } => u64::from(*count) * 40,
        Action::Mine { blocks, .. } => u64::from(*blocks) * 40,
        Action::GoTo { .. } | Action::Explore { .. } => 60,
        Action::Eat { .. } => 32,
        _ => 4,
    }
}

pub fn seen(kind: &str, at: BlockPos, id: u64) -> Detection {
    Detection { at: at.centre(), kind: Name::new(kind), sight: Sight::Visible, engine_id: Some(id), velocity: None }
}

/// Lets the mind live in the toy world for so many ticks; hands every tick's input and effects to `each`.
pub fn live(mind: &mut Mind, toy: &mut Toy, ticks: u64, mut each: impl FnMut(&Input, &[Effect], &Mind)) {
    let end = toy.tick + ticks;
    while toy.tick < end {
        let input = toy.input();
        let effects = mind.step(&input);
        each(&input, &effects, mind);
        toy.perform(&effects);
        toy.pass();
    }
}

pub fn fine(x: i64) -> FinePos {
    FinePos::new(x * 1_000, 64_000, 0)
}
