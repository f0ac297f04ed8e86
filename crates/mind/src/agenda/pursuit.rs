//! The mind's state for an open task, in addition to the record in the task store.

use crate::agenda::work::Work;
use crate::hands::site::Site;
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};
use vocab::{BlockPos, Tick};

/// The state of one open task.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Pursuit {
    /// Actions that made progress.
    pub done: u32,
    /// The stay behind walls, for the goals shelter and refuge.
    pub stay: Stay,
    pub work: Work,
}

impl Pursuit {
    /// Records an action that made progress.
    pub fn progress(&mut self) {
        self.done = self.done.saturating_add(1);
        self.work.got_on();
    }
}

/// A stay behind walls. It decides when [`crate::goals::Shelter`] and [`crate::goals::Refuge`] are met.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Stay {
    pub site: Option<Site>,
    /// Times the agent dug its way out in the morning.
    pub outs: u8,
    /// Waits that ended in safety.
    pub rested: u8,
    /// The bed that was placed and is not back in the bag yet.
    pub bed: Option<Bed>,
    /// Failed attempts to sleep tonight, and the tick of the next attempt.
    pub sleepless: u8,
    pub sleep_from: Tick,
}

/// The place of a bed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bed {
    pub foot: BlockPos,
    /// Cells that are still to be dug for it, in order.
    pub dig: Vec<BlockPos>,
    /// The bed was broken and lies on the ground until the agent picks it up.
    pub lies: bool,
}
