//! The mind's state for an open task, in addition to the record in the task store.

use crate::agenda::work::Work;
use crate::hands::site::Site;
use crate::wire::reason::Looked;
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};
use vocab::{BlockPos, Tick};

/// The mind's working state for one open task.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Pursuit {
    /// How many actions of the task made progress.
    pub done: u32,
    /// What the task remembers of its time behind walls; used by the goals shelter and refuge.
    pub stay: Stay,
    pub work: Work,
    /// What the agent saw when it looked at something, for a task with the goal check.
    pub looked: Option<Looked>,
    /// Whether the structure stands, for a task with the goal build.
    #[serde(default)]
    pub built: bool,
    /// What the agent has thrown and handed over to a person, for a task with the goal deliver.
    pub handing: Handing,
}

/// Items that a task throws to a person. They decide when [`crate::goals::Deliver`] is met.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Handing {
    /// How many items the person has got.
    pub handed: u32,
    /// How many thrown items nobody has taken yet, and the tick of the throw. The world may not report who takes them.
    pub thrown: u32,
    pub since: Tick,
    /// How many of the item the bag held after the throw. If it holds more later, the body picked some up again.
    pub left: u32,
}

impl Pursuit {
    /// Records that an action of the task made progress.
    pub fn progress(&mut self) {
        self.done = self.done.saturating_add(1);
        self.work.got_on();
    }
}

/// What a task remembers of its time behind walls. It decides when [`crate::goals::Shelter`] and
/// [`crate::goals::Refuge`] are met.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Stay {
    pub site: Option<Site>,
    /// How many times the agent dug its way out of the shelter in the morning.
    pub outs: u8,
    /// How many waits in the refuge ended without danger.
    pub rested: u8,
    /// The bed that the agent has placed in its shelter and not yet taken back into the bag.
    pub bed: Option<Bed>,
    /// How many attempts to sleep failed tonight, and the tick of the next attempt.
    pub sleepless: u8,
    pub sleep_from: Tick,
}

/// Where the agent places its bed in a shelter, and what is left to do there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bed {
    pub foot: BlockPos,
    /// Cells that are still to be dug to make room for the bed, in order.
    pub dig: Vec<BlockPos>,
    /// The agent has broken its bed, which lies on the ground until the agent picks it up.
    pub lies: bool,
}
