//! The limbs of the body in this world: what skills may read of it, and what each limb verb does. Every verb is settled at once.

mod containers;
mod digging;
mod eating;
mod hands;
mod placing;
mod striking;
mod use_item;

use crate::body::Controls;
use crate::body::sleep::{self, Asleep};
use crate::grid::Grid;
use crate::known::known;
use crate::space::Place;
use crate::world::World;
use crate::{blocks as kinds, crafting};
use gamedata::items::Food;
use gamedata::recipes;
use serde::{Deserialize, Serialize};
use skills::aim;
use skills::chunks::ChunkPos;
use skills::inventory::Inventory;
use skills::limbs::{
    Ack, Bite, Blow, Cells, Click, Contents, Dug, Handle, Keys, Limbs, Look, Lying, Pose, Quarry, Section, Ticket,
    Transfer, Verdict, Wanted,
};
use skills::state::Cell;
use vocab::outcome::Refusal;
use vocab::{Bag, BlockId, BlockPos, Danger, ItemId, StateId, Station, Tick};

/// What the hands are at.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Hands {
    dig: Option<digging::Dig>,
    meal: Option<eating::Meal>,
    /// The keys that are held in this tick.
    #[serde(skip)]
    keys: Keys,
    /// Whether the body eats in this tick.
    #[serde(skip)]
    eating: bool,
    /// Cells that the hands have changed and nobody has asked for yet.
    #[serde(skip)]
    changes: Vec<(BlockPos, StateId)>,
}

impl World {
    /// Moves the body by the keys that were held in this tick, and releases them.
    pub(crate) fn press_keys(&mut self) {
        let Keys { heading, sprint, jump, shield, sneak } = std::mem::take(&mut self.hands.keys);
        let slow = std::mem::take(&mut self.hands.eating) || shield;
        self.body.controls = Controls { heading, sprint: sprint && !sneak, jump, slow, shield, sneak };
    }

    /// Writes a cell on behalf of the body.
    fn hand_sets(&mut self, at: BlockPos, cell: Cell) {
        if self.set_cell(at, cell) {
            self.hands.changes.push((at, cell.state()));
        }
    }

    /// Places a carried item by a click on a face of a block, at the speed of a hand.
    pub fn click_on(&mut self, clicked: BlockPos, click: &clicks::Click) -> Result<(), Refusal> {
        let placement = placing::by_click(self, clicked, click)?;
        placing::place(self, &placement);
        Ok(())
    }

    /// Checks a click, and does it if `perform` says so and nothing speaks against it.
    fn answer_click(&self, click: &Click) -> Result<Deed, Refusal> {
        match *click {
            Click::Place { item, at } => hands::place(self, item, at).map(Deed::Hands),
            Click::PlaceAt { item, spot } => {
                let click = aim::click(item, &spot, self.body.eyes());
                placing::by_click(self, spot.on, &click).map(hands::Deed::Place).map(Deed::Hands)
            }
            Click::Toggle { at } => hands::toggle(self, at).map(Deed::Hands),
            Click::Toss { item, count } => hands::drop(self, item, count).map(Deed::Hands),
            Click::Equip { item, slot } => hands::equip(self, item, slot).map(Deed::Hands),
            Click::UseOn { item, at } => use_item::plan(self, item, at).map(Deed::Use),
            Click::Transfer { at, what } => match what {
                Transfer::Load { input, fuel } => containers::load(self, at, input, fuel),
                Transfer::TakeOutput => containers::take_output(self, at),
                Transfer::Deposit { item, count } => containers::deposit(self, at, item, count),
                Transfer::Withdraw { item, count } => containers::withdraw(self, at, item, count),
            }
            .map(Deed::Container),
            Click::Craft { recipe, table } => self.craft(recipe, table).map(|after| Deed::Carry(Box::new(after))),
            Click::Sleep { bed } => self.check_bed(bed).map(|()| Deed::Sleep(bed)),
        }
    }

    fn craft(&self, number: u16, table: Option<BlockPos>) -> Result<Inventory, Refusal> {
        let recipe = recipes::get(number).ok_or(Refusal::NoRecipe)?;
        skills::table_for(self, recipe, table)?;
        let mut after = self.body.inventory.clone();
        crafting::craft(&mut after, recipe)?;
        Ok(after)
    }

    /// Crafts a recipe once from exactly these items, one for each of its cells: a grid that somebody has laid out.
    pub fn craft_from(&mut self, number: u16, picked: &Bag, table: Option<BlockPos>) -> Result<(), Refusal> {
        let recipe = recipes::get(number).ok_or(Refusal::NoRecipe)?;
        skills::table_for(self, recipe, table)?;
        crafting::craft_from(&mut self.body.inventory, recipe, picked)
    }

    fn check_bed(&self, bed: BlockPos) -> Result<(), Refusal> {
        if !kinds::is_bed(in_reach(self, bed)?) {
            return Err(Refusal::WrongBlock);
        }
        if !self.clock.is_night() || sleep::monster_near(self, bed) {
            return Err(Refusal::CannotSleep);
        }
        Ok(())
    }
}

/// A checked click that is ready to be done.
enum Deed {
    Hands(hands::Deed),
    Use(use_item::Deed),
    Container(containers::Deed),
    /// The hands craft: the bag as it is afterwards.
    Carry(Box<Inventory>),
    Sleep(BlockPos),
}

impl Limbs for World {
    type Cells = Grid;

    fn cells(&self) -> &Grid {
        &self.grid
    }

    fn now(&self) -> Tick {
        self.clock.now()
    }

    fn pose(&self) -> Pose {
        let body = &self.body;
        Pose {
            at: body.at,
            on_ground: body.on_ground,
            in_water: body.in_water,
            in_lava: body.in_lava,
            alive: body.is_alive(),
            asleep_ticks: body.asleep.map(|asleep| asleep.ticks),
            food: body.hunger.food,
        }
    }

    fn inventory(&self) -> &Inventory {
        &self.body.inventory
    }

    fn is_night(&self) -> bool {
        self.clock.is_night()
    }

    fn drops(&self) -> impl Iterator<Item = Lying> {
        self.drops.iter().map(|drop| Lying {
            id: drop.id,
            at: drop.at,
            stack: drop.stack,
            fresh: drop.pickup_delay_ticks > 0,
        })
    }

    fn contents(&self, at: BlockPos) -> Option<Contents> {
        let block = self.grid.block(at).filter(|_| self.body.reaches(at))?;
        if kinds::is_chest(block) {
            return Some((self.chests.slots(at), 0));
        }
        match kinds::station(block)? {
            station @ (Station::Furnace | Station::BlastFurnace | Station::Smoker | Station::Campfire) => {
                Some(self.stations.look(at, station))
            }
            Station::CraftingTable | Station::Stonecutter | Station::SmithingTable => None,
        }
    }

    fn dug_milli(&self) -> u32 {
        self.hands.dig.as_ref().map_or(0, digging::Dig::done_milli)
    }

    fn verdict(&mut self, _: Ticket) -> Verdict {
        Verdict::Confirmed // no click waits here
    }

    fn is_predicted(&self, _: BlockPos) -> bool {
        false
    }

    fn is_waiting(&self) -> bool {
        false
    }

    fn late_ticks(&self) -> u32 {
        0
    }

    fn take_changes(&mut self) -> Vec<(BlockPos, StateId)> {
        std::mem::take(&mut self.hands.changes)
    }

    fn keys(&mut self) -> &mut Keys {
        &mut self.hands.keys
    }

    fn look(&mut self, look: Look) {
        let at = match look {
            Look::Place(at) => at,
            Look::Creature(near) => striking::exact_place(self, near),
        };
        self.body.face(at);
    }

    fn dig_start(&mut self, at: BlockPos) {
        digging::start(self, at);
    }

    fn dig(&mut self) -> Dug {
        digging::tick(self)
    }

    fn eat(&mut self, item: ItemId, food: &Food) -> Bite {
        eating::tick(self, item, food)
    }

    fn stop(&mut self) {
        (self.hands.dig, self.hands.meal) = (None, None);
        sleep::wake(self);
    }

    fn would(&self, click: &Click) -> Result<(), Refusal> {
        self.answer_click(click).map(|_| ())
    }

    fn click(&mut self, click: &Click) -> Ack {
        match self.answer_click(click) {
            Err(refusal) => return Ack::Refused(refusal),
            Ok(Deed::Hands(deed)) => hands::perform(self, deed),
            Ok(Deed::Use(deed)) => use_item::perform(self, &deed),
            Ok(Deed::Container(deed)) => containers::perform(self, &deed),
            Ok(Deed::Carry(after)) => self.body.inventory = *after,
            Ok(Deed::Sleep(bed)) => {
                self.body.bed = Some(bed);
                self.body.asleep = Some(Asleep { bed, ticks: 0 });
            }
        }
        Ack::Done
    }

    fn hold(&mut self, item: Option<ItemId>) -> bool {
        let Some(item) = item else {
            self.body.inventory.hold_nothing();
            return true;
        };
        self.body.inventory.hold(item)
    }

    fn find(&self, wanted: &Wanted) -> Option<Handle> {
        striking::find(self, wanted)
    }

    fn quarry(&self, creature: Handle) -> Option<Quarry> {
        striking::quarry(self, creature)
    }

    fn biter(&self, dangers: &[Danger]) -> Option<(Handle, Place)> {
        striking::biter(self, dangers)
    }

    fn strike(&mut self, creature: Handle) -> Blow {
        striking::strike(self, creature)
    }
}

impl Cells for Grid {
    #[inline]
    fn cell(&self, at: BlockPos) -> Option<Cell> {
        Grid::cell(self, at)
    }

    fn light(&self, at: BlockPos) -> (u8, u8) {
        Grid::light(self, at)
    }

    fn section(&self, chunk: ChunkPos, section: usize) -> Option<Section<'_>> {
        let section = self.chunk(chunk)?.sections.get(section)?;
        Some(section.cells().map_or_else(|| Section::Uniform(section.cell(0)), Section::Cells))
    }

    fn section_may_have(&self, chunk: ChunkPos, section: usize, kinds: u64) -> bool {
        Grid::section_may_have(self, chunk, section, kinds)
    }
}

/// The block at a place, or a refusal when it is out of the body's reach.
fn in_reach(world: &World, at: BlockPos) -> Result<BlockId, Refusal> {
    let block = world.grid.block(at).ok_or(Refusal::NotLoaded)?;
    if !world.body.reaches(at) {
        return Err(Refusal::OutOfReach);
    }
    if block == known().air { Err(Refusal::WrongBlock) } else { Ok(block) }
}
