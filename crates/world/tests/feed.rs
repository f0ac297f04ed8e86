//! What is published of the seen world, piece by piece, is what the body has seen: in this process and behind a line.

mod common;

use common::Player;
use common::late::Line;
use skills::chunks::ChunkPos;
use skills::eyes::{Eyes, SectionPos};
use skills::feed::{self, Feed, Published, SECTIONS_PER_CALL_MAX};
use skills::limbs::Cells;
use skills::panorama::SeenCells;
use std::collections::BTreeMap;
use vocab::action::{Heading, Terrain};
use vocab::{Action, BlockPos};
use world::World;

type Shown = BTreeMap<SectionPos, SeenCells>;

/// Takes over what was published; whether there was anything.
fn take(shown: &mut Shown, told: Published) -> bool {
    assert!(told.sections.len() <= SECTIONS_PER_CALL_MAX);
    let more = !told.sections.is_empty();
    shown.extend(told.sections.into_iter().map(|(chunk, section, cells)| ((chunk, section as u8), cells)));
    more
}

/// Everything that the body has seen where the chunks are loaded.
fn seen(eyes: &Eyes, cells: &impl Cells) -> Shown {
    let known = eyes.known_sections().filter_map(|at| {
        let held = cells.section(at.0, usize::from(at.1))?;
        Some((at, eyes.seen_section(at.0, usize::from(at.1), |index| held.cell(index))?))
    });
    known.collect()
}

/// What a body does in these tests: it walks and digs, so that it sees more and changes what it has seen.
fn deeds(feet: BlockPos) -> [Action; 3] {
    let down = feet.offset(0, -3, 0);
    [
        Action::Explore { heading: Heading::East, blocks: 24 },
        Action::GoTo { to: down.offset(30, 0, 0), within: 3, terrain: Terrain::DigAndPlace },
        Action::Explore { heading: Heading::North, blocks: 16 },
    ]
}

fn world() -> World {
    let mut world = World::with_view(3, 4);
    world.set_spawning(false);
    world.clear_mobs();
    world.advance(40);
    world
}

fn same(shown: &Shown, expected: &Shown) {
    assert!(expected.len() > 20, "{}", expected.len());
    for (at, cells) in expected {
        assert_eq!(shown.get(at), Some(cells), "{at:?}");
    }
}

#[test]
fn the_feed_of_the_embedded_world_shows_all_that_the_body_has_seen() {
    let mut player = Player::new(world());
    let mut shown = Shown::new();
    player.world.publish(true);
    let first = player.world.published();
    assert!(first.anew);
    take(&mut shown, first);
    for action in deeds(player.feet()) {
        player.run(action);
        take(&mut shown, player.world.published());
    }
    while take(&mut shown, player.world.published()) {}
    same(&shown, &seen(player.world.eyes(), player.world.grid()));
}

#[test]
fn the_feed_of_a_body_behind_a_line_shows_all_that_it_has_seen() {
    let mut player = Player::behind(world(), Line { latency_ticks: 2, refused_ppm: 0 });
    let mut shown = Shown::new();
    let tell = |player: &mut Player| {
        let centre = ChunkPos::of(player.feet());
        let driven = player.driven().expect("it is behind a line");
        feed::published(&mut driven.mirror.map, &mut driven.eyes, centre)
    };
    let driven = player.driven().expect("it is behind a line");
    feed::publish(&mut driven.mirror.map, &mut driven.eyes, true);
    for action in deeds(player.feet()) {
        player.run(action);
        take(&mut shown, tell(&mut player));
    }
    while take(&mut shown, tell(&mut player)) {}
    let driven = player.driven().expect("it is behind a line");
    same(&shown, &seen(&driven.eyes, &driven.mirror.map));
}

#[test]
fn a_world_whose_sights_are_published_goes_on_as_one_whose_sights_are_not() {
    let mut alike = [world(), world()];
    alike[0].publish(true);
    for world in &mut alike {
        world.advance(100);
    }
    assert_eq!(alike[0].digest(), alike[1].digest());
}
