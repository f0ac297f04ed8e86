//! From a detection to a reflex of the body, tested through the whole mind.

mod life;

use belief::{Detection, Sight};
use life::{Fault, Life, deeds, events_of, faulty, in_the_wood, on_bare_ground};
use mind::effect::Publication;
use mind::failures::SAME_FAILURES_MAX;
use mind::input::Order;
use mind::keeping;
use mind::trace::Event;
use mind::{Config, Controller, Effect};
use reflex::WindowEvent::{Entered, Left};
use simulator::stage::seen;
use simulator::{Stage, item};
use std::collections::BTreeMap;
use vocab::senses::{BodyEvent, Harm};
use vocab::{Action, FinePos, Name, ThreatLevel};

/// The reflexes must answer every hostile mob nearer than this, approaching or not, in thousandths of a block.
const ANSWERED_FINE: i64 = 6_000;
/// The reflexes need not answer a mob farther away than this, in thousandths of a block.
const QUIET_FINE: i64 = 8_500;

/// A creature at the distance `x` (thousandths of a block) east of the body, without an engine id.
fn east_of(stage: &Stage, kind: &str, x: i64) -> Detection {
    let here = stage.at.centre();
    let at = FinePos::new(here.x + x, here.y, here.z);
    Detection { at, kind: Name::new(kind), sight: Sight::Visible, engine_id: None, velocity: None }
}

fn put(life: &Life, kind: &str, x: i64) {
    let creature = east_of(&life.stage(), kind, x);
    life.stage().creatures = vec![creature];
}

#[test]
fn rig_i_ext_pivot_1_a_closing_hostile_is_answered_within_one_mind_tick() {
    for kind in ["creeper", "zombie", "spider"] {
        let mut life = Life::new(in_the_wood());
        life.live(100);
        assert_eq!(life.mind().controller(), Controller::Task);
        let mut answered = None;
        // The creature comes half a block nearer each mind tick, until a reflex answers.
        for step in 0..24 {
            let x = 14_000 - step * 500;
            put(&life, kind, x);
            let effects = life.step();
            if life.mind().controller() == Controller::Reflex {
                answered = Some((x, deeds(&effects)));
                break;
            }
            assert!(x > ANSWERED_FINE, "{kind} at {x}: no answer in the tick that shows it");
        }
        let (x, deeds) = answered.expect("an answer");
        assert!(x <= QUIET_FINE, "{kind} answered at {x}");
        assert_eq!(deeds, ["cancel", "flee"], "{kind}");
    }
}

#[test]
fn entering_and_leaving_the_reflex_window_emits_typed_events() {
    let mut life = Life::new(in_the_wood());
    life.live(100);
    for step in 0..60 {
        put(&life, "creeper", 3_500);
        if step >= 3 {
            life.stage().creatures.clear();
        }
        life.step();
    }
    let windows: Vec<_> = life
        .told(|event| match event {
            Event::Reflex { window } => Some(*window),
            _ => None,
        })
        .into_iter()
        .map(|(_, window)| window)
        .collect();
    assert!(matches!(windows[..], [Entered { rule: reflex::Rule::Creeper, .. }, Left { .. }]), "{windows:?}");
    assert_eq!(life.mind().report().counters["alarms"], 1);
}

#[test]
fn harm_is_traced_with_what_belief_knew() {
    let mut life = Life::new(in_the_wood());
    put(&life, "zombie", 3_000);
    life.live(12);
    put(&life, "zombie", 2_000);
    life.stage().hurt(3);
    let effects = life.step();
    let known: Vec<_> = events_of(&effects)
        .filter_map(|event| match event {
            Event::Preventability { known } => Some(*known),
            _ => None,
        })
        .collect();
    assert_eq!(known.len(), 1);
    let culprit = known[0].culprit.expect("the zombie was there");
    assert_eq!((culprit.kind.as_str(), known[0].died), ("zombie", false));
    assert!(culprit.threat > ThreatLevel::None);
}

#[test]
fn harm_without_a_creature_near_by_has_no_culprit() {
    let mut life = Life::new(in_the_wood());
    life.live(12);
    life.stage().events.push(BodyEvent::Hurt { half_hearts: 3, cause: Harm::Melee, from: None });
    let effects = life.step();
    let culprits: Vec<_> = events_of(&effects)
        .filter_map(|event| match event {
            Event::Preventability { known } => Some(known.culprit),
            _ => None,
        })
        .collect();
    assert_eq!(culprits, [None]);
}

#[test]
fn belief_is_published_as_a_snapshot_at_first_and_every_five_seconds() {
    let mut life = Life::new(in_the_wood());
    let (mut first, mut snapshots, mut emissions) = (None, 0, 0);
    life.watch(400, |moment, _| {
        for effect in moment.effects {
            if let Effect::Publish(Publication::Belief(emission)) = effect {
                first.get_or_insert(emission.snapshot.is_some());
                snapshots += u32::from(emission.snapshot.is_some());
                emissions += 1;
            }
        }
    });
    assert_eq!(first, Some(true));
    assert!((3..=6).contains(&snapshots), "{snapshots} snapshots in 20 s");
    assert!((snapshots..=21).contains(&emissions), "{emissions} emissions in 20 s");
}

#[test]
fn rig_i_ext_pivot_7_the_agent_looks_only_when_no_controller_claims_the_body() {
    // Upkeep's threshold rule never retreats from a mob, so no controller claims the body.
    let config = Config { upkeep: keeping::UpkeepRule::Threshold, ..Config::default() };
    for (paused, looks_expected) in [(true, true), (false, false)] {
        let mut life = Life::with(config.clone(), in_the_wood());
        life.live(100);
        if paused {
            life.order(&[Order::Pause]);
        }
        put(&life, "zombie", 7_500);
        life.live(40);
        life.stage().creatures.clear();
        let mut looks = vec![];
        for _ in 0..15 {
            let effects = life.step();
            if deeds(&effects).contains(&"look_at") {
                looks.push(life.mind().controller());
            }
        }
        let wishes = life.told(|event| matches!(event, Event::LookWanted { .. }).then_some(()));
        assert!(!wishes.is_empty(), "a zombie behind a corner is worth a look: {}", life.story());
        assert_eq!(!looks.is_empty(), looks_expected, "paused: {paused}\n{}", life.story());
        assert!(looks.iter().all(|controller| *controller == Controller::Idle), "{looks:?}");
    }
}

#[test]
fn the_replacement_of_a_failed_reflex_action_is_also_tried_a_limited_number_of_times() {
    let mut body = faulty(Fault::FindsNothing, on_bare_ground());
    for (name, count) in [("dirt", 64), ("stone_sword", 1)] {
        body.stage.bag.add(item(name), count);
    }
    body.stage.creatures = vec![seen("zombie", body.stage.at.offset(4, 0, 0), 7)];
    let mut life = Life::new(body);
    let mut tried: BTreeMap<_, u8> = BTreeMap::new();
    life.watch(3_000, |moment, _| {
        for effect in moment.effects {
            if let Effect::Act { action, .. } = effect
                && !matches!(action, Action::Wait { .. } | Action::LookAt { .. })
            {
                *tried.entry((action.clone(), moment.input.senses.at.block())).or_default() += 1;
            }
        }
    });
    let most = tried.iter().max_by_key(|(_, times)| **times);
    assert!(most.is_some_and(|(_, times)| *times <= SAME_FAILURES_MAX), "{most:?}");
    let of_reflex = life.told(|event| match event {
        Event::ActionStarted { controller: Controller::Reflex, action, .. } => Some(action.verb()),
        _ => None,
    });
    assert!(of_reflex.iter().any(|(_, verb)| *verb != of_reflex[0].1), "another way was tried: {of_reflex:?}");
}
