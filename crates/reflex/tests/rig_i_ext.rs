//! The checks of the entity belief document that are about reflexes.

mod common;

use common::{Life, WEAPON, mob, vitals};
use proptest::prelude::*;
use reflex::window::{CRITICAL_MIND_TICKS, HIGH_MIND_TICKS};
use reflex::{Gear, Reflex, Rule, WindowEvent};

const ARMED: Gear = Gear { weapon: Some(WEAPON), food: None, water_bucket: None, walls: 0, shield: false };

#[test]
fn rig_i_ext_drift_7_reflexes_act_even_if_belief_has_emitted_nothing() {
    let mut life = Life::new(ARMED, vitals(20));
    life.look(&[mob("husk", 3_000, 0)]);
    let step = life.look(&[mob("husk", 3_000, 0)]);
    assert_eq!(step.act.expect("husk three blocks away: act now").rule, Rule::Melee);
}

#[test]
fn rig_i_ext_pivot_1_a_hostile_mob_that_comes_closer_is_answered_in_the_tick_that_shows_it() {
    for (kind, rule) in [("zombie", Rule::Melee), ("creeper", Rule::Creeper), ("spider", Rule::Melee)] {
        let mut life = Life::new(ARMED, vitals(20));
        let mut answered = None;
        for x in (0..40).map(|t| 14_000 - t * 450) {
            let step = life.look(&[mob(kind, x, 0)]);
            if let Some(act) = step.act {
                answered = Some((x, act.rule));
                break;
            }
        }
        let (x, answered) = answered.expect("it came near");
        assert_eq!(answered, rule);
        // The reflexes react to a creeper within 8 blocks, and to other mobs within 8 blocks when they come closer. The
        // first sighting inside that range must be answered.
        assert!((6_500..=8_000).contains(&x), "{kind} answered at {x}");
    }
    for kind in ["zombie", "creeper"] {
        let mut life = Life::new(ARMED, vitals(20));
        assert!(life.look(&[mob(kind, 3_000, 0)]).act.is_some(), "a {kind} round the corner, at first sight");
    }
}

#[test]
fn rig_i_ext_pivot_6_a_sustained_threat_is_met_by_one_controller_without_flapping() {
    let mut life = Life::new(ARMED, vitals(20));
    let mut events = Vec::new();
    let mut verbs = Vec::new();
    for t in 0..100i64 {
        // The mob moves back and forth across the distance at which the reflex rule starts.
        let x = 4_900 + if t % 2 == 0 { 200 } else { -200 };
        let step = life.look(&[mob("zombie", x, 0)]);
        events.extend(step.event);
        verbs.extend(step.act.map(|act| act.action.verb()));
    }
    assert_eq!(events.len(), 1, "{events:?}");
    assert!(matches!(events[0], WindowEvent::Entered { rule: Rule::Melee, .. }));
    assert!(verbs.len() >= 98 && verbs.iter().all(|verb| *verb == "attack"));
}

#[test]
fn rig_i_ext_pivot_6_the_window_lasts_fifteen_ticks_when_critical_ten_when_high_and_ends_once() {
    for (x, ticks) in [(3_000, CRITICAL_MIND_TICKS), (4_500, HIGH_MIND_TICKS)] {
        let mut life = Life::new(ARMED, vitals(20));
        life.look(&[mob("cave_spider", x, 0)]);
        life.look(&[mob("cave_spider", x, 0)]);
        assert!(life.reflex.window().is_some());
        // The belief is replaced by an empty one: the spider is gone for good.
        life.bus = belief::Bus::new(belief::Config::default());
        let mut held = 0;
        let left = loop {
            let step = life.look(&[]);
            match step.event {
                Some(event) => break event,
                None => held += u64::from(step.act.is_some()),
            }
        };
        assert_eq!(held, ticks - 1, "at {x}: the tick that entered it counts");
        assert!(matches!(left, WindowEvent::Left { rule: Rule::Melee, .. }));
        assert_eq!(life.look(&[]), reflex::ReflexTick::default());
    }
}

#[test]
fn rig_i_ext_pivot_6_an_action_is_issued_again_only_when_its_target_has_moved() {
    let mut life = Life::new(ARMED, vitals(20));
    let mut acts = Vec::new();
    for t in 0..4i64 {
        acts.extend(life.look(&[mob("zombie", 3_000 + t * 30, 0)]).act);
    }
    assert!(acts.windows(2).all(|pair| pair[0] == pair[1]), "shuffling is no reason: {acts:?}");
}

#[test]
fn rig_i_ext_pivot_6_a_more_urgent_rule_takes_over_and_says_so() {
    let mut life = Life::new(ARMED, vitals(20));
    life.look(&[mob("zombie", 4_500, 0)]);
    life.look(&[mob("zombie", 4_500, 0)]);
    let step = life.look(&[mob("zombie", 4_500, 0), mob("creeper", 0, 3_000)]);
    assert!(matches!(step.event, Some(WindowEvent::Changed { from: Rule::Melee, to: Rule::Creeper, .. })), "{step:?}");
    assert_eq!(step.act.unwrap().action.verb(), "flee");
}

#[test]
fn rig_i_ext_pivot_6_a_fight_continues_when_health_changes_around_the_threshold() {
    let mut life = Life::new(ARMED, vitals(7));
    life.look(&[mob("zombie", 3_000, 0)]);
    for health in [6, 7, 5, 6, 5] {
        life.vitals = Some(vitals(health));
        assert_eq!(life.look(&[mob("zombie", 3_000, 0)]).act.unwrap().action.verb(), "attack", "{health}");
    }
    assert_eq!(life.look(&[mob("zombie", 3_000, 0)]).act.unwrap().action.verb(), "flee");
}

#[test]
fn rig_i_ext_pivot_7_a_request_to_look_somewhere_triggers_no_reflex() {
    let mut life = Life::new(ARMED, vitals(20));
    for _ in 0..5 {
        life.look(&[mob("zombie", 7_500, 0)]);
    }
    let (mut asked, mut acted) = (false, false);
    for _ in 0..10 {
        let step = life.look(&[]);
        asked |= life.bus.sense_request().is_some();
        acted |= step.act.is_some();
    }
    assert!(asked && !acted, "it is telemetry");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]
    #[test]
    fn reflex_state_survives_saving_at_any_tick(places in prop::collection::vec((-9_000i64..9_000, -9_000i64..9_000, 0u8..21), 1..40)) {
        let mut life = Life::new(ARMED, vitals(20));
        for (x, z, health) in places {
            life.vitals = Some(vitals(health));
            let saved: Reflex = vocab::digest::decode(&vocab::digest::encode(&life.reflex)).unwrap();
            prop_assert_eq!(&saved, &life.reflex);
            let step = life.look(&[mob("zombie", x, z)]);
            prop_assert_eq!(step.act.is_some(), life.reflex.window().is_some(), "in control exactly while a window is open");
        }
    }
}
