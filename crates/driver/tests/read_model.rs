//! The read model, fed by inputs and effects alone, says the same as the mind itself at the end of a run.

use driver::days::Days;
use driver::model::{Board, ENDED_MAX, ReadModel, ShownTask, TALK_MAX, Talk};
use driver::{Go, Moment};
use mind::input::{Order, Sensed};
use mind::report::{MILESTONES, TaskReport};
use mind::speech::Speech;
use mind::{Config, Effect, Input, Mind};
use simulator::stage::seen;
use simulator::{Scripted, Simulation, Stage};
use std::collections::BTreeMap;
use std::time::Duration;
use vocab::senses::{BodyEvent, Harm};
use vocab::{BlockPos, Tick};

/// Mind ticks of a simulated life with wood, ore, an order, a death and a hostile mob in it.
const MIND_TICKS: u64 = 3_000;

fn eventful() -> Scripted {
    Scripted::new(Stage::default().with_wood_and_ore()).with_all_rules().each_tick(|stage| {
        let zombie = (600..700).contains(&stage.mind_ticks);
        stage.creatures =
            if zombie { vec![seen("zombie", BlockPos::new(stage.at.x + 5, 64, stage.at.z), 7)] } else { vec![] };
        match stage.mind_ticks {
            1_500 => {
                stage.vitals.as_mut().unwrap().health = 0;
                stage.bag = vocab::Bag::new();
                stage.events.push(BodyEvent::Died { cause: Harm::Melee });
            }
            1_520 => {
                stage.vitals.as_mut().unwrap().health = 20;
                stage.events.push(BodyEvent::Respawned);
            }
            _ => {}
        }
    })
}

fn says_what_the_mind_says(model: &ReadModel, mind: &Mind) {
    let report = mind.report();
    assert_eq!(model.tick, report.tick);
    let counts = model.counts;
    let TaskReport { created, completed, failed, cancelled, open } = report.tasks;
    assert_eq!(
        (counts.tasks_created, counts.tasks_completed, counts.tasks_failed, counts.tasks_cancelled),
        (created, completed, failed, cancelled)
    );
    assert_eq!((counts.deaths, counts.items_seen), (report.deaths, report.items_seen));
    assert_eq!(counts.actions, report.counters["actions"]);
    let reached = MILESTONES.into_iter().filter_map(|name| Some((name, report.milestones[name]?)));
    assert_eq!(model.milestones, reached.collect::<BTreeMap<_, _>>());
    assert_eq!(model.open.len() as u64, open);
    for task in mind.tasks().open() {
        says_what_the_task_is(&model.open[&task.id()], task);
    }
    let ended = mind.tasks().iter().filter(|task| !task.is_open()).count();
    assert_eq!(model.ended.iter().count(), ended.min(ENDED_MAX));
    for (id, shown) in model.ended.iter() {
        says_what_the_task_is(shown, mind.tasks().get(*id).unwrap());
    }
    assert_eq!(model.status.as_ref(), mind.told());
}

fn says_what_the_task_is(shown: &ShownTask, task: &tasks::Task<mind::goals::Goal, mind::reason::Reason>) {
    assert_eq!((shown.key.as_str(), &shown.goal), (task.key().as_str(), task.goal()));
    assert_eq!((shown.lane, shown.priority, shown.parent), (task.lane(), task.priority(), task.parent()));
    assert_eq!((shown.who, &shown.why, shown.since), (task.origin().who(), task.origin().why(), task.origin().at()));
    let last = task.history().last().unwrap();
    assert_eq!((shown.status, &shown.note, shown.changed), (last.to, &last.note, last.at));
}

#[test]
fn after_a_run_the_model_says_what_the_mind_says_and_after_a_restart_too() {
    let mut simulation = Simulation::new(Config::default(), eventful());
    let board = Board::new(ReadModel::new(simulation.mind(), Days::default()));
    let mut tracks_most = 0;
    for _ in 0..3 {
        simulation.order(Order::Goal { action: "collect".into(), target: "coal".into(), amount: 2 }).unwrap();
        simulation.run(MIND_TICKS / 3, |moment, _| {
            board.take(moment);
            tracks_most = tracks_most.max(board.read(|model| model.tracks.len()));
            Go::On
        });
        says_what_the_mind_says(&board.snapshot(), simulation.mind());
        // A read model made after a restart shows the same, except for what is only remembered within one run.
        says_what_the_mind_says(&ReadModel::new(simulation.mind(), Days::default()), simulation.mind());
    }
    let model = board.snapshot();
    assert!(model.counts.tasks_completed > 3 && model.counts.deaths == 1, "{:?}", model.counts);
    assert!(!model.milestones.is_empty() && model.news.count() > 5);
    assert!(tracks_most >= 1, "the zombie was shown");
    let answers = model.talk.iter().filter(|(_, talk)| matches!(talk, Talk::Answered { .. })).count();
    assert_eq!(answers, 3);
}

fn input() -> Input {
    let mut body = Scripted::default();
    let sensed: Sensed = driver::Body::sense(&mut body);
    Input::new(Tick(4), sensed, vec![], vec![])
}

#[test]
fn only_the_last_lines_of_a_conversation_are_kept() {
    let mut model = ReadModel::default();
    for line in 0..100 {
        let effects = [Effect::Say { to: None, speech: Speech::TooFast { ticks: line } }];
        model.take(&Moment { input: &input(), effects: &effects, took: Duration::ZERO, trouble: None });
    }
    assert_eq!(model.talk.len(), TALK_MAX);
    assert_eq!(
        model.talk.back(),
        Some(&(Tick(4), Talk::Said { to: None, speech: Box::new(Speech::TooFast { ticks: 99 }) }))
    );
}

#[test]
fn while_nothing_can_be_written_the_model_names_the_trouble_and_stands_still() {
    let mut model = ReadModel::default();
    let input = input();
    model.take(&Moment { input: &input, effects: &[], took: Duration::ZERO, trouble: Some("the disk is full") });
    assert_eq!((model.trouble.as_deref(), model.tick), (Some("the disk is full"), Tick(0)));
    model.take(&Moment { input: &input, effects: &[], took: Duration::ZERO, trouble: None });
    assert_eq!((model.trouble, model.tick, model.counts.mind_ticks), (None, Tick(4), 1));
}
