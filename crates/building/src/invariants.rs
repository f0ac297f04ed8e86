//! What must stay true of a structure while it is built and after: a way in, its bounds, stations in reach, nothing floating.
//!
//! An invariant that the finished structure itself does not have does not apply: a statue has no door.

use crate::area::{AREA_CELLS_MAX, Area};
use crate::module::ModuleKind;
use crate::state;
use crate::verify::Difference;
use crate::witness::{Cells, Found, Witness, compare};
use alloc::collections::BTreeSet;
use alloc::vec::Vec;
use gamedata::{blocks, states};
use serde::{Deserialize, Serialize};
use vocab::{BlockPos, StateId};

/// The version of this set. A build that was verified with another one verifies everything again.
pub const INVARIANT_SET: u32 = 1;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Invariant {
    /// A body can walk from outside into every room.
    Access,
    /// Nothing of the builder's stands where the structure has no block.
    Footprint,
    /// The stations can be reached.
    Reachability,
    /// Nothing floats that does not float in the finished structure.
    Structural,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Severity {
    /// Repaired before anything else is built.
    Blocking,
    /// Logged; the build goes on.
    Degraded,
    /// Recorded only.
    Cosmetic,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Holds {
    Yes,
    No,
    /// Too little can be seen to tell.
    Unknown,
    /// The finished structure does not have it.
    DoesNotApply,
}

/// Most cells that a finding names; the first are enough to see what is wrong.
pub const EVIDENCE_MAX: usize = 16;

/// What a check of an invariant found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finding {
    pub invariant: Invariant,
    pub holds: Holds,
    /// Cells that show why it does not hold.
    pub evidence: Vec<BlockPos>,
}

impl Invariant {
    pub const ALL: [Invariant; 4] =
        [Invariant::Access, Invariant::Footprint, Invariant::Reachability, Invariant::Structural];

    /// How bad it is when it does not hold.
    pub const fn severity(self) -> Severity {
        match self {
            Invariant::Access | Invariant::Structural => Severity::Blocking,
            Invariant::Footprint | Invariant::Reachability => Severity::Degraded,
        }
    }

    /// Whether it is checked at the checkpoint of a module of this kind. Reachability is checked before crafting and smelting.
    pub fn is_due(self, kind: ModuleKind) -> bool {
        match self {
            Invariant::Access | Invariant::Footprint => true,
            Invariant::Structural => matches!(kind, ModuleKind::Walls | ModuleKind::Roof),
            Invariant::Reachability => false,
        }
    }

    fn finding(self, holds: Holds, evidence: impl IntoIterator<Item = BlockPos>) -> Finding {
        Finding { invariant: self, holds, evidence: evidence.into_iter().take(EVIDENCE_MAX).collect() }
    }

    fn judged(self, broken: Vec<BlockPos>) -> Finding {
        let holds = if broken.is_empty() { Holds::Yes } else { Holds::No };
        self.finding(holds, broken)
    }
}

/// The finished structure on flat ground.
#[derive(Debug, Clone, Copy)]
pub struct Ideal<'a>(pub &'a Witness<'a>);

impl Cells for Ideal<'_> {
    fn state(&self, at: BlockPos) -> Option<StateId> {
        let surface = self.0.site.corner.y + self.0.blueprint.sunk as i32;
        let wanted = self.0.expected_at(at);
        Some(wanted.unwrap_or(if at.y < surface { ground() } else { states::AIR }))
    }
}

/// What the ground is made of in imagined worlds.
pub(crate) fn ground() -> StateId {
    blocks::named("dirt").map_or(states::AIR, states::default)
}

/// What the finished structure has, against which a world is checked. Made once for each build.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Standard {
    /// Where a body can stand inside; empty when there is no way in or no inside.
    rooms: Vec<BlockPos>,
    /// Cells that the ground carries, from block to block.
    carried: BTreeSet<BlockPos>,
    has_station: bool,
}

/// The cells around a site in which ways are looked for.
const AROUND: i32 = 2;
/// How much higher or lower than the surface the ground around may be. A site's own ground goes up and down by three blocks.
const SLOPE: i32 = 4;

fn area_of(witness: &Witness<'_>) -> Option<Area> {
    let (min, max) = witness.site.bounds(witness.blueprint);
    Area::new(min.offset(-AROUND, -SLOPE - 1, -AROUND), max.offset(AROUND, SLOPE + 1, AROUND))
}

fn rim(witness: &Witness<'_>, area: &Area) -> Vec<BlockPos> {
    let surface = witness.site.corner.y + witness.blueprint.sunk as i32;
    area.rim(surface - SLOPE, surface + SLOPE)
}

impl Standard {
    pub fn of(witness: &Witness<'_>) -> Standard {
        let ideal = Ideal(witness);
        let mut rooms = Vec::new();
        if let Some(mut area) = area_of(witness) {
            area.load(&ideal, 0, AREA_CELLS_MAX);
            let reach = area.flood(rim(witness, &area));
            rooms = reach.places(&area).filter(|at| is_inside(witness, *at)).collect();
        }
        let carried = carried(witness, &ideal);
        let has_station = witness.blueprint.palette.iter().any(|state| {
            matches!(blocks::get(states::block(*state)).name, "crafting_table" | "furnace" | "smoker" | "blast_furnace")
        });
        Standard { rooms, carried, has_station }
    }

    /// A body can walk from outside into every room in which it could stand.
    pub fn access(&self, witness: &Witness<'_>, world: &impl Cells) -> Finding {
        let invariant = Invariant::Access;
        let Some(mut area) = area_of(witness).filter(|_| !self.rooms.is_empty()) else {
            return invariant.finding(Holds::DoesNotApply, []);
        };
        area.load(world, 0, AREA_CELLS_MAX);
        let reach = area.flood(rim(witness, &area));
        let shut: Vec<BlockPos> =
            self.rooms.iter().copied().filter(|at| area.stands(*at) && !reach.has(&area, *at)).collect();
        if !shut.is_empty() {
            // Where a way may lead through what nobody has seen, nobody can tell.
            let open = area.unknown_as_air();
            let reach = open.flood(rim(witness, &open));
            if shut.iter().any(|at| reach.has(&open, *at)) {
                return invariant.finding(Holds::Unknown, shut);
            }
        }
        invariant.judged(shut)
    }

    /// Of the builder's own scaffolding nothing is left.
    pub fn footprint(&self, witness: &Witness<'_>, world: &impl Cells, scaffolds: &BTreeSet<BlockPos>) -> Finding {
        let stray = scaffolds.iter().copied().filter(|at| {
            let found = world.state(*at);
            let wanted = witness.expected_at(*at).unwrap_or(states::AIR);
            found.is_some_and(|found| !state::is_air(found) && !state::matches(wanted, found))
        });
        Invariant::Footprint.judged(stray.collect())
    }

    /// Everything that stands is carried by the ground, from block to block, unless it floats in the finished structure too.
    pub fn structural(&self, witness: &Witness<'_>, world: &impl Cells) -> Finding {
        let now = carried(witness, world);
        let mut unseen = Vec::new();
        let floating = self.carried.iter().copied().filter(|at| {
            let Some(found) = world.state(*at) else {
                unseen.push(*at);
                return false;
            };
            let stands = witness.expected_at(*at).is_some_and(|wanted| state::matches(wanted, found));
            stands && !now.contains(at)
        });
        let floating: Vec<BlockPos> = floating.collect();
        if !floating.is_empty() && !unseen.is_empty() {
            return Invariant::Structural.finding(Holds::Unknown, unseen);
        }
        Invariant::Structural.judged(floating)
    }

    /// Each station can be reached on foot.
    pub fn reachability(&self, witness: &Witness<'_>, world: &impl Cells, stations: &[BlockPos]) -> Finding {
        let invariant = Invariant::Reachability;
        let Some(mut area) = area_of(witness).filter(|_| self.has_station || !stations.is_empty()) else {
            return invariant.finding(Holds::DoesNotApply, []);
        };
        area.load(world, 0, AREA_CELLS_MAX);
        let reach = area.flood(rim(witness, &area));
        let far = stations
            .iter()
            .copied()
            .filter(|at| area.index(*at).is_some())
            .filter(|at| !near(*at).any(|stand| reach.has(&area, stand)));
        invariant.judged(far.collect())
    }
}

/// What stands where a body should get in: cells of the box that hold something solid that is not wanted there, and what was
/// put right before it. Breaking these opens the way again.
pub fn in_the_way(witness: &Witness<'_>, world: &impl Cells) -> Vec<Difference> {
    let (min, max) = witness.site.bounds(witness.blueprint);
    let surface = min.y + witness.blueprint.sunk as i32;
    let wrong = witness.blueprint.wanted().filter_map(|(cell, _)| witness.expected(cell)).filter_map(|(at, wanted)| {
        let found = world.state(at)?;
        (compare(wanted, Some(found)) == Found::Wrong && at.y >= surface).then_some((at, found))
    });
    let beside = (min.x - 1..=max.x + 1).flat_map(|x| (min.z - 1..=max.z + 1).map(move |z| (x, z)));
    let beside = beside.flat_map(|(x, z)| [surface, surface + 1].map(|y| BlockPos::new(x, y, z)));
    let outside = beside.filter(|at| !at.is_between(min, max)).filter_map(|at| Some((at, world.state(at)?)));
    let all = wrong.chain(outside).filter(|(_, found)| state::is_solid(*found));
    all.map(|(at, found)| Difference { at, wanted: states::AIR, found: Some(found) }).collect()
}

/// The places from which a station can be used: beside it, or one step further.
fn near(at: BlockPos) -> impl Iterator<Item = BlockPos> {
    let around = (-2..=2).flat_map(move |dx| (-2..=2).map(move |dz| (dx, dz)));
    around.flat_map(move |(dx, dz)| (-1..=1).map(move |dy| at.offset(dx, dy, dz))).filter(move |stand| *stand != at)
}

/// Inside is where the structure has a block overhead.
fn is_inside(witness: &Witness<'_>, at: BlockPos) -> bool {
    let (_, max) = witness.site.bounds(witness.blueprint);
    let covers = |y: i32| witness.expected_at(BlockPos { y, ..at }).is_some_and(state::is_solid);
    witness.site.cell(witness.blueprint, at).is_some() && (at.y + 2..=max.y).any(covers)
}

/// The wanted cells that stand and hang together with the ground.
fn carried(witness: &Witness<'_>, world: &impl Cells) -> BTreeSet<BlockPos> {
    let (min, _) = witness.site.bounds(witness.blueprint);
    let surface = min.y + witness.blueprint.sunk as i32;
    let stands: BTreeSet<BlockPos> = (witness.blueprint.wanted())
        .filter_map(|(cell, wanted)| (!state::is_air(wanted)).then(|| witness.expected(cell)).flatten())
        .filter(|(at, wanted)| world.state(*at).is_some_and(|found| state::matches(*wanted, found)))
        .map(|(at, _)| at)
        .collect();
    let grounded = |at: &BlockPos| {
        at.y < surface || (at.y == surface && world.state(at.offset(0, -1, 0)).is_some_and(state::is_solid))
    };
    let mut next: Vec<BlockPos> = stands.iter().copied().filter(grounded).collect();
    let mut carried: BTreeSet<BlockPos> = next.iter().copied().collect();
    while let Some(at) = next.pop() {
        next.extend(at.neighbours().into_iter().filter(|beside| stands.contains(beside) && carried.insert(*beside)));
    }
    carried
}
