//! The creatures around as belief reported them: snapshots and deltas, and the notable changes since the last call.

use agency::convert::{is_notable, suggests_task};
use agency::prompt::Creature;
use alloc::collections::{BTreeMap, VecDeque};
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};
use vocab::delta::{Change, Emission, SaliencyDelta};
use vocab::snapshot::TrackView as Reported;
use vocab::{Name, ThreatLevel, TrackId, Visibility};

/// Most changes around the agent that are kept for the next call of the language model. The oldest is forgotten first:
/// the model is to react to what is new.
const CHANGES_MAX: usize = 12;

#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Around {
    /// The creatures that belief last reported, by track; never more than belief reports at most.
    views: BTreeMap<TrackId, Reported>,
    changes: VecDeque<SaliencyDelta>,
}

impl Around {
    pub fn take(&mut self, emission: &Emission) {
        if let Some(snapshot) = &emission.snapshot {
            self.views = snapshot.tracks.iter().map(|view| (view.id, *view)).collect();
        }
        for delta in &emission.deltas {
            match delta.change {
                Change::Evicted => drop(self.views.remove(&delta.view.id)),
                _ => drop(self.views.insert(delta.view.id, delta.view)),
            }
            if is_notable(delta) {
                self.changes.retain(|change| change.view.id != delta.view.id);
                if self.changes.len() == CHANGES_MAX {
                    self.changes.pop_front();
                }
                self.changes.push_back(*delta);
            }
        }
    }

    /// Whether something notable happened around the agent since the last call of the language model.
    pub fn has_changed(&self) -> bool {
        !self.changes.is_empty()
    }

    /// Whether a change around the agent since the last call of the language model suggests a task.
    pub fn suggests_task(&self) -> bool {
        self.changes.iter().any(suggests_task)
    }

    pub fn forget_changes(&mut self) {
        self.changes.clear();
    }

    pub fn changes(&self) -> Vec<(&'static str, Creature)> {
        self.changes.iter().map(|delta| (delta.change.word(), creature(&delta.view))).collect()
    }

    /// The creatures around the agent as belief reported them, nearest first.
    pub fn creatures(&self) -> Vec<Creature> {
        let mut views: Vec<&Reported> = self.views.values().collect();
        views.sort_by_key(|view| (view.distance, view.id));
        views.into_iter().map(creature).collect()
    }

    /// The kinds of creatures in sight.
    pub fn kinds(&self) -> Vec<Name> {
        let seen = |view: &&Reported| view.visibility == Visibility::Visible;
        self.views.values().filter(seen).map(|view| view.kind).collect()
    }

    pub fn threat(&self) -> ThreatLevel {
        self.views.values().map(|view| view.threat).max().unwrap_or(ThreatLevel::None)
    }
}

fn creature(view: &Reported) -> Creature {
    let in_sight = view.visibility == Visibility::Visible;
    Creature { kind: view.kind, distance: view.distance, threat: view.threat, in_sight }
}
