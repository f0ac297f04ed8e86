//! Explosions: rays lose force in the blocks that they pass, blocks break, and bodies are hurt by distance and cover.

use crate::World;
use crate::body;
use crate::physics::{Room, Size};
use crate::sight;
use crate::space::{MICRO, Place};
use crate::state::Cell;
use crate::updates;
use gamedata::blocks;
use std::collections::BTreeSet;
use vocab::BlockPos;
use vocab::senses::Harm;

/// Explosion rays are cast through the cells on the faces of a cube with this many cells along each edge.
const CUBE: i64 = 16;
/// An explosion ray samples the world every 0.3 blocks.
const STRIDE: i64 = 300_000;
/// Force that an explosion ray loses on each sample in air.
const STRIDE_LOSS: i64 = 225_000;
/// Largest power of an explosion; a charged creeper has 6.
pub const POWER_MAX: u8 = 8;

/// The blocks that the rays of an explosion break, ordered by position.
fn broken(world: &mut World, at: Place, power: u8) -> BTreeSet<BlockPos> {
    let mut broken = BTreeSet::new();
    for i in 0..CUBE {
        for j in 0..CUBE {
            for k in 0..CUBE {
                if ![i, j, k].iter().any(|v| *v == 0 || *v == CUBE - 1) {
                    continue;
                }
                // The ray's direction: from the middle of the cube to the middle of a cell on its face.
                let towards = Place::new(2 * i - CUBE + 1, 2 * j - CUBE + 1, 2 * k - CUBE + 1);
                let long =
                    (Place { x: towards.x * MICRO, y: towards.y * MICRO, z: towards.z * MICRO }).distance(Place::ZERO);
                let stride = |v: i64| v * MICRO * STRIDE / long;
                let stride = Place::new(stride(towards.x), stride(towards.y), stride(towards.z));
                let mut force = i64::from(power) * (700_000 + i64::from(world.rng.pick(600_000)));
                let mut here = at;
                while force > 0 {
                    let block = here.block();
                    let Some(cell) = world.grid.cell(block) else { break };
                    if cell != Cell::AIR {
                        let resistance = i64::from(blocks::get(cell.block()).blast_resistance_milli) * 1_000;
                        force -= (resistance + 300_000) * 3 / 10;
                        let liquid = cell.props().liquid;
                        if force > 0 && !liquid {
                            broken.insert(block);
                        }
                    }
                    here = here + stride;
                    force -= STRIDE_LOSS;
                }
            }
        }
    }
    broken
}

/// The share of a collision box that is exposed to the explosion, in thousandths.
fn exposure_milli(world: &World, at: Place, room: Room) -> i64 {
    let (mut seen, mut all) = (0, 0);
    for y in 1..=3 {
        for z in [1, 3] {
            for x in [1, 3] {
                let point = Place::new(
                    room.low.x + (room.high.x - room.low.x) * x / 4,
                    room.low.y + (room.high.y - room.low.y) * y / 4,
                    room.low.z + (room.high.z - room.low.z) * z / 4,
                );
                all += 1;
                seen += i64::from(sight::passable(&world.grid, at, point));
            }
        }
    }
    seen * 1_000 / all
}

/// Explosion damage in thousandths of a half heart, by the game's formula: `(i² + i) / 2 × 7 × 2p + 1` with the
/// impact `i = (1 − distance / 2p) × exposure`. Beyond a distance of twice the power there is no damage.
pub fn damage_milli(distance: i64, power: u8, exposure_milli: i64) -> u32 {
    let reach = 2 * i64::from(power) * MICRO;
    if distance >= reach || exposure_milli == 0 {
        return 0;
    }
    let impact = (reach - distance) * 1_000 / reach * exposure_milli / 1_000;
    let curve = i64::midpoint(impact * impact / 1_000, impact);
    (curve * 7 * 2 * i64::from(power) + 1_000) as u32
}

/// Makes an explosion at a place. Blocks break and one in `power` of them drops; the body and mobs nearby are
/// hurt.
pub fn explode(world: &mut World, at: Place, power: u8) {
    let power = power.clamp(1, POWER_MAX);
    let reach = 2 * i64::from(power) * MICRO;
    let gone = broken(world, at, power);
    if world.body_is_there() {
        let room = Room::of(world.body.at(), body::SIZE);
        let hurt = damage_milli(world.body.at().distance(at), power, exposure_milli(world, at, room));
        if hurt > 0 {
            world.hurt_body(hurt, Harm::Explosion, Some(at));
        }
    }
    let near: Vec<(u64, Place, Size)> =
        (world.mobs.iter()).filter(|mob| mob.at.distance(at) < reach).map(|mob| (mob.id, mob.at, mob.size())).collect();
    for (id, place, size) in near {
        let hurt = damage_milli(place.distance(at), power, exposure_milli(world, at, Room::of(place, size)));
        world.hit_mob(id, hurt, at);
    }
    for block in gone {
        let Some(cell) = world.grid.cell(block) else { continue };
        if cell == Cell::AIR {
            continue;
        }
        world.set_cell(block, cell.emptied());
        let name = blocks::get(cell.block()).name;
        let second_half = (name.ends_with("_door") && cell.is_upper()) || (name.ends_with("_bed") && cell.is_head());
        if !second_half && world.rng.pick(u32::from(power)) == 0 {
            updates::spill(world, block, cell);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wiki_a_creeper_does_43_damage_at_its_feet_and_none_from_6_blocks_away() {
        for (blocks_milli, exposure, hurt) in
            [(0, 1_000, 43_000), (3_000, 1_000, 16_750), (5_999, 1_000, 1_000), (6_000, 1_000, 0), (1_000, 0, 0)]
        {
            let found = damage_milli(blocks_milli * 1_000, 3, exposure);
            assert!(found.abs_diff(hurt) <= 50, "{blocks_milli}: {found} is not {hurt}");
        }
    }
}
