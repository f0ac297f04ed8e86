//! Seeing new ground: as a goal of its own, and to find what a step needs.

use super::{Expect, Memory, Next, Outlook};
use crate::agenda::work::Work;
use crate::wire::reason::{Sought, Why};
use tasks::StallClass;
use vocab::Action;
use vocab::action::Terrain;

/// Walks to look elsewhere before a step gives up: with 48 blocks each, eight see a square of 200 blocks.
pub const LEGS_MAX: u8 = 10;
/// Length of one walk, in blocks: half the farthest that a look around sees.
const LEG_BLOCKS: u16 = 48;
/// How deep one walk digs, and how far one tunnel goes, in blocks.
const DOWN_BLOCKS: i32 = 10;
const TUNNEL_BLOCKS: i32 = 20;

/// What a search is for: the memory that its walks are counted in, and the height to dig to when it lies below ground.
#[derive(Debug)]
pub struct Search {
    pub what: Sought,
    pub fresh: Memory,
    pub dig_to_y: Option<i32>,
}

pub fn next(outlook: &Outlook<'_>, blocks: u16) -> Next {
    let action = Action::Explore { heading: outlook.heading(0), blocks };
    Next::act(action, Expect::Moved, Why::SeeNewGround)
}

/// Goes somewhere else to look: over land, or below ground when what is wanted lies there.
pub fn search(outlook: &Outlook<'_>, work: &mut Work, Search { what, fresh, dig_to_y }: Search) -> Next {
    let legs = work.memory.legs(fresh);
    if *legs >= LEGS_MAX {
        return Next::cannot(StallClass::NotFound, Why::NotWithinWalks { what, walks: LEGS_MAX });
    }
    *legs += 1;
    work.memory.look_again();
    let way = outlook.heading(work.fails);
    let Some(depth) = dig_to_y.filter(|_| work.fails.is_multiple_of(2)) else {
        let action = Action::Explore { heading: way, blocks: LEG_BLOCKS + 8 * u16::from(work.fails) };
        return Next::act(action, Expect::Moved, Why::Find(what));
    };
    let (x, z) = way.step();
    let at = outlook.situation.at;
    let down = (at.y - depth).clamp(0, DOWN_BLOCKS);
    let far = if down > 2 { down } else { TUNNEL_BLOCKS };
    let to = at.offset(x * far, -down, z * far);
    let terrain = if work.fails == 0 { Terrain::Dig } else { Terrain::DigAndPlace };
    Next::act(Action::GoTo { to, within: 2, terrain }, Expect::Moved, Why::DigFor(what))
}
