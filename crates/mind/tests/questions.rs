//! Questions about blocks: the mind remembers an answer even if another task has the body when it arrives.

mod life;

use life::{Life, deeds, events_of, on_bare_ground};
use mind::input::Order;
use mind::reason::Why;
use mind::trace::Event;
use simulator::{Course, item};
use vocab::{Action, BlockPos, Station};

const WHERE: Why = Why::WhereToPut(Station::CraftingTable);

/// A block beside the agent's start: within two blocks of the place to come to, and inside the scanned box.
const BESIDE: BlockPos = BlockPos::new(1, 64, 0);

fn asks_where(event: &Event) -> bool {
    matches!(event, Event::Asked { why, .. } if *why == WHERE)
}

/// An agent that has just asked where to place a crafting table.
fn asking() -> Life {
    let mut body = on_bare_ground().on("go_to", |_, _| Course::done().moving_to(BESIDE));
    for (name, count) in [("crafting_table", 1), ("oak_planks", 20), ("stick", 8), ("oak_log", 20), ("bread", 20)] {
        body.stage.bag.add(item(name), count);
    }
    let mut life = Life::new(body);
    life.order(&[Order::Goal { action: "craft".into(), target: "wooden_pickaxe".into(), amount: 1 }]);
    if !life.events.iter().any(|(_, event)| asks_where(event)) {
        assert!(life.until(100, asks_where), "{}", life.story());
    }
    life
}

#[test]
fn an_answer_that_arrives_while_another_task_has_the_body_is_remembered() {
    let mut life = asking();
    // The answer to the task's question arrives in the tick in which the other task takes the body for a short walk.
    let (effects, _) = life.order(&[Order::Come { to: BlockPos::new(3, 64, 0) }]);
    assert_eq!(deeds(&effects), ["go_to"]);
    let placed = life.until(40, |event| {
        matches!(event, Event::ActionStarted { action: Action::Place { item: placed, .. }, .. } if *placed == item("crafting_table"))
    });
    assert!(placed, "{}", life.story());
    let asked = life.events.iter().filter(|(_, event)| asks_where(event)).count();
    assert_eq!(asked, 1, "what was answered is remembered: {}", life.story());
}

#[test]
fn the_agent_asks_again_when_an_answer_is_old() {
    let mut life = asking();
    life.order(&[Order::Pause]);
    life.live(mind::blocks::SCAN_TICKS + 4);
    let (effects, _) = life.order(&[Order::Resume]);
    assert!(events_of(&effects).any(asks_where), "{}", life.story());
}
