//! Beds: what prevents sleep, what wakes a sleeper, and where a body respawns.

mod common;

use common::{Player, item};
use vocab::Action;
use vocab::outcome::{End, Failure, Refusal};
use world::mobs::Kind;
use world::space::Place;

#[test]
fn a_body_respawns_at_its_last_bed_while_the_bed_exists() {
    for stands in [true, false] {
        let mut player = Player::on_a_floor(1);
        player.give("red_bed", 1);
        let bed = player.feet().offset(3, 0, 0);
        player.must(Action::Place { item: item("red_bed"), at: bed });
        player.world.skip_to(14_000);
        player.must(Action::Sleep { bed });
        if !stands {
            player.must(Action::Dig { at: bed });
        }
        player.world.hurt_body(20_000, vocab::senses::Harm::Void, None);
        player.world.advance(25);
        assert!(player.world.body().is_alive());
        assert_eq!(player.feet().distance_squared(bed) <= 9, stands, "{}", player.feet());
    }
}

#[test]
fn a_monster_near_the_bed_prevents_sleep() {
    let mut player = Player::on_a_floor(1);
    player.give("red_bed", 1);
    let bed = player.feet().offset(3, 0, 0);
    player.must(Action::Place { item: item("red_bed"), at: bed });
    player.world.skip_to(14_000);
    player.world.add_mob(Kind::Zombie, Place::on(bed.offset(6, 0, 0))).unwrap();
    assert_eq!(player.end(Action::Sleep { bed }), End::Refused(Refusal::CannotSleep));
}

#[test]
fn a_blow_wakes_a_sleeper() {
    let mut player = Player::on_a_floor(1);
    player.give("red_bed", 1);
    let bed = player.feet().offset(3, 0, 0);
    player.must(Action::Place { item: item("red_bed"), at: bed });
    player.world.skip_to(14_000);
    player.begin(Action::Sleep { bed });
    player.world.advance(20);
    assert!(player.world.body().asleep.is_some());
    player.world.hurt_body(1_000, vocab::senses::Harm::Melee, None);
    player.world.advance(1);
    let ends: Vec<End> = player.world.outcomes().into_iter().map(|outcome| outcome.end).collect();
    assert_eq!(ends, [End::Failed(Failure::Interrupted)]);
    assert!(player.world.senses().events.contains(&vocab::senses::BodyEvent::WokeUp));
    assert!(player.world.time_of_day() > 14_000, "the night goes on");
}
