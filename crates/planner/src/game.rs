//! Builds planning requests from the game's own tables: recipes, smelting, fuels, and what can be gathered nearby.

mod offers;

pub use offers::{Offer, natural_offers};

use crate::duration::{CRAFT_TICKS, HORIZON_BUCKETS, LOAD_TICKS, PLACE_TICKS, WAIT_BUCKETS_MAX, first_tick};
use crate::rule::{Draft, DraftOp, DraftProcess, DraftSlot, Kind};
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
use gamedata::recipes::Recipe;
use gamedata::{fuels, items, recipes, smelting};
use vocab::bucket::TICKS_PER_BUCKET;
use vocab::{Bag, ItemId, Station};

/// Ticks of fuel burnt for one item, counted at the speed of a plain furnace: blast furnace and smoker burn twice as
/// fast, but also smelt twice as fast.
const FUEL_TICKS_PER_ITEM: u64 = 200;
/// Most items in one batch of a furnace.
const BATCH_MAX: u64 = 64;
/// How many stations of a kind may exist unless the request says otherwise: the document's table (section 3.2), and one
/// stonecutter.
const STATIONS_MAX: [(Station, u64); 5] = [
    (Station::CraftingTable, 1),
    (Station::Furnace, 8),
    (Station::BlastFurnace, 4),
    (Station::Smoker, 4),
    (Station::Stonecutter, 1),
];

/// The default limit for the number of stations of a kind; 0 for kinds that no plan builds.
pub fn stations_max(station: Station) -> u64 {
    STATIONS_MAX.iter().find(|(known, _)| *known == station).map_or(0, |(_, max)| *max)
}

/// Fuels that a plan may use even if none is carried. More of them would only make the search longer.
const FUELS: [&str; 3] = ["coal", "charcoal", "oak_planks"];

/// A way to get an item in the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Way {
    Gather(ItemId),
    /// Crafting with the recipe of this number.
    Craft(u16),
    /// Smelting this input.
    Smelt(ItemId),
}

/// What the agent does in the game when it carries out a rule of a planning request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Deed {
    Gather(ItemId),
    Craft(u16),
    Place(Station),
    Smelt { station: Station, input: ItemId, output: ItemId },
}

/// A planning request, and what each of its operations and processes means in the game, in the same order.
#[derive(Debug, Clone, Default)]
pub struct Request {
    pub draft: Draft,
    pub ops: Vec<Deed>,
    pub processes: Vec<Deed>,
}

/// What to plan for in the game: the goal, the inventory and the surroundings.
#[derive(Debug, Clone, Default)]
pub struct Ask {
    pub goal: Bag,
    pub have: Bag,
    /// Stations (furnaces and so on) that exist, each with its id, its kind and the tick from which it is free.
    pub slots: Vec<(String, Station, u64)>,
    /// How many stations of a kind may exist, where that differs from the defaults. Rules that need a kind with limit 0
    /// are left out.
    pub stations_max: BTreeMap<Station, u64>,
    pub offers: Vec<Offer>,
    /// Among interchangeable items (any planks), these are preferred: for instance the wood that grows nearby.
    pub prefer: Vec<ItemId>,
    /// Items that the plan may burn; empty for the usual fuels and every carried item that burns.
    pub fuels: Vec<ItemId>,
    /// Ways to get an item that the plan must not use.
    pub avoid: Vec<Way>,
}

fn name(item: ItemId) -> String {
    items::get(item).name.to_string()
}

/// Collects the rules of a planning request: starts from the goal items, then adds what those need.
struct Builder<'a> {
    ask: &'a Ask,
    offers: BTreeMap<ItemId, &'a Offer>,
    draft: Draft,
    op_deeds: Vec<Deed>,
    process_deeds: Vec<Deed>,
    seen: BTreeSet<ItemId>,
    open: Vec<ItemId>,
    stations: BTreeSet<Station>,
}

impl Builder<'_> {
    fn need(&mut self, item: ItemId) {
        if self.seen.insert(item) {
            self.open.push(item);
        }
    }

    fn need_station(&mut self, station: Station) {
        if !self.stations.insert(station) {
            return;
        }
        let standing = self.ask.slots.iter().filter(|(_, known, _)| *known == station).count() as u64;
        let max = self.ask.stations_max.get(&station).copied().unwrap_or_else(|| stations_max(station)).max(standing);
        self.draft.stations_max.insert(station.name().into(), max);
        if let Some(item) = items::named(station.name()).filter(|_| max > standing) {
            self.need(item);
            self.op_deeds.push(Deed::Place(station));
            self.draft.ops.push(DraftOp {
                id: format!("place:{}", station.name()),
                kind: Kind::Place,
                ticks: PLACE_TICKS,
                cost: 1,
                inputs: [(name(item), 1)].into(),
                outputs: BTreeMap::new(),
                tools_any: vec![],
                station: None,
                places: Some(station.name().into()),
            });
        }
    }

    /// Which of several interchangeable items to consider for a recipe: those carried, the preferred ones, the one
    /// gathered fastest; if there are none, the first few.
    fn candidates(&self, cell: &[ItemId]) -> Vec<ItemId> {
        let mut all: Vec<ItemId> = cell.iter().copied().filter(|&item| self.ask.have.count(item) > 0).collect();
        if self.offers.is_empty() {
            // None of the items can be gathered, so those that can be crafted from the inventory count too: one kind of
            // planks may not be enough.
            all.extend(cell.iter().copied().filter(|&item| self.ask.have.count(item) == 0 && self.made_at_once(item)));
        }
        let preferred = self.ask.prefer.iter().copied().filter(|item| cell.contains(item));
        let offers = cell.iter().filter_map(|item| self.offers.get(item));
        let offered = offers.filter(|offer| self.may(Way::Gather(offer.item))).min_by_key(|offer| offer.ticks);
        let sure: Vec<ItemId> = preferred.chain(offered.map(|offer| offer.item)).collect();
        let guesses = if cell.len() <= GUESSES { cell } else { &cell[..1] };
        let others = if sure.is_empty() { guesses } else { &sure[..] };
        for item in others {
            if !all.contains(item) {
                all.push(*item);
            }
        }
        all
    }

    /// Whether one recipe makes the item from what the agent carries.
    fn made_at_once(&self, item: ItemId) -> bool {
        let recipes = recipes::making(item).iter().filter_map(|&number| recipes::get(number));
        recipes
            .into_iter()
            .any(|recipe| recipe.ingredients().all(|cell| cell.iter().any(|&part| self.ask.have.count(part) > 0)))
    }

    fn is_ruled_out(&self, station: Station) -> bool {
        self.ask.stations_max.get(&station) == Some(&0) && !self.ask.slots.iter().any(|(_, known, _)| *known == station)
    }

    fn may(&self, way: Way) -> bool {
        !self.ask.avoid.contains(&way)
    }

    /// Several carried kinds of an item (such as planks) that together fill a recipe's cell when no single kind is
    /// enough; `None` when they do not suffice either.
    fn mixture(&self, candidates: &[ItemId], count: u64) -> Option<Vec<(ItemId, u64)>> {
        let mut left = count;
        let mut mixed = Vec::new();
        for &item in candidates {
            let taken = u64::from(self.ask.have.count(item)).min(left);
            if taken == count {
                return None; // One kind of the item alone is enough.
            }
            if taken > 0 {
                mixed.push((item, taken));
                left -= taken;
            }
        }
        (left == 0).then_some(mixed)
    }

    fn craft(&mut self, number: u16, recipe: &Recipe) {
        if recipe.station().is_some_and(|station| self.is_ruled_out(station)) {
            return;
        }
        // Equal cells of the recipe get the same item; each distinct cell may have a few candidate items.
        let mut cells: BTreeMap<&[ItemId], u64> = BTreeMap::new();
        recipe.ingredients().for_each(|cell| *cells.entry(cell).or_default() += 1);
        let mut variants: Vec<BTreeMap<String, u64>> = vec![BTreeMap::new()];
        for (cell, count) in cells {
            let candidates = self.candidates(cell);
            for &item in &candidates {
                self.need(item);
            }
            // A mixture of kinds comes first where only a mixture suffices: among equally cheap alternatives the
            // planner takes the first.
            let mut fillings: Vec<Vec<(ItemId, u64)>> = self.mixture(&candidates, count).into_iter().collect();
            fillings.extend(candidates.iter().map(|&item| vec![(item, count)]));
            variants = (variants.iter())
                .flat_map(|variant| {
                    fillings.iter().map(|filling| {
                        let mut inputs = variant.clone();
                        for &(item, count) in filling {
                            *inputs.entry(name(item)).or_default() += count;
                        }
                        inputs
                    })
                })
                .take(VARIANTS_MAX)
                .collect();
        }
        let station = recipe.station();
        if let Some(station) = station {
            self.need_station(station);
        }
        let mut outputs: BTreeMap<String, u64> = [(name(recipe.output), u64::from(recipe.count))].into();
        for &(item, count) in recipe.left_over {
            *outputs.entry(name(item)).or_default() += u64::from(count);
        }
        for (variant, inputs) in variants.into_iter().enumerate() {
            self.op_deeds.push(Deed::Craft(number));
            self.draft.ops.push(DraftOp {
                id: format!("craft:{}~{number}.{variant}", name(recipe.output)),
                kind: Kind::Craft,
                ticks: CRAFT_TICKS,
                cost: 1,
                inputs,
                outputs: outputs.clone(),
                tools_any: vec![],
                station: station.map(|station| station.name().into()),
                places: None,
            });
        }
    }

    fn smelt(&mut self, smelt: &smelting::Smelt) {
        // Smelting tools and armour into nuggets is never considered.
        let wears = |item: ItemId| items::get(item).durability > 0;
        let mut inputs = self.candidates(smelt.inputs);
        inputs.retain(|&input| !wears(input) && self.may(Way::Smelt(input)));
        if smelt.station == Station::Campfire || inputs.is_empty() || self.is_ruled_out(smelt.station) {
            return;
        }
        self.need_station(smelt.station);
        for input in inputs {
            self.need(input);
            let station = smelt.station.name();
            self.process_deeds.push(Deed::Smelt { station: smelt.station, input, output: smelt.output });
            self.draft.processes.push(DraftProcess {
                id: format!("smelt:{}>{}@{station}", name(input), name(smelt.output)),
                station: station.into(),
                input: name(input),
                output: name(smelt.output),
                ticks_per_item: u64::from(smelt.ticks),
                batch_max: BATCH_MAX,
                fuel_per_item: FUEL_TICKS_PER_ITEM,
                load_ticks: LOAD_TICKS,
                load_cost: 1,
            });
        }
        if self.draft.fuels.is_empty() || self.ask.fuels.is_empty() {
            let usual = FUELS.into_iter().filter_map(items::named).filter(|_| self.ask.fuels.is_empty());
            let fuels: Vec<ItemId> = self.ask.fuels.iter().copied().chain(usual).collect();
            for item in fuels {
                self.fuel(item);
            }
        }
    }

    fn fuel(&mut self, item: ItemId) {
        if let Some(burn) = fuels::burn_ticks(item) {
            self.draft.fuels.insert(name(item), u64::from(burn));
            self.need(item);
        }
    }

    fn gather(&mut self, offer: &Offer) {
        let mut inputs = BTreeMap::new();
        if let Some(count) = offer.count {
            // A limited source of an item is modelled as a stock that gathering uses up.
            let source = format!("source:{}", name(offer.item));
            self.draft.inventory.insert(source.clone(), count);
            inputs.insert(source, 1);
        }
        offer.tools_any.iter().for_each(|&tool| self.need(tool));
        self.op_deeds.push(Deed::Gather(offer.item));
        self.draft.ops.push(DraftOp {
            id: format!("gather:{}", name(offer.item)),
            kind: Kind::Gather,
            ticks: offer.ticks,
            cost: 1,
            inputs,
            outputs: [(name(offer.item), 1)].into(),
            tools_any: offer.tools_any.iter().map(|&tool| name(tool)).collect(),
            station: None,
            places: None,
        });
    }
}

/// Most alternatives for which items fill the cells of one recipe.
const VARIANTS_MAX: usize = 8;
/// When none of several interchangeable items is carried or nearby, up to this many are all considered (coal or
/// charcoal); of more (planks) only the first.
const GUESSES: usize = 2;

/// The planning request with every rule that could help to reach the goal.
pub fn draft(ask: &Ask) -> Draft {
    request(ask).draft
}

/// As [`draft`], and what each rule of the request means in the game.
pub fn request(ask: &Ask) -> Request {
    let counted = |bag: &Bag| bag.iter().map(|(item, count)| (name(item), u64::from(count))).collect();
    let mut builder = Builder {
        ask,
        offers: ask.offers.iter().map(|offer| (offer.item, offer)).collect(),
        draft: Draft {
            bucket_ticks: TICKS_PER_BUCKET,
            horizon_ticks: first_tick(HORIZON_BUCKETS),
            wait_ticks_max: first_tick(WAIT_BUCKETS_MAX),
            inventory: counted(&ask.have),
            goal: counted(&ask.goal),
            ..Draft::default()
        },
        op_deeds: Vec::new(),
        process_deeds: Vec::new(),
        seen: BTreeSet::new(),
        open: Vec::new(),
        stations: BTreeSet::new(),
    };
    for (id, station, ready_at) in &ask.slots {
        let slot = DraftSlot { id: id.clone(), station: station.name().into(), ready_at: *ready_at };
        builder.draft.slots.push(slot);
        builder.need_station(*station);
    }
    ask.goal.iter().for_each(|(item, _)| builder.need(item));
    if ask.fuels.is_empty() {
        ask.have.iter().for_each(|(item, _)| builder.fuel_at_hand(item));
    }
    while let Some(item) = builder.open.pop() {
        if let Some(&offer) = builder.offers.get(&item).filter(|_| builder.may(Way::Gather(item))) {
            builder.gather(offer);
        }
        for &number in recipes::making(item) {
            if let Some(recipe) = recipes::get(number).filter(|_| builder.may(Way::Craft(number))) {
                builder.craft(number, recipe);
            }
        }
        let makers: Vec<_> = smelting::making(item).collect();
        for smelt in makers {
            builder.smelt(smelt);
        }
    }
    Request { draft: builder.draft, ops: builder.op_deeds, processes: builder.process_deeds }
}

impl Builder<'_> {
    /// Lets the plan burn a carried item, unless it is a tool or another thing with durability.
    fn fuel_at_hand(&mut self, item: ItemId) {
        if items::get(item).durability == 0 {
            self.fuel(item);
        }
    }
}
