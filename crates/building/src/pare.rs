//! Leaves out of a structure what no builder could place, cell by cell, so that the rest can be built.

use crate::blueprint::{ANYTHING, Blueprint, Contradiction};
use crate::feasible::{Infeasible, feasible};
use crate::module::id;
use alloc::collections::BTreeSet;
use alloc::vec::Vec;
use vocab::StateId;

/// Most trials: what hangs on a cell that is left out may have to be left out too.
const TRIALS_MAX: usize = 6;
/// Most doors, beds and tall plants with one half that are left out; a file with more is damaged.
const HALVES_MAX: usize = 512;

/// A structure without what cannot be built of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pared {
    pub blueprint: Blueprint,
    /// Halves of doors, beds and tall plants whose other half is not there.
    pub halves: Vec<(u32, StateId)>,
    /// Cells that can be neither reached, clicked nor held.
    pub unreachable: Vec<(u32, StateId)>,
}

/// Why a structure cannot be built even so.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Hopeless {
    /// Nothing is left of it.
    Nothing(Contradiction),
    /// With each cell that is left out, others cannot be built any more.
    Infeasible(Infeasible),
}

/// Leaves out single halves and, when the structure is tried, cells that cannot be built.
pub fn pare(blueprint: &Blueprint, is_tried: bool) -> Result<Pared, Hopeless> {
    let mut pared = Pared { blueprint: blueprint.clone(), halves: Vec::new(), unreachable: Vec::new() };
    pared.drop_halves()?;
    if !is_tried {
        return Ok(pared);
    }
    let mut last = None;
    for _ in 0..TRIALS_MAX {
        let cells = match feasible(&pared.blueprint) {
            Ok(_) | Err(Infeasible::TooLarge) => return Ok(pared),
            Err(Infeasible::Cells { module, cells }) if cells.is_empty() => {
                return Err(Hopeless::Infeasible(Infeasible::Cells { module, cells }));
            }
            Err(Infeasible::Cells { module, cells }) => {
                last = Some(Infeasible::Cells { module, cells: cells.clone() });
                cells
            }
        };
        let cells: Vec<u32> = cells.into_iter().map(|at| pared.blueprint.cell(at)).collect();
        let dropped = pared.drop_cells(&cells)?;
        pared.unreachable.extend(dropped);
        pared.drop_halves()?;
    }
    last.map_or(Ok(pared), |why| Err(Hopeless::Infeasible(why)))
}

impl Pared {
    fn drop_halves(&mut self) -> Result<(), Hopeless> {
        for _ in 0..HALVES_MAX {
            let Some(Contradiction::HalfAlone { at, .. }) = self.blueprint.half_alone() else { return Ok(()) };
            let dropped = self.drop_cells(&[self.blueprint.cell(at)])?;
            self.halves.extend(dropped);
        }
        Err(self.blueprint.half_alone().map_or(Hopeless::Nothing(Contradiction::NoCell), Hopeless::Nothing))
    }

    /// Lets these cells hold anything; returns what was wanted in them.
    fn drop_cells(&mut self, cells: &[u32]) -> Result<Vec<(u32, StateId)>, Hopeless> {
        let blueprint = &mut self.blueprint;
        let gone: BTreeSet<u32> = cells.iter().copied().collect();
        let was = gone.iter().filter_map(|cell| Some((*cell, blueprint.wanted_in(*cell)?))).collect();
        for cell in &gone {
            if let Some(entry) = blueprint.cells.get_mut(*cell as usize) {
                *entry = ANYTHING;
            }
        }
        for at in 0..blueprint.modules.len() {
            let before = blueprint.modules[at].cells.len();
            blueprint.modules[at].cells.retain(|cell| !gone.contains(cell));
            if blueprint.modules[at].cells.len() < before {
                let cells = blueprint.modules[at].cells.clone();
                let wanted: Vec<_> =
                    cells.iter().filter_map(|cell| Some((*cell, blueprint.wanted_in(*cell)?))).collect();
                let module = &mut blueprint.modules[at];
                let name = module.id.rsplit_once('-').map_or(module.id.as_str(), |(name, _)| name);
                module.id = id(name, &wanted);
            }
        }
        if blueprint.blocks() == 0 { Err(Hopeless::Nothing(Contradiction::NoCell)) } else { Ok(was) }
    }
}
