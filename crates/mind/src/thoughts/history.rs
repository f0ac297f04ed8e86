//! The recorded thoughts: bounded, and repetitions never push out what was new. Decides which copies are broadcast.

use crate::wire::thinking::Recorded;
use agency::counters::Counters;
use agency::thought::Novelty;
use alloc::collections::VecDeque;
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};

/// Most new thoughts kept: about half an hour at one a minute.
pub const HISTORY_MAX: usize = 32;
/// Most low-novelty thoughts kept. They say little, so fewer are kept than new ones.
pub const LOW_MAX: usize = 16;
/// Of low-novelty thoughts without a goal, one in this many is broadcast.
pub const LOW_BROADCAST_ONE_IN: u64 = 5;

#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct History {
    new: VecDeque<Recorded>,
    low: VecDeque<Recorded>,
    /// How many low-novelty thoughts without a goal there were so far.
    idle: u64,
}

impl History {
    /// Keeps a thought; returns whether a copy of it is broadcast. Low-novelty thoughts are marked `fallback` already.
    pub fn keep(&mut self, recorded: Recorded, counters: &mut Counters) -> bool {
        if recorded.thought.novelty > Novelty::Low {
            push(&mut self.new, recorded, HISTORY_MAX);
            return true;
        }
        counters.low_novelty_recorded += 1;
        let broadcast = recorded.thought.is_task_worthy() || {
            self.idle += 1;
            self.idle % LOW_BROADCAST_ONE_IN == 1
        };
        counters.low_novelty_broadcast += u64::from(broadcast);
        push(&mut self.low, recorded, LOW_MAX);
        broadcast
    }

    /// All thoughts that the agent keeps, oldest first.
    pub fn all(&self) -> Vec<&Recorded> {
        let mut all: Vec<&Recorded> = self.new.iter().chain(&self.low).collect();
        all.sort_unstable_by_key(|recorded| recorded.thought.id);
        all
    }

    /// The last thoughts that were not of low novelty, newest first.
    pub fn latest(&self) -> impl Iterator<Item = &Recorded> {
        self.new.iter().rev()
    }
}

fn push(kept: &mut VecDeque<Recorded>, recorded: Recorded, most: usize) {
    if kept.len() == most {
        kept.pop_front();
    }
    kept.push_back(recorded);
}
