//! Whether a blueprint can be built at all, and in which order: tried on flat ground before anything is begun.

use crate::blueprint::Blueprint;
use crate::invariants::{Holds, Standard, ground};
use crate::micro::{Micro, Op, Progress};
use crate::module;
use crate::site::Site;
use crate::state;
use crate::verify::Survey;
use crate::witness::{Cells, Witness};
use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use gamedata::states;
use serde::{Deserialize, Serialize};
use vocab::{BlockPos, StateId};

/// How a blueprint can be built.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Feasible {
    /// The modules in the order in which they are built.
    pub order: Vec<usize>,
    pub visits: u32,
    /// Blocks of scaffolding that go up and come down again.
    pub scaffolds: u32,
    /// Invariants that do not hold on the way, after which module.
    pub broken_on_the_way: u32,
}

/// Why a blueprint cannot be built.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Infeasible {
    /// These cells of the blueprint can be neither reached, clicked nor held in the module with this id.
    Cells { module: alloc::string::String, cells: Vec<[u32; 3]> },
    /// The box is too large to look for ways in it.
    TooLarge,
}

/// What an invariant that is broken on the way costs against the usual order of the kinds of modules.
const BROKEN_COST: u32 = 100;
/// Where the trial stands; any place would do.
const TRIAL: BlockPos = BlockPos::new(0, 64, 0);

/// Flat ground and what was built on it in thought.
struct Imagined {
    surface: i32,
    cells: BTreeMap<BlockPos, StateId>,
}

impl Cells for Imagined {
    fn state(&self, at: BlockPos) -> Option<StateId> {
        let flat = if at.y < self.surface { ground() } else { states::AIR };
        Some(self.cells.get(&at).copied().unwrap_or(flat))
    }
}

impl Imagined {
    fn perform(&mut self, op: &Op) {
        match *op {
            Op::Break { at } | Op::Unscaffold { at } => drop(self.cells.insert(at, states::AIR)),
            Op::Scaffold { at, .. } => drop(self.cells.insert(at, ground())),
            Op::Work { at, state } => drop(self.cells.insert(at, state)),
            Op::Place { at, state, .. } => {
                self.cells.insert(at, state);
            }
        }
    }
}

/// Builds the blueprint in thought.
pub fn feasible(blueprint: &Blueprint) -> Result<Feasible, Infeasible> {
    let site = Site { corner: TRIAL.offset(0, -(blueprint.sunk as i32), 0), facing: blueprint.front };
    let witness = Witness::new(blueprint, site);
    let standard = Standard::of(&witness);
    let mut world = Imagined { surface: TRIAL.y, cells: BTreeMap::new() };
    let mut found = Feasible { order: Vec::new(), visits: 0, scaffolds: 0, broken_on_the_way: 0 };
    let mut here = TRIAL.offset(-2, 0, -2);
    loop {
        let ready = module::ready(&blueprint.modules, |at| found.order.contains(&at));
        let cost = |at: &usize| {
            let broken = u32::from(ready.len() > 1 && breaks_access(&witness, &standard, (&world, *at)));
            (broken * BROKEN_COST + blueprint.modules[*at].kind as u32, *at)
        };
        let Some(next) = ready.iter().copied().min_by_key(cost) else { return Ok(found) };
        build(&witness, (&mut world, &mut here), next, &mut found)?;
        found.order.push(next);
        let access = standard.access(&witness, &world);
        found.broken_on_the_way += u32::from(access.holds == Holds::No);
    }
}

/// Whether the way in would be shut after this module.
fn breaks_access(witness: &Witness<'_>, standard: &Standard, (world, module): (&Imagined, usize)) -> bool {
    let mut after = Imagined { surface: world.surface, cells: world.cells.clone() };
    after.cells.extend(witness.module(module));
    standard.access(witness, &after).holds == Holds::No
}

fn build(
    witness: &Witness<'_>,
    (world, here): (&mut Imagined, &mut BlockPos),
    module: usize,
    found: &mut Feasible,
) -> Result<(), Infeasible> {
    let survey = Survey::whole(module, witness, world);
    let (visits, end) = Micro::whole(witness, &survey.differences, (&*world, *here));
    match end {
        Progress::Infeasible { cells } => {
            let in_box = |at: BlockPos| {
                let cell = witness.site.cell(witness.blueprint, at)?;
                Some(witness.blueprint.place(cell))
            };
            let cells = cells.into_iter().filter_map(in_box).collect();
            return Err(Infeasible::Cells { module: witness.blueprint.modules[module].id.clone(), cells });
        }
        Progress::TooLarge => return Err(Infeasible::TooLarge),
        Progress::More | Progress::Complete { .. } => {}
    }
    for visit in &visits {
        found.scaffolds += visit.pillar.map_or(0, |pillar| pillar.height);
        for op in &visit.ops {
            found.scaffolds += u32::from(matches!(op, Op::Scaffold { .. }));
            world.perform(op);
        }
        *here = visit.pillar.map_or(visit.stand, |pillar| pillar.base);
    }
    found.visits += visits.len() as u32;
    // Second halves come with the first; thought has no doors that place themselves.
    let halves = witness.module(module).filter(|(_, wanted)| state::is_second_half(*wanted));
    world.cells.extend(halves);
    Ok(())
}
