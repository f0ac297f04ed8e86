//! Checkpoints: what is known at the end of each module, addressed by content, the last 64 kept.

use crate::invariants::{Finding, Severity};
use crate::stations::StationEntry;
use alloc::string::String;
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};
use vocab::{Bag, BlockPos, Digest, Tick};

/// Most checkpoints that are kept whole. A build of 256 modules with a drift after each would grow for ever; older ones live on in the chain of
/// digests.
pub const KEPT_MAX: usize = 64;

/// A known deviation that is not repaired at once.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpenDelta {
    /// The module, by its id.
    pub module: String,
    pub issue: Issue,
    pub severity: Severity,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Issue {
    /// An invariant does not hold.
    Invariant(Finding),
    /// These cells could not be seen.
    Unseen(Vec<BlockPos>),
}

/// What a checkpoint says of a build. Everything but the time, the bag and the stations is in its id.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Checkpoint {
    pub checkpoint_id: Digest,
    pub template_digest: Digest,
    pub witness_digest: Digest,
    /// The place of the module in the blueprint's list.
    pub module_index: usize,
    /// The ids of all modules that are verified.
    pub completed_modules: Vec<String>,
    pub station_snapshot: Vec<StationEntry>,
    pub invariant_results: Vec<Finding>,
    pub open_deltas: Vec<OpenDelta>,
    pub inventory_summary: Bag,
    pub saved_at: Tick,
}

/// What a checkpoint is made of.
#[derive(Debug, Clone)]
pub struct Facts<'a> {
    pub template_digest: Digest,
    pub witness_digest: Digest,
    pub module_index: usize,
    pub completed_modules: Vec<String>,
    pub stations: &'a [StationEntry],
    pub findings: Vec<Finding>,
    pub open_deltas: Vec<OpenDelta>,
    pub inventory: &'a Bag,
    pub now: Tick,
}

impl Checkpoint {
    pub fn of(facts: Facts<'_>) -> Checkpoint {
        let content = (facts.template_digest, facts.witness_digest, &facts.completed_modules, &facts.findings);
        Checkpoint {
            checkpoint_id: Digest::of("checkpoint", &content),
            template_digest: facts.template_digest,
            witness_digest: facts.witness_digest,
            module_index: facts.module_index,
            completed_modules: facts.completed_modules,
            station_snapshot: facts.stations.to_vec(),
            invariant_results: facts.findings,
            open_deltas: facts.open_deltas,
            inventory_summary: facts.inventory.clone(),
            saved_at: facts.now,
        }
    }
}

/// The checkpoints of a build.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ledger {
    kept: Vec<Checkpoint>,
    /// How many came before the kept ones.
    dropped: u64,
    /// The digest of the chain before the kept ones: of the digest before it and the dropped checkpoint's id.
    chain: Digest,
}

impl Default for Ledger {
    fn default() -> Self {
        Ledger { kept: Vec::new(), dropped: 0, chain: Digest([0; 32]) }
    }
}

impl Ledger {
    /// Adds a checkpoint; the oldest goes into the chain when there are too many.
    pub fn push(&mut self, checkpoint: Checkpoint) {
        self.kept.push(checkpoint);
        while self.kept.len() > KEPT_MAX {
            let oldest = self.kept.remove(0);
            self.chain = link(self.chain, &oldest);
            self.dropped += 1;
        }
    }

    pub fn kept(&self) -> &[Checkpoint] {
        &self.kept
    }

    pub fn last(&self) -> Option<&Checkpoint> {
        self.kept.last()
    }

    /// How many checkpoints were ever saved.
    pub fn count(&self) -> u64 {
        self.dropped + self.kept.len() as u64
    }

    /// The digest of all checkpoints ever saved: equal histories have equal digests.
    pub fn head(&self) -> Digest {
        self.kept.iter().fold(self.chain, link)
    }
}

fn link(chain: Digest, checkpoint: &Checkpoint) -> Digest {
    Digest::of("checkpoint chain", &(chain, checkpoint.checkpoint_id))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn checkpoint(number: u64) -> Checkpoint {
        Checkpoint::of(Facts {
            template_digest: Digest::of("t", &number),
            witness_digest: Digest([1; 32]),
            module_index: 0,
            completed_modules: Vec::new(),
            stations: &[],
            findings: Vec::new(),
            open_deltas: Vec::new(),
            inventory: &Bag::default(),
            now: Tick(number),
        })
    }

    #[test]
    fn the_last_64_are_kept_and_the_chain_remembers_the_others() {
        let mut ledger = Ledger::default();
        let mut heads = Vec::new();
        for number in 0..KEPT_MAX as u64 + 3 {
            ledger.push(checkpoint(number));
            heads.push(ledger.head());
        }
        assert_eq!((ledger.kept().len(), ledger.count()), (KEPT_MAX, KEPT_MAX as u64 + 3));
        assert_eq!(ledger.kept()[0].saved_at, Tick(3));
        heads.dedup();
        assert_eq!(heads.len(), KEPT_MAX + 3, "every checkpoint changes the head");
        let mut other = Ledger::default();
        (1..KEPT_MAX as u64 + 3).for_each(|number| other.push(checkpoint(number)));
        assert_ne!(other.head(), ledger.head(), "a history without the first checkpoint is another one");
    }

    #[test]
    fn the_id_is_of_the_content_and_not_of_the_time() {
        let (mut early, mut late) = (checkpoint(7), checkpoint(7));
        late.saved_at = Tick(9_000);
        assert_eq!(early.checkpoint_id, late.checkpoint_id);
        early.completed_modules.push("walls".into());
        assert_ne!(checkpoint(8).checkpoint_id, late.checkpoint_id);
    }
}
