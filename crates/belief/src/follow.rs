//! How a track starts, takes reports, and continues after it was lost.

use crate::class::ClassBelief;
use crate::config::Config;
use crate::contradiction::Contradiction;
use crate::engine_id::EngineId;
use crate::evidence::{Evidence, Sight};
use crate::motion::Motion;
use crate::pace::{Leg, Pace};
use crate::track::{Provenance, Track, UNCERTAINTY_SEEN};
use vocab::tick::TICKS_PER_MIND_TICK;
use vocab::{ThreatLevel, Tick, TrackId, Visibility};

/// A track's visibility (visible, inferred or lost), by when it was last seen.
pub fn visibility(track: &Track, now: Tick, config: &Config) -> Visibility {
    let unseen = track.unseen_ticks(now);
    if track.is_absent() {
        Visibility::Lost
    } else if unseen < config.times.inferred_after_ticks {
        Visibility::Visible
    } else if now.since(track.reported) < config.times.lost_after_ticks {
        Visibility::Inferred
    } else {
        Visibility::Lost
    }
}

/// A new track for an entity that was seen for the first time.
pub fn newborn(id: TrackId, evidence: &Evidence, now: Tick) -> Track {
    let mut class = ClassBelief::default();
    class.observe(evidence.kind);
    let mut provenance = Provenance::default();
    provenance.note(evidence.sight, 0);
    let occluded = evidence.sight == Sight::Occluded;
    Track {
        id,
        class,
        motion: Motion::new(evidence.at, evidence.velocity),
        leg: Leg::begin(evidence.at, now),
        pace: Pace::default(),
        since: Pace::default(),
        stretch: (now, evidence.at),
        former: None,
        mixed: false,
        retell: false,
        uncertainty: UNCERTAINTY_SEEN,
        born: now,
        reported: now,
        seen: if occluded { Tick(0) } else { now },
        visibility: if occluded { Visibility::Inferred } else { Visibility::Visible },
        threat: ThreatLevel::None,
        absent: None,
        confirmed: false,
        settled: false,
        engine_id: EngineId::new(evidence.engine_id),
        contradiction: Contradiction::default().restart(evidence, now),
        announced: None,
        provenance,
    }
}

/// Whether typical movement near the body is learned from this detection of the track: from one in four, because mobs
/// move alike for seconds.
pub fn is_learned_from(track: &Track, now: Tick) -> bool {
    (now.0 / TICKS_PER_MIND_TICK + track.id.0).is_multiple_of(4) && now.since(track.reported) == TICKS_PER_MIND_TICK
}

/// Updates a track with a detection that was matched to it.
pub fn absorb(track: &mut Track, evidence: &Evidence, now: Tick) {
    let ticks = now.since(track.reported);
    let off = track.motion.observe(evidence.at, evidence.velocity, ticks).min(i64::from(u32::MAX)) as u32;
    track.class.observe(evidence.kind);
    track.engine_id.observe(evidence.engine_id);
    track.provenance.note(evidence.sight, off);
    track.uncertainty = UNCERTAINTY_SEEN;
    track.reported = now;
    track.confirmed = true;
    if evidence.sight != Sight::Occluded {
        track.seen = now;
    }
}

/// A lost track continues with the data of a new track that turned out to be the same entity.
pub fn take_over(lost: &mut Track, new: &Track) {
    lost.former = Some((lost.reported, lost.motion));
    lost.retell = true;
    lost.mixed = new.mixed;
    lost.pace.merge(lost.since);
    lost.since = new.since;
    lost.stretch = new.stretch;
    lost.motion = new.motion;
    lost.leg = new.leg;
    lost.class.merge(&new.class);
    if let Some(id) = new.engine_id.own() {
        lost.engine_id.renew(id);
    }
    lost.uncertainty = new.uncertainty;
    lost.reported = new.reported;
    lost.seen = new.seen;
    lost.threat = new.threat;
    lost.contradiction = new.contradiction;
    lost.provenance.note(new.provenance.sight.unwrap_or(Sight::Unknown), 0);
}
