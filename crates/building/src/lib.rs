//! Structures that get finished, whatever happens: what is wanted and what was found, modules, checkpoints, resume, repair.
//!
//! Everything is a function of a blueprint, a site and what was seen; effects are data.
//! Absent on purpose: clocks, floats, randomness, maps without an order, and any knowledge of how a body moves.
#![no_std]
extern crate alloc;

pub mod aim;
pub mod area;
pub mod blueprint;
pub mod build;
pub mod checkpoint;
mod cut;
pub mod feasible;
pub mod invariants;
pub mod materials;
pub mod micro;
pub mod module;
pub mod pack;
pub mod pare;
pub mod repair;
pub mod resume;
pub mod shipped;
pub mod site;
pub mod state;
pub mod stations;
pub mod verify;
pub mod witness;

pub use blueprint::{ANYTHING, Blueprint, Contradiction, Drawing, Template};
pub use build::{Build, BuildEvent};
pub use checkpoint::{Checkpoint, Ledger};
pub use feasible::{Feasible, Infeasible, feasible};
pub use module::{Module, ModuleKind};
pub use shipped::shipped;
pub use site::{Site, SiteSignature};
pub use state::Facing;
pub use verify::{Survey, Verdict};
pub use witness::{Cells, Found, Witness};
