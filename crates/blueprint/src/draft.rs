//! What a structure file says: a box of cells with block states in words.

use crate::fault::SIDE_MAX;
use crate::{Fault, StateText};
use std::collections::BTreeMap;
use std::fmt;

/// Most cells of the box. They take two bytes each.
pub const CELLS_MAX: u64 = 32 << 20;
/// Most different states. Cells are 16 bits, and one value stands for "nothing said".
pub const PALETTE_MAX: usize = 65_535;
/// A cell that the file says nothing of: it may hold anything.
pub const UNSAID: u16 = u16::MAX;

/// The format that a file is in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    Stead,
    Sponge,
    Litematic,
    Structure,
}

impl Format {
    pub const fn name(self) -> &'static str {
        match self {
            Format::Stead => "stead",
            Format::Sponge => "sponge",
            Format::Litematic => "litematic",
            Format::Structure => "structure",
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A module of a blueprint in Stead's own format: which cells it writes, and what must stand before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DraftModule {
    pub id: String,
    pub kind: String,
    pub after: Vec<String>,
    /// Each cell that the module writes, with the palette index that it writes there.
    pub writes: Vec<(u32, u16)>,
}

/// A structure as its file says it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Draft {
    pub format: Format,
    pub version: Option<i32>,
    /// The number of the game version that wrote the file, where the file says it.
    pub data_version: Option<i32>,
    pub name: Option<String>,
    /// What the structure is, in a sentence; only Stead's own format has it.
    pub about: String,
    /// The side where the entrance is: north, east, south or west.
    pub front: String,
    /// How many of the lowest layers lie in the ground.
    pub sunk: u32,
    /// Width (x), height (y) and length (z).
    pub size: [u32; 3],
    pub palette: Vec<StateText>,
    /// Palette indexes of all cells, or [`UNSAID`]: x runs fastest, then z, then y.
    pub cells: Vec<u16>,
    pub block_entities: u32,
    pub entities: u32,
    /// The modules of the file; empty where the format has none.
    pub modules: Vec<DraftModule>,
}

impl Draft {
    /// An empty box; refuses impossible sizes before anything is allocated.
    pub fn new(format: Format, size: [i64; 3]) -> Result<Draft, Fault> {
        let [x, y, z] = size;
        if size.iter().any(|side| !(1..=SIDE_MAX).contains(side)) {
            return Err(Fault::Size(x, y, z));
        }
        let cells = (x as u64) * (y as u64) * (z as u64);
        if cells > CELLS_MAX {
            return Err(Fault::TooManyCells(x, y, z));
        }
        Ok(Draft {
            format,
            version: None,
            data_version: None,
            name: None,
            about: String::new(),
            front: "south".into(),
            sunk: 0,
            size: size.map(|side| side as u32),
            palette: Vec::new(),
            cells: vec![UNSAID; cells as usize],
            block_entities: 0,
            entities: 0,
            modules: Vec::new(),
        })
    }

    /// The index of a cell in `cells`. The place must be inside of the box.
    pub fn index(&self, [x, y, z]: [u32; 3]) -> usize {
        let [width, _, length] = self.size.map(|side| side as usize);
        (y as usize * length + z as usize) * width + x as usize
    }

    /// The place of a cell in the box.
    pub fn place(&self, index: usize) -> [u32; 3] {
        let [width, _, length] = self.size.map(|side| side as usize);
        [(index % width) as u32, (index / (width * length)) as u32, (index / width % length) as u32]
    }

    /// How many cells have each palette entry.
    pub fn uses(&self) -> Vec<u64> {
        let mut uses = vec![0; self.palette.len()];
        for cell in &self.cells {
            if let Some(count) = uses.get_mut(usize::from(*cell)) {
                *count += 1;
            }
        }
        uses
    }

    /// Each used state that is a block, with the number of its cells.
    pub fn blocks(&self) -> impl Iterator<Item = (&StateText, u64)> {
        self.palette.iter().zip(self.uses()).filter(|(state, count)| *count > 0 && !state.is_no_block())
    }
}

/// Gives each different state one palette index.
#[derive(Debug, Default)]
pub(crate) struct Palette {
    states: Vec<StateText>,
    index: BTreeMap<StateText, u16>,
}

impl Palette {
    pub(crate) fn index(&mut self, state: StateText) -> Result<u16, Fault> {
        if let Some(index) = self.index.get(&state) {
            return Ok(*index);
        }
        if self.states.len() >= PALETTE_MAX {
            return Err(Fault::TooManyStates);
        }
        let index = self.states.len() as u16;
        self.states.push(state.clone());
        self.index.insert(state, index);
        Ok(index)
    }

    pub(crate) fn into_states(self) -> Vec<StateText> {
        self.states
    }
}
