//! A window on a simulated life, or on none.
#![allow(dead_code, reason = "each test file uses its own part")]

use driver::days::Days;
use driver::{Board, Door, Go, ReadModel, Speed};
use mind::Config;
use simulator::{Scripted, Simulation, Stage};
use window::wire::Why;
use window::{Events, Library, Scene, Source, WhyError, Words};

/// A renderer for tests, whose words are easy to compare.
pub const WORDS: Words = Words {
    doing: |doing| format!("{doing:?}"),
    because: |doing| format!("because {doing:?}"),
    reason: |reason| format!("{reason:?}"),
    note: |note| format!("{note:?}"),
    answer: |answer| format!("{answer:?}"),
    speech: |speech| format!("{speech:?}"),
    fate: |fate| format!("{fate:?}"),
    model: |status| format!("{:?}", status.model),
    news: |item| format!("{:?}", item.event),
    refusal: |refusal| format!("{refusal:?}"),
    why: |_, of, tick| match of {
        "T1" => Ok(Why { subject: of.into(), to: tick.map_or(0, |tick| tick.0), ..Why::default() }),
        "T2" => Err(WhyError::Unknown("T2 is not in the journal".into())),
        "T3" => Err(WhyError::Unreadable("the journal is of another version".into())),
        _ => Err(WhyError::BadSubject(format!("{of:?} names neither a task nor an action"))),
    },
};

pub fn source(board: Board, door: Door) -> Source {
    let (dir, events) = ("no-such-dir".into(), Events::default());
    let (scene, library) = (Scene::default(), Library::default());
    Source { seed: 7, speed: Speed::Max, dir, board, door, words: WORDS, events, scene, library }
}

/// The source of an HTTP server behind which no mind answers orders.
pub fn nobody() -> Source {
    source(Board::new(ReadModel::default()), Door::new())
}

/// A simulated life of this many mind ticks, and its read model.
pub fn lived(mind_ticks: u64) -> (Simulation<Scripted>, Board) {
    let body = Scripted::new(Stage::default().with_wood_and_ore()).with_all_rules();
    let mut simulation = Simulation::new(Config::default(), body);
    let board = Board::new(ReadModel::new(simulation.mind(), Days::default()));
    simulation.run(mind_ticks, |moment, _| {
        board.take(moment);
        Go::On
    });
    (simulation, board)
}
