//! Where something that fights the body goes next: it lunges in, or swings round at arm's length. A straight course foretells neither.

use crate::fixed::ln_milli;
use crate::kinds::{Attack, Kind};
use vocab::FinePos;

/// Fighters keep about this distance, in thousandths of a block, ...
const STAND: i64 = 1_500;
/// ... and shooters this one.
const STAND_RANGED: i64 = 7_000;
/// Only this much beyond where it would stand does anything fight.
const RANGE: i64 = 2_500;
/// Cosine and sine, in thousandths, of the angle a fighter swings round its victim between two looks.
const SWING: (i64, i64) = (955, 296);
/// How far a fighter is from where it was expected.
const SIGMA: i64 = 180;

/// The place that a fighter standing at `from` makes for and can reach in a step of that length.
pub fn place(kind: &Kind, from: FinePos, body: FinePos, step: i64) -> Option<FinePos> {
    let stand = match kind.attack {
        Attack::None => return None,
        Attack::Ranged => STAND_RANGED,
        Attack::Melee | Attack::Explode => STAND,
    };
    let (x, z) = (from.x - body.x, from.z - body.z);
    let square = x * x + z * z;
    if square > (stand + RANGE) * (stand + RANGE) {
        return None;
    }
    if square > stand * stand {
        return Some(towards(from, body, step));
    }
    let distance = (square as u64).isqrt().max(1) as i64;
    let (swung_x, swung_z) = ((x * SWING.0 - z * SWING.1) / 1_000, (x * SWING.1 + z * SWING.0) / 1_000);
    let ring = FinePos::new(body.x + swung_x * stand / distance, from.y, body.z + swung_z * stand / distance);
    Some(towards(from, ring, step))
}

fn towards(from: FinePos, to: FinePos, step: i64) -> FinePos {
    let (x, z) = (to.x - from.x, to.z - from.z);
    let distance = ((x * x + z * z) as u64).isqrt().max(1) as i64;
    let step = step.min(distance);
    FinePos::new(from.x + x * step / distance, from.y, from.z + z * step / distance)
}

/// Negative log likelihood of a fighter being there.
pub fn cost(place: FinePos, at: FinePos) -> i64 {
    let square = (at.x - place.x) * (at.x - place.x) + (at.z - place.z) * (at.z - place.z);
    // ln(2π) and ln(1,000,000), in thousandths: densities are per square block.
    let base = i64::from(ln_milli((SIGMA * SIGMA) as u64)) - 13_816 + 1_838;
    square * 1_000 / (2 * SIGMA * SIGMA) + base
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kinds::minecraft;

    #[test]
    fn fighters_lunge_from_afar_swing_at_arms_length_and_others_do_neither() {
        let kinds = minecraft();
        let place_of = |name: &str, x: i64| {
            let kind = kinds.iter().find(|kind| kind.name.as_str() == name).unwrap();
            place(kind, FinePos::new(x, 0, 0), FinePos::default(), 500)
        };
        assert_eq!(place_of("zombie", 3_000), Some(FinePos::new(2_500, 0, 0)), "lunges");
        let swung = place_of("zombie", 1_000).unwrap();
        assert!(swung.x > 1_000 && swung.z > 0, "swings round and out: {swung:?}");
        assert_eq!((place_of("zombie", 4_100), place_of("cow", 1_000)), (None, None));
        assert!(place_of("skeleton", 6_000).unwrap().x > 6_000, "a shooter keeps its distance");
        assert!(cost(swung, swung) < cost(swung, FinePos::default()));
    }
}
