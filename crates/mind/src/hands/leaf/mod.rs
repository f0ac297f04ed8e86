//! How each kind of step is done: one file a kind, each a function from what is to what to do next.

mod bed;
mod craft;
mod eat;
mod explore;
mod gather;
mod hunt;
mod light;
mod room;
mod shelter;
mod smelt;
mod station;

pub use bed::no_sleep;
pub use smelt::is_collection_due;

use crate::plan::step::Step;
use crate::hands::site::Region;
use crate::view::situation::Situation;
use crate::agenda::work::{Expect, Next, Work};
use alloc::string::String;
use tasks::TaskId;
use vocab::{Action, BlockPos, Query};

/// How near the body must be to a station, chest or cell to use it, in blocks. The game allows 4.5 from the eyes.
pub const REACH_BLOCKS: u64 = 3;

/// The next thing to do about the step.
pub fn next(situation: &Situation<'_>, work: &mut Work, step: &Step, task: TaskId, turns: u32) -> Next {
    match step {
        Step::Gather { item, total } => gather::next(situation, work, *item, *total, turns),
        Step::Hunt { item, total } => hunt::next(situation, work, *item, *total, turns),
        Step::Station(station) => station::next(situation, work, *station, turns),
        Step::Craft { recipe, times } => craft::next(situation, work, *recipe, *times),
        Step::Smelt { station, input, output, count, fuel, fuel_count } => {
            smelt::load(situation, work, *station, (*input, *output, *count), (*fuel, *fuel_count))
        }
        Step::Take { item, .. } => smelt::take(situation, work, *item, task),
        Step::Eat => eat::next(situation),
        Step::Wear { item } => eat::wear(situation, *item),
        Step::Refuge { health } => shelter::refuge(situation, work, *health, turns),
        Step::Shelter => shelter::night(situation, work, turns),
        Step::Light { light } => light::next(situation, work, *light),
        Step::Explore { blocks } => explore::next(*blocks, turns),
        Step::Go { place, within } => {
            if situation.is_near(*place, u64::from(*within)) {
                Next::Done
            } else {
                go(work, *place, *within, "to be there")
            }
        }
    }
}

/// What is around the body, as it was asked for; else what to ask. An answer that does not reach to `holds` was to another question.
fn around(
    work: &mut Work,
    holds: BlockPos,
    (min, max): (BlockPos, BlockPos),
    why: impl Into<String>,
) -> Result<Region, Next> {
    let known = work.region.take().filter(|region| region.get(holds).is_some());
    known.ok_or_else(|| Next::Ask { query: Query::Region { min, max }, why: why.into() })
}

/// Walks to a place, with more freedom to dig and build at each failure.
fn go(work: &Work, to: BlockPos, within: u8, why: impl Into<String>) -> Next {
    let action = Action::GoTo { to, within, terrain: work.terrain() };
    Next::act(action, Expect::Near { place: to, within }, why)
}
