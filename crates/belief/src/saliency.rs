//! SALIENCY_DIFF: finds what has changed enough since the last report. Bands, a cooldown and a warm-up filter noise.
//!
//! Every track is compared with its last *reported* view and not with the last tick. So what a cooldown holds back is reported
//! later.

use crate::kinds::{KindId, Register};
use crate::track::Track;
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};
use vocab::delta::{Change, DELTAS_MAX};
use vocab::{FinePos, SaliencyDelta, ThreatLevel, Tick, TrackView, Visibility};

/// Width of a distance bucket in thousandths of a block. A track is reported again when it changes its bucket.
pub const DISTANCE_BUCKET: u64 = 2_000;
/// A track leaves its distance bucket only when it is this far beyond the edge, in thousandths of a block, so that
/// noise changes nothing.
pub const BAND: u64 = 250;
/// After its birth was reported, a track reports nothing else for three mind ticks.
pub const WARM_UP_TICKS: u64 = 12;
/// Ticks between two reports of one track to cognition that are not urgent.
pub const COOLDOWN_TICKS: u64 = 20;
/// A track is reported as another kind of entity only when that kind has this weight, in parts of 10,000.
const RECLASSIFY_LEAST: u32 = 6_000;

/// How a track was last reported to cognition, and until when it stays silent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Announced {
    pub view: TrackView,
    /// The kind in the last report as a number, which compares faster than its name.
    pub kind: KindId,
    pub quiet_until: Tick,
}

/// Changes of tracks that wait to be sent to cognition: one per track, at most [`DELTAS_MAX`]; if there are more, a
/// snapshot is sent instead.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Pending {
    /// The waiting changes, sorted by track.
    pub deltas: Vec<SaliencyDelta>,
    pub overflowed: bool,
}

impl Pending {
    pub fn with_room() -> Pending {
        Pending { deltas: Vec::with_capacity(DELTAS_MAX), overflowed: false }
    }

    pub fn push(&mut self, delta: SaliencyDelta) {
        if self.overflowed {
            return;
        }
        match self.deltas.binary_search_by_key(&delta.view.id, |held| held.view.id) {
            Ok(place) => {
                let born_unheard = matches!(self.deltas[place].change, Change::NewThreat | Change::NewTrack);
                if delta.change == Change::Evicted && born_unheard {
                    self.deltas.remove(place); // The track's birth was never sent, so its end need not be.
                    return;
                }
                let change = self.deltas[place].change.min(delta.change);
                let change = if change == Change::NewTrack && delta.view.threat != ThreatLevel::None {
                    Change::NewThreat
                } else {
                    change
                };
                self.deltas[place] = SaliencyDelta { change, ..delta };
            }
            Err(_) if self.deltas.len() >= DELTAS_MAX => {
                self.overflowed = true;
                self.deltas.clear();
            }
            Err(place) => self.deltas.insert(place, delta),
        }
    }

    pub fn clear(&mut self) {
        self.deltas.clear();
        self.overflowed = false;
    }
}

/// Where a track is believed to be, and its squared distance to the body in thousandths of a block.
#[derive(Debug, Clone, Copy)]
pub struct Place {
    pub at: FinePos,
    pub distance_squared: u64,
}

/// The change of a track to report to cognition now, if any. The track remembers it as reported.
pub fn diff(
    track: &mut Track,
    kind: KindId,
    register: &Register,
    Place { at, distance_squared }: Place,
    now: Tick,
) -> Option<SaliencyDelta> {
    let change = match &track.announced {
        None => match track.threat {
            ThreatLevel::None => Change::NewTrack,
            _ => Change::NewThreat,
        },
        Some(told) if unchanged(track, kind, told, distance_squared) => return None,
        Some(told) => {
            let change = changed(track, told, distance_squared)?;
            if now < told.quiet_until && !(is_urgent(change, track.threat) && now >= track.born + WARM_UP_TICKS) {
                return None;
            }
            change
        }
    };
    let quiet_ticks = if track.announced.is_none() { WARM_UP_TICKS } else { COOLDOWN_TICKS };
    let view = view(track, register, at, distance_squared);
    track.retell = false;
    track.announced = Some(Announced { view, kind, quiet_until: now + quiet_ticks });
    Some(SaliencyDelta { tick: now, change, view })
}

fn is_urgent(change: Change, threat: ThreatLevel) -> bool {
    change == Change::ThreatRaised && threat >= ThreatLevel::High
}

/// Checks for the common case that a track has no change to report, with the fewest comparisons.
fn unchanged(track: &Track, kind: KindId, told: &Announced, distance_squared: u64) -> bool {
    !track.retell
        && told.view.threat == track.threat
        && told.view.visibility == track.visibility
        && inside_bucket(told.view.distance, distance_squared)
        && kind == told.kind
}

/// The most urgent difference between a track and how it was last reported.
fn changed(track: &Track, told: &Announced, distance_squared: u64) -> Option<Change> {
    let Announced { view: told, kind: told_kind, .. } = told;
    let (kind, weight) = track.class.top();
    let reclassified = kind != *told_kind && weight >= RECLASSIFY_LEAST;
    [
        (track.threat > told.threat, Change::ThreatRaised),
        (told.visibility != Visibility::Visible && track.visibility == Visibility::Visible, Change::Reappeared),
        (told.visibility != Visibility::Lost && track.visibility == Visibility::Lost, Change::Lost),
        (reclassified, Change::Reclassified),
        (track.threat < told.threat, Change::ThreatLowered),
        (told.visibility == Visibility::Visible && track.visibility == Visibility::Inferred, Change::Inferred),
        (track.retell || !inside_bucket(told.distance, distance_squared), Change::Moved),
    ]
    .into_iter()
    .find(|(differs, _)| *differs)
    .map(|(_, change)| change)
}

/// Whether a distance still counts as in a bucket, allowing for the margin beyond its edges.
pub fn inside_bucket(bucket: u8, distance_squared: u64) -> bool {
    let bucket = u64::from(bucket);
    let low = (bucket * DISTANCE_BUCKET).saturating_sub(BAND);
    let high = if bucket == u64::from(u8::MAX) { u64::from(u32::MAX) } else { (bucket + 1) * DISTANCE_BUCKET + BAND };
    distance_squared >= low * low && distance_squared < high * high
}

/// The track as cognition sees it, in coarse units.
pub fn view(track: &Track, register: &Register, at: FinePos, distance_squared: u64) -> TrackView {
    let (kind, weight) = track.class.top();
    TrackView {
        id: track.id,
        kind: register.get(kind).name,
        sure: (weight / 1_000).min(10) as u8,
        at: at.block(),
        distance: (distance_squared.isqrt() / DISTANCE_BUCKET).min(u64::from(u8::MAX)) as u8,
        visibility: track.visibility,
        threat: track.threat,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_distance_bucket_is_left_only_beyond_its_band() {
        for (bucket, distance, inside) in [
            (1, 2_000, true),
            (1, 1_760, true),
            (1, 1_740, false),
            (1, 4_240, true),
            (1, 4_260, false),
            (0, 0, true),
            (u8::MAX, 5_000_000, true),
        ] {
            assert_eq!(inside_bucket(bucket, distance * distance), inside, "{bucket} at {distance}");
        }
    }
}
