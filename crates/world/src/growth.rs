//! Growth of wheat and other crops on farmland and of saplings. Farmland dries out or becomes wet.

use crate::World;
use crate::known::known;
use crate::state::{Cell, FARMLAND_WET};
use crate::terrain::trees::{Kind, Tree};
use vocab::BlockPos;

/// Each crop or other growing block is checked once in this many ticks.
const ROUND_TICKS: u64 = 64;
/// Chance of a random tick at each check of a growing block: the game picks three of a section's 4,096 cells per
/// tick.
const RANDOM_TICK_PPM: u32 = 3 * 1_000_000 / 4_096 * ROUND_TICKS as u32;
/// Crops and saplings grow at this light level or above.
const LIGHT_MIN: u8 = 9;
/// Water within this many blocks keeps farmland wet.
const WATER_REACH: i32 = 4;

/// Gives random ticks to the growing blocks in loaded chunks.
pub fn tick(world: &mut World) {
    let now = world.now().0;
    if world.updates.growing.is_empty() {
        return;
    }
    let mine =
        |at: &BlockPos| (at.x as u64 ^ ((at.z as u64) << 2) ^ ((at.y as u64) << 4)) % ROUND_TICKS == now % ROUND_TICKS;
    let looked: Vec<BlockPos> = world.updates.growing.iter().filter(|at| mine(at)).copied().collect();
    for at in looked {
        let Some(cell) = world.grid.cell(at) else { continue };
        if world.rng.chance_ppm(RANDOM_TICK_PPM) {
            random_tick(world, at, cell);
        }
    }
}

fn random_tick(world: &mut World, at: BlockPos, cell: Cell) {
    if cell.block() == known().farmland {
        farmland(world, at, cell);
    } else if cell.props().crop {
        crop(world, at, cell);
    } else {
        sapling(world, at, cell);
    }
}

/// The light level of a cell at this time of day: the higher of sky light and block light.
fn light_now(world: &World, at: BlockPos) -> u8 {
    let (sky, torches) = world.grid.light(at);
    sky.saturating_sub(world.clock.darkness()).max(torches)
}

fn moisture(farmland: Cell) -> u8 {
    farmland.number("moisture").unwrap_or(0)
}

fn farmland(world: &mut World, at: BlockPos, cell: Cell) {
    let wet = (0..=1).any(|dy| {
        (-WATER_REACH..=WATER_REACH).any(|dz| {
            (-WATER_REACH..=WATER_REACH)
                .any(|dx| world.grid.props(at.offset(dx, dy, dz)).is_some_and(|props| props.wet))
        })
    });
    let planted = world.grid.props(at.offset(0, 1, 0)).is_some_and(|above| above.crop);
    match moisture(cell) {
        _ if wet => {
            world.set_cell(at, cell.with_number("moisture", FARMLAND_WET));
        }
        0 if !planted => {
            world.set_block(at, known().dirt);
        }
        0 => {}
        moist => {
            world.set_cell(at, cell.with_number("moisture", moist - 1));
        }
    }
}

/// A crop's growth odds by the game's formula: one in ⌊25 / points⌋ + 1, with points from the farmland below and around it.
fn crop_odds(world: &World, at: BlockPos, cell: Cell) -> u32 {
    let mut quarters = 4;
    for dz in -1..=1 {
        for dx in -1..=1 {
            let soil = world.grid.cell(at.offset(dx, -1, dz)).unwrap_or(Cell::AIR);
            let gives = match (soil.block() == known().farmland, moisture(soil) > 0) {
                (false, _) => 0,
                (true, false) => 4,
                (true, true) => 12,
            };
            quarters += if (dx, dz) == (0, 0) { gives } else { gives / 4 };
        }
    }
    let same = |dx: i32, dz: i32| world.grid.block(at.offset(dx, 0, dz)) == Some(cell.block());
    let (row, file) = (same(-1, 0) || same(1, 0), same(0, -1) || same(0, 1));
    let corner = same(-1, -1) || same(1, -1) || same(-1, 1) || same(1, 1);
    if (row && file) || corner {
        quarters /= 2;
    }
    100 / quarters + 1
}

fn crop(world: &mut World, at: BlockPos, cell: Cell) {
    let Some(age) = cell.age().filter(|_| !cell.is_ripe()) else { return };
    if light_now(world, at) >= LIGHT_MIN {
        let odds = crop_odds(world, at, cell);
        if world.rng.pick(odds) == 0 {
            world.set_cell(at, cell.with_number("age", age + 1));
        }
    }
}

/// Grows a sapling in two stages with odds of one in seven each, if it has light and room.
fn sapling(world: &mut World, at: BlockPos, cell: Cell) {
    if light_now(world, at) < LIGHT_MIN || world.rng.pick(7) != 0 {
        return;
    }
    if cell.number("stage") == Some(0) {
        world.set_cell(at, cell.with_number("stage", 1));
        return;
    }
    let k = known();
    let kind = match cell.block() {
        block if block == k.birch_sapling => Kind::Birch,
        block if block == k.spruce_sapling => Kind::Spruce,
        block if block == k.oak_sapling => Kind::Oak,
        _ => return,
    };
    let tree = Tree::new(kind, at.x, at.y, at.z, world.rng.throw());
    let room = (1..=tree.trunk + 1).all(|up| {
        let cell = world.grid.cell(at.offset(0, up, 0));
        cell.is_some_and(|cell| cell == Cell::AIR || cell.props().leaves)
    });
    if !room || crate::mobs::anybody_in(world, at) {
        return;
    }
    world.set_block(at, k.air);
    tree.blocks(|x, y, z, block| {
        let there = BlockPos::new(x, y, z);
        let old = world.grid.cell(there).unwrap_or(Cell::of(k.bedrock));
        let free = old == Cell::AIR || old.props().replaceable || old.props().leaves;
        if free && !crate::mobs::anybody_in(world, there) {
            world.set_block(there, block);
        }
    });
}
