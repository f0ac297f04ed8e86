//! The way from a detection to the body, through the whole mind.

mod toy;

use belief::{Detection, Sight};
use mind::effect::Publication;
use mind::trace::Event;
use mind::{Config, Controller, Effect, Mind};
use reflex::WindowEvent::{Entered, Left};
use toy::{Toy, live};
use vocab::senses::{BodyEvent, Harm};
use vocab::{Action, FinePos, Name, ThreatLevel};

/// Nearer than this anything hostile asks for an answer, closing or not, in thousandths of a block.
const ANSWERED_FINE: i64 = 6_000;
/// Nobody has to answer from farther away than this.
const QUIET_FINE: i64 = 8_500;

fn closing(kind: &str, toy: &Toy, x: i64) -> Detection {
    let here = toy.at.centre();
    let at = FinePos::new(here.x + x, here.y, here.z);
    Detection { at, kind: Name::new(kind), sight: Sight::Visible, engine_id: None, velocity: None }
}

fn verbs(effects: &[Effect]) -> Vec<&'static str> {
    let verb = |effect: &Effect| match effect {
        Effect::Act { action, .. } => Some(action.verb()),
        _ => None,
    };
    effects.iter().filter_map(verb).collect()
}

#[test]
fn rig_i_ext_pivot_1_a_closing_hostile_is_answered_within_one_mind_tick() {
    for (kind, answer) in [("creeper", "flee"), ("zombie", "flee"), ("spider", "flee")] {
        let (mut mind, mut toy) = (Mind::new(Config::default()), Toy::default());
        live(&mut mind, &mut toy, 100, |_, _, _| {});
        assert_eq!(mind.controller(), Controller::Task);
        let mut answered = None;
        // Half a block nearer each mind tick, until somebody answers.
        for step in 0..24 {
            let x = 14_000 - step * 500;
            toy.detections = vec![closing(kind, &toy, x)];
            let mut acts = vec![];
            live(&mut mind, &mut toy, 4, |_, effects, _| acts.extend(verbs(effects)));
            if mind.controller() == Controller::Reflex {
                answered = Some((x, acts));
                break;
            }
            assert!(x > ANSWERED_FINE, "{kind} at {x}: no answer in the tick that shows it");
        }
        let (x, acts) = answered.expect("an answer");
        assert!(x <= QUIET_FINE, "{kind} answered at {x}");
        assert_eq!(acts, [answer], "{kind}");
    }
}

#[test]
fn the_window_is_entered_and_left_with_typed_events() {
    let (mut mind, mut toy) = (Mind::new(Config::default()), Toy::default());
    live(&mut mind, &mut toy, 100, |_, _, _| {});
    let mut windows = vec![];
    for step in 0..60 {
        toy.detections = if step < 3 { vec![closing("creeper", &toy, 3_500)] } else { vec![] };
        live(&mut mind, &mut toy, 4, |_, effects, _| {
            windows.extend(effects.iter().filter_map(|effect| match effect {
                Effect::Trace(mind::Trace { event: Event::Reflex { window }, .. }) => Some(*window),
                _ => None,
            }));
        });
    }
    assert!(matches!(windows[..], [Entered { rule: reflex::Rule::Creeper, .. }, Left { .. }]), "{windows:?}");
    assert_eq!(mind.report().counters["alarms"], 1);
}

#[test]
fn harm_is_written_down_with_what_belief_knew() {
    let (mut mind, mut toy) = (Mind::new(Config::default()), Toy::default());
    toy.detections = vec![closing("zombie", &toy, 3_000)];
    live(&mut mind, &mut toy, 12, |_, _, _| {});
    toy.detections = vec![closing("zombie", &toy, 2_000)];
    toy.events = vec![BodyEvent::Hurt { half_hearts: 3, cause: Harm::Melee, from: None }];
    let mut known = vec![];
    live(&mut mind, &mut toy, 4, |_, effects, _| {
        known.extend(effects.iter().filter_map(|effect| match effect {
            Effect::Trace(mind::Trace { event: Event::Preventability { known }, .. }) => Some(*known),
            _ => None,
        }));
    });
    assert_eq!(known.len(), 1);
    let culprit = known[0].culprit.expect("the zombie was there");
    assert_eq!((culprit.kind.as_str(), known[0].died), ("zombie", false));
    assert!(culprit.threat > ThreatLevel::None);
}

#[test]
fn belief_is_published_a_snapshot_first_and_every_five_seconds() {
    let (mut mind, mut toy) = (Mind::new(Config::default()), Toy::default());
    let (mut first, mut snapshots, mut emissions) = (None, 0, 0);
    live(&mut mind, &mut toy, 400, |_, effects, _| {
        for effect in effects {
            if let Effect::Publish(Publication::Belief(emission)) = effect {
                first.get_or_insert(emission.snapshot.is_some());
                snapshots += u32::from(emission.snapshot.is_some());
                emissions += 1;
            }
        }
    });
    assert_eq!(first, Some(true));
    assert!((3..=6).contains(&snapshots), "{snapshots} snapshots in 20 s");
    assert!(emissions <= 21, "{emissions} emissions in 20 s");
}

#[test]
fn rig_i_ext_pivot_7_a_look_comes_only_when_nobody_wants_the_body() {
    // With the rule that never retreats, so that nobody wants the body.
    let config = Config { upkeep: mind::keeping::Controller::Threshold, ..Config::default() };
    let (mut mind, mut toy) = (Mind::new(config), Toy::default());
    let mut input = toy.input();
    input.commands = vec![mind::input::Order::Pause];
    mind.step(&input);
    toy.tick += 4;
    toy.detections = vec![closing("zombie", &toy, 7_500)];
    live(&mut mind, &mut toy, 40, |_, _, _| {});
    toy.detections = vec![];
    let (mut wanted, mut looks) = (0, vec![]);
    live(&mut mind, &mut toy, 60, |_, effects, mind| {
        let is_wish =
            |effect: &&Effect| matches!(effect, Effect::Trace(mind::Trace { event: Event::LookWanted { .. }, .. }));
        wanted += effects.iter().filter(is_wish).count();
        let is_look = |effect: &&Effect| matches!(effect, Effect::Act { action: Action::LookAt { .. }, .. });
        looks.extend(effects.iter().filter(is_look).map(|_| mind.controller()));
    });
    assert!(wanted > 0, "a zombie behind a corner is worth a look");
    assert!(!looks.is_empty() && looks.iter().all(|controller| *controller == Controller::Idle), "{looks:?}");
}

#[test]
fn what_stands_in_for_a_reflex_that_failed_is_not_tried_for_ever_either() {
    let (mut mind, mut toy) = (Mind::new(Config::default()), Toy { herd: false, ..Toy::default() });
    toy.fault = toy::Fault::FindsNothing;
    toy.bag.add(toy::item("dirt"), 64);
    toy.bag.add(toy::item("stone_sword"), 1);
    toy.detections = vec![toy::seen("zombie", toy.at.offset(4, 0, 0), 7)];
    let mut tried = std::collections::BTreeMap::new();
    live(&mut mind, &mut toy, 3_000, |input, effects, _| {
        for effect in effects {
            if let Effect::Act { action, .. } = effect
                && !matches!(action, Action::Wait { .. } | Action::LookAt { .. })
            {
                *tried.entry((action.clone(), input.senses.at.block())).or_insert(0u32) += 1;
            }
        }
    });
    let most = tried.iter().max_by_key(|(_, times)| **times);
    assert!(most.is_some_and(|(_, times)| *times <= 3), "{most:?}");
}
