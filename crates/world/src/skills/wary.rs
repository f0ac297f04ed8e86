//! Path costs for keeping away from hostile creatures. Only creatures that the mind reported are considered.

use crate::path::Hazard;
use crate::world::World;
use vocab::{BlockPos, Danger};

/// Distance in blocks to keep from a creature, and from one that explodes.
const RADIUS: u8 = 5;
const RADIUS_BLAST: u8 = 7;
/// Extra cost of a cell within that distance, in tenths of ticks: as much as six steps of detour, or half a block of rock.
const COST: u32 = 280;
/// Cells within a creature's attack reach cost more than digging around them.
const RADIUS_BLOW: u8 = 3;
const COST_BLOW: u32 = 1_200;

/// Positions of the reported creatures, nearest first.
pub(super) fn creatures(world: &World) -> impl Iterator<Item = BlockPos> {
    world.skills.dangers.iter().map(|danger| danger.at)
}

/// Cost regions around the creatures. Each creature has two: a wide cheap one and a narrow expensive one.
pub(super) fn hazards(world: &World) -> Vec<Hazard> {
    let regions = |danger: &Danger| {
        let at = danger.at;
        let radius = if danger.explodes { RADIUS_BLAST } else { RADIUS };
        [Hazard { at, radius, cost: COST }, Hazard { at, radius: RADIUS_BLOW, cost: COST_BLOW }]
    };
    world.skills.dangers.iter().flat_map(regions).collect()
}

/// The number of regions that contain a block.
pub(super) fn watched(hazards: &[Hazard], at: BlockPos) -> usize {
    hazards.iter().filter(|hazard| hazard.holds(at)).count()
}
