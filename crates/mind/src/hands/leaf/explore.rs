//! Explores: as a goal of its own, or to find what a step needs.

use super::{Expect, Memory, Next, Outlook};
use crate::agenda::work::Work;
use crate::wire::reason::{Sought, Why};
use tasks::StallClass;
use vocab::Action;

/// A step gives up after this many search walks. Eight walks of 48 blocks see a square of 200 blocks.
pub const LEGS_MAX: u8 = 10;
/// Length of one search walk, in blocks: less than the radius of a look around, so that consecutive looks overlap.
const LEG_BLOCKS: u16 = 48;

pub fn next(outlook: &Outlook<'_>, blocks: u16) -> Next {
    let action = Action::Explore { heading: outlook.heading(0), blocks };
    Next::act(action, Expect::Moved, Why::SeeNewGround)
}

/// Walks elsewhere over land to search. `fresh` is the memory in which the walks are counted.
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
