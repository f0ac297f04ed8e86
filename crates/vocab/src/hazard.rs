//! The places that are dangerous now: a few coarse regions for path search, reflexes and upkeep.
//!
//! Computed from belief every tick. Never part of a planning state, because equal plans would then get different digests.

use crate::position::BlockPos;
use serde::{Deserialize, Serialize};

/// Most regions in one hazard summary; the least dangerous ones are dropped.
pub const HAZARD_REGIONS_MAX: usize = 8;

/// Most hostile creatures that one warning to the body names; beyond it the farthest are left out. The path search
/// weighs two regions for each of them.
pub const DANGERS_MAX: usize = 16;

/// A hostile creature, as far as a body needs to know of it in order to keep away.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Danger {
    /// The block in which the hostile creature is believed to stand.
    pub at: BlockPos,
    /// Whether the creature explodes when it gets near.
    pub explodes: bool,
}

/// How dangerous a creature is to the body, by its kind and distance.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ThreatLevel {
    /// The creature is not hostile.
    #[default]
    None,
    Low,
    Medium,
    High,
    Critical,
}

impl ThreatLevel {
    pub const ALL: [ThreatLevel; 5] =
        [ThreatLevel::None, ThreatLevel::Low, ThreatLevel::Medium, ThreatLevel::High, ThreatLevel::Critical];

    /// The threat level as a word, for JSON and the screen.
    pub const fn word(self) -> &'static str {
        match self {
            ThreatLevel::None => "none",
            ThreatLevel::Low => "low",
            ThreatLevel::Medium => "medium",
            ThreatLevel::High => "high",
            ThreatLevel::Critical => "critical",
        }
    }
}

/// A ball-shaped region to avoid because of hostile creatures. Regions sort by danger, most dangerous first, then by
/// place, so that a sorted list is canonical.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct HazardRegion {
    /// The centre of the region, rounded to a coarse grid so that small movements of a mob do not change it.
    pub centre: BlockPos,
    /// Radius of the region in blocks, rounded to the same grid.
    pub radius: u8,
    pub level: ThreatLevel,
    /// How many believed entities are in the region.
    pub entities: u8,
}

impl Ord for HazardRegion {
    fn cmp(&self, other: &Self) -> core::cmp::Ordering {
        let key = |r: &Self| (core::cmp::Reverse(r.level), r.centre, r.radius, r.entities);
        key(self).cmp(&key(other))
    }
}

impl PartialOrd for HazardRegion {
    fn partial_cmp(&self, other: &Self) -> Option<core::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

/// At most [`HAZARD_REGIONS_MAX`] hazard regions, most dangerous first, in a fixed array so that no heap is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct HazardSummary {
    regions: [HazardRegion; HAZARD_REGIONS_MAX],
    count: u8,
}

impl HazardSummary {
    pub const EMPTY: HazardSummary = HazardSummary {
        regions: [HazardRegion { centre: BlockPos::new(0, 0, 0), radius: 0, level: ThreatLevel::None, entities: 0 };
            HAZARD_REGIONS_MAX],
        count: 0,
    };

    pub fn regions(&self) -> &[HazardRegion] {
        // A hazard summary read from damaged bytes may claim more regions than it holds.
        &self.regions[..usize::from(self.count).min(HAZARD_REGIONS_MAX)]
    }

    /// Adds a hazard region. Two regions with the same centre become one, with the larger radius, the higher level and
    /// the sum of the entities.
    pub fn merge(&mut self, mut region: HazardRegion) {
        let count = self.regions().len();
        if let Some(place) = self.regions().iter().position(|held| held.centre == region.centre) {
            let held = self.regions[place];
            region.radius = region.radius.max(held.radius);
            region.level = region.level.max(held.level);
            region.entities = region.entities.saturating_add(held.entities);
            self.regions[place..count].rotate_left(1);
            self.regions[count - 1] = HazardRegion::default();
            self.count = count as u8 - 1;
        }
        self.insert(region);
    }

    /// Inserts a hazard region in order; a full summary drops its last region. Returns true when a region was dropped.
    pub fn insert(&mut self, region: HazardRegion) -> bool {
        let at = self.regions().partition_point(|held| *held < region);
        let overflow = self.regions().len() == HAZARD_REGIONS_MAX;
        if at < HAZARD_REGIONS_MAX {
            self.regions[at..].rotate_right(1);
            self.regions[at] = region;
            self.count = (self.count + 1).min(HAZARD_REGIONS_MAX as u8);
        }
        overflow
    }

    /// The highest threat level of all hazard regions.
    pub fn worst(&self) -> ThreatLevel {
        self.regions().first().map_or(ThreatLevel::None, |region| region.level)
    }

    /// The highest threat level of the hazard regions that contain a place.
    pub fn level_at(&self, place: BlockPos) -> ThreatLevel {
        let inside = |r: &&HazardRegion| r.centre.distance_squared(place) <= u64::from(r.radius) * u64::from(r.radius);
        self.regions().iter().find(inside).map_or(ThreatLevel::None, |region| region.level)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn region(x: i32, level: ThreatLevel) -> HazardRegion {
        HazardRegion { centre: BlockPos::new(x, 64, 0), radius: 4, level, entities: 1 }
    }

    #[test]
    fn a_ninth_region_replaces_the_least_dangerous_one() {
        let mut summary = HazardSummary::EMPTY;
        for x in 0..8 {
            assert!(!summary.insert(region(x * 10, ThreatLevel::Low)));
        }
        assert!(summary.insert(region(5, ThreatLevel::High)));
        assert!(summary.insert(region(900, ThreatLevel::Low)));
        assert_eq!(summary.regions().len(), HAZARD_REGIONS_MAX);
        assert_eq!(summary.regions()[0], region(5, ThreatLevel::High));
        assert!(summary.regions().is_sorted());
        assert!(!summary.regions().contains(&region(900, ThreatLevel::Low)));
    }

    #[test]
    fn regions_with_the_same_centre_are_merged() {
        let mut summary = HazardSummary::EMPTY;
        for level in [ThreatLevel::Low, ThreatLevel::High, ThreatLevel::Medium] {
            summary.merge(region(0, level));
            summary.merge(region(9, ThreatLevel::Medium));
        }
        assert_eq!(summary.regions().len(), 2);
        assert_eq!(summary.regions()[0], HazardRegion { entities: 3, ..region(0, ThreatLevel::High) });
        assert_eq!(summary.regions()[1], HazardRegion { entities: 3, ..region(9, ThreatLevel::Medium) });
    }

    #[test]
    fn the_level_at_a_place_is_the_worst_of_its_regions() {
        let mut summary = HazardSummary::EMPTY;
        summary.insert(region(0, ThreatLevel::Low));
        summary.insert(region(3, ThreatLevel::Critical));
        for (x, level) in [(0, ThreatLevel::Critical), (-3, ThreatLevel::Low), (50, ThreatLevel::None)] {
            assert_eq!(summary.level_at(BlockPos::new(x, 64, 0)), level, "{x}");
        }
    }
}
