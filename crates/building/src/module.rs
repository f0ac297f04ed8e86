//! Modules: parts of a structure that are built and verified as a whole, with the modules that have to stand before.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use serde::{Deserialize, Serialize};
use vocab::Digest;

/// What a module is for. The order is the one in which a build goes through them where nothing else decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ModuleKind {
    /// Cells that have to be empty.
    Site,
    Foundation,
    /// One band of walls.
    Walls,
    /// Doors, furniture, lights, plants, liquids.
    Features,
    Roof,
}

impl ModuleKind {
    pub const ALL: [ModuleKind; 5] =
        [ModuleKind::Site, ModuleKind::Foundation, ModuleKind::Walls, ModuleKind::Features, ModuleKind::Roof];

    pub const fn name(self) -> &'static str {
        match self {
            ModuleKind::Site => "site",
            ModuleKind::Foundation => "foundation",
            ModuleKind::Walls => "walls",
            ModuleKind::Features => "features",
            ModuleKind::Roof => "roof",
        }
    }

    pub fn named(name: &str) -> Option<ModuleKind> {
        ModuleKind::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

impl fmt::Display for ModuleKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A part of a structure.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Module {
    /// A name and a digest of what the module writes: the same module has the same id in every run and on every machine.
    pub id: String,
    pub kind: ModuleKind,
    /// The cells that this module owns, in the order of their numbers.
    pub cells: Vec<u32>,
    /// The modules that have to be verified before this one starts, by their place in the list; all are earlier ones.
    pub after: Vec<usize>,
}

/// Hex digits of a module's digest in its id: enough for the 256 modules of one blueprint.
const ID_DIGITS: usize = 8;

/// The id of a module with this name and these cells.
pub(crate) fn id(name: &str, wanted: &[(u32, vocab::StateId)]) -> String {
    let mut digest = Digest::of("module", wanted).short();
    digest.truncate(ID_DIGITS);
    alloc::format!("{name}-{digest}")
}

/// The modules that are not verified and whose predecessors all are, in the order in which they should be built.
pub fn ready(modules: &[Module], verified: impl Fn(usize) -> bool) -> Vec<usize> {
    let mut ready: Vec<usize> = (0..modules.len())
        .filter(|at| !verified(*at) && modules[*at].after.iter().all(|before| verified(*before)))
        .collect();
    ready.sort_by_key(|at| (modules[*at].kind, *at));
    ready
}
