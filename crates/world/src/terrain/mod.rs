//! Generates the land, chunk by chunk. Each chunk is a pure function of seed and position, so an unmodified one is never stored.

mod caves;
mod noise;
mod ores;
pub mod shape;
pub mod trees;

use crate::chunk::{Chunk, ChunkPos, SECTION_CELLS, Section, Y_MIN};
use crate::known::known;
use crate::light;
use crate::rng;
use crate::state::Cell;
use shape::{Biome, Column, SEA_Y, column};
use vocab::BlockPos;
use vocab::Dice;

/// Version of the terrain generator that makes new chunks. It must change whenever the same seed gives different land,
/// and the older generator must stay in [`generate_with`]: every chunk remembers the version that made it.
pub const TERRAIN_VERSION: u32 = 1;
/// A made-up later version, which makes nothing but air.
#[cfg(test)]
pub const TERRAIN_EMPTY: u32 = 1_000;
/// Caves below this height are full of lava.
pub const LAVA_Y: i32 = -54;
/// Chunk sections, from the bottom, that the terrain generator writes; all above are air.
const SECTIONS_MADE: usize = 12;
/// Below this height stone turns into deepslate, over eight layers.
const DEEPSLATE_Y: i32 = 0;
/// Largest distance of the world spawn from x = 0, z = 0, in blocks.
const SPAWN_BLOCKS_MAX: i32 = 2_048;

/// The cells of a chunk during terrain generation, in the order of its sections.
#[derive(Debug)]
pub struct Ground(Vec<u16>);

impl Ground {
    fn index(x: i32, y: i32, z: i32) -> Option<usize> {
        let layer = usize::try_from(y - Y_MIN).ok()?;
        (layer < SECTIONS_MADE * 16).then_some((layer << 8) | ((z << 4) | x) as usize)
    }

    pub fn get(&self, x: i32, y: i32, z: i32) -> Cell {
        Ground::index(x, y, z).map_or(Cell::AIR, |index| Cell(self.0[index]))
    }

    pub fn set(&mut self, x: i32, y: i32, z: i32, cell: Cell) {
        if let Some(index) = Ground::index(x, y, z) {
            self.0[index] = cell.0;
        }
    }
}

/// Generates a chunk with this version of the generator, without its light. A version that is no longer known stands for
/// the oldest.
pub fn generate_with(version: u32, seed: u64, pos: ChunkPos) -> Chunk {
    match version {
        #[cfg(test)]
        TERRAIN_EMPTY => {
            let mut chunk = Chunk::empty(pos);
            light::find_open(&mut chunk);
            chunk
        }
        _ => generate(seed, pos),
    }
}

/// Generates a chunk, without its light.
pub fn generate(seed: u64, pos: ChunkPos) -> Chunk {
    let columns: [Column; 256] =
        std::array::from_fn(|index| column(seed, pos.x * 16 + (index & 15) as i32, pos.z * 16 + (index >> 4) as i32));
    let mut ground = Ground(vec![Cell::AIR.0; SECTIONS_MADE * SECTION_CELLS]);
    let mut dice = Dice::new(rng::at(seed ^ 0x0e5e_ed0f_0e5e_ed0f, pos.x, 0, pos.z));
    rock(&mut ground, seed, pos, &columns);
    ores::fill(&mut ground, &mut dice);
    caves::carve(&mut ground, seed, pos, &columns);
    surface(&mut ground, seed, pos, &columns);
    trees::plant(&mut ground, seed, pos);
    let mut chunk = Chunk::empty(pos);
    for (section, cells) in chunk.sections.iter_mut().zip(ground.0.chunks_exact(SECTION_CELLS)) {
        let mut made = Box::new([0; SECTION_CELLS]);
        made.copy_from_slice(cells);
        *section = Section::from_cells(made, 0);
    }
    light::find_open(&mut chunk);
    chunk
}

/// Fills a new chunk with bedrock, deepslate, stone, and water up to sea level.
fn rock(ground: &mut Ground, seed: u64, pos: ChunkPos, columns: &[Column; 256]) {
    let k = known();
    let (bedrock, deepslate, stone) = (Cell::of(k.bedrock).0, Cell::of(k.deepslate).0, Cell::of(k.stone).0);
    let water = Cell::of(k.water).0;
    let highest = columns.iter().map(|column| column.ground_y).max().unwrap_or(Y_MIN).max(SEA_Y);
    for y in Y_MIN..=highest {
        let layer = ((y - Y_MIN) as usize) << 8;
        let cells = &mut ground.0[layer..layer + 256];
        let throw = |index: usize| rng::at(seed, pos.x * 16 + (index & 15) as i32, y, pos.z * 16 + (index >> 4) as i32);
        if y < Y_MIN + 5 {
            // The bedrock at the bottom of the world thins out over five layers.
            let depth = (y - Y_MIN) as u64;
            for (index, cell) in cells.iter_mut().enumerate() {
                *cell = if throw(index) % 5 >= depth { bedrock } else { deepslate };
            }
        } else if y < DEEPSLATE_Y {
            cells.fill(deepslate);
        } else if y < DEEPSLATE_Y + 8 {
            let above = (y - DEEPSLATE_Y) as u64;
            for (index, cell) in cells.iter_mut().enumerate() {
                *cell = if throw(index) % 8 >= above { deepslate } else { stone };
            }
        } else {
            for (column, cell) in columns.iter().zip(cells) {
                *cell = match column.ground_y {
                    ground_y if y <= ground_y => stone,
                    _ if y <= SEA_Y => water,
                    _ => continue,
                };
            }
        }
    }
}

/// Places the surface layers of a new chunk and the plants on them.
fn surface(ground: &mut Ground, seed: u64, pos: ChunkPos, columns: &[Column; 256]) {
    let k = known();
    for (index, column) in columns.iter().enumerate() {
        let (x, z) = ((index & 15) as i32, (index >> 4) as i32);
        let throw = rng::at(seed ^ 0x5eed_5eed, pos.x * 16 + x, 0, pos.z * 16 + z);
        let top = column.ground_y;
        let patch = rng::at(seed ^ 0x9a7c, (pos.x * 16 + x) >> 2, 1, (pos.z * 16 + z) >> 2) % 8;
        let (cover, below) = match column.biome {
            _ if top < SEA_Y - 2 && patch < 2 => (k.gravel, k.gravel),
            _ if top < SEA_Y - 2 && patch == 2 => (k.clay, k.dirt),
            _ if top < SEA_Y - 2 && patch < 6 => (k.dirt, k.dirt),
            _ if top <= SEA_Y + 1 => (k.sand, k.sand),
            Biome::Desert => (k.sand, k.sandstone),
            _ => (k.grass_block, k.dirt),
        };
        let depth = 3 + (throw % 2) as i32;
        for y in top - depth..=top {
            // Surface blocks do not fill caves, and no loose sand hangs over cave entrances.
            if ground.get(x, y, z) == Cell::AIR || ground.get(x, y, z).block() == k.lava {
                continue;
            }
            let hangs = ground.get(x, y - 1, z) == Cell::AIR;
            let block = match () {
                () if y == top => cover,
                () if y > top - depth + 1 => below,
                () if cover == k.sand => k.sandstone,
                () => below,
            };
            let loose = crate::known::props(block).gravity;
            ground.set(x, y, z, Cell::of(if loose && hangs { k.sandstone } else { block }));
        }
        if ground.get(x, top, z).block() == k.grass_block && ground.get(x, top + 1, z) == Cell::AIR {
            let grass = match column.biome {
                Biome::Plains => 200,
                _ => 90,
            };
            let plant = match (throw >> 16) % 1_000 {
                grown if grown < grass => k.short_grass,
                grown if grown < grass + 8 => k.dandelion,
                grown if grown < grass + 14 => k.poppy,
                _ => continue,
            };
            ground.set(x, top + 1, z, Cell::of(plant));
        }
    }
}

/// Finds the world spawn: dry, level grass near trees, with open sky above.
pub fn spawn(seed: u64) -> BlockPos {
    let rings = (0..SPAWN_BLOCKS_MAX).step_by(16);
    let around = |ring: i32| {
        let side = (-ring..=ring).step_by(16);
        side.flat_map(move |along| [(along, -ring), (along, ring), (-ring, along), (ring, along)])
    };
    let good = |x: i32, z: i32| {
        let here = column(seed, x, z);
        let level = [(-3, 0), (3, 0), (0, -3), (0, 3)].iter().all(|(dx, dz)| {
            let there = column(seed, x + dx, z + dz);
            (there.ground_y - here.ground_y).abs() <= 1 && !there.mouth
        });
        level
            && here.ground_y > SEA_Y + 1
            && !here.mouth
            && matches!(here.biome, Biome::Plains | Biome::Forest)
            && trees::near(seed, (x - 20, z - 20), (x + 20, z + 20)).count() >= 8
            && trees::near(seed, (x - 1, z - 1), (x + 1, z + 1))
                .all(|tree| (tree.x - x).abs() > 3 || (tree.z - z).abs() > 3)
    };
    let place = rings.flat_map(around).find(|(x, z)| good(*x, *z)).unwrap_or((0, 0));
    BlockPos::new(place.0, column(seed, place.0, place.1).ground_y.max(SEA_Y) + 1, place.1)
}

#[cfg(test)]
mod tests;
