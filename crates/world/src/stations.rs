//! Furnaces, blast furnaces, smokers and campfires, by position. They burn real fuel and keep working in unloaded chunks.

use crate::inventory::stack_size;
use gamedata::{fuels, items, smelting};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use vocab::item::Stack;
use vocab::{BlockPos, ItemId, Station};

/// Pieces of food that one campfire cooks at a time.
pub const CAMPFIRE_PLACES: usize = 4;
/// Without fire, cooking progress is lost twice as fast as it is made, as in the game.
const COOLING_PER_TICK: u16 = 2;

/// The state of a furnace or campfire.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Fire {
    Furnace(Furnace),
    /// The food on a campfire, each with the ticks that it has been there.
    Campfire([Option<(ItemId, u16)>; CAMPFIRE_PLACES]),
}

/// The state of a furnace, blast furnace or smoker.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Furnace {
    pub station: Station,
    #[serde(deserialize_with = "vocab::salvage::value")]
    pub input: Option<Stack>,
    #[serde(deserialize_with = "vocab::salvage::value")]
    pub fuel: Option<Stack>,
    #[serde(deserialize_with = "vocab::salvage::value")]
    pub output: Option<Stack>,
    /// Ticks that the lit fuel in the furnace still burns.
    pub burning_ticks: u32,
    /// Ticks that the first input item in the furnace has cooked.
    pub cooked_ticks: u16,
}

/// The slots of a furnace.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Slot {
    Input,
    Fuel,
    Output,
}

#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Stations(#[serde(deserialize_with = "vocab::salvage::map")] BTreeMap<BlockPos, Fire>);

/// Why a furnace or campfire refuses items.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LoadError {
    NoRecipe,
    NotFuel,
    Busy,
}

/// Ticks that one item of fuel burns in a furnace; blast furnaces and smokers burn it twice as fast.
pub fn burn_ticks(station: Station, fuel: ItemId) -> Option<u32> {
    let ticks = fuels::burn_ticks(fuel)?;
    match station {
        Station::Furnace => Some(ticks),
        Station::BlastFurnace | Station::Smoker => Some(ticks / 2),
        Station::CraftingTable | Station::Campfire | Station::Stonecutter | Station::SmithingTable => None,
    }
}

/// How many more of an item fit into a slot.
fn room(slot: Option<Stack>, item: ItemId) -> u32 {
    match slot {
        None => u32::from(stack_size(item)),
        Some(held) if held.item == item => u32::from(stack_size(item).saturating_sub(held.count)),
        Some(_) => 0,
    }
}

fn pile(slot: &mut Option<Stack>, item: ItemId, count: u8) {
    match slot {
        Some(held) => held.count += count,
        None => *slot = Some(Stack { item, count, wear: 0 }),
    }
}

impl Furnace {
    fn new(station: Station) -> Furnace {
        Furnace { station, input: None, fuel: None, output: None, burning_ticks: 0, cooked_ticks: 0 }
    }

    /// The smelting recipe of the furnace's input, if there is room for its result.
    fn cooking(&self) -> Option<&'static smelting::Smelt> {
        let smelt = smelting::result(self.station, self.input?.item)?;
        (room(self.output, smelt.output) >= 1).then_some(smelt)
    }

    fn light(&mut self) {
        let Some(fuel) = self.fuel.as_mut() else { return };
        let Some(ticks) = burn_ticks(self.station, fuel.item) else { return };
        self.burning_ticks = ticks;
        let burnt = fuel.item;
        fuel.count -= 1;
        if fuel.count == 0 {
            // A burnt lava bucket leaves an empty bucket in the fuel slot.
            self.fuel = items::get(burnt).leaves.map(|item| Stack { item, count: 1, wear: 0 });
        }
    }

    fn tick(&mut self) {
        self.burning_ticks = self.burning_ticks.saturating_sub(1);
        let Some(smelt) = self.cooking() else {
            self.cooked_ticks = 0;
            return;
        };
        if self.burning_ticks == 0 {
            self.light();
        }
        if self.burning_ticks == 0 {
            self.cooked_ticks = self.cooked_ticks.saturating_sub(COOLING_PER_TICK);
            return;
        }
        self.cooked_ticks += 1;
        if self.cooked_ticks >= smelt.ticks {
            self.cooked_ticks = 0;
            pile(&mut self.output, smelt.output, 1);
            if let Some(input) = self.input.as_mut() {
                input.count -= 1;
                if input.count == 0 {
                    self.input = None;
                }
            }
        }
    }

    fn idle(&self) -> bool {
        self.input.is_none() && self.burning_ticks == 0
    }
}

impl Fire {
    fn new(station: Station) -> Fire {
        if station == Station::Campfire {
            Fire::Campfire(Default::default())
        } else {
            Fire::Furnace(Furnace::new(station))
        }
    }

    fn stacks(&self) -> Vec<Stack> {
        match self {
            Fire::Furnace(furnace) => [furnace.input, furnace.fuel, furnace.output].into_iter().flatten().collect(),
            Fire::Campfire(food) => {
                food.iter().flatten().map(|(item, _)| Stack { item: *item, count: 1, wear: 0 }).collect()
            }
        }
    }
}

impl Stations {
    /// The slots of a furnace (input, fuel, output) or the food on a campfire, and the ticks that its fire still
    /// burns.
    pub fn look(&self, at: BlockPos, station: Station) -> (Vec<Option<Stack>>, u32) {
        match self.0.get(&at) {
            Some(Fire::Furnace(furnace)) => (vec![furnace.input, furnace.fuel, furnace.output], furnace.burning_ticks),
            Some(Fire::Campfire(food)) => {
                let slots = food.map(|place| place.map(|(item, _)| Stack { item, count: 1, wear: 0 }));
                (slots.to_vec(), 0)
            }
            None if station == Station::Campfire => (vec![None; CAMPFIRE_PLACES], 0),
            None => (vec![None; 3], 0),
        }
    }

    /// Checks whether a furnace or campfire would accept all of the items.
    pub fn check(
        &self,
        at: BlockPos,
        station: Station,
        input: (ItemId, u8),
        fuel: Option<(ItemId, u8)>,
    ) -> Result<(), LoadError> {
        let smelt = smelting::result(station, input.0).ok_or(LoadError::NoRecipe)?;
        let fresh = Fire::new(station);
        match self.0.get(&at).unwrap_or(&fresh) {
            Fire::Campfire(food) => {
                let free = food.iter().filter(|place| place.is_none()).count();
                match fuel {
                    Some(_) => Err(LoadError::NotFuel),
                    None if free < usize::from(input.1) => Err(LoadError::Busy),
                    None => Ok(()),
                }
            }
            Fire::Furnace(furnace) => {
                let blocked = furnace.output.is_some_and(|output| output.item != smelt.output);
                if blocked || room(furnace.input, input.0) < u32::from(input.1) {
                    return Err(LoadError::Busy);
                }
                let Some((fuel, count)) = fuel else { return Ok(()) };
                burn_ticks(station, fuel).ok_or(LoadError::NotFuel)?;
                if room(furnace.fuel, fuel) < u32::from(count) { Err(LoadError::Busy) } else { Ok(()) }
            }
        }
    }

    /// Puts input and fuel into a furnace or campfire, after [`Stations::check`] accepted them.
    pub fn load(&mut self, at: BlockPos, station: Station, input: (ItemId, u8), fuel: Option<(ItemId, u8)>) {
        match self.0.entry(at).or_insert_with(|| Fire::new(station)) {
            Fire::Campfire(food) => {
                for place in food.iter_mut().filter(|place| place.is_none()).take(usize::from(input.1)) {
                    *place = Some((input.0, 0));
                }
            }
            Fire::Furnace(furnace) => {
                if input.1 > 0 {
                    pile(&mut furnace.input, input.0, input.1);
                }
                if let Some((fuel, count)) = fuel.filter(|fuel| fuel.1 > 0) {
                    pile(&mut furnace.fuel, fuel, count);
                }
            }
        }
    }

    pub fn output(&self, at: BlockPos) -> Option<Stack> {
        match self.0.get(&at)? {
            Fire::Furnace(furnace) => furnace.output,
            Fire::Campfire(_) => None,
        }
    }

    /// Takes up to `count` of the finished items out of a furnace.
    pub fn take_output(&mut self, at: BlockPos, count: u8) -> Option<Stack> {
        let Fire::Furnace(furnace) = self.0.get_mut(&at)? else { return None };
        let output = furnace.output.as_mut()?;
        let taken = Stack { count: count.min(output.count), ..*output };
        output.count -= taken.count;
        if output.count == 0 {
            furnace.output = None;
        }
        (taken.count > 0).then_some(taken)
    }

    /// Checks whether the fuel slot of a furnace would take all of the items.
    pub fn check_fuel(&self, at: BlockPos, station: Station, fuel: ItemId, count: u32) -> Result<(), LoadError> {
        burn_ticks(station, fuel).filter(|_| station != Station::Campfire).ok_or(LoadError::NotFuel)?;
        if room(self.slot(at, Slot::Fuel), fuel) < count { Err(LoadError::Busy) } else { Ok(()) }
    }

    /// Puts fuel into a furnace, after [`Stations::check_fuel`] accepted it.
    pub fn stoke(&mut self, at: BlockPos, station: Station, fuel: ItemId, count: u8) {
        if let Fire::Furnace(furnace) = self.0.entry(at).or_insert_with(|| Fire::new(station)) {
            pile(&mut furnace.fuel, fuel, count);
        }
    }

    /// What is in a slot of a furnace; `None` at a campfire, whose food cannot be taken back.
    pub fn slot(&self, at: BlockPos, slot: Slot) -> Option<Stack> {
        let Fire::Furnace(furnace) = self.0.get(&at)? else { return None };
        match slot {
            Slot::Input => furnace.input,
            Slot::Fuel => furnace.fuel,
            Slot::Output => furnace.output,
        }
    }

    /// Takes so many items out of a slot of a furnace; `None` when there are fewer.
    pub fn take_slot(&mut self, at: BlockPos, slot: Slot, count: u8) -> Option<Stack> {
        let Fire::Furnace(furnace) = self.0.get_mut(&at)? else { return None };
        let from = match slot {
            Slot::Input => &mut furnace.input,
            Slot::Fuel => &mut furnace.fuel,
            Slot::Output => &mut furnace.output,
        };
        let stack = from.as_mut().filter(|stack| count > 0 && stack.count >= count)?;
        stack.count -= count;
        let taken = Stack { count, ..*stack };
        if stack.count == 0 {
            *from = None;
        }
        Some(taken)
    }

    /// Runs one tick of every furnace and campfire, also in unloaded chunks. Returns the items that campfires have
    /// finished and drop.
    pub fn tick(&mut self) -> Vec<(BlockPos, Stack)> {
        let mut fallen = Vec::new();
        for (at, fire) in &mut self.0 {
            match fire {
                Fire::Furnace(furnace) if furnace.idle() => {}
                Fire::Furnace(furnace) => furnace.tick(),
                Fire::Campfire(food) => {
                    for place in food {
                        let Some((item, cooked)) = place.as_mut() else { continue };
                        *cooked += 1;
                        if let Some(smelt) = smelting::result(Station::Campfire, *item)
                            && *cooked >= smelt.ticks
                        {
                            fallen.push((*at, Stack { item: smelt.output, count: 1, wear: 0 }));
                            *place = None;
                        }
                    }
                }
            }
        }
        fallen
    }

    /// Removes a broken furnace or campfire and returns its contents.
    pub fn broken(&mut self, at: BlockPos) -> Vec<Stack> {
        self.0.remove(&at).map(|fire| fire.stacks()).unwrap_or_default()
    }

    /// All stacks in all furnaces and campfires.
    pub fn stacks(&self) -> impl Iterator<Item = Stack> + '_ {
        self.0.values().flat_map(Fire::stacks)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const AT: BlockPos = BlockPos::new(0, 64, 0);

    fn item(name: &str) -> ItemId {
        items::find(name).unwrap()
    }

    fn run(station: Station, input: (&str, u8), fuel: (&str, u8), ticks: u32) -> (u8, u8) {
        let mut stations = Stations::default();
        let (input, fuel) = ((item(input.0), input.1), Some((item(fuel.0), fuel.1)));
        stations.check(AT, station, input, fuel).unwrap();
        stations.load(AT, station, input, fuel);
        for _ in 0..ticks {
            assert!(stations.tick().is_empty());
        }
        let (slots, _) = stations.look(AT, station);
        (slots[2].map_or(0, |stack| stack.count), slots[1].map_or(0, |stack| stack.count))
    }

    #[test]
    fn one_coal_smelts_8_items_and_fast_furnaces_take_half_the_time() {
        for (station, input, ticks) in [
            (Station::Furnace, "raw_iron", 200),
            (Station::BlastFurnace, "raw_iron", 100),
            (Station::Smoker, "beef", 100),
        ] {
            assert_eq!(run(station, (input, 9), ("coal", 1), ticks * 8 - 1), (7, 0), "{station:?}");
            assert_eq!(run(station, (input, 9), ("coal", 1), ticks * 8), (8, 0), "{station:?}");
            assert_eq!(run(station, (input, 9), ("coal", 1), ticks * 100), (8, 0), "{station:?}");
        }
    }

    #[test]
    fn planks_smelt_one_and_a_half_and_a_lava_bucket_leaves_its_bucket() {
        assert_eq!(run(Station::Furnace, ("raw_iron", 5), ("oak_planks", 2), 2_000), (3, 0));
        assert_eq!(run(Station::Furnace, ("raw_iron", 5), ("lava_bucket", 1), 1), (0, 1));
    }

    #[test]
    fn a_campfire_cooks_four_without_fuel_and_drops_them() {
        let mut stations = Stations::default();
        let beef = item("beef");
        let check = |stations: &Stations, count| stations.check(AT, Station::Campfire, (beef, count), None);
        assert_eq!(check(&stations, 4), Ok(()));
        stations.load(AT, Station::Campfire, (beef, 4), None);
        assert_eq!(check(&stations, 1), Err(LoadError::Busy));
        let fallen: Vec<_> = (0..600).flat_map(|_| stations.tick()).collect();
        assert_eq!(fallen, vec![(AT, Stack { item: item("cooked_beef"), count: 1, wear: 0 }); 4]);
    }

    #[test]
    fn items_that_do_not_fit_are_refused() {
        let mut stations = Stations::default();
        let (iron, beef, coal) = (item("raw_iron"), item("beef"), item("coal"));
        let check = |stations: &Stations, station, input, fuel| stations.check(AT, station, input, fuel);
        assert_eq!(check(&stations, Station::Smoker, (iron, 1), None), Err(LoadError::NoRecipe));
        assert_eq!(check(&stations, Station::Furnace, (iron, 1), Some((iron, 1))), Err(LoadError::NotFuel));
        stations.load(AT, Station::Furnace, (iron, 60), Some((coal, 64)));
        assert_eq!(check(&stations, Station::Furnace, (iron, 5), None), Err(LoadError::Busy));
        assert_eq!(check(&stations, Station::Furnace, (beef, 1), None), Err(LoadError::Busy));
        assert_eq!(check(&stations, Station::Furnace, (iron, 4), Some((coal, 1))), Err(LoadError::Busy));
        assert_eq!(check(&stations, Station::Furnace, (iron, 4), None), Ok(()));
    }

    #[test]
    fn lit_fuel_burns_on_and_a_broken_furnace_drops_all_its_slots() {
        let mut stations = Stations::default();
        stations.load(AT, Station::Furnace, (item("raw_iron"), 2), Some((item("coal"), 2)));
        for _ in 0..200 {
            stations.tick();
        }
        assert_eq!(stations.take_output(AT, 64).map(|stack| stack.count), Some(1));
        assert_eq!(stations.look(AT, Station::Furnace).1, 1_400 + 1);
        let spilled: u8 = stations.broken(AT).iter().map(|stack| stack.count).sum();
        assert_eq!(spilled, 2, "one raw iron, one coal; the other coal burns");
    }
}
