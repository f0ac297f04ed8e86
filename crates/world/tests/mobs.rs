//! Mobs behave as in the game: how they spawn, hunt, are stopped and die.

mod common;
mod floor;

use common::{Player, block, item};
use vocab::BlockPos;
use vocab::senses::{BodyEvent, Harm};
use world::World;
use world::mobs::{HOSTILE_CAP, Kind, hostile_cap};
use world::physics::{Solid, fits};
use world::space::{MICRO, Place};

const NIGHT: u64 = 14_000;
const NOON: u64 = 6_000;

fn add(player: &mut Player, kind: Kind, dx: i32, dz: i32) -> u64 {
    let at = player.feet().offset(dx, 0, dz);
    player.world.add_mob(kind, Place::on(at)).expect("there is room on the floor")
}

fn hurt_by(player: &mut Player, ticks: u32) -> Option<(u32, Harm, u8)> {
    for tick in 1..=ticks {
        player.world.tick();
        for event in player.world.senses().events {
            if let BodyEvent::Hurt { cause, half_hearts, .. } = event {
                return Some((tick, cause, half_hearts));
            }
        }
    }
    None
}

#[test]
fn wiki_a_creeper_near_the_body_explodes_after_30_ticks_and_kills_it() {
    let mut player = floor::wide(1);
    player.world.skip_to(NIGHT);
    add(&mut player, Kind::Creeper, 2, 0);
    let floor = player.feet().offset(1, -1, 0);
    let (tick, cause, _) = hurt_by(&mut player, 100).expect("the creeper goes off");
    assert_eq!(cause, Harm::Explosion);
    assert!((30..=42).contains(&tick), "after {tick} ticks: a thought and a fuse of 30");
    assert_eq!(player.world.mobs().hostile(), 0, "it is gone with its explosion");
    assert_ne!(player.world.grid().block(floor), Some(block("stone")), "the floor has a hole");
    assert!(player.world.senses().vitals.is_none_or(|vitals| vitals.health == 0), "43 half hearts kill");
}

#[test]
fn a_creeper_behind_a_wall_does_not_light_its_fuse() {
    let mut player = floor::wide(1);
    player.world.skip_to(NIGHT);
    let feet = player.feet();
    for (dx, dz) in [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)] {
        for up in 0..3 {
            player.set(feet.offset(dx, up, dz), "stone");
        }
    }
    player.set(feet.offset(0, 2, 0), "stone");
    add(&mut player, Kind::Creeper, 2, 0);
    assert_eq!(hurt_by(&mut player, 400), None);
    assert_eq!(player.world.mobs().hostile(), 1);
}

#[test]
fn wiki_a_zombie_hits_for_3_and_walks_around_a_wall() {
    let mut player = floor::wide(2);
    player.world.skip_to(NIGHT);
    let feet = player.feet();
    // Mobs jump over a wall of one block; they must walk around one of three. A window lets the zombie see the body.
    for dz in -3..=3 {
        for up in 0..3 {
            if (dz, up) != (0, 1) {
                player.set(feet.offset(4, up, dz), "stone");
            }
        }
    }
    add(&mut player, Kind::Zombie, 7, 0);
    let (_, cause, half_hearts) = hurt_by(&mut player, 600).expect("the zombie arrives");
    assert_eq!((cause, half_hearts), (Harm::Melee, 3));
}

#[test]
fn a_skeleton_shoots_when_it_sees_the_body_and_not_through_walls() {
    let mut player = floor::wide(3);
    player.world.skip_to(NIGHT);
    add(&mut player, Kind::Skeleton, 8, 0);
    let (_, cause, _) = hurt_by(&mut player, 400).expect("an arrow hits");
    assert_eq!(cause, Harm::Arrow);

    let mut player = floor::wide(3);
    player.world.skip_to(NIGHT);
    let feet = player.feet();
    for dx in -2..=2 {
        for dz in -2i32..=2 {
            for up in 0..4 {
                if dx == 2 || dx == -2 || dz.abs() == 2 || up == 3 {
                    player.set(feet.offset(dx, up, dz), "stone");
                }
            }
        }
    }
    add(&mut player, Kind::Skeleton, 8, 0);
    assert_eq!(hurt_by(&mut player, 400), None);
}

#[test]
fn a_spider_does_not_attack_by_day_until_it_is_hit() {
    let mut player = floor::wide(4);
    player.world.skip_to(NOON);
    let spider = add(&mut player, Kind::Spider, 3, 0);
    assert_eq!(hurt_by(&mut player, 200), None);
    let here = player.at();
    assert!(player.world.hit_mob(spider, 1_000, here));
    assert_eq!(hurt_by(&mut player, 200).map(|(_, cause, _)| cause), Some(Harm::Melee));
}

#[test]
fn zombies_and_skeletons_burn_by_day_but_not_under_a_roof() {
    for (kind, roofed, alive) in [
        (Kind::Zombie, false, false),
        (Kind::Skeleton, false, false),
        (Kind::Creeper, false, true),
        (Kind::Zombie, true, true),
    ] {
        let mut player = floor::wide(5);
        player.world.skip_to(NOON - 5_000);
        let feet = player.feet();
        let pen = feet.offset(10, 0, 10);
        for dx in -2i32..=2 {
            for dz in -2i32..=2 {
                for up in 0..4 {
                    if dx.abs() == 2 || dz.abs() == 2 || (roofed && up == 3) {
                        player.set(pen.offset(dx, up, dz), "stone");
                    }
                }
            }
        }
        let id = player.world.add_mob(kind, Place::on(pen)).unwrap();
        player.world.advance(800);
        assert_eq!(player.world.mobs().get(id).is_some(), alive, "{kind:?} roofed {roofed}");
    }
}

#[test]
fn animals_wander_run_away_when_hit_and_drop_food() {
    for (kind, food) in
        [(Kind::Cow, "beef"), (Kind::Pig, "porkchop"), (Kind::Sheep, "mutton"), (Kind::Chicken, "chicken")]
    {
        let mut player = floor::wide(6);
        let id = add(&mut player, kind, 5, 5);
        let start = player.world.mobs().get(id).unwrap().at;
        player.world.advance(600);
        let later = player.world.mobs().get(id).map(|mob| mob.at);
        assert!(later.is_some_and(|at| at.distance(start) > MICRO), "{kind:?} wandered");
        let here = player.at();
        let before = later.unwrap().distance(here);
        player.world.hit_mob(id, 1_000, here);
        player.world.advance(40);
        assert!(player.world.mobs().get(id).unwrap().at.distance(here) > before, "{kind:?} ran");
        for _ in 0..10 {
            player.world.hit_mob(id, 4_000, here);
            player.world.advance(11);
        }
        assert!(player.world.mobs().get(id).is_none());
        assert!(player.world.drops().iter().any(|drop| drop.stack.item == item(food)), "{kind:?} leaves {food}");
    }
}

#[test]
fn a_mob_takes_fall_damage_from_four_blocks_on() {
    for (height, lost) in [(3, 0), (4, 1_000), (8, 5_000)] {
        let mut player = floor::wide(7);
        let at = player.feet().offset(4, height, 4);
        let id = player.world.add_mob(Kind::Pig, Place::on(at)).unwrap();
        player.world.advance(40);
        assert_eq!(player.world.mobs().get(id).unwrap().health_milli, 10_000 - lost, "{height} blocks");
    }
}

#[test]
fn a_mob_behind_a_wall_is_reported_as_occluded() {
    use belief::evidence::Sight;
    let mut player = floor::wide(8);
    player.world.skip_to(NOON);
    add(&mut player, Kind::Cow, 6, 0);
    assert_eq!(player.world.detections()[0].sight, Sight::Visible);
    for dz in -3..=3 {
        for up in 0..4 {
            let at = player.feet().offset(3, up, dz);
            player.set(at, "stone");
        }
    }
    let seen = player.world.detections();
    assert_eq!((seen[0].sight, seen[0].kind.as_str()), (Sight::Occluded, "cow"));
    assert!(seen[0].engine_id.is_some());
    assert_eq!(player.world.nearest_entities(10, 4), seen);
    assert!(player.world.nearest_entities(2, 4).is_empty());
    for (blocks, told) in [(60, 2), (70, 1)] {
        player.world.clear_mobs();
        add(&mut player, Kind::Cow, 6, 0);
        let above = Place::on(player.feet().offset(0, blocks, 0));
        player.world.add_mob(Kind::Chicken, above);
        assert_eq!(player.world.detections().len(), told, "{blocks} blocks above");
    }
}

/// Checks the rules that hold for all mobs at all times in a natural world.
fn check_natural(world: &World, hostile_before: usize, spawned_before: &mut u64) {
    let body = world.body().at();
    let chunks = world.grid().loaded().len();
    // When chunks are unloaded the mob cap shrinks; existing mobs stay, but no new ones spawn.
    assert!(
        world.mobs().hostile() <= hostile_cap(chunks).max(hostile_before),
        "{} hostile mobs",
        world.mobs().hostile()
    );
    for mob in world.mobs().iter() {
        // An unloaded cell does not count as solid here; mobs at the border just cannot walk into it.
        let solid = |at: BlockPos| world.grid().cell(at).map_or(Solid::Open, |cell| Solid::of(Some(cell)));
        assert!(fits(solid, mob.at, mob.size()), "{mob:?} is inside a block");
        let far = mob.at.distance(body);
        if mob.id > *spawned_before && mob.kind.hostile() {
            assert!(far >= 22 * MICRO, "{:?} came {far} from the body", mob.kind);
            let (_, torches) = world.light(mob.at.block());
            assert_eq!(torches, 0, "{:?} came in light", mob.kind);
        }
        assert!(!mob.kind.hostile() || far <= 132 * MICRO, "{:?} is {far} away", mob.kind);
    }
    *spawned_before = world.mobs().iter().map(|mob| mob.id).max().unwrap_or(0).max(*spawned_before);
}

#[test]
fn wiki_hostile_mobs_spawn_in_the_dark_beyond_24_blocks_within_the_cap_and_never_inside_blocks() {
    assert_eq!(HOSTILE_CAP, 70);
    for seed in [11, 12] {
        let mut world = World::with_view(seed, 5);
        world.skip_to(NIGHT);
        let mut newest = world.mobs().iter().map(|mob| mob.id).max().unwrap_or(0);
        let mut most = 0;
        for _ in 0..3_000 {
            let hostile_before = world.mobs().hostile();
            world.tick();
            check_natural(&world, hostile_before, &mut newest);
            most = most.max(world.mobs().hostile());
        }
        assert!(most >= 5, "only {most} hostile mobs in a whole night");
    }
}

#[test]
fn nothing_spawns_while_spawning_is_off() {
    let mut world = World::with_view(13, 4);
    world.set_spawning(false);
    world.clear_mobs();
    world.skip_to(NIGHT);
    world.advance(1_000);
    assert_eq!(world.mobs().iter().len(), 0);
}

#[test]
fn wiki_a_mob_forgets_a_body_out_of_sight_for_three_seconds() {
    let mut player = floor::wide(1);
    player.world.skip_to(NIGHT);
    let zombie = add(&mut player, Kind::Zombie, 8, 0);
    player.world.advance(20);
    let chasing = |player: &Player| player.world.mobs().get(zombie).unwrap().chasing;
    assert!(chasing(&player), "it sees the body over an open floor");
    let feet = player.feet();
    for (dx, dz) in [(-1, 0), (0, -1), (0, 1), (1, 0)] {
        for up in 0..2 {
            player.set(feet.offset(dx, up, dz), "stone");
        }
    }
    player.set(feet.offset(0, 2, 0), "stone");
    player.world.advance(40);
    assert!(chasing(&player), "it remembers for a while");
    player.world.advance(60);
    assert!(!chasing(&player), "and then forgets");
}
