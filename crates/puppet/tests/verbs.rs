//! Each limb verb through lines of the protocol: what it does in the world, and why it is refused.

mod common;

use common::mind::Mind;
use common::{block, platform};
use contract::body::Report;
use contract::body::report::Reason::{self, *};
use std::fmt::Write as _;
use vocab::BlockPos;
use vocab::item::Stack;
use world::World;

/// The scene of a row: what is carried besides, what stands where, before the verbs.
struct Scene {
    world: World,
    feet: BlockPos,
}

impl Scene {
    fn new() -> Scene {
        let world = platform();
        let feet = world.body().feet();
        Scene { world, feet }
    }

    fn at(&self, x: i32, y: i32, z: i32) -> BlockPos {
        self.feet.offset(x, y, z)
    }

    fn set(mut self, (x, y, z): (i32, i32, i32), state: &str) -> Scene {
        let at = self.at(x, y, z);
        assert!(self.world.set_cell(at, block(state)));
        self
    }

    fn give(mut self, item: &str, count: u32) -> Scene {
        assert_eq!(self.world.give(gamedata::items::named(item).unwrap(), count), 0);
        self
    }

    fn stock(mut self, (x, y, z): (i32, i32, i32), item: &str, count: u8) -> Scene {
        let (at, item) = (self.at(x, y, z), gamedata::items::named(item).unwrap());
        assert_eq!(self.world.stock_chest(at, Stack { item, count, wear: 0 }), None);
        self
    }

    fn hungry(mut self) -> Scene {
        self.world.body_mut().hunger.food = 10;
        self
    }

    /// Says the verbs one after the other, each when the one before was answered; the last answer counts. `@x,y,z` stands for the
    /// block at this offset from the feet, and `~x,y,z` for the position of its middle.
    fn act(&self, verbs: &[&str], latency_ticks: u64) -> (Mind, Result<(), Reason>) {
        let mut mind = Mind::new(self.world.clone(), latency_ticks);
        mind.pass(6);
        let mut answer = Ok(());
        for verb in verbs {
            answer = mind.act_json(&self.spelled(verb));
        }
        mind.pass(latency_ticks as u32 + 1);
        (mind, answer)
    }

    fn spelled(&self, verb: &str) -> String {
        let mut text = String::new();
        for (number, part) in verb.split(['@', '~']).enumerate() {
            if number == 0 {
                text.push_str(part);
                continue;
            }
            let end = part.find(|c: char| !c.is_ascii_digit() && c != ',' && c != '-').unwrap_or(part.len());
            // A comma after the numbers belongs to the text.
            let numbers = part[..end].trim_end_matches(',');
            let offset: Vec<i32> = numbers.split(',').map(|number| number.parse().unwrap()).collect();
            let at = self.at(offset[0], offset[1], offset[2]);
            let fine = verb.contains('~');
            let place =
                if fine { at.centre() } else { vocab::FinePos { x: at.x.into(), y: at.y.into(), z: at.z.into() } };
            let _ = write!(text, "[{}, {}, {}]{}", place.x, place.y, place.z, &part[numbers.len()..]);
        }
        text
    }
}

/// A verb and its answer, with the same scene at latency 0 and 2.
fn check(scene: &Scene, verbs: &[&str], expected: Result<(), Reason>, holds: impl Fn(&Mind) -> bool) {
    for latency_ticks in [0, 2] {
        let (mind, answer) = scene.act(verbs, latency_ticks);
        assert_eq!(answer, expected, "{verbs:?}, latency {latency_ticks}");
        assert!(holds(&mind), "{verbs:?}, latency {latency_ticks}: the world is not as it should be");
    }
}

fn refused(scene: &Scene, verbs: &[&str], reason: Reason) {
    let before = scene.world.clone();
    check(scene, verbs, Err(reason), |mind| {
        mind.puppet.world().body().inventory.everything() == before.body().inventory.everything()
    });
}

fn state(mind: &Mind, at: BlockPos) -> String {
    gamedata::states::shown(mind.puppet.world().grid().cell(at).unwrap().state()).to_string()
}

const HOLD_COBBLESTONE: &str = r#"{"hold": {"item": "cobblestone"}}"#;

#[test]
fn what_is_in_the_hand() {
    let scene = Scene::new();
    let held = |mind: &Mind| {
        mind.newest(|report| match report {
            Report::Inventory(bag) => Some(bag.slots[usize::from(bag.held)].as_ref().map(|stack| stack.item.clone())),
            _ => None,
        })
    };
    check(&scene, &[HOLD_COBBLESTONE], Ok(()), |mind| held(mind) == Some(Some("cobblestone".into())));
    check(&scene, &[HOLD_COBBLESTONE, r#"{"hold": {"item": null}}"#], Ok(()), |mind| held(mind) == Some(None));
    refused(&scene, &[r#"{"hold": {"item": "diamond"}}"#], MissingItem);
    refused(&scene, &[r#"{"hold": {"item": "create:shaft"}}"#], MissingItem);
}

#[test]
fn digging() {
    let scene = Scene::new().set((0, -1, -1), "stone").set((2, 0, 0), "bedrock");
    let dirt = scene.at(0, -1, -2);
    let hand = r#"{"hold": {"item": null}}"#;
    let dig = r#"{"dig_start": {"at": @0,-1,-2, "face": "up"}}"#;
    check(&scene, &[hand, dig], Ok(()), |mind| {
        let told = mind.reports.iter().position(|report| match report {
            Report::Blocks(blocks) => {
                blocks.changes.iter().any(|(x, y, z, to)| (*x, *y, *z) == (dirt.x, dirt.y, dirt.z) && to == "air")
            }
            _ => false,
        });
        let answered = mind.reports.iter().rposition(|report| matches!(report, Report::Confirmed(_)));
        state(mind, dirt) == "air" && told.is_some() && told < answered
    });
    refused(&scene, &[r#"{"dig_start": {"at": @9,-1,0, "face": "up"}}"#], OutOfReach);
    refused(&scene, &[r#"{"dig_start": {"at": @0,1,-1, "face": "up"}}"#], NotDiggable);
    refused(&scene, &[r#"{"dig_start": {"at": @2,0,0, "face": "up"}}"#], NotDiggable);
    refused(&scene, &[r#"{"dig_start": {"at": [100000, 60, 100000], "face": "up"}}"#], NotLoaded);
}

#[test]
fn what_ends_a_digging() {
    let scene = Scene::new();
    let dig = |x: i32| scene.spelled(&format!(r#"{{"dig_start": {{"at": @{x},-1,-2, "face": "up"}}}}"#));
    for (ending, expected) in
        [(r#"{"dig_stop": {}}"#.to_string(), Stopped), (r#"{"stop": {}}"#.to_string(), Stopped), (dig(1), Stopped)]
    {
        let mut mind = Mind::new(scene.world.clone(), 0);
        mind.pass(2);
        let first = mind.begin(serde_json::from_str(&dig(0)).unwrap());
        mind.pass(5);
        assert_eq!(mind.answer(first), None);
        assert_eq!(mind.act_json(&ending), Ok(()), "{ending}");
        assert_eq!(mind.wait(first), Err(expected), "{ending}");
        assert_eq!(state(&mind, scene.at(0, -1, -2)), "dirt");
    }
    // The block is taken away by somebody else.
    let mut mind = Mind::new(scene.world.clone(), 0);
    let first = mind.begin(serde_json::from_str(&dig(0)).unwrap());
    mind.pass(3);
    let at = scene.at(0, -1, -2);
    mind.world().set_cell(at, block("air"));
    assert_eq!(mind.wait(first), Err(WrongBlock));
}

#[test]
fn placing() {
    let scene = Scene::new().set((2, 0, -2), "cobblestone");
    let place = r#"{"place": {"at": @0,-1,-2, "face": "up", "cursor": [500, 1000, 500], "item": "cobblestone"}}"#;
    let above = scene.at(0, 0, -2);
    check(&scene, &[HOLD_COBBLESTONE, place], Ok(()), |mind| {
        state(mind, above) == "cobblestone" && mind.count("cobblestone") == 15
    });
    refused(&scene, &[r#"{"hold": {"item": "coal"}}"#, place], MissingItem);
    for (click, reason) in [
        (r#""at": @0,-1,0, "face": "up""#, Occupied),
        (r#""at": @9,-1,0, "face": "up""#, OutOfReach),
        (r#""at": @0,3,0, "face": "up""#, BadRequest),
        (r#""at": @2,0,-2, "face": "east""#, FaceNotInView),
    ] {
        let cursor = if click.contains("east") { "[1000, 500, 500]" } else { "[500, 1000, 500]" };
        let place = format!(r#"{{"place": {{{click}, "cursor": {cursor}, "item": "cobblestone"}}}}"#);
        refused(&scene, &[HOLD_COBBLESTONE, &place], reason);
    }
    // Where the body looks decides how it lies.
    let log = r#"{"place": {"at": @2,0,-2, "face": "west", "cursor": [0, 500, 500], "item": "oak_log"}}"#;
    let beside = scene.at(1, 0, -2);
    check(&scene, &[r#"{"hold": {"item": "oak_log"}}"#, log], Ok(()), |mind| state(mind, beside) == "oak_log[axis=x]");
}

#[test]
fn using_things_on_blocks() {
    let scene = Scene::new()
        .give("stone_hoe", 1)
        .give("bucket", 1)
        .set((2, 0, -1), "oak_fence_gate[facing=west,in_wall=false,open=false,powered=false]")
        .set((0, -1, -2), "water[level=0]")
        .set((2, 0, -2), "chest[facing=west,type=single,waterlogged=false]");
    let use_on = |at: &str| format!(r#"{{"use_on": {{"at": {at}, "face": "up", "cursor": [500, 1000, 500]}}}}"#);
    let (dirt, gate, water) = (scene.at(1, -1, -1), scene.at(2, 0, -1), scene.at(0, -1, -2));
    check(&scene, &[r#"{"hold": {"item": "stone_hoe"}}"#, &use_on("@1,-1,-1")], Ok(()), |mind| {
        state(mind, dirt).starts_with("farmland")
    });
    check(&scene, &[&use_on("@2,0,-1")], Ok(()), |mind| state(mind, gate).contains("open=true"));
    check(&scene, &[r#"{"hold": {"item": "bucket"}}"#, &use_on("@0,-1,-2")], Ok(()), |mind| {
        state(mind, water) == "air" && mind.count("water_bucket") == 1
    });
    let pour = use_on("@1,-1,-1");
    let poured = scene.at(1, 0, -1);
    check(
        &scene,
        &[r#"{"hold": {"item": "bucket"}}"#, &use_on("@0,-1,-2"), r#"{"hold": {"item": "water_bucket"}}"#, &pour],
        Ok(()),
        |mind| state(mind, poured).starts_with("water") && mind.count("bucket") == 1,
    );
    refused(&scene, &[&use_on("@2,0,-2")], WrongBlock);
    refused(&scene, &[r#"{"hold": {"item": null}}"#, &use_on("@1,-1,-1")], MissingItem);
    refused(&scene, &[r#"{"hold": {"item": "coal"}}"#, &use_on("@1,-1,-1")], WrongBlock);
    refused(&scene, &[&use_on("[100000, 60, 100000]")], NotLoaded);
}

#[test]
fn eating_and_shields() {
    let bread = r#"{"hold": {"item": "bread"}}"#;
    let eat = r#"{"use_item": {"hand": "main"}}"#;
    let fed = Scene::new().give("bread", 3);
    refused(&fed, &[bread, eat], NotEdible);
    refused(&fed, &[HOLD_COBBLESTONE, eat], NotEdible);
    refused(&fed, &[r#"{"use_item": {"hand": "off"}}"#], MissingItem);
    let scene = fed.hungry();
    check(&scene, &[bread, eat], Ok(()), |mind| {
        mind.count("bread") == 2 && mind.puppet.world().body().hunger.food == 15
    });
    // Letting go ends the meal, and so does another item in the hand.
    for ending in [r#"{"release": {}}"#, HOLD_COBBLESTONE, r#"{"stop": {}}"#] {
        let mut mind = Mind::new(scene.world.clone(), 0);
        mind.act_json(bread).unwrap();
        let meal = mind.begin(serde_json::from_str(eat).unwrap());
        mind.pass(10);
        assert_eq!(mind.act_json(ending), Ok(()));
        assert_eq!((mind.wait(meal), mind.count("bread")), (Err(Stopped), 3), "{ending}");
    }
    let shield = Scene::new().give("shield", 1);
    let raise = [r#"{"equip": {"item": "shield", "slot": "off_hand"}}"#, r#"{"use_item": {"hand": "off"}}"#];
    check(&shield, &raise, Ok(()), |mind| mind.puppet.world().body().controls.shield);
    check(&shield, &[raise[0], raise[1], r#"{"release": {}}"#], Ok(()), |mind| {
        !mind.puppet.world().body().controls.shield
    });
}

#[test]
fn blows() {
    let scene = Scene::new();
    let strike = |kind: &str, near: &str| format!(r#"{{"strike": {{"kind": "{kind}", "near": {near}}}}}"#);
    check(&scene, &[&strike("cow", "~0,0,2")], Ok(()), |mind| {
        mind.puppet.world().mobs().iter().all(|mob| mob.kind.name() != "cow" || mob.health_milli < 10_000)
    });
    refused(&scene, &[&strike("cow", "~9,0,9")], NoTarget);
    for kind in ["player", "villager", "wandering_trader"] {
        refused(&scene, &[&strike(kind, "~0,0,2")], SparedCreature);
    }
    // A second blow waits until the arm is rested.
    let mut mind = Mind::new(scene.world.clone(), 0);
    mind.pass(4);
    let blows: Vec<u64> =
        (0..2).map(|_| mind.begin(serde_json::from_str(&scene.spelled(&strike("cow", "~0,0,2"))).unwrap())).collect();
    mind.tick();
    assert_eq!((mind.answer(blows[0]), mind.answer(blows[1])), (Some(Ok(())), None));
    assert_eq!(mind.wait(blows[1]), Ok(()));
}

#[test]
fn crafting() {
    let scene = Scene::new().set((2, 0, -1), "crafting_table").give("birch_planks", 60);
    let craft = |makes: &str, grid: &str, times: u16, table: &str| {
        format!(r#"{{"craft": {{"makes": "{makes}", "grid": {grid}, "times": {times}, "table": {table}}}}}"#)
    };
    let log = r#"["oak_log", null, null, null]"#;
    check(&scene, &[&craft("oak_planks", log, 2, "null")], Ok(()), |mind| {
        (mind.count("oak_planks"), mind.count("oak_log")) == (8, 2)
    });
    // What the grid names is taken, although there is more of another kind of planks.
    let planks = r#"["oak_planks", null, "oak_planks", null]"#;
    check(&scene, &[&craft("oak_planks", log, 1, "null"), &craft("stick", planks, 1, "null")], Ok(()), |mind| {
        (mind.count("oak_planks"), mind.count("birch_planks"), mind.count("stick")) == (2, 60, 4)
    });
    let ring = r#"["cobblestone","cobblestone","cobblestone","cobblestone",null,"cobblestone","cobblestone","cobblestone","cobblestone"]"#;
    check(&scene, &[&craft("furnace", ring, 2, "@2,0,-1")], Ok(()), |mind| mind.count("furnace") == 3);
    refused(&scene, &[&craft("furnace", ring, 1, "null")], NoTable);
    refused(&scene, &[&craft("furnace", ring, 1, "@3,0,-1")], NoTable);
    refused(&scene, &[&craft("chest", ring, 1, "@2,0,-1")], NoRecipe);
    refused(&scene, &[&craft("diamond_block", log, 1, "null")], NoRecipe);
    refused(&scene, &[&craft("stick", planks, 1, "null")], MissingItem);
    // What worked stays, and the rest is told.
    check(&scene, &[&craft("oak_planks", log, 9, "null")], Err(MissingItem), |mind| mind.count("oak_planks") == 16);
}

#[test]
fn chests_and_stations() {
    let scene = Scene::new()
        .set((2, 0, -1), "chest[facing=west,type=single,waterlogged=false]")
        .stock((2, 0, -1), "bread", 5)
        .set((2, 0, -2), "furnace[facing=west,lit=false]")
        .give("raw_iron", 3);
    let open = |at: &str| format!(r#"{{"open": {{"at": {at}}}}}"#);
    let window = |mind: &Mind| {
        mind.newest(|report| match report {
            Report::Window(window) => Some((
                window.slots.iter().flatten().map(|stack| (stack.item.clone(), stack.count)).collect::<Vec<_>>(),
                window.burning,
            )),
            _ => None,
        })
    };
    let has = |mind: &Mind, items: &[(&str, u8)]| {
        let expected: Vec<(String, u8)> = items.iter().map(|(item, count)| (item.to_string(), *count)).collect();
        window(mind).is_some_and(|(slots, _)| slots == expected)
    };
    let transfer = |at: &str, item: &str, count: u16, slot: &str, way: &str| {
        format!(
            r#"{{"transfer": {{"at": {at}, "item": "{item}", "count": {count}, "slot": "{slot}", "way": "{way}"}}}}"#
        )
    };
    let (chest, furnace) = ("@2,0,-1", "@2,0,-2");
    check(&scene, &[&open(chest)], Ok(()), |mind| has(mind, &[("bread", 5)]));
    check(&scene, &[&open(furnace)], Ok(()), |mind| window(mind) == Some((Vec::new(), Some(0))));
    refused(&scene, &[&open("@0,-1,-1")], WrongBlock);
    refused(&scene, &[&open("@9,-1,0")], OutOfReach);
    check(&scene, &[&transfer(chest, "bread", 3, "any", "out")], Ok(()), |mind| {
        has(mind, &[("bread", 2)]) && mind.count("bread") == 3
    });
    check(&scene, &[&transfer(chest, "coal", 4, "any", "in")], Ok(()), |mind| has(mind, &[("bread", 5), ("coal", 4)]));
    refused(&scene, &[&transfer(chest, "bread", 6, "any", "out")], MissingItem);
    refused(&scene, &[&transfer(chest, "raw_iron", 4, "any", "in")], MissingItem);
    refused(&scene, &[&transfer(furnace, "coal", 1, "any", "in")], WrongBlock);
    refused(&scene, &[&transfer(furnace, "cobblestone", 1, "fuel", "in")], NotFuel);
    refused(&scene, &[&transfer(furnace, "coal", 1, "input", "in")], NoRecipe);
    refused(&scene, &[&transfer(furnace, "coal", 5, "fuel", "in")], MissingItem);
    refused(&scene, &[&transfer(furnace, "iron_ingot", 1, "output", "out")], MissingItem);
    let load = [transfer(furnace, "raw_iron", 2, "input", "in"), transfer(furnace, "coal", 2, "fuel", "in")];
    check(&scene, &[&load[0], &load[1]], Ok(()), |mind| mind.count("raw_iron") == 1 && mind.count("coal") == 2);
    check(&scene, &[&load[0], &transfer(furnace, "raw_iron", 2, "input", "out")], Ok(()), |mind| {
        mind.count("raw_iron") == 3
    });
    let busy = [load[0].as_str(), &transfer(furnace, "cobblestone", 1, "input", "in")];
    check(&scene, &busy, Err(StationBusy), |mind| mind.count("cobblestone") == 16);
    // The furnace does its work.
    let (mut mind, loaded) = scene.act(&[&load[0], &load[1]], 0);
    mind.pass(450);
    let taken = mind.act_json(&scene.spelled(&transfer(furnace, "iron_ingot", 2, "output", "out")));
    assert_eq!((loaded, taken, mind.count("iron_ingot")), (Ok(()), Ok(()), 2));
}

#[test]
fn throwing_and_wearing() {
    let scene = Scene::new().give("iron_helmet", 1);
    check(&scene, &[r#"{"toss": {"item": "cobblestone", "count": 5}}"#], Ok(()), |mind| {
        mind.count("cobblestone") == 11
    });
    refused(&scene, &[r#"{"toss": {"item": "cobblestone", "count": 17}}"#], MissingItem);
    check(&scene, &[r#"{"equip": {"item": "iron_helmet", "slot": "head"}}"#], Ok(()), |mind| {
        mind.puppet.world().body().inventory.armour()[0].is_some()
    });
    refused(&scene, &[r#"{"equip": {"item": "coal", "slot": "head"}}"#], NotWearable);
    refused(&scene, &[r#"{"equip": {"item": "iron_boots", "slot": "feet"}}"#], MissingItem);
}

#[test]
fn sleeping() {
    let scene = Scene::new();
    let asleep = |mind: &Mind| mind.puppet.world().body().asleep.is_some();
    let sleep = r#"{"sleep": {"bed": @-2,0,-1}}"#;
    check(&scene, &[sleep], Ok(()), asleep);
    check(&scene, &[sleep, r#"{"wake": {}}"#], Ok(()), |mind| {
        !asleep(mind) && mind.reports.iter().any(|report| matches!(report, Report::Woke(_)))
    });
    refused(&scene, &[r#"{"sleep": {"bed": @0,-1,-1}}"#], WrongBlock);
    refused(&scene, &[r#"{"sleep": {"bed": @9,0,0}}"#], OutOfReach);
    let mut by_day = Scene::new();
    by_day.world.skip_to_morning();
    refused(&by_day, &[sleep], CannotSleep);
}

#[test]
fn speaking() {
    let scene = Scene::new();
    let (mut mind, said) = scene.act(&[r#"{"say": {"text": "hello"}}"#], 0);
    assert_eq!((said, mind.puppet.take_said()), (Ok(()), vec!["hello".to_string()]));
    refused(&scene, &[r#"{"say": {"text": "/kill"}}"#], BadRequest);
}

#[test]
fn a_dead_body_does_nothing_until_it_comes_back() {
    let mut mind = Mind::new(platform(), 0);
    mind.pass(2);
    mind.world().hurt_body(100_000, vocab::senses::Harm::Other, None);
    let late = mind.begin(serde_json::from_str(HOLD_COBBLESTONE).unwrap());
    mind.tick();
    assert_eq!(mind.wait(late), Err(Dead));
    assert!(mind.reports.iter().any(|report| matches!(report, Report::Died(_))));
    assert_eq!(mind.act_json(r#"{"respawn": {}}"#), Ok(()));
    assert!(mind.puppet.world().body().is_alive());
    assert!(mind.reports.iter().any(|report| matches!(report, Report::Respawned(_))));
    assert_eq!(mind.act_json(r#"{"hold": {"item": null}}"#), Ok(()));
}

#[test]
fn a_steer_holds_for_three_ticks() {
    let mut mind = Mind::new(platform(), 0);
    mind.pass(3);
    let at = |mind: &Mind| mind.puppet.world().body().at();
    let speed = |mind: &mut Mind| {
        let from = at(mind);
        mind.tick();
        at(mind).distance_flat(from)
    };
    mind.act_json(r#"{"look": {"yaw": 180000, "pitch": 0}}"#).unwrap();
    let begun = at(&mind);
    mind.begin(
        serde_json::from_str(
            r#"{"steer": {"forward": 1, "strafe": 0, "jump": false, "sneak": false, "sprint": false}}"#,
        )
        .unwrap(),
    );
    let speeds: Vec<i64> = (0..12).map(|_| speed(&mut mind)).collect();
    assert!(
        speeds[0] > 50_000 && speeds[1] > speeds[0] && speeds[2] > speeds[1],
        "it speeds up for three ticks: {speeds:?}"
    );
    assert!(speeds[3] < speeds[2] && speeds[11] == 0, "and comes to rest: {speeds:?}");
    assert!(at(&mind).z < begun.z && at(&mind).x == begun.x, "to the north");
}
