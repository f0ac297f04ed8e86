//! Bounds of the mind that only a flood of input or a long series of failures reaches.

mod life;

use life::{Life, events_of, in_the_wood, on_bare_ground};
use mind::input::{Heard, Link, Sensed, ThinkFailure, ThoughtId};
use mind::input::{Input, Reply};
use mind::reason::{Reason, Sought, Why};
use mind::trace::{Event, Unexpected};
use mind::{Config, Mind, NEWS_MAX};
use simulator::item;
use simulator::stage::seen;
use tasks::{Note, StallClass, Status};
use vocab::senses::{Carried, Senses, Surroundings};
use vocab::{Action, FinePos, Tick};

#[test]
fn a_flood_of_chat_lines_is_cut_off() {
    let mut life = Life::new(in_the_wood());
    let line = Heard { who: "somebody".into(), text: "hello".into() };
    life.stage().heard = vec![line; NEWS_MAX * 3];
    let effects = life.step();
    let heard = events_of(&effects).filter(|event| matches!(event, Event::Heard { .. })).count();
    assert_eq!(heard, NEWS_MAX);
}

#[test]
fn a_flood_of_unexpected_replies_is_cut_off() {
    let senses = Senses {
        tick: Tick(4),
        at: FinePos::new(0, 64_000, 0),
        vitals: None,
        carried: Carried::default(),
        surroundings: Surroundings::default(),
        progress: None,
        events: vec![],
    };
    let (detections, outcomes, answers, heard) = (vec![], vec![], vec![], vec![]);
    let sensed = Sensed { link: Link::Present, senses, detections, outcomes, answers, heard };
    let reply = |id: usize| Reply { id: ThoughtId(id as u64), result: Err(ThinkFailure::Absent) };
    let input = Input::new(Tick(4), sensed, (0..NEWS_MAX * 3).map(reply).collect(), vec![]);
    let effects = Mind::new(Config::default()).step(&input);
    let told = events_of(&effects).filter(|event| matches!(event, Event::Unexpected(Unexpected::Reply(_)))).count();
    assert_eq!(told, NEWS_MAX);
}

#[test]
fn a_search_for_a_missing_item_takes_a_bounded_number_of_walks() {
    let mut life = Life::new(on_bare_ground());
    life.live(11_000);
    let walks = life.told(|event| match event {
        Event::TaskChanged {
            to: Status::Failed { class: StallClass::NotFound },
            note: Note::Because(Reason::Leaf(Why::NotWithinWalks { what: Sought::Item(_), walks })),
            ..
        } => Some(*walks),
        _ => None,
    });
    assert!(!walks.is_empty(), "the task ends instead of walking on for ever: {}", life.story());
    let (_, most) = walks[0];
    let given_up = life.told(|event| matches!(event, Event::GaveUp { class: StallClass::NotFound, .. }).then_some(()));
    let walked = life.told(|event| match event {
        Event::ActionStarted {
            action: Action::Explore { .. }, why: Reason::Step { why: Why::Find(_), .. }, ..
        } => Some(()),
        _ => None,
    });
    let before = walked.iter().filter(|(tick, ())| *tick < given_up[0].0).count();
    assert_eq!(before, usize::from(most), "exactly so many walks before the step is given up");
    assert!(life.mind().report().stalls.contains_key("not_found"));
    assert_eq!(life.stage().bag.count(item("oak_log")), 0);
}

#[test]
fn a_task_is_given_up_when_danger_keeps_interrupting_it() {
    let mut life = Life::new(in_the_wood());
    let endangered = |event: &Event| {
        matches!(event, Event::TaskChanged { to: Status::Failed { class: StallClass::Endangered }, note, .. }
            if *note == Note::Because(Reason::Endangered))
    };
    // A creeper comes and leaves again and again, before the task makes any progress.
    for round in 0..400 {
        let near = life.stage().at.offset(2, 0, 0);
        life.stage().creatures = if round % 2 == 0 { vec![seen("creeper", near, 7)] } else { vec![] };
        if life.until(if round % 2 == 0 { 8 } else { 64 }, endangered) {
            return;
        }
    }
    panic!("{}", life.story());
}
