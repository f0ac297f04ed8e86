//! Who is who, looked at again: tracks that may have been mixed up, or recognised wrongly, get their names right later.
//!
//! A track is a name with a past, and a way followed since: the *stretch*. Where two might as well have taken each
//! other's place, both begin a new stretch. When a stretch has shown a pace, it goes to the name whose past it fits best.

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

/// What two sure beliefs in one kind say for being one thing, in thousandths of a nat.
const KINDS_AGREE: i32 = 2_480;

/// A recognition is taken back, with nobody else to be, only when a newcomer is likelier by this much, in thousandths of a
/// nat: some seven to one, because a leg is now and then mismeasured.
const DISOWN_LEAST: i32 = 2_000;

/// The track may have been mixed up with another: what it was before is kept apart from what it will be.
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

/// How well stretches fit pasts, all of one kind.
struct Fit<'a> {
    setting: &'a Setting<'a>,
    kind_id: KindId,
    kind: &'a Kind,
    base: i32,
}

impl Fit<'_> {
    /// Log likelihood ratio of a stretch going on from a past rather than being a newcomer's; who has no past is one.
    fn of(&self, past: Option<(Tick, Motion)>, known: Pace, stretch: (Tick, FinePos), since: Pace) -> Option<i32> {
        let Some((then, motion)) = past else { return Some(0) };
        let place = place((then, &motion), stretch, self.kind, self.setting.config.likelihoods.stride)?;
        Some(self.base + place + self.setting.paces.says(self.kind_id, known, since))
    }

    /// What the engine's numbers say for that name being on that way.
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

/// Marks a track that gave its way to another name and has no past to go back to, until it is removed.
pub const GONE: Tick = Tick(u64::MAX);

/// Whose way it rather is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Better {
    /// That track's, which has been on this one's instead, and may have gone out of sight on it.
    Exchange(usize),
    /// That track's, come back from where it was lost.
    GoesOn(usize),
    /// Somebody's who was never seen before, or is forgotten.
    Nobody,
}

/// Whose name fits this one's way better than its own, if any.
pub fn better(tracks: &[Track], index: usize, setting: &Setting<'_>, spent: &mut Spent) -> Option<Better> {
    let me = &tracks[index];
    if setting.config.use_ids && me.engine_id.own().is_some() && !me.engine_id.is_renewed() {
        return None; // its number has stood by it all along
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
        // The leg of one out of sight says nothing: where the body was then is not known.
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
        // Who was mixed up is one of those it was mixed up with, whether they can be told apart or not.
        None if own < -DISOWN_LEAST && me.former.is_some() && !me.mixed => Some(Better::Nobody),
        None => None,
    }
}

/// Gives a track's way to whose it is. Somebody new is put with `fresh`, to be added under a new name.
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

/// A track for the way of one that is not who it was taken for.
fn nobodys(wrong: &Track) -> Track {
    Track {
        former: None,
        pace: Pace::default(),
        announced: None,
        born: wrong.stretch.0,
        settled: true, // everyone it could be has just been weighed
        engine_id: EngineId::new(wrong.engine_id.own()),
        ..wrong.clone()
    }
}

/// Two tracks take each other's way.
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

/// A track whose way was another's is lost where it was last itself; false when it never was.
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
