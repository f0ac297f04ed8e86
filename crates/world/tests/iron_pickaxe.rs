//! Acceptance: a scripted body without a mind gets from nothing to an iron pickaxe, using only skills.

mod common;

use common::{Player, block, item};
use vocab::action::{Heading, Terrain};
use vocab::outcome::End;
use vocab::{Action, BlockPos};
use world::World;

const WOODS: [&str; 3] = ["oak", "birch", "spruce"];
const IRON_ORES: [&str; 2] = ["iron_ore", "deepslate_iron_ore"];

fn collect(wanted: &str, from: &[&str], count: u16, radius: u8) -> Action {
    let from = from.iter().map(|name| block(name)).collect();
    Action::Collect { item: item(wanted), from, count, radius }
}

/// Collects this many logs of one kind; explores farther where there are none.
fn chop(player: &mut Player, count: u32) -> &'static str {
    for round in 0..12 {
        for wood in WOODS {
            let log = format!("{wood}_log");
            let missing = count.saturating_sub(player.count(&log));
            if missing > 0 {
                player.run(collect(&log, &[&log], missing as u16, 48));
            }
            if player.count(&log) >= count {
                return wood;
            }
        }
        player.run(Action::Explore { heading: Heading::ALL[round % 8], blocks: 48 });
    }
    panic!("no wood anywhere near {}", player.feet());
}

fn mine_iron(player: &mut Player) {
    for round in 0..12 {
        let missing = 3u32.saturating_sub(player.count("raw_iron"));
        if missing == 0 {
            return;
        }
        let outcome = player.run(collect("raw_iron", &IRON_ORES, missing as u16, 64));
        if outcome.end != End::Done {
            player.run(Action::Explore { heading: Heading::ALL[round % 8], blocks: 32 });
        }
    }
    assert!(player.count("raw_iron") >= 3, "no iron around {}", player.feet());
}

fn smelt(player: &mut Player, furnace: BlockPos, planks: &str) {
    let fuel = Some((item(planks), 2));
    player.must(Action::LoadStation { at: furnace, input: item("raw_iron"), count: 3, fuel });
    player.must(Action::Wait { ticks: 601 });
    player.must(Action::TakeOutput { at: furnace });
    assert_eq!(player.count("iron_ingot"), 3);
}

fn from_nothing_to_an_iron_pickaxe(seed: u64) {
    let mut player = Player::new(World::with_view(seed, 6));
    // The script is about tools, stations and recipes; `mining.rs` tests the search for ore.
    player.world.set_xray(true);
    player.world.advance(20);
    let wood = chop(&mut player, 6);
    let (log, planks) = (format!("{wood}_log"), format!("{wood}_planks"));
    player.craft(&planks, &[&log], 6);
    player.craft("stick", &[&planks], 2);
    player.craft("crafting_table", &[&planks], 1);
    let table = player.place_near("crafting_table");
    player.craft("wooden_pickaxe", &[&planks, "stick"], 1);
    player.must(collect("cobblestone", &["stone"], 11, 48));
    player.must(Action::GoTo { to: table, within: 2, terrain: Terrain::Dig });
    player.craft("stone_pickaxe", &["cobblestone", "stick"], 1);
    player.craft("furnace", &["cobblestone"], 1);
    player.must(Action::Dig { at: table });
    player.must(Action::PickUp { radius: 6 });
    assert_eq!(player.count("crafting_table"), 1, "the table is carried on");
    mine_iron(&mut player);
    player.place_near("crafting_table");
    let furnace = player.place_near("furnace");
    smelt(&mut player, furnace, &planks);
    player.craft("iron_pickaxe", &["iron_ingot", "stick"], 1);
    assert_eq!(player.count("iron_pickaxe"), 1);
    assert!(player.world.body().is_alive());
}

#[test]
fn from_nothing_to_an_iron_pickaxe_on_seed_1() {
    from_nothing_to_an_iron_pickaxe(1);
}

#[test]
fn from_nothing_to_an_iron_pickaxe_on_seed_2() {
    from_nothing_to_an_iron_pickaxe(2);
}

#[test]
fn from_nothing_to_an_iron_pickaxe_on_seed_3() {
    from_nothing_to_an_iron_pickaxe(3);
}
