//! Which block states a click places: the game's placement rules, one rule for each kind of block.
//!
//! Pure: the caller says what is in each cell, the rules say what comes into them. Absent on purpose: bodies that stand
//! in the way, light, growth, and what falls or breaks afterwards.
#![no_std]
extern crate alloc;

mod click;
mod growth;
mod hung;
mod joins;
mod look;
mod matter;
mod rails;
mod redstone;
mod replace;
mod rules;
mod scene;
mod settle;
mod side;
mod spot;
mod stacked;
mod strings;
mod survive;
mod twofold;
mod uses;
mod wet;

pub use click::{Fills, Placed, Refusal, click, fills};
pub use look::Look;
pub use matter::collides_on_whole_face;
pub use scene::Cells;
pub use settle::{reacts, settled};
pub use side::{Axis, Side};
pub use spot::{CURSOR_MIDDLE, CURSOR_PARTS, Click};
pub use survive::stays;
