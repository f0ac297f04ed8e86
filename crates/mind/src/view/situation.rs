//! What is, at this tick: the view that every decision is made from.

use crate::view::blocks::BlockMemory;
use crate::view::classes;
use crate::view::creatures::{self, Creature};
use crate::view::failures::Failures;
use crate::view::lore::Lore;
use crate::view::places::Places;
use belief::Bus;
use gamedata::items::Food;
use vocab::item::Stack;
use vocab::senses::{Carried, Surroundings, Vitals};
use vocab::{Bag, BlockPos, FinePos, ItemId, Tick};

/// Tick of the day at which the night is near enough to get walled in: a minute before mobs appear.
pub const DUSK: u16 = 11_500;
/// Tick of the day from which one may go in when it suits: a shelter sought in the evening stays one.
pub const EVENING: u16 = 10_500;
/// Tick of the day from which it is no longer worth digging in.
pub const DAWN: u16 = 23_000;
/// Tick of the day from which it is safe to come out: the sun is up, and what burns has burnt.
pub const MORNING: u16 = 300;
/// Tick of the day from which on one comes out whatever waits outside.
pub const LATE_MORNING: u16 = 3_000;
/// Wounds heal by themselves from this food level on, in half drumsticks.
pub const HEALING_FOOD: u8 = 18;
/// A creature nearer than this is one to reckon with, in thousandths of a block.
const AROUND_FINE: u64 = 24_000;
/// What lurks nearer than this to a shelter is waited for, in thousandths of a block.
const BESET_FINE: u64 = 9_000;
/// A creature that stepped behind something this short a while ago is still one to reckon with: two seconds.
const IN_SIGHT_TICKS: u64 = 40;

/// A tool with no more uses left than this is not planned with: a part of a mine takes some 40.
const WORN_USES: u16 = 24;

#[derive(Debug)]
pub struct Situation<'a> {
    pub now: Tick,
    pub at: BlockPos,
    pub fine: FinePos,
    pub vitals: Option<Vitals>,
    pub bag: &'a Bag,
    pub carried: &'a Carried,
    pub around: Surroundings,
    pub lore: &'a Lore,
    pub places: &'a Places,
    pub blocks: &'a BlockMemory,
    /// Tracks and the hazard summary.
    pub belief: &'a Bus,
    pub failures: &'a Failures,
}

impl Situation<'_> {
    /// Whether it is the time of day at which one should get walled in.
    pub fn is_night(&self) -> bool {
        (DUSK..DAWN).contains(&self.around.time_of_day)
    }

    /// Whether one who goes in now stays in until morning.
    pub fn is_late(&self) -> bool {
        (EVENING..DAWN).contains(&self.around.time_of_day)
    }

    /// Whether one who is walled in should come out.
    pub fn is_morning(&self) -> bool {
        let from = if self.is_beset() { LATE_MORNING } else { MORNING };
        (from..EVENING).contains(&self.around.time_of_day)
    }

    /// Whether resting would bring health up to this level: there is something to heal and something to heal with.
    pub fn can_heal_to(&self, health: u8) -> bool {
        let heals =
            |vitals: &Vitals| vitals.health < health && (vitals.food >= HEALING_FOOD || !self.foods().is_empty());
        self.vitals.as_ref().is_some_and(heals)
    }

    /// Light at the head, 0 to 15: of torches and the like, or of the sky as at noon. The hour is the night's own matter.
    pub fn light(&self) -> u8 {
        self.around.block_light.max(self.around.sky_light)
    }

    /// Whether the body is known to be in water.
    pub fn is_in_water(&self) -> bool {
        self.vitals.as_ref().is_some_and(|vitals| vitals.in_water)
    }

    /// Whether the night makes no difference here: no sky is above, and there is no bed to sleep it away in.
    pub fn works_at_night(&self) -> bool {
        self.around.sky_light == 0 && self.beds() == 0
    }

    /// Nothing can walk in.
    pub fn is_walled_in(&self) -> bool {
        self.around.open_sides == 0
    }

    /// The hostile creature that is near and in sight, or was a moment ago.
    pub fn watcher(&self) -> Option<Creature> {
        let hostile = creatures::hostile_in_sight(self.belief, self.fine, self.now, IN_SIGHT_TICKS);
        hostile.filter(|creature| creature.at.within(self.fine, AROUND_FINE))
    }

    pub fn is_watched(&self) -> bool {
        self.watcher().is_some()
    }

    /// Whether something hostile is believed so near that it waits outside, in sight or not.
    pub fn is_beset(&self) -> bool {
        let hostile = creatures::hostile(self.belief, self.fine);
        hostile.is_some_and(|creature| creature.at.within(self.fine, BESET_FINE))
    }

    /// Within so many blocks, straight.
    pub fn is_near(&self, place: BlockPos, blocks: u64) -> bool {
        self.at.distance_squared(place) <= blocks * blocks
    }

    /// Foods carried that are safe to eat, the most filling first.
    pub fn foods(&self) -> alloc::vec::Vec<(ItemId, &'static Food, u32)> {
        let food = |(item, count)| Some((item, crate::view::lore::gamedata_item(item)?.food.as_ref()?, count));
        let mut foods: alloc::vec::Vec<_> =
            self.bag.iter().filter_map(food).filter(|(_, food, _)| !food.harmful).collect();
        foods.sort_by_key(|(item, food, _)| (core::cmp::Reverse(food.points), *item));
        foods
    }

    /// Half drumsticks that the food carried is good for.
    pub fn food_points(&self) -> u32 {
        self.foods().iter().map(|(_, food, count)| u32::from(food.points) * count).sum()
    }

    /// What plans may count on: everything carried but tools that are nearly used up.
    pub fn usable(&self) -> Bag {
        let mut bag = self.bag.clone();
        let slots = self.carried.slots.iter().chain([&self.carried.off_hand]).flatten();
        let is_worn = |stack: &&Stack| {
            let facts = crate::view::lore::gamedata_item(stack.item).filter(|facts| facts.tool.is_some());
            facts.is_some_and(|facts| facts.durability.saturating_sub(stack.wear) <= WORN_USES)
        };
        for stack in slots.filter(is_worn) {
            let _ = bag.take(stack.item, 1);
        }
        bag
    }

    /// Beds carried, of any colour.
    pub fn beds(&self) -> u32 {
        self.bag.iter().filter(|(item, _)| classes::is_bed(*item)).map(|(_, count)| count).sum()
    }

    /// Items of a class carried.
    pub fn count_class(&self, class: classes::ItemClass) -> u32 {
        classes::count_in(class, self.bag)
    }
}
