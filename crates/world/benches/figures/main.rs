//! Measures the world: tick speed, generation speed, memory, and that equal runs give equal digests.

mod ways;

use figures::{Asked, Sheet};
use std::process::ExitCode;
use std::sync::LazyLock;
use std::time::Instant;
use vocab::action::{Heading, Terrain};
use vocab::{Action, ActionId, BlockPos, Digest};
use world::World;
use world::mobs::Kind;
use world::space::Place;

const SEED: u64 = 20_261;
const NIGHT: u64 = 14_000;
const NIGHT_TICKS: u64 = 8_000;
/// Each speed is measured this many times and the best is taken, because other work on the machine can only slow a run down.
const RUNS: u32 = 5;
static START: LazyLock<Instant> = LazyLock::new(Instant::now);
const MOBS: usize = 60;
/// Extra mobs in the benchmark, because some die or wander off between two counts.
const SPARE_MOBS: usize = 8;

fn block(name: &str) -> vocab::BlockId {
    gamedata::blocks::named(name).expect("the game has it")
}

/// A body in a glass room at night with 60 mobs around it, which see it but cannot reach it.
fn besieged() -> World {
    let mut world = World::new(SEED);
    world.set_spawning(false);
    world.clear_mobs();
    let feet = world.body().feet();
    for x in -5i32..=5 {
        for z in -5i32..=5 {
            for y in -1..=4 {
                let wall = x.abs() == 5 || z.abs() == 5 || y == 4;
                let name = match y {
                    -1 => "obsidian",
                    _ if wall => "glass",
                    _ => "air",
                };
                world.set_block(feet.offset(x, y, z), block(name));
            }
        }
    }
    world.skip_to(NIGHT);
    surround(&mut world);
    world
}

/// Adds mobs up to a few more than 60, in rings around the body, half of them hostile.
fn surround(world: &mut World) {
    let feet = world.body().feet();
    let mut index = 0;
    while world.mobs().iter().len() < MOBS + SPARE_MOBS && index < 4_000 {
        let far = 9 + index % 20;
        let (dx, dz) = Heading::ALL[(index / 20 % 8) as usize].step();
        let (x, z) = (feet.x + dx * far + index % 7, feet.z + dz * far - index % 5);
        index += 1;
        let Some(y) = world.grid().open_from(x, z) else { continue };
        let kind = Kind::ALL[(index % 8) as usize];
        world.add_mob(kind, Place::on(BlockPos::new(x, y, z)));
    }
}

/// CPU seconds of this thread. On an idle core this equals wall time; on a busy machine it still counts only the
/// world's own work.
fn worked() -> f64 {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = told.split_whitespace().next().and_then(|text| text.parse::<f64>().ok());
    nanoseconds.unwrap_or_else(|| START.elapsed().as_nanos() as f64) / 1e9
}

/// The best game ticks per second of several benchmark runs, each in a fresh world.
fn ticks_per_second(start: &World, ticks: u64, keep_up: bool) -> (f64, f64, usize) {
    let (mut best, mut best_wall) = (0.0f64, 0.0f64);
    let mut mobs_least = usize::MAX;
    for _ in 0..RUNS {
        let mut world = start.clone();
        let (begin, wall) = (worked(), Instant::now());
        let mut left = ticks;
        while left > 0 {
            let part = left.min(500);
            world.advance(part);
            left -= part;
            mobs_least = mobs_least.min(world.mobs().iter().len());
            if keep_up {
                surround(&mut world);
            }
        }
        best = best.max(ticks as f64 / (worked() - begin));
        best_wall = best_wall.max(ticks as f64 / wall.elapsed().as_secs_f64());
    }
    (best, best_wall, mobs_least)
}

/// Resident memory of this process in bytes.
fn resident() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmRSS:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().nth(1)).and_then(|text| text.parse::<f64>().ok());
    kilobytes.unwrap_or(0.0) * 1024.0
}

/// Keeps the body busy with a fixed sequence of actions.
fn act(world: &mut World, step: u64) {
    let spawn = world.spawn();
    let far = 8 + (step % 5) as i32 * 6;
    let action = match step % 4 {
        0 => Action::Explore { heading: Heading::ALL[(step / 4 % 8) as usize], blocks: 24 },
        1 => Action::Dig { at: world.body().feet().offset(0, -1, 0) },
        2 => Action::GoTo { to: BlockPos::new(spawn.x + far, spawn.y, spawn.z), within: 2, terrain: Terrain::Dig },
        _ => Action::Wait { ticks: 40 },
    };
    world.submit(ActionId(step), action);
}

/// The digests of the world at every 1,000th tick of a run with a busy body.
fn life(ticks: u64) -> Vec<Digest> {
    let mut world = World::with_view(SEED, 5);
    let mut digests = Vec::new();
    for tick in 0..ticks {
        if tick % 100 == 0 {
            act(&mut world, tick / 100);
        }
        world.tick();
        if (tick + 1) % 1_000 == 0 {
            world.senses();
            world.outcomes();
            digests.push(world.digest());
        }
    }
    digests
}

fn main() -> ExitCode {
    let mut sheet = Sheet::new("world");

    let before = resident();
    let begin = worked();
    let wide = World::with_view(SEED, 26);
    let took = worked() - begin;
    let chunks = wide.grid().loaded().len() as f64;
    let megabytes = (resident() - before) / 1e6;
    sheet.figure("chunks loaded for memory", "", Asked::AtLeast(2_000.0), chunks);
    sheet.figure("memory for 2,000 loaded chunks", "MB", Asked::AtMost(400.0), megabytes * 2_000.0 / chunks);
    drop(wide);
    let (mut made_per_second, mut made_wall) = (chunks / took, 0.0f64);
    for run in 0..u64::from(RUNS) {
        let (begin, wall) = (worked(), Instant::now());
        let world = World::with_view(SEED + run, 10);
        made_per_second = made_per_second.max(world.grid().loaded().len() as f64 / (worked() - begin));
        made_wall = made_wall.max(world.grid().loaded().len() as f64 / wall.elapsed().as_secs_f64());
    }
    sheet.figure("chunk columns made and lit a second, best of 5", "", Asked::AtLeast(1_000.0), made_per_second);
    sheet.figure("the same by the clock on the wall, best of 5", "", Asked::Told, made_wall);

    let world = besieged();
    sheet.figure("chunks loaded in the siege", "", Asked::AtLeast(300.0), world.grid().loaded().len() as f64);
    let (speed, speed_wall, mobs_least) = ticks_per_second(&world, NIGHT_TICKS, true);
    sheet.figure("mobs in the siege", "", Asked::AtLeast(MOBS as f64), mobs_least as f64);
    sheet.figure("ticks a second with 60 mobs at night, best of 5", "", Asked::AtLeast(5_000.0), speed);
    sheet.figure("the same by the clock on the wall, best of 5", "", Asked::Told, speed_wall);

    let mut quiet = World::new(SEED);
    quiet.set_spawning(false);
    quiet.clear_mobs();
    sheet.figure(
        "ticks a second in a quiet world, best of 5",
        "",
        Asked::AtLeast(20_000.0),
        ticks_per_second(&quiet, 20_000, false).0,
    );
    let natural = World::new(SEED);
    sheet.figure(
        "ticks a second in a natural world by day, best of 5",
        "",
        Asked::Told,
        ticks_per_second(&natural, 4_000, false).0,
    );

    let begin = worked();
    let bytes = natural.save_bytes();
    sheet.figure("saving 317 chunks", "ms", Asked::Told, (worked() - begin) * 1e3);
    sheet.figure("size of that file", "kB", Asked::Told, bytes.len() as f64 / 1e3);

    let (once, twice) = (life(100_000), life(100_000));
    let different = once.iter().zip(&twice).filter(|(a, b)| a != b).count();
    sheet.figure("digests compared, every 1,000th of 100,000 ticks", "", Asked::Exactly(100.0), once.len() as f64);
    sheet.figure("digests that differ between two runs", "", Asked::Exactly(0.0), different as f64);
    ways::measure(&mut sheet);
    sheet.finish()
}
