//! The belief bus: takes evidence tick by tick, maintains the tracks, and reports what changed. The only way in and out of
//! belief.

mod read;

use crate::assign::NONE;
use crate::associate::{Associator, Setting};
use crate::class::ClassBelief;
use crate::config::{Config, TRACK_CAP_MAX};
use crate::contradiction::Slip;
use crate::decay;
use crate::emission::Emitter;
use crate::evict;
use crate::evidence::{self, Batch, Detection};
use crate::follow::{absorb, is_learned_from, newborn, take_over, visibility};
use crate::ingested::{IngestError, Ingested};
use crate::kinds::{Register, Stance};
use crate::melee::Melee;
use crate::motion::Motion;
use crate::pace::Paces;
use crate::recognise::Recogniser;
use crate::revise::{self, GONE};
use crate::saliency::{self, Place};
use crate::sense::{self, SenseRequest};
use crate::summarise;
use crate::threat;
use crate::track::Track;
use crate::track_set::TrackSet;
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};
use vocab::delta::{Change, Emission};
use vocab::tick::TICKS_PER_MIND_TICK;
use vocab::{FinePos, HazardSummary, SaliencyDelta, ThreatLevel, Tick, Visibility};

/// The whole state of belief about creatures. It can be serialised, so that a mind can be saved and restored.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Bus {
    config: Config,
    register: Register,
    set: TrackSet,
    paces: Paces,
    melee: Melee,
    now: Option<Tick>,
    body: FinePos,
    hazards: HazardSummary,
    events: Vec<SaliencyDelta>,
    emitter: Emitter,
    sense: Option<SenseRequest>,
    last: Ingested,
    #[serde(skip)]
    scratch: Scratch,
}

impl Default for Bus {
    fn default() -> Bus {
        Bus::new(Config::default())
    }
}

/// Two belief buses are equal if they believe and will report the same. Buffers are not compared.
impl PartialEq for Bus {
    fn eq(&self, other: &Bus) -> bool {
        let Bus { config, register, set, paces, melee, now, body, hazards, events, emitter, sense, last, scratch: _ } =
            self;
        (config, register, set, now, paces) == (&other.config, &other.register, &other.set, &other.now, &other.paces)
            && melee == &other.melee
            && (body, hazards, events) == (&other.body, &other.hazards, &other.events)
            && (emitter, sense, last) == (&other.emitter, &other.sense, &other.last)
    }
}

impl Eq for Bus {}

/// Everything that is equal for all pairs of a detection and a track in this tick. A macro, because it borrows only
/// parts of the bus.
macro_rules! setting {
    ($bus:ident, $now:ident) => {
        Setting {
            register: &$bus.register,
            config: &$bus.config,
            paces: &$bus.paces,
            melee: &$bus.melee,
            body: $bus.body,
            now: $now,
        }
    };
}

/// Buffers of the belief bus whose content is not used after the tick.
#[derive(Debug, Clone, Default)]
struct Scratch {
    batch: Batch,
    associator: Associator,
    recogniser: Recogniser,
    unmatched: Vec<u32>,
    slipped: Vec<(u32, u32, Slip)>,
    revise: Vec<u32>,
    fresh: Vec<Track>,
}

impl Bus {
    pub fn new(mut config: Config) -> Bus {
        config.track_cap = config.track_cap.clamp(1, TRACK_CAP_MAX);
        Bus {
            register: Register::new(&config.kinds),
            set: TrackSet::with_room(&config),
            paces: Paces::default(),
            melee: Melee::default(),
            now: None,
            body: FinePos::default(),
            hazards: HazardSummary::EMPTY,
            events: Vec::with_capacity(config.track_cap),
            emitter: Emitter::default(),
            sense: None,
            last: Ingested::default(),
            scratch: Scratch::default(),
            config,
        }
    }

    /// Takes all detections of `tick`, in any order, and updates the tracks.
    pub fn ingest(&mut self, tick: Tick, body: FinePos, detections: &[Detection]) -> Result<Ingested, IngestError> {
        if let Some(last) = self.now.filter(|last| *last >= tick) {
            return Err(IngestError::TickNotAfter { last, given: tick });
        }
        if !evidence::in_the_world(body) {
            return Err(IngestError::BodyOutOfWorld { at: body });
        }
        let elapsed = self.now.map_or(0, |last| tick.since(last));
        self.now = Some(tick);
        self.body = body;
        self.events.clear();
        self.last = Ingested::default();
        self.last.skipped_ticks = elapsed.saturating_sub(TICKS_PER_MIND_TICK);
        self.leave_behind(tick);
        self.last.refused = self.scratch.batch.fill(
            (detections, body),
            &mut self.register,
            self.config.budget.detections_max,
            &mut self.last.spent,
        );
        self.update(tick);
        self.split(tick);
        self.revise(tick);
        self.give_birth(tick);
        self.recognise(tick);
        self.appraise(tick, elapsed);
        Ok(self.last)
    }

    /// Drops tracks so far from the body that distances would overflow the arithmetic.
    fn leave_behind(&mut self, now: Tick) {
        let body = self.body;
        let far = |track: &Track| {
            let at = track.motion.at;
            [(at.x, body.x), (at.y, body.y), (at.z, body.z)].iter().any(|(a, b)| (a - b).abs() > evidence::RANGE_MAX)
        };
        if self.set.as_slice().iter().any(far) {
            self.drop_where(now, far);
        }
    }

    /// The step TRACK_UPDATE for tracks that were seen recently: matches detections to them.
    fn update(&mut self, now: Tick) {
        let Scratch { batch, associator, unmatched, slipped, revise, .. } = &mut self.scratch;
        revise.clear();
        let tracks = self.set.as_mut_slice();
        let setting = setting!(self, now);
        associator.associate(batch, tracks, &setting, &mut self.last.spent);
        for col in &associator.doubtful {
            revise::doubt(&mut tracks[*col as usize], now);
        }
        let matches = associator.solver.answer();
        unmatched.clear();
        slipped.clear();
        for (row, (col, evidence)) in matches.iter().zip(&batch.evidence).enumerate() {
            if *col == NONE {
                unmatched.push(row as u32);
            } else {
                let track = &mut tracks[*col as usize];
                let slip = track.contradiction.observe(evidence, &track.engine_id, self.config.use_ids, now);
                let doubtful = associator.doubtful.binary_search(col).is_ok();
                if !doubtful && is_learned_from(track, now) {
                    self.melee.learn(track.class.likeliest(), track.motion.at, evidence.at, self.body);
                }
                absorb(track, evidence, now);
                if !track.since.is_sure() {
                    // With engine ids, identities are checked again only at the end of a straight stretch of walking (a
                    // leg).
                    let halfway = !self.config.use_ids && track.leg.is_worth_a_look();
                    let kind = track.class.likeliest();
                    let leg = track.leg.observe(evidence.at, now, self.body);
                    let measured = leg.and_then(|leg| leg.pace(self.register.get(kind)));
                    if let Some((gait, measured)) = measured {
                        track.since.note(gait, measured);
                        self.paces.learn(kind, gait, measured);
                    }
                    if halfway || measured.is_some() {
                        revise.push(*col);
                    }
                }
                slipped.extend(slip.map(|slip| (*col, row as u32, slip)));
            }
        }
    }

    /// Splits tracks that turned out to follow another entity: the old track becomes lost where it was last right, and
    /// the other entity gets a new track.
    fn split(&mut self, now: Tick) {
        for (col, row, slip) in &self.scratch.slipped {
            let evidence = &self.scratch.batch.evidence[*row as usize];
            let old = &mut self.set.as_mut_slice()[*col as usize];
            let mut new = newborn(old.id, evidence, now);
            new.motion = old.motion;
            new.class.observe(evidence.kind);
            new.confirmed = true;
            new.stretch = (slip.last.0 + 1, slip.last.1);
            new.born = new.stretch.0;
            (old.reported, old.motion) = (slip.last.0, Motion::new(slip.last.1, None));
            old.seen = old.seen.min(old.reported);
            old.class = slip.kind.map_or(old.class, ClassBelief::certain);
            old.contradiction.clear();
            self.set.add(|id| Track { id, ..new });
        }
        self.last.slipped = self.scratch.slipped.len() as u32;
    }

    /// Checks the identity of tracks again once their walking pace was measured.
    fn revise(&mut self, now: Tick) {
        let setting = setting!(self, now);
        let tracks = self.set.as_mut_slice();
        let Scratch { revise: due, fresh, .. } = &mut self.scratch;
        for index in due.iter().map(|index| *index as usize) {
            if tracks[index].reported != now {
                continue;
            }
            if let Some(better) = revise::better(tracks, index, &setting, &mut self.last.spent) {
                revise::carry_out(tracks, index, better, fresh);
                self.last.revised += 1;
            }
        }
        for track in self.scratch.fresh.drain(..) {
            self.set.add(|id| Track { id, ..track });
        }
        if self.last.revised > 0 {
            self.drop_where(now, |track| track.reported == GONE);
        }
    }

    /// Every detection that matches no track becomes a new unconfirmed track. If there is too little room, hostile and
    /// near ones come first.
    fn give_birth(&mut self, now: Tick) {
        let room = self.set.room_for_glimpses(&self.config);
        let (Scratch { unmatched, batch, .. }, body, register) = (&mut self.scratch, self.body, &self.register);
        if unmatched.len() > room {
            unmatched.sort_unstable_by_key(|row| {
                let evidence = &batch.evidence[*row as usize];
                let hostile = register.get(evidence.kind).stance == Stance::Hostile;
                (!hostile, evidence.at.distance_squared(body), *row)
            });
            self.last.no_room += (unmatched.len() - room) as u32;
        }
        for row in self.scratch.unmatched.iter().take(room) {
            let evidence = &self.scratch.batch.evidence[*row as usize];
            self.set.add(|id| newborn(id, evidence, now));
            self.last.born += 1;
        }
    }

    /// The step TRACK_UPDATE for lost tracks: if a new track is a lost entity that has returned, it continues under the
    /// old id.
    fn recognise(&mut self, now: Tick) {
        let Scratch { recogniser, associator, .. } = &mut self.scratch;
        let spent = &mut self.last.spent;
        let setting = setting!(self, now);
        recogniser.recognise(self.set.as_slice(), &setting, associator, spent);
        self.last.recognised = recogniser.pairs.len() as u32;
        if recogniser.pairs.is_empty() {
            return;
        }
        for (new, lost) in &recogniser.pairs {
            let fresh = self.set.as_slice()[*new as usize].clone();
            take_over(&mut self.set.as_mut_slice()[*lost as usize], &fresh);
            // The new track was recognised as a lost one. This marks it for removal below.
            self.set.as_mut_slice()[*new as usize].reported = GONE;
        }
        self.drop_where(now, |track| track.reported == GONE);
    }

    /// Removes tracks, and reports the end of those that consumers had been told of.
    fn drop_where(&mut self, now: Tick, mut goes: impl FnMut(&Track) -> bool) {
        let (events, emitter) = (&mut self.events, &mut self.emitter);
        self.set.retain(|track| {
            if !goes(track) {
                return true;
            }
            if let Some(told) = track.announced {
                let delta = SaliencyDelta { tick: now, change: Change::Evicted, view: told.view };
                events.push(delta);
                emitter.pending.push(delta);
            }
            false
        });
    }

    /// Forgets and evicts tracks, and computes visibility, threat, events and hazards from the remaining ones.
    fn appraise(&mut self, now: Tick, elapsed: u64) {
        let times = self.config.times;
        let forget = |track: &Track| {
            let most = if track.confirmed { times.forget_after_ticks } else { times.unconfirmed_after_ticks };
            now.since(track.reported) > most
        };
        if self.set.as_slice().iter().any(forget) {
            self.drop_where(now, forget);
        }
        for track in self.set.as_mut_slice() {
            if now.since(track.reported) > 0 {
                decay::decay(track, &self.register, now, elapsed);
            }
            track.settled |= track.confirmed && now.since(track.born) > times.recognise_within_ticks;
        }
        if self.set.surplus(&self.config) > 0 {
            self.evict(now);
        }
        self.hazards = HazardSummary::EMPTY;
        self.sense = None;
        for track in self.set.as_mut_slice() {
            let at = track.at(now);
            let distance_squared = at.distance_squared(self.body);
            let before = (track.visibility, track.threat);
            track.visibility = visibility(track, now, &self.config);
            let kind_id = track.kind();
            let kind = self.register.get(kind_id);
            track.threat = match track.visibility {
                Visibility::Lost => threat::level(kind, ThreatLevel::None, u64::MAX),
                _ => threat::level(kind, track.threat, distance_squared),
            };
            sense::consider(&mut self.sense, track, before, at, now);
            summarise::add(&mut self.hazards, track, kind, at);
            if !track.is_told() {
                continue;
            }
            if let Some(delta) = saliency::diff(track, kind_id, &self.register, Place { at, distance_squared }, now) {
                self.events.push(delta);
                self.emitter.pending.push(delta);
            }
        }
        self.events.sort_unstable_by_key(SaliencyDelta::order);
    }

    /// Evicts the tracks least worth keeping until their number is within the cap.
    fn evict(&mut self, now: Tick) {
        while self.set.surplus(&self.config) > 0 {
            let Some(id) = evict::victim(self.set.as_slice(), self.body, now) else { break };
            self.drop_where(now, |track| track.id == id);
            self.last.evicted += 1;
        }
    }

    /// Notes that the agent looked and found nothing within this many thousandths of a block of a place. Tracks there
    /// count as lost until they are reported again. The consumer is told with the next tick.
    pub fn looked_in_vain(&mut self, near: FinePos, radius: u64) {
        let Some(now) = self.now else { return };
        for track in self.set.as_mut_slice() {
            if track.at(now).within(near, radius) || track.motion.at.within(near, radius) {
                track.absent = Some(now);
                track.visibility = Visibility::Lost;
                track.threat = ThreatLevel::None;
            }
        }
    }

    /// The changes to send to cognition now: at most once a second, `None` when there is nothing new.
    pub fn emit(&mut self) -> Option<&Emission> {
        self.emitter.emit(self.now?, self.set.as_slice())
    }

    /// All changes not yet sent to cognition, at once, because no more ticks will come.
    pub fn flush(&mut self) -> Option<&Emission> {
        self.emitter.flush(self.now?, self.set.as_slice())
    }

    /// Makes the next emission contain a snapshot of all tracks, because a consumer connected or missed something.
    pub fn request_snapshot(&mut self) {
        self.emitter.request_snapshot();
    }
}
