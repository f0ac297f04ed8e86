//! The pace of an individual, measured on straight parts (legs) of its path. It distinguishes individuals of the same kind.
//!
//! The longer a leg, the more exact the pace, because reports have the same error at any distance.

use crate::fixed::ln_milli;
use crate::kinds::{Attack, Kind, KindId};
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};
use vocab::{FinePos, Tick};

/// Farther than this from its straight line, in thousandths of a block along an axis, the entity has turned or stopped.
const OFF_MAX: i32 = 300;
/// Looks after which an entity's straight line (leg) is known well enough to notice that it was left.
const LOOKS_LEAST: u8 = 5;
/// A leg (a straight stretch of an entity's walk) ends after this many ticks.
const LEG_TICKS_MAX: u64 = 100;
/// A leg (a straight stretch of an entity's walk) also ends when it is longer than this, in thousandths of a block.
const WAY_MAX: i64 = 30_000;
/// A leg (a straight stretch of an entity's walk) shorter than this, in thousandths of a block, is not measured.
const WAY_LEAST: u32 = 1_300;
/// Error of the positions of both ends of a leg together, in thousandths of a block.
const ENDS_SIGMA: u32 = 70;
/// How much an individual's walking pace itself varies, in thousandths of it.
const PACE_SIGMA: u32 = 15;
/// Variances of walking paces are in millionths. Precision is a million divided by the variance.
const MILLION: u32 = 1_000_000;
/// Highest precision of a walking pace, however often measured: some 0.7 percent, because the ground is not the same
/// everywhere.
const PRECISION_MAX: u32 = 20_000;
/// From this precision on an individual's walking pace counts as known, and further measurements are not needed.
const PRECISION_SURE: u32 = 4_000;
/// Limits of how strongly a walking pace counts as evidence, in thousandths of a nat, because a leg is sometimes
/// measured wrongly.
const SAYS_MAX: i32 = 3_000;
const SAYS_LEAST: i32 = -4_000;

/// An individual's measured walking pace: thousandths of the speed in the table of kinds, and its precision.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Gait {
    pub mean: u16,
    pub precision: u16,
}

impl Gait {
    fn add(&mut self, other: Gait) {
        let (a, b) = (u32::from(self.precision), u32::from(other.precision));
        if b == 0 {
            return;
        }
        self.mean = ((u32::from(self.mean) * a + u32::from(other.mean) * b) / (a + b)) as u16;
        self.precision = (a + b).min(PRECISION_MAX) as u16;
    }
}

/// The number of gaits: strolling and hurrying.
pub const GAITS: usize = 2;

/// The known walking paces of an individual, strolling and hurrying.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Pace {
    pub gaits: [Gait; GAITS],
}

impl Pace {
    /// Whether the walking pace is known so well that further measurements are not needed.
    pub fn is_sure(&self) -> bool {
        self.gaits.iter().any(|gait| u32::from(gait.precision) >= PRECISION_SURE)
    }

    pub fn note(&mut self, gait: usize, measured: Gait) {
        self.gaits[gait].add(measured);
    }

    pub fn merge(&mut self, other: Pace) {
        for (mine, theirs) in self.gaits.iter_mut().zip(other.gaits) {
            mine.add(theirs);
        }
    }
}

/// The straight line that an entity is walking on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Leg {
    start: Tick,
    from: (i64, i64),
    /// Distance walked in x and z, and ticks since the start of the leg, at the last three looks, newest first.
    recent: [(i16, i16, u8); 3],
    looks: u8,
}

/// The length of a leg (a straight stretch of walking) in thousandths of a block, its ticks, and whether it led towards
/// the body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Measured {
    way: u32,
    ticks: u32,
    approaching: bool,
}

/// Numbers of looks at which a leg is exact enough, or much more exact than before, to check the entity's identity
/// again.
const LOOKS_WORTH: [u8; 4] = [7, 10, 14, 18];

impl Leg {
    /// Whether the leg has become exact enough to check the entity's identity again.
    pub fn is_worth_a_look(&self) -> bool {
        LOOKS_WORTH.contains(&self.looks)
    }

    pub fn begin(at: FinePos, now: Tick) -> Leg {
        Leg { start: now, from: (at.x, at.z), recent: [(0, 0, 0); 3], looks: 1 }
    }

    /// Adds a detection to the leg (a straight stretch of walking). Returns the measurement of a leg that ends here.
    pub fn observe(&mut self, at: FinePos, now: Tick, body: FinePos) -> Option<Measured> {
        let ticks = now.since(self.start);
        let (x, z) = (at.x - self.from.0, at.z - self.from.1);
        let too_long = ticks > LEG_TICKS_MAX || x.abs().max(z.abs()) > WAY_MAX;
        if too_long || self.was_left(x as i32, z as i32, ticks as i32) {
            let measured = self.measure(body);
            *self = Leg::begin(at, now);
            return measured;
        }
        self.recent = [(x as i16, z as i16, ticks as u8), self.recent[0], self.recent[1]];
        self.looks = self.looks.saturating_add(1);
        None
    }

    /// Whether a place at this offset from the start of the leg, after this many ticks, is off its straight line.
    fn was_left(&self, x: i32, z: i32, ticks: i32) -> bool {
        let (cx, cz, c_ticks) = self.recent[2];
        let c = i32::from(c_ticks);
        let off = (x * c - i32::from(cx) * ticks).abs().max((z * c - i32::from(cz) * ticks).abs());
        self.looks >= LOOKS_LEAST && off > OFF_MAX * c
    }

    /// Measures the leg up to three looks ago; until then it was certainly straight.
    pub fn measure(&self, body: FinePos) -> Option<Measured> {
        let (x, z, ticks) = self.recent[2];
        if self.looks < LOOKS_LEAST || ticks == 0 {
            return None;
        }
        let (x, z) = (i64::from(x), i64::from(z));
        let square = (x * x + z * z) as u32;
        if square < WAY_LEAST * WAY_LEAST {
            return None;
        }
        // Towards the body means within about thirty degrees of the line to it.
        let (bx, bz) = (body.x - self.from.0, body.z - self.from.1);
        let along = x * bx + z * bz;
        let across = (x * bz - z * bx).abs();
        Some(Measured { way: square.isqrt(), ticks: u32::from(ticks), approaching: along > 0 && across * 2 < along })
    }
}

impl Measured {
    /// Whether the entity strolled or hurried on this leg, and its walking pace; `None` if the leg is not usable.
    pub fn pace(&self, kind: &Kind) -> Option<(usize, Gait)> {
        let (stroll, run) = (u32::from(kind.stroll), u32::from(kind.run));
        let hurries = self.way * 2 > (stroll + run) * self.ticks;
        if hurries && kind.attack != Attack::None && !self.approaching {
            return None;
        }
        let usual = if hurries { run } else { stroll } * self.ticks;
        if self.way * 10 > usual * 14 || self.way * 10 < usual * 7 {
            return None; // The entity neither strolled nor hurried; it turned or stopped.
        }
        let sigma = ENDS_SIGMA * 1_000 / self.way;
        let precision = MILLION / (sigma * sigma + PACE_SIGMA * PACE_SIGMA);
        Some((usize::from(hurries), Gait { mean: (self.way * 1_000 / usual) as u16, precision: precision as u16 }))
    }
}

/// How much the individuals of a kind differ in walking pace in one gait, learned from all legs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Spread {
    legs: u32,
    sum: u64,
    squares: u64,
    noise: u64,
}

/// After this many measured legs, older ones count half.
const LEGS_MAX: u32 = 512;
/// Initial doubt that individuals of a kind differ in pace at all, expressed as a number of measured legs.
const LEGS_DOUBT: u64 = 10;
/// Individuals whose paces differ by less than this (thousandths) count as alike.
const SPREAD_LEAST: i64 = 20;

impl Spread {
    fn add(&mut self, gait: Gait) {
        if self.legs >= LEGS_MAX {
            (self.legs, self.sum, self.squares, self.noise) =
                (self.legs / 2, self.sum / 2, self.squares / 2, self.noise / 2);
        }
        let mean = u64::from(gait.mean);
        self.legs += 1;
        self.sum += mean;
        self.squares += mean * mean;
        self.noise += u64::from(MILLION / u32::from(gait.precision).max(1));
    }

    /// Mean and variance of the walking paces of a kind's individuals.
    fn law(&self) -> (i64, i64) {
        let legs = u64::from(self.legs).max(1);
        // The variance is not computed from the rounded mean, because the rounding error would be multiplied.
        let square = (self.squares * legs).saturating_sub(self.sum * self.sum) / (legs * legs);
        let variance = square.saturating_sub(self.noise / legs) * legs / (legs + LEGS_DOUBT);
        ((self.sum / legs) as i64, variance as i64)
    }
}

/// How much walking paces differ between individuals, for every kind seen.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Paces {
    kinds: Vec<[Spread; GAITS]>,
}

impl Paces {
    pub fn learn(&mut self, kind: KindId, gait: usize, measured: Gait) {
        let place = usize::from(kind.0);
        if place >= self.kinds.len() {
            self.kinds.resize(place + 1, Default::default());
        }
        self.kinds[place][gait].add(measured);
    }

    /// The log likelihood ratio that two measured walking paces belong to one individual rather than to two.
    pub fn says(&self, kind: KindId, a: Pace, b: Pace) -> i32 {
        let Some(spreads) = self.kinds.get(usize::from(kind.0)) else { return 0 };
        let mut says = 0;
        for ((spread, a), b) in spreads.iter().zip(&a.gaits).zip(&b.gaits) {
            if a.precision == 0 || b.precision == 0 {
                continue;
            }
            let (mean, variance) = spread.law();
            if variance < SPREAD_LEAST * SPREAD_LEAST {
                continue;
            }
            let noise = |gait: &Gait| i64::from(MILLION / u32::from(gait.precision));
            let (va, vb) = (noise(a), noise(b));
            let expected = mean + (i64::from(a.mean) - mean) * variance / (variance + va);
            let (same, other) = (variance * va / (variance + va) + vb, variance + vb);
            let square = |off: i64, v: i64| off * off * 500 / v;
            let b = i64::from(b.mean);
            says += (square(b - mean, other) - square(b - expected, same)) as i32
                + (ln_milli(other as u64) - ln_milli(same as u64)) / 2;
        }
        says.clamp(SAYS_LEAST, SAYS_MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kinds::minecraft;

    const ZOMBIE: KindId = KindId(1);
    const BODY: FinePos = FinePos::new(0, 64_000, 0);

    fn zombie() -> Kind {
        minecraft().into_iter().find(|kind| kind.name.as_str() == "zombie").expect("a zombie")
    }

    /// The gait and pace that a leg yields for a zombie that walks `step` thousandths of a block per look along x, for
    /// `looks` looks, and then stops.
    fn told(from: i64, step: i64, looks: u64) -> Option<(usize, Gait)> {
        let place = |look: u64| FinePos::new(from + step * look.min(looks) as i64, 64_000, 0);
        let mut leg = Leg::begin(place(0), Tick(0));
        (1..looks + 8).find_map(|look| leg.observe(place(look), Tick(look * 4), BODY))?.pace(&zombie())
    }

    #[test]
    fn a_longer_leg_gives_a_more_exact_pace() {
        for (from, step, looks, gait, mean) in [
            (20_000, -200, 12, 0, 1_000),
            (20_000, 180, 20, 0, 900),
            (20_000, -520, 8, 1, 1_000), // This entity hurries towards the body.
        ] {
            let (found, pace) = told(from, step, looks).expect("a pace");
            assert_eq!((found, pace.mean.abs_diff(mean) <= 60), (gait, true), "{step} for {looks} looks: {pace:?}");
        }
        assert!(told(20_000, -200, 20).unwrap().1.precision > told(20_000, -200, 10).unwrap().1.precision);
    }

    #[test]
    fn stops_short_legs_flight_and_turns_are_not_measured() {
        for (from, step, looks) in [(20_000, 0, 12), (20_000, -200, 4), (20_000, 520, 8), (20_000, -330, 10)] {
            assert_eq!(told(from, step, looks), None, "{step} for {looks} looks");
        }
    }

    #[test]
    fn legs_end_at_their_time_and_length_limits() {
        let mut leg = Leg::begin(FinePos::default(), Tick(0));
        let ends =
            (1..60).find(|look| leg.observe(FinePos::new(200 * *look, 0, 0), Tick(*look as u64 * 4), BODY).is_some());
        assert_eq!(ends, Some(LEG_TICKS_MAX as i64 / 4 + 1));
        let mut leg = Leg::begin(FinePos::default(), Tick(0));
        leg.observe(FinePos::new(WAY_MAX + 1, 0, 0), Tick(4), BODY);
        assert_eq!(leg, Leg::begin(FinePos::new(WAY_MAX + 1, 0, 0), Tick(4)), "nothing runs so far");
    }

    fn pace(mean: u16) -> Pace {
        Pace { gaits: [Gait { mean, precision: 2_000 }, Gait::default()] }
    }

    #[test]
    fn paces_distinguish_individuals_only_if_their_kind_varies() {
        let learned = |means: [u16; 3]| {
            let mut paces = Paces::default();
            // Learn more legs than the memory holds.
            for mean in means.into_iter().cycle().take(3 * LEGS_MAX as usize) {
                paces.learn(ZOMBIE, 0, pace(mean).gaits[0]);
            }
            assert!(paces.kinds[usize::from(ZOMBIE.0)][0].legs <= LEGS_MAX);
            paces
        };
        let (alike, unlike) = (learned([1_000, 1_001, 999]), learned([850, 1_000, 1_200]));
        for (paces, a, b, least, most) in [
            (&Paces::default(), 900, 900, 0, 0),
            (&alike, 1_000, 1_000, 0, 0),
            (&unlike, 900, 905, 500, SAYS_MAX),
            (&unlike, 900, 960, -2_000, 200),
            (&unlike, 860, 1_190, SAYS_LEAST, SAYS_LEAST),
        ] {
            let says = paces.says(ZOMBIE, pace(a), pace(b));
            assert!((least..=most).contains(&says), "{a} and {b}: {says}");
        }
        assert_eq!(unlike.says(ZOMBIE, pace(900), Pace::default()), 0, "nothing measured, nothing said");
    }

    #[test]
    fn a_pace_gets_more_precise_up_to_a_limit() {
        let mut known = Pace::default();
        for _ in 0..50 {
            known.merge(pace(1_100));
        }
        assert!(known.is_sure() && u32::from(known.gaits[0].precision) == PRECISION_MAX);
        assert_eq!(known.gaits[0].mean, 1_100);
    }
}
