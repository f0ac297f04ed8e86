//! A track: one believed entity.

use crate::class::ClassBelief;
use crate::contradiction::Contradiction;
use crate::engine_id::EngineId;
use crate::evidence::Sight;
use crate::kinds::{KindId, Register};
use crate::motion::Motion;
use crate::pace::{Leg, Pace};
use crate::saliency::Announced;
use serde::{Deserialize, Serialize};
use vocab::{FinePos, Name, ThreatLevel, Tick, TrackId, Visibility};

/// Largest uncertainty of an entity's place in thousandths of a block: nothing farther away is in sight.
pub const UNCERTAINTY_MAX: u32 = 64_000;
/// Uncertainty of an entity's place just after it was seen, in thousandths of a block.
pub const UNCERTAINTY_SEEN: u32 = 100;

/// What is believed about one entity. Everything except its provenance is part of the canonical digest.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Track {
    pub id: TrackId,
    pub class: ClassBelief,
    pub motion: Motion,
    pub leg: Leg,
    /// Radius in thousandths of a block within which the entity is believed to be.
    pub uncertainty: u32,
    pub born: Tick,
    /// When the entity was last detected, even if hidden behind something.
    pub reported: Tick,
    /// When the entity was last detected in plain sight.
    pub seen: Tick,
    pub visibility: Visibility,
    pub threat: ThreatLevel,
    /// When the entity was looked for at its believed place and not found. Until it is detected again it counts as
    /// lost.
    pub absent: Option<Tick>,
    /// Whether the entity was detected at least twice, so that it is not a sensor error.
    pub confirmed: bool,
    /// Whether the track's identity is final: it was recognised as a lost one, or is too old for that.
    pub settled: bool,
    pub engine_id: EngineId,
    pub contradiction: Contradiction,
    pub announced: Option<Announced>,
    pub provenance: Provenance,
    /// Walking paces measured before the identity was last in doubt, and since then.
    pub pace: Pace,
    pub since: Pace,
    /// When and where the identity was last in doubt: since then the entity has been followed without doubt.
    pub stretch: (Tick, FinePos),
    /// When and where the entity was before its identity was last in doubt; `None` if it never was.
    pub former: Option<(Tick, Motion)>,
    /// Whether the last doubt about identity was a possible confusion with another track.
    pub mixed: bool,
    /// Whether the track's path was exchanged with another track's, which has to be reported even if nothing else
    /// changed.
    pub retell: bool,
}

/// How the belief about an entity came about. For people only: not used for decisions, and not part of the digest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Provenance {
    pub reports: u32,
    pub sight: Option<Sight>,
    /// How far the last detections were from the expected place along an axis, newest first, in thousandths of a block.
    pub recent_off: [u32; 4],
}

impl Provenance {
    pub fn note(&mut self, sight: Sight, off: u32) {
        self.reports = self.reports.saturating_add(1);
        self.sight = Some(sight);
        self.recent_off.copy_within(0..3, 1);
        self.recent_off[0] = off;
    }
}

impl Track {
    pub fn kind(&self) -> KindId {
        self.class.top().0
    }

    pub fn kind_name(&self, register: &Register) -> Name {
        register.get(self.kind()).name
    }

    /// Where the entity is believed to be now.
    pub fn at(&self, now: Tick) -> FinePos {
        match now.since(self.reported) {
            0 => self.motion.at,
            ticks => self.motion.ahead(ticks),
        }
    }

    /// Game ticks since the entity was last in sight.
    pub fn unseen_ticks(&self, now: Tick) -> u64 {
        now.since(self.seen)
    }

    /// Whether the entity was in sight within this many ticks. One that was only ever reported as hidden was not.
    pub fn was_in_sight(&self, now: Tick, within_ticks: u64) -> bool {
        self.seen >= self.born && self.unseen_ticks(now) <= within_ticks
    }

    /// Whether the entity was looked for and not found since it was last detected.
    pub fn is_absent(&self) -> bool {
        self.absent.is_some_and(|looked| self.reported <= looked)
    }

    /// Whether cognition is told of the track: an entity seen only once may be a sensor error.
    pub fn is_told(&self) -> bool {
        self.confirmed
    }
}
