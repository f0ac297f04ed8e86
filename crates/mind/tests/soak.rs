//! The soak test of the agency contract (7.2): a life of twelve minutes in the wood, checked against the contract's criteria.

mod life;
mod mindful;

use agency::convert::Held;
use life::{Life, with_cows};
use mind::reason::Reason;
use mind::thinking::Fate;
use mind::trace::Event;
use mindful::Mindful;
use simulator::StubModel;
use simulator::soak::{garden, thinking};
use std::collections::{BTreeMap, BTreeSet};
use tasks::status::BlockedOn;
use tasks::{Status, TaskId, Who};
use vocab::Tick;

const SOAK_TICKS: u64 = 14_400;
/// Game ticks between two drive ticks, from the contract.
const INTERVAL: u64 = 3_600;
/// Every task of the soak test ends within this many game ticks.
const TASK_TICKS_MAX: u64 = 12_000;

fn soak() -> Life {
    let mut life = Life::new(with_cows());
    life.live(SOAK_TICKS);
    life
}

/// The tasks that drive ticks made, with their ticks.
fn driven(life: &Life) -> Vec<(u64, TaskId)> {
    life.told(|event| match event {
        Event::TaskCreated { task, origin, .. } if origin.who() == Who::Drive => Some(*task),
        _ => None,
    })
}

fn is_runnable(status: &Status) -> bool {
    matches!(status, Status::Pending | Status::Active | Status::Blocked { on: BlockedOn::Retry(_) })
}

#[test]
fn agency_7_2_1_each_drive_tick_makes_one_task_and_comes_when_idle_or_after_three_minutes() {
    let life = soak();
    let drives: Vec<u64> = life.drives().into_iter().map(|(tick, _)| tick).collect();
    assert!(drives.len() > 3 && drives.len() as u64 == life.mind().report().counters["drive_ticks"], "{drives:?}");
    let made: Vec<u64> = driven(&life).into_iter().map(|(tick, _)| tick).collect();
    assert_eq!(made, drives, "one task for each, in the same tick");
    let (mut open, mut last): (BTreeMap<TaskId, Status>, Option<u64>) = (BTreeMap::new(), None);
    for (tick, event) in &life.events {
        match event {
            Event::TaskCreated { task, .. } => _ = open.insert(*task, Status::Pending),
            Event::TaskChanged { task, to, .. } => _ = open.insert(*task, *to),
            Event::Drive { key, .. } => {
                let idle = !open.values().any(is_runnable);
                let long_ago = last.is_none_or(|last| tick.0 - last >= INTERVAL);
                assert!(idle || long_ago, "{key} at {tick}, the last one at {last:?}: {open:?}");
                last = Some(tick.0);
            }
            _ => {}
        }
    }
}

#[test]
fn agency_7_2_2_the_executor_claims_tasks_of_the_drive_tick() {
    let life = soak();
    let claimed = life.told(|event| match event {
        Event::TaskChanged { task, from: Status::Pending, to: Status::Active, .. } => Some(*task),
        _ => None,
    });
    let unclaimed: Vec<TaskId> = (driven(&life).into_iter())
        .map(|(_, task)| task)
        .filter(|task| !claimed.iter().any(|(_, id)| id == task))
        .filter(|task| !life.mind().tasks().is_open(*task))
        .collect();
    let of = |task: &TaskId| life.mind().tasks().get(*task);
    let told: Vec<_> = unclaimed.iter().filter_map(of).collect();
    assert_eq!(unclaimed, [], "every ended task of the drive tick was worked on: {told:?}");
    assert!(!claimed.is_empty());
}

#[test]
fn agency_7_2_3_no_task_of_the_soak_stays_open_too_long() {
    let life = soak();
    let report = life.mind().report();
    assert!(report.tasks.completed > 3, "{report:?}");
    assert_eq!(
        report.tasks.created,
        report.tasks.completed + report.tasks.failed + report.tasks.cancelled + report.tasks.open
    );
    let now = life.mind().tick();
    let old: Vec<_> =
        life.mind().tasks().open().filter(|task| now.since(task.origin().at()) > TASK_TICKS_MAX).collect();
    assert!(old.is_empty(), "{old:?}");
    assert_eq!(now, Tick(SOAK_TICKS));
}

/// The model names the same goal again and again. Its first thought is new and becomes a task; the later ones are not
/// eligible, and the goal is no open task any more when most of them come.
#[test]
fn agency_7_2_7_no_task_comes_from_an_ineligible_thought() {
    let model = StubModel::saying("Dirt is useful, I should get some.\n[GOAL: collect dirt 3]");
    let mut life = Mindful::new(garden(), thinking(), model);
    life.live(SOAK_TICKS);
    let (eligible, ineligible): (Vec<_>, Vec<_>) =
        life.thoughts().into_iter().partition(|told| told.thought.convert_eligible && !told.thought.fallback);
    let held = ineligible.iter().filter(|told| told.fate == Fate::Held(Held::Ineligible)).count();
    assert!(held > 5, "the model repeated itself: {ineligible:?}");
    assert!(!ineligible.iter().any(|told| matches!(told.fate, Fate::Task { .. } | Fate::Joined { .. })));
    let eligible: BTreeSet<u64> = eligible.iter().map(|told| told.thought.id.0).collect();
    let origins = life.told(|event| match event {
        Event::TaskCreated { origin, .. } => match origin.why() {
            Reason::Thought { thought, .. } => Some(thought.0),
            _ => None,
        },
        _ => None,
    });
    assert!(!origins.is_empty(), "thoughts become tasks at all");
    for (tick, thought) in origins {
        assert!(eligible.contains(&thought), "thought {thought} at {tick}");
    }
    let stopped = life.mind().report().stalls["convert_eligible_gate"];
    assert!((5..=held as u64).contains(&stopped), "the gate stopped {stopped} goals of {held} thoughts");
}
