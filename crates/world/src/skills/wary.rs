//! Path costs for keeping away from hostile creatures. Only creatures that the mind reported are considered.

use crate::path::Hazard;
use crate::space::{MICRO, Place};
use crate::world::World;
use vocab::{BlockPos, Danger};

/// Distance in blocks that a path keeps from a reported creature.
const RADIUS: u8 = 5;
/// Distance in blocks that a path keeps from a reported creature that explodes.
const RADIUS_BLAST: u8 = 7;
/// Extra path cost of a cell within that distance, in tenths of ticks: as much as six steps of detour, or half a
/// block of rock.
const COST: u32 = 280;
/// Cells within this many blocks of a creature are in its attack reach.
const RADIUS_BLOW: u8 = 3;
/// Extra path cost of each cell in a creature's attack reach: more than digging around it.
const COST_BLOW: u32 = 1_200;

/// Positions of the hostile creatures that the mind reported, nearest first.
pub(super) fn creatures(world: &World) -> impl Iterator<Item = BlockPos> {
    world.skills.dangers.iter().map(|danger| danger.at)
}

/// A mob counts as reported by the mind if it is within this distance of the reported place.
const REPORT_RADIUS: i64 = 2 * MICRO;

/// Whether the mind reported a creature at about this place.
pub(super) fn is_reported(world: &World, at: Place) -> bool {
    creatures(world).any(|danger| Place::on(danger).distance(at) <= REPORT_RADIUS)
}

/// Where the body's shield must face: to the nearest reported creature that explodes within its blast radius,
/// else to the nearest one.
pub(super) fn worst(world: &World) -> Option<Place> {
    let feet = world.body.feet();
    let blasts =
        |danger: &&Danger| danger.explodes && danger.at.distance_squared(feet) <= u64::from(RADIUS_BLAST).pow(2);
    let dangers = &world.skills.dangers;
    let told = Place::on(dangers.iter().find(blasts).or(dangers.first())?.at);
    // The mob's real position is more exact than the reported one. Beside the body that decides what is in front.
    let mobs = world.mobs.iter().map(|mob| (mob.at.distance(told), mob.id, mob.at));
    let nearest = mobs.filter(|(far, ..)| *far <= REPORT_RADIUS).min_by_key(|(far, id, _)| (*far, *id));
    Some(nearest.map_or(told, |(_, _, at)| at))
}

/// The regions around reported creatures that cost a path extra. Each creature has two: a wide cheap one and a
/// narrow expensive one.
pub(super) fn hazards(world: &World) -> Vec<Hazard> {
    let regions = |danger: &Danger| {
        let at = danger.at;
        let radius = if danger.explodes { RADIUS_BLAST } else { RADIUS };
        [Hazard { at, radius, cost: COST }, Hazard { at, radius: RADIUS_BLOW, cost: COST_BLOW }]
    };
    world.skills.dangers.iter().flat_map(regions).collect()
}

/// The number of regions around creatures that contain a block.
pub(super) fn watched(hazards: &[Hazard], at: BlockPos) -> usize {
    hazards.iter().filter(|hazard| hazard.holds(at)).count()
}
