//! TRACK_UPDATE, first part: matches detections to recently seen tracks. One to one, optimal, within what is reachable.

use crate::assign::{Edge, Solver};
use crate::attention::Spent;
use crate::config::Config;
use crate::engine_id::Says;
use crate::evidence::{Batch, Evidence};
use crate::fixed::ln_milli;
use crate::kinds::{Register, UNKNOWN};
use crate::melee::{Melee, Usual};
use crate::pace::Paces;
use crate::track::Track;
use alloc::vec::Vec;
use vocab::tick::TICKS_PER_MIND_TICK;
use vocab::{FinePos, Tick};

/// A track unseen for longer than this is not matched by extrapolating its course, but by recognition, which considers
/// more.
pub const COURSE_MATCH_TICKS_MAX: u64 = 12;
/// Fastest possible speed of an entity, in percent of its kind's running speed: individuals differ, and potions and
/// knockback add to it.
const REACH_PERCENT: i64 = 150;
/// How much farther than its speed allows an entity may seem to have moved, because of noise or a push: thousandths of
/// a block.
const REACH_SLACK: i64 = 700;
/// Largest change of an entity's height in four ticks, in thousandths of a block. If a detection is farther off, it is
/// not the same entity.
const CLIMB_MAX: i64 = 6_000;
/// Usual change of an entity's height between two looks, in thousandths of a block.
const CLIMB_SIGMA: i64 = 700;
/// Most that an unusual change of height can cost when matching a detection to a track.
const CLIMB_COST_MAX: i64 = 4_000;
const SCALE_BITS: u32 = 20;
/// Largest deviation from an entity's course in the computation: twice its square fits 32 bits. Beyond 22 blocks the
/// course says nothing.
const SIGMA_MAX: i64 = 22_000;
/// An entity that turns keeps about this many eighths of its speed.
const TURN_EIGHTHS: i64 = 6;
/// ln(1,000,000) in thousandths. Subtracted from the logarithm of a variance, it changes the unit from square thousandths
/// of a block to square blocks.
const LN_MILLION: i32 = 13_816;
/// ln(2π) in thousandths.
const LN_TAU: i32 = 1_838;
/// A detection costs at least this much if it reports another kind than the track's. Then an equal engine id does not
/// count.
const KIND_CONTRADICTS: i32 = 2_500;

/// If a track has a single candidate detection that costs less than this, it is accepted without comparison.
const PLAIN_COST: i32 = 5_000;

/// Matches detections to tracks. Its buffers are reused, so that a steady scene allocates nothing.
#[derive(Debug, Clone, Default)]
pub struct Associator {
    edges: Vec<Edge>,
    pub doubtful: Vec<u32>,
    pub solver: Solver,
}

/// Everything that is equal for all pairs of a detection and a track in one tick.
#[derive(Debug, Clone, Copy)]
pub struct Setting<'a> {
    pub register: &'a Register,
    pub config: &'a Config,
    pub paces: &'a Paces,
    pub melee: &'a Melee,
    pub body: FinePos,
    pub now: Tick,
}

/// Where one track is expected now; the same for all detections it is compared with.
struct Expectation {
    course: FinePos,
    last: FinePos,
    spread: Course,
    turn_scale: i64,
    turn_base: i32,
    radius: i64,
    climb_max: i64,
    usual: Option<Usual>,
}

impl Associator {
    /// Finds the track of each detection of the batch, or [`crate::assign::NONE`]. The result is the solver's answer.
    pub fn associate(&mut self, batch: &Batch, tracks: &[Track], setting: &Setting<'_>, spent: &mut Spent) {
        let Setting { config, now, .. } = *setting;
        self.edges.clear();
        let usual = Course::of(config, TICKS_PER_MIND_TICK);
        for (index, track) in tracks.iter().enumerate() {
            let ticks = now.since(track.reported);
            if ticks > COURSE_MATCH_TICKS_MAX {
                continue;
            }
            let course = if ticks == TICKS_PER_MIND_TICK { usual } else { Course::of(config, ticks) };
            let mut expected = Expectation::of(track, setting, ticks, course);
            self.weigh((index as u32, track), &mut expected, (batch, setting), spent);
        }
        spent.candidates = self.edges.len() as u32;
        self.solver.solve(batch.evidence.len(), tracks.len(), config.likelihoods.birth_cost, &self.edges);
        self.solver.doubtful(&self.edges, config.likelihoods.doubt_margin, &mut self.doubtful);
    }

    fn weigh(
        &mut self,
        (col, track): (u32, &Track),
        expected: &mut Expectation,
        (batch, setting): (&Batch, &Setting<'_>),
        spent: &mut Spent,
    ) {
        let Setting { config, body, melee, now, .. } = *setting;
        let first = self.edges.len();
        let (x, z) = (expected.last.x - body.x, expected.last.z - body.z);
        self.weigh_around((x, z), (col, track), expected, (batch, config));
        let most = config.budget.candidates_per_track_max;
        let mut found = self.edges.len() - first;
        // With only one candidate detection, learned movement makes no difference.
        let plain = found == 1 && self.edges[first].cost < PLAIN_COST;
        if !plain && now.since(track.reported) == TICKS_PER_MIND_TICK {
            expected.usual = melee.usual(track.class.likeliest(), track.motion.at, body);
            if expected.usual.is_some() {
                self.edges.truncate(first);
                self.weigh_around((x, z), (col, track), expected, (batch, config));
                found = self.edges.len() - first;
            }
        }
        if found > most {
            self.edges[first..].sort_unstable_by_key(|edge| (edge.cost, edge.row));
            self.edges.truncate(first + most);
            spent.candidates_left_out += (found - most) as u32;
        }
    }

    fn weigh_around(
        &mut self,
        (x, z): (i64, i64),
        (col, track): (u32, &Track),
        expected: &Expectation,
        (batch, config): (&Batch, &Config),
    ) {
        for run in batch.around(x, z, expected.radius) {
            for row in run {
                let Some(cost) = expected.cost(track, &batch.evidence[row], config) else { continue };
                if cost < config.likelihoods.birth_cost {
                    self.edges.push(Edge { row: row as u32, col, cost });
                }
            }
        }
    }
}

/// How far an entity may deviate from its extrapolated course. This depends on the elapsed time only.
#[derive(Clone, Copy)]
struct Course {
    /// 1,000 divided by twice the variance, times 2^20, because multiplying is much faster than dividing.
    scale: i64,
    base: i32,
}

impl Course {
    fn of(config: &Config, ticks: u64) -> Course {
        let sigma = config.likelihoods.course_sigma * (2 + ticks as i64) / 6;
        Course { scale: scale(sigma), base: log(sigma) }
    }
}

/// The part of a position's negative log likelihood that does not depend on the position.
fn log(sigma: i64) -> i32 {
    ln_milli((sigma * sigma) as u64) - LN_MILLION + LN_TAU
}

/// 1,000 divided by twice the variance, times 2^20; computed in 32 bits, which divides much faster.
fn scale(sigma: i64) -> i64 {
    let sigma = sigma.clamp(1, SIGMA_MAX) as u32;
    i64::from((1_000 << SCALE_BITS) / (2 * sigma * sigma))
}

impl Expectation {
    fn of(track: &Track, setting: &Setting<'_>, ticks: u64, spread: Course) -> Expectation {
        let Setting { register, config, .. } = *setting;
        let likelihoods = &config.likelihoods;
        let kind = match track.class.likeliest() {
            UNKNOWN => register.get(UNKNOWN),
            kind => register.get(kind),
        };
        let ticks = ticks as i64;
        let reach = i64::from(kind.run) * ticks * REACH_PERCENT / 100;
        let turn_sigma =
            likelihoods.course_sigma + track.motion.pace().max(i64::from(kind.stroll)) * ticks * TURN_EIGHTHS / 8;
        Expectation {
            course: track.motion.ahead(ticks as u64),
            last: track.motion.at,
            spread,
            turn_scale: scale(turn_sigma),
            turn_base: log(turn_sigma) + likelihoods.turn_cost,
            radius: reach + REACH_SLACK,
            climb_max: CLIMB_MAX * (ticks + 3) / 4,
            usual: None,
        }
    }

    /// The negative log likelihood that the detection belongs to this track; `None` if the entity cannot have got
    /// there.
    fn cost(&self, track: &Track, evidence: &Evidence, config: &Config) -> Option<i32> {
        let (dx, dz) = (evidence.at.x - self.last.x, evidence.at.z - self.last.z);
        let dy = evidence.at.y - self.last.y;
        let turn = dx * dx + dz * dz;
        if turn > self.radius * self.radius || dy.abs() > self.climb_max {
            return None;
        }
        let (cx, cz) = (evidence.at.x - self.course.x, evidence.at.z - self.course.z);
        let course = cx * cx + cz * cz;
        let on_course = ((course * self.spread.scale) >> SCALE_BITS) + i64::from(self.spread.base);
        let turned = ((turn * self.turn_scale) >> SCALE_BITS) + i64::from(self.turn_base);
        let climb = (dy * dy * 1_000 / (2 * CLIMB_SIGMA * CLIMB_SIGMA)).min(CLIMB_COST_MAX);
        let kind = track.class.report_cost(evidence.kind);
        let id = if config.use_ids {
            match track.engine_id.compare(evidence.engine_id) {
                Says::Same if kind < KIND_CONTRADICTS => 0,
                Says::Nothing => 0,
                Says::Same | Says::Different => config.likelihoods.id_differs_cost,
            }
        } else {
            0
        };
        let mut moves = on_course.min(turned);
        if let Some(usual) = &self.usual {
            moves = moves.min(usual.cost(evidence.at));
        }
        Some((moves + climb) as i32 + kind + id)
    }
}
