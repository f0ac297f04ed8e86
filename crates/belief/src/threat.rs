//! The threat level of a track, by kind and distance, with bands.

use crate::kinds::{Kind, Stance};
use vocab::ThreatLevel;

/// Distances in thousandths of a block up to which a hostile mob's threat is critical, high, medium.
pub const CRITICAL_WITHIN: u64 = 4_000;
pub const HIGH_WITHIN: u64 = 8_000;
pub const MEDIUM_WITHIN: u64 = 12_000;
/// A threat level changes only when the mob is this far beyond the level's edge, in thousandths of a block, so that
/// noise changes nothing.
pub const BAND: u64 = 250;

/// The nearest and the farthest distance at which a threat level applies.
fn range(level: ThreatLevel) -> (u64, u64) {
    match level {
        ThreatLevel::Critical => (0, CRITICAL_WITHIN),
        ThreatLevel::High => (CRITICAL_WITHIN, HIGH_WITHIN),
        ThreatLevel::Medium => (HIGH_WITHIN, MEDIUM_WITHIN),
        ThreatLevel::Low | ThreatLevel::None => (MEDIUM_WITHIN, u64::MAX),
    }
}

/// The threat level of a mob at a squared distance in thousandths of a block, given its current level.
pub fn level(kind: &Kind, before: ThreatLevel, distance_squared: u64) -> ThreatLevel {
    if kind.stance != Stance::Hostile {
        return ThreatLevel::None;
    }
    let square = |v: u64| v.saturating_mul(v);
    if before != ThreatLevel::None {
        let (near, far) = range(before);
        let inside = distance_squared >= square(near.saturating_sub(BAND))
            && distance_squared <= square(far.saturating_add(BAND));
        if inside {
            return before;
        }
    }
    match distance_squared {
        d if d <= square(CRITICAL_WITHIN) => ThreatLevel::Critical,
        d if d <= square(HIGH_WITHIN) => ThreatLevel::High,
        d if d <= square(MEDIUM_WITHIN) => ThreatLevel::Medium,
        _ => ThreatLevel::Low,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kinds::minecraft;
    use ThreatLevel::{Critical, High, Low, Medium, None};

    fn of(name: &str) -> Kind {
        *minecraft().iter().find(|kind| kind.name.as_str() == name).unwrap()
    }

    #[test]
    fn the_threat_level_of_a_zombie_changes_only_beyond_its_band() {
        for (before, distance, after) in [
            (None, 4_000, Critical),
            (None, 4_001, High),
            (None, 12_001, Low),
            (High, 3_980, High),
            (High, 3_740, Critical),
            (Critical, 4_240, Critical),
            (Critical, 4_260, High),
            (Medium, 7_800, Medium),
            (Low, 11_800, Low),
            (Low, 2_000, Critical),
        ] {
            assert_eq!(level(&of("zombie"), before, distance * distance), after, "{before:?} at {distance}");
        }
    }

    #[test]
    fn only_hostile_kinds_are_threats() {
        for name in ["cow", "player", "bat", "item", "wolf"] {
            assert_eq!(level(&of(name), None, 1), None, "{name}");
        }
    }
}
