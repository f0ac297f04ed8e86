//! Answers queries about blocks. The body knows only loaded blocks that it has seen; blocks that a query finds are marked as
//! seen.

use crate::blocks as kinds;
use crate::chunk::{ChunkPos, SECTION_CELLS, SECTIONS, Y_MIN, kind_bit};
use crate::eyes::LOOK_BLOCKS_SQUARED;
use crate::state::{BLOCKS_MAX, Cell};
use crate::world::World;
use vocab::query::{FOUND_MAX, QUERY_RADIUS_MAX, REGION_CELLS_MAX};
use vocab::{Answer, BlockId, BlockPos, Query, Station};

pub fn answer(world: &mut World, query: &Query) -> Answer {
    match query {
        Query::Region { min, max } => region(world, *min, *max),
        Query::NearestBlocks { blocks, radius, most } => {
            let radius = (*radius).min(QUERY_RADIUS_MAX);
            let most = usize::from(*most).min(FOUND_MAX);
            Answer::Blocks { found: find(world, blocks, radius, most) }
        }
        Query::Container { at } => container(world, *at),
    }
}

fn region(world: &World, min: BlockPos, max: BlockPos) -> Answer {
    let side = |low: i32, high: i32| (i64::from(high) - i64::from(low) + 1).max(0) as u64;
    let sides = [side(min.x, max.x), side(min.y, max.y), side(min.z, max.z)];
    let cells = sides.iter().fold(1u64, |cells, side| cells.saturating_mul(*side));
    if cells == 0 || cells > REGION_CELLS_MAX {
        return Answer::Unknown;
    }
    let mut blocks = Vec::with_capacity(cells as usize);
    for y in min.y..=max.y {
        for z in min.z..=max.z {
            let known = |at: BlockPos| world.grid.block(at).filter(|_| world.knows(at));
            blocks.extend((min.x..=max.x).map(|x| known(BlockPos::new(x, y, z))));
        }
    }
    Answer::Region { min, max, blocks }
}

fn container(world: &World, at: BlockPos) -> Answer {
    let Some(block) = world.grid.block(at).filter(|_| world.body.reaches(at)) else { return Answer::Unknown };
    if kinds::is_chest(block) {
        return Answer::Container { at, slots: world.chests.slots(at), burning_ticks: 0 };
    }
    match kinds::station(block) {
        Some(station @ (Station::Furnace | Station::BlastFurnace | Station::Smoker | Station::Campfire)) => {
            let (slots, burning_ticks) = world.stations.look(at, station);
            Answer::Container { at, slots, burning_ticks }
        }
        Some(Station::CraftingTable | Station::Stonecutter | Station::SmithingTable) | None => Answer::Unknown,
    }
}

/// Finds the nearest known blocks of some kinds, nearest first, and marks them as seen.
pub fn find(world: &mut World, wanted: &[BlockId], radius: u8, most: usize) -> Vec<(BlockPos, BlockId)> {
    let found = nearest(world, wanted, radius, most);
    for (at, _) in &found {
        world.note_seen(*at);
    }
    found
}

/// The nearest known blocks of some kinds, nearest first, and at equal distance by position.
pub fn nearest(world: &World, wanted: &[BlockId], radius: u8, most: usize) -> Vec<(BlockPos, BlockId)> {
    let (grid, from) = (&world.grid, world.body.feet());
    let mut is_wanted = vec![false; BLOCKS_MAX];
    for block in wanted.iter().filter(|block| usize::from(block.0) < BLOCKS_MAX) {
        is_wanted[usize::from(block.0)] = true;
    }
    let kinds = wanted.iter().fold(0, |bits, block| bits | kind_bit(*block));
    let radius = i32::from(radius);
    let reach = u64::from(radius.unsigned_abs()).pow(2);
    let mut found: Vec<(u64, BlockPos, BlockId)> = Vec::new();
    for (nearest_possible, chunk, section) in sections_around(from, radius) {
        if nearest_possible > reach || most == 0 || (found.len() >= most && nearest_possible > found[most - 1].0) {
            break;
        }
        if !grid.section_may_have(chunk, section, kinds) {
            continue;
        }
        let Some(cells) = grid.chunk(chunk).map(|chunk| &chunk.sections[section]) else { continue };
        let view = world.view_of(chunk, section);
        if nearest_possible > LOOK_BLOCKS_SQUARED && view.is_blank() {
            continue;
        }
        let is_one = |raw: u16| is_wanted[usize::from(Cell(raw).block().0)];
        let hits: Vec<usize> = match cells.cells() {
            Some(raw) => (0..SECTION_CELLS).filter(|index| is_one(raw[*index])).collect(),
            None if is_one(cells.cell(0).0) => (0..SECTION_CELLS).collect(),
            None => continue,
        };
        for index in hits {
            let block = cells.cell(index).block();
            let (x, z, y) = (index as i32 & 15, (index as i32 >> 4) & 15, index as i32 >> 8);
            let at = BlockPos::new(chunk.x * 16 + x, Y_MIN + section as i32 * 16 + y, chunk.z * 16 + z);
            let far = at.distance_squared(from);
            if far <= reach && (view.has(index) || world.looks_at(at)) {
                found.push((far, at, block));
            }
        }
        found.sort_unstable();
        found.truncate(most);
    }
    found.into_iter().map(|(_, at, block)| (at, block)).collect()
}

/// Sections that a ball around a position touches, with the squared distance to each, nearest first.
fn sections_around(from: BlockPos, radius: i32) -> Vec<(u64, ChunkPos, usize)> {
    let gap = |low: i32, v: i32| u64::from((low - v).max(v - (low + 15)).max(0).unsigned_abs()).pow(2);
    let mut sections = Vec::new();
    for z in (from.z.saturating_sub(radius)) >> 4..=(from.z.saturating_add(radius)) >> 4 {
        for x in (from.x.saturating_sub(radius)) >> 4..=(from.x.saturating_add(radius)) >> 4 {
            for section in 0..SECTIONS {
                let low_y = Y_MIN + section as i32 * 16;
                let near = gap(x * 16, from.x) + gap(low_y, from.y) + gap(z * 16, from.z);
                if near <= u64::from(radius.unsigned_abs()).pow(2) {
                    sections.push((near, ChunkPos { x, z }, section));
                }
            }
        }
    }
    sections.sort_unstable();
    sections
}
