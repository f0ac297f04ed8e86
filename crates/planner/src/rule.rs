//! A planning problem: the agent's operations, the stations' processes, the stock and the goal.
//!
//! A [`Draft`] holds a request with names; [`Problem::new`] checks it and replaces names by small numbers. Absent on
//! purpose: game knowledge (durations and recipes come with the request), floats, clocks.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

/// Largest count of one item in a planning request: a world full of chests holds fewer, and products of counts still
/// fit into 64 bits.
pub const COUNT_MAX: u64 = 1_000_000_000;
/// Largest count within one recipe; the game's largest is 64.
pub const RECIPE_COUNT_MAX: u64 = 1_000_000;
/// Longest time in a planning request, in ticks: about ten years of play.
pub const TICKS_MAX: u64 = 1 << 33;
/// Largest action cost of one operation.
pub const COST_MAX: u64 = 1_000_000;
/// Most rules (operations and station processes) in a planning request: modded games have about ten thousand.
pub const RULES_MAX: usize = 100_000;
/// Most stations in a planning request, or built by a plan.
pub const SLOTS_MAX: usize = 1_024;

/// The kind of an operation of the agent. Only `Place` changes more than the inventory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Craft,
    Gather,
    Place,
}

/// An operation of the agent as given in a request, with names instead of numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DraftOp {
    pub id: String,
    pub kind: Kind,
    pub ticks: u64,
    pub cost: u64,
    pub inputs: BTreeMap<String, u64>,
    pub outputs: BTreeMap<String, u64>,
    pub tools_any: Vec<String>,
    pub station: Option<String>,
    pub places: Option<String>,
}

/// A station process as given in a request, with names instead of numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DraftProcess {
    pub id: String,
    pub station: String,
    pub input: String,
    pub output: String,
    pub ticks_per_item: u64,
    pub batch_max: u64,
    pub fuel_per_item: u64,
    pub load_ticks: u64,
    pub load_cost: u64,
}

/// An existing station as given in a request, with names instead of numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DraftSlot {
    pub id: String,
    pub station: String,
    pub ready_at: u64,
}

/// A planning request as it is given, with names instead of numbers and not yet checked.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Draft {
    pub bucket_ticks: u64,
    pub horizon_ticks: u64,
    pub wait_ticks_max: u64,
    pub inventory: BTreeMap<String, u64>,
    pub goal: BTreeMap<String, u64>,
    pub slots: Vec<DraftSlot>,
    pub stations_max: BTreeMap<String, u64>,
    pub fuels: BTreeMap<String, u64>,
    pub ops: Vec<DraftOp>,
    pub processes: Vec<DraftProcess>,
}

/// Index of an item in [`Problem::items`].
pub type Item = usize;
/// Index of a station type in [`Problem::stations`].
pub type StationType = usize;

/// An operation that the agent itself does: craft, gather or place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Op {
    pub id: String,
    pub kind: Kind,
    pub ticks: u64,
    pub cost: u64,
    pub inputs: Vec<(Item, u64)>,
    pub outputs: Vec<(Item, u64)>,
    /// One of these tools must be carried; it is not used up.
    pub tools_any: Vec<Item>,
    pub station: Option<StationType>,
    pub places: Option<StationType>,
}

/// What a station (such as a furnace) does by itself once it is loaded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Process {
    pub id: String,
    pub station: StationType,
    pub input: Item,
    pub output: Item,
    pub ticks_per_item: u64,
    pub batch_max: u64,
    pub fuel_per_item: u64,
    pub load_ticks: u64,
    pub load_cost: u64,
}

/// One station in which a process can run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Slot {
    pub id: String,
    pub station: StationType,
    pub ready_at: u64,
}

/// A checked planning request, with numbers instead of names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    pub items: Vec<String>,
    pub stations: Vec<String>,
    pub ops: Vec<Op>,
    pub processes: Vec<Process>,
    /// Each fuel with the ticks that one piece burns.
    pub fuels: Vec<(Item, u64)>,
    /// For each item: the count in the inventory.
    pub stock: Vec<u64>,
    pub goal: Vec<(Item, u64)>,
    pub slots: Vec<Slot>,
    /// For each station type: how many may exist in total.
    pub stations_max: Vec<u64>,
    pub bucket_ticks: u64,
    pub horizon_ticks: u64,
    pub wait_ticks_max: u64,
}

/// Why a planning request is refused: the field, and what is wrong with it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BadRequest {
    pub at: String,
    pub what: String,
}

impl fmt::Display for BadRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.at, self.what)
    }
}

impl core::error::Error for BadRequest {}

fn bad<T>(at: impl Into<String>, what: impl Into<String>) -> Result<T, BadRequest> {
    Err(BadRequest { at: at.into(), what: what.into() })
}

fn at_most(at: impl FnOnce() -> String, value: u64, max: u64) -> Result<u64, BadRequest> {
    if value > max { bad(at(), format!("{value} is more than {max}")) } else { Ok(value) }
}

/// Numbers names in the order in which they appear.
#[derive(Default)]
struct Names {
    list: Vec<String>,
    index: BTreeMap<String, usize>,
}

impl Names {
    fn id(&mut self, name: &str) -> usize {
        if let Some(&id) = self.index.get(name) {
            return id;
        }
        self.index.insert(name.to_string(), self.list.len());
        self.list.push(name.to_string());
        self.list.len() - 1
    }
}

/// Replaces the names in a planning request by numbers and checks it on the way.
struct Reader {
    items: Names,
    stations: Names,
}

impl Reader {
    fn counted(&mut self, at: &str, what: &BTreeMap<String, u64>, max: u64) -> Result<Vec<(Item, u64)>, BadRequest> {
        let mut list = Vec::with_capacity(what.len());
        for (name, &count) in what {
            at_most(|| format!("{at}.{name}"), count, max)?;
            if count > 0 {
                list.push((self.items.id(name), count));
            }
        }
        Ok(list)
    }

    fn op(&mut self, draft: &DraftOp) -> Result<Op, BadRequest> {
        let at = || format!("ops[{}]", draft.id);
        at_most(|| format!("{}.ticks", at()), draft.ticks, TICKS_MAX)?;
        at_most(|| format!("{}.cost", at()), draft.cost, COST_MAX)?;
        let places = match (draft.kind, &draft.places) {
            (Kind::Place, Some(name)) => Some(self.stations.id(name)),
            (Kind::Place, None) => return bad(at(), "a place operation must say what it `places`"),
            (_, Some(_)) => return bad(at(), "only a place operation may have `places`"),
            (_, None) => None,
        };
        Ok(Op {
            id: draft.id.clone(),
            kind: draft.kind,
            ticks: draft.ticks,
            cost: draft.cost,
            inputs: self.counted(&format!("{}.in", at()), &draft.inputs, RECIPE_COUNT_MAX)?,
            outputs: self.counted(&format!("{}.out", at()), &draft.outputs, RECIPE_COUNT_MAX)?,
            tools_any: draft.tools_any.iter().map(|tool| self.items.id(tool)).collect(),
            station: draft.station.as_deref().map(|name| self.stations.id(name)),
            places,
        })
    }

    fn process(&mut self, draft: &DraftProcess) -> Result<Process, BadRequest> {
        let at = |field: &str| format!("processes[{}].{field}", draft.id);
        if draft.batch_max == 0 {
            return bad(at("max_batch"), "must be at least 1");
        }
        Ok(Process {
            id: draft.id.clone(),
            station: self.stations.id(&draft.station),
            input: self.items.id(&draft.input),
            output: self.items.id(&draft.output),
            ticks_per_item: at_most(|| at("ticks_per_item"), draft.ticks_per_item, TICKS_MAX)?,
            batch_max: at_most(|| at("max_batch"), draft.batch_max, RECIPE_COUNT_MAX)?,
            fuel_per_item: at_most(|| at("fuel_per_item"), draft.fuel_per_item, TICKS_MAX)?,
            load_ticks: at_most(|| at("load_ticks"), draft.load_ticks, TICKS_MAX)?,
            load_cost: at_most(|| at("load_cost"), draft.load_cost, COST_MAX)?,
        })
    }
}

fn unique<'a>(at: &str, ids: impl Iterator<Item = &'a String>) -> Result<(), BadRequest> {
    let mut seen = BTreeSet::new();
    for id in ids {
        if !seen.insert(id) {
            return bad(format!("{at}[{id}]"), "this id is used twice");
        }
    }
    Ok(())
}

impl Problem {
    pub fn new(draft: &Draft) -> Result<Problem, BadRequest> {
        if draft.bucket_ticks == 0 {
            return bad("bucket_ticks", "must be at least 1");
        }
        if draft.ops.len() + draft.processes.len() > RULES_MAX {
            return bad("ops", format!("more than {RULES_MAX} rules"));
        }
        if draft.slots.len() > SLOTS_MAX {
            return bad("stations", format!("more than {SLOTS_MAX} slots"));
        }
        at_most(|| "bucket_ticks".to_string(), draft.bucket_ticks, TICKS_MAX)?;
        at_most(|| "horizon_ticks".to_string(), draft.horizon_ticks, TICKS_MAX)?;
        unique("stations", draft.slots.iter().map(|slot| &slot.id))?;
        unique("ops", draft.ops.iter().map(|op| &op.id))?;
        unique("processes", draft.processes.iter().map(|process| &process.id))?;
        let mut reader = Reader { items: Names::default(), stations: Names::default() };
        let goal = reader.counted("goal", &draft.goal, COUNT_MAX)?;
        let inventory = reader.counted("inventory", &draft.inventory, COUNT_MAX)?;
        let fuels = reader.counted("fuels", &draft.fuels, TICKS_MAX)?;
        let mut slots = Vec::new();
        for slot in &draft.slots {
            let ready_at = at_most(|| format!("stations[{}].ready_at", slot.id), slot.ready_at, TICKS_MAX)?;
            slots.push(Slot { id: slot.id.clone(), station: reader.stations.id(&slot.station), ready_at });
        }
        let ops = draft.ops.iter().map(|op| reader.op(op)).collect::<Result<Vec<_>, _>>()?;
        let processes = draft.processes.iter().map(|p| reader.process(p)).collect::<Result<Vec<_>, _>>()?;
        let limits = draft.stations_max.iter().map(|(name, &max)| (reader.stations.id(name), max)).collect::<Vec<_>>();
        let mut stock = vec![0; reader.items.list.len()];
        for (item, count) in inventory {
            stock[item] = count;
        }
        let mut stations_max = vec![0; reader.stations.list.len()];
        for (station, max) in limits {
            stations_max[station] = max;
        }
        Ok(Problem {
            items: reader.items.list,
            stations: reader.stations.list,
            ops,
            processes,
            fuels,
            stock,
            goal,
            slots,
            stations_max,
            bucket_ticks: draft.bucket_ticks,
            horizon_ticks: draft.horizon_ticks,
            wait_ticks_max: draft.wait_ticks_max,
        })
    }

    /// How many stations of a type exist before the plan.
    pub fn placed(&self, station: StationType) -> u64 {
        self.slots.iter().filter(|slot| slot.station == station).count() as u64
    }

    /// How many more stations of a type may be placed.
    pub fn room(&self, station: StationType) -> u64 {
        self.stations_max[station].saturating_sub(self.placed(station)).min(SLOTS_MAX as u64)
    }

    /// Whether a rule uses or makes the item, or it is a fuel.
    pub fn is_mentioned(&self, item: Item) -> bool {
        let in_op = |op: &Op| op.inputs.iter().chain(&op.outputs).any(|&(known, _)| known == item);
        self.ops.iter().any(in_op)
            || self.processes.iter().any(|process| process.input == item || process.output == item)
            || self.fuels.iter().any(|&(fuel, _)| fuel == item)
    }

    pub fn item(&self, name: &str) -> Option<Item> {
        self.items.iter().position(|item| item == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draft() -> Draft {
        Draft { bucket_ticks: 100, horizon_ticks: 1_000, wait_ticks_max: 100, ..Draft::default() }
    }

    fn refused(change: impl FnOnce(&mut Draft)) -> String {
        let mut draft = draft();
        change(&mut draft);
        Problem::new(&draft).expect_err("must be refused").to_string()
    }

    #[test]
    fn a_refused_request_names_the_field() {
        let slot = |id: &str| DraftSlot { id: id.into(), station: "furnace".into(), ready_at: 0 };
        assert_eq!(refused(|d| d.bucket_ticks = 0), "bucket_ticks: must be at least 1");
        assert_eq!(refused(|d| d.slots = vec![slot("a"), slot("a")]), "stations[a]: this id is used twice");
        assert_eq!(
            refused(|d| d.goal = [("stick".to_string(), COUNT_MAX + 1)].into()),
            "goal.stick: 1000000001 is more than 1000000000"
        );
    }

    #[test]
    fn the_largest_counts_are_still_a_request() {
        let mut draft = draft();
        draft.goal.insert("stick".into(), COUNT_MAX);
        draft.horizon_ticks = TICKS_MAX;
        draft.slots =
            (0..SLOTS_MAX).map(|k| DraftSlot { id: format!("{k}"), station: "furnace".into(), ready_at: 0 }).collect();
        let problem = Problem::new(&draft).expect("inside every bound");
        assert_eq!(problem.goal, [(0, COUNT_MAX)]);
        draft.slots.push(DraftSlot { id: "one more".into(), station: "furnace".into(), ready_at: 0 });
        assert!(Problem::new(&draft).is_err());
    }
}
