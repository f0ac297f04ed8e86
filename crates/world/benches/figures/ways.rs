//! Measures the path search on kept terrain: the land of one seed, whose generator has a version, and two built scenes.

use figures::{Asked, Sheet};
use skills::inventory::Inventory;
use skills::path::search::CELLS_MAX;
use skills::path::{Found, Goal, Ground, Movement, Search};
use vocab::action::Terrain;
use vocab::{BlockPos, Dice};
use world::World;

/// Searches of 64 blocks on each terrain: enough for a p99.
const SEARCHES: usize = 300;
const BLOCKS: i32 = 64;
/// The long way of the comparison with other bots.
const LONG_BLOCKS: i32 = 247;
const LONG_WAYS: usize = 12;
/// Pieces of a long way at most; a search that is cut off goes on from where it ends, as a walk does.
const PIECES_MAX: usize = 12;
/// Cells of a search without a practical bound.
const UNBOUNDED: u32 = 4_000_000;

/// One search from start to end.
struct Searched {
    path: Option<Vec<Movement>>,
    partial: Option<Vec<Movement>>,
    cells: u32,
    seconds: f64,
}

fn search(world: &World, from: BlockPos, goal: Goal, cells_max: u32) -> Searched {
    let ground = Ground::new(&Inventory::default(), Terrain::Walk, &[]);
    let begin = super::worked();
    let mut search = Search::new(ground, from, goal);
    let found = loop {
        match search.tick_within(world.grid(), cells_max) {
            Found::NotYet => {}
            found => break found,
        }
    };
    let seconds = super::worked() - begin;
    let cells = search.cells();
    let (path, partial) = match found {
        Found::Path(steps) => (Some(steps), None),
        Found::Partial(steps) => (None, Some(steps)),
        Found::Nothing | Found::NotYet => (None, None),
    };
    Searched { path, partial, cells, seconds }
}

/// The length of a path in thousandths of a block, up and down included.
fn length(path: &[Movement]) -> u64 {
    path.iter().map(|step| (step.from.distance_squared(step.to) * 1_000_000).isqrt()).sum()
}

/// A place on the surface of a column where a body can stand.
fn surface(world: &World, x: i32, z: i32) -> Option<BlockPos> {
    let grid = world.grid();
    let top = grid.open_from(x, z)?;
    let at = BlockPos::new(x, top, z);
    (Ground::carries(grid, at.offset(0, -1, 0)) && !grid.is_liquid(at)).then_some(at)
}

/// A place to stand below the ground: an open cell on rock without light from the sky.
fn cave(world: &World, x: i32, z: i32, dice: &mut Dice) -> Option<BlockPos> {
    let grid = world.grid();
    let low = dice.span(-50, 40);
    let column = (0..40).map(|up| BlockPos::new(x, low + up, z));
    let free = |at: BlockPos| !grid.is_solid(at) && !grid.is_liquid(at);
    column.into_iter().find(|at| {
        free(*at) && free(at.offset(0, 1, 0)) && Ground::carries(grid, at.offset(0, -1, 0)) && grid.light(*at).0 == 0
    })
}

/// Pairs of places 64 blocks apart on a terrain.
fn pairs(
    world: &World,
    dice: &mut Dice,
    place: impl Fn(&World, i32, i32, &mut Dice) -> Option<BlockPos>,
) -> Vec<(BlockPos, BlockPos)> {
    let middle = world.spawn();
    let mut found = Vec::new();
    for _ in 0..200_000 {
        if found.len() >= SEARCHES {
            break;
        }
        let (x, z) = (middle.x + dice.span(-120, 120), middle.z + dice.span(-120, 120));
        let (dx, dz) = [(BLOCKS, 0), (0, BLOCKS), (45, 45), (45, -45)][dice.index(4)];
        let from = place(world, x, z, dice);
        let Some(from) = from else { continue };
        if let Some(to) = place(world, x + dx, z + dz, dice) {
            found.push((from, to));
        }
    }
    found
}

fn p99(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len().saturating_sub(1) * 99 / 100).copied().unwrap_or(0.0)
}

fn terrain(sheet: &mut Sheet, name: &str, world: &World, pairs: &[(BlockPos, BlockPos)]) {
    let (mut cells, mut seconds, mut times) = (0u64, 0.0, Vec::new());
    let (mut ours, mut best, mut complete) = (0u64, 0u64, 0);
    for (from, to) in pairs {
        let goal = Goal::Near { to: *to, within: 1 };
        let bounded = search(world, *from, goal, CELLS_MAX);
        cells += u64::from(bounded.cells);
        seconds += bounded.seconds;
        times.push(bounded.seconds * 1e3);
        if let Some(path) = bounded.path
            && let Some(whole) = search(world, *from, goal, UNBOUNDED).path
        {
            ours += length(&path);
            best += length(&whole);
            complete += 1;
        }
    }
    sheet.figure(&format!("{name}: searches of {BLOCKS} blocks"), "", Asked::Told, pairs.len() as f64);
    sheet.figure(&format!("{name}: of these with a whole path"), "", Asked::Told, f64::from(complete));
    sheet.figure(&format!("{name}: cells examined a second"), "", Asked::AtLeast(100_000.0), cells as f64 / seconds);
    sheet.figure(&format!("{name}: p99 of a search"), "ms", Asked::AtMost(50.0), p99(times));
    if best > 0 {
        let longer = (ours as f64 / best as f64 - 1.0) * 100.0;
        sheet.figure(&format!("{name}: longer than A* without bounds by"), "%", Asked::AtMost(5.0), longer);
    }
}

/// The CPU time of a long way over hills, piece by piece, and how much longer it is than by one search without bounds.
fn long_ways(sheet: &mut Sheet, world: &World, dice: &mut Dice) {
    let middle = world.spawn();
    let (mut times, mut ours, mut best) = (Vec::new(), 0u64, 0u64);
    for _ in 0..5_000 {
        if times.len() >= LONG_WAYS {
            break;
        }
        let (x, z) = (middle.x + dice.span(-120, 0) - 60, middle.z + dice.span(-100, 100));
        let ends = surface(world, x, z).zip(surface(world, x + LONG_BLOCKS, z));
        let Some((from, to)) = ends else { continue };
        let goal = Goal::Near { to, within: 1 };
        let Some(whole) = search(world, from, goal, UNBOUNDED).path else { continue };
        let (mut at, mut seconds, mut long) = (from, 0.0, 0u64);
        for _ in 0..PIECES_MAX {
            let piece = search(world, at, goal, CELLS_MAX);
            seconds += piece.seconds;
            let arrived = piece.path.is_some();
            let steps = piece.path.or(piece.partial);
            let Some(steps) = steps else { break };
            long += length(&steps);
            at = steps.last().map_or(at, |step| step.to);
            if arrived {
                break;
            }
        }
        if !goal.met(world.grid(), at) {
            continue;
        }
        times.push(seconds * 1e3);
        ours += long;
        best += length(&whole);
    }
    sheet.figure(&format!("ways of {LONG_BLOCKS} blocks over hills"), "", Asked::Told, times.len() as f64);
    sheet.figure("CPU of such a way, p99", "ms", Asked::AtMost(300.0), p99(times));
    sheet.figure(
        "longer than A* without bounds by",
        "%",
        Asked::AtMost(5.0),
        (ours as f64 / best.max(1) as f64 - 1.0) * 100.0,
    );
}

/// The surface of the lake.
const LAKE_Y: i32 = 151;

/// A lake two blocks deep high above the land, with islands that rise out of it.
fn lake(seed: u64) -> World {
    let mut world = World::with_view(seed, 12);
    let middle = world.spawn();
    for (x, z) in (-150i32..=150).flat_map(|x| (-150i32..=150).map(move |z| (x, z))) {
        let island = (x + z / 3).rem_euclid(17) < 6 && (z - x / 4).rem_euclid(13) < 5;
        let rim = x.abs() == 150 || z.abs() == 150;
        for y in LAKE_Y - 2..=LAKE_Y + 1 {
            let name = match y {
                _ if y == LAKE_Y - 2 || rim || (island && y <= LAKE_Y) => "stone",
                _ if y <= LAKE_Y => "water",
                _ => continue,
            };
            world.set_block(BlockPos::new(middle.x + x, y, middle.z + z), super::block(name));
        }
    }
    world
}

/// Houses of planks with doors and steps on a plain, two streets of them.
fn village(seed: u64) -> World {
    let mut world = World::with_view(seed, 12);
    let middle = world.spawn();
    let floor = 150;
    for (x, z) in (-120..=120).flat_map(|x| (-120..=120).map(move |z| (middle.x + x, middle.z + z))) {
        world.set_block(BlockPos::new(x, floor, z), super::block("stone"));
    }
    for (hx, hz) in (-9..=9).flat_map(|x| (-9..=9).map(move |z| (middle.x + x * 12, middle.z + z * 12))) {
        for (x, z) in (0..7).flat_map(|x| (0..7).map(move |z| (x, z))) {
            let edge = x == 0 || z == 0 || x == 6 || z == 6;
            for y in 1..=4 {
                let door = (x, z) == (3, 0) && y <= 2;
                if (edge || y == 4) && !door {
                    world.set_block(BlockPos::new(hx + x, floor + y, hz + z), super::block("oak_planks"));
                }
            }
        }
    }
    world
}

pub fn measure(sheet: &mut Sheet) {
    let mut dice = Dice::new(247);
    let world = World::with_view(super::SEED, 24);
    let on_land = |world: &World, x: i32, z: i32, _: &mut Dice| surface(world, x, z);
    let hills = pairs(&world, &mut dice, on_land);
    terrain(sheet, "hills", &world, &hills);
    let caves = pairs(&world, &mut dice, cave);
    terrain(sheet, "caves", &world, &caves);
    long_ways(sheet, &world, &mut dice);
    drop(world);
    let world = lake(super::SEED);
    let wet = |world: &World, x: i32, z: i32, _: &mut Dice| {
        let at = BlockPos::new(x, LAKE_Y, z);
        world.grid().is_liquid(at).then_some(at)
    };
    let water = pairs(&world, &mut dice, wet);
    terrain(sheet, "water", &world, &water);
    drop(world);
    let world = village(super::SEED);
    let streets = |world: &World, x: i32, z: i32, _: &mut Dice| surface(world, x, z).filter(|at| at.y == 151);
    let village = pairs(&world, &mut dice, streets);
    terrain(sheet, "village", &world, &village);
}
