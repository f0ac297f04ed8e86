//! Tests that light after any change equals light computed from scratch.

use super::*;
use crate::known::known;
use proptest::prelude::*;

const SIDE: i32 = 3;

fn grid() -> Grid {
    let mut grid = Grid::new(21);
    for z in 0..SIDE {
        for x in 0..SIDE {
            grid.load(ChunkPos { x, z });
        }
    }
    grid
}

/// Computes sky or block light of all loaded cells independently of the code under test: brightest cells first,
/// each spreading to its neighbours.
fn from_scratch(grid: &Grid, source: Source) -> Vec<u8> {
    let (width, height) = (SIDE * 16, Y_END - Y_MIN);
    let index = |at: BlockPos| (((at.y - Y_MIN) * width + at.z) * width + at.x) as usize;
    let mut levels = vec![0u8; (width * width * height) as usize];
    let mut by_level: Vec<Vec<BlockPos>> = vec![Vec::new(); 16];
    for z in 0..width {
        for x in 0..width {
            let mut open = true;
            for y in (Y_MIN..Y_END).rev() {
                let at = BlockPos::new(x, y, z);
                let cell = grid.cell(at).unwrap();
                open &= filter(cell) == 0;
                let own = match source {
                    Source::Sky => FULL * u8::from(open),
                    Source::Block => emission(cell),
                };
                levels[index(at)] = own;
                by_level[usize::from(own)].push(at);
            }
        }
    }
    for level in (2..=FULL).rev() {
        while let Some(at) = by_level[usize::from(level)].pop() {
            for next in at.neighbours() {
                let inside =
                    (0..width).contains(&next.x) && (0..width).contains(&next.z) && (Y_MIN..Y_END).contains(&next.y);
                if !inside {
                    continue;
                }
                let reaches = level.saturating_sub(filter(grid.cell(next).unwrap()).max(1));
                if reaches > levels[index(next)] {
                    levels[index(next)] = reaches;
                    by_level[usize::from(reaches)].push(next);
                }
            }
        }
    }
    levels
}

fn check(grid: &Grid) {
    for source in [Source::Sky, Source::Block] {
        let levels = from_scratch(grid, source);
        let mut expected = levels.iter();
        for y in Y_MIN..Y_END {
            for z in 0..SIDE * 16 {
                for x in 0..SIDE * 16 {
                    let at = BlockPos::new(x, y, z);
                    assert_eq!(level(grid, source, at), *expected.next().unwrap(), "{at}");
                }
            }
        }
    }
}

#[test]
fn generated_chunks_are_lit_correctly_in_any_order_of_loading() {
    check(&grid());
    let mut backwards = Grid::new(21);
    for z in (0..SIDE).rev() {
        for x in (0..SIDE).rev() {
            backwards.load(ChunkPos { x, z });
        }
    }
    assert_eq!(backwards.digest(), grid().digest());
}

#[test]
fn wiki_a_torch_gives_14_and_loses_one_a_block() {
    let mut grid = grid();
    let stone = Cell::of(known().stone);
    for x in 4..30 {
        for (y, z) in [(-20, 20), (-18, 20), (-19, 19), (-19, 21)] {
            grid.put(BlockPos::new(x, y, z), stone);
        }
        grid.put(BlockPos::new(x, -19, 20), Cell::AIR);
    }
    for x in [4, 29] {
        grid.put(BlockPos::new(x, -19, 20), stone);
    }
    let at = |x: i32| BlockPos::new(x, -19, 20);
    grid.put(at(10), Cell::of(known().torch));
    for (x, expected) in [(10, 14), (11, 13), (9, 13), (20, 4), (23, 1), (24, 0)] {
        assert_eq!(grid.light(at(x)), (0, expected), "{x}");
    }
    grid.put(at(15), stone);
    assert_eq!(grid.light(at(16)), (0, 0));
    grid.put(at(10), Cell::AIR);
    assert_eq!(grid.light(at(11)), (0, 0));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8))]
    #[test]
    fn light_equals_a_recomputation_from_scratch_after_random_edits(
        edits in prop::collection::vec((10i32..38, -30i32..95, 10i32..38, 0usize..7), 1..60)
    ) {
        let mut grid = grid();
        let k = known();
        let kinds = [k.air, k.stone, k.torch, k.oak_leaves, k.water, k.lava, k.air];
        for (x, y, z, kind) in edits {
            // Half of the random block changes are near the ground, where most light changes happen.
            let y = if y % 2 == 0 { y } else { grid.open_from(x, z).unwrap() - 1 + y % 3 };
            grid.put(BlockPos::new(x, y, z), Cell::of(kinds[kind]));
        }
        check(&grid);
    }
}
