//! Breaks one block in reach.

use super::Turn;
use crate::digging::{self, Digger, Dug};
use crate::world::World;
use serde::{Deserialize, Serialize};
use vocab::BlockPos;
use vocab::outcome::{Failure, Refusal};

/// Time limit of digging one block, in ticks. The longest possible dig, obsidian by hand under water, stays below
/// it.
pub const DIG_TICKS_MAX: u32 = 30_000;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Dig {
    at: BlockPos,
    digger: Option<Digger>,
    ticks: u32,
}

impl Dig {
    pub(super) fn new(world: &World, at: BlockPos) -> Result<Dig, Refusal> {
        digging::check(world, at).map(|_| Dig { at, digger: None, ticks: 0 })
    }

    pub(super) fn tick(&mut self, world: &mut World) -> Turn {
        if self.digger.is_none() {
            if let Err(refusal) = digging::check(world, self.at) {
                return Turn::Refused(refusal);
            }
            self.digger = Digger::new(world, self.at);
        }
        let Some(digger) = &mut self.digger else { return Turn::Refused(Refusal::NotLoaded) };
        self.ticks += 1;
        match digger.tick(world) {
            Dug::Broken => Turn::Done,
            Dug::Gone => Turn::Failed(Failure::TargetLost),
            Dug::Going if self.ticks >= DIG_TICKS_MAX => Turn::Failed(Failure::TimedOut),
            Dug::Going => Turn::Going,
        }
    }

    pub(super) fn progress(&self) -> (u32, u32) {
        (self.digger.as_ref().map_or(0, Digger::done_milli), 1_000)
    }
}
