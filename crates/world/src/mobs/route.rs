//! Path search of a mob: limited to a few cells around it. It returns the best path found, even if it does not reach the goal.

use crate::grid::Grid;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use vocab::BlockPos;

/// Most cells that a mob's path search examines. A 16-block chase around a house takes 60 to 150; more would
/// exceed the tick's time budget.
pub const CELLS_MAX: usize = 192;
/// A mob's path search stays within this many blocks of its start, horizontally.
const FLAT_REACH: i32 = 16;
/// A mob's path search stays within this many blocks of its start, vertically.
const TALL_REACH: i32 = 8;
/// A mob on its path drops down at most this many blocks.
const DROP_MAX: i32 = 3;
/// What is higher than a whole block cannot be jumped on, in the parts in which boxes are counted.
const WHOLE: u8 = gamedata::states::PARTS_PER_BLOCK as u8;
const STEP_COST: u32 = 10;
const CLIMB_COST: u32 = 5;
const WATER_COST: u32 = 30;
const WIDTH: usize = (FLAT_REACH * 2) as usize;
const CELLS: usize = WIDTH * WIDTH * (TALL_REACH * 2) as usize;
const SIDES: [(i32, i32); 4] = [(0, -1), (1, 0), (0, 1), (-1, 0)];

/// Memory of a mob's path search, reused by the next one so that it need not be cleared.
#[derive(Debug, Clone, Default)]
pub struct Scratch {
    round: u32,
    /// For each cell: the number of the path search that last visited it, the cost, and the direction from which it
    /// was entered.
    seen: Vec<(u32, u32, u32)>,
    open: BinaryHeap<Reverse<(u32, u32, u32)>>,
}

/// Whether a mob can stand, swim or fall in a cell; it depends on the block below.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Footing {
    Stand,
    Swim,
    /// A cell of air with nothing to stand on.
    Air,
    Blocked,
}

fn footing(grid: &Grid, at: BlockPos) -> Footing {
    let head = at.offset(0, 1, 0);
    if grid.is_solid(at) || grid.is_solid(head) {
        return Footing::Blocked;
    }
    let Some(here) = grid.props(at) else { return Footing::Blocked };
    if here.liquid {
        // Lava emits light and water does not, so this tells the two liquids apart.
        return if here.light > 0 { Footing::Blocked } else { Footing::Swim };
    }
    if here.top > 0 {
        return Footing::Stand; // on a slab or the like in this cell
    }
    let below = at.offset(0, -1, 0);
    match grid.props(below) {
        Some(under) if under.liquid && under.light == 0 => Footing::Swim,
        Some(under) if under.liquid || under.top > WHOLE => Footing::Blocked,
        Some(under) if !under.solid => Footing::Air,
        Some(_) | None => Footing::Stand,
    }
}

fn estimate(from: BlockPos, to: BlockPos) -> u32 {
    let flat = from.x.abs_diff(to.x) + from.z.abs_diff(to.z);
    flat * STEP_COST + from.y.abs_diff(to.y) * CLIMB_COST
}

/// Where a mob's sideways step ends: at the same height, one up, or down by at most [`DROP_MAX`].
fn step(grid: &Grid, from: BlockPos, dx: i32, dz: i32) -> Option<(BlockPos, u32)> {
    let level = from.offset(dx, 0, dz);
    match footing(grid, level) {
        Footing::Stand => return Some((level, STEP_COST)),
        Footing::Swim => return Some((level, STEP_COST + WATER_COST)),
        Footing::Blocked => {
            let up = level.offset(0, 1, 0);
            let room = !grid.is_solid(from.offset(0, 2, 0));
            return (room && footing(grid, up) == Footing::Stand).then_some((up, STEP_COST + CLIMB_COST));
        }
        Footing::Air => {}
    }
    for down in 1..=DROP_MAX {
        let lower = level.offset(0, -down, 0);
        match footing(grid, lower) {
            Footing::Air => {}
            Footing::Stand => return Some((lower, STEP_COST + CLIMB_COST * down as u32)),
            Footing::Swim => return Some((lower, STEP_COST + WATER_COST)),
            Footing::Blocked => return None,
        }
    }
    None
}

fn index(start: BlockPos, at: BlockPos) -> Option<usize> {
    let (x, y, z) = (at.x - start.x + FLAT_REACH, at.y - start.y + TALL_REACH, at.z - start.z + FLAT_REACH);
    let inside =
        (0..FLAT_REACH * 2).contains(&x) && (0..FLAT_REACH * 2).contains(&z) && (0..TALL_REACH * 2).contains(&y);
    inside.then(|| (y as usize * WIDTH + z as usize) * WIDTH + x as usize)
}

fn place(start: BlockPos, index: usize) -> BlockPos {
    let (x, z, y) = (index % WIDTH, index / WIDTH % WIDTH, index / WIDTH / WIDTH);
    start.offset(x as i32 - FLAT_REACH, y as i32 - TALL_REACH, z as i32 - FLAT_REACH)
}

/// The path of a mob from `start` to `goal`, or to the nearest cell found. Equal searches give equal paths.
pub fn find(grid: &Grid, scratch: &mut Scratch, start: BlockPos, goal: BlockPos) -> Vec<BlockPos> {
    scratch.seen.resize(CELLS, (0, 0, 0));
    scratch.round = scratch.round.wrapping_add(1);
    if scratch.round == 0 {
        scratch.seen.fill((0, 0, 0));
        scratch.round = 1;
    }
    scratch.open.clear();
    let round = scratch.round;
    let first = index(start, start).expect("the start lies in the middle");
    scratch.seen[first] = (round, 0, first as u32);
    scratch.open.push(Reverse((estimate(start, goal), 0, first as u32)));
    let mut best = (estimate(start, goal), first);
    let mut looked = 0;
    while let Some(Reverse((_, cost, cell))) = scratch.open.pop() {
        let cell = cell as usize;
        if scratch.seen[cell].1 < cost {
            continue;
        }
        let at = place(start, cell);
        let left = estimate(at, goal);
        if left < best.0 {
            best = (left, cell);
        }
        looked += 1;
        if left == 0 || looked >= CELLS_MAX {
            break;
        }
        for (dx, dz) in SIDES {
            let Some((next, price)) = step(grid, at, dx, dz) else { continue };
            let Some(slot) = index(start, next) else { continue };
            let total = cost + price;
            let (seen_round, seen_cost, _) = scratch.seen[slot];
            if seen_round != round || total < seen_cost {
                scratch.seen[slot] = (round, total, cell as u32);
                scratch.open.push(Reverse((total + estimate(next, goal), total, slot as u32)));
            }
        }
    }
    let mut way = Vec::new();
    let mut cell = best.1;
    while cell != first {
        way.push(place(start, cell));
        cell = scratch.seen[cell].2 as usize;
    }
    way.reverse();
    way
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chunk::ChunkPos;
    use crate::known::known;
    use crate::state::Cell;

    const FLOOR_Y: i32 = 200;

    /// A test grid: a stone floor in the sky with walls where the map has `#`; rows go south, columns east.
    fn floor(map: &[&str]) -> Grid {
        let mut grid = Grid::new(1);
        for z in 0..3 {
            for x in 0..3 {
                grid.load(ChunkPos { x, z });
            }
        }
        for (z, row) in map.iter().enumerate() {
            for (x, cell) in row.chars().enumerate() {
                let high = if cell == '#' { 3 } else { 1 };
                for y in 0..high {
                    grid.put(BlockPos::new(x as i32, FLOOR_Y - 1 + y, z as i32), Cell::of(known().stone));
                }
            }
        }
        grid
    }

    fn way(map: &[&str], from: (i32, i32), to: (i32, i32)) -> Vec<(i32, i32)> {
        let at = |(x, z)| BlockPos::new(x, FLOOR_Y, z);
        let steps = find(&floor(map), &mut Scratch::default(), at(from), at(to));
        steps.into_iter().map(|step| (step.x, step.z)).collect()
    }

    #[test]
    fn a_path_leads_around_a_wall_to_the_goal() {
        let map = ["......", "...#..", "...#..", "...#..", "......"];
        let steps = way(&map, (1, 2), (5, 2));
        assert_eq!(steps.last(), Some(&(5, 2)));
        assert_eq!(steps.len(), 8);
        assert!(!steps.iter().any(|step| [(3, 1), (3, 2), (3, 3)].contains(step)));
    }

    #[test]
    fn without_a_full_path_the_search_returns_the_nearest_cell_within_its_bound() {
        let map = [".......", ".#####.", ".#...#.", ".#...#.", ".#####.", "......."];
        let steps = way(&map, (0, 2), (3, 2));
        assert_eq!(steps.last(), Some(&(3, 0)), "outside the wall is as near as it gets");
        let wide = ["................................................"; 40];
        let steps = way(&wide, (24, 20), (24 + 200, 20));
        assert!(!steps.is_empty() && steps.len() <= CELLS_MAX);
    }

    #[test]
    fn a_search_does_not_depend_on_the_search_before_it() {
        let grid = floor(&["....", ".##.", "...."]);
        let mut used = Scratch::default();
        let at = |x, z| BlockPos::new(x, FLOOR_Y, z);
        for goal in [at(3, 2), at(3, 0), at(0, 2)] {
            let again = find(&grid, &mut used, at(0, 1), goal);
            assert_eq!(again, find(&grid, &mut Scratch::default(), at(0, 1), goal));
        }
        used.round = u32::MAX;
        assert_eq!(find(&grid, &mut used, at(0, 1), at(3, 1)).last(), Some(&at(3, 1)));
    }
}
