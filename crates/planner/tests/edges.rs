//! Unusual requests: rules that multiply an item, many rules for one item, and refusals that name what is missing.

mod common;
#[path = "common/world.rs"]
mod world;

use common::{bag, op, place, problem, slot, smelt};
use planner::rule::Draft;
use planner::validate::validate;
use planner::{Limits, Objective, Reason, Solution, first_plan, sketch, solve};
use proptest::prelude::*;
use world::world;

const LIMITS: Limits = Limits { nodes: Some(1_500), seed: 0 };

fn draft(inventory: &[(&str, u64)], goal: &[(&str, u64)]) -> Draft {
    let (inventory, goal) = (bag(inventory), bag(goal));
    Draft {
        bucket_ticks: 100,
        horizon_ticks: 100_000,
        wait_ticks_max: 10_000,
        inventory,
        goal,
        fuels: bag(&[("coal", 1_600)]),
        ..Draft::default()
    }
}

fn solved(draft: &Draft) -> Solution {
    let problem = problem(draft);
    let solution = solve(&problem, Objective::CostAndTime, LIMITS).expect("solved");
    assert!(validate(&problem, &solution.plan.steps).is_ok());
    for plan in [first_plan(&problem, Objective::CostAndTime), sketch(&problem, Objective::CostAndTime, 50)] {
        assert!(validate(&problem, &plan.expect("a plan").steps).is_ok());
    }
    solution
}

#[test]
fn plans_use_rules_that_multiply_an_item() {
    for (taken, given, stock, wanted, runs) in
        [(1, 3, 1, 9, 4), (1, 2, 1, 2, 1), (1, 3, 5, 5, 0), (2, 3, 2, 5, 3), (1, 3, 1, 1_000, 500)]
    {
        let mut draft = draft(&[("seed", stock)], &[("seed", wanted)]);
        draft.ops = vec![op("grow", 2, &[("seed", taken)], &[("seed", given)])];
        let solution = solved(&draft);
        assert_eq!(solution.plan.action_cost, runs, "{taken} become {given}: from {stock} to {wanted}");
        assert!(solution.optimal());
    }
}

#[test]
fn a_multiplied_item_can_be_used_up_and_is_gathered_first_when_there_is_none() {
    let mut draft = draft(&[("seed", 1)], &[("bread", 4), ("seed", 1)]);
    let bake = op("bake", 2, &[("seed", 2)], &[("bread", 1)]);
    draft.ops =
        vec![op("grow", 2, &[("seed", 1), ("water", 1)], &[("seed", 3)]), bake, op("draw", 1, &[], &[("water", 1)])];
    assert_eq!(solved(&draft).plan.action_cost, 4 + 4 + 4, "four times each: eight seeds more, four breads");
    draft.inventory.clear();
    draft.ops.push(op("search", 1, &[], &[("seed", 1)]));
    assert!(solved(&draft).plan.action_cost <= 9 + 4, "at the worst each seed is searched for");
}

#[test]
fn a_rule_that_multiplies_cannot_run_with_too_few_items() {
    let mut draft = draft(&[("seed", 1)], &[("seed", 9)]);
    draft.ops = vec![op("grow", 2, &[("seed", 2)], &[("seed", 3)])];
    assert!(solve(&problem(&draft), Objective::CostAndTime, LIMITS).is_err());
}

#[test]
fn a_rule_that_gives_back_less_than_it_takes_can_be_used() {
    let mut draft = draft(&[], &[]);
    draft.ops = vec![op("lose", 5, &[("b", 2)], &[("b", 1)])];
    assert_eq!((solved(&draft).value, solved(&draft).plan.steps.len()), (0, 0), "nothing is asked for");
}

#[test]
fn a_placed_station_takes_over_an_id_that_is_already_in_use() {
    // The only furnace has the id that the second one will get.
    let mut draft = draft(&[("furnace", 1), ("ore", 8), ("coal", 8)], &[("bar", 8)]);
    draft.slots = vec![slot("furnace#1", "furnace", 0)];
    draft.stations_max = bag(&[("furnace", 2)]);
    draft.processes = vec![smelt("ore", "bar", "furnace", 10)];
    draft.processes[0].batch_max = 4;
    draft.ops = vec![place("furnace")];
    let problem = problem(&draft);
    let solution = solve(&problem, Objective::Makespan, LIMITS).expect("solved");
    assert!(validate(&problem, &solution.plan.steps).is_ok());
    assert_eq!(solution.plan.makespan_ticks, 5 + 4 + 5 + 40, "the old one is loaded first, then the new one");
}

#[test]
fn a_plan_may_contain_ten_million_gathers() {
    let mut draft = draft(&[], &[("dirt", 10_000_000)]);
    draft.horizon_ticks = 1_000_000_000;
    draft.ops = vec![op("dig", 20, &[], &[("dirt", 1)])];
    let solution = solved(&draft);
    assert_eq!((solution.plan.action_cost, solution.optimal()), (10_000_000, true));
}

fn refused(draft: &Draft) -> (Reason, String, String) {
    let unsolved = solve(&problem(draft), Objective::CostAndTime, LIMITS).expect_err("no plan");
    (unsolved.reason, unsolved.detail, unsolved.way_out)
}

#[test]
fn missing_fuel_is_reported_as_what_is_missing() {
    let mut draft = draft(&[("ore", 1)], &[("bar", 1)]);
    draft.slots = vec![slot("furnace#0", "furnace", 0)];
    draft.processes = vec![smelt("ore", "bar", "furnace", 200)];
    draft.fuels.clear();
    let (reason, detail, way_out) = refused(&draft);
    assert_eq!((reason, detail.as_str()), (Reason::UnreachableItem, "bar"));
    assert!(way_out.contains("fuels") && way_out.contains("200 ticks per item"), "{way_out}");
}

#[test]
fn the_refusal_names_an_existing_station_or_else_the_most_useful_one() {
    let mut draft = draft(&[("ore", 1), ("coal", 1)], &[("bar", 1)]);
    draft.processes = vec![
        smelt("ore", "bar", "blast_furnace", 100),
        smelt("ore", "bar", "furnace", 200),
        smelt("log", "charcoal", "furnace", 200),
    ];
    assert_eq!(refused(&draft).1, "furnace");
    draft.slots = vec![slot("b", "blast_furnace", 20_000)];
    let (reason, detail, _) = refused(&draft);
    assert_eq!((reason, detail.as_str()), (Reason::WaitBound, "blast_furnace"));
    // A blast furnace may be placed, but there is nothing to make it of: that is what is reported as missing.
    draft.slots.clear();
    draft.stations_max = bag(&[("blast_furnace", 1)]);
    draft.ops = vec![place("blast_furnace")];
    assert_eq!(refused(&draft).1, "furnace");
}

#[test]
fn an_item_that_no_rule_mentions_is_named() {
    let mut draft = draft(&[], &[("minecraft:stick", 1)]);
    draft.fuels.clear();
    draft.ops = vec![op("craft:stick", 1, &[("plank", 2)], &[("stick", 4)])];
    assert_eq!(refused(&draft).2, "no rule makes minecraft:stick");
}

#[test]
fn many_rules_for_one_item_do_not_weaken_the_bound() {
    let mut draft = draft(&[("coal", 8)], &[("bar", 64)]);
    draft.slots = (0..4).map(|k| slot(&format!("furnace#{k}"), "furnace", 0)).collect();
    draft.processes = vec![smelt("ore", "bar", "furnace", 200), smelt("deep_ore", "bar", "furnace", 200)];
    draft.ops = (0..20)
        .flat_map(|k| ["ore", "deep_ore"].map(|ore| op(&format!("gather:{ore}~{k}"), 20, &[], &[(ore, 1)])))
        .collect();
    let solution = solved(&draft);
    // The plan needs 64 gathers, and four loads that end some time after the last gather began.
    assert!(solution.bound >= 640 + 40 && solution.bound <= solution.value, "{} {}", solution.bound, solution.value);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn bounds_still_hold_when_every_rule_exists_twice(world in world(), dearer in 0u64..2) {
        let single = problem(&world.draft);
        let mut twice = world.draft.clone();
        for op in &world.draft.ops {
            let again = planner::rule::DraftOp { id: format!("{}~2", op.id), cost: op.cost + dearer, ..op.clone() };
            twice.ops.push(again);
        }
        let twice = problem(&twice);
        for objective in [Objective::CostAndTime, Objective::Makespan] {
            let both = (solve(&single, objective, LIMITS), solve(&twice, objective, LIMITS));
            let (Ok(single), Ok(twice)) = both else { continue };
            prop_assert!(twice.bound <= single.value, "bound {} above a plan of {}", twice.bound, single.value);
            prop_assert!(!twice.optimal() || twice.value <= single.value);
        }
    }
}
