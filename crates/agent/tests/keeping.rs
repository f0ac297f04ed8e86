//! Upkeep in the embedded world, by the whole agent: what the upkeep table asks for is really carried out.

#[path = "common/living.rs"]
mod living;

use living::{Living, item};
use mind::reason::{Reason, Upkeep, Why};
use mind::trace::Event;
use vocab::{Action, BlockPos};

const STONE: &str = "stone";

/// A room of 5 by 5 by 3 in solid stone, deep below ground, with the body in the middle of its floor.
fn room(living: &mut Living) -> BlockPos {
    let feet = BlockPos { y: 20, ..living.world().body().feet() };
    living.world().move_body(feet);
    let block = |name: &str| gamedata::blocks::named(name).unwrap();
    for y in -3..=6 {
        for z in -5..=5i32 {
            for x in -5..=5i32 {
                let inside = (0..3).contains(&y) && x.abs() <= 2 && z.abs() <= 2;
                let name = if inside { "air" } else { STONE };
                living.world().set_block(feet.offset(x, y, z), block(name));
            }
        }
    }
    living.world().move_body(feet);
    feet
}

#[test]
fn in_a_dark_room_the_agent_places_one_torch_and_the_room_is_lit() {
    let mut living = Living::new(1, &[("torch", 5), ("oak_log", 20)]);
    let feet = room(&mut living);
    assert_eq!(living.world().light(feet.offset(0, 1, 0)), (0, 0), "dark to begin with");
    let lit = living.live(400, |_, told| told.tasks.get("upkeep:place_torches") == Some(&true));
    assert!(lit, "{}", living.story());
    let senses = living.world().senses();
    assert!(senses.surroundings.block_light >= 8, "{:?}", senses.surroundings);
    assert_eq!(living.world().body().inventory.count(item("torch")), 4, "one is enough");
}

#[test]
fn in_daylight_no_torch_is_placed() {
    let mut living = Living::new(1, &[("torch", 5), ("oak_log", 20)]);
    living.live(400, |_, _| false);
    assert_eq!(living.task("upkeep:place_torches"), None, "{}", living.story());
}

#[test]
fn without_torches_the_agent_crafts_some_from_coal_and_sticks() {
    let mut living = Living::new(1, &[("coal", 8), ("stick", 8), ("oak_log", 20), ("stone_pickaxe", 1)]);
    let made = living.live(1_200, |world, _| world.body().inventory.count(item("torch")) >= 16);
    assert!(made && living.told.needed("craft:torch"), "{}", living.story());
}

#[test]
fn with_a_furnace_and_fuel_meat_is_cooked_before_it_is_eaten() {
    let given = [("beef", 3), ("coal", 4), ("furnace", 1), ("oak_log", 20), ("torch", 16)];
    let mut living = Living::new(1, &given);
    room(&mut living);
    living.world().body_mut().hunger.food = 15;
    living.world().body_mut().hunger.saturation_milli = 0;
    let cooked = living.live(1_500, |world, _| world.body().inventory.count(item("cooked_beef")) > 0);
    assert!(cooked && living.told.needed("smelt:cooked_beef"), "{}", living.story());
    let eaten = living.live(600, |world, _| world.body().hunger.food >= 18);
    assert!(eaten, "{}", living.story());
    let eats_raw = |act: &Action| *act == Action::Eat { item: item("beef") };
    assert!(!living.told.acts.iter().any(|(_, act)| eats_raw(act)), "{}", living.story());
}

#[test]
fn a_nearly_starved_agent_eats_raw_meat() {
    let given = [("beef", 3), ("coal", 4), ("furnace", 1), ("oak_log", 20), ("torch", 16)];
    let mut living = Living::new(1, &given);
    room(&mut living);
    living.world().body_mut().hunger.food = 7;
    let eaten = living.live(200, |world, _| world.body().inventory.count(item("beef")) < 3);
    assert!(eaten && living.world().body().inventory.count(item("cooked_beef")) == 0, "{}", living.story());
}

#[test]
fn with_a_crafting_table_at_hand_a_spare_pickaxe_is_made() {
    let given = [("stone_pickaxe", 1), ("cobblestone", 20), ("stick", 8), ("crafting_table", 1), ("oak_log", 20)];
    let mut living = Living::new(1, &given);
    let made = living.live(1_200, |world, _| world.body().inventory.count(item("stone_pickaxe")) >= 2);
    assert!(made && living.told.needed("craft:stone_pickaxe"), "{}", living.story());
}

#[test]
fn a_worn_pickaxe_without_material_for_another_raises_a_task_to_get_one() {
    // The agent has a worn pickaxe and no materials for another one: the goal is the tool, and its plan gets the
    // materials.
    let mut living = Living::new(1, &[("crafting_table", 1)]);
    let worn = vocab::item::Stack { item: item("stone_pickaxe"), count: 1, wear: 110 };
    assert!(living.world().body_mut().inventory.add(worn).is_none());
    let raised = living.live(600, |_, told| told.needed("craft:stone_pickaxe"));
    assert!(raised, "{}", living.story());
    let task = living.mind().tasks().iter().find(|task| task.key().as_str() == "craft:stone_pickaxe").unwrap();
    let Reason::Upkeep(Upkeep::Unmet(unmet)) = task.origin().why() else { panic!("{:?}", task.origin()) };
    assert_eq!(unmet.metric.as_str(), "tool_durability_pickaxe");
}

#[test]
fn an_agent_with_a_full_bag_still_hunts_and_eats() {
    let mut living = Living::new(4, &[("stone_sword", 1)]);
    // Every inventory slot is taken, mostly by items of no use.
    for name in ["dandelion", "poppy", "feather", "bone", "string", "arrow", "gravel", "sand"] {
        living.world().give(item(name), 64 * 5);
    }
    living.world().give(item("diorite"), 64 * 36);
    living.world().body_mut().hunger.food = 9;
    let fed = living.live(4_000, |world, _| world.body().hunger.food >= 12);
    assert!(fed, "{}", living.story());
}

#[test]
fn the_agent_sleeps_through_the_night_in_its_bed_and_takes_the_bed_along() {
    let given = [("white_bed", 1), ("oak_log", 20), ("dirt", 20), ("torch", 8), ("stone_pickaxe", 1)];
    let mut living = Living::new(1, &given);
    room(&mut living);
    living.world().skip_to(11_600);
    let slept = living.live(4_000, |world, _| world.time_of_day() < 9_000);
    assert!(slept, "{}", living.story());
    assert!(living.told.acts.iter().any(|(_, act)| act.verb() == "sleep"), "{}", living.story());
    let taken = living.live(600, |world, _| world.body().inventory.count(item("white_bed")) == 1);
    assert!(taken, "{}", living.story());
    let up = living.live(1_200, |_, told| told.tasks.get("upkeep:dig_in") == Some(&true));
    assert!(up, "{}", living.story());
}

#[test]
fn with_a_full_bag_the_bed_is_still_taken_along() {
    let mut living = Living::new(1, &[("white_bed", 1), ("stone_pickaxe", 1)]);
    room(&mut living);
    // Once the bed is placed one inventory slot is free, and the dug blocks go there.
    for (name, slots) in [("dirt", 12), ("diorite", 12), ("oak_log", 4), ("torch", 2), ("bread", 4)] {
        living.world().give(item(name), 64 * slots);
    }
    assert_eq!(living.world().senses().carried.free_slots(), 0);
    living.world().skip_to(11_600);
    let slept = living.live(4_000, |world, _| world.time_of_day() < 9_000);
    assert!(slept, "{}", living.story());
    let up = living.live(1_200, |_, told| told.tasks.get("upkeep:dig_in") == Some(&true));
    assert!(up, "{}", living.story());
    assert_eq!(living.world().body().inventory.count(item("white_bed")), 1, "{}", living.story());
}

#[test]
fn the_threshold_rule_eats_to_heal() {
    for (health_milli, eats) in [(20_000, false), (9_000, true)] {
        let upkeep = mind::keeping::UpkeepRule::Threshold;
        let config = mind::Config { upkeep, ..mind::Config::default() };
        let mut living = Living::with(config, 1, &[("bread", 5), ("dirt", 30), ("torch", 4)]);
        room(&mut living);
        living.world().body_mut().hunger.food = 12;
        living.world().body_mut().health_milli = health_milli;
        let ate = living.live(1_000, |world, _| world.body().inventory.count(item("bread")) < 5);
        assert_eq!(ate, eats, "health {health_milli}: {}", living.story());
    }
}

#[test]
fn at_dusk_a_swimming_agent_returns_to_dry_land() {
    // The body is forty blocks from an island in a wide sea: too far for a look around to find ground to dig in.
    let mut living = Living::new(1, &[("oak_log", 20)]);
    let shore = BlockPos { y: 63, ..living.world().body().feet() };
    living.world().move_body(shore);
    let block = |name: &str| gamedata::blocks::named(name).unwrap();
    for z in -24..=24i32 {
        for x in -8..=56i32 {
            for y in -12..=30 {
                let land = x.abs() <= 4 && z.abs() <= 4;
                let name = match y {
                    -12 => "dirt",
                    ..0 if land => "dirt",
                    ..0 => "water",
                    _ => "air",
                };
                living.world().set_block(shore.offset(x, y, z), block(name));
            }
        }
    }
    living.world().move_body(shore);
    living.live(60, |_, _| false);
    living.world().move_body(shore.offset(36, 0, 0));
    living.world().skip_to(11_600);
    let back = living.live(1_500, |world, _| (world.body().feet().x - shore.x).abs() <= 6);
    assert!(back, "{}", living.story());
    let walks_back = |event: &Event| {
        let Event::ActionStarted { why: Reason::Step { why, .. }, .. } = event else { return false };
        matches!(why, Why::BackToDryLand { .. })
    };
    assert!(living.told.events.iter().any(|(_, event)| walks_back(event)), "{}", living.story());
}

#[test]
fn food_is_hunted_before_the_agent_is_hungry() {
    let mut living = Living::new(4, &[("stone_sword", 1), ("stone_pickaxe", 1), ("oak_log", 20)]);
    let raised = living.live(400, |_, told| told.needed("collect:food"));
    assert!(raised, "{}", living.story());
    assert_eq!(living.world().body().hunger.food, 20, "long before it is hungry");
    let meats = ["beef", "porkchop", "mutton"].map(item);
    let got =
        living.live(3_000, |world, _| meats.iter().map(|meat| world.body().inventory.count(*meat)).sum::<u32>() >= 4);
    assert!(got, "{}", living.story());
}

#[test]
fn fuel_is_fetched_when_it_runs_low_and_there_is_something_to_burn_it_in() {
    let stock = [("iron_pickaxe", 1), ("crafting_table", 1), ("oak_log", 20), ("stone_sword", 1)];
    for (furnaces, wanted) in [(0, false), (1, true)] {
        let mut living = Living::new(1, &stock);
        living.world().give(item("furnace"), furnaces);
        // The agent has not seen coal yet, so it makes charcoal.
        let raised = living.live(100, |_, told| told.needed("smelt:charcoal"));
        assert_eq!(raised, wanted, "{}", living.story());
    }
}
