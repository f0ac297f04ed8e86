//! A blueprint as a few bytes, for the one command that brings it into a life.

use crate::blueprint::{Blueprint, CELLS_MAX, MODULES_MAX, runs};
use crate::module::Module;
use crate::state::Facing;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use gamedata::states;
use serde::{Deserialize, Serialize};
use vocab::StateId;
use vocab::digest::{decode, encode};

/// Most bytes of a packed blueprint: it is journalled once, whole.
pub const PACKED_BYTES_MAX: usize = 1 << 20;

/// A blueprint in few words. Its states are written as states, so that a later version of the game can be told what they were.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Packed {
    name: String,
    size: [u32; 3],
    front: Facing,
    sunk: u32,
    palette: Vec<StateId>,
    runs: Vec<(u32, u16)>,
    modules: Vec<PackedModule>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct PackedModule {
    id: String,
    kind: crate::module::ModuleKind,
    /// The first cell, then the distance of each run from the last cell, and its length.
    cells: Vec<(u32, u32)>,
    after: Vec<usize>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PackError {
    TooLong(usize),
    Damaged,
}

impl fmt::Display for PackError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PackError::TooLong(bytes) => {
                write!(f, "the blueprint takes {bytes} bytes packed, and at most {PACKED_BYTES_MAX}; split it")
            }
            PackError::Damaged => f.write_str("the packed blueprint is damaged; import it again"),
        }
    }
}

impl core::error::Error for PackError {}

pub fn pack(blueprint: &Blueprint) -> Result<Vec<u8>, PackError> {
    let bytes = encode(&Packed::of(blueprint));
    if bytes.len() > PACKED_BYTES_MAX { Err(PackError::TooLong(bytes.len())) } else { Ok(bytes) }
}

pub fn unpack(bytes: &[u8]) -> Result<Blueprint, PackError> {
    if bytes.len() > PACKED_BYTES_MAX {
        return Err(PackError::TooLong(bytes.len()));
    }
    let packed: Packed = decode(bytes).map_err(|_| PackError::Damaged)?;
    packed.open()
}

impl Packed {
    pub fn of(blueprint: &Blueprint) -> Packed {
        let module = |module: &Module| PackedModule {
            id: module.id.clone(),
            kind: module.kind,
            cells: spans(&module.cells),
            after: module.after.clone(),
        };
        Packed {
            name: blueprint.name.clone(),
            size: blueprint.size,
            front: blueprint.front,
            sunk: blueprint.sunk,
            palette: blueprint.palette.clone(),
            runs: runs(&blueprint.cells),
            modules: blueprint.modules.iter().map(module).collect(),
        }
    }

    /// The blueprint. Nothing that was packed is believed before it is checked.
    pub fn open(&self) -> Result<Blueprint, PackError> {
        let volume = self.size.iter().try_fold(1_usize, |volume, side| volume.checked_mul(*side as usize));
        let volume = volume.filter(|volume| *volume <= CELLS_MAX).ok_or(PackError::Damaged)?;
        let cells = self.runs.iter().try_fold(0_usize, |sum, (length, _)| sum.checked_add(*length as usize));
        let known = self.palette.iter().all(|state| usize::from(state.0) < states::COUNT);
        if cells != Some(volume) || !known {
            return Err(PackError::Damaged);
        }
        let cells = self.runs.iter().flat_map(|(length, entry)| core::iter::repeat_n(*entry, *length as usize));
        let lengths = self.modules.iter().flat_map(|module| &module.cells).map(|(_, length)| u64::from(*length));
        if lengths.sum::<u64>() > volume as u64 || self.modules.len() > MODULES_MAX {
            return Err(PackError::Damaged); // each cell belongs to one module at most
        }
        let mut modules = Vec::new();
        for PackedModule { id, kind, cells, after } in &self.modules {
            let cells = cells_of(cells, volume).ok_or(PackError::Damaged)?;
            if after.iter().any(|before| *before >= modules.len()) {
                return Err(PackError::Damaged);
            }
            modules.push(Module { id: id.clone(), kind: *kind, cells, after: after.clone() });
        }
        let Packed { name, size, front, sunk, palette, .. } = self.clone();
        Ok(Blueprint { name, size, front, sunk, palette, cells: cells.collect(), modules })
    }
}

/// Ascending numbers as gaps and lengths.
fn spans(cells: &[u32]) -> Vec<(u32, u32)> {
    let mut spans: Vec<(u32, u32)> = Vec::new();
    let mut next = 0;
    for cell in cells {
        match spans.last_mut() {
            Some((_, length)) if *cell == next => *length += 1,
            _ => spans.push((cell - next, 1)),
        }
        next = cell + 1;
    }
    spans
}

fn cells_of(spans: &[(u32, u32)], volume: usize) -> Option<Vec<u32>> {
    let mut cells = Vec::new();
    let mut next = 0_u32;
    for (gap, length) in spans {
        let from = next.checked_add(*gap)?;
        next = from.checked_add(*length).filter(|end| *end as usize <= volume)?;
        cells.extend(from..next);
    }
    Some(cells)
}
