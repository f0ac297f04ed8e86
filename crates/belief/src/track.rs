//! One believed entity.

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

/// Uncertainty never grows beyond this many thousandths of a block: farther away nothing is in sight anyway.
pub const UNCERTAINTY_MAX: u32 = 64_000;
/// Uncertainty of a place just seen.
pub const UNCERTAINTY_SEEN: u32 = 100;

/// A track. Everything but its provenance is part of the canonical digest.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Track {
    pub id: TrackId,
    pub class: ClassBelief,
    pub motion: Motion,
    pub leg: Leg,
    /// Radius in thousandths of a block within which it should be.
    pub uncertainty: u32,
    pub born: Tick,
    /// When it was last reported at all.
    pub reported: Tick,
    /// When it was last reported with nothing in the way.
    pub seen: Tick,
    pub visibility: Visibility,
    pub threat: ThreatLevel,
    /// When it was looked for where it should have been and not found; until it is reported again it is as good as lost.
    pub absent: Option<Tick>,
    /// Seen at least twice, so no ghost of the sensor.
    pub confirmed: bool,
    /// A track that was recognised, or is too old to be, stays what it is.
    pub settled: bool,
    pub engine_id: EngineId,
    pub contradiction: Contradiction,
    pub announced: Option<Announced>,
    pub provenance: Provenance,
    /// Paces measured before the stretch it is on, and on it.
    pub pace: Pace,
    pub since: Pace,
    /// When and where the stretch began that it is followed on without doubt.
    pub stretch: (Tick, FinePos),
    /// When and where it was last itself before that stretch, unless it was born with it.
    pub former: Option<(Tick, Motion)>,
    /// Whether that stretch began where it may have been mixed up with another.
    pub mixed: bool,
    /// Its way was another's until now, which is to be told even if nothing else changed.
    pub retell: bool,
}

/// How a belief came about: for people, never for decisions, and not part of the digest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Provenance {
    pub reports: u32,
    pub sight: Option<Sight>,
    /// How far the last few reports, newest first, were from where they were expected along an axis, in thousandths of a block.
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

    /// Where it is believed to be now.
    pub fn at(&self, now: Tick) -> FinePos {
        match now.since(self.reported) {
            0 => self.motion.at,
            ticks => self.motion.ahead(ticks),
        }
    }

    /// Game ticks since it was last in sight.
    pub fn unseen_ticks(&self, now: Tick) -> u64 {
        now.since(self.seen)
    }

    /// Whether it was in sight within so many ticks; what was only ever reported from behind something never was.
    pub fn was_in_sight(&self, now: Tick, within_ticks: u64) -> bool {
        self.seen >= self.born && self.unseen_ticks(now) <= within_ticks
    }

    /// Whether it was looked for in vain since it was last reported.
    pub fn is_absent(&self) -> bool {
        self.absent.is_some_and(|looked| self.reported <= looked)
    }

    /// Whether others may hear of it: something seen once may be a flicker.
    pub fn is_told(&self) -> bool {
        self.confirmed
    }
}
