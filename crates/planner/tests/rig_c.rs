//! The pivots and certification tests of the temporal planning document, one test each.

mod common;

use common::{bag, op, problem, slot, smelt};
use planner::explain::{explain, slots_used};
use planner::repair::{Change, Repaired, repair};
use planner::rule::{Draft, DraftProcess, DraftSlot};
use planner::validate::validate;
use planner::{Act, Limits, Objective, Reason, solve};

const LIMITS: Limits = Limits { nodes: Some(2_000), seed: 0 };

/// A request for ingots with iron and coal in stock, and furnaces that are free from these ticks on.
fn ingots(count: u64, ready: &[u64]) -> Draft {
    Draft {
        bucket_ticks: 100,
        horizon_ticks: 100_000,
        wait_ticks_max: 10_000,
        inventory: bag(&[("raw_iron", 64), ("coal", 64)]),
        goal: bag(&[("iron_ingot", count)]),
        slots: ready.iter().enumerate().map(|(k, at)| slot(&format!("furnace#{k}"), "furnace", *at)).collect(),
        stations_max: bag(&[("furnace", ready.len() as u64)]),
        fuels: bag(&[("coal", 1_600)]),
        ops: vec![],
        processes: vec![smelt("raw_iron", "iron_ingot", "furnace", 200)],
    }
}

fn loads(plan: &planner::Plan) -> Vec<(String, u64, u64)> {
    let load = |step: &planner::TimedAct| match &step.act {
        Act::Load { slot, count, .. } => Some((slot.0.clone(), *count, step.start)),
        Act::Op { .. } => None,
    };
    plan.steps.iter().filter_map(load).collect()
}

#[test]
fn pivot_1_same_slot_state_gives_the_same_schedule_digest() {
    let request = problem(&ingots(64, &[0, 2_000, 300]));
    let digest = |objective| solve(&request, objective, LIMITS).expect("solved").plan.digest(&request);
    for objective in [Objective::CostAndTime, Objective::Makespan] {
        assert_eq!(digest(objective), digest(objective));
    }
    let other = problem(&ingots(64, &[0, 2_100, 300]));
    let changed = solve(&other, Objective::Makespan, LIMITS).expect("solved").plan.digest(&other);
    assert_ne!(digest(Objective::Makespan), changed);
}

#[test]
fn pivot_1_the_order_of_slots_in_the_request_does_not_matter() {
    let draft = ingots(64, &[0, 2_000, 300]);
    let mut turned = draft.clone();
    turned.slots.reverse();
    let plan = |draft| solve(&problem(draft), Objective::CostAndTime, LIMITS).expect("solved").plan;
    assert_eq!(plan(&draft), plan(&turned));
}

#[test]
fn pivot_2_no_plan_waits_longer_than_the_bound() {
    let check = |ready: u64, expected: Result<(), Reason>| {
        let got = solve(&problem(&ingots(1, &[ready])), Objective::CostAndTime, LIMITS);
        assert_eq!(got.map(|_| ()).map_err(|unsolved| unsolved.reason), expected, "ready at {ready}");
    };
    check(10_000, Ok(()));
    check(10_001, Err(Reason::WaitBound));
    // A batch that the plan itself started is no deadlock, however long it takes.
    let long = problem(&ingots(64, &[0]));
    assert_eq!(solve(&long, Objective::CostAndTime, LIMITS).expect("solved").plan.makespan_ticks, 12_805);
}

#[test]
fn pivot_2_a_slot_beyond_the_bound_is_left_alone_when_others_are_free() {
    let request = problem(&ingots(64, &[0, 10_001]));
    let plan = solve(&request, Objective::Makespan, LIMITS).expect("solved").plan;
    assert!(loads(&plan).iter().all(|(slot, ..)| slot == "furnace#0"));
}

#[test]
fn pivot_3_equal_slots_are_taken_by_ready_time_and_then_by_id() {
    let mut draft = ingots(1, &[]);
    draft.slots = vec![slot("b", "furnace", 50), slot("c", "furnace", 0), slot("a", "furnace", 0)];
    draft.stations_max = bag(&[("furnace", 3)]);
    for _ in 0..3 {
        let plan = solve(&problem(&draft), Objective::CostAndTime, LIMITS).expect("solved").plan;
        assert_eq!(loads(&plan), [("a".to_string(), 1, 0)]);
    }
}

#[test]
fn pivot_4_a_plan_for_64_ingots_uses_batches() {
    for ready in [&[0][..], &[0, 0, 0, 0]] {
        let plan = solve(&problem(&ingots(64, ready)), Objective::CostAndTime, LIMITS).expect("solved").plan;
        assert!(loads(&plan).len() <= ready.len(), "{:?}", loads(&plan));
        assert_eq!(loads(&plan).iter().map(|(_, count, _)| count).sum::<u64>(), 64);
    }
}

#[test]
fn pivot_5_no_plan_when_every_furnace_is_busy_beyond_the_horizon() {
    let mut draft = ingots(1, &[120_000, 130_000]);
    draft.wait_ticks_max = 200_000;
    let unsolved = solve(&problem(&draft), Objective::CostAndTime, LIMITS).expect_err("deadlock");
    assert_eq!((unsolved.reason, unsolved.detail.as_str()), (Reason::CapacityDeadlock, "furnace"));
    assert!(unsolved.way_out.contains("furnace#0 is free at tick 120000"), "{}", unsolved.way_out);
}

#[test]
fn pivot_5_a_station_that_can_be_built_is_no_deadlock() {
    let mut draft = ingots(1, &[120_000]);
    draft.stations_max = bag(&[("furnace", 2)]);
    draft.ops = vec![
        op("gather:cobblestone", 20, &[], &[("cobblestone", 1)]),
        op("craft:furnace", 1, &[("cobblestone", 8)], &[("furnace", 1)]),
        common::place("furnace"),
    ];
    let plan = solve(&problem(&draft), Objective::CostAndTime, LIMITS).expect("solved").plan;
    assert_eq!(loads(&plan)[0].0, "furnace#1");
}

#[test]
fn certification_11_1_a_busy_slot_that_becomes_free_is_no_deadlock() {
    let plan = solve(&problem(&ingots(1, &[5_000])), Objective::CostAndTime, LIMITS).expect("solved").plan;
    assert_eq!((plan.steps[0].start, plan.makespan_ticks), (5_000, 5_205));
}

#[test]
fn certification_11_2_one_batch_of_64_beats_64_loads() {
    let plan = solve(&problem(&ingots(64, &[0])), Objective::CostAndTime, LIMITS).expect("solved").plan;
    assert_eq!(loads(&plan), [("furnace#0".to_string(), 64, 0)]);
}

#[test]
fn certification_11_3_four_furnaces_are_faster_than_one() {
    let makespan = |slots: &[u64]| {
        let request = problem(&ingots(64, slots));
        solve(&request, Objective::Makespan, LIMITS).expect("solved").plan.makespan_ticks
    };
    let (parallel, serial) = (makespan(&[0; 4]), makespan(&[0]));
    assert_eq!((parallel, serial), (3_220, 12_805));
}

#[test]
fn a_needed_station_that_cannot_be_placed_is_named() {
    let mut draft = ingots(1, &[]);
    let unsolved = solve(&problem(&draft), Objective::CostAndTime, LIMITS).expect_err("no furnace");
    assert_eq!((unsolved.reason, unsolved.detail.as_str()), (Reason::NoStation, "furnace"));
    // A furnace may be placed, but there is nothing to make it of.
    draft.stations_max = bag(&[("furnace", 1)]);
    draft.ops = vec![common::place("furnace")];
    let unsolved = solve(&problem(&draft), Objective::CostAndTime, LIMITS).expect_err("no furnace");
    assert_eq!((unsolved.reason, unsolved.detail.as_str()), (Reason::NoStation, "furnace"));
}

#[test]
fn too_little_fuel_and_too_short_a_horizon_are_told_apart() {
    let mut draft = ingots(64, &[0, 0]);
    draft.inventory.insert("coal".into(), 7);
    let unsolved = solve(&problem(&draft), Objective::CostAndTime, LIMITS).expect_err("56 at most");
    assert_eq!((unsolved.reason, unsolved.detail.as_str()), (Reason::UnreachableItem, "coal"));
    draft.inventory.insert("coal".into(), 8);
    draft.horizon_ticks = 6_400;
    let unsolved = solve(&problem(&draft), Objective::CostAndTime, LIMITS).expect_err("6,410 at least");
    assert_eq!(unsolved.reason, Reason::Horizon);
    draft.horizon_ticks = 6_410;
    let plan = solve(&problem(&draft), Objective::CostAndTime, LIMITS).expect("just in time").plan;
    assert_eq!(plan.makespan_ticks, 6_410);
}

#[test]
fn blocks_and_ingots_that_make_each_other_are_no_source() {
    let mut draft = ingots(1, &[]);
    draft.processes.clear();
    draft.ops = vec![
        op("craft:iron_block", 1, &[("iron_ingot", 9)], &[("iron_block", 1)]),
        op("craft:iron_ingot", 1, &[("iron_block", 1)], &[("iron_ingot", 9)]),
    ];
    let unsolved = solve(&problem(&draft), Objective::CostAndTime, LIMITS).expect_err("a circle");
    assert_eq!(unsolved.reason, Reason::UnreachableItem);
    draft.inventory.insert("iron_block".into(), 2);
    draft.goal = bag(&[("iron_ingot", 10), ("iron_block", 0)]);
    let plan = solve(&problem(&draft), Objective::CostAndTime, LIMITS).expect("from the blocks").plan;
    assert_eq!(plan.action_cost, 2);
}

#[test]
fn a_goal_can_keep_some_of_the_stock() {
    // A goal is a count held at the end, so to keep some of the stock a plan just counts it in the goal.
    let mut draft = ingots(8, &[0]);
    draft.goal.insert("coal".into(), 63);
    assert!(solve(&problem(&draft), Objective::CostAndTime, LIMITS).is_ok());
    draft.goal.insert("coal".into(), 64);
    let unsolved = solve(&problem(&draft), Objective::CostAndTime, LIMITS).expect_err("one coal is burnt");
    assert_eq!((unsolved.reason, unsolved.detail.as_str()), (Reason::UnreachableItem, "coal"));
}

#[test]
fn rules_that_take_no_time_or_no_inputs_do_not_hang_the_planner() {
    let mut draft = ingots(64, &[0]);
    draft.ops = vec![op("gift:iron_ingot", 0, &[], &[("iron_ingot", 1)])];
    draft.processes[0].ticks_per_item = 0;
    draft.processes[0].load_ticks = 0;
    draft.processes[0].fuel_per_item = 0;
    let solution = solve(&problem(&draft), Objective::CostAndTime, LIMITS).expect("free");
    assert_eq!(solution.plan.makespan_ticks, 0);
    assert_eq!(solution.value, 10);
}

#[test]
fn the_explanation_names_the_furnaces_and_what_one_more_saves() {
    let request = problem(&ingots(64, &[0, 2_000]));
    let solution = solve(&request, Objective::CostAndTime, LIMITS).expect("solved");
    let why = explain(&request, Objective::CostAndTime, &solution, LIMITS);
    let furnaces = &why.stations[0];
    assert_eq!((furnaces.station.as_str(), furnaces.used, furnaces.built), ("furnace", 2, 0));
    assert!(furnaces.one_more.expect("solved").1 < solution.plan.makespan_ticks);
    assert!(furnaces.one_less.expect("solved").1 > solution.plan.makespan_ticks);
    assert_eq!(why.critical.last().expect("a chain").end, solution.plan.makespan_ticks);
    assert!(why.critical.windows(2).all(|pair| pair[0].end == pair[1].start), "{:?}", why.critical);
}

fn mend(now: &planner::Problem, old: &planner::Plan) -> Repaired {
    let fresh = solve(now, Objective::CostAndTime, LIMITS).map(|solution| solution.plan);
    repair(now, &old.steps, Objective::CostAndTime, fresh).expect("repaired")
}

#[test]
fn a_late_furnace_delays_the_plan_and_keeps_its_loads() {
    let before = problem(&ingots(32, &[0, 0]));
    let plan = solve(&before, Objective::CostAndTime, LIMITS).expect("solved").plan;
    let late = problem(&ingots(32, &[0, 150]));
    let repaired = mend(&late, &plan);
    assert_eq!(repaired.change, Change::Kept);
    assert_eq!(loads(&repaired.plan).len(), loads(&plan).len());
    assert!(validate(&late, &repaired.plan.steps).is_ok());
}

/// Adds a batch of ingots that is cooking now: a station of its own type that is "loaded" for free once the batch is
/// done. That load stands for collecting the batch.
fn add_cooking_ingots(draft: &mut Draft, count: u64, ready_at: u64) {
    let (station, token) = (String::from("collect:furnace#0"), String::from("iron_ingot@furnace#0"));
    draft.inventory.insert(token.clone(), count);
    draft.stations_max.insert(station.clone(), 1);
    draft.slots.push(DraftSlot { id: station.clone(), station: station.clone(), ready_at });
    draft.processes.push(DraftProcess {
        id: station.clone(),
        station,
        input: token,
        output: "iron_ingot".into(),
        ticks_per_item: 0,
        batch_max: count,
        fuel_per_item: 0,
        load_ticks: 0,
        load_cost: 0,
    });
}

#[test]
fn a_lost_item_is_made_again_and_a_cooking_batch_is_used() {
    let mut draft = ingots(8, &[0]);
    draft.inventory = bag(&[("raw_iron", 8), ("coal", 1)]);
    draft.ops = vec![op("gather:raw_iron", 20, &[], &[("raw_iron", 1)])];
    let plan = solve(&problem(&draft), Objective::CostAndTime, LIMITS).expect("solved").plan;
    draft.inventory.insert("raw_iron".into(), 6);
    let lost = problem(&draft);
    let repaired = mend(&lost, &plan);
    assert_eq!(repaired.plan.action_cost, plan.action_cost + 2);
    // Half of the wanted ingots are already in the furnace.
    draft.slots[0].ready_at = 600;
    draft.inventory = bag(&[("raw_iron", 4), ("coal", 1)]);
    add_cooking_ingots(&mut draft, 4, 600);
    let running = problem(&draft);
    let mended = mend(&running, &plan).plan;
    assert_eq!(mended.makespan_ticks, 600 + 5 + 4 * 200);
    assert!(slots_used(&running, &mended.steps).values().flatten().any(|slot| slot == "collect:furnace#0"));
}

#[test]
fn very_early_and_very_late_ready_times_are_accepted() {
    for ready in [0, 1, 9_999] {
        assert!(solve(&problem(&ingots(1, &[ready])), Objective::CostAndTime, LIMITS).is_ok());
    }
    let far = problem(&ingots(1, &[planner::rule::TICKS_MAX]));
    assert_eq!(solve(&far, Objective::CostAndTime, LIMITS).expect_err("never").reason, Reason::CapacityDeadlock);
}

#[test]
fn huge_goals_end_with_a_reason() {
    let mut draft = ingots(1, &[0]);
    draft.ops = vec![op("gather:raw_iron", 20, &[], &[("raw_iron", 1)]), op("gather:coal", 20, &[], &[("coal", 1)])];
    for count in [100_000, planner::rule::COUNT_MAX] {
        draft.goal = bag(&[("iron_ingot", count)]);
        let unsolved = solve(&problem(&draft), Objective::CostAndTime, LIMITS).expect_err("too many");
        assert!(matches!(unsolved.reason, Reason::Horizon | Reason::Budget), "{unsolved}");
    }
}

#[test]
fn ten_thousand_rules_are_read_and_solved() {
    let mut draft = ingots(1, &[0]);
    draft.ops = (0..10_000)
        .map(|k| op(&format!("r{k}"), 1, &[(&format!("i{k}"), 1)], &[(&format!("i{}", k + 1), 1)]))
        .collect();
    draft.ops.push(op("gather", 1, &[], &[("i0", 1)]));
    draft.goal = bag(&[("i2000", 1)]);
    let solution = solve(&problem(&draft), Objective::CostAndTime, LIMITS).expect("a long chain");
    assert_eq!(solution.plan.action_cost, 2_001);
    draft.processes = (0..200).map(|k| smelt(&format!("i{k}"), &format!("c{k}"), "furnace", 10)).collect();
    draft.goal = bag(&[("c100", 3)]);
    assert!(solve(&problem(&draft), Objective::CostAndTime, LIMITS).is_ok());
}
