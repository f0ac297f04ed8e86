//! Each rule as a table: what is around, how the body is, what it does.

mod common;

use common::{BODY, Life, WEAPON, mob, vitals};
use reflex::courage::MODE_TICKS;
use reflex::{Gear, Rule, Urgency};
use vocab::senses::{BodyEvent, GameMode, Harm, Vitals};
use vocab::{Action, ItemId, Tick};

const ARMED: Gear = Gear { weapon: Some(WEAPON), food: None, water_bucket: None, walls: 0 };
const BARE: Gear = Gear { weapon: None, food: None, water_bucket: None, walls: 0 };
const FED: Gear = Gear { weapon: Some(WEAPON), food: Some(ItemId(2)), water_bucket: Some(ItemId(3)), walls: 0 };

/// Looks at one mob for three ticks and says what the body then does.
fn check(kind: &str, x: i64, gear: Gear, vitals: Vitals) -> Option<(Rule, Urgency, &'static str)> {
    let mut life = Life::new(gear, vitals);
    let mut act = None;
    for _ in 0..3 {
        act = life.look(&[mob(kind, x, 0)]).act;
    }
    act.map(|act| (act.rule, act.urgency, act.action.verb()))
}

#[test]
fn hostile_things_by_kind_distance_arms_and_health() {
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

#[test]
fn the_body_itself_in_danger() {
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
fn what_kills_soonest_comes_first() {
    let mut life = Life::new(ARMED, Vitals { in_lava: true, suffocating: true, ..vitals(20) });
    let act = life.look(&[mob("creeper", 2_000, 0)]).act.unwrap();
    assert_eq!(act.rule, Rule::Lava);
}

#[test]
fn four_are_too_many_to_fight() {
    let crowd: Vec<_> = (0..4).map(|i| mob("zombie", 3_000, i * 900 - 1_500)).collect();
    let mut life = Life::new(ARMED, vitals(20));
    life.look(&crowd[..3]);
    assert_eq!(life.look(&crowd[..3]).act.unwrap().action.verb(), "attack");
    // What was decided stands for a moment.
    for _ in 0..MODE_TICKS / 4 {
        life.look(&crowd);
    }
    assert_eq!(life.look(&crowd).act.unwrap().action.verb(), "flee");
}

#[test]
fn missing_vitals_are_taken_for_weakness() {
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

/// Looks at one mob for three ticks in a tunnel or on the field, with or without blocks to wall in with, and says the answer.
fn answer(kind: &str, x: i64, gear: Gear, health: u8, sky_light: u8, open_sides: u8) -> &'static str {
    let mut life = Life::new(gear, vitals(health));
    (life.around.sky_light, life.around.open_sides) = (sky_light, open_sides);
    let mut step = reflex::Step::default();
    for _ in 0..3 {
        step = life.look(&[mob(kind, x, 0)]);
    }
    step.act.map_or("nothing", |act| act.action.verb())
}

#[test]
fn fight_flee_or_hide_by_place_walls_and_health() {
    let walls = |gear: Gear| Gear { walls: 20, ..gear };
    for (kind, x, gear, health, sky, sides, expected) in [
        ("zombie", 3_000, ARMED, 6, 15, 9, "flee"),
        ("zombie", 3_000, walls(ARMED), 6, 15, 9, "flee"),
        ("zombie", 3_000, walls(ARMED), 6, 15, 5, "wall_in"),
        ("zombie", 1_500, walls(ARMED), 6, 15, 5, "flee"),
        ("zombie", 3_000, walls(ARMED), 5, 0, 9, "wall_in"),
        ("zombie", 3_000, ARMED, 5, 0, 9, "attack"),
        ("zombie", 3_000, BARE, 15, 0, 9, "attack"),
        ("skeleton", 8_000, ARMED, 12, 0, 9, "attack"),
        ("skeleton", 8_000, ARMED, 5, 0, 9, "flee"), // two arrows before the first blow
        ("skeleton", 3_000, ARMED, 5, 0, 9, "attack"),
        ("creeper", 5_000, walls(ARMED), 20, 0, 9, "wall_in"),
        ("creeper", 3_000, walls(ARMED), 20, 0, 9, "flee"), // nine blocks take longer than a fuse
        ("creeper", 3_000, walls(ARMED), 20, 0, 4, "wall_in"),
        ("zombie", 1_500, walls(ARMED), 5, 0, 9, "attack"), // and longer than a blow
        ("creeper", 3_000, ARMED, 20, 0, 9, "flee"),
        ("zombie", 1_500, ARMED, 5, 0, 0, "nothing"),
        ("creeper", 1_500, ARMED, 5, 15, 0, "nothing"),
        ("zombie", 1_000, walls(ARMED), 5, 0, 0, "attack"), // inside the walls
        ("creeper", 300, walls(ARMED), 20, 0, 0, "attack"),
        ("creeper", 300, walls(ARMED), 20, 15, 9, "flee"),
    ] {
        assert_eq!(
            answer(kind, x, gear, health, sky, sides),
            expected,
            "{kind} at {x}, {health}, sky {sky}, open {sides}"
        );
    }
}

#[test]
fn who_cannot_run_hides_or_fights() {
    for (walls, expected) in [(0, "attack"), (20, "wall_in")] {
        let mut life = Life::new(Gear { walls, ..BARE }, vitals(10));
        assert_eq!(life.look(&[mob("zombie", 3_000, 0)]).act.unwrap().action.verb(), "flee");
        life.reflex.failed(&Action::Flee { from: BODY, blocks: 18 }, Tick(life.t * 4));
        let verb = life.look(&[mob("zombie", 3_000, 0)]).act.unwrap().action.verb();
        assert_eq!(verb, expected, "with {walls} blocks");
    }
}

#[test]
fn at_the_edge_of_a_cliff_one_hides_before_it_comes_to_blows() {
    let walls = Gear { walls: 20, ..ARMED };
    for (kind, x, gear, drop, expected) in [
        ("zombie", 4_000, walls, 0, "attack"),
        ("zombie", 4_000, walls, 12, "wall_in"),
        ("zombie", 1_500, walls, 12, "attack"), // it is too late for walls
        ("zombie", 4_000, ARMED, 12, "attack"), // there are none
        ("skeleton", 7_000, walls, 12, "wall_in"),
    ] {
        let mut life = Life::new(gear, vitals(20));
        (life.around.sky_light, life.around.drop) = (0, drop);
        life.look(&[mob(kind, x, 0)]);
        let verb = life.look(&[mob(kind, x, 0)]).act.unwrap().action.verb();
        assert_eq!(verb, expected, "{kind} at {x}, {drop} deep, {} blocks", gear.walls);
    }
}

#[test]
fn nobody_charges_an_archer_past_a_creeper_that_is_out_of_sight() {
    let hidden = belief::Detection { sight: belief::Sight::Occluded, ..mob("creeper", 2_000, 3_000) };
    for (others, expected) in [(vec![], "attack"), (vec![hidden], "wall_in")] {
        let mut life = Life::new(Gear { walls: 20, ..ARMED }, vitals(20));
        life.around.sky_light = 0;
        let seen: Vec<_> = others.into_iter().chain([mob("skeleton", 8_000, 0)]).collect();
        life.look(&seen);
        assert_eq!(life.look(&seen).act.unwrap().action.verb(), expected, "{} others", seen.len() - 1);
    }
}

#[test]
fn what_was_decided_about_one_is_not_done_to_another_that_attacks_differently() {
    let mut life = Life::new(ARMED, vitals(5));
    life.around.sky_light = 0;
    let (spider, skeleton) = (mob("spider", 1_000, 0), mob("skeleton", 8_000, 2_000));
    life.look(&[spider, skeleton]);
    assert_eq!(life.look(&[spider, skeleton]).act.unwrap().action.verb(), "attack", "the spider is inside");
    for _ in 0..12 {
        life.look(&[skeleton]); // the spider is dead, and forgotten in a moment
    }
    let act = life.look(&[skeleton]).act.unwrap();
    assert_eq!(
        (act.rule, act.action.verb()),
        (Rule::LowHealth, "flee"),
        "nobody charges an archer with five half hearts"
    );
}

#[test]
fn nobody_builds_walls_around_what_bites() {
    let inside = [mob("spider", 300, 0), mob("creeper", 2_500, 0)];
    for (sky_light, first) in [(15, (Rule::Creeper, "flee")), (0, (Rule::Melee, "attack"))] {
        let mut life = Life::new(Gear { walls: 20, ..ARMED }, vitals(20));
        (life.around.sky_light, life.around.open_sides) = (sky_light, 2);
        life.look(&inside);
        let act = life.look(&inside).act.unwrap();
        assert_eq!((act.rule, act.action.verb()), first, "from the creeper, as long as there is a way");
        life.reflex.failed(&Action::Flee { from: BODY, blocks: 18 }, Tick(life.t * 4));
        let act = life.look(&inside).act.unwrap();
        assert_eq!((act.rule, act.action.verb()), (Rule::Melee, "attack"), "then what is in the way");
    }
}

/// Gets behind walls while this waits outside, and says for how many ticks one waited, and where one dug to then.
fn siege(outside: &[belief::Detection], vitals: Vitals) -> (u64, Vec<(i32, i32)>) {
    let mut life = Life::new(Gear { walls: 20, ..ARMED }, vitals);
    life.look(&[mob("zombie", 3_000, 0)]);
    life.around.open_sides = 0;
    let (mut ticks, mut tunnels) = (0, vec![]);
    while life.reflex.window().is_some() {
        match life.look(outside).act.map(|act| act.action) {
            Some(Action::GoTo { to, .. }) => tunnels.push((to.x - BODY.block().x, to.z - BODY.block().z)),
            _ => ticks += 4,
        }
        assert!(life.t < 1_700, "nobody waits or digs for ever");
    }
    tunnels.dedup();
    (ticks, tunnels)
}

#[test]
fn behind_walls_one_stays_for_a_while_when_something_waits_outside() {
    let (healthy, weak) = (vitals(20), vitals(5));
    let hungry = Vitals { food: 17, ..weak };
    for (kind, x, vitals, least, most, tunnel) in [
        ("zombie", 3_000, healthy, 280, 320, None),
        ("zombie", 12_000, healthy, 0, 100, None),
        ("zombie", 3_000, weak, 5_900, 6_100, Some((-7, 0))),
        ("zombie", 12_000, weak, 0, 100, None),
        // Nothing gets better by waiting.
        ("zombie", 3_000, hungry, 280, 320, Some((-7, 0))),
        // What shoots need not come near, but for who is well.
        ("skeleton", 12_000, weak, 5_900, 6_100, Some((-7, 0))),
        ("skeleton", 12_000, healthy, 0, 100, None),
    ] {
        let (ticks, tunnels) = siege(&[mob(kind, x, 0)], vitals);
        let (health, food) = (vitals.health, vitals.food);
        assert!((least..=most).contains(&ticks), "{kind} at {x}, {health} {food}: {ticks}");
        assert_eq!(tunnels, tunnel.into_iter().collect::<Vec<_>>(), "{kind} at {x}, {health} {food}");
    }
}

#[test]
fn who_is_hardly_alive_eats_behind_walls_whatever_waits_outside() {
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
fn who_waited_for_a_creeper_in_vain_digs_away_from_it_and_not_out_before_its_feet() {
    for (waits, to) in [
        (vec![("zombie", 3_000, 0)], None),
        (vec![("creeper", 3_000, 0)], Some((-7, 0))),
        (vec![("creeper", 3_000, 0), ("creeper", -3_000, 2_000)], Some((0, -7))),
        (vec![("zombie", -3_000, 0), ("creeper", 0, 2_500)], Some((7, 0))),
    ] {
        let waits: Vec<_> = waits.into_iter().map(|(kind, x, z)| mob(kind, x, z)).collect();
        assert_eq!(siege(&waits, vitals(20)).1, to.into_iter().collect::<Vec<_>>());
    }
}

#[test]
fn who_is_driven_back_from_a_tunnel_waits_before_the_next_one() {
    let waits = [mob("creeper", 3_000, 0)];
    let mut life = Life::new(Gear { walls: 20, ..ARMED }, vitals(20));
    life.around.sky_light = 0;
    life.look(&waits);
    let (mut waited, mut tunnels) = (0, vec![]);
    while tunnels.len() < 3 {
        life.around.open_sides = 0;
        match life.look(&waits).act.unwrap().action {
            Action::GoTo { .. } => {
                life.around.open_sides = 1; // and there it is
                assert_eq!(life.look(&waits).act.unwrap().action.verb(), "wall_in");
                tunnels.push(std::mem::take(&mut waited));
            }
            _ => waited += 4,
        }
    }
    assert!(tunnels.iter().all(|waited| (280..=320).contains(waited)), "{tunnels:?}");
}

#[test]
fn a_siege_ends_though_the_creeper_stays() {
    let waits = [mob("creeper", 5_500, 0)];
    let mut life = Life::new(Gear { walls: 20, ..ARMED }, vitals(20));
    life.around.sky_light = 15;
    let mut stays = 0;
    // The walls are opened, the creeper is there, they are closed again, and so on.
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
        assert!(stays <= 3, "nobody is besieged for ever");
    }
    assert_eq!(stays, 3, "twice may be chance");
    let lit = [mob("creeper", 3_000, 0)];
    assert_eq!(life.look(&lit).act.map(|act| act.rule), Some(Rule::Creeper), "a fuse is feared by anybody");
}

#[test]
fn what_bites_inside_the_walls_comes_before_a_creeper_when_hiding_and_running_failed() {
    let inside = [mob("spider", 300, 0), mob("creeper", 2_000, 0)];
    for failed in [Action::WallIn { from: BODY }, Action::Flee { from: BODY, blocks: 18 }] {
        let mut life = Life::new(Gear { walls: 20, ..ARMED }, vitals(20));
        life.around.open_sides = 1;
        life.look(&inside);
        assert_eq!(life.look(&inside).act.unwrap().rule, Rule::Creeper, "as long as there is a way");
        life.reflex.failed(&failed, Tick(life.t * 4));
        let act = life.look(&inside).act.unwrap();
        assert_eq!((act.rule, act.action.verb()), (Rule::Melee, "attack"), "after {}", failed.verb());
    }
}

#[test]
fn a_creeper_comes_before_a_zombie_that_is_nearer() {
    let mut life = Life::new(ARMED, vitals(20));
    let both = [mob("zombie", 2_000, 0), mob("creeper", 4_000, 0)];
    life.look(&both);
    assert_eq!(life.look(&both).act.unwrap().rule, Rule::Creeper);
}

#[test]
fn a_tunnel_is_closed_before_what_is_behind_the_next_block_gets_in() {
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
fn what_cannot_be_reached_is_not_struck_at_again_and_walls_that_failed_are_not_tried_at_once() {
    let zombie = [mob("zombie", 3_000, 0)];
    let strike = Action::Attack { near: BODY };
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
fn an_arrow_makes_the_archer_count_from_afar() {
    let mut life = Life::new(ARMED, vitals(20));
    for _ in 0..3 {
        assert_eq!(life.look(&[mob("skeleton", 14_000, 0)]).act, None);
    }
    life.events = vec![BodyEvent::Hurt { half_hearts: 3, cause: Harm::Arrow, from: None }];
    assert_eq!(life.look(&[mob("skeleton", 14_000, 0)]).act.unwrap().rule, Rule::Ranged);
}
