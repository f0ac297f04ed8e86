//! Plans in time, carried out by the whole mind in the embedded world: as fast as planned, and mended when the world disagrees.

#[path = "common/living.rs"]
mod living;

use living::{Living, item};
use vocab::Tick;

const STOCK: [(&str, u32); 3] = [("raw_iron", 64), ("coal", 8), ("furnace", 4)];

#[test]
fn sixty_four_ingots_with_four_furnaces_take_at_most_1_15_times_the_planned_makespan() {
    for seed in [1, 2, 3] {
        let mut living = Living::new(seed, &STOCK);
        living.ask_for("iron_ingot", 64);
        let begun = living.world.now();
        let Some(&(_, planned)) = living.planned.first() else { panic!("no plan:\n{}", living.story()) };
        let end = living.until("iron_ingot", 64, 3 * planned);
        let Some(end) = end else { panic!("seed {seed}: never done; planned {planned}\n{}", living.story()) };
        let taken = end.since(begun);
        println!("seed {seed}: planned {planned} ticks, taken {taken} ticks, {} per mille", taken * 1_000 / planned);
        let mut fires = living.loaded.clone();
        fires.sort_unstable();
        fires.dedup();
        assert_eq!(fires.len(), 4, "seed {seed}: all four furnaces burn\n{}", living.story());
        assert!(taken * 100 <= planned * 115, "seed {seed}: planned {planned}, taken {taken}\n{}", living.story());
    }
}

#[test]
fn other_work_is_done_while_the_fires_burn() {
    let mut living = Living::new(1, &STOCK);
    living.ask_for("iron_ingot", 64);
    living.until("iron_ingot", 64, 4_000).unwrap_or_else(|| panic!("{}", living.story()));
    let lit = living.acts.iter().rposition(|(_, verb)| *verb == "load_station").expect("fires were lit");
    let emptied = living.acts.iter().position(|(_, verb)| *verb == "take_output").expect("fires were emptied");
    let meanwhile = &living.acts[lit + 1..emptied];
    let work = meanwhile.iter().filter(|(_, verb)| !matches!(*verb, "wait" | "go_to" | "look_at")).count();
    assert!(work >= 3, "{meanwhile:?}");
}

#[test]
fn a_furnace_that_is_lost_with_all_that_was_in_it_is_planned_around() {
    let mut living = Living::new(2, &[("raw_iron", 80), ("coal", 12), ("furnace", 4)]);
    living.ask_for("iron_ingot", 64);
    while living.loaded.len() < 4 {
        assert!(living.world.now() < Tick(600), "{}", living.story());
        living.tick(vec![]);
    }
    living.tick(vec![]);
    let air = gamedata::blocks::named("air").unwrap();
    assert!(living.world.set_block(living.loaded[1], air, 0), "the block changes");
    let end = living.until("iron_ingot", 64, 7_000).unwrap_or_else(|| panic!("{}", living.story()));
    assert!(living.loaded.len() > 4, "what was lost is smelted again");
    let mended = living.told.iter().filter(|line| line.contains("the world disagreed with the plan before")).count();
    assert!(mended >= 1, "{}", living.story());
    println!("planned {:?}, done at {end} after {mended} repairs", living.planned.first());
}

#[test]
fn fuel_that_is_lost_on_the_way_is_got_again() {
    let mut living = Living::new(3, &[("raw_iron", 8), ("coal", 1), ("furnace", 1), ("oak_log", 4)]);
    living.ask_for("iron_ingot", 8);
    living.world.body_mut().inventory.take(item("coal"), 1).expect("it was there");
    living.until("iron_ingot", 8, 4_000).unwrap_or_else(|| panic!("{}", living.story()));
    assert!(
        living.told.iter().any(|line| line.contains("the world disagreed with the plan before")),
        "{}",
        living.story()
    );
}
