//! The composed witness: what every cell of a site should hold, and how what was found compares with it.

use crate::blueprint::Blueprint;
use crate::site::Site;
use crate::state;
use alloc::vec::Vec;
use gamedata::states;
use serde::{Deserialize, Serialize};
use vocab::{BlockPos, Digest, StateId};

/// What is known of the world. `None` is a cell that is not loaded: never a success, never a failure.
pub trait Cells {
    fn state(&self, at: BlockPos) -> Option<StateId>;
}

/// How a cell compares with what is wanted there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Found {
    Matched,
    /// Nothing is there yet that would have to be broken first.
    Missing,
    /// Something else is there.
    Wrong,
    Unknown,
}

/// Compares what is wanted in a cell with what was found.
pub fn compare(wanted: StateId, found: Option<StateId>) -> Found {
    match found {
        None => Found::Unknown,
        Some(found) if state::matches(wanted, found) => Found::Matched,
        Some(found) if !state::is_air(wanted) && state::is_replaceable(found) => Found::Missing,
        Some(_) => Found::Wrong,
    }
}

/// A blueprint at its site.
#[derive(Debug, Clone)]
pub struct Witness<'a> {
    pub blueprint: &'a Blueprint,
    pub site: Site,
    /// The palette, turned as the site is.
    palette: Vec<StateId>,
}

impl<'a> Witness<'a> {
    pub fn new(blueprint: &'a Blueprint, site: Site) -> Witness<'a> {
        let turns = blueprint.front.turns_to(site.facing);
        let palette = blueprint.palette.iter().map(|state| states::turned(*state, turns)).collect();
        Witness { blueprint, site, palette }
    }

    /// Where a cell lies, and what is wanted there; `None` where anything may be.
    pub fn expected(&self, cell: u32) -> Option<(BlockPos, StateId)> {
        let entry = *self.blueprint.cells.get(cell as usize)?;
        let wanted = *self.palette.get(usize::from(entry))?;
        Some((self.site.pos(self.blueprint, cell), wanted))
    }

    /// What is wanted at a place in the world.
    pub fn expected_at(&self, at: BlockPos) -> Option<StateId> {
        self.expected(self.site.cell(self.blueprint, at)?).map(|(_, wanted)| wanted)
    }

    /// The places and wanted states of one module.
    pub fn module(&self, module: usize) -> impl Iterator<Item = (BlockPos, StateId)> + '_ {
        let cells = self.blueprint.modules.get(module).map_or(&[][..], |module| &module.cells);
        cells.iter().filter_map(|cell| self.expected(*cell))
    }

    /// The digest of all that is expected here. Equal blueprints at equal sites have equal digests.
    pub fn digest(&self) -> Digest {
        Digest::of("witness", &(self.blueprint.digest(), self.site))
    }
}
