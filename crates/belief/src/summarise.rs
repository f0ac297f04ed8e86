//! The hazard summary: hostile tracks as a few coarse regions. Computed each tick, and never used for belief.

use crate::kinds::{Attack, Kind};
use crate::track::Track;
use vocab::hazard::HazardRegion;
use vocab::{BlockPos, FinePos, HazardSummary, ThreatLevel, Visibility};

/// Hazard regions are rounded to a grid of this many blocks.
pub const HAZARD_GRID: i32 = 4;
/// Blocks to keep away from a mob that has to touch, that explodes, that shoots.
const RADIUS_MELEE: u8 = 4;
const RADIUS_EXPLODE: u8 = 8;
const RADIUS_RANGED: u8 = 16;

/// Adds one hostile track to the hazard regions.
pub fn add(summary: &mut HazardSummary, track: &Track, kind: &Kind, at: FinePos) {
    if track.threat < ThreatLevel::Medium || track.visibility == Visibility::Lost {
        return;
    }
    let radius = match kind.attack {
        Attack::Explode => RADIUS_EXPLODE,
        Attack::Ranged => RADIUS_RANGED,
        Attack::Melee | Attack::None => RADIUS_MELEE,
    };
    let block = at.block();
    let snap = |v: i32| v.div_euclid(HAZARD_GRID) * HAZARD_GRID + HAZARD_GRID / 2;
    let centre = BlockPos::new(snap(block.x), snap(block.y), snap(block.z));
    let region = HazardRegion { centre, radius, level: track.threat, entities: 1 };
    summary.merge(region);
}
