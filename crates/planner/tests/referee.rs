//! The referee refuses every invalid plan and says what is wrong.

mod common;

use common::{bag, op, place, problem, slot, smelt};
use planner::plan::SlotName;
use planner::rule::{Draft, RULES_MAX};
use planner::validate::{AT_ONCE_MIN, Flaw, REPETITIONS_MAX, validate};
use planner::{Act, Problem, TimedAct};

/// A request for two ingots: gather ore, load the furnace, wait. A furnace can be placed; a gear needs a crafting
/// table.
fn world() -> Problem {
    let mut gear = op("craft:gear", 1, &[("iron_ingot", 1)], &[("gear", 1)]);
    gear.station = Some("crafting_table".into());
    let mut dig = op("gather:raw_iron", 20, &[], &[("raw_iron", 1)]);
    dig.tools_any = vec!["pickaxe".into()];
    problem(&Draft {
        bucket_ticks: 100,
        horizon_ticks: 2_000,
        wait_ticks_max: 500,
        inventory: bag(&[("pickaxe", 1), ("coal", 2), ("furnace", 2)]),
        goal: bag(&[("iron_ingot", 2)]),
        slots: vec![slot("near", "furnace", 100), slot("far", "furnace", 600)],
        stations_max: bag(&[("furnace", 3)]),
        fuels: bag(&[("coal", 1_600)]),
        ops: vec![dig, gear, place("furnace"), op("drop:pickaxe", 1, &[("pickaxe", 1)], &[("dust", 1)])],
        processes: vec![smelt("raw_iron", "iron_ingot", "furnace", 200)],
    })
}

fn work(op: usize, times: u64, start: u64, end: u64) -> TimedAct {
    TimedAct { start, end, act: Act::Op { op, times } }
}

fn load(slot: &str, count: u64, fuel_count: u64, start: u64) -> TimedAct {
    let world = world();
    let (fuel, ready) = (world.item("coal"), start + 5 + 200 * count);
    TimedAct {
        start,
        end: start + 5,
        act: Act::Load { process: 0, slot: SlotName(slot.into()), count, fuel, fuel_count, ready },
    }
}

fn verdict(steps: &[TimedAct]) -> Result<(u64, u64), Flaw> {
    validate(&world(), steps).map(|good| (good.makespan_ticks, good.action_cost)).map_err(|fault| fault.why)
}

#[test]
fn a_valid_plan_gets_its_length_and_cost() {
    assert_eq!(verdict(&[work(0, 2, 0, 40), load("near", 2, 1, 100)]), Ok((505, 3)));
    // A furnace that the plan places can be used at once.
    assert_eq!(verdict(&[work(2, 1, 0, 4), work(0, 2, 4, 44), load("furnace#2", 2, 1, 44)]), Ok((449, 4)));
}

#[test]
fn every_broken_rule_is_found() {
    let dug = work(0, 2, 0, 40);
    let missing = |item: &str, short| Flaw::Missing { item: item.into(), short };
    let cases: Vec<(Vec<TimedAct>, Flaw)> = vec![
        (vec![dug.clone(), work(0, 1, 39, 59)], Flaw::AgentBusyUntil(40)),
        (vec![work(0, 2, 0, 41)], Flaw::EndsAt(40)),
        (vec![dug.clone(), load("nowhere", 2, 1, 100)], Flaw::NoSuchSlot("nowhere".into())),
        (vec![dug.clone(), load("near", 2, 1, 99)], Flaw::SlotBusyUntil(100)),
        (vec![dug.clone(), load("far", 2, 1, 600)], Flaw::SlotBeyondWaitBound),
        (vec![dug.clone(), load("near", 65, 9, 100)], Flaw::BatchSize(65)),
        (vec![dug.clone(), load("near", 2, 0, 100)], Flaw::TooLittleFuel),
        (vec![dug.clone(), load("near", 2, 3, 100)], missing("coal", 1)),
        (vec![load("near", 2, 1, 100)], missing("raw_iron", 2)),
        (vec![work(3, 1, 0, 1), work(0, 1, 1, 21)], Flaw::NoTool),
        (vec![work(1, 1, 0, 1)], Flaw::NoStation("crafting_table".into())),
        (vec![work(2, 2, 0, 8)], Flaw::TooManyStations("furnace".into())),
        (vec![dug.clone()], Flaw::GoalNotMet { item: "iron_ingot".into(), held: 0 }),
        (vec![dug.clone(), load("near", 2, 1, 1_700)], Flaw::BeyondHorizon(2_105)),
        (vec![work(0, REPETITIONS_MAX + 1, 0, 20 * (REPETITIONS_MAX + 1))], Flaw::TooLong),
    ];
    for (steps, flaw) in cases {
        assert_eq!(verdict(&steps), Err(flaw), "{steps:?}");
    }
}

#[test]
fn a_wrong_fuel_and_a_wrong_ready_time_are_found() {
    let mut step = load("near", 2, 1, 100);
    if let Act::Load { fuel, .. } = &mut step.act {
        *fuel = world().item("pickaxe");
    }
    assert_eq!(verdict(&[work(0, 2, 0, 40), step]), Err(Flaw::NotAFuel));
    let mut step = load("near", 2, 1, 100);
    if let Act::Load { ready, .. } = &mut step.act {
        *ready -= 1;
    }
    assert_eq!(verdict(&[work(0, 2, 0, 40), step]), Err(Flaw::EndsAt(505)));
}

#[test]
fn a_plan_may_end_while_an_unneeded_batch_still_cooks() {
    let steps = [work(0, 4, 0, 80), load("near", 2, 1, 100), load("near", 2, 1, 505)];
    assert_eq!(verdict(&steps), Ok((510, 6)));
}

#[test]
fn long_steps_give_the_same_result_in_one_go_or_one_by_one() {
    let mut drop_tool = op("hone", 1, &[("tool", 1)], &[("tool", 1), ("dust", 1)]);
    drop_tool.tools_any = vec!["tool".into()];
    let mut draft = Draft {
        bucket_ticks: 100,
        horizon_ticks: 1_000_000_000,
        inventory: bag(&[("grain", 3 * REPETITIONS_MAX), ("tool", 1)]),
        goal: bag(&[("dust", 1)]),
        ops: vec![
            op("mill", 2, &[("grain", 1)], &[("dust", 1)]),
            op("dig", 20, &[], &[("dust", 1)]),
            drop_tool,
            op("lose", 1, &[("tool", 1)], &[("dust", 1)]),
        ],
        ..Draft::default()
    };
    let cases = [(0, 2), (1, 20), (2, 1), (3, 1)];
    for (rule, ticks) in cases {
        for times in [AT_ONCE_MIN - 1, AT_ONCE_MIN] {
            let whole = [work(rule, times, 0, ticks * times)];
            let halves = [work(rule, times / 2, 0, ticks * (times / 2))];
            let rest = work(rule, times - times / 2, ticks * (times / 2), ticks * times);
            let problem = problem(&draft);
            let verdicts = [&whole[..], &[halves[0].clone(), rest][..]].map(|steps| {
                validate(&problem, steps).map(|good| (good.makespan_ticks, good.action_cost)).map_err(|fault| fault.why)
            });
            assert_eq!(verdicts[0], verdicts[1], "rule {rule}, {times} times");
        }
    }
    let many = 10 * REPETITIONS_MAX;
    assert!(validate(&problem(&draft), &[work(1, many, 0, 20 * many)]).is_ok(), "as long as the horizon allows");
    let short = validate(&problem(&draft), &[work(0, many, 0, 2 * many)]).expect_err("too little grain");
    assert!(matches!(short.why, Flaw::TooLong | Flaw::Missing { .. }), "{short}");
    draft.horizon_ticks = 20 * many - 1;
    assert!(validate(&problem(&draft), &[work(1, many, 0, 20 * many)]).is_err(), "one tick too late");
}

#[test]
fn one_rule_too_many_is_refused() {
    let mut draft = Draft { bucket_ticks: 100, ..Draft::default() };
    draft.ops = (0..=RULES_MAX).map(|k| op(&format!("r{k}"), 1, &[], &[("dust", 1)])).collect();
    assert_eq!(Problem::new(&draft).expect_err("too many").at, "ops");
    draft.ops.pop();
    assert!(Problem::new(&draft).is_ok());
}
