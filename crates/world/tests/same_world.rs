//! The same seed and the same actions give the same world, in every build.

use vocab::action::{Heading, Terrain};
use vocab::{Action, ActionId, BlockPos};
use world::World;

/// Keeps the body busy with a fixed sequence of actions: it explores, walks, digs and waits.
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
fn equal_seeds_and_actions_give_equal_digests_and_another_seed_does_not() {
    let once = run(1, 3_000, 500);
    assert_eq!(once, run(1, 3_000, 500));
    assert_ne!(once, run(2, 3_000, 500));
}

/// The digests are pinned in a file, and debug and release builds must both reach them. An intended change of the world's rules
/// changes them; rewrite them with `STEAD_BLESS=1 cargo test -p world --test same_world`.
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
