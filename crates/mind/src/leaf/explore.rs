//! Seeing new ground: as a goal of its own, and to find what a step needs.

use crate::work::{Expect, Next, Work, heading};
use tasks::StallClass;
use vocab::Action;

/// Walks to look elsewhere before a step gives up: with 48 blocks each, eight see a square of 200 blocks.
pub const LEGS_MAX: u8 = 10;
/// Length of one walk, in blocks: half the farthest that a look around sees.
const LEG_BLOCKS: u16 = 48;

pub fn next(blocks: u16, turns: u32) -> Next {
    let action = Action::Explore { heading: heading(turns), blocks };
    Next::act(action, Expect::Moved, "to see what is there")
}

/// Goes somewhere else to look, over land.
pub fn search(work: &mut Work, what: &str, turns: u32) -> Next {
    if work.legs >= LEGS_MAX {
        return Next::cannot(StallClass::NotFound, alloc::format!("no {what} within {LEGS_MAX} walks"));
    }
    work.legs += 1;
    work.looked = None;
    let way = heading(turns.wrapping_add(u32::from(work.fails)));
    let action = Action::Explore { heading: way, blocks: LEG_BLOCKS + 8 * u16::from(work.fails) };
    Next::act(action, Expect::Moved, alloc::format!("to find {what}"))
}
