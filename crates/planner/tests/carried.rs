//! Carried items and items made from them count together: a shortage is only reported when every way to make the item
//! is used up.

mod common;

use common::{bag, op, problem, slot, smelt};
use planner::game::{Ask, draft};
use planner::rule::Draft;
use planner::validate::validate;
use planner::{Limits, Objective, Problem, Reason, Solution, first_plan, sketch, solve};
use proptest::prelude::*;

const LIMITS: Limits = Limits { nodes: Some(1_500), seed: 0 };

fn carrying(inventory: &[(&str, u64)], goal: &[(&str, u64)]) -> Draft {
    Draft {
        bucket_ticks: 100,
        horizon_ticks: 100_000,
        wait_ticks_max: 10_000,
        inventory: bag(inventory),
        goal: bag(goal),
        fuels: bag(&[("coal", 1_600)]),
        ..Draft::default()
    }
}

fn planned(problem: &Problem) -> Solution {
    let solution = solve(problem, Objective::CostAndTime, LIMITS).expect("solved");
    assert!(validate(problem, &solution.plan.steps).is_ok());
    for plan in [first_plan(problem, Objective::CostAndTime), sketch(problem, Objective::CostAndTime, 20)] {
        assert!(validate(problem, &plan.expect("a plan").steps).is_ok());
    }
    solution
}

#[test]
fn an_item_is_partly_carried_and_partly_made_and_so_are_its_ingredients() {
    let mut draft = carrying(&[("a", 2), ("b", 1), ("c", 1)], &[("a", 6)]);
    let dear = op("dear", 5, &[("b", 2)], &[("a", 2)]);
    draft.ops = vec![op("c to b", 1, &[("c", 1)], &[("b", 3)]), op("b to a", 1, &[("b", 2)], &[("a", 2)]), dear];
    let solution = planned(&problem(&draft));
    assert_eq!((solution.value, solution.optimal()), (31, true));
    // One more of the goal item than everything carried gives.
    draft.goal = bag(&[("a", 7)]);
    let unsolved = solve(&problem(&draft), Objective::CostAndTime, LIMITS).expect_err("too little");
    assert_eq!((unsolved.reason, unsolved.detail.as_str()), (Reason::UnreachableItem, "a"));
}

#[test]
fn every_way_to_make_an_item_is_used_when_one_is_not_enough() {
    for scale in [1, 7, 400] {
        let kinds = ["oak", "birch", "fir", "palm"];
        let mut draft = carrying(&[("log", 0)], &[("stick", 16 * scale)]);
        for kind in kinds {
            draft.inventory.insert(kind.into(), 2 * scale);
            draft.ops.push(op(&format!("{kind} to stick"), 1, &[(kind, 2)], &[("stick", 4)]));
        }
        assert_eq!(planned(&problem(&draft)).plan.action_cost, 4 * scale, "{scale}");
    }
}

#[test]
fn of_two_items_that_make_each_other_the_wanted_one_is_made() {
    let circle = |draft: &mut Draft| {
        draft.ops = vec![
            op("unpack", 1, &[("block", 1)], &[("bar", 9)]),
            op("pack", 1, &[("bar", 9)], &[("block", 1)]),
            op("torch", 1, &[("bar", 1)], &[("torch", 1)]),
        ];
    };
    for (goal, cost) in [(("bar", 21), 2), (("block", 3), 1), (("torch", 29), 31), (("torch", 5), 5)] {
        let mut draft = carrying(&[("bar", 11), ("block", 2)], &[goal]);
        circle(&mut draft);
        // Both items are fuels, so recipes for both are considered before the goal.
        draft.fuels = bag(&[("block", 100), ("bar", 10)]);
        assert_eq!(planned(&problem(&draft)).plan.action_cost, cost, "{goal:?}");
    }
}

#[test]
fn a_process_that_cooks_an_item_into_itself_is_ignored() {
    let mut draft = carrying(&[("c", 1), ("coal", 9)], &[("c", 1)]);
    draft.slots = vec![slot("oven", "oven", 0)];
    draft.processes = vec![smelt("coal", "c", "oven", 10), smelt("c", "c", "oven", 10)];
    assert_eq!(planned(&problem(&draft)).value, 0, "it is carried");
    draft.goal = bag(&[("c", 2)]);
    assert_eq!(planned(&problem(&draft)).plan.action_cost, 1);
}

#[test]
fn a_rule_that_multiplies_may_need_a_tool() {
    let mut draft = carrying(&[("seed", 2), ("hoe", 1)], &[("seed", 9)]);
    draft.ops = vec![op("grow", 5, &[("seed", 2)], &[("seed", 3)])];
    draft.ops[0].tools_any = vec!["hoe".into()];
    let solution = planned(&problem(&draft));
    assert_eq!((solution.plan.action_cost, solution.optimal()), (7, true));
}

fn ask(have: &[(&str, u64)], torches: u64) -> Ask {
    let item = |name: &str| gamedata::items::find(name).expect("an item");
    let have = have.iter().filter(|(_, count)| *count > 0).map(|&(name, count)| (item(name), count as u32)).collect();
    Ask { goal: [(item("torch"), torches as u32)].into_iter().collect(), have, ..Ask::default() }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// The agent carries two kinds of wood, coal loose and in blocks, and some of each already crafted into something.
    #[test]
    fn carried_items_make_as_many_torches_as_possible(
        carried in prop::collection::vec(0u64..40, 8), part in 1u64..5
    ) {
        let [torch, stick, coal, oak_planks, oak_log, birch_planks, birch_log, blocks] = carried[..] else { return Ok(()) };
        let of = |planks: u64| planks / 2 * 4;
        let sticks = stick + of(oak_planks + 4 * oak_log) + of(birch_planks + 4 * birch_log);
        let blocks = blocks / 8;
        let most = torch + 4 * sticks.min(coal + 9 * blocks);
        let wanted = (most * part).div_ceil(4).max(1).min(most);
        let have = [
            ("torch", torch), ("stick", stick), ("coal", coal), ("coal_block", blocks), ("oak_planks", oak_planks),
            ("oak_log", oak_log), ("birch_planks", birch_planks), ("birch_log", birch_log),
        ];
        prop_assume!(wanted > 0);
        planned(&problem(&draft(&ask(&have, wanted))));
    }
}
