//! Answers queries about blocks. The body knows only loaded blocks that it has seen; blocks that a query finds are marked as
//! seen.

use crate::chunks::{ChunkPos, SECTION_CELLS, SECTIONS, Y_MIN, kind_bit};
use crate::eyes::{Eyes, LOOK_BLOCKS_SQUARED, looks_at};
use crate::guard::may_break;
use crate::limbs::{Cells, Limbs, Section};
use crate::state::Cell;
use gamedata::{blocks, states};
use vocab::build::Guarded;
use vocab::query::{FOUND_MAX, QUERY_RADIUS_MAX, REGION_CELLS_MAX};
use vocab::{Answer, BlockId, BlockPos, Query};

pub fn answer(limbs: &impl Limbs, eyes: &mut Eyes, query: &Query) -> Answer {
    match query {
        Query::Region { min, max } => region(limbs, eyes, *min, *max),
        Query::NearestBlocks { blocks, radius, most } => {
            let radius = (*radius).min(QUERY_RADIUS_MAX);
            let most = usize::from(*most).min(FOUND_MAX);
            Answer::Blocks { found: find(limbs, eyes, &Sought { blocks, radius, most, spared: &[] }) }
        }
        Query::Container { at } => match limbs.contents(*at) {
            Some((slots, burning_ticks)) => Answer::Container { at: *at, slots, burning_ticks },
            None => Answer::Unknown,
        },
    }
}

fn region(limbs: &impl Limbs, eyes: &Eyes, min: BlockPos, max: BlockPos) -> Answer {
    let side = |low: i32, high: i32| (i64::from(high) - i64::from(low) + 1).max(0) as u64;
    let sides = [side(min.x, max.x), side(min.y, max.y), side(min.z, max.z)];
    let count = sides.iter().fold(1u64, |count, side| count.saturating_mul(*side));
    if count == 0 || count > REGION_CELLS_MAX {
        return Answer::Unknown;
    }
    let (cells, eye) = (limbs.cells(), limbs.pose().eyes());
    let mut told = Vec::with_capacity(count as usize);
    for y in min.y..=max.y {
        for z in min.z..=max.z {
            let known = |at: BlockPos| cells.cell(at).filter(|_| eyes.knows(cells, eye, at)).map(Cell::state);
            told.extend((min.x..=max.x).map(|x| known(BlockPos::new(x, y, z))));
        }
    }
    Answer::Region { min, max, states: told }
}

/// Which blocks are looked for around the body.
#[derive(Debug, Clone, Copy)]
pub struct Sought<'a> {
    pub blocks: &'a [BlockId],
    pub radius: u8,
    /// Most places that are found.
    pub most: usize,
    /// Blocks in these boxes do not count.
    pub spared: &'a [Guarded],
}

/// Finds the nearest known blocks of some kinds, nearest first, and marks them as seen.
pub fn find(limbs: &impl Limbs, eyes: &mut Eyes, sought: &Sought<'_>) -> Vec<(BlockPos, BlockId)> {
    let found = nearest(limbs, eyes, sought);
    for (at, _) in &found {
        eyes.note_seen(*at);
    }
    found
}

/// The nearest known blocks of some kinds, nearest first, and at equal distance by position.
pub fn nearest(limbs: &impl Limbs, eyes: &Eyes, sought: &Sought<'_>) -> Vec<(BlockPos, BlockId)> {
    let Sought { blocks: wanted, radius, most, spared } = *sought;
    let (grid, pose) = (limbs.cells(), limbs.pose());
    let (from, eye) = (pose.feet(), pose.eyes());
    let mut is_wanted = vec![false; states::COUNT];
    for block in wanted.iter().filter(|block| usize::from(block.0) < blocks::all().len()) {
        states::all_of(*block).for_each(|state| is_wanted[usize::from(state.0)] = true);
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
        let Some(cells) = grid.section(chunk, section) else { continue };
        let view = eyes.view_of(chunk, section);
        if nearest_possible > LOOK_BLOCKS_SQUARED && view.is_blank() {
            continue;
        }
        let is_one = |raw: u16| is_wanted[usize::from(raw)];
        let hits: Vec<usize> = match cells {
            Section::Cells(raw) => (0..SECTION_CELLS).filter(|index| is_one(raw[*index])).collect(),
            Section::Uniform(all) if is_one(all.0) => (0..SECTION_CELLS).collect(),
            Section::Uniform(_) => continue,
        };
        for index in hits {
            let block = cells.cell(index).block();
            let (x, z, y) = (index as i32 & 15, (index as i32 >> 4) & 15, index as i32 >> 8);
            let at = BlockPos::new(chunk.x * 16 + x, Y_MIN + section as i32 * 16 + y, chunk.z * 16 + z);
            let far = at.distance_squared(from);
            if far <= reach && may_break(spared, at).is_ok() && (view.has(index) || looks_at(grid, eye, at)) {
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
