//! A simple recipe-chain planner: from what is carried to what is wanted, by gathering, crafting and smelting.
//! The seam where the temporal planner goes: [`plan`] is all that anybody calls.

use crate::known::Known;
use crate::lore::{Lore, UNREACHABLE, can_craft, name_of, tools_for};
use crate::plan::Step;
use alloc::string::String;
use alloc::vec::Vec;
use gamedata::{fuels, items, recipes, smelting, tools};
use serde::{Deserialize, Serialize};
use vocab::{Bag, BlockId, BlockPos, ItemId, Station, Tick};

/// Longest chain of things made of things; the game's longest has about eight links.
const DEPTH_MAX: usize = 16;
/// A station farther than this is not worth the walk; another one is made.
pub const STATION_NEAR_BLOCKS: u64 = 40;
/// Ingredients that do for each other are tried in turn, the most promising first, at most so many.
const ALTERNATIVES_MAX: usize = 4;
/// How much dearer a natural resource is when none is known near by.
const UNSEEN_FACTOR: u64 = 4;
/// Cobblestone fetched at a time: a trip underground should do for the tools and a furnace.
const COBBLESTONE_LEAST: u32 = 18;
/// How deep a first guess at a cost looks into what things are made of.
const GUESS_DEPTH: u8 = 2;

/// A way to get an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Source {
    Gather(ItemId),
    Hunt(ItemId),
    Craft(u16),
    /// By its input.
    Smelt(ItemId),
}

/// Why there is no plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lacking {
    /// A tool must be made first; that is a task of its own.
    Tool(ItemId),
    /// No way to get the item is known, or every one was tried in vain.
    Source(ItemId),
}

/// What a plan starts from.
#[derive(Debug, Clone, Copy)]
pub struct Start<'a> {
    pub lore: &'a Lore,
    pub known: &'a Known,
    pub bag: &'a Bag,
    pub at: BlockPos,
    pub now: Tick,
    /// Ways that were tried in vain.
    pub avoid: &'a [Source],
}

/// Steps that end with all of `wanted` carried, in an order in which each can be done.
pub fn plan(start: Start<'_>, wanted: &[(ItemId, u32)]) -> Result<Vec<Step>, Lacking> {
    let mut chain =
        Chain { start, bag: start.bag.clone(), in_work: start.known.in_work(), steps: Vec::new(), under: Vec::new() };
    for &(item, count) in wanted {
        chain.need(item, count)?;
    }
    Ok(chain.in_order())
}

/// Why no plan was found, in words.
pub fn explain(lacking: Lacking) -> String {
    match lacking {
        Lacking::Tool(tool) => alloc::format!("needs a {} first", name_of(tool)),
        Lacking::Source(item) => alloc::format!("no way left to get {}", name_of(item)),
    }
}

/// A way to get an item with what one batch of it takes.
type Ingredients = Vec<(&'static [ItemId], u32)>;

struct Chain<'a> {
    start: Start<'a>,
    /// What is carried and not yet spoken for.
    bag: Bag,
    in_work: Bag,
    steps: Vec<Step>,
    /// What is being made of what, outermost first.
    under: Vec<ItemId>,
}

impl Chain<'_> {
    /// Makes sure that `count` of the item will be there, and speaks for them.
    fn need(&mut self, item: ItemId, count: u32) -> Result<(), Lacking> {
        let held = self.bag.count(item).min(count);
        let mut missing = count - held;
        let _ = self.bag.take(item, held);
        let waiting = self.in_work.count(item).min(missing);
        if waiting > 0 && self.in_work.take(item, waiting) {
            self.steps.push(Step::Take { item, count: waiting.min(64) as u8 });
            missing -= waiting;
        }
        if missing == 0 {
            return Ok(());
        }
        if self.under.contains(&item) || self.under.len() >= DEPTH_MAX {
            return Err(Lacking::Source(item));
        }
        self.under.push(item);
        let result = self.get(item, missing);
        self.under.pop();
        result
    }

    fn get(&mut self, item: ItemId, count: u32) -> Result<(), Lacking> {
        let mut failed = Lacking::Source(item);
        for source in self.sources(item, count).into_iter().take(ALTERNATIVES_MAX) {
            let (bag, in_work, steps) = (self.bag.clone(), self.in_work.clone(), self.steps.len());
            match self.by(source, item, count) {
                Ok(()) => return Ok(()),
                // A missing tool is more useful to know than a missing alternative.
                Err(lacking) => failed = if matches!(failed, Lacking::Tool(_)) { failed } else { lacking },
            }
            (self.bag, self.in_work) = (bag, in_work);
            self.steps.truncate(steps);
        }
        Err(failed)
    }

    /// Ways to get the item, cheapest first by a guess.
    fn sources(&self, item: ItemId, count: u32) -> Vec<Source> {
        let mut ways: Vec<(u64, Source)> = Vec::new();
        if !self.start.lore.deposits(item).is_empty() {
            ways.push((self.guess_natural(item).saturating_mul(u64::from(count)), Source::Gather(item)));
        }
        if !self.start.lore.prey(item).is_empty() {
            ways.push((self.start.lore.cost(item).saturating_mul(u64::from(count)), Source::Hunt(item)));
        }
        for &number in recipes::making(item) {
            if let Some(cost) = self.guess_recipe(number, count, GUESS_DEPTH) {
                ways.push((cost, Source::Craft(number)));
            }
        }
        for smelt in smelting::making(item).filter(|smelt| smelt.station == Station::Furnace) {
            for &input in smelt.inputs {
                let cost = self.guess(input, count, GUESS_DEPTH).saturating_add(10_000 * u64::from(count));
                ways.push((cost, Source::Smelt(input)));
            }
        }
        ways.retain(|(cost, source)| *cost < UNREACHABLE && !self.start.avoid.contains(source));
        ways.sort_unstable();
        ways.into_iter().map(|(_, source)| source).collect()
    }

    fn by(&mut self, source: Source, item: ItemId, count: u32) -> Result<(), Lacking> {
        match source {
            Source::Gather(_) => {
                self.tool_for(item)?;
                let least = if item == crate::lore::item("cobblestone") { COBBLESTONE_LEAST } else { 0 };
                let total = self.start.bag.count(item) + count.max(least);
                self.steps.push(Step::Gather { item, total });
            }
            Source::Hunt(_) => self.steps.push(Step::Hunt { item, total: self.start.bag.count(item) + count }),
            Source::Craft(number) => self.craft(number, count)?,
            Source::Smelt(input) => self.smelt(input, item, count)?,
        }
        Ok(())
    }

    fn craft(&mut self, number: u16, count: u32) -> Result<(), Lacking> {
        let Some(recipe) = recipes::get(number) else { return Ok(()) };
        let times = count.div_ceil(u32::from(recipe.count.max(1)));
        for (alternatives, each) in ingredients(recipe) {
            self.need_any(alternatives, each * times)?;
        }
        if recipe.needs_table {
            self.station(Station::CraftingTable)?;
        }
        self.steps.push(Step::Craft { recipe: number, times: times.min(u32::from(u16::MAX)) as u16 });
        self.bag.add(recipe.output, times * u32::from(recipe.count) - count);
        Ok(())
    }

    fn smelt(&mut self, input: ItemId, output: ItemId, count: u32) -> Result<(), Lacking> {
        let Some(smelt) = smelting::result(Station::Furnace, input) else { return Err(Lacking::Source(output)) };
        let count = count.min(64); // a furnace's slot; the rest is planned when this is done
        self.need(input, count)?;
        let (fuel, fuel_count) = self.fuel(count * u32::from(smelt.ticks), output)?;
        self.station(Station::Furnace)?;
        let (count, fuel_count) = (count as u8, fuel_count.min(64) as u8);
        self.steps.push(Step::Smelt { station: Station::Furnace, input, output, count, fuel, fuel_count });
        self.steps.push(Step::Take { item: output, count });
        Ok(())
    }

    /// Speaks for enough of one fuel: the least valuable that is carried in sufficient number, or planks that are made.
    fn fuel(&mut self, ticks: u32, output: ItemId) -> Result<(ItemId, u32), Lacking> {
        let enough = |(item, held): (ItemId, u32)| {
            let burn = fuels::burn_ticks(item)?;
            let count = ticks.div_ceil(burn);
            let spare = gamedata_item(item)?.durability == 0 && item != output;
            (spare && count <= held && count <= 64).then_some((
                count.saturating_mul(self.start.lore.cost(item) as u32),
                item,
                count,
            ))
        };
        let coals = ["coal", "charcoal"].map(crate::lore::item);
        let best =
            self.bag.iter().filter_map(enough).min_by_key(|(cost, item, _)| (!coals.contains(item), *cost, *item));
        if let Some((_, item, count)) = best {
            let _ = self.bag.take(item, count);
            return Ok((item, count));
        }
        let planks = gamedata::groups::named("planks").unwrap_or_default();
        let plank = *self.ranked(planks, 1).first().ok_or(Lacking::Source(output))?;
        let count = ticks.div_ceil(fuels::burn_ticks(plank).unwrap_or(300));
        self.need(plank, count)?;
        Ok((plank, count))
    }

    /// Makes sure of any mixture of items that do for each other: first what is carried, then the cheapest to get.
    fn need_any(&mut self, alternatives: &'static [ItemId], count: u32) -> Result<(), Lacking> {
        let mut missing = count;
        for &item in alternatives {
            let held = self.bag.count(item).min(missing);
            if held > 0 && self.bag.take(item, held) {
                missing -= held;
            }
        }
        if missing == 0 {
            return Ok(());
        }
        let mut failed = Lacking::Source(alternatives.first().copied().unwrap_or_default());
        for item in self.ranked(alternatives, missing).into_iter().take(ALTERNATIVES_MAX) {
            let (bag, in_work, steps) = (self.bag.clone(), self.in_work.clone(), self.steps.len());
            match self.need(item, missing) {
                Ok(()) => return Ok(()),
                Err(lacking) => failed = if matches!(failed, Lacking::Tool(_)) { failed } else { lacking },
            }
            (self.bag, self.in_work) = (bag, in_work);
            self.steps.truncate(steps);
        }
        Err(failed)
    }

    /// Makes sure of a station near by: one that is known, one that is carried, or a new one.
    fn station(&mut self, station: Station) -> Result<(), Lacking> {
        let step = Step::Station(station);
        let near = |known: &crate::known::KnownStation| {
            known.at.distance_squared(self.start.at) <= STATION_NEAR_BLOCKS * STATION_NEAR_BLOCKS
                && !self.start.known.is_bad(known.at, self.start.now)
        };
        let is_near = self.start.known.stations(station, self.start.at).iter().any(near);
        if is_near || self.steps.contains(&step) {
            return Ok(());
        }
        self.need(crate::lore::item(station.name()), 1)?;
        self.steps.push(step);
        Ok(())
    }

    /// Whether something carried makes one of the item's deposits give it; else the cheapest tool that would.
    fn tool_for(&self, item: ItemId) -> Result<(), Lacking> {
        let deposits = self.start.lore.deposits(item);
        if deposits.iter().any(|deposit| can_harvest(deposit.block, self.start.bag)) {
            return Ok(());
        }
        let cost = |tool: &ItemId| self.start.lore.cost(*tool);
        let tools = deposits.iter().flat_map(|deposit| tools_for(deposit.block));
        Err(tools.filter(|tool| cost(tool) < UNREACHABLE).min_by_key(cost).map_or(Lacking::Source(item), Lacking::Tool))
    }

    /// Items that do for each other, the cheapest to get first.
    fn ranked(&self, alternatives: &[ItemId], count: u32) -> Vec<ItemId> {
        let mut ranked: Vec<(u64, ItemId)> =
            alternatives.iter().map(|item| (self.guess(*item, count, GUESS_DEPTH), *item)).collect();
        ranked.retain(|(cost, _)| *cost < UNREACHABLE);
        ranked.sort_unstable();
        ranked.into_iter().map(|(_, item)| item).collect()
    }

    /// A guess at what so many of an item still cost, looking a little into what they are made of.
    fn guess(&self, item: ItemId, count: u32, depth: u8) -> u64 {
        let missing = count - self.bag.count(item).min(count);
        if missing == 0 {
            return 0;
        }
        let flat = self.guess_natural(item).min(self.start.lore.cost(item).saturating_mul(UNSEEN_FACTOR));
        let flat = flat.saturating_mul(u64::from(missing));
        if depth == 0 || self.under.contains(&item) {
            return flat;
        }
        let crafted = recipes::making(item).iter().filter_map(|number| self.guess_recipe(*number, missing, depth - 1));
        crafted.min().unwrap_or(UNREACHABLE).min(flat)
    }

    fn guess_recipe(&self, number: u16, count: u32, depth: u8) -> Option<u64> {
        let recipe = recipes::get(number).filter(|recipe| can_craft(recipe))?;
        let times = count.div_ceil(u32::from(recipe.count.max(1)));
        let sum = ingredients(recipe).into_iter().fold(0u64, |sum, (alternatives, each)| {
            let best = alternatives.iter().map(|item| self.guess(*item, each * times, depth)).min();
            sum.saturating_add(best.unwrap_or(UNREACHABLE))
        });
        (sum < UNREACHABLE).then(|| sum.saturating_add(500 * u64::from(times)))
    }

    fn guess_natural(&self, item: ItemId) -> u64 {
        let deposits = self.start.lore.deposits(item);
        let Some(cost) = deposits.iter().map(|deposit| deposit.cost).min() else { return UNREACHABLE };
        let blocks: Vec<BlockId> = deposits.iter().map(|deposit| deposit.block).collect();
        match self.start.known.nearest(&blocks, self.start.at, self.start.now) {
            Some((place, _)) => cost.saturating_add(place.manhattan(self.start.at) * 10),
            None => cost.saturating_mul(UNSEEN_FACTOR),
        }
    }

    /// Gathering first, each thing once; then making, in the order found. Making needs nothing but what is carried.
    fn in_order(self) -> Vec<Step> {
        let mut ordered: Vec<Step> = Vec::new();
        let is_gain = |step: &Step| matches!(step, Step::Gather { .. } | Step::Hunt { .. });
        let (gains, makes): (Vec<Step>, Vec<Step>) = self.steps.into_iter().partition(is_gain);
        for step in gains {
            let start = self.start.bag;
            match (ordered.iter_mut().find(|earlier| earlier.same_kind(&step)), &step) {
                (
                    Some(Step::Gather { item, total } | Step::Hunt { item, total }),
                    Step::Gather { total: more, .. } | Step::Hunt { total: more, .. },
                ) => {
                    *total += more - start.count(*item);
                }
                _ => ordered.push(step),
            }
        }
        ordered.extend(makes);
        ordered
    }
}

/// Cells with the same alternatives counted together.
fn ingredients(recipe: &recipes::Recipe) -> Ingredients {
    let mut grouped: Ingredients = Vec::new();
    for cell in recipe.ingredients() {
        match grouped.iter_mut().find(|(alternatives, _)| *alternatives == cell) {
            Some((_, count)) => *count += 1,
            None => grouped.push((cell, 1)),
        }
    }
    grouped
}

/// Whether the hand or something carried makes the block drop what it has.
pub fn can_harvest(block: BlockId, bag: &Bag) -> bool {
    tools::harvests(block, None)
        || bag.iter().any(|(item, _)| gamedata_item(item).is_some() && tools::harvests(block, Some(item)))
}

/// An item's facts; none for a number that is no item.
pub fn gamedata_item(item: ItemId) -> Option<&'static items::Item> {
    items::all().get(usize::from(item.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lore::item;
    use alloc::string::ToString;

    const HERE: BlockPos = BlockPos::new(0, 64, 0);

    fn steps(have: &[(&str, u32)], known: &Known, avoid: &[Source], want: (&str, u32)) -> Result<Vec<String>, Lacking> {
        let bag: Bag = have.iter().map(|(name, count)| (item(name), *count)).collect();
        let lore = Lore::new();
        let start = Start { lore: &lore, known, bag: &bag, at: HERE, now: Tick(0), avoid };
        plan(start, &[(item(want.0), want.1)]).map(|steps| steps.iter().map(ToString::to_string).collect())
    }

    fn check(have: &[(&str, u32)], want: (&str, u32), wanted: &[&str]) {
        assert_eq!(steps(have, &Known::default(), &[], want).unwrap(), wanted, "{want:?} from {have:?}");
    }

    fn with_table() -> Known {
        let mut known = Known::default();
        known.station_at(Station::CraftingTable, HERE, Tick(0));
        known
    }

    #[test]
    fn what_is_carried_needs_no_steps() {
        check(&[("stick", 3)], ("stick", 3), &[]);
    }

    #[test]
    fn from_logs_to_a_pickaxe_with_the_table_on_the_way() {
        check(
            &[("birch_log", 3)],
            ("wooden_pickaxe", 1),
            &[
                "craft birch_planks, 1 times",
                "craft birch_planks, 1 times",
                "craft stick, 1 times",
                "craft birch_planks, 1 times",
                "craft crafting_table, 1 times",
                "have a crafting_table near by",
                "craft wooden_pickaxe, 1 times",
            ],
        );
        let near = steps(&[("oak_planks", 3), ("stick", 2)], &with_table(), &[], ("wooden_pickaxe", 1)).unwrap();
        assert_eq!(near, ["craft wooden_pickaxe, 1 times"], "a placed table within reach is enough");
        let mixed =
            steps(&[("oak_planks", 2), ("birch_planks", 1), ("stick", 2)], &with_table(), &[], ("wooden_pickaxe", 1));
        assert_eq!(mixed.unwrap(), ["craft wooden_pickaxe, 1 times"], "any planks will do, mixed too");
    }

    #[test]
    fn gathering_comes_first_and_each_thing_once() {
        let steps = steps(&[], &Known::default(), &[], ("wooden_pickaxe", 1)).unwrap();
        assert!(steps[0].starts_with("gather") && steps[0].ends_with("_log until there are 3"), "{steps:?}");
        assert_eq!(steps.iter().filter(|step| step.starts_with("gather")).count(), 1, "{steps:?}");
    }

    #[test]
    fn a_missing_tool_is_named() {
        let lacking = |have: &[(&str, u32)], want| steps(have, &Known::default(), &[], (want, 1)).unwrap_err();
        assert_eq!(lacking(&[("stick", 2)], "stone_pickaxe"), Lacking::Tool(item("wooden_pickaxe")));
        assert_eq!(
            lacking(&[("wooden_pickaxe", 1), ("stick", 9), ("oak_log", 9)], "iron_ingot"),
            Lacking::Tool(item("stone_pickaxe"))
        );
        assert_eq!(lacking(&[("stone_pickaxe", 1)], "diamond"), Lacking::Tool(item("iron_pickaxe")));
    }

    #[test]
    fn smelting_has_its_fuel_and_its_furnace() {
        let mut known = with_table();
        known.station_at(Station::Furnace, HERE, Tick(0));
        let have = [("raw_iron", 9), ("coal", 2)];
        let smelt = steps(&have, &known, &[], ("iron_ingot", 9)).unwrap();
        assert_eq!(smelt, ["smelt 9 raw_iron with coal", "take 9 iron_ingot out of the fire"]);
        let short = steps(&[("raw_iron", 1), ("oak_planks", 1)], &known, &[], ("iron_ingot", 1)).unwrap();
        assert_eq!(short[0], "smelt 1 raw_iron with oak_planks", "planks burn too");
        known.load(HERE, Some(crate::known::Load { output: item("iron_ingot"), count: 3, ready: Tick(600) }));
        let waiting = steps(&[], &known, &[], ("iron_ingot", 3)).unwrap();
        assert_eq!(waiting, ["take 3 iron_ingot out of the fire"], "what is in the fire is counted on");
    }

    #[test]
    fn a_way_tried_in_vain_is_planned_around_and_no_way_is_said() {
        let have = [("wooden_pickaxe", 1), ("oak_log", 20)];
        let mut known = with_table();
        let ore = gamedata::blocks::named("coal_ore").unwrap();
        known.found(&[ore], &[(HERE.offset(5, 0, 0), ore)], HERE, 32, Tick(0));
        let first = steps(&have, &known, &[], ("torch", 4)).unwrap();
        assert!(first.iter().any(|step| step.starts_with("gather coal")), "{first:?}");
        let coal = [Source::Gather(item("coal"))];
        let other = steps(&have, &known, &coal, ("torch", 4)).unwrap();
        assert!(other.iter().any(|step| step.starts_with("smelt") && step.contains("_log")), "charcoal: {other:?}");
        assert_eq!(steps(&[], &Known::default(), &[], ("bedrock", 1)), Err(Lacking::Source(item("bedrock"))));
    }

    #[test]
    fn recipes_that_go_in_circles_end() {
        let blocks = steps(&[("iron_block", 1)], &with_table(), &[], ("iron_ingot", 9)).unwrap();
        assert_eq!(blocks, ["craft iron_ingot, 1 times"]);
        assert!(steps(&[], &with_table(), &[], ("iron_block", 1)).is_err(), "needs a pickaxe first");
    }

    #[test]
    fn every_item_is_planned_or_refused_without_a_hitch() {
        let (lore, known) = (Lore::new(), with_table());
        let bag: Bag = [("diamond_pickaxe", 1), ("diamond_axe", 1), ("diamond_shovel", 1)]
            .map(|(name, count)| (item(name), count))
            .into_iter()
            .collect();
        let start = Start { lore: &lore, known: &known, bag: &bag, at: HERE, now: Tick(0), avoid: &[] };
        let planned = (0..items::all().len() as u16).filter(|id| plan(start, &[(ItemId(*id), 1)]).is_ok()).count();
        assert!(planned > 250, "{planned} of {}", items::all().len());
    }
}
