//! Sketches, for callers that plan often: valid, repeatable and within their budget; and which rules an `Ask`
//! excludes.

use planner::game::{Ask, Deed, Way, natural_offers, request};
use planner::validate::validate;
use planner::{Objective, Plan, Problem, sketch};
use vocab::{Bag, ItemId, Station};

fn item(name: &str) -> ItemId {
    gamedata::items::find(name).expect("an item")
}

fn bag(things: &[(&str, u32)]) -> Bag {
    things.iter().map(|(name, count)| (item(name), *count)).collect()
}

fn ask(have: &[(&str, u32)], goal: &[(&str, u32)]) -> Ask {
    Ask { goal: bag(goal), have: bag(have), offers: natural_offers(), ..Ask::default() }
}

fn sketched(ask: &Ask, nodes: u64) -> (Problem, Plan) {
    let problem = Problem::new(&request(ask).draft).expect("the game's own rules");
    let plan = sketch(&problem, Objective::CostAndTime, nodes).expect("a plan");
    (problem, plan)
}

#[test]
fn a_sketch_is_valid_and_repeatable_with_any_budget() {
    for nodes in [0, 1, 20, 200] {
        for goal in [("iron_pickaxe", 1), ("iron_ingot", 64), ("torch", 16), ("white_bed", 1)] {
            let ask = ask(&[("coal", 2)], &[goal]);
            let (problem, plan) = sketched(&ask, nodes);
            assert!(validate(&problem, &plan.steps).is_ok(), "{goal:?}, {nodes} nodes");
            assert_eq!(sketched(&ask, nodes).1, plan, "{goal:?}, {nodes} nodes");
        }
    }
}

#[test]
fn what_is_in_stock_is_used_before_anything_is_gathered() {
    let mut ask = ask(&[("iron_block", 1), ("stick", 2)], &[("iron_pickaxe", 1)]);
    ask.slots.push(("table".into(), Station::CraftingTable, 0));
    let (problem, plan) = sketched(&ask, 20);
    let gathers = plan
        .steps
        .iter()
        .filter(|step| matches!(step.act, planner::Act::Op { op, .. } if problem.ops[op].id.starts_with("gather")));
    assert_eq!(gathers.count(), 0, "{plan:?}");
}

#[test]
fn a_shortage_is_filled_from_carried_items_before_anything_is_gathered() {
    for (have, goal) in [
        (&[("oak_log", 19), ("oak_planks", 1), ("stick", 1)][..], ("torch", 16)),
        (&[("oak_log", 19), ("stick", 1), ("iron_ingot", 3)][..], ("iron_pickaxe", 1)),
        (&[("oak_log", 4), ("spruce_planks", 1)][..], ("wooden_pickaxe", 1)),
    ] {
        let mut ask = ask(have, &[goal]);
        ask.prefer = ["oak_log", "spruce_log", "oak_planks", "spruce_planks"].map(item).to_vec();
        for offer in &mut ask.offers {
            offer.ticks = if offer.item == item("spruce_log") { 1 } else { 40 * offer.ticks };
        }
        let (problem, plan) = sketched(&ask, 60);
        let logs = (plan.steps.iter())
            .filter(|step| matches!(step.act, planner::Act::Op { op, .. } if problem.ops[op].id.ends_with("_log")));
        assert_eq!(logs.count(), 0, "{goal:?}: {plan:?}");
    }
}

#[test]
fn excluded_ways_and_stations_get_no_rules() {
    let mut asked = ask(&[], &[("iron_ingot", 1)]);
    let rules = |ask: &Ask| {
        let request = request(ask);
        assert_eq!(
            (request.ops.len(), request.processes.len()),
            (request.draft.ops.len(), request.draft.processes.len())
        );
        request.ops.into_iter().chain(request.processes).collect::<Vec<Deed>>()
    };
    let blast = |deed: &Deed| matches!(deed, Deed::Smelt { station: Station::BlastFurnace, .. });
    assert!(rules(&asked).iter().any(blast) && rules(&asked).contains(&Deed::Gather(item("coal"))));
    asked.stations_max.insert(Station::BlastFurnace, 0);
    asked.avoid = vec![Way::Gather(item("coal")), Way::Smelt(item("raw_iron"))];
    let left = rules(&asked);
    assert!(!left.iter().any(blast) && !left.contains(&Deed::Gather(item("coal"))), "{left:?}");
    assert!(!left.iter().any(|deed| matches!(deed, Deed::Smelt { input, .. } if *input == item("raw_iron"))));
}
