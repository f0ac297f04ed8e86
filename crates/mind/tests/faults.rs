//! Faults of the body: it refuses actions, lies about outcomes, hangs, loses outcomes or finds nothing.

mod life;

use life::{Fault, Life, faulty, with_cows};
use mind::Effect;
use mind::executor::QUIET_TICKS_MAX;
use mind::failures::SAME_FAILURES_MAX;
use mind::reason::Reason;
use mind::trace::{Event, Evidence};
use std::collections::BTreeMap;
use tasks::{Note, StallClass, Status};
use vocab::{Action, BlockPos};

/// How often each action was begun from the same place. Waiting and looking are left out, because they cannot fail.
fn tried(life: &mut Life, ticks: u64) -> BTreeMap<(Action, BlockPos), u32> {
    let mut tried = BTreeMap::new();
    life.watch(ticks, |moment, _| {
        for effect in moment.effects {
            if let Effect::Act { action, .. } = effect
                && !matches!(action, Action::Wait { .. } | Action::LookAt { .. })
            {
                *tried.entry((action.clone(), moment.input.senses.at.block())).or_default() += 1;
            }
        }
    });
    tried
}

#[test]
fn a_failing_action_is_never_tried_four_times_at_the_same_place() {
    for fault in [Fault::Refuses, Fault::Lies, Fault::Hangs, Fault::FindsNothing] {
        let mut life = Life::new(faulty(fault, with_cows()));
        let tried = tried(&mut life, 10_400);
        let most = tried.iter().max_by_key(|(_, times)| **times);
        assert!(most.is_some_and(|(_, times)| *times <= u32::from(SAME_FAILURES_MAX)), "{fault:?}: {most:?}");
        assert!(tried.len() >= 4, "{fault:?}: different ways were tried: {tried:#?}");
        let report = life.mind().report();
        assert!(report.tasks.failed > 0, "{fault:?}: tasks end with a reason: {report:?}");
    }
}

#[test]
fn an_action_that_never_ends_is_cancelled_and_replaced() {
    let mut life = Life::new(faulty(Fault::Hangs, with_cows()));
    let (mut begun, mut cancelled) = (vec![], vec![]);
    life.watch(2_000, |moment, _| {
        for effect in moment.effects {
            match effect {
                Effect::Act { id, .. } => begun.push((*id, moment.input.tick)),
                Effect::Cancel { id } => cancelled.push((*id, moment.input.tick)),
                _ => {}
            }
        }
    });
    assert!(cancelled.len() >= 3, "{cancelled:?}");
    for ((begun, at), (ended, then)) in begun.iter().zip(&cancelled) {
        assert_eq!(begun, ended);
        assert!(then.since(*at) <= QUIET_TICKS_MAX + 8, "{at} to {then}");
    }
    let reasons = life.told(|event| match event {
        Event::ActionCancelled { why, .. } => Some(why.clone()),
        _ => None,
    });
    assert!(reasons.iter().all(|(_, why)| *why == Reason::GetsNowhere), "{reasons:?}");
}

#[test]
fn lost_outcomes_do_not_stop_the_agent() {
    let mut life = Life::new(faulty(Fault::Forgets, with_cows()));
    life.live(11_500);
    assert!(life.mind().report().milestones["stone_pickaxe"].is_some(), "{}", life.story());
}

#[test]
fn an_outcome_that_the_world_does_not_show_is_contradicted() {
    let mut life = Life::new(faulty(Fault::Lies, with_cows()));
    life.live(8_000);
    let lies = life.told(|event| match event {
        Event::ActionEnded { evidence: Evidence::Contradicted, .. } => Some(()),
        _ => None,
    });
    assert!(lies.len() >= 3);
    assert_eq!(life.mind().report().counters["contradicted"], lies.len() as u64);
    assert!(life.mind().report().stalls.contains_key("contradicted"), "{:?}", life.mind().report().stalls);
}

#[test]
fn every_failed_task_has_a_stall_class_and_a_reason() {
    for fault in [Fault::Refuses, Fault::Lies, Fault::FindsNothing] {
        let mut life = Life::new(faulty(fault, with_cows()));
        life.live(11_000);
        let failed: Vec<(StallClass, Note<Reason>)> = (life.events.iter())
            .filter_map(|(_, event)| match event {
                Event::TaskChanged { to: Status::Failed { class }, note, .. } => Some((*class, note.clone())),
                _ => None,
            })
            .collect();
        assert!(!failed.is_empty(), "{fault:?}");
        let is_reason = |note: &Note<Reason>| matches!(note, Note::Because(why) if *why != Reason::Turn);
        assert!(failed.iter().all(|(_, note)| is_reason(note)), "{fault:?}: {failed:?}");
        let mut counted = BTreeMap::new();
        for (class, _) in &failed {
            *counted.entry(class.name().to_string()).or_insert(0u64) += 1;
        }
        assert_eq!(life.mind().report().stalls, counted, "{fault:?}");
    }
}
