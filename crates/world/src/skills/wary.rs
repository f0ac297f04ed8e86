//! How the body keeps away from hostile creatures. It knows only of those that the mind told it of.

use crate::path::Hazard;
use crate::world::World;
use vocab::{BlockPos, Danger};

/// Blocks to keep from a creature, and from one that explodes.
const RADIUS: u8 = 5;
const RADIUS_BLAST: u8 = 7;
/// Tenths of ticks for each cell so near: six steps of detour, or half a block of rock.
const COST: u32 = 280;
/// Within a blow's reach of a creature a cell costs more than digging around it.
const RADIUS_BLOW: u8 = 3;
const COST_BLOW: u32 = 1_200;

/// Where the creatures stand, nearest first.
pub(super) fn creatures(world: &World) -> impl Iterator<Item = BlockPos> {
    world.skills.dangers.iter().map(|danger| danger.at)
}

/// What it costs to be near them. Two regions for each: a wide cheap one and a narrow dear one.
pub(super) fn hazards(world: &World) -> Vec<Hazard> {
    let regions = |danger: &Danger| {
        let at = danger.at;
        let radius = if danger.explodes { RADIUS_BLAST } else { RADIUS };
        [Hazard { at, radius, cost: COST }, Hazard { at, radius: RADIUS_BLOW, cost: COST_BLOW }]
    };
    world.skills.dangers.iter().flat_map(regions).collect()
}

/// How many of the regions hold a block.
pub(super) fn watched(hazards: &[Hazard], at: BlockPos) -> usize {
    hazards.iter().filter(|hazard| hazard.holds(at)).count()
}
