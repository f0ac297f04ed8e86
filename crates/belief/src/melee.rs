//! Where something that fights the body goes next: it lunges in, or swings round and out. A straight course foretells neither.

use crate::fixed::ln_milli;
use crate::kinds::{Attack, Kind};
use vocab::FinePos;

/// Only this near does anything fight hand to hand, in thousandths of a block.
const RANGE: i64 = 3_000;
/// Fighters keep about this distance.
const STAND: i64 = 1_500;
/// Cosine and sine, in thousandths, of the angle a fighter swings round its victim between two looks.
const SWING: (i64, i64) = (955, 296);
/// How far a fighter is from where it was expected.
const SIGMA: i64 = 200;

/// The two places, in and out, that a fighter standing at `from` can reach in a step of that length.
pub fn places(kind: &Kind, from: FinePos, body: FinePos, step: i64) -> Option<[FinePos; 2]> {
    let (x, z) = (from.x - body.x, from.z - body.z);
    let square = x * x + z * z;
    if square > RANGE * RANGE || kind.attack == Attack::None {
        return None;
    }
    let distance = (square as u64).isqrt().max(1) as i64;
    let (swung_x, swung_z) = ((x * SWING.0 - z * SWING.1) / 1_000, (x * SWING.1 + z * SWING.0) / 1_000);
    let ring = FinePos::new(body.x + swung_x * STAND / distance, from.y, body.z + swung_z * STAND / distance);
    Some([towards(from, body, step), towards(from, ring, step)])
}

fn towards(from: FinePos, to: FinePos, step: i64) -> FinePos {
    let (x, z) = (to.x - from.x, to.z - from.z);
    let distance = ((x * x + z * z) as u64).isqrt().max(1) as i64;
    let step = step.min(distance);
    FinePos::new(from.x + x * step / distance, from.y, from.z + z * step / distance)
}

/// Negative log likelihood of a fighter being there.
pub fn cost(places: &[FinePos; 2], at: FinePos) -> i64 {
    let square = |place: &FinePos| (at.x - place.x) * (at.x - place.x) + (at.z - place.z) * (at.z - place.z);
    let nearest = places.iter().map(square).min().unwrap_or(0);
    // ln(2π) and ln(1,000,000), in thousandths: densities are per square block.
    let base = i64::from(ln_milli((SIGMA * SIGMA) as u64)) - 13_816 + 1_838;
    nearest * 1_000 / (2 * SIGMA * SIGMA) + base
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kinds::minecraft;

    #[test]
    fn only_fighters_near_the_body_fight() {
        let kinds = minecraft();
        let of = |name: &str| kinds.iter().find(|kind| kind.name.as_str() == name).unwrap();
        let body = FinePos::default();
        for (name, x, fights) in
            [("zombie", 1_000, true), ("zombie", 3_100, false), ("cow", 1_000, false), ("spider", 0, true)]
        {
            assert_eq!(places(of(name), FinePos::new(x, 0, 0), body, 500).is_some(), fights, "{name} at {x}");
        }
        let [inward, outward] = places(of("zombie"), FinePos::new(1_000, 0, 0), body, 500).unwrap();
        assert_eq!(inward, FinePos::new(500, 0, 0));
        assert!(outward.x > 1_000 && outward.z > 0, "{outward:?}");
        assert!(cost(&[inward, outward], inward) < cost(&[inward, outward], body));
    }
}
