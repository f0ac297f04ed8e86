//! Looks at a station, a chest or a place: goes there and asks the body what is in it.

use super::{Next, Outlook, REACH_BLOCKS, go, seek};
use crate::agenda::work::Work;
use crate::goals::{Checked, Quarry};
use crate::wire::reason::Why;
use vocab::Query;

/// How near the agent goes to a place that it checks, in blocks.
const PLACE_BLOCKS: u8 = 6;
/// How far around a checked place the blocks are reported, in blocks.
const AROUND_BLOCKS: i32 = 2;

pub fn next(outlook: &Outlook<'_>, work: &mut Work, what: Checked) -> Next {
    let situation = outlook.situation;
    match what {
        Checked::Bag => Next::Done,
        Checked::Place(at) if !situation.is_near(at, u64::from(PLACE_BLOCKS)) => {
            go(work, at, PLACE_BLOCKS, Why::BeThere)
        }
        Checked::Place(at) => {
            let corner = |by: i32| at.offset(by, by, by);
            let query = Query::Region { min: corner(-AROUND_BLOCKS), max: corner(AROUND_BLOCKS) };
            Next::Ask { query, why: Why::WhatIsThere }
        }
        Checked::Block(block) => match Quarry::Block(block).place(situation) {
            None => seek::next(outlook, work, Quarry::Block(block)),
            Some(at) if !situation.is_near(at, REACH_BLOCKS) => go(work, at, 2, Why::LookAtBlock(block)),
            Some(_) if !what.is_container() => Next::Done,
            Some(at) => Next::Ask { query: Query::Container { at }, why: Why::WhatIsInside },
        },
    }
}
