//! TRACK_UPDATE, second part: decides whether a new track is a lost entity that has returned.
//!
//! A new and a lost track are compared by kind, by how far the lost entity can and probably would have gone, and by the engine
//! id. All pairs together are assigned optimally, and every new track may also be a new entity.

use crate::assign::{Edge, NONE};
use crate::associate::{Associator, Setting};
use crate::attention::Spent;
use crate::engine_id::Says;
use crate::fixed::ln_milli;
use crate::kinds::Kind;
use crate::motion::Motion;
use crate::pace::Pace;
use crate::track::Track;
use alloc::vec::Vec;
use vocab::{FinePos, Tick};

/// Fastest possible speed of an entity out of sight, in percent of its kind's running speed: individuals differ, and
/// potions add to it.
const REACH_PERCENT: u64 = 140;
/// How much farther than its speed allows an entity may seem to have moved, because of noise or a push: thousandths of
/// a block.
const REACH_SLACK: u64 = 1_500;
/// Variance of an entity's place just after it was seen, in thousandths of a square block.
const VARIANCE_LEAST: u64 = 250;
/// ln(2π) minus ln(1,000), because variances are in thousandths of a square block.
const LN_TAU_MILLI: i32 = 1_838 - 6_908;
/// At first the variance of a lost entity's place grows with the square of the distance it may have walked, divided by
/// this: half of all entities stand still, and there are two axes.
const STRAIGHT_SHARE: u64 = 4;
/// If the believed kinds of two tracks agree less than this, they are two entities.
const KIND_CONTRADICTS: i32 = -1_000;

/// Finds new tracks that are lost entities which have returned, as pairs (new, lost) of track indexes.
#[derive(Debug, Clone, Default)]
pub struct Recogniser {
    new: Vec<u32>,
    lost: Vec<u32>,
    edges: Vec<Edge>,
    pub pairs: Vec<(u32, u32)>,
}

impl Recogniser {
    pub fn recognise(
        &mut self,
        tracks: &[Track],
        setting: &Setting<'_>,
        associator: &mut Associator,
        spent: &mut Spent,
    ) {
        let Setting { config, now, .. } = *setting;
        self.new.clear();
        self.lost.clear();
        self.pairs.clear();
        self.edges.clear();
        let is_new = |track: &Track| !track.settled && track.reported == now;
        self.new.extend((0u32..).zip(tracks).filter(|(_, track)| is_new(track)).map(|(index, _)| index));
        if self.new.is_empty() {
            return;
        }
        let is_lost = |track: &Track| track.confirmed && track.reported < now;
        self.lost.extend((0u32..).zip(tracks).filter(|(_, track)| is_lost(track)).map(|(index, _)| index));
        let crowd = ln_milli(tracks.len() as u64);
        for (row, new) in self.new.iter().enumerate() {
            let new = &tracks[*new as usize];
            for (col, lost) in self.lost.iter().enumerate() {
                if spent.recognitions as usize >= config.budget.recognitions_max {
                    spent.recognitions_left_out += 1;
                    continue;
                }
                spent.recognitions += 1;
                let Some(gain) = gain(new, &tracks[*lost as usize], setting) else { continue };
                let least = if new.confirmed {
                    config.likelihoods.recognise_least
                } else {
                    config.likelihoods.recognise_at_sight_least
                };
                let gain = gain - crowd - least;
                if gain > 0 {
                    self.edges.push(Edge { row: row as u32, col: col as u32, cost: -gain });
                }
            }
        }
        let answer = associator.solver.solve(self.new.len(), self.lost.len(), 0, &self.edges);
        for (row, col) in answer.iter().enumerate().filter(|(_, col)| **col != NONE) {
            self.pairs.push((self.new[row], self.lost[*col as usize]));
        }
    }
}

/// The log likelihood ratio that the track `new` is the lost one rather than a new entity; `None` when it is
/// impossible.
fn gain(new: &Track, lost: &Track, setting: &Setting<'_>) -> Option<i32> {
    let config = setting.config;
    let likely = &config.likelihoods;
    let (kind, id_kind) = (setting.register.get(lost.class.likeliest()), lost.class.likeliest());
    let place = place((lost.reported, &lost.motion), new.stretch, kind, likely.stride)?;
    let kinds = new.class.agreement(&lost.class);
    if kinds < KIND_CONTRADICTS {
        // Even an equal engine id does not turn a zombie into a sheep; a wrong report is corrected by the next look.
        return None;
    }
    let id = if config.use_ids {
        match lost.engine_id.compare(new.engine_id.own()) {
            Says::Same => likely.id_recognised_gain,
            Says::Nothing => 0,
            Says::Different => -likely.id_renewed_cost,
        }
    } else {
        0
    };
    let mut known = lost.pace;
    known.merge(lost.since);
    let pace = setting.paces.says(id_kind, known, measured(new, setting));
    Some(place + likely.area_log + kinds + id + pace)
}

/// The walking paces of a track since its identity was last in doubt, including the straight line it is on now.
pub fn measured(track: &Track, setting: &Setting<'_>) -> Pace {
    let mut pace = track.since;
    let kind = setting.register.get(track.class.likeliest());
    if let Some((gait, measured)) = track.leg.measure(setting.body).and_then(|leg| leg.pace(kind)) {
        pace.note(gait, measured);
    }
    pace
}

/// The log density for an entity last seen at one place and time to appear at another; `None` when it is too far.
pub fn place((then, motion): (Tick, &Motion), (now, at): (Tick, FinePos), kind: &Kind, stride: u64) -> Option<i32> {
    if then >= now {
        return None;
    }
    let ticks = now.since(then);
    let expected = motion.ahead(ticks);
    let off = |a: i64, b: i64| (a - b).unsigned_abs();
    let reach = u64::from(kind.run) * ticks * REACH_PERCENT / 100 + REACH_SLACK;
    let (fx, fz) = (off(at.x, motion.at.x), off(at.z, motion.at.z));
    if fx * fx + fz * fz > reach * reach {
        return None;
    }
    let (dx, dz) = (off(at.x, expected.x), off(at.z, expected.z));
    let square = (dx * dx + dz * dz) / 1_000;
    let stroll = u64::from(kind.stroll);
    let speed = (motion.pace() as u64).max(stroll);
    let straight = speed * speed * ticks * ticks / 1_000 / STRAIGHT_SHARE;
    let wander = stroll * stride * ticks / 1_000;
    let variance = VARIANCE_LEAST + straight.min(wander);
    Some(-((square * 500 / variance) as i32) - ln_milli(variance) - LN_TAU_MILLI)
}
