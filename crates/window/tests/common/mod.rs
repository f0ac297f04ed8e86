//! A window on a simulated life, or on none.
#![allow(dead_code, reason = "each test file uses its own part")]

use driver::days::Days;
use driver::{Board, Door, Go, ReadModel, Speed};
use mind::Config;
use simulator::{Scripted, Simulation, Stage};
use window::{Events, Scene, Source, Words};

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
};

pub fn source(board: Board, door: Door) -> Source {
    let (dir, events) = ("no-such-dir".into(), Events::default());
    Source { seed: 7, speed: Speed::Max, dir, board, door, words: WORDS, events, scene: Scene::default() }
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
