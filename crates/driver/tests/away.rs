//! A body that loses its world does not end the run: the mind sees the states of the link, and time stands still meanwhile.

use driver::Go;
use mind::Config;
use mind::input::Link;
use simulator::{Course, Scripted, Simulation, Stage};
use vocab::outcome::{End, Failure};
use vocab::{Action, Tick};

fn gone() -> Link {
    Link::Gone { why: "the server is down".into() }
}

/// The body is away from the 5th to the 8th mind tick, first expected back, then not; it is back from the 9th on.
fn script(stage: &mut Stage) {
    stage.link = match stage.mind_ticks {
        5 | 6 => Link::Waiting,
        7 | 8 => gone(),
        _ => Link::Present,
    };
}

#[test]
fn the_run_goes_on_while_the_body_is_away_and_when_it_is_back() {
    let body = Scripted::default().each_tick(script);
    let mut simulation = Simulation::new(Config::default(), body);
    let mut seen = Vec::new();
    simulation.run(10, |moment, _| {
        seen.push((moment.input.tick.0, moment.input.link.clone()));
        Go::On
    });
    let present = |tick| (tick, Link::Present);
    let expected = [
        present(4),
        present(8),
        present(12),
        present(16),
        (16, Link::Waiting),
        (16, Link::Waiting),
        (16, gone()),
        (16, gone()),
        present(20),
        present(24),
    ];
    assert_eq!(seen, expected);
    assert_eq!(simulation.mind().tick(), Tick(24));
    assert_eq!(simulation.records().len(), 10, "inputs without a body are journalled too");
}

#[test]
fn an_action_that_ran_when_the_body_went_away_is_reported_after_it_is_back() {
    let body = Scripted::default().rule(|_, _| Some(Course::done().after(8))).each_tick(script);
    let mut simulation = Simulation::new(Config::default(), body);
    let (mut begun, mut outcomes_away, mut ended) = (Vec::new(), 0, Vec::new());
    simulation.run(40, |moment, body| {
        begun = body.acted.iter().map(|(_, id, _)| *id).collect();
        let away = moment.input.link != Link::Present;
        outcomes_away += if away { moment.input.outcomes.len() } else { 0 };
        ended.extend(moment.input.outcomes.iter().map(|outcome| outcome.id));
        Go::On
    });
    assert!(begun.len() > 2, "{begun:?}");
    assert_eq!(outcomes_away, 0, "nobody can report while the body is away");
    let mut once = ended.clone();
    once.dedup();
    assert_eq!(ended, once, "each action ends once");
    assert!(ended.len() + 1 >= begun.len(), "all but the running one have ended: {begun:?} {ended:?}");
}

#[test]
fn a_world_that_was_set_back_does_not_take_the_agents_clock_back() {
    let mut simulation = Simulation::new(Config::default(), Scripted::default());
    simulation.run(10, |_, _| Go::On);
    simulation.body().stage.tick = Tick(8); // the world was restored from a backup
    let mut ticks = Vec::new();
    simulation.run(10, |moment, _| {
        ticks.push(moment.input.tick.0);
        Go::On
    });
    assert_eq!(ticks, (11..=20).map(|tick| tick * 4).collect::<Vec<_>>(), "it goes on at the normal rate");
}

#[test]
fn an_action_that_no_rule_of_the_script_knows_fails() {
    let mut simulation = Simulation::new(Config::default(), Scripted::new(Stage::default().with_wood_and_ore()));
    let mut ends = Vec::new();
    simulation.run(200, |moment, _| {
        ends.extend(moment.input.outcomes.iter().map(|outcome| outcome.end.clone()));
        Go::On
    });
    assert!(!ends.is_empty());
    assert!(ends.iter().all(|end| matches!(end, End::Failed(Failure::Denied) | End::Cancelled)), "{ends:?}");
    let body = simulation.body();
    assert!(body.acted.iter().any(|(_, _, action)| matches!(action, Action::Collect { .. } | Action::Explore { .. })));
    assert!(body.stage.bag.is_empty(), "nothing was gained by it");
}
