//! Seeing new ground: as a goal of its own, and to find what a step needs.

use super::{Expect, Memory, Next, Outlook};
use crate::agenda::work::Work;
use crate::wire::reason::{Sought, Why};
use tasks::StallClass;
use vocab::Action;

/// Walks to look elsewhere before a step gives up: with 48 blocks each, eight see a square of 200 blocks.
pub const LEGS_MAX: u8 = 10;
/// Length of one walk, in blocks: half the farthest that a look around sees.
const LEG_BLOCKS: u16 = 48;

pub fn next(outlook: &Outlook<'_>, blocks: u16) -> Next {
    let action = Action::Explore { heading: outlook.heading(0), blocks };
    Next::act(action, Expect::Moved, Why::SeeNewGround)
}

/// Goes somewhere else to look, over land. `fresh` is the memory that the walks are counted in.
pub fn search(outlook: &Outlook<'_>, work: &mut Work, what: Sought, fresh: Memory) -> Next {
    let legs = work.memory.legs(fresh);
    if *legs >= LEGS_MAX {
        return Next::cannot(StallClass::NotFound, Why::NotWithinWalks { what, walks: LEGS_MAX });
    }
    *legs += 1;
    work.memory.look_again();
    let action =
        Action::Explore { heading: outlook.heading(work.fails), blocks: LEG_BLOCKS + 8 * u16::from(work.fails) };
    Next::act(action, Expect::Moved, Why::Find(what))
}
