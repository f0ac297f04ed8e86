//! The precedence of controllers, tested through the whole mind. Swapping two controllers in `PRECEDENCE` fails here.

mod life;

use life::{Life, deeds, in_the_wood};
use mind::Controller;
use mind::trace::Event;
use simulator::item;
use simulator::stage::seen;
use vocab::Action;

/// An agent with an active task and bread in the bag.
fn at_work() -> Life {
    let mut body = in_the_wood();
    body.stage.bag.add(item("bread"), 5);
    let mut life = Life::new(body);
    life.live(40);
    assert_eq!(life.body().running().map(Action::verb), Some("collect"), "{}", life.story());
    assert_eq!(life.mind().controller(), Controller::Task);
    life
}

#[test]
fn at_critical_hunger_with_a_creeper_near_the_reflex_acts_then_upkeep_then_the_task() {
    let mut life = at_work();
    life.vitals().food = 2;
    let creeper = seen("creeper", life.stage().at.offset(4, 0, 0), 7);
    life.stage().creatures = vec![creeper];
    let begun = life.events.len();
    assert_eq!(deeds(&life.step()), ["cancel", "flee"]);
    assert_eq!(life.mind().controller(), Controller::Reflex);
    life.stage().creatures.clear();
    life.live(600);
    let mut controllers: Vec<Controller> = life.events[begun..]
        .iter()
        .filter_map(|(_, event)| match event {
            Event::ActionStarted { controller, .. } => Some(*controller),
            _ => None,
        })
        .collect();
    controllers.dedup();
    assert_eq!(controllers, [Controller::Reflex, Controller::Upkeep, Controller::Task], "{}", life.story());
}

#[test]
fn at_critical_hunger_upkeep_interrupts_the_task_and_eats() {
    let mut life = at_work();
    life.vitals().food = 2;
    let took_over = life.until(24, |event| matches!(event, Event::HandOver { to: Controller::Upkeep, .. }));
    assert!(took_over, "within the second in which upkeep looks: {}", life.story());
    assert_eq!(life.body().running().map(Action::verb), Some("eat"));
    assert_eq!(life.mind().report().counters["upkeep_interruptions"], 1);
}

#[test]
fn each_hand_over_is_traced_with_the_previous_controller() {
    let mut life = at_work();
    life.vitals().food = 2;
    let creeper = seen("creeper", life.stage().at.offset(4, 0, 0), 7);
    life.stage().creatures = vec![creeper];
    life.live(8);
    life.stage().creatures.clear();
    life.live(600);
    let hand_overs = life.told(|event| match event {
        Event::HandOver { from, to, .. } => Some((*from, *to)),
        _ => None,
    });
    let mut now = Controller::Idle;
    for (tick, (from, to)) in &hand_overs {
        assert_eq!(*from, now, "at {tick}");
        assert_ne!(from, to, "at {tick}");
        now = *to;
    }
    assert_eq!(now, life.mind().controller());
    assert_eq!(life.mind().report().counters["hand_overs"], hand_overs.len() as u64);
}
