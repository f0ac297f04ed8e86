//! Workstations of a build: a means, not geometry. Reused before placed, validated again, and never littered.

use crate::area::{Area, Marks};
use crate::witness::{Cells, Witness};
use alloc::string::String;
use alloc::vec::Vec;
use gamedata::{blocks, states};
use serde::{Deserialize, Serialize};
use vocab::{BlockPos, Tick};

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StationKind {
    CraftingTable,
    Furnace,
    Smoker,
    BlastFurnace,
    Anvil,
}

impl StationKind {
    pub const ALL: [StationKind; 5] = [
        StationKind::CraftingTable,
        StationKind::Furnace,
        StationKind::Smoker,
        StationKind::BlastFurnace,
        StationKind::Anvil,
    ];

    pub const fn name(self) -> &'static str {
        match self {
            StationKind::CraftingTable => "crafting_table",
            StationKind::Furnace => "furnace",
            StationKind::Smoker => "smoker",
            StationKind::BlastFurnace => "blast_furnace",
            StationKind::Anvil => "anvil",
        }
    }

    /// Whether a block is such a station. A damaged anvil is an anvil.
    pub fn is(self, found: vocab::StateId) -> bool {
        let name = blocks::get(states::block(found)).name;
        name == self.name() || (self == StationKind::Anvil && matches!(name, "chipped_anvil" | "damaged_anvil"))
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Source {
    Placed,
    Found,
}

/// Where a station came from.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Provenance {
    pub source: Source,
    pub module_index: usize,
    pub step_id: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct StationEntry {
    pub kind: StationKind,
    pub pos: BlockPos,
    pub reachable: bool,
    pub last_verified_at: Tick,
    pub provenance: Provenance,
}

/// Most stations that a build remembers: more than any structure uses.
pub const ENTRIES_MAX: usize = 32;
/// Most stations of one kind that a build places for itself.
pub const PLACED_PER_KIND_MAX: usize = 1;
/// Most places that are tried for a new station.
pub const PLACES_MAX: usize = 6;
/// How far from the footprint the utility zone goes, in blocks.
const ZONE: i32 = 2;

/// The stations that a build knows.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Registry {
    entries: Vec<StationEntry>,
}

/// How to come by a station.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ensure {
    /// It stands here.
    Use(BlockPos),
    /// Look at this place first: it may stand here, and cannot be seen.
    Look(BlockPos),
    /// Place one here.
    Place(BlockPos),
    Fail(NoStation),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NoStation {
    /// Every place in the utility zone is taken or out of reach.
    NoPlace,
    /// As many places were tried as may be.
    PlacesTried,
    /// The build has placed its share already, and it can still be seen standing out of reach.
    Placed,
}

/// What can be walked to around a site.
#[derive(Debug, Clone, Copy)]
pub struct Ways<'a> {
    pub area: &'a Area,
    pub reach: &'a Marks,
}

impl Ways<'_> {
    /// Whether a body can stand beside a station and use it.
    pub fn serves(&self, at: BlockPos) -> bool {
        let beside = vocab::position::BESIDE.into_iter();
        beside
            .flat_map(|(dx, dz)| [0, 1, -1].map(|dy| at.offset(dx, dy, dz)))
            .any(|stand| self.reach.has(self.area, stand))
    }
}

impl Registry {
    pub fn entries(&self) -> &[StationEntry] {
        &self.entries
    }

    /// Remembers a station; one at the same place is replaced, and the one verified longest ago goes when there are too many.
    pub fn insert(&mut self, entry: StationEntry) {
        self.entries.retain(|known| known.pos != entry.pos);
        self.entries.push(entry);
        if self.entries.len() > ENTRIES_MAX {
            let oldest = self.entries.iter().enumerate().min_by_key(|(_, entry)| entry.last_verified_at);
            if let Some(oldest) = oldest.map(|(at, _)| at) {
                self.entries.remove(oldest);
            }
        }
        self.entries.sort();
    }

    /// Checks every station against the world: those that are gone are forgotten and returned, the others get their reach.
    pub fn revalidate(&mut self, world: &impl Cells, ways: Ways<'_>, now: Tick) -> Vec<StationKind> {
        let mut lost = Vec::new();
        self.entries.retain_mut(|entry| {
            let Some(found) = world.state(entry.pos) else { return true };
            if !entry.kind.is(found) {
                lost.push(entry.kind);
                return false;
            }
            entry.reachable = ways.serves(entry.pos);
            entry.last_verified_at = now;
            true
        });
        lost
    }

    /// How to come by a station of a kind: one that is known, one that stands near, a new one in the utility zone.
    pub fn ensure(
        &self,
        kind: StationKind,
        site: (&Witness<'_>, &impl Cells),
        ways: Ways<'_>,
        tried: &[BlockPos],
    ) -> Ensure {
        let (witness, world) = site;
        let mut known: Vec<&StationEntry> = self.entries.iter().filter(|entry| entry.kind == kind).collect();
        known.sort_by_key(|entry| (!entry.reachable, entry.pos));
        for entry in &known {
            match world.state(entry.pos) {
                None => return Ensure::Look(entry.pos),
                Some(found) if kind.is(found) && ways.serves(entry.pos) => return Ensure::Use(entry.pos),
                Some(_) => {}
            }
        }
        let (min, max) = witness.site.bounds(witness.blueprint);
        let zone = Zone { min: min.offset(-ZONE, 0, -ZONE), max: max.offset(ZONE, 0, ZONE) };
        let standing =
            zone.all(max.y).find(|at| world.state(*at).is_some_and(|found| kind.is(found)) && ways.serves(*at));
        if let Some(at) = standing {
            return Ensure::Use(at);
        }
        let own = known.iter().filter(|entry| entry.provenance.source == Source::Placed);
        let own = own.filter(|entry| world.state(entry.pos).is_some_and(|found| kind.is(found)));
        if own.count() >= PLACED_PER_KIND_MAX {
            return Ensure::Fail(NoStation::Placed);
        }
        if tried.len() >= PLACES_MAX {
            return Ensure::Fail(NoStation::PlacesTried);
        }
        let surface = min.y + witness.blueprint.sunk as i32;
        let place = zone.edge(surface, min, max).find(|at| {
            let free = world.state(*at).is_some_and(crate::state::is_replaceable);
            let carried = world.state(at.offset(0, -1, 0)).is_some_and(crate::state::is_solid);
            free && carried && !tried.contains(at) && ways.serves(*at)
        });
        place.map_or(Ensure::Fail(NoStation::NoPlace), Ensure::Place)
    }
}

/// The utility zone: the box with a margin around it.
struct Zone {
    min: BlockPos,
    max: BlockPos,
}

impl Zone {
    /// Every cell, from below to above.
    fn all(&self, top: i32) -> impl Iterator<Item = BlockPos> + use<> {
        let (min, max) = (self.min, self.max);
        (min.y..=top)
            .flat_map(move |y| (min.z..=max.z).flat_map(move |z| (min.x..=max.x).map(move |x| BlockPos::new(x, y, z))))
    }

    /// The cells on the outer edge at one height: outside of the footprint, with a block between for walking.
    fn edge(&self, y: i32, low: BlockPos, high: BlockPos) -> impl Iterator<Item = BlockPos> + use<> {
        let (min, max) = (self.min, self.max);
        let cells = (min.z..=max.z).flat_map(move |z| (min.x..=max.x).map(move |x| BlockPos::new(x, y, z)));
        cells.filter(move |at| at.x < low.x - 1 || at.x > high.x + 1 || at.z < low.z - 1 || at.z > high.z + 1)
    }
}
