//! The game's own figures, one test each. Each test name states the figure from the game's wiki.

mod common;

use common::{Player, block, item};
use gamedata::tools::{Hindrance, dig_ticks};
use vocab::Action;
use vocab::outcome::{End, Refusal};
use vocab::senses::{BodyEvent, Harm};
use world::body::hunger::EXHAUSTION_STEP_MICRO;
use world::mobs::Kind;
use world::space::{MICRO, Place};

fn ticks_of(player: &mut Player, action: Action) -> u64 {
    let begin = player.world.now();
    player.must(action).at.since(begin)
}

fn hurts(player: &mut Player, ticks: u32) -> Vec<(u32, u8, Harm)> {
    player.world.senses();
    let mut found = Vec::new();
    for tick in 1..=ticks {
        player.world.tick();
        for event in player.world.senses().events {
            if let BodyEvent::Hurt { half_hearts, cause, .. } = event {
                found.push((tick, half_hearts, cause));
            }
        }
    }
    found
}

/// Steers the body straight east by its controls, and returns the horizontal speed in thousandths of a block per second.
fn speed_east(player: &mut Player, sprint: bool) -> i64 {
    let goal = player.feet().offset(12, 0, 0);
    let from = Place::on(goal).fine();
    let action = if sprint {
        Action::Flee { from: Place::on(player.feet().offset(-1, 0, 0)).fine(), blocks: 12 }
    } else {
        Action::GoTo { to: goal, within: 0, terrain: vocab::action::Terrain::Walk }
    };
    assert!(from.x > player.at().fine().x);
    player.begin(action);
    player.world.advance(20);
    let before = player.at();
    player.world.advance(10);
    player.at().distance_flat(before) * 2 / 1_000
}

#[test]
fn walking_is_4_317_blocks_a_second() {
    let speed = speed_east(&mut Player::on_a_floor(1), false);
    assert!((4_307..=4_327).contains(&speed), "{speed}");
}

#[test]
fn sprinting_is_5_612_blocks_a_second() {
    let speed = speed_east(&mut Player::on_a_floor(1), true);
    assert!((5_602..=5_622).contains(&speed), "{speed}");
}

#[test]
fn a_jump_is_1_25_blocks_high() {
    let mut player = Player::on_a_floor(1);
    let ground = player.at().y;
    // A step up of one block, which is the only jump that a walking body makes.
    let to = player.feet().offset(2, 1, 0);
    player.set(to.offset(0, -1, 0), "stone");
    player.begin(Action::GoTo { to, within: 0, terrain: vocab::action::Terrain::Walk });
    let mut highest = 0;
    for _ in 0..60 {
        player.world.tick();
        highest = highest.max(player.at().y - ground);
    }
    assert!((1_240_000..=1_260_000).contains(&highest), "{highest}");
    assert_eq!(player.feet(), to);
}

#[test]
fn an_oak_log_takes_60_ticks_by_hand() {
    let mut player = Player::on_a_floor(1);
    let at = player.feet().offset(2, 0, 0);
    player.set(at, "oak_log");
    assert_eq!(ticks_of(&mut player, Action::Dig { at }), 60);
    player.world.advance(20);
    player.must(Action::PickUp { radius: 5 });
    assert_eq!(player.count("oak_log"), 1);
}

#[test]
fn iron_ore_takes_23_ticks_with_a_stone_pickaxe() {
    let mut player = Player::on_a_floor(1);
    player.give("stone_pickaxe", 1);
    let at = player.feet().offset(2, 0, 0);
    player.set(at, "iron_ore");
    assert_eq!(ticks_of(&mut player, Action::Dig { at }), 23);
}

#[test]
fn stone_takes_150_ticks_by_hand_and_drops_nothing() {
    let mut player = Player::on_a_floor(1);
    let at = player.feet().offset(2, 0, 0);
    player.set(at, "stone");
    assert_eq!(ticks_of(&mut player, Action::Dig { at }), 150);
    player.world.advance(20);
    assert_eq!(player.end(Action::PickUp { radius: 5 }), End::Refused(Refusal::NoTarget));
}

#[test]
fn digging_under_water_or_in_the_air_is_five_times_slower() {
    let dry = Hindrance { under_water: false, airborne: false };
    let ticks = |situation| dig_ticks(block("dirt"), None, situation).unwrap();
    assert_eq!((ticks(dry), ticks(Hindrance { under_water: true, ..dry })), (15, 75));
    assert_eq!(ticks(Hindrance { airborne: true, under_water: true }), 375);
}

#[test]
fn eighteen_food_regenerates_1_health_per_80_ticks() {
    let mut player = Player::on_a_floor(1);
    player.world.body_mut().health_milli = 10_000;
    player.world.body_mut().hunger.food = 18;
    player.world.body_mut().hunger.saturation_milli = 0;
    player.world.advance(79);
    assert_eq!(player.world.body().health_milli, 10_000);
    player.world.advance(1);
    assert_eq!(player.world.body().health_milli, 11_000);
}

#[test]
fn seventeen_food_regenerates_nothing() {
    let mut player = Player::on_a_floor(1);
    player.world.body_mut().health_milli = 10_000;
    player.world.body_mut().hunger.food = 17;
    player.world.body_mut().hunger.saturation_milli = 0;
    player.world.advance(400);
    assert_eq!(player.world.body().health_milli, 10_000);
}

#[test]
fn twenty_food_with_saturation_regenerates_1_health_per_10_ticks() {
    let mut player = Player::on_a_floor(1);
    player.world.body_mut().health_milli = 10_000;
    player.world.body_mut().hunger.saturation_milli = 20_000;
    player.world.advance(10);
    assert_eq!(player.world.body().health_milli, 11_000);
}

#[test]
fn regenerating_1_health_costs_6_exhaustion() {
    let mut player = Player::on_a_floor(1);
    player.world.body_mut().health_milli = 19_000;
    player.world.body_mut().hunger.food = 18;
    player.world.body_mut().hunger.saturation_milli = 5_000;
    player.world.advance(81);
    let hunger = &player.world.body().hunger;
    assert_eq!(hunger.exhaustion_micro + u64::from(5_000 - hunger.saturation_milli) * 4_000, 6_000_000);
}

#[test]
fn starvation_takes_1_health_per_80_ticks_and_stops_at_half_a_heart() {
    let mut player = Player::on_a_floor(1);
    player.world.body_mut().health_milli = 3_000;
    player.world.body_mut().hunger.food = 0;
    player.world.body_mut().hunger.saturation_milli = 0;
    assert_eq!(hurts(&mut player, 400), [(80, 1, Harm::Starvation), (160, 1, Harm::Starvation)]);
    assert_eq!(player.world.body().health_milli, 1_000);
}

#[test]
fn exhaustion_of_4_takes_one_saturation_and_then_one_food() {
    let mut player = Player::on_a_floor(1);
    player.world.body_mut().hunger.saturation_milli = 1_000;
    for (saturation, food) in [(0, 20), (0, 19)] {
        player.world.body_mut().hunger.exhaust_micro(EXHAUSTION_STEP_MICRO + 1);
        player.world.tick();
        let hunger = &player.world.body().hunger;
        assert_eq!((hunger.saturation_milli, hunger.food), (saturation, food));
    }
}

#[test]
fn sprinting_costs_a_tenth_exhaustion_per_block_and_walking_none() {
    for (sprint, low, high) in [(false, 0, 0), (true, 1_000_000, 1_400_000)] {
        let mut player = Player::on_a_floor(1);
        let from = player.feet().offset(-1, 0, 0);
        let action = if sprint {
            Action::Flee { from: Place::on(from).fine(), blocks: 12 }
        } else {
            Action::GoTo { to: player.feet().offset(11, 0, 0), within: 0, terrain: vocab::action::Terrain::Walk }
        };
        player.must(action);
        let exhausted = player.world.body().hunger.exhaustion_micro;
        assert!((low..=high).contains(&exhausted), "{sprint}: {exhausted}");
    }
}

#[test]
fn breaking_a_block_costs_0_005_exhaustion() {
    let mut player = Player::on_a_floor(1);
    let at = player.feet().offset(2, 0, 0);
    player.set(at, "dirt");
    player.must(Action::Dig { at });
    assert_eq!(player.world.body().hunger.exhaustion_micro, 5_000);
}

fn fall_from(blocks: i32) -> Vec<(u32, u8, Harm)> {
    let mut player = Player::on_a_floor(1);
    player.world.move_body(player.feet().offset(0, blocks, 0));
    hurts(&mut player, 100)
}

#[test]
fn a_fall_of_3_blocks_does_no_damage_4_blocks_do_1_and_10_do_7() {
    for (blocks, hurt) in [(3, 0), (4, 1), (5, 2), (10, 7)] {
        let found = fall_from(blocks);
        let lost: u8 = found.iter().map(|(_, half_hearts, _)| half_hearts).sum();
        assert_eq!(lost, hurt, "{blocks} {found:?}");
        assert!(found.iter().all(|(_, _, cause)| *cause == Harm::Fall));
    }
}

#[test]
fn a_fall_of_23_blocks_kills() {
    let mut player = Player::on_a_floor(1);
    player.world.move_body(player.feet().offset(0, 23, 0));
    player.world.advance(60);
    let events = player.world.senses().events;
    assert!(events.iter().any(|event| matches!(event, BodyEvent::Died { cause: Harm::Fall })), "{events:?}");
}

#[test]
fn water_breaks_any_fall() {
    let mut player = Player::on_a_floor(1);
    let feet = player.feet();
    for (dx, dz) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
        player.set(feet.offset(dx, 0, dz), "stone");
        player.set(feet.offset(dx, 1, dz), "stone");
    }
    player.world.move_body(feet.offset(0, 40, 0));
    player.set(feet, "water");
    player.set(feet.offset(0, 1, 0), "water");
    assert_eq!(hurts(&mut player, 200), []);
}

/// A body in a well of water with a lid that keeps its head under water.
fn drowning() -> Player {
    let mut player = Player::on_a_floor(1);
    let feet = player.feet();
    for y in 0..3 {
        for (dx, dz) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
            player.set(feet.offset(dx, y, dz), "bedrock");
        }
    }
    player.set(feet.offset(0, 2, 0), "bedrock");
    player.set(feet, "water");
    player.set(feet.offset(0, 1, 0), "water");
    player
}

#[test]
fn drowning_begins_after_300_ticks_and_takes_2_a_second() {
    let mut player = drowning();
    let found = hurts(&mut player, 362);
    let first = found[0].0;
    assert!((320..=321).contains(&first), "300 ticks of air, and the first second without: {found:?}");
    assert_eq!(found.iter().map(|(tick, ..)| tick - first).collect::<Vec<_>>(), [0, 20, 40]);
    assert!(found.iter().all(|(_, half_hearts, cause)| (*half_hearts, *cause) == (2, Harm::Drowning)));
}

#[test]
fn lava_does_4_damage_every_half_second_and_sets_the_body_on_fire() {
    let mut player = Player::on_a_floor(1);
    player.world.body_mut().hunger.food = 10;
    let feet = player.feet();
    for (dx, dz) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
        player.set(feet.offset(dx, 0, dz), "bedrock");
    }
    player.set(feet, "lava");
    let found = hurts(&mut player, 25);
    let lava: Vec<_> = found.iter().filter(|(_, _, cause)| *cause == Harm::Lava).collect();
    assert!(lava.len() >= 2 && lava.iter().all(|(_, half_hearts, _)| *half_hearts == 4), "{found:?}");
    assert_eq!(lava[1].0 - lava[0].0, 10);
    assert!(player.world.body().fire_ticks > 200);
}

#[test]
fn burning_does_1_damage_a_second() {
    let mut player = Player::on_a_floor(1);
    player.world.body_mut().hunger.food = 10;
    player.world.body_mut().fire_ticks = 100;
    let found = hurts(&mut player, 120);
    assert_eq!(found.len(), 5, "{found:?}");
    assert!(found.iter().all(|(_, half_hearts, cause)| (*half_hearts, *cause) == (1, Harm::Fire)));
}

#[test]
fn a_head_inside_a_block_takes_1_damage_every_half_second() {
    let mut player = Player::on_a_floor(1);
    player.world.body_mut().hunger.food = 10;
    let head = player.feet().offset(0, 1, 0);
    player.set(head, "stone");
    let found = hurts(&mut player, 21);
    assert_eq!(found.iter().map(|(_, n, cause)| (*n, *cause)).collect::<Vec<_>>(), [(1, Harm::Suffocation); 3]);
}

#[test]
fn iron_armour_reduces_a_zombies_blow_by_54_percent() {
    let mut player = Player::on_a_floor(1);
    for (name, slot) in [
        ("iron_helmet", vocab::action::EquipSlot::Head),
        ("iron_chestplate", vocab::action::EquipSlot::Chest),
        ("iron_leggings", vocab::action::EquipSlot::Legs),
        ("iron_boots", vocab::action::EquipSlot::Feet),
    ] {
        player.give(name, 1);
        player.must(Action::Equip { item: item(name), slot });
    }
    assert_eq!(player.world.senses().vitals.unwrap().armour, 15);
    assert!(player.world.hurt_body(3_000, Harm::Melee, None));
    assert_eq!(player.world.body().health_milli, 20_000 - 1_380);
}

#[test]
fn for_half_a_second_after_a_wound_only_a_worse_wound_counts() {
    let mut player = Player::on_a_floor(1);
    assert!(player.world.hurt_body(3_000, Harm::Melee, None));
    assert!(!player.world.hurt_body(3_000, Harm::Melee, None), "no worse than the last");
    assert!(player.world.hurt_body(5_000, Harm::Melee, None), "worse: the difference counts");
    assert_eq!(player.world.body().health_milli, 15_000);
    player.world.advance(10);
    assert!(player.world.hurt_body(1_000, Harm::Melee, None));
}

#[test]
fn a_raised_shield_blocks_from_the_front_and_not_from_behind() {
    let mut player = Player::on_a_floor(1);
    player.give("shield", 1);
    player.begin(Action::Shield { ticks: 100 });
    player.world.advance(8);
    let (at, facing) = (player.at(), player.world.body().facing);
    assert!(!player.world.hurt_body(3_000, Harm::Melee, Some(at + facing)));
    assert!(player.world.hurt_body(3_000, Harm::Melee, Some(at - facing)));
}

#[test]
fn a_stone_sword_kills_a_zombie_in_four_blows_of_5() {
    let mut player = Player::on_a_floor(1);
    player.give("stone_sword", 1);
    player.world.body_mut().hunger.saturation_milli = 20_000;
    let near = Place::on(player.feet().offset(2, 0, 0));
    player.world.add_mob(Kind::Zombie, near);
    player.must(Action::Attack { kind: vocab::Name::new("zombie"), near: near.fine() });
    let sword = player.world.body().inventory.held().unwrap();
    assert_eq!((sword.item, sword.wear), (item("stone_sword"), 4), "one wear for each blow");
}

#[test]
fn bread_gives_5_food_and_6_saturation_after_32_ticks() {
    let mut player = Player::on_a_floor(1);
    player.give("bread", 1);
    assert_eq!(player.end(Action::Eat { item: item("bread") }), End::Refused(Refusal::NotEdible), "full");
    player.world.body_mut().hunger.food = 10;
    player.world.body_mut().hunger.saturation_milli = 0;
    assert_eq!(ticks_of(&mut player, Action::Eat { item: item("bread") }), 32);
    let hunger = &player.world.body().hunger;
    assert_eq!((hunger.food, hunger.saturation_milli), (15, 6_000));
    assert_eq!(player.count("bread"), 0);
}

#[test]
fn one_coal_smelts_8_items_at_10_seconds_each() {
    let mut player = Player::on_a_floor(1);
    player.give("raw_iron", 9);
    player.give("coal", 1);
    let at = player.feet().offset(2, 0, 0);
    player.set(at, "furnace");
    let fuel = Some((item("coal"), 1));
    player.must(Action::LoadStation { at, input: item("raw_iron"), count: 9, fuel });
    // The body moves away until the furnace is unloaded; it must keep burning.
    player.world.move_body(at.offset(2_000, 0, 0));
    for _ in 0..1_600 {
        player.world.body_mut().health_milli = 20_000;
        player.world.move_body(at.offset(2_000, 0, 0));
        player.world.tick();
    }
    player.world.move_body(at.offset(-2, 0, 0));
    player.must(Action::TakeOutput { at });
    assert_eq!(player.count("iron_ingot"), 8);
}

#[test]
fn a_body_reaches_4_and_a_half_blocks() {
    let mut player = Player::on_a_floor(1);
    player.give("stone", 2);
    let feet = player.feet();
    let far = feet.offset(6, 0, 0);
    assert_eq!(player.end(Action::Place { item: item("stone"), at: far }), End::Refused(Refusal::OutOfReach));
    player.must(Action::Place { item: item("stone"), at: feet.offset(4, 0, 0) });
    assert!(player.world.body().eyes().distance(Place::inside(feet.offset(4, 0, 0))) > 4 * MICRO);
}

#[test]
fn sleeping_is_possible_from_12542_and_skips_the_night_after_100_ticks() {
    let mut player = Player::on_a_floor(1);
    player.give("white_bed", 1);
    let bed = player.feet().offset(2, 0, 0);
    player.must(Action::Place { item: item("white_bed"), at: bed });
    player.world.skip_to(12_000);
    assert_eq!(player.end(Action::Sleep { bed }), End::Refused(Refusal::CannotSleep));
    player.world.skip_to(12_542);
    player.must(Action::Sleep { bed });
    assert!(player.world.time_of_day() < 10, "{}", player.world.time_of_day());
}
