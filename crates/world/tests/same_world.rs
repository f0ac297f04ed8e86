//! The same seed and the same actions give the same world, in every build.

use vocab::action::{Heading, Terrain};
use vocab::{Action, ActionId, BlockPos};
use world::World;

/// A body that is always busy: explores, goes, digs, waits, by a fixed plan.
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

fn run(seed: u64, ticks: u64, every: u64) -> Vec<String> {
    let mut world = World::with_view(seed, 4);
    let mut digests = Vec::new();
    for tick in 0..ticks {
        if tick % 100 == 0 {
            act(&mut world, tick / 100);
        }
        world.tick();
        if (tick + 1) % every == 0 {
            world.senses();
            world.outcomes();
            digests.push(world.digest().short());
        }
    }
    digests
}

#[test]
fn the_same_seed_and_actions_give_the_same_digest_twice_and_another_seed_another() {
    let once = run(1, 3_000, 500);
    assert_eq!(once, run(1, 3_000, 500));
    assert_ne!(once, run(2, 3_000, 500));
}

/// Pinned in a file, and run by debug and release builds alike: both must reach these digests. A rule of the world that
/// changes on purpose changes them; then they are written anew with `STEAD_BLESS=1 cargo test -p world --test same_world`.
#[test]
fn golden_digests_hold_in_debug_and_release_builds() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/seed_42.txt");
    let found = run(42, 100_000, 1_000).join("\n") + "\n";
    if std::env::var_os("STEAD_BLESS").is_some() {
        std::fs::write(path, &found).unwrap();
    }
    let golden = std::fs::read_to_string(path).unwrap();
    assert_eq!(found, golden, "the world of seed 42 took another way than {path} says");
}
