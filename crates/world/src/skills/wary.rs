//! What a body keeps away from by itself on its ways: the hostile creatures it knows of.

use crate::mobs::{Kind, Mob};
use crate::path::Hazard;
use crate::path::ground::HAZARDS_MAX;
use crate::space::MICRO;
use crate::world::World;
use vocab::BlockPos;

/// Creatures farther off, in blocks, will be somewhere else by the time one gets there.
const WARY_BLOCKS: i64 = 24;
/// Blocks to keep from a creature, and from one that blows up.
const RADIUS: u8 = 5;
const RADIUS_BLAST: u8 = 7;
/// Tenths of ticks for each cell so near: six steps of detour, or half a block of rock.
const COST: u32 = 280;
/// Within a blow's reach of a creature a cell costs more than digging around it.
const RADIUS_BLOW: u8 = 3;
const COST_BLOW: u32 = 1_200;

/// The hostile creatures that the body knows of.
fn known(world: &World) -> impl Iterator<Item = &Mob> {
    let here = world.body.at;
    world.mobs.iter().filter(move |mob| mob.kind.hostile() && mob.at.distance(here) <= WARY_BLOCKS * MICRO)
}

/// Where they stand.
pub(super) fn creatures(world: &World) -> impl Iterator<Item = BlockPos> {
    known(world).map(|mob| mob.at.block())
}

/// What it costs to be near them, the nearest ones first.
pub(super) fn hazards(world: &World) -> Vec<Hazard> {
    let here = world.body.at;
    let mut known: Vec<_> = known(world).collect();
    known.sort_by_key(|mob| (mob.at.distance(here), mob.id));
    let radius = |kind: Kind| if kind == Kind::Creeper { RADIUS_BLAST } else { RADIUS };
    let hazards = |mob: &Mob| {
        let at = mob.at.block();
        let wide = Hazard { at, radius: radius(mob.kind), cost: COST };
        [wide, Hazard { at, radius: RADIUS_BLOW, cost: COST_BLOW }]
    };
    known.into_iter().flat_map(hazards).take(HAZARDS_MAX).collect()
}

/// How many creatures something lies too near to.
pub(super) fn watched(hazards: &[Hazard], at: BlockPos) -> usize {
    hazards.iter().filter(|hazard| hazard.holds(at)).count()
}
