//! A recorded trace of the limbs is played against the skills: equal reports give equal orders.

mod common;

use common::late::{Driven, Line, Report, Wanted};
use common::{Player, block, item};
use vocab::Action;
use vocab::action::Terrain;
use vocab::outcome::{End, Refusal};

/// What a body collects, builds and walks on an unwilling line.
fn recorded() -> Vec<(Report, Wanted)> {
    let mut player = Player::behind(Player::on_a_floor(1).world, Line { latency_ticks: 3, refused_ppm: 50_000 });
    player.record();
    let feet = player.feet();
    for x in 3..6 {
        player.set(feet.offset(x, 0, 1), "oak_log");
    }
    player.give("cobblestone", 40);
    let logs = Action::Collect { item: item("oak_log"), from: vec![block("oak_log")], count: 3, radius: 12 };
    assert_eq!(player.end(logs), End::Done);
    player.must(Action::WallIn { from: player.at().fine() });
    player.must(Action::GoTo { to: feet.offset(-9, 0, 0), within: 1, terrain: Terrain::DigAndPlace });
    player.tape()
}

/// The first report at which the skills want something else than they did when the tape was recorded.
fn first_difference(tape: &[(Report, Wanted)], spoil: impl Fn(usize, Report) -> Report) -> Option<usize> {
    let pose =
        tape.iter().find_map(|(report, _)| if let Report::Around(pose, ..) = report { Some(*pose) } else { None });
    let mut driven = Driven::new(pose.expect("a tape begins with a pose"));
    tape.iter().enumerate().position(|(index, (report, then))| driven.hear(spoil(index, report.clone())) != *then)
}

#[test]
fn a_recorded_trace_of_the_limbs_gives_the_same_orders_again() {
    let tape = recorded();
    let orders: usize = tape.iter().map(|(_, wanted)| wanted.orders.len()).sum();
    assert!(orders >= 15, "{orders} orders are too few to show anything");
    assert_eq!(first_difference(&tape, |_, report| report), None);
}

/// Shows that the test above can fail: one changed report changes the orders.
#[test]
fn another_answer_in_the_trace_gives_other_orders() {
    let tape = recorded();
    let answer = tape.iter().position(|(report, _)| matches!(report, Report::Answer(_, Ok(()))));
    let answer = answer.expect("a click was confirmed");
    let spoil = |index, report| match report {
        Report::Answer(ticket, Ok(())) if index == answer => Report::Answer(ticket, Err(Refusal::OutOfReach)),
        report => report,
    };
    let differs = first_difference(&tape, spoil);
    assert!(differs.is_some_and(|at| at > answer), "{differs:?}");
}
