//! Preventability telemetry: records at each damage what belief knew. Nothing is learned from it yet.

use crate::bus::Bus;
use crate::evidence::Sight;
use serde::{Deserialize, Serialize};
use vocab::senses::{BodyEvent, Harm};
use vocab::{FinePos, Name, ThreatLevel, Tick, TrackId, Visibility};

/// The attacker is searched within this many thousandths of a block of where the damage came from: the flight of an
/// arrow.
const CULPRIT_RANGE: u64 = 24_000;

/// What belief knew when the body was hurt or died, to judge whether that could have been prevented.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Preventability {
    pub tick: Tick,
    pub harm: Harm,
    pub died: bool,
    /// The likeliest attacker, if belief knew of one.
    pub culprit: Option<Culprit>,
    /// The highest hazard level anywhere when the body was hurt, and the level at the body's place.
    pub hazard_worst: ThreatLevel,
    pub hazard_here: ThreatLevel,
}

/// The likeliest attacker: the track nearest to where the damage came from, among those that can cause it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Culprit {
    pub track: TrackId,
    pub kind: Name,
    /// The probability of the attacker's kind, in parts of 10,000.
    pub sure: u32,
    pub visibility: Visibility,
    pub sight: Option<Sight>,
    pub ticks_since_seen: u64,
    pub threat: ThreatLevel,
}

/// What belief knew when the body was hurt or died; `None` for events without damage.
pub fn assess(bus: &Bus, body: FinePos, event: &BodyEvent) -> Option<Preventability> {
    let (harm, from, died) = match event {
        BodyEvent::Hurt { cause, from, .. } => (*cause, from.unwrap_or(body), false),
        BodyEvent::Died { cause } => (*cause, body, true),
        _ => return None,
    };
    let by_something = matches!(harm, Harm::Melee | Harm::Arrow | Harm::Explosion);
    let culprit = if by_something { culprit(bus, from) } else { None };
    let (hazard_worst, hazard_here) = (bus.hazards().worst(), bus.hazards().level_at(body.block()));
    Some(Preventability { tick: bus.now(), harm, died, culprit, hazard_worst, hazard_here })
}

fn culprit(bus: &Bus, from: FinePos) -> Option<Culprit> {
    let now = bus.now();
    let capable = bus.everything().iter().filter(|track| track.threat != ThreatLevel::None);
    let (_, track) = capable
        .map(|track| (track.at(now).distance_squared(from), track))
        .filter(|(distance, _)| *distance <= CULPRIT_RANGE * CULPRIT_RANGE)
        .min_by_key(|(distance, track)| (*distance, track.id))?;
    let (kind, sure) = track.class.top();
    Some(Culprit {
        track: track.id,
        kind: bus.register().get(kind).name,
        sure,
        visibility: track.visibility,
        sight: track.provenance.sight,
        ticks_since_seen: track.unseen_ticks(now),
        threat: track.threat,
    })
}
