//! Smelting plans carried out by the whole agent in the embedded world: as fast as planned, and repaired when the world changes.

#[path = "common/living.rs"]
mod living;

use living::{Living, item};
use mind::trace::Event;
use std::collections::BTreeSet;
use vocab::outcome::{End, Refusal};
use vocab::tick::TICKS_PER_MIND_TICK;
use vocab::{Action, BlockPos};

const STOCK: [(&str, u32); 3] = [("raw_iron", 64), ("coal", 8), ("furnace", 4)];

#[test]
fn sixty_four_ingots_with_four_furnaces_take_at_most_1_15_times_the_planned_makespan() {
    for seed in [1, 2, 3] {
        let mut living = Living::new(seed, &STOCK);
        living.ask_for("iron_ingot", 64);
        let begun = living.now();
        let Some(&(_, planned)) = living.told.planned.first() else { panic!("no plan:\n{}", living.story()) };
        let end = living.until("iron_ingot", 64, 3 * planned);
        let Some(end) = end else { panic!("seed {seed}: never done; planned {planned}\n{}", living.story()) };
        let taken = end.since(begun);
        println!("seed {seed}: planned {planned} ticks, taken {taken} ticks, {} per mille", taken * 1_000 / planned);
        let mut fires = living.told.loaded.clone();
        fires.sort_unstable();
        fires.dedup();
        assert_eq!(fires.len(), 4, "seed {seed}: all four furnaces burn\n{}", living.story());
        assert!(taken * 100 <= planned * 115, "seed {seed}: planned {planned}, taken {taken}\n{}", living.story());
    }
}

#[test]
fn the_agent_does_other_work_while_the_furnaces_burn() {
    let mut living = Living::new(1, &STOCK);
    living.ask_for("iron_ingot", 64);
    living.until("iron_ingot", 64, 4_000).unwrap_or_else(|| panic!("{}", living.story()));
    let lit = living.told.acts.iter().rposition(|(_, act)| act.verb() == "load_station").expect("fires were lit");
    let emptied = living.told.acts.iter().position(|(_, act)| act.verb() == "take_output").expect("fires were emptied");
    let meanwhile = &living.told.acts[lit + 1..emptied];
    let work = meanwhile.iter().filter(|(_, act)| !matches!(act.verb(), "wait" | "go_to" | "look_at")).count();
    assert!(work >= 3, "{meanwhile:?}");
}

#[test]
fn when_a_loaded_furnace_vanishes_the_plan_is_repaired_and_completed() {
    let mut living = Living::new(2, &[("raw_iron", 80), ("coal", 12), ("furnace", 4)]);
    living.ask_for("iron_ingot", 64);
    assert!(living.live(600, |_, told| told.loaded.len() >= 4), "{}", living.story());
    living.live(TICKS_PER_MIND_TICK, |_, _| false);
    let air = gamedata::blocks::named("air").unwrap();
    let lost = living.told.loaded[1];
    assert!(living.world().set_block(lost, air), "the block changes");
    let end = living.until("iron_ingot", 64, 7_000).unwrap_or_else(|| panic!("{}", living.story()));
    assert!(living.told.loaded.len() > 4, "what was lost is smelted again");
    let mended = living.told.repairs();
    assert!(mended >= 1, "{}", living.story());
    println!("planned {:?}, done at {end} after {mended} repairs", living.told.planned.first());
}

#[test]
fn when_the_coal_vanishes_other_fuel_is_found() {
    let mut living = Living::new(3, &[("raw_iron", 8), ("coal", 1), ("furnace", 1), ("oak_log", 4)]);
    living.ask_for("iron_ingot", 8);
    living.world().body_mut().inventory.take(item("coal"), 1).expect("it was there");
    living.until("iron_ingot", 8, 4_000).unwrap_or_else(|| panic!("{}", living.story()));
    assert!(living.told.repairs() > 0, "{}", living.story());
}

/// Twelve furnaces are carried, but the document allows eight, and a plan must not place more.
#[test]
fn section_3_2_in_the_world_a_smelting_plan_uses_at_most_eight_furnaces() {
    let mut living = Living::new(1, &[("raw_iron", 192), ("coal", 32), ("furnace", 12)]);
    living.ask_for("iron_ingot", 192);
    let all_lit = living.live(3_000, |_, told| fires(told).len() >= 9);
    let lit = fires(&living.told);
    assert!(!all_lit, "more than eight furnaces burn\n{}", living.story());
    assert!((5..=8).contains(&lit.len()), "{lit:?}\n{}", living.story());
    assert_eq!(living.carried("furnace"), 12 - lit.len() as u32, "no furnace was placed in vain");
}

fn fires(told: &living::Told) -> BTreeSet<BlockPos> {
    told.loaded.iter().copied().collect()
}

#[test]
fn section_3_2_in_the_world_a_busy_furnace_is_loaded_for_another_task_once_its_batch_is_ready() {
    const SMELT_TICKS: u64 = 200;
    let mut living = Living::new(1, &[("raw_iron", 4), ("beef", 2), ("coal", 4), ("furnace", 1)]);
    living.ask_for("iron_ingot", 4);
    assert!(living.live(600, |_, told| !told.loaded.is_empty()), "{}", living.story());
    living.live(40, |_, _| false);
    living.ask_for("cooked_beef", 2);
    living.until("cooked_beef", 2, 6_000).unwrap_or_else(|| panic!("{}", living.story()));
    assert_eq!(living.carried("iron_ingot"), 4, "{}", living.story());
    let loads = living.told.acts.iter().filter(|(_, act)| matches!(act, Action::LoadStation { .. }));
    let [first, second] = loads.map(|(tick, _)| *tick).collect::<Vec<_>>()[..] else {
        panic!("two batches\n{}", living.story())
    };
    assert_eq!(fires(&living.told).len(), 1, "one furnace for both\n{}", living.story());
    assert!(second.since(first) >= 4 * SMELT_TICKS, "loaded at {first} and again at {second}");
    let refused = |event: &Event| matches!(event, Event::ActionEnded { end: End::Refused(Refusal::StationBusy), .. });
    assert!(!living.told.events.iter().any(|(_, event)| refused(event)), "{}", living.story());
}
