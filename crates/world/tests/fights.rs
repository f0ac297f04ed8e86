//! Fights with several creatures, and what a shield stops.

mod common;
mod floor;

use common::Player;
use vocab::senses::{BodyEvent, Harm};
use vocab::{Action, Danger, Name};
use world::mobs::Kind;
use world::space::Place;

const NIGHT: u64 = 14_000;
const SPIDER_MILLI: u32 = 16_000;

fn add(player: &mut Player, kind: Kind, dx: i32, dz: i32) -> u64 {
    let at = player.feet().offset(dx, 0, dz);
    player.world.add_mob(kind, Place::on(at)).expect("there is room on the floor")
}

/// Reports all mobs to the body, as the mind would.
fn report(player: &mut Player) {
    let danger = |mob: &world::mobs::Mob| Danger { at: mob.at.block(), explodes: mob.kind == Kind::Creeper };
    let dangers: Vec<Danger> = player.world.mobs().iter().map(danger).collect();
    player.world.beware(&dangers);
}

/// Half hearts that the body loses to these kinds of damage in this many ticks, while the mobs are reported every
/// mind tick.
fn lost(player: &mut Player, ticks: u32, harms: &[Harm]) -> u32 {
    let mut lost = 0;
    for tick in 0..ticks {
        if tick % 4 == 0 {
            report(player);
        }
        player.world.tick();
        for event in player.world.senses().events {
            if let BodyEvent::Hurt { half_hearts, cause, .. } = event
                && harms.contains(&cause)
            {
                lost += u32::from(half_hearts);
            }
        }
    }
    lost
}

/// Whether the body hurts a spider beside it within five seconds, while its action is to attack a skeleton behind
/// a long wall.
fn fights_the_spider(reported: bool) -> bool {
    let mut player = floor::wide(3);
    player.world.skip_to(NIGHT);
    player.give("iron_sword", 1);
    let feet = player.feet();
    for z in -15..=12 {
        for up in 0..4 {
            player.set(feet.offset(6, up, z), "glass");
        }
    }
    add(&mut player, Kind::Skeleton, 9, 0);
    let spider = add(&mut player, Kind::Spider, -1, 0);
    player.begin(Action::Attack { kind: Name::new("skeleton"), near: Place::on(feet.offset(9, 0, 0)).fine() });
    for tick in 0..100 {
        if tick % 4 == 0 && reported {
            report(&mut player);
        }
        player.world.tick();
    }
    player.world.mobs().get(spider).is_none_or(|spider| spider.health_milli < SPIDER_MILLI)
}

#[test]
fn a_reported_creature_in_reach_is_fought_before_a_target_farther_away() {
    assert!(fights_the_spider(true));
    assert!(!fights_the_spider(false), "skills know no creature that the mind did not report");
}

#[test]
fn between_blows_the_body_holds_up_its_shield() {
    let mut floor = floor::wide(2);
    floor.world.skip_to(NIGHT);
    floor.give("stone_sword", 1);
    let fights = |shield: bool| -> u32 {
        let fight = |(dx, dz): (i32, i32)| {
            let mut player = Player::new(floor.world.clone());
            if shield {
                player.give("shield", 1);
            }
            add(&mut player, Kind::Zombie, dx, dz);
            add(&mut player, Kind::Zombie, dx, dz + 1);
            let near = Place::on(player.feet().offset(dx, 0, dz)).fine();
            player.begin(Action::Attack { kind: Name::new("zombie"), near });
            lost(&mut player, 100, &[Harm::Melee])
        };
        [(2, 0), (-2, 0), (3, 1), (0, 2), (1, -3), (-3, -2), (4, 0), (2, -2)].into_iter().map(fight).sum()
    };
    let (with, without) = (fights(true), fights(false));
    assert!(with < without, "{with} half hearts lost with a shield, {without} without");
}

#[test]
fn a_raised_shield_faces_a_creeper_even_if_a_zombie_is_nearer() {
    let mut player = floor::wide(1);
    player.world.skip_to(NIGHT);
    player.give("shield", 1);
    add(&mut player, Kind::Creeper, 3, 0);
    add(&mut player, Kind::Zombie, -2, 0);
    report(&mut player);
    player.begin(Action::Shield { ticks: 80 });
    assert_eq!(lost(&mut player, 80, &[Harm::Explosion]), 0, "the shield stops the explosion");
    assert!(player.world.mobs().iter().all(|mob| mob.kind != Kind::Creeper), "the creeper has exploded");
}
