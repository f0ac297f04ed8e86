//! Bounds of the mind that only a flood or a long run of bad luck reaches.

mod toy;

use mind::input::{Reply, ThinkFailure, ThoughtId};
use mind::step::NEWS_MAX;
use mind::trace::Event;
use mind::{Config, Effect, Mind};
use toy::{Toy, live, seen};
use vocab::BlockPos;

#[test]
fn a_flood_of_news_is_cut() {
    let (mut mind, mut toy) = (Mind::new(Config::default()), Toy::default());
    let mut input = toy.input();
    let reply = |id: usize| Reply { id: ThoughtId(id as u64), result: Err(ThinkFailure::Absent) };
    input.replies = (0..NEWS_MAX * 3).map(reply).collect();
    let effects = mind.step(&input);
    let is_told =
        |effect: &&Effect| matches!(effect, Effect::Trace(mind::Trace { event: Event::Unexpected { .. }, .. }));
    assert_eq!(effects.iter().filter(is_told).count(), NEWS_MAX);
}

#[test]
fn what_is_nowhere_is_looked_for_on_a_bounded_number_of_walks() {
    let (mut mind, mut toy) = (Mind::new(Config::default()), Toy::default());
    toy.cells.retain(|_, block| *block != toy::block("birch_log"));
    let mut ended = vec![];
    live(&mut mind, &mut toy, 11_000, |_, effects, _| {
        ended.extend(effects.iter().filter_map(|effect| match effect {
            Effect::Trace(mind::Trace { event: Event::TaskChanged { note, .. }, .. }) if note.contains("walks") => {
                Some(note.clone())
            }
            _ => None,
        }));
    });
    assert!(!ended.is_empty(), "the task ends instead of walking on for ever: {:?}", mind.report());
    assert!(mind.report().stalls.contains_key("not_found"), "{:?}", mind.report().stalls);
}

#[test]
fn a_task_that_danger_keeps_interrupting_is_given_up() {
    let (mut mind, mut toy) = (Mind::new(Config::default()), Toy::default());
    // A zombie comes and goes, again and again, before anything gets done.
    for round in 0..400 {
        let near = BlockPos::new(toy.at.x + 2, toy.at.y, toy.at.z);
        toy.detections = if round % 2 == 0 { vec![seen("creeper", near, 7)] } else { vec![] };
        live(&mut mind, &mut toy, if round % 2 == 0 { 8 } else { 64 }, |_, _, _| {});
        if mind.report().stalls.contains_key("endangered") {
            return;
        }
    }
    panic!("{:?}", mind.report());
}
