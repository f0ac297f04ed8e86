//! A step of the mind after the program broke on its input: the task at hand ends, nothing that was sent is read.

mod life;

use driver::Body;
use life::{Life, deeds, events_of, on_bare_ground};
use mind::effect::{CommandAnswer, OrderRefusal};
use mind::input::{Command, CommandId, Heard, ModelReply, Order, Reply, Shaken, ThoughtId};
use mind::reason::Reason;
use mind::trace::Event;
use mind::{Effect, Input, Mind};
use simulator::Course;
use tasks::{Note, StallClass, Status};
use vocab::Action;
use vocab::Outcome;
use vocab::outcome::{End, Receipt};
use vocab::senses::{BodyEvent, Harm};

const PLACE: &str = "crates/planner/src/search.rs:42";

/// An agent on a long walk for a task.
fn walking() -> Life {
    let mut life = Life::new(on_bare_ground().on("explore", |_, _| Course::done().after(2_000)));
    life.order(&[Order::Goal { action: "explore".into(), target: "nearby".into(), amount: 64 }]);
    life.live(40);
    assert_eq!(life.body().running().map(Action::verb), Some("explore"), "{}", life.story());
    life
}

fn next_input(life: &Life, shaken: bool) -> Input {
    let mut body = life.body();
    body.advance(4);
    let mut input = Input::new(life.mind().tick() + 4, body.sense(), vec![], vec![]);
    let what = "index out of bounds".to_string();
    input.shaken = shaken.then(|| Shaken { place: PLACE.into(), what, world: false });
    input
}

#[test]
fn the_running_action_is_cancelled_and_its_task_fails_by_name() {
    let life = walking();
    let task = life.task("explore:nearby").unwrap().id();
    let mut mind = life.mind().clone();
    let effects = mind.step(&next_input(&life, true));
    assert_eq!(deeds(&effects), ["cancel"]);
    assert_eq!(mind.tasks().get(task).unwrap().status(), Status::Failed { class: StallClass::Shaken });
    let told: Vec<&Event> = events_of(&effects).collect();
    assert!(
        matches!(told[0], Event::Shaken { place, task: Some(id), .. } if place == PLACE && *id == task),
        "{told:?}"
    );
    let failed = |event: &&Event| match event {
        Event::TaskChanged { note: Note::Because(Reason::Shaken { place }), .. } => place == PLACE,
        _ => false,
    };
    assert!(told.iter().any(failed), "{told:?}");
    assert_eq!(mind.tick(), life.mind().tick() + 4);
}

#[test]
fn life_goes_on_with_the_next_input() {
    let life = walking();
    let mut mind = life.mind().clone();
    mind.step(&next_input(&life, true));
    let mut after = Mind::clone(&mind);
    for _ in 0..200 {
        let mut input = next_input(&life, false);
        input.tick = after.tick() + 4;
        after.step(&input);
    }
    assert!(after.report().tasks.created > mind.report().tasks.created, "new tasks are made");
    assert_eq!(after.report().stalls.get("shaken"), Some(&1));
}

#[test]
fn without_a_running_action_the_task_that_comes_next_is_dropped() {
    let mut life = walking();
    life.order(&[Order::Stop]);
    let mut mind = life.mind().clone();
    assert!(!mind.is_acting());
    let effects = mind.step(&next_input(&life, true));
    assert_eq!(deeds(&effects), [""; 0]);
    assert_eq!(mind.report().stalls.get("shaken"), Some(&1), "{:?}", mind.report().stalls);
}

#[test]
fn what_was_sent_with_it_is_not_read_and_every_order_is_answered() {
    let life = walking();
    let mut input = next_input(&life, true);
    input.heard = vec![Heard { who: "ada".into(), text: "stop".into() }];
    input.replies = vec![Reply { id: ThoughtId(99), result: Ok(ModelReply { text: "boom".into(), tokens: 3 }) }];
    input.commands = [Order::Pause, Order::ResetCounters]
        .into_iter()
        .zip(1..)
        .map(|(order, id)| Command { id: CommandId(id), order })
        .collect();
    let mut mind = life.mind().clone();
    let effects = mind.step(&input);
    let answers: Vec<_> = effects
        .iter()
        .filter_map(|effect| match effect {
            Effect::Answer { command, answer } => Some((command.0, answer.clone())),
            _ => None,
        })
        .collect();
    let refused = || CommandAnswer::Refused(OrderRefusal::Shaken);
    assert_eq!(answers, [(1, refused()), (2, refused())]);
    assert!(!events_of(&effects).any(|event| matches!(event, Event::Heard { .. } | Event::Thought(_))));
}

#[test]
fn ends_and_deaths_are_not_lost() {
    let life = walking();
    let mut input = next_input(&life, true);
    let id = life.body().acted.last().unwrap().1;
    input.outcomes = vec![Outcome { id, at: input.tick, end: End::Done, receipt: Receipt::default() }];
    input.senses.events = vec![BodyEvent::Died { cause: Harm::Fall }];
    let mut mind = life.mind().clone();
    let effects = mind.step(&input);
    assert_eq!(deeds(&effects), [""; 0], "an action that has ended is not cancelled");
    assert_eq!((mind.report().deaths, mind.report().alive), (1, false));
}
