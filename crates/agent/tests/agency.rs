//! The soak of the agency contract (7.2) on the product: mind, driver and embedded world for twelve minutes, with a stub of a
//! language model that keeps to the format.

use agent::Embedded;
use driver::Go;
use mind::effect::CommandAnswer;
use mind::input::Order;
use mind::report::Report;
use mind::thinking::{Fate, Recorded, Thinking};
use mind::trace::Event;
use mind::{Config, Effect, Mind};
use simulator::{Simulation, StubModel};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;
use std::time::Duration;
use tasks::status::CancelReason;
use tasks::{Status, TaskId, Who};
use vocab::senses::GameMode;
use vocab::tick::TICKS_PER_MIND_TICK;

const SEED: u64 = 5;
const SOAK_TICKS: u64 = 14_400;
/// Ticks between two drive ticks of a busy agent, from the agency document.
const INTERVAL: u64 = 3_600;

type Living = Simulation<Embedded, StubModel>;

fn living(mode: GameMode, model: StubModel) -> Living {
    let mut body = Embedded::new(SEED, false);
    body.world_mut().set_mode(mode);
    let thinking = Thinking { model: true, ..Thinking::default() };
    Simulation::with_thinker(Mind::new(Config { thinking, ..Config::default() }), body, model)
}

/// A stub model that keeps to the reply format and asks for goals that a new agent can reach.
fn compliant() -> StubModel {
    StubModel::asking(&["collect dirt 3", "explore nearby 32", "collect oak_log 1"])
}

struct Lived {
    events: Vec<(u64, Event)>,
    report: Report,
}

fn live(living: &mut Living, ticks: u64) -> Lived {
    let mut events = Vec::new();
    living.run(ticks / TICKS_PER_MIND_TICK, |moment, _| {
        for effect in moment.effects {
            if let Effect::Trace(trace) = effect {
                events.push((trace.tick.0, trace.event.clone()));
            }
        }
        Go::On
    });
    Lived { events, report: living.mind().report() }
}

/// A long simulated life, run once for all tests of this file.
fn soak() -> &'static Lived {
    static SOAK: OnceLock<Lived> = OnceLock::new();
    SOAK.get_or_init(|| live(&mut living(GameMode::Survival, compliant()), SOAK_TICKS))
}

impl Lived {
    fn told<T>(&self, mut of: impl FnMut(&Event) -> Option<T>) -> Vec<T> {
        self.events.iter().filter_map(|(_, event)| of(event)).collect()
    }

    fn made_by(&self, who: Who) -> Vec<TaskId> {
        self.told(|event| match event {
            Event::TaskCreated { task, origin, .. } if origin.who() == who => Some(*task),
            _ => None,
        })
    }

    fn thoughts(&self) -> Vec<&Recorded> {
        let of = |(_, event): &'_ (u64, Event)| matches!(event, Event::Thought(_));
        self.events
            .iter()
            .filter(|told| of(told))
            .map(|(_, event)| match event {
                Event::Thought(recorded) => recorded,
                _ => unreachable!("filtered above"),
            })
            .collect()
    }
}

#[test]
fn agency_7_2_1_drive_ticks_and_goal_tags_are_counted_and_make_tasks_on_the_product() {
    let lived = soak();
    let counters = lived.report.agency;
    assert!(counters.drive_ticks > 0 && counters.goal_tags > 0, "{counters:?}");
    let drives: Vec<u64> = (lived.events.iter())
        .filter(|(_, event)| matches!(event, Event::Drive { .. }))
        .map(|(tick, _)| *tick)
        .collect();
    assert_eq!(drives.len() as u64, counters.drive_ticks);
    // A drive tick is due when the agent is idle. While the agent is busy it is due every three minutes at the
    // latest, if no condition holds it back.
    let busy: Vec<u64> = drives.windows(2).map(|pair| pair[1] - pair[0]).filter(|gap| *gap >= INTERVAL).collect();
    assert!(busy.len() < drives.len(), "{drives:?}");
    assert!(!lived.made_by(Who::Drive).is_empty() && !lived.made_by(Who::Thought).is_empty());
}

#[test]
fn agency_7_2_2_tasks_of_the_drive_tick_are_claimed_on_the_product() {
    let lived = soak();
    let driven = lived.made_by(Who::Drive);
    let claimed = lived.told(|event| match event {
        Event::TaskChanged { task, from: Status::Pending, to: Status::Active, .. } => Some(*task),
        _ => None,
    });
    assert!(driven.iter().any(|task| claimed.contains(task)), "{driven:?} {claimed:?}");
}

#[test]
fn agency_7_2_3_tasks_reach_an_end_on_the_product() {
    let report = &soak().report;
    assert!(report.tasks.completed > 0, "{report:?}");
    let ended = report.tasks.completed + report.tasks.failed + report.tasks.cancelled;
    assert_eq!(report.tasks.created, ended + report.tasks.open);
}

#[test]
fn agency_7_2_4_no_goal_key_is_open_twice_on_the_product() {
    let mut open: BTreeMap<TaskId, String> = BTreeMap::new();
    for (tick, event) in &soak().events {
        match event {
            Event::TaskCreated { task, key, .. } => {
                assert!(!open.values().any(|other| other == key.as_str()), "{key} twice at {tick}");
                open.insert(*task, key.to_string());
            }
            Event::TaskChanged { task, to, .. } if to.is_final() => drop(open.remove(task)),
            _ => {}
        }
    }
}

#[test]
fn agency_7_2_5_a_goal_that_was_stuck_for_five_minutes_is_made_again_on_the_product() {
    let mut living = living(GameMode::Survival, StubModel::saying(""));
    let mut ask = |order: Order, ticks: u64| {
        let pending = living.order(order).expect("the door is open");
        live(&mut living, ticks);
        pending.wait(Duration::ZERO).expect("it is answered").answer
    };
    let goal = || Order::Goal { action: "collect".into(), target: "diamond".into(), amount: 1 };
    assert_eq!(ask(Order::Pause, 4), CommandAnswer::Done);
    let CommandAnswer::Taken { task: first } = ask(goal(), 6_008) else { panic!("it is taken") };
    let CommandAnswer::Taken { task: second } = ask(goal(), 8) else { panic!("the key is free again") };
    let tasks = living.mind().tasks();
    assert_eq!(tasks.get(first).unwrap().status(), Status::Cancelled { why: CancelReason::Stuck });
    assert!(tasks.is_open(second));
}

#[test]
fn agency_7_2_6_intents_are_extracted_on_the_product() {
    let counters = soak().report.agency;
    assert!(counters.intent_extractions > 0, "{counters:?}");
    let parsed = soak().thoughts().into_iter().filter_map(|told| told.thought.intent_parse).collect::<BTreeSet<_>>();
    assert_eq!(parsed.into_iter().collect::<Vec<_>>(), [agency::intent::IntentParse::FinalLine]);
    // The counters show a model that never writes INTENT.
    let mut silent = living(GameMode::Survival, StubModel::saying("I look around."));
    let counters = live(&mut silent, 2_000).report.agency;
    assert!(counters.llm_calls > 0 && counters.intent_extractions == 0, "{counters:?}");
}

#[test]
fn agency_7_2_7_no_task_comes_from_an_ineligible_thought_on_the_product() {
    let lived = soak();
    let eligible: BTreeSet<TaskId> = (lived.thoughts().into_iter())
        .filter(|told| told.thought.convert_eligible && !told.thought.fallback)
        .filter_map(|told| match told.fate {
            Fate::Task { task } => Some(task),
            _ => None,
        })
        .collect();
    let made = [lived.made_by(Who::Thought), lived.made_by(Who::Drive)].concat();
    assert!(!made.is_empty() && made.iter().all(|task| eligible.contains(task)), "{made:?} {eligible:?}");
}

#[test]
fn agency_7_2_8_no_drive_tick_fires_in_creative_or_spectator_mode_on_the_product() {
    for mode in [GameMode::Creative, GameMode::Spectator] {
        let mut living = living(mode, StubModel::saying(""));
        let lived = live(&mut living, 2 * INTERVAL);
        assert_eq!(lived.report.agency.drive_ticks, 0, "{mode:?}");
        assert_eq!(lived.made_by(Who::Drive), []);
        living.body().world_mut().set_mode(GameMode::Survival);
        assert!(live(&mut living, 400).report.agency.drive_ticks > 0, "the mode alone held it");
    }
}
