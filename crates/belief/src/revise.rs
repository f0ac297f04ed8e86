//! Checks identities again: tracks that may have been confused, or recognised wrongly, are corrected later.
//!
//! A track consists of an identity with a past, and of the path followed since then, the *stretch*. Where two tracks could have
//! been exchanged, both start a new stretch. Once a stretch has shown a pace, it is given to the identity whose past fits best.

use crate::associate::Setting;
use crate::attention::Spent;
use crate::engine_id::{EngineId, Says};
use crate::fixed::ln_milli;
use crate::follow::take_over;
use crate::kinds::{Kind, KindId};
use crate::motion::Motion;
use crate::pace::{Leg, Pace};
use crate::recognise::{measured, place};
use crate::track::Track;
use alloc::vec::Vec;
use core::mem::swap;
use vocab::{FinePos, Tick};

/// How strongly two certain, equal kinds speak for being the same entity, in thousandths of a nat.
const KINDS_AGREE: i32 = 2_480;

/// If no other identity fits better, a recognition is undone only if a new entity is likelier by this much, in
/// thousandths of a nat: about seven to one, because walking paces are sometimes measured wrongly.
const DISOWN_LEAST: i32 = 2_000;

/// Notes that the track may have been confused with another one: its past is kept apart from what follows.
pub fn doubt(track: &mut Track, now: Tick) {
    if !track.mixed || track.former.is_none() || track.since != Pace::default() {
        track.former = Some((track.reported, track.motion));
        track.pace.merge(track.since);
        track.since = Pace::default();
    }
    track.mixed = true;
    track.stretch = (now, track.motion.at);
    track.leg = Leg::begin(track.motion.at, now);
}

/// Computes how well recent paths of tracks ("stretches") fit earlier parts ("pasts"), all of one kind of entity.
struct Fit<'a> {
    setting: &'a Setting<'a>,
    kind_id: KindId,
    kind: &'a Kind,
    base: i32,
}

impl Fit<'_> {
    /// The log likelihood ratio that a recent path continues an earlier one rather than belonging to a new entity.
    /// Without an earlier path it is 0.
    fn of(&self, past: Option<(Tick, Motion)>, known: Pace, stretch: (Tick, FinePos), since: Pace) -> Option<i32> {
        let Some((then, motion)) = past else { return Some(0) };
        let place = place((then, &motion), stretch, self.kind, self.setting.config.likelihoods.stride)?;
        Some(self.base + place + self.setting.paces.says(self.kind_id, known, since))
    }

    /// What the engine ids say about whether the track `name` is the entity that the track `way` has followed recently.
    fn number(&self, name: &Track, way: &Track) -> i32 {
        let config = self.setting.config;
        if !config.use_ids {
            return 0;
        }
        match name.engine_id.compare(way.engine_id.own()) {
            Says::Nothing => 0,
            Says::Same if name.id != way.id || !name.engine_id.is_renewed() => config.likelihoods.id_recognised_gain,
            Says::Same | Says::Different => -config.likelihoods.id_renewed_cost,
        }
    }
}

/// Marks a track that gave its recent path to another track and has no earlier one to return to, until it is removed.
pub const GONE: Tick = Tick(u64::MAX);

/// Which track the recent path of a track really belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Better {
    /// The recent path belongs to that track, which has followed this one's entity instead, and may have gone out of
    /// sight since.
    Exchange(usize),
    /// The recent path belongs to that track, which was lost and has returned.
    GoesOn(usize),
    /// The recent path belongs to an entity that was never seen before, or is forgotten.
    Nobody,
}

/// The identity that fits this track's recent path better than its own, if any.
pub fn better(tracks: &[Track], index: usize, setting: &Setting<'_>, spent: &mut Spent) -> Option<Better> {
    let me = &tracks[index];
    if setting.config.use_ids && me.engine_id.own().is_some() && !me.engine_id.is_renewed() {
        return None; // The track's engine id has been the same all along.
    }
    let mine = measured(me, setting);
    if mine == Pace::default() {
        return None;
    }
    if spent.recognitions as usize + tracks.len() > setting.config.budget.recognitions_max {
        spent.recognitions_left_out += tracks.len() as u32;
        return None;
    }
    spent.recognitions += tracks.len() as u32;
    let likely = &setting.config.likelihoods;
    let kind_id = me.class.likeliest();
    let base = likely.area_log - ln_milli(tracks.len() as u64) - likely.recognise_least + KINDS_AGREE;
    let fit = Fit { setting, kind_id, kind: setting.register.get(kind_id), base };
    let own = fit.of(me.former, me.pace, me.stretch, mine)? + fit.number(me, me);
    let exchanged = |other: &Track| {
        other.former?;
        // The last straight line walked by an entity that is out of sight cannot be used, because the body's place at
        // that time is unknown.
        let theirs = if other.reported < setting.now { other.since } else { measured(other, setting) };
        let taken = fit.of(other.former, other.pace, me.stretch, mine)? + fit.number(other, me);
        let given = fit.of(me.former, me.pace, other.stretch, theirs)? + fit.number(me, other);
        let kept = fit.of(other.former, other.pace, other.stretch, theirs)? + fit.number(other, other);
        Some(taken + given - own - kept)
    };
    let gain = |other: &Track| {
        if !other.confirmed || other.class.likeliest() != kind_id || other.id == me.id {
            return None;
        }
        if other.reported < setting.now {
            let mut known = other.pace;
            known.merge(other.since);
            let taken = fit.of(Some((other.reported, other.motion)), known, me.stretch, mine);
            let goes_on = taken.map(|taken| (taken + fit.number(other, me) - own, false));
            return goes_on.max(exchanged(other).map(|gain| (gain, true)));
        }
        exchanged(other).map(|gain| (gain, true))
    };
    let mut best = (likely.revise_least, None);
    for (place, other) in tracks.iter().enumerate() {
        if let Some((gain, exchange)) = gain(other).filter(|(gain, _)| *gain > best.0) {
            best = (gain, Some((place, exchange)));
        }
    }
    match best.1 {
        Some((place, true)) => Some(Better::Exchange(place)),
        Some((place, false)) => Some(Better::GoesOn(place)),
        // A confused track is one of the entities that crossed, even if nobody can tell which. So it is not made a new
        // entity.
        None if own < -DISOWN_LEAST && me.former.is_some() && !me.mixed => Some(Better::Nobody),
        None => None,
    }
}

/// Gives a track's recent path to the identity it belongs to. A new entity is added to `fresh` and gets a new id later.
pub fn carry_out(tracks: &mut [Track], index: usize, better: Better, fresh: &mut Vec<Track>) {
    match better {
        Better::Exchange(other) => {
            if let Ok([a, b]) = tracks.get_disjoint_mut([index, other]) {
                exchange(a, b);
            }
        }
        Better::GoesOn(other) => {
            if let Ok([wrong, right]) = tracks.get_disjoint_mut([index, other]) {
                take_over(right, wrong);
                if !give_back(wrong) {
                    wrong.reported = GONE;
                }
            }
        }
        Better::Nobody => {
            let wrong = &mut tracks[index];
            fresh.push(nobodys(wrong));
            give_back(wrong);
        }
    }
}

/// A new track with the recent path of a track that was wrongly recognised.
fn nobodys(wrong: &Track) -> Track {
    Track {
        former: None,
        pace: Pace::default(),
        announced: None,
        born: wrong.stretch.0,
        settled: true, // All possible identities have just been compared.
        engine_id: EngineId::new(wrong.engine_id.own()),
        ..wrong.clone()
    }
}

/// Exchanges the recent paths of two tracks.
pub fn exchange(a: &mut Track, b: &mut Track) {
    swap(&mut a.motion, &mut b.motion);
    swap(&mut a.leg, &mut b.leg);
    swap(&mut a.since, &mut b.since);
    swap(&mut a.stretch, &mut b.stretch);
    swap(&mut a.mixed, &mut b.mixed);
    swap(&mut a.reported, &mut b.reported);
    swap(&mut a.seen, &mut b.seen);
    swap(&mut a.visibility, &mut b.visibility);
    swap(&mut a.threat, &mut b.threat);
    swap(&mut a.uncertainty, &mut b.uncertainty);
    swap(&mut a.contradiction, &mut b.contradiction);
    swap(&mut a.class, &mut b.class);
    swap(&mut a.engine_id, &mut b.engine_id);
    swap(&mut a.provenance, &mut b.provenance);
    (a.retell, b.retell) = (true, true);
}

/// Returns a track whose recent path was another's to where it was before, as lost; false when it has no earlier path.
pub fn give_back(track: &mut Track) -> bool {
    let Some((reported, motion)) = track.former.take() else { return false };
    track.reported = reported;
    track.seen = track.seen.min(reported);
    track.motion = motion;
    track.since = Pace::default();
    track.mixed = false;
    track.engine_id.give_back();
    track.contradiction.clear();
    true
}
