//! Breaks one block in reach.

use super::Turn;
use super::collect::has_floor_below;
use crate::digger::{self, Digger};
use crate::limbs::{Dug, Limbs};
use crate::me::Me;
use serde::{Deserialize, Serialize};
use vocab::BlockPos;
use vocab::outcome::{Failure, Refusal};

/// Time limit of digging one block, in ticks. The longest possible dig, obsidian by hand under water, stays below
/// it.
pub const DIG_TICKS_MAX: u32 = 30_000;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Dig {
    at: BlockPos,
    digger: Option<Digger>,
    ticks: u32,
}

impl Dig {
    pub(super) fn new(me: &Me<'_, impl Limbs>, at: BlockPos) -> Result<Dig, Refusal> {
        digger::check(me, at)?;
        // A shelter is dug straight down through ground that nobody has seen. Over a cave that would be a deadly fall.
        if !has_floor_below(me, at) {
            return Err(Refusal::NotDiggable);
        }
        Ok(Dig { at, digger: None, ticks: 0 })
    }

    pub(super) fn tick(&mut self, me: &mut Me<'_, impl Limbs>) -> Turn {
        if self.digger.is_none() {
            if let Err(refusal) = digger::check(me, self.at) {
                return Turn::Refused(refusal);
            }
            self.digger = Digger::new(me, self.at);
        }
        let Some(digger) = &mut self.digger else { return Turn::Refused(Refusal::NotLoaded) };
        self.ticks += 1;
        match digger.tick(me) {
            Dug::Broken => Turn::Done,
            Dug::Gone => Turn::Failed(Failure::TargetLost),
            Dug::Going if self.ticks >= DIG_TICKS_MAX => Turn::Failed(Failure::TimedOut),
            Dug::Going => Turn::Going,
        }
    }

    pub(super) fn progress(&self, limbs: &impl Limbs) -> (u32, u32) {
        (if self.digger.is_some() { limbs.dug_milli() } else { 0 }, 1_000)
    }
}
