//! Busy furnaces: a plan made while a furnace burns waits until its batch is ready.

mod life;

use life::{Life, in_the_wood, on_bare_ground};
use mind::Step;
use mind::input::Order;
use mind::reason::Reason;
use mind::trace::Event;
use simulator::{Course, Scripted, item, rules};
use tasks::Status;
use vocab::outcome::{End, Failure, Refusal};
use vocab::{Action, BlockPos};

/// Game ticks that a furnace needs to smelt one item.
const SMELT_TICKS: u64 = 200;
/// The plan's length may differ from the smelting time by this many ticks, for rounding and for the work after
/// smelting.
const SLACK_TICKS: u64 = 500;

fn carrying(mut body: Scripted, bag: &[(&str, u32)]) -> Scripted {
    for (name, count) in bag {
        body.stage.bag.add(item(name), *count);
    }
    body
}

fn ask(action: &str, target: &str, amount: u32) -> Order {
    Order::Goal { action: action.into(), target: target.into(), amount }
}

/// The times at which the agent loaded a furnace: the tick, the furnace, the number of items.
fn loads(life: &Life) -> Vec<(u64, (BlockPos, u8))> {
    life.told(|event| match event {
        Event::ActionStarted { action: Action::LoadStation { at, count, .. }, .. } => Some((*at, *count)),
        _ => None,
    })
}

#[test]
fn a_plan_made_while_a_furnace_burns_uses_the_tick_at_which_it_is_ready() {
    // Eight ingots take 1,600 ticks to smelt. Meanwhile the agent fetches wood; the first attempt fails, which causes a
    // new plan.
    let mut tries = 0;
    let body = in_the_wood().rule(move |stage, action| {
        if !matches!(action, Action::Collect { .. }) {
            return None;
        }
        tries += 1;
        if tries == 1 { Some(Course::failed(Failure::NoneFound)) } else { rules::collecting(stage, action) }
    });
    let bag = [("raw_iron", 8), ("coal", 2), ("furnace", 1), ("bread", 20), ("torch", 20)];
    let mut life = Life::new(carrying(body, &bag));
    life.order(&[ask("craft", "iron_chestplate", 1)]);
    life.live(600);
    let task = life.task("craft:iron_chestplate").unwrap().id();
    let [(loaded, (_, 8))] = loads(&life)[..] else { panic!("{}", life.story()) };
    let ready = loaded + 8 * SMELT_TICKS;
    let plans = life.told(|event| match event {
        Event::Planned { task: of, steps, makespan_ticks: Some(ticks), why: Reason::WorldDisagreed } if *of == task => {
            Some((steps.clone(), *ticks))
        }
        _ => None,
    });
    let (made, (steps, makespan)) = plans.iter().find(|(tick, _)| *tick > loaded).expect("a plan made meanwhile");
    let left = ready - made;
    assert!(left > 1_000, "the furnace has just been lit");
    assert!(
        (left - SLACK_TICKS..left + SLACK_TICKS).contains(makespan),
        "{makespan} with {left} ticks to go: {steps:?}"
    );
    let ingots = item("iron_ingot");
    assert!(steps.contains(&Step::Take { item: ingots, count: 8 }), "{steps:?}");
    assert!(!steps.iter().any(|step| matches!(step, Step::Smelt { .. })), "what is in the fire is not smelted again");
    life.live(2_400);
    assert_eq!(life.task("craft:iron_chestplate").map(tasks::Task::status), Some(Status::Done), "{}", life.story());
}

#[test]
fn a_furnace_that_burns_for_another_task_is_not_loaded_before_its_batch_is_ready() {
    let bag =
        [("raw_iron", 8), ("beef", 2), ("coal", 8), ("furnace", 1), ("bread", 20), ("torch", 20), ("oak_log", 20)];
    let mut life = Life::new(carrying(on_bare_ground(), &bag));
    life.order(&[ask("smelt", "iron_ingot", 8)]);
    life.live(100);
    let [(_, (first, count))] = loads(&life)[..] else { panic!("one furnace burns: {}", life.story()) };
    life.stage().bag.add(item("furnace"), 1);
    life.order(&[ask("smelt", "cooked_beef", 2)]);
    let ready = life.mind().tick().0 + u64::from(count) * SMELT_TICKS;
    life.live(1_300);
    let loads = loads(&life);
    assert!(loads.len() >= 2, "the other furnace is used: {}", life.story());
    let early = loads[1..].iter().filter(|(tick, (at, _))| *at == first && *tick < ready).count();
    assert_eq!(early, 0, "{loads:?}");
    let refused = life.told(|event| {
        matches!(event, Event::ActionEnded { end: End::Refused(Refusal::StationBusy), .. }).then_some(())
    });
    assert_eq!(refused, [], "{}", life.story());
    assert_eq!(life.task("smelt:cooked_beef").map(tasks::Task::status), Some(Status::Done), "{}", life.story());
}
