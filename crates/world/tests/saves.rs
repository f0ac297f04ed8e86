//! Saved worlds: a file loads completely and continues identically, or is refused.

mod common;

use common::{Player, block, item};
use proptest::prelude::*;
use std::sync::LazyLock;
use vocab::action::Heading;
use vocab::{Action, ActionId};
use world::World;
use world::save::SaveFault;

/// A world in which much happens: a walking body, a night with mobs, holes, water, drops.
fn lively(seed: u64) -> World {
    let mut world = World::with_view(seed, 4);
    world.skip_to(13_000);
    world.submit(ActionId(1), Action::Explore { heading: Heading::East, blocks: 60 });
    world.advance(200);
    let at = world.body().feet();
    world.set_block(at.offset(3, 2, 3), block("water"));
    world.set_block(at.offset(-3, 6, 3), block("sand"));
    world.give(item("bread"), 5);
    world.advance(3);
    world
}

/// Bytes in a save file before the payload.
const HEADER_BYTES: usize = 96;

static SAVED: LazyLock<Vec<u8>> = LazyLock::new(|| lively(5).save_bytes());

#[test]
fn a_loaded_world_continues_bit_identically() {
    for seed in [5, 6] {
        let mut world = lively(seed);
        let mut loaded = World::load_bytes(&world.save_bytes()).unwrap();
        assert_eq!(loaded.digest(), world.digest());
        for step in 0..10 {
            world.advance(150);
            loaded.advance(150);
            assert_eq!(loaded.digest(), world.digest(), "seed {seed}, step {step}");
            assert_eq!(loaded.senses(), world.senses());
            assert_eq!(loaded.outcomes(), world.outcomes());
        }
        assert_eq!(loaded.save_bytes(), world.save_bytes());
    }
}

#[test]
fn a_saved_file_loads_and_a_damaged_one_is_refused_with_its_name_and_the_reason() {
    let folder = std::env::temp_dir().join(format!("stead-world-saves-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("home.world");
    let world = lively(7);
    world.save(&path).unwrap();
    assert_eq!(World::load(&path).unwrap().digest(), world.digest());
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1, "nothing is left beside it");
    let mut bytes = std::fs::read(&path).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&path, &bytes).unwrap();
    let message = World::load(&path).unwrap_err().to_string();
    assert!(message.contains("home.world") && message.contains("damaged"), "{message}");
    let message = World::load(&folder.join("none.world")).unwrap_err().to_string();
    assert!(message.contains("none.world"), "{message}");
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn every_kind_of_invalid_file_has_its_own_error() {
    let good = SAVED.as_slice();
    let with = |at: usize, byte: u8| {
        let mut bytes = good.to_vec();
        bytes[at] ^= byte;
        World::load_bytes(&bytes).unwrap_err()
    };
    assert_eq!(World::load_bytes(&[]).unwrap_err(), SaveFault::NoWorld);
    assert_eq!(with(0, 1), SaveFault::NoWorld);
    assert!(matches!(with(8, 2), SaveFault::Version { .. }));
    assert!(matches!(with(12, 2), SaveFault::Terrain { .. }));
    assert_eq!(with(16, 1), SaveFault::Tables);
    assert_eq!(with(24, 1), SaveFault::Damaged);
    assert_eq!(with(56, 1), SaveFault::Differs);
    assert_eq!(with(good.len() - 1, 1), SaveFault::Damaged);
    assert!(matches!(World::load_bytes(&good[..40]).unwrap_err(), SaveFault::Cut { .. }));
    assert!(matches!(World::load_bytes(&good[..good.len() - 1]).unwrap_err(), SaveFault::Cut { .. }));
    let mut long = good.to_vec();
    long.push(0);
    assert_eq!(World::load_bytes(&long).unwrap_err(), SaveFault::TooLong(1));
}

#[test]
fn a_running_action_continues_after_loading() {
    let mut player = Player::new(World::with_view(9, 3));
    player.begin(Action::Wait { ticks: 100 });
    player.world.advance(40);
    let mut loaded = World::load_bytes(&player.world.save_bytes()).unwrap();
    assert!(loaded.outcomes().is_empty());
    loaded.advance(70);
    assert_eq!(loaded.outcomes().len(), 1);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]
    #[test]
    fn damaged_bytes_are_never_loaded(at in 0usize..1_000_000, bit in 0u8..8, cut in 0usize..1_000_000) {
        let mut bytes = SAVED.clone();
        let at = at % bytes.len();
        bytes[at] ^= 1 << bit;
        prop_assert!(World::load_bytes(&bytes).is_err());
        bytes[at] ^= 1 << bit;
        bytes.truncate(cut % bytes.len());
        prop_assert!(World::load_bytes(&bytes).is_err());
    }

    /// Tests damage that the checksum cannot detect, because it happened before the checksum was computed or was made
    /// on purpose.
    #[test]
    fn invalid_contents_are_refused_even_with_a_valid_checksum(
        at in 0usize..1_000_000, junk in prop::collection::vec(any::<u8>(), 1..12), cut in prop::option::of(0usize..1_000_000),
    ) {
        let mut payload = SAVED[HEADER_BYTES..].to_vec();
        if let Some(cut) = cut {
            payload.truncate(cut % payload.len());
        }
        let at = at % payload.len().max(1);
        let end = (at + junk.len()).min(payload.len());
        let same = payload[at..end] == junk[..end - at] && cut.is_none();
        payload.splice(at..end, junk);
        let mut bytes = SAVED[..HEADER_BYTES].to_vec();
        bytes[24..56].copy_from_slice(blake3::hash(&payload).as_bytes());
        bytes[88..].copy_from_slice(&(payload.len() as u64).to_le_bytes());
        bytes.extend(payload);
        prop_assert_eq!(World::load_bytes(&bytes).is_ok(), same);
    }
}
