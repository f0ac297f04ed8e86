//! Properties for any input: equal inputs give equal bytes, a restored snapshot behaves identically, junk never panics.

mod junk;
mod life;

use junk::{Newest, after, inputs};
use life::{Fault, Life, faulty, with_cows};
use mind::input::Order;
use mind::trace::Event;
use mind::{Config, Controller, Effect, Input, Mind, Trace};
use proptest::prelude::*;
use std::sync::OnceLock;
use vocab::ActionId;
use vocab::digest::{decode, encode};

/// Game ticks of the recorded life that the properties start from: a day and its evening.
const LIFE_TICKS: u64 = 14_000;
/// Mind ticks between two snapshots of the recorded life. A prime, so that the snapshots fall on all kinds of moments.
const SNAPSHOT_EVERY: usize = 97;
/// At this game tick of the recorded life a person stops the agent; they resume it at the next snapshot.
const STOPPED_AT: u64 = 4 * 10 * SNAPSHOT_EVERY as u64;
/// For how many mind ticks a restored mind is compared with the original.
const COMPARED: usize = 120;

/// One mind tick of the recorded life: its input, its effects, and at some ticks the mind after it.
struct Moment {
    input: Input,
    effects: Vec<Effect>,
    snapshot: Option<Vec<u8>>,
}

fn history() -> &'static [Moment] {
    static HISTORY: OnceLock<Vec<Moment>> = OnceLock::new();
    HISTORY.get_or_init(|| {
        let mut life = Life::new(with_cows());
        let mut moments: Vec<Moment> = vec![];
        while life.mind().tick().0 < LIFE_TICKS {
            // A person stops the agent once, so that the recorded life contains a cancelled action.
            match life.mind().tick().0 {
                tick if tick == STOPPED_AT => life.hand_over(Order::Stop),
                tick if tick == STOPPED_AT + 4 * SNAPSHOT_EVERY as u64 => life.hand_over(Order::Resume),
                _ => {}
            }
            life.watch(4 * SNAPSHOT_EVERY as u64, |moment, _| {
                let (input, effects) = (moment.input.clone(), moment.effects.to_vec());
                moments.push(Moment { input, effects, snapshot: None });
            });
            moments.last_mut().expect("it lived").snapshot = Some(encode(life.mind()));
        }
        moments
    })
}

/// A mind from the recorded life, with the newest ids that it gave out and the id of its running action.
fn lived(at: usize) -> (Mind, Newest, Option<ActionId>) {
    let snapshots: Vec<usize> = (0..history().len()).filter(|n| history()[*n].snapshot.is_some()).collect();
    let last = snapshots[at % snapshots.len()];
    let (mut newest, mut running) = (Newest { tick: history()[last].input.tick.0, ..Newest::default() }, None);
    for moment in &history()[..=last] {
        if moment.input.outcomes.iter().any(|outcome| running == Some(outcome.id)) {
            running = None;
        }
        for effect in &moment.effects {
            match effect {
                Effect::Act { id, .. } => (newest.action, running) = (id.0, Some(*id)),
                Effect::Cancel { .. } => running = None,
                Effect::Scan { id, .. } => newest.question = id.0,
                Effect::Trace(Trace { event: Event::TaskCreated { task, .. }, .. }) => newest.task = task.0,
                _ => {}
            }
        }
    }
    let snapshot = history()[last].snapshot.as_ref().expect("it was chosen for that");
    (decode(snapshot).expect("a mind reads its own snapshot"), newest, running)
}

fn restored(mind: &Mind) -> Mind {
    decode(&encode(mind)).expect("a mind reads its own snapshot")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn a_mind_saved_and_restored_at_every_tick_returns_the_same_effects(
        inputs in inputs(),
        at in 0usize..64,
    ) {
        let (mut one, newest, _) = lived(at);
        let mut other = restored(&one);
        for input in after(newest, inputs) {
            // A step of a cloned mind that is thrown away must not change the original.
            other.clone().step(&input);
            other = restored(&other);
            prop_assert_eq!(encode(&one.step(&input)), encode(&other.step(&input)));
            prop_assert_eq!(one.digest(), other.digest());
        }
        prop_assert_eq!(one, other);
    }

    #[test]
    fn junk_never_panics_and_one_controller_runs_at_most_one_action(inputs in inputs(), at in 0usize..64) {
        let (mut mind, newest, mut running) = lived(at);
        let mut controller = mind.controller();
        for input in after(newest, inputs) {
            let effects = mind.step(&input);
            let (mut begun, mut hand_overs, mut answered) = (0, 0, 0);
            if input.outcomes.iter().any(|outcome| running == Some(outcome.id)) {
                running = None;
            }
            for effect in &effects {
                match effect {
                    Effect::Act { id, .. } => {
                        prop_assert!(running.is_none(), "two actions at once");
                        running = Some(*id);
                        begun += 1;
                    }
                    Effect::Cancel { id } => {
                        prop_assert_eq!(running, Some(*id), "only what runs is cancelled");
                        running = None;
                    }
                    Effect::Answer { .. } => answered += 1,
                    Effect::Trace(Trace { event: Event::HandOver { from, to, .. }, .. }) => {
                        prop_assert_eq!(*from, controller);
                        controller = *to;
                        hand_overs += 1;
                    }
                    Effect::Trace(Trace { event: Event::ActionStarted { controller: by, .. }, .. }) => {
                        prop_assert_eq!(*by, controller, "only the controller acts");
                    }
                    _ => {}
                }
            }
            prop_assert!(begun <= 1 && hand_overs <= 1);
            prop_assert_eq!(answered, input.commands.len(), "every command is answered once");
            prop_assert_eq!(mind.controller(), controller);
            if input.link != mind::input::Link::Present {
                prop_assert_eq!((begun, controller), (0, Controller::Idle), "nobody acts without a body");
            }
        }
        prop_assert!(encode(&mind).len() < 256 * 1024, "a mind is small: {}", encode(&mind).len());
    }
}

#[test]
fn the_recorded_life_contains_every_kind_of_event_that_the_properties_need() {
    let effects = || history().iter().flat_map(|moment| &moment.effects);
    assert!(effects().filter(|effect| matches!(effect, Effect::Act { .. })).count() > 50);
    assert!(effects().any(|effect| matches!(effect, Effect::Scan { .. })));
    assert!(effects().any(|effect| matches!(effect, Effect::Cancel { .. })));
    let running = (0..32).filter(|at| lived(*at).2.is_some()).count();
    assert!(running > 8, "{running} of 32 starts are in the middle of an action");
}

#[test]
fn a_mind_restored_at_any_tick_behaves_identically() {
    let mut compared = 0;
    for (n, moment) in history().iter().enumerate() {
        let Some(snapshot) = &moment.snapshot else { continue };
        let mut mind: Mind = decode(snapshot).unwrap();
        for later in history()[n + 1..].iter().take(COMPARED) {
            let effects = mind.step(&later.input);
            assert_eq!(encode(&effects), encode(&later.effects), "after tick {}", moment.input.tick);
            compared += 1;
        }
    }
    assert!(compared > 1_000, "{compared}");
}

#[test]
fn the_memory_stays_bounded_over_many_days_of_failures() {
    let mut life = Life::with(Config::default(), faulty(Fault::FindsNothing, with_cows()));
    let mut most = 0;
    for _ in 0..60 {
        life.live(2_400);
        most = most.max(encode(life.mind()).len());
        life.events.clear();
    }
    assert!(most < 512 * 1024, "{most} bytes");
    assert!(life.mind().tasks().len() <= tasks::store::TASKS_MAX);
    assert!(life.mind().report().tasks.failed > 50, "{:?}", life.mind().report());
}
