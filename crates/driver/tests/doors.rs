//! Other threads reach a running agent through its door, and every order is answered exactly once.

use driver::door::{Answered, LINE_CHARS_MAX, LINES_WAITING_MAX, ORDERS_WAITING_MAX, Refused, Unanswered};
use driver::in_flight::InFlight;
use driver::{Door, Durability, Ended, Go, InlineScribe, Ledger, Life, NoThinker, Options, Run, Speed};
use mind::effect::CommandAnswer;
use mind::input::{CommandId, Order};
use mind::{Config, Effect, Mind};
use simulator::{Scripted, Simulation};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use store::{AppendError, Record, State};

/// The answer to an order never takes this long in a test.
const LONG: Duration = Duration::from_secs(30);

fn simulation() -> Simulation<Scripted> {
    Simulation::new(Config::default(), Scripted::default())
}

fn goal(target: &str) -> Order {
    Order::Goal { action: "collect".into(), target: target.into(), amount: 3 }
}

#[test]
fn an_order_is_answered_in_the_tick_that_takes_it() {
    let mut simulation = simulation();
    let asked = [goal("oak_log"), goal("no_such_thing"), Order::Pause].map(|order| simulation.order(order).unwrap());
    assert_eq!(asked[0].wait(Duration::ZERO), Err(Unanswered::NotYet));
    let mut commands = Vec::new();
    simulation.run(1, |moment, _| {
        commands.extend(moment.input.commands.iter().map(|command| command.id));
        Go::On
    });
    assert_eq!(commands, [1, 2, 3].map(CommandId));
    let [taken, refused, done] = asked.map(|pending| pending.wait(LONG).unwrap());
    assert!(matches!(taken.answer, CommandAnswer::Taken { .. }), "{taken:?}");
    assert!(matches!(refused.answer, CommandAnswer::Refused { .. }), "{refused:?}");
    assert_eq!(done, Answered { id: CommandId(3), answer: CommandAnswer::Done });
}

#[test]
fn ids_of_commands_go_on_over_runs() {
    let mut simulation = simulation();
    for id in 1..=3 {
        let pending = simulation.order(Order::Pause).unwrap();
        simulation.run(2, |_, _| Go::On);
        assert_eq!(pending.wait(LONG).unwrap().id, CommandId(id));
    }
}

#[test]
fn lines_reach_the_mind_with_their_speaker_and_are_cut() {
    let mut simulation = simulation();
    simulation.say("alex", "hello").unwrap();
    simulation.say("alex", &"ö".repeat(LINE_CHARS_MAX + 1)).unwrap();
    let mut heard = Vec::new();
    simulation.run(2, |moment, _| {
        heard.extend(moment.input.heard.clone());
        Go::On
    });
    assert_eq!(heard.len(), 2, "each is heard once");
    assert_eq!((heard[0].who.as_str(), heard[0].text.as_str()), ("alex", "hello"));
    assert_eq!(heard[1].text.chars().count(), LINE_CHARS_MAX);
}

#[test]
fn a_full_door_refuses_and_takes_more_after_the_next_tick() {
    let mut simulation = simulation();
    for _ in 0..ORDERS_WAITING_MAX {
        simulation.order(Order::Pause).unwrap();
    }
    assert_eq!(simulation.order(Order::Pause).unwrap_err(), Refused::Full);
    for _ in 0..LINES_WAITING_MAX {
        simulation.say("alex", "hello").unwrap();
    }
    assert_eq!(simulation.say("alex", "hello"), Err(Refused::Full));
    simulation.run(1, |_, _| Go::On);
    assert!(simulation.order(Order::Pause).is_ok());
}

#[test]
fn when_the_run_ends_every_order_left_is_refused() {
    let mut simulation = simulation();
    let (door, mut late) = (simulation.door(), None);
    simulation.run(1, |_, _| {
        late = Some(door.order(Order::Pause).unwrap()); // the last mind tick has already taken its orders
        Go::Stop
    });
    assert_eq!(late.unwrap().wait(LONG), Err(Unanswered::Ended));
    assert_eq!(door.order(Order::Pause).unwrap_err(), Refused::Closed);
    assert_eq!(door.say("alex", "hello"), Err(Refused::Closed));
}

#[test]
fn threads_that_order_at_the_same_time_each_get_their_own_answer() {
    const THREADS: usize = 4;
    const ORDERS: usize = 50;
    let mut simulation = simulation();
    let (door, answers) = (simulation.door(), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..THREADS {
            scope.spawn(|| {
                for _ in 0..ORDERS {
                    let answered = door.order(Order::Pause).unwrap().wait(LONG).unwrap();
                    assert_eq!(answered.answer, CommandAnswer::Done);
                    answers.lock().unwrap().push(answered.id);
                }
            });
        }
        // The run lasts until every thread has the answers to its orders.
        simulation.run(u64::MAX, |_, _| {
            std::thread::yield_now();
            let all = answers.lock().unwrap().len() == THREADS * ORDERS;
            if all { Go::Stop } else { Go::On }
        });
    });
    let mut ids = answers.into_inner().unwrap();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), THREADS * ORDERS, "no two orders share an id");
}

/// A test disk that keeps the journal records written to it.
#[derive(Clone, Default)]
struct Disk(Arc<Mutex<Vec<Record>>>);

impl Ledger for Disk {
    fn append(&mut self, records: &[Record], _: Option<&(u64, State)>) -> Result<(), AppendError> {
        self.0.lock().unwrap().extend_from_slice(records);
        Ok(())
    }
}

#[test]
fn no_answer_is_given_before_its_input_is_on_the_disk_although_records_are_grouped() {
    let (disk, door) = (Disk::default(), Door::new());
    let scribe = InlineScribe::new(disk.clone());
    let mut life =
        Life::new(Mind::new(Config::default()), Scripted::default(), NoThinker::default(), InFlight::default());
    let options = Options { speed: Speed::Max, durability: Durability::Grouped, stand_safe_max: Duration::ZERO };
    let run = Run { life: &mut life, scribe: &scribe, door: &door, options, stop: &AtomicBool::new(false) };
    let (mut ticks, mut pending, mut answered_at) = (0, None, None);
    let ended = run.run(|moment| {
        ticks += 1;
        let on_disk = disk.0.lock().unwrap().len();
        match ticks {
            3 => {
                assert_eq!(on_disk, 0, "records are grouped");
                pending = Some(door.order(Order::Pause).unwrap());
            }
            4 => {
                assert!(moment.effects.iter().any(|effect| matches!(effect, Effect::Answer { .. })));
                answered_at = pending.take().map(|pending| (pending.wait(LONG).unwrap().id, on_disk));
                return Go::Stop;
            }
            _ => {}
        }
        Go::On
    });
    assert_eq!(ended, Ended::Watcher);
    assert_eq!(answered_at, Some((CommandId(1), 4)), "all four records, with the one that holds the order");
}
