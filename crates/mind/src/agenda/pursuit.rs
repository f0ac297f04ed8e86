//! What the mind keeps of an open task beside the store's record of it.

use crate::agenda::work::Work;
use crate::hands::site::Site;
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};
use vocab::{BlockPos, Tick};

/// One open task.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Pursuit {
    /// Actions that got something done.
    pub done: u32,
    /// The time behind walls, for goals that wait there.
    pub stay: Stay,
    pub work: Work,
}

impl Pursuit {
    /// An action got something done.
    pub fn progress(&mut self) {
        self.done = self.done.saturating_add(1);
        self.work.got_on();
    }
}

/// Being walled in: where, for how long, and how the night goes. Decides when [`crate::goals::Shelter`] and
/// [`crate::goals::Refuge`] are met.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Stay {
    pub site: Option<Site>,
    /// Times the agent dug its way out in the morning.
    pub outs: u8,
    /// Waits in safety.
    pub rested: u8,
    /// A bed that was put down, and is not in the bag again.
    pub bed: Option<Bed>,
    /// Times there was no sleeping tonight, and when the next try is worth it.
    pub sleepless: u8,
    pub sleep_from: Tick,
}

/// Where a bed goes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bed {
    pub foot: BlockPos,
    /// Cells still to be dug, in order.
    pub dig: Vec<BlockPos>,
    /// It was taken up, and lies there until it is in the bag.
    pub lies: bool,
}
