//! A structure to build: a box of cells, each with a wanted state, and the modules that write them.
//!
//! What is wanted in a cell is what the last module writes there (a door replaces a wall), and that module alone owns the
//! cell: the wall that the door would replace is never placed.

use crate::cut;
use crate::module::{Module, ModuleKind};
use crate::state::{self, Facing};
use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use vocab::{Digest, ItemId, StateId};

/// A cell that may hold anything.
pub const ANYTHING: u16 = u16::MAX;
/// Most cells of the box: as many as the importers give out.
pub const CELLS_MAX: usize = 32 << 20;
/// Most modules. Walls are cut into bands of 4 blocks, and a world is 384 blocks high.
pub const MODULES_MAX: usize = 256;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Blueprint {
    pub name: String,
    /// Width (x), height (y) and length (z).
    pub size: [u32; 3],
    /// The side where the entrance is.
    pub front: Facing,
    /// How many of the lowest layers lie in the ground.
    pub sunk: u32,
    /// The different states.
    pub palette: Vec<StateId>,
    /// For each cell an index of the palette, or [`ANYTHING`]. x runs fastest, then z, then y.
    pub cells: Vec<u16>,
    /// Each cell with a wanted state belongs to exactly one module. A module comes after those it depends on.
    pub modules: Vec<Module>,
}

/// Why a blueprint makes no sense.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Contradiction {
    NoCell,
    TooManyCells(usize),
    TooManyModules(usize),
    CellCount {
        size: [u32; 3],
        cells: usize,
    },
    /// A door, bed or tall plant without its other half, by the cell of the half that is there.
    HalfAlone {
        at: [u32; 3],
        state: StateId,
    },
}

impl fmt::Display for Contradiction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Contradiction::NoCell => f.write_str("the blueprint wants no block; draw at least one"),
            Contradiction::TooManyCells(count) => {
                write!(f, "the blueprint has {count} cells, and at most {CELLS_MAX}; split it")
            }
            Contradiction::TooManyModules(count) => {
                write!(f, "the blueprint has {count} modules, and at most {MODULES_MAX}; join some")
            }
            Contradiction::CellCount { size: [x, y, z], cells } => {
                write!(f, "the blueprint has {cells} cells, and its size is {x}x{y}x{z}")
            }
            Contradiction::HalfAlone { at: [x, y, z], state } => {
                let name = gamedata::blocks::get(gamedata::states::block(*state)).name;
                write!(f, "cell {x} {y} {z} has one half of {name}; add the other half")
            }
        }
    }
}

impl core::error::Error for Contradiction {}

/// A module of a template: its name, kind, the modules before it, and the cells that it writes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Template {
    pub name: String,
    pub kind: ModuleKind,
    pub after: Vec<usize>,
    pub cells: Vec<u32>,
}

/// What a file says, with states of the pinned version.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Drawing {
    pub name: String,
    pub size: [u32; 3],
    pub front: Facing,
    /// How many of the lowest layers lie in the ground.
    pub sunk: u32,
    pub palette: Vec<StateId>,
    pub cells: Vec<u16>,
    /// The modules of a template; without any, the structure is cut into modules by itself.
    pub templates: Vec<Template>,
}

impl Blueprint {
    /// Checks a drawing and gives it modules.
    pub fn new(drawing: Drawing) -> Result<Blueprint, Contradiction> {
        let Drawing { name, size, front, sunk, palette, cells, templates } = drawing;
        let volume = size.iter().map(|side| *side as usize).product::<usize>();
        if cells.len() > CELLS_MAX {
            return Err(Contradiction::TooManyCells(cells.len()));
        }
        if cells.len() != volume {
            return Err(Contradiction::CellCount { size, cells: cells.len() });
        }
        let mut blueprint = Blueprint { name, size, front, sunk, palette, cells, modules: Vec::new() };
        if !blueprint.wanted().any(|(_, state)| !state::is_air(state)) {
            return Err(Contradiction::NoCell);
        }
        blueprint.modules = if templates.is_empty() { cut::cut(&blueprint) } else { cut::owned(&blueprint, templates) };
        if blueprint.modules.len() > MODULES_MAX {
            return Err(Contradiction::TooManyModules(blueprint.modules.len()));
        }
        Ok(blueprint)
    }

    /// A door, bed or tall plant that lacks a half, if there is one.
    pub fn half_alone(&self) -> Option<Contradiction> {
        self.wanted().find_map(|(cell, state)| {
            let at = self.place(cell);
            let alone = if state::is_second_half(state) {
                !self.first_half_stands(at, state)
            } else {
                let here = vocab::BlockPos::new(at[0] as i32, at[1] as i32, at[2] as i32);
                let second = state::second_half(state, here)?;
                let there = self.at([second.x, second.y, second.z]);
                !there.is_some_and(|there| Self::belong_together(state, there) && state::is_second_half(there))
            };
            alone.then_some(Contradiction::HalfAlone { at, state })
        })
    }

    fn belong_together(one: StateId, other: StateId) -> bool {
        gamedata::states::block(one) == gamedata::states::block(other)
    }

    fn first_half_stands(&self, [x, y, z]: [u32; 3], state: StateId) -> bool {
        let here = vocab::BlockPos::new(x as i32, y as i32, z as i32);
        here.neighbours().into_iter().any(|first| {
            self.at([first.x, first.y, first.z]).is_some_and(|other| {
                Self::belong_together(state, other)
                    && !state::is_second_half(other)
                    && state::second_half(other, first) == Some(here)
            })
        })
    }

    /// What is wanted in a cell by its number; `None` where anything may be.
    pub fn wanted_in(&self, cell: u32) -> Option<StateId> {
        let entry = *self.cells.get(cell as usize)?;
        self.palette.get(usize::from(entry)).copied()
    }

    /// What is wanted at a place, which may be outside of the box.
    pub fn at(&self, [x, y, z]: [i32; 3]) -> Option<StateId> {
        let inside = |at: i32, side: u32| u32::try_from(at).is_ok_and(|at| at < side);
        let [width, height, length] = self.size;
        if !inside(x, width) || !inside(y, height) || !inside(z, length) {
            return None;
        }
        self.wanted_in(self.cell([x as u32, y as u32, z as u32]))
    }

    /// The number of a cell.
    pub fn cell(&self, [x, y, z]: [u32; 3]) -> u32 {
        let [width, _, length] = self.size;
        (y * length + z) * width + x
    }

    /// The place of a cell in the box.
    pub fn place(&self, cell: u32) -> [u32; 3] {
        let [width, _, length] = self.size;
        [cell % width, cell / (width * length), cell / width % length]
    }

    /// Every cell that wants a certain state, air included.
    pub fn wanted(&self) -> impl Iterator<Item = (u32, StateId)> {
        let known = self.cells.iter().enumerate().filter(|(_, entry)| **entry != ANYTHING);
        known.filter_map(|(cell, entry)| Some((cell as u32, *self.palette.get(usize::from(*entry))?)))
    }

    /// How many cells want a block.
    pub fn blocks(&self) -> u64 {
        self.uses().filter(|(state, _)| !state::is_air(*state)).map(|(_, count)| count).sum()
    }

    /// Each state with the number of cells that want it.
    pub fn uses(&self) -> impl Iterator<Item = (StateId, u64)> {
        let mut uses = alloc::vec![0_u64; self.palette.len()];
        for entry in &self.cells {
            if let Some(count) = uses.get_mut(usize::from(*entry)) {
                *count += 1;
            }
        }
        self.palette.clone().into_iter().zip(uses).filter(|(_, count)| *count > 0)
    }

    /// The items that these cells take, and how many of each.
    pub fn items_of(&self, cells: impl Iterator<Item = u32>) -> BTreeMap<ItemId, u32> {
        let mut items = BTreeMap::new();
        for state in cells.filter_map(|cell| self.wanted_in(cell)) {
            let placed = state::items_for(state).into_iter().chain(state::potted(state).map(|item| (item, 1)));
            for (item, count) in placed {
                *items.entry(item).or_insert(0_u32) += count;
            }
        }
        items
    }

    /// The digest of all that is wanted, and of its modules. Equal blueprints have equal digests; the name does not count.
    pub fn digest(&self) -> Digest {
        Digest::of("blueprint", &(self.size, self.front, self.sunk, &self.palette, runs(&self.cells), &self.modules))
    }
}

/// Cells as runs of equal entries.
pub(crate) fn runs(cells: &[u16]) -> Vec<(u32, u16)> {
    let mut runs: Vec<(u32, u16)> = Vec::new();
    for cell in cells {
        match runs.last_mut() {
            Some((length, entry)) if entry == cell => *length += 1,
            _ => runs.push((1, *cell)),
        }
    }
    runs
}
