//! Explores: as a goal of its own, or to find what a step needs.

use super::{Expect, Memory, Next, Outlook};
use crate::agenda::work::Work;
use crate::wire::reason::{Sought, Why};
use tasks::StallClass;
use vocab::Action;

/// A step's search gives up after this many walks. Eight walks of 48 blocks see a square of 200 blocks.
pub const LEGS_MAX: u8 = 10;
/// Length of one search walk, in blocks: less than the radius in which the agent looks around, so that consecutive
/// looks overlap.
const LEG_BLOCKS: u16 = 48;

pub fn next(outlook: &Outlook<'_>, blocks: u16) -> Next {
    let action = Action::Explore { heading: outlook.heading(0), blocks };
    Next::act(action, Expect::Moved, Why::SeeNewGround)
}

/// The next action of a search: a walk over land to somewhere else. `fresh` becomes the step's memory, which counts the
/// walks, if it has none yet.
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
