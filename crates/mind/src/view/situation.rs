//! The situation at this tick: the read-only view from which every decision is made.

use crate::builds::Builds;
use crate::memory::{Memory, Recall};
use crate::view::blocks::BlockMemory;
use crate::view::classes;
use crate::view::creatures::{self, Creature};
use crate::view::failures::Failures;
use crate::view::lore::Lore;
use crate::view::places::Places;
use crate::wants::needs::{HEALED, HURT, STARVING};
use belief::Bus;
use gamedata::items::Food;
use vocab::item::Stack;
use vocab::senses::{Carried, Surroundings, Vitals};
use vocab::tick::TICKS_PER_DAY;
use vocab::{Bag, BlockPos, FinePos, ItemId, Name, Tick};

/// Tick of the day from which the agent goes into a shelter: a minute before mobs spawn.
pub const DUSK: u16 = 11_500;
/// Tick of the day from which the agent may go into a shelter early and stay there for the night.
pub const EVENING: u16 = 10_500;
/// Tick of the day from which digging a shelter is no longer worth the work.
pub const DAWN: u16 = 23_000;
/// Tick of the day from which the agent may leave its shelter: the sun is up, and undead mobs have burnt.
pub const MORNING: u16 = 300;
/// Tick of the day from which the agent leaves its shelter even if a hostile mob waits outside.
pub const LATE_MORNING: u16 = 3_000;
/// Health regenerates at this food level or above, in half drumsticks.
pub const HEALING_FOOD: u8 = 18;
/// A hostile mob nearer than this counts as watching the agent, in thousandths of a block.
const AROUND_FINE: u64 = 24_000;
/// The agent stays in its shelter while a hostile mob is nearer than this, in thousandths of a block.
const BESET_FINE: u64 = 9_000;
/// A mob still counts as in sight this many ticks after it was last seen: two seconds.
const IN_SIGHT_TICKS: u64 = 40;

/// A person's position counts as known for this many ticks after it was reported: five seconds.
const PERSON_TICKS: u64 = 100;

/// Plans ignore a tool with this many uses left or fewer: one mine action takes about 40.
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
    /// The creatures that belief tracks, and its summary of hazards.
    pub belief: &'a Bus,
    pub failures: &'a Failures,
    pub memory: &'a Memory,
    pub builds: &'a Builds,
}

impl Situation<'_> {
    /// Read access to what the agent remembers, with things near the body first.
    pub fn recall(&self) -> Recall<'_> {
        Recall { places: self.places, memory: self.memory, at: self.at }
    }

    /// Whether the agent should be in a shelter at this time of day.
    pub fn is_night(&self) -> bool {
        (DUSK..DAWN).contains(&self.around.time_of_day)
    }

    /// Whether an agent that goes into a shelter now stays there until morning.
    pub fn is_late(&self) -> bool {
        (EVENING..DAWN).contains(&self.around.time_of_day)
    }

    /// Whether a walled-in agent should leave its shelter: it is morning, or late morning if a hostile mob waits
    /// outside.
    pub fn is_morning(&self) -> bool {
        let from = if self.is_beset() { LATE_MORNING } else { MORNING };
        (from..EVENING).contains(&self.around.time_of_day)
    }

    /// The game tick at which the next morning begins.
    pub fn next_morning(&self) -> Tick {
        self.now + (u64::from(MORNING) + TICKS_PER_DAY - u64::from(self.around.time_of_day)) % TICKS_PER_DAY
    }

    /// Whether resting can raise the agent's health to this level (half hearts): health is lower, and the agent is fed
    /// or carries food.
    pub fn can_heal_to(&self, health: u8) -> bool {
        let heals =
            |vitals: &Vitals| vitals.health < health && (vitals.food >= HEALING_FOOD || !self.foods().is_empty());
        self.vitals.as_ref().is_some_and(heals)
    }

    /// Light at the agent's head, 0 to 15: block light, or sky light as it is at noon. The time of day is not counted
    /// in.
    pub fn light(&self) -> u8 {
        self.around.block_light.max(self.around.sky_light)
    }

    /// Whether the body is in water; false while its vitals are unknown.
    pub fn is_in_water(&self) -> bool {
        self.vitals.as_ref().is_some_and(|vitals| vitals.in_water)
    }

    /// Whether the agent can work through the night where it is: it is underground, carries no bed to sleep in, and the
    /// next blow would not kill it. A weak agent stays behind walls until animals can be hunted.
    pub fn works_at_night(&self) -> bool {
        self.around.sky_light == 0 && self.beds() == 0 && !self.is_weak()
    }

    /// Whether no side around the body is open for a mob to come in.
    pub fn is_walled_in(&self) -> bool {
        self.around.open_sides == 0
    }

    /// The nearest hostile mob within 24 blocks that is in sight or was so within the last two seconds.
    pub fn watcher(&self) -> Option<Creature> {
        let hostile = creatures::hostile_in_sight(self.belief, self.fine, self.now, IN_SIGHT_TICKS);
        hostile.filter(|creature| creature.at.within(self.fine, AROUND_FINE))
    }

    pub fn is_watched(&self) -> bool {
        self.watcher().is_some()
    }

    /// Whether belief places a hostile mob right outside the shelter, in sight or not.
    pub fn is_beset(&self) -> bool {
        let hostile = creatures::hostile(self.belief, self.fine);
        hostile.is_some_and(|creature| creature.at.within(self.fine, BESET_FINE))
    }

    /// The position where a person was last reported, however long ago. Of people out of sight for long, memory knows
    /// more than belief.
    pub fn person(&self, who: Name) -> Option<BlockPos> {
        self.believed_person(who).or_else(|| self.memory.people.get(who.as_str())?.stood)
    }

    /// The position of a person whom belief still holds.
    pub fn believed_person(&self, who: Name) -> Option<BlockPos> {
        creatures::people(self.belief).into_iter().find(|person| person.name == who).map(|person| person.at.block())
    }

    /// The position of a person who was reported within the last five seconds; `None` for others.
    pub fn person_in_sight(&self, who: Name) -> Option<BlockPos> {
        let people = creatures::people(self.belief).into_iter();
        let mut lately = people.filter(|person| self.now.since(person.reported) <= PERSON_TICKS);
        lately.find(|person| person.name == who).map(|person| person.at.block())
    }

    /// The person that belief holds under this name, in capitals or not.
    pub fn person_named(&self, name: &str) -> Option<Name> {
        let mut people = creatures::people(self.belief).into_iter();
        people.find(|person| person.name.as_str().eq_ignore_ascii_case(name)).map(|person| person.name)
    }

    /// Whether the body is within this many blocks of the place, in a straight line.
    pub fn is_near(&self, place: BlockPos, blocks: u64) -> bool {
        self.at.distance_squared(place) <= blocks * blocks
    }

    /// Carried foods that the agent would eat now, the most filling first: those that are safe to eat. An agent in need
    /// that carries none would also eat what costs a little hunger, such as rotten flesh. What an open build needs, such as
    /// carrots for a field, is eaten only when there is nothing else.
    pub fn foods(&self) -> alloc::vec::Vec<(ItemId, &'static Food, u32)> {
        let safe = self.foods_of(|_, food| !food.harmful);
        if safe.is_empty() && self.is_in_need() { self.foods_of(|item, _| classes::is_last_food(item)) } else { safe }
    }

    fn foods_of(&self, eaten: impl Fn(ItemId, &Food) -> bool) -> alloc::vec::Vec<(ItemId, &'static Food, u32)> {
        let food = |(item, count)| Some((item, crate::view::lore::gamedata_item(item)?.food.as_ref()?, count));
        let mut foods: alloc::vec::Vec<_> =
            self.bag.iter().filter_map(food).filter(|(item, food, _)| eaten(*item, food)).collect();
        foods.sort_by_key(|(item, food, _)| (core::cmp::Reverse(food.points), *item));
        let is_free = |(item, _, count): &(ItemId, &'static Food, u32)| *count > self.builds.reserved(*item, None);
        if foods.iter().any(is_free) {
            foods.retain(is_free);
        }
        foods
    }

    /// Whether the agent is hurt and does not heal for want of food, or is about to starve.
    fn is_in_need(&self) -> bool {
        let in_need =
            |vitals: &Vitals| vitals.food <= STARVING || (vitals.health <= HURT && vitals.food < HEALING_FOOD);
        self.vitals.as_ref().is_some_and(in_need)
    }

    /// Whether the agent is badly hurt and neither heals nor carries anything to eat. Such an agent stays out of danger
    /// until it has found food.
    pub fn is_weak(&self) -> bool {
        self.vitals.is_some_and(|vitals| vitals.health <= HURT) && !self.can_heal_to(HEALED)
    }

    /// Food points of all carried food that is safe to eat, in half drumsticks.
    pub fn food_points(&self) -> u32 {
        self.foods_of(|_, food| !food.harmful).iter().map(|(_, food, count)| u32::from(food.points) * count).sum()
    }

    /// The carried items that plans may use: everything except tools that are nearly worn out.
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

    /// The number of carried beds, of any colour.
    pub fn beds(&self) -> u32 {
        self.bag.iter().filter(|(item, _)| classes::is_bed(*item)).map(|(_, count)| count).sum()
    }

    /// The number of carried items of a class.
    pub fn count_class(&self, class: classes::ItemClass) -> u32 {
        classes::count_in(class, self.bag)
    }
}
