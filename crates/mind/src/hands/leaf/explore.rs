//! Seeing new ground: as a goal of its own, and to find what a step needs.

use crate::view::situation::Situation;
use crate::agenda::work::{Expect, Next, Work, heading};
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

pub fn next(blocks: u16, turns: u32) -> Next {
    let action = Action::Explore { heading: heading(turns), blocks };
    Next::act(action, Expect::Moved, "to see what is there")
}

/// Goes somewhere else to look: over land, or below ground when what is wanted lies there.
pub fn search(situation: &Situation<'_>, work: &mut Work, what: &str, dig_to_y: Option<i32>, turns: u32) -> Next {
    if work.legs >= LEGS_MAX {
        return Next::cannot(StallClass::NotFound, alloc::format!("no {what} within {LEGS_MAX} walks"));
    }
    work.legs += 1;
    work.looked = None;
    let way = heading(turns.wrapping_add(u32::from(work.fails)));
    let Some(depth) = dig_to_y.filter(|_| work.fails.is_multiple_of(2)) else {
        let action = Action::Explore { heading: way, blocks: LEG_BLOCKS + 8 * u16::from(work.fails) };
        return Next::act(action, Expect::Moved, alloc::format!("to find {what}"));
    };
    let (x, z) = way.step();
    let at = situation.at;
    let down = (at.y - depth).clamp(0, DOWN_BLOCKS);
    let far = if down > 2 { down } else { TUNNEL_BLOCKS };
    let to = at.offset(x * far, -down, z * far);
    let action =
        Action::GoTo { to, within: 2, terrain: if work.fails == 0 { Terrain::Dig } else { Terrain::DigAndPlace } };
    Next::act(action, Expect::Moved, alloc::format!("to dig for {what}"))
}
