//! A broken link to the body: the running action is cancelled once, no action begins, and work resumes when it is back.

mod life;

use life::{Life, deeds, events_of, in_the_wood};
use mind::Controller;
use mind::effect::CommandAnswer;
use mind::input::{Link, Order};
use mind::reason::Reason;
use mind::status::Doing;
use mind::trace::Event;
use simulator::stage::seen;
use tasks::Status;

/// For how many mind ticks the body is away.
const AWAY: usize = 50;

fn gone() -> Link {
    Link::Gone { why: "the server is down".into() }
}

#[test]
fn while_the_body_is_away_no_action_begins_and_the_running_one_is_cancelled_once() {
    for link in [Link::Waiting, gone()] {
        let mut life = Life::new(in_the_wood());
        life.live(100);
        let begun = life.body().acted.len();
        assert!(begun > 0 && life.body().running().is_some(), "{}", life.story());
        life.stage().link = link.clone();
        let effects = life.step();
        assert_eq!(deeds(&effects), ["cancel"], "{link:?}");
        assert!(events_of(&effects).any(|event| *event == Event::Link { to: link.clone() }));
        let why = events_of(&effects).find_map(|event| match event {
            Event::ActionCancelled { why, .. } => Some(why.clone()),
            _ => None,
        });
        assert_eq!(why, Some(Reason::NoBody));
        for _ in 0..AWAY {
            assert_eq!(deeds(&life.step()), Vec::<&str>::new(), "{link:?}");
        }
        assert_eq!(life.mind().controller(), Controller::Idle);
        assert_eq!(life.mind().told().map(|told| &told.doing), Some(&Doing::Away));
        assert_eq!(life.body().acted.len(), begun);
        assert_eq!(life.body().cancelled.len(), 1);
        life.stage().link = Link::Present;
        life.live(200);
        assert!(life.body().acted.len() > begun, "life goes on: {}", life.story());
        assert_eq!(life.task("collect:oak_log").map(tasks::Task::status), Some(Status::Active), "with the same task");
    }
}

#[test]
fn a_danger_reported_before_the_link_broke_starts_no_reflex_while_the_body_is_away() {
    let mut life = Life::new(in_the_wood());
    life.live(100);
    life.stage().link = Link::Waiting;
    let creeper = seen("creeper", life.stage().at.offset(3, 0, 0), 7);
    life.stage().creatures = vec![creeper];
    for _ in 0..AWAY {
        life.step();
        assert_eq!(life.mind().controller(), Controller::Idle);
    }
    life.stage().link = Link::Present;
    life.step();
    assert_eq!(life.mind().controller(), Controller::Reflex, "in the first tick that shows it");
}

#[test]
fn orders_are_answered_while_the_body_is_away() {
    let mut life = Life::new(in_the_wood());
    life.stage().link = gone();
    let order = Order::Goal { action: "collect".into(), target: "dirt".into(), amount: 1 };
    let (effects, answers) = life.order(&[order]);
    assert!(matches!(answers[..], [CommandAnswer::Taken { .. }]), "{answers:?}");
    assert_eq!(deeds(&effects), Vec::<&str>::new());
    life.stage().link = Link::Present;
    life.live(400);
    assert_eq!(life.task("collect:dirt").map(tasks::Task::status), Some(Status::Done), "{}", life.story());
}
