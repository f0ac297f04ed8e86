//! Path costs for keeping away from hostile creatures. Only creatures that the mind reported are considered.

use crate::limbs::Limbs;
use crate::me::Me;
use crate::path::Hazard;
use crate::space::Place;
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
pub(super) fn creatures(me: &Me<'_, impl Limbs>) -> impl Iterator<Item = BlockPos> {
    me.skills.dangers.iter().map(|danger| danger.at)
}

/// Where the body's shield must face: to the nearest reported creature that explodes within its blast radius,
/// else to the nearest one.
pub(super) fn worst(me: &Me<'_, impl Limbs>) -> Option<Place> {
    let feet = me.feet();
    let blasts =
        |danger: &&Danger| danger.explodes && danger.at.distance_squared(feet) <= u64::from(RADIUS_BLAST).pow(2);
    let dangers = &me.skills.dangers;
    Some(Place::on(dangers.iter().find(blasts).or(dangers.first())?.at))
}

/// The regions around reported creatures that cost a path extra. Each creature has two: a wide cheap one and a
/// narrow expensive one.
pub(super) fn hazards(me: &Me<'_, impl Limbs>) -> Vec<Hazard> {
    let regions = |danger: &Danger| {
        let at = danger.at;
        let radius = if danger.explodes { RADIUS_BLAST } else { RADIUS };
        [Hazard { at, radius, cost: COST }, Hazard { at, radius: RADIUS_BLOW, cost: COST_BLOW }]
    };
    me.skills.dangers.iter().flat_map(regions).collect()
}

/// The number of regions around creatures that contain a block.
pub(super) fn watched(hazards: &[Hazard], at: BlockPos) -> usize {
    hazards.iter().filter(|hazard| hazard.holds(at)).count()
}
