//! How entities move close to the body, learned by observation. An entity that fights, follows or flees does not walk straight,
//! but moves much like others of its kind did at the same distance.
//!
//! For each kind and distance there are up to two typical steps, each measured towards or away from the body and around it.

use crate::fixed::ln_milli;
use crate::kinds::KindId;
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};
use vocab::FinePos;

/// Movement of entities farther from the body than this, in thousandths of a block, is not learned.
const NEAR: i64 = 3_000;
/// Width of a distance ring around the body, in thousandths of a block.
const RING: i64 = 250;
const RINGS: usize = (NEAR / RING) as usize;
/// Typical movements learned per distance ring, for example coming closer and keeping away.
const WAYS: usize = 2;
/// Learned movements are stored in sixteenths of a thousandth of a block, so that small corrections are not lost.
const STEP_SCALE: i32 = 16;
/// A movement that differs from a typical one by more than this starts another typical one.
const APART: i32 = 300;
/// Observations after which a typical movement is used for prediction.
const STEPS_LEAST: u16 = 8;
/// A typical movement is averaged over about this many observations.
const STEPS_MEMORY: u16 = 32;
/// Observations of a typical movement are counted up to here, to tell which one is more common.
const STEPS_MAX: u16 = 250;
/// Initial and least spread of a typical movement: two reports are each off by a twentieth of a block, and movement
/// varies.
const SPREAD_FIRST: i32 = 200;
const SPREAD_LEAST: i32 = 90;
/// Longest movement between two looks that is computed exactly, in thousandths of a block.
const STEP_MAX: i64 = 16_000;
/// Components of a direction are in parts of 1,024.
const ONE: i32 = 1_024;
/// ln(1,000,000) and ln(2π) in thousandths. The first changes the unit of a variance from square thousandths of a block to
/// square blocks, the second belongs to the normal distribution.
const LN_MILLION: i32 = 13_816;
const LN_TAU: i32 = 1_838;
/// The cost of moving in one of the typical ways: -ln(0.8) in thousandths.
const USUAL_COST: i32 = 223;
const SCALE_BITS: u32 = 20;

/// A typical movement of a mob near the body: its mean away from and around the body, the variances, and how often it
/// was observed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
struct Way {
    step: [i32; 2],
    variance: [u32; 2],
    steps: u16,
}

impl Way {
    fn first(step: [i32; 2]) -> Way {
        let variance = (SPREAD_FIRST * SPREAD_FIRST) as u32;
        Way { step: step.map(|v| v * STEP_SCALE), variance: [variance; 2], steps: 1 }
    }

    fn off(&self, step: [i32; 2]) -> [i32; 2] {
        [step[0] - self.step[0] / STEP_SCALE, step[1] - self.step[1] / STEP_SCALE]
    }

    fn add(&mut self, step: [i32; 2]) {
        let share = i32::from(self.steps.min(STEPS_MEMORY - 1)) + 1;
        let off = self.off(step);
        for ((mean, variance), off) in self.step.iter_mut().zip(&mut self.variance).zip(off) {
            *mean += off * STEP_SCALE / share;
            let square = (off * off - *variance as i32) / share;
            *variance = (*variance as i32 + square).max(SPREAD_LEAST * SPREAD_LEAST) as u32;
        }
        self.steps = (self.steps + 1).min(STEPS_MAX);
    }
}

type Rings = [[Way; WAYS]; RINGS];

/// The typical movements of every kind of entity that was seen near the body.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Melee {
    kinds: Vec<Option<alloc::boxed::Box<Rings>>>,
}

/// Where an entity is relative to the body: its distance ring and direction.
#[derive(Debug, Clone, Copy)]
pub struct Bearing {
    ring: usize,
    out: (i32, i32),
}

impl Bearing {
    pub fn of(at: FinePos, body: FinePos) -> Option<Bearing> {
        let (x, z) = (at.x - body.x, at.z - body.z);
        if x.abs() >= NEAR || z.abs() >= NEAR {
            return None;
        }
        let (x, z) = (x as i32, z as i32);
        let distance = ((x * x + z * z) as u32).isqrt() as i32;
        if distance >= NEAR as i32 || distance == 0 {
            return None;
        }
        Some(Bearing { ring: (distance / RING as i32) as usize, out: (x * ONE / distance, z * ONE / distance) })
    }

    /// Splits a movement into a part away from the body and a part around it. Longer movements are cut, because they
    /// are out of reach anyway.
    fn step(&self, x: i64, z: i64) -> [i32; 2] {
        let (x, z) = (x.clamp(-STEP_MAX, STEP_MAX) as i32, z.clamp(-STEP_MAX, STEP_MAX) as i32);
        [(x * self.out.0 + z * self.out.1) / ONE, (z * self.out.0 - x * self.out.1) / ONE]
    }
}

/// A typical movement prepared for comparing many detections with it.
#[derive(Debug, Clone, Copy, Default)]
struct Ready {
    step: [i32; 2],
    scale: [i64; 2],
    base: i32,
}

/// The expected movement of one entity near the body.
#[derive(Debug, Clone, Copy)]
pub struct Usual {
    bearing: Bearing,
    from: FinePos,
    ways: [Ready; WAYS],
    len: usize,
}

impl Usual {
    /// The negative log likelihood that the entity moves to this place in a typical way.
    pub fn cost(&self, at: FinePos) -> i64 {
        let step = self.bearing.step(at.x - self.from.x, at.z - self.from.z);
        let cost = |way: &Ready| {
            let off = [i64::from(step[0] - way.step[0]), i64::from(step[1] - way.step[1])];
            ((off[0] * off[0] * way.scale[0] + off[1] * off[1] * way.scale[1]) >> SCALE_BITS) + i64::from(way.base)
        };
        self.ways[..self.len].iter().map(cost).min().unwrap_or(i64::from(i32::MAX / 4))
    }
}

impl Melee {
    /// Learns that an entity of this kind moved from one place to another between two looks.
    pub fn learn(&mut self, kind: KindId, from: FinePos, to: FinePos, body: FinePos) {
        let Some(bearing) = Bearing::of(from, body) else { return };
        let place = usize::from(kind.0);
        if place >= self.kinds.len() {
            self.kinds.resize(place + 1, None);
        }
        let rings = self.kinds[place].get_or_insert_default();
        let ways = &mut rings[bearing.ring];
        let step = bearing.step(to.x - from.x, to.z - from.z);
        let apart = |way: &Way| match way.steps {
            0 => i32::MAX,
            _ => way.off(step).iter().map(|v| v.abs()).max().unwrap_or(0),
        };
        let nearest = usize::from(apart(&ways[1]) < apart(&ways[0]));
        let other = 1 - nearest;
        ways[other].steps -= ways[other].steps / 64;
        if apart(&ways[nearest]) <= APART {
            ways[nearest].add(step);
        } else if ways[0].steps == 0 {
            ways[0] = Way::first(step);
        } else if ways[1].steps < 4 {
            ways[1] = Way::first(step);
        } else {
            ways[nearest].add(step);
        }
    }

    /// The expected movement of an entity of this kind at this place; `None` when too little was learned.
    pub fn usual(&self, kind: KindId, from: FinePos, body: FinePos) -> Option<Usual> {
        let rings = self.kinds.get(usize::from(kind.0))?.as_ref()?;
        let bearing = Bearing::of(from, body)?;
        let ways = &rings[bearing.ring];
        let total: u64 = ways.iter().map(|way| u64::from(way.steps)).sum();
        let mut usual = Usual { bearing, from, ways: Default::default(), len: 0 };
        for way in ways.iter().filter(|way| way.steps >= STEPS_LEAST) {
            let [out, around] = way.variance.map(u64::from);
            let scale = |variance: u64| ((500 << SCALE_BITS) / variance) as i64;
            usual.ways[usual.len] = Ready {
                step: way.step.map(|v| v / STEP_SCALE),
                scale: [scale(out), scale(around)],
                base: ln_milli(out * around) / 2 - LN_MILLION + LN_TAU + USUAL_COST + ln_milli(total)
                    - ln_milli(u64::from(way.steps)),
            };
            usual.len += 1;
        }
        (usual.len > 0).then_some(usual)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ZOMBIE: KindId = KindId(1);
    const BODY: FinePos = FinePos::new(5_000, 64_000, -3_000);

    fn at(x: i64, z: i64) -> FinePos {
        FinePos::new(BODY.x + x, BODY.y, BODY.z + z)
    }

    /// Observes mobs that circle the body at two blocks, some of which lunge at it instead.
    fn watched(swings: usize, lunges: usize) -> Melee {
        let mut melee = Melee::default();
        for step in 0..swings.max(lunges) {
            // The mobs are observed from four sides, because only distance and direction to the body matter.
            let (out, around) = [((1, 0), (0, 1)), ((0, 1), (-1, 0)), ((-1, 0), (0, -1)), ((0, -1), (1, 0))][step % 4];
            let from = at(out.0 * 2_100, out.1 * 2_100);
            if step < swings {
                melee.learn(ZOMBIE, from, FinePos::new(from.x + around.0 * 500, from.y, from.z + around.1 * 500), BODY);
            }
            if step < lunges {
                melee.learn(ZOMBIE, from, FinePos::new(from.x - out.0 * 600, from.y, from.z - out.1 * 600), BODY);
            }
        }
        melee
    }

    #[test]
    fn the_steps_seen_at_a_distance_are_expected_there() {
        let usual = watched(20, 20).usual(ZOMBIE, at(0, -2_100), BODY).expect("it was watched often enough");
        let [swung, lunged, stayed] = [at(500, -2_100), at(0, -1_500), at(0, -2_100)].map(|place| usual.cost(place));
        assert!(swung < 0 && lunged < 0 && stayed > 5_000, "{swung} {lunged} {stayed}");
        let usual = watched(20, 0).usual(ZOMBIE, at(-2_100, 0), BODY).unwrap();
        assert!(usual.cost(at(-2_100, -500)) < 0 && usual.cost(at(-1_500, 0)) > 5_000, "nobody lunges");
    }

    #[test]
    fn nothing_is_expected_without_observations_or_far_from_the_body() {
        let melee = watched(20, 0);
        let few = watched(usize::from(STEPS_LEAST) - 1, 0);
        for (melee, kind, from) in [
            (&few, ZOMBIE, at(2_100, 0)),
            (&melee, KindId(2), at(2_100, 0)),
            (&melee, ZOMBIE, at(1_000, 0)),
            (&melee, ZOMBIE, at(NEAR, 0)),
            (&melee, ZOMBIE, at(0, 0)),
        ] {
            assert!(melee.usual(kind, from, BODY).is_none(), "{kind:?} at {from:?}");
        }
    }

    #[test]
    fn the_count_and_the_precision_of_a_typical_step_are_bounded() {
        let melee = watched(1_000, 0);
        let way = melee.kinds[1].as_ref().unwrap()[8][0];
        assert_eq!((way.steps, way.variance), (STEPS_MAX, [(SPREAD_LEAST * SPREAD_LEAST) as u32; 2]));
    }
}
