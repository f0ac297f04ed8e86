//! Each rule as a table: what is nearby, how the body is, and what it does.

mod common;

use common::{BODY, Life, WEAPON, mob, vitals};
use reflex::courage::MODE_TICKS;
use reflex::{Gear, Rule, Urgency};
use vocab::senses::{BodyEvent, GameMode, Harm, Vitals};
use vocab::{Action, ItemId, Name, Tick};

const ARMED: Gear = Gear { weapon: Some(WEAPON), food: None, water_bucket: None, walls: 0, shield: false };
const BARE: Gear = Gear { weapon: None, food: None, water_bucket: None, walls: 0, shield: false };
const FED: Gear =
    Gear { weapon: Some(WEAPON), food: Some(ItemId(2)), water_bucket: Some(ItemId(3)), walls: 0, shield: false };

/// Shows one mob for three ticks and returns the reflex rule, its urgency and the verb of the body's action.
fn check(kind: &str, x: i64, gear: Gear, vitals: Vitals) -> Option<(Rule, Urgency, &'static str)> {
    let mut life = Life::new(gear, vitals);
    let mut act = None;
    for _ in 0..3 {
        act = life.look(&[mob(kind, x, 0)]).act;
    }
    act.map(|act| (act.rule, act.urgency, act.action.verb()))
}

#[test]
fn the_answer_to_a_mob_depends_on_its_kind_and_distance_and_on_weapon_and_health() {
    use Rule::{Creeper, LowHealth, Melee, Ranged};
    use Urgency::{Critical, High};
    for (kind, x, gear, health, expected) in [
        ("creeper", 3_000, ARMED, 20, Some((Creeper, Critical, "flee"))),
        ("creeper", 6_500, ARMED, 20, Some((Creeper, High, "flee"))),
        ("creeper", 8_500, ARMED, 20, None),
        ("zombie", 3_000, ARMED, 20, Some((Melee, Critical, "attack"))),
        ("zombie", 4_500, ARMED, 20, Some((Melee, High, "attack"))),
        ("zombie", 3_000, BARE, 20, Some((Melee, Critical, "flee"))),
        ("zombie", 3_000, ARMED, 7, Some((Melee, Critical, "attack"))),
        ("zombie", 3_000, ARMED, 5, Some((LowHealth, Critical, "flee"))),
        ("zombie", 7_000, ARMED, 20, None),
        ("skeleton", 8_500, ARMED, 20, Some((Ranged, High, "attack"))),
        ("skeleton", 8_500, ARMED, 11, Some((Ranged, High, "flee"))),
        ("skeleton", 5_000, BARE, 20, Some((Ranged, Critical, "flee"))),
        ("skeleton", 16_000, ARMED, 20, None),
        ("cow", 1_000, ARMED, 20, None),
        ("enderman", 3_000, ARMED, 20, None),
        ("modded_beast", 1_000, ARMED, 20, None),
    ] {
        assert_eq!(check(kind, x, gear, vitals(health)), expected, "{kind} at {x}, {health} half hearts");
    }
}

/// A creeper follows a body that it sees within 16 blocks, so a body that stops running before that meets it again.
#[test]
fn a_body_keeps_fleeing_from_a_creeper_until_the_creeper_has_lost_it() {
    let mut life = Life::new(ARMED, vitals(20));
    let mut flees = |distance: i64| {
        let step = life.look(&[mob("creeper", distance, 0)]);
        !step.held && step.act.is_some_and(|act| act.action.verb() == "flee")
    };
    assert!((0..3).map(|_| flees(6_000)).last().unwrap());
    for distance in (6_000..18_000).step_by(1_000) {
        assert!(flees(distance), "at {distance}");
    }
    assert!(!flees(18_500));
}

#[test]
fn lava_fire_suffocation_drowning_falling_and_hunger_each_have_their_answer() {
    use Rule::{Drowning, Falling, Fire, Lava, LowHealth, Suffocation};
    let healthy = vitals(20);
    for (state, gear, expected) in [
        (Vitals { in_lava: true, on_fire: true, ..healthy }, ARMED, Some((Lava, "flee"))),
        (Vitals { on_fire: true, ..healthy }, ARMED, Some((Fire, "flee"))),
        (Vitals { on_fire: true, in_water: true, ..healthy }, ARMED, None),
        (Vitals { suffocating: true, ..healthy }, ARMED, Some((Suffocation, "dig"))),
        (Vitals { in_water: true, air: 119, ..healthy }, ARMED, Some((Drowning, "go_to"))),
        (Vitals { in_water: true, air: 200, ..healthy }, ARMED, None),
        (Vitals { falling: 3_500, ..healthy }, ARMED, Some((Falling, "wait"))),
        (Vitals { falling: 3_500, ..healthy }, FED, Some((Falling, "use"))),
        (Vitals { falling: 2_900, ..healthy }, FED, None),
        (Vitals { health: 5, food: 10, ..healthy }, FED, Some((LowHealth, "eat"))),
        (Vitals { health: 5, food: 20, ..healthy }, FED, None),
        (Vitals { health: 5, food: 10, ..healthy }, ARMED, None),
        (Vitals { in_lava: true, mode: GameMode::Creative, ..healthy }, ARMED, None),
        (Vitals { in_lava: true, health: 0, ..healthy }, ARMED, None),
    ] {
        let act = Life::new(gear, state).look(&[]).act;
        assert_eq!(act.map(|act| (act.rule, act.action.verb())), expected, "{state:?}");
    }
}

#[test]
fn of_several_dangers_lava_is_answered_first() {
    let mut life = Life::new(ARMED, Vitals { in_lava: true, suffocating: true, ..vitals(20) });
    let act = life.look(&[mob("creeper", 2_000, 0)]).act.unwrap();
    assert_eq!(act.rule, Rule::Lava);
}

#[test]
fn an_armed_body_fights_three_zombies_and_flees_from_four() {
    let crowd: Vec<_> = (0..4).map(|i| mob("zombie", 3_000, i * 900 - 1_500)).collect();
    let mut life = Life::new(ARMED, vitals(20));
    life.look(&crowd[..3]);
    assert_eq!(life.look(&crowd[..3]).act.unwrap().action.verb(), "attack");
    // The decision to fight is kept for `MODE_TICKS`.
    for _ in 0..MODE_TICKS / 4 {
        life.look(&crowd);
    }
    assert_eq!(life.look(&crowd).act.unwrap().action.verb(), "flee");
}

#[test]
fn a_body_with_unknown_health_flees_like_a_weak_one() {
    let mut life = Life::new(ARMED, vitals(20));
    life.vitals = None;
    assert_eq!(life.look(&[mob("zombie", 3_000, 0)]).act.unwrap().action.verb(), "flee");
}

#[test]
fn a_skeleton_behind_a_wall_is_no_danger_yet() {
    let mut life = Life::new(ARMED, vitals(20));
    let hidden = belief::Detection { sight: belief::Sight::Occluded, ..mob("skeleton", 9_000, 0) };
    for _ in 0..5 {
        assert_eq!(life.look(&[hidden]).act, None);
    }
}

/// Shows one mob for three ticks, in a tunnel or in the open, with or without blocks to wall in, and returns the verb
/// of the body's action.
fn answer((kind, x): (&str, i64), gear: Gear, health: u8, (sky_light, open_sides): (u8, u8)) -> &'static str {
    let mut life = Life::new(gear, vitals(health));
    (life.around.sky_light, life.around.open_sides) = (sky_light, open_sides);
    let mut step = reflex::ReflexTick::default();
    for _ in 0..3 {
        step = life.look(&[mob(kind, x, 0)]);
    }
    step.act.map_or("nothing", |act| act.action.verb())
}

#[test]
fn fight_flee_or_hide_depends_on_place_blocks_and_health() {
    let walls = |gear: Gear| Gear { walls: 20, ..gear };
    let shield = |gear: Gear| Gear { shield: true, ..gear };
    for (kind, x, gear, health, sky, sides, expected) in [
        ("zombie", 3_000, ARMED, 6, 15, 9, "flee"),
        ("zombie", 3_000, walls(ARMED), 6, 15, 9, "flee"),
        ("zombie", 3_000, walls(ARMED), 6, 15, 5, "wall_in"),
        ("zombie", 1_500, walls(ARMED), 6, 15, 5, "flee"),
        ("zombie", 3_000, walls(ARMED), 5, 0, 9, "wall_in"),
        ("zombie", 3_000, ARMED, 5, 0, 9, "attack"),
        ("zombie", 3_000, BARE, 15, 0, 9, "attack"),
        ("creeper", 5_000, walls(ARMED), 20, 0, 9, "wall_in"),
        ("creeper", 3_000, walls(ARMED), 20, 0, 9, "wall_in"),
        ("creeper", 3_000, ARMED, 20, 0, 9, "flee"),
        ("zombie", 1_500, ARMED, 5, 0, 0, "nothing"),
        ("creeper", 1_500, ARMED, 5, 15, 0, "nothing"),
        ("zombie", 1_000, walls(ARMED), 5, 0, 0, "attack"), // the zombie is inside the walls
        ("zombie", 1_500, walls(ARMED), 5, 0, 4, "attack"), // the zombie is in the cell that a wall would fill
        ("creeper", 1_500, walls(ARMED), 20, 0, 4, "flee"),
        ("skeleton", 8_500, walls(ARMED), 20, 0, 9, "wall_in"), // an attack across a cave costs too much health
        ("skeleton", 7_500, walls(ARMED), 20, 0, 9, "attack"),
        ("skeleton", 8_500, ARMED, 20, 0, 9, "attack"),
        ("zombie", 3_000, walls(ARMED), 9, 0, 9, "wall_in"), // the body can close its tunnel
        ("zombie", 3_000, walls(ARMED), 10, 0, 9, "attack"),
        ("creeper", 4_000, shield(walls(ARMED)), 20, 0, 9, "shield"),
        ("creeper", 4_000, shield(BARE), 5, 15, 9, "shield"),
        ("creeper", 5_000, shield(ARMED), 20, 15, 9, "flee"),
        ("zombie", 3_000, shield(ARMED), 20, 15, 9, "attack"),
    ] {
        assert_eq!(
            answer((kind, x), gear, health, (sky, sides)),
            expected,
            "{kind} at {x}, {health}, sky {sky}, open {sides}"
        );
    }
}

#[test]
fn a_body_that_cannot_run_hides_if_it_has_blocks_and_fights_otherwise() {
    for (walls, expected) in [(0, "attack"), (20, "wall_in")] {
        let mut life = Life::new(Gear { walls, ..BARE }, vitals(10));
        assert_eq!(life.look(&[mob("zombie", 3_000, 0)]).act.unwrap().action.verb(), "flee");
        for _ in 0..MODE_TICKS / 4 {
            life.reflex.failed(&Action::Flee { from: BODY, blocks: 18 }, Tick(life.t * 4));
            life.look(&[mob("zombie", 3_000, 0)]);
        }
        let verb = life.look(&[mob("zombie", 3_000, 0)]).act.unwrap().action.verb();
        assert_eq!(verb, expected, "with {walls} blocks");
    }
}

#[test]
fn a_walled_in_body_waits_for_a_bounded_time_while_a_mob_is_outside() {
    for (health, waits_outside, ticks_max) in [(20, true, 400), (20, false, 400), (5, true, 6_400), (5, false, 400)] {
        let mut life = Life::new(BARE, vitals(health));
        life.look(&[mob("zombie", 3_000, 0)]);
        life.around.open_sides = 0;
        let mut ticks = 0;
        while life.reflex.window().is_some() {
            let outside = if waits_outside { vec![mob("zombie", 3_000, 0)] } else { vec![] };
            let act = life.look(&outside).act;
            assert!(act.is_none_or(|act| act.action.verb() == "wait"));
            ticks += 4;
            assert!(ticks <= ticks_max, "the wait is bounded");
        }
        let long = if health <= 6 { 5_000 } else { 200 };
        assert_eq!(ticks > long, waits_outside, "{ticks} with {health}");
    }
}

#[test]
fn a_badly_hurt_body_eats_once_it_is_walled_in_even_with_a_mob_outside() {
    let outside = [mob("skeleton", 4_000, 0), mob("creeper", 2_500, 0)];
    for (open_sides, expected) in [(0, "eat"), (1, "wall_in")] {
        let mut life = Life::new(Gear { walls: 20, ..FED }, Vitals { food: 17, ..vitals(5) });
        (life.around.sky_light, life.around.open_sides) = (0, 1);
        life.look(&outside);
        life.around.open_sides = open_sides;
        life.look(&outside);
        assert_eq!(life.look(&outside).act.unwrap().action.verb(), expected, "{open_sides} sides open");
    }
}

#[test]
fn a_body_that_waited_too_long_for_a_creeper_to_leave_digs_away_from_it() {
    for (waits, to) in [
        (vec![("zombie", 3_000, 0)], None),
        (vec![("creeper", 3_000, 0)], Some((-7, 0))),
        (vec![("creeper", 3_000, 0), ("creeper", -3_000, 2_000)], Some((0, -7))),
        (vec![("zombie", -3_000, 0), ("creeper", 0, 2_500)], Some((0, -7))),
    ] {
        let waits: Vec<_> = waits.into_iter().map(|(kind, x, z)| mob(kind, x, z)).collect();
        let mut life = Life::new(Gear { walls: 20, ..ARMED }, vitals(20));
        life.look(&waits);
        life.around.open_sides = 0;
        let mut tunnels = vec![];
        while life.reflex.window().is_some() {
            if let Some(Action::GoTo { to, .. }) = life.look(&waits).act.map(|act| act.action) {
                tunnels.push((to.x - BODY.block().x, to.z - BODY.block().z));
            }
            assert!(life.t < 400, "digging is bounded");
        }
        tunnels.dedup();
        assert_eq!(tunnels, to.into_iter().collect::<Vec<_>>());
    }
}

#[test]
fn a_creeper_that_never_leaves_is_ignored_after_three_stays_until_it_is_close() {
    let waits = [mob("creeper", 5_500, 0)];
    let mut life = Life::new(Gear { walls: 20, ..ARMED }, vitals(20));
    life.around.sky_light = 15;
    let mut stays = 0;
    // The walls are opened, the creeper is outside, and the walls are closed again, several times.
    loop {
        life.around.open_sides = 1;
        life.look(&waits);
        if life.look(&waits).act.is_none() {
            break;
        }
        life.around.open_sides = 0;
        while life.reflex.window().is_some() {
            life.look(&waits);
        }
        stays += 1;
        assert!(stays <= 3, "sieges are bounded");
    }
    assert_eq!(stays, 3, "two stays in a row may be chance");
    let lit = [mob("creeper", 3_000, 0)];
    assert_eq!(life.look(&lit).act.map(|act| act.rule), Some(Rule::Creeper), "a creeper with a lit fuse always counts");
}

#[test]
fn a_spider_inside_the_walls_is_fought_before_a_creeper_once_hiding_or_running_has_failed() {
    let inside = [mob("spider", 300, 0), mob("creeper", 2_000, 0)];
    for failed in [Action::WallIn { from: BODY }, Action::Flee { from: BODY, blocks: 18 }] {
        let mut life = Life::new(Gear { walls: 20, ..ARMED }, vitals(20));
        life.around.open_sides = 1;
        life.look(&inside);
        assert_eq!(life.look(&inside).act.unwrap().rule, Rule::Creeper, "before hiding or running has failed");
        life.reflex.failed(&failed, Tick(life.t * 4));
        let act = life.look(&inside).act.unwrap();
        assert_eq!((act.rule, act.action.verb()), (Rule::Melee, "attack"), "after {}", failed.verb());
    }
}

#[test]
fn a_creeper_is_answered_before_a_nearer_zombie() {
    let mut life = Life::new(ARMED, vitals(20));
    let both = [mob("zombie", 2_000, 0), mob("creeper", 4_000, 0)];
    life.look(&both);
    assert_eq!(life.look(&both).act.unwrap().rule, Rule::Creeper);
}

#[test]
fn a_tunnel_is_closed_when_a_zombie_is_behind_the_next_block() {
    let hidden = belief::Detection { sight: belief::Sight::Occluded, ..mob("zombie", 3_000, 0) };
    for (walls, open_sides, expected) in [(20, 2, Some("wall_in")), (2, 2, None), (20, 9, None)] {
        let mut life = Life::new(Gear { walls, ..ARMED }, vitals(20));
        (life.around.sky_light, life.around.open_sides) = (0, open_sides);
        life.look(&[hidden]);
        let verb = life.look(&[hidden]).act.map(|act| act.action.verb());
        assert_eq!(verb, expected, "{walls} blocks, {open_sides} open sides");
    }
}

#[test]
fn after_an_attack_failed_the_body_walls_in_and_after_that_failed_too_it_flees() {
    let zombie = [mob("zombie", 3_000, 0)];
    let strike = Action::Attack { kind: Name::new("zombie"), near: BODY };
    let mut life = Life::new(Gear { walls: 20, ..ARMED }, vitals(20));
    (life.around.sky_light, life.around.open_sides) = (0, 6);
    life.look(&zombie);
    assert_eq!(life.look(&zombie).act.unwrap().action.verb(), "attack");
    for _ in 0..=MODE_TICKS / 4 {
        life.reflex.failed(&strike, Tick(life.t * 4));
        life.look(&zombie);
    }
    assert_eq!(life.look(&zombie).act.unwrap().action.verb(), "wall_in");
    for _ in 0..=MODE_TICKS / 4 {
        life.reflex.failed(&strike, Tick(life.t * 4));
        life.reflex.failed(&Action::WallIn { from: BODY }, Tick(life.t * 4));
        life.look(&zombie);
    }
    assert_eq!(life.look(&zombie).act.unwrap().action.verb(), "flee");
}

#[test]
fn a_skeleton_far_away_counts_once_its_arrow_has_hit() {
    let mut life = Life::new(ARMED, vitals(20));
    for _ in 0..3 {
        assert_eq!(life.look(&[mob("skeleton", 14_000, 0)]).act, None);
    }
    life.events = vec![BodyEvent::Hurt { half_hearts: 3, cause: Harm::Arrow, from: None }];
    assert_eq!(life.look(&[mob("skeleton", 14_000, 0)]).act.unwrap().rule, Rule::Ranged);
}

#[test]
fn a_shield_is_held_up_for_a_bounded_time_and_even_with_a_spider_inside() {
    let both = [mob("spider", 300, 0), mob("creeper", 3_000, 0)];
    let mut life = Life::new(Gear { shield: true, ..ARMED }, vitals(20));
    life.look(&both);
    assert_eq!(life.look(&both).act.unwrap().action.verb(), "shield", "an explosion is worse than a bite");
    let creeper = [both[1]];
    let mut ticks = 0;
    while life.look(&creeper).act.unwrap().action.verb() == "shield" {
        ticks += 4;
        assert!(ticks <= 200, "a creeper that never comes does not hold the body for ever");
    }
    assert!(ticks >= 60, "longer than a fuse: {ticks}");
}

#[test]
fn every_stay_behind_walls_is_a_full_one() {
    let outside = [mob("zombie", 3_000, 0)];
    let mut life = Life::new(Gear { walls: 20, ..BARE }, vitals(20));
    // Before the siege the body flees for a long time, and the same reflex stays in control.
    for _ in 0..100 {
        life.look(&outside);
    }
    life.around.open_sides = 0;
    let mut ticks = 0;
    while life.reflex.window().is_some() {
        life.look(&outside);
        ticks += 4;
    }
    assert!((200..=400).contains(&ticks), "{ticks}");
}

#[test]
fn a_body_that_can_close_its_tunnel_never_fights_two_mobs() {
    let scenes: [(&[(&str, i64)], &str); 4] = [
        (&[("zombie", 4_000)], "attack"),
        (&[("zombie", 4_000), ("spider", 7_000)], "wall_in"),
        (&[("zombie", 4_000), ("skeleton", 13_000)], "wall_in"),
        (&[("zombie", 4_000), ("skeleton", 16_000)], "attack"),
    ];
    for (mobs, expected) in scenes {
        let mobs: Vec<_> = mobs.iter().map(|(kind, x)| mob(kind, *x, 0)).collect();
        let mut life = Life::new(Gear { walls: 20, ..ARMED }, vitals(20));
        (life.around.sky_light, life.around.open_sides) = (0, 5);
        life.look(&mobs);
        assert_eq!(life.look(&mobs).act.unwrap().action.verb(), expected, "{mobs:?}");
    }
}

#[test]
fn a_body_that_hops_out_of_lava_goes_on_swimming_whatever_is_near() {
    let zombie = [mob("zombie", 3_000, 0)];
    let mut life = Life::new(ARMED, Vitals { in_lava: true, on_fire: true, ..vitals(5) });
    life.look(&zombie);
    assert_eq!(life.look(&zombie).act.unwrap().rule, Rule::Lava);
    life.vitals = Some(Vitals { on_fire: true, ..vitals(5) });
    for _ in 0..4 {
        assert_eq!(life.look(&zombie).act.unwrap().rule, Rule::Lava, "in the air above the lava");
    }
    for _ in 0..4 {
        life.look(&zombie);
    }
    assert_ne!(life.look(&zombie).act.unwrap().rule, Rule::Lava, "it is out");
}

#[test]
fn a_creeper_that_stays_beside_a_shield_without_exploding_is_walled_out_and_not_fled_from() {
    let creeper = [mob("creeper", 1_500, 0)];
    let mut life = Life::new(Gear { shield: true, walls: 20, ..ARMED }, vitals(20));
    (life.around.sky_light, life.around.open_sides) = (0, 2);
    let mut verbs = Vec::new();
    for _ in 0..60 {
        verbs.extend(life.look(&creeper).act.map(|act| act.action.verb()));
    }
    verbs.dedup();
    assert_eq!(verbs, ["shield", "wall_in"], "it does not see the body, and running would show it");
}

#[test]
fn a_fight_that_has_begun_goes_on_when_the_mob_steps_in_and_out_of_the_walls() {
    let mut life = Life::new(Gear { walls: 20, ..ARMED }, vitals(20));
    (life.around.sky_light, life.around.open_sides) = (0, 5);
    let spider = |step: i64| [mob("spider", if step % 2 == 0 { 1_100 } else { 1_500 }, 0)];
    life.look(&spider(0));
    let verbs: Vec<&str> = (0..8)
        .map(|step| {
            // Its bites cost the health with which a fight in a tunnel would be begun.
            life.vitals = Some(vitals(20 - 2 * step as u8));
            life.look(&spider(step)).act.unwrap().action.verb()
        })
        .collect();
    assert_eq!(verbs[..5], ["attack"; 5], "five looks are 20 ticks, and a decision stands for 24");
}
