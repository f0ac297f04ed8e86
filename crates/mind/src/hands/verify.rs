//! Compares what is told of an ended action with what the world shows.

use crate::hands::executor::{MOVED_BLOCKS_SQUARED, Running};
use crate::hands::leaf::Expect;
use crate::turn::Seen;
use crate::wire::trace::Evidence;
use gamedata::states;
use vocab::outcome::{End, Failure};
use vocab::{BlockId, Outcome, StateId};

/// Whether nobody can say how the action ended, so that only the world can show it.
pub fn is_unknown(outcome: &Outcome) -> bool {
    outcome.end == End::Failed(Failure::Unknown)
}

/// Compares what the body claims about an ended action with what the world shows. Of an action whose end is unknown, only what the
/// world shows counts.
pub fn verify(running: &Running, outcome: &Outcome, seen: Seen<'_>) -> Evidence {
    if is_unknown(outcome) {
        let shown = shows(running, outcome, seen);
        return if shown == Evidence::Verified { shown } else { Evidence::NotDone };
    }
    if outcome.end == End::Done { shows(running, outcome, seen) } else { Evidence::NotDone }
}

/// Whether the world shows what was expected of an action.
fn shows(running: &Running, outcome: &Outcome, seen: Seen<'_>) -> Evidence {
    let from_bag = |shown: bool| match (seen.bag_is_known, shown) {
        (false, _) => Evidence::Inconclusive,
        (true, true) => Evidence::Verified,
        (true, false) => Evidence::Contradicted,
    };
    let place = |shown: bool| if shown { Evidence::Verified } else { Evidence::Contradicted };
    match &running.expect {
        Expect::Gain(item) => from_bag(seen.bag.count(*item) > running.before.count(*item)),
        Expect::Spend(item) => from_bag(seen.bag.count(*item) < running.before.count(*item)),
        // Two blocks of tolerance: a body on the edge of a block may be counted in the next one.
        Expect::Near { place: to, within } => {
            let within = u64::from(*within) + 2;
            place(to.distance_squared(seen.at) <= within * within)
        }
        Expect::Moved => place(running.from.distance_squared(seen.at) >= MOVED_BLOCKS_SQUARED),
        Expect::Block { at, is } => {
            let receipt = outcome.receipt.blocks.iter().rev().find(|(place, _)| place == at);
            match (receipt, is) {
                (None, _) if running.has_spent(seen) => Evidence::Verified,
                (None, _) => Evidence::Inconclusive,
                (Some((_, shown)), Some(wanted)) => place(block_of(*shown) == Some(*wanted)),
                (Some(_), None) => Evidence::Verified,
            }
        }
        Expect::Nothing => Evidence::Inconclusive,
    }
}

/// The block of a state that a body told of.
fn block_of(told: StateId) -> Option<BlockId> {
    states::numbered(u32::from(told.0)).map(states::block)
}
