//! Section 3.2 of the temporal planning document: how many stations of a kind may exist, and stations that are busy.

use planner::game::{Ask, draft, stations_max};
use planner::{Act, Limits, Objective, Plan, Problem, solve};
use vocab::{Bag, ItemId, Station};

fn item(name: &str) -> ItemId {
    gamedata::items::named(name).expect("an item of the game")
}

fn bag(items: &[(&str, u32)]) -> Bag {
    items.iter().map(|(name, count)| (item(name), *count)).collect()
}

fn planned(ask: &Ask) -> (Problem, Plan) {
    let problem = Problem::new(&draft(ask)).expect("the game's own rules");
    let limits = Limits { nodes: Some(2_000), ..Limits::default() };
    let plan = solve(&problem, Objective::Makespan, limits).expect("there is a plan").plan;
    (problem, plan)
}

/// How many stations of a kind the plan places.
fn placed(problem: &Problem, plan: &Plan, station: Station) -> u64 {
    let placed = plan.steps.iter().filter_map(|step| match step.act {
        Act::Op { op, times } => problem.ops[op].places.map(|kind| (kind, times)),
        Act::Load { .. } => None,
    });
    placed.filter(|(kind, _)| problem.stations[*kind] == station.name()).map(|(_, times)| times).sum()
}

#[test]
fn section_3_2_the_default_limits_are_the_documents() {
    let limits = [Station::Furnace, Station::CraftingTable, Station::Smoker, Station::BlastFurnace].map(stations_max);
    assert_eq!(limits, [8, 1, 4, 4]);
    let ask = Ask { goal: bag(&[("iron_pickaxe", 1)]), offers: planner::game::natural_offers(), ..Ask::default() };
    let draft = draft(&ask);
    assert_eq!((draft.stations_max["furnace"], draft.stations_max["crafting_table"]), (8, 1));
}

#[test]
fn section_3_2_a_plan_builds_no_more_stations_than_the_limit() {
    let have = bag(&[("raw_iron", 64), ("coal", 64), ("furnace", 20)]);
    let mut ask = Ask { goal: bag(&[("iron_ingot", 64)]), have, ..Ask::default() };
    for (limit, expected) in [(None, 8), (Some(3), 3)] {
        ask.stations_max = limit.map(|limit| (Station::Furnace, limit)).into_iter().collect();
        let (problem, plan) = planned(&ask);
        assert_eq!(placed(&problem, &plan, Station::Furnace), expected, "the shortest plan uses all that it may");
    }
}

#[test]
fn section_3_2_a_busy_furnace_is_loaded_once_it_is_free() {
    let have = bag(&[("raw_iron", 16), ("coal", 8)]);
    let slots = vec![("free".to_string(), Station::Furnace, 0), ("busy".to_string(), Station::Furnace, 700)];
    let none_built = [(Station::Furnace, 2)].into();
    let ask = Ask { goal: bag(&[("iron_ingot", 16)]), have, slots, stations_max: none_built, ..Ask::default() };
    let (_, plan) = planned(&ask);
    let loads: Vec<(&str, u64)> = (plan.steps.iter())
        .filter_map(|step| match &step.act {
            Act::Load { slot, .. } => Some((slot.0.as_str(), step.start)),
            Act::Op { .. } => None,
        })
        .collect();
    assert!(
        loads.iter().any(|(slot, _)| *slot == "busy"),
        "waiting for it is shorter than one furnace alone: {loads:?}"
    );
    assert!(loads.iter().all(|&(slot, start)| slot == "free" || start >= 700), "{loads:?}");
}
