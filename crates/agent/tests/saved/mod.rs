//! Shared by the tests of lasting lives: the recorded lives, and what a saved life holds.
#![allow(dead_code, reason = "each test file uses its own part")]

pub mod foreign;

use agent::Embedded;
use agent::lasting::{description, take_over};
use driver::Body as _;
use mind::Mind;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use store::{Archive, Epoch, Kept, Limits, Opening, State, Store, Upgraded};
use vocab::BlockPos;
use vocab::digest::decode;

/// More facts than a small life has.
const FACTS: usize = 64;

pub fn fixture(layout: u32) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/fixtures/layout_{layout}"))
}

/// The recorded life of each layout, oldest first.
pub fn fixtures() -> Vec<(u32, PathBuf)> {
    let entries = fs::read_dir(fixture(0).parent().unwrap()).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned());
    let layouts = names.filter_map(|name| name.strip_prefix("layout_")?.parse().ok());
    let lives: BTreeMap<u32, PathBuf> = layouts.map(|layout| (layout, fixture(layout))).collect();
    lives.into_iter().collect()
}

/// A copy of a recorded life in directory `d`, and what is expected of it.
pub fn copy_of(life: &Path) -> (tempfile::TempDir, Value) {
    let dir = tempfile::tempdir().unwrap();
    fs::create_dir(dir.path().join("d")).unwrap();
    fs::copy(life.join("journal.db"), dir.path().join("d/journal.db")).unwrap();
    let expected = fs::read_to_string(life.join("expected.json")).unwrap();
    (dir, serde_json::from_str(&expected).unwrap())
}

/// This program, as the writer of a journal.
pub fn this_program() -> Epoch {
    driver::epoch::described(description().unwrap())
}

/// Opens a life as the program does, and takes it over if it is older.
pub fn opened(dir: &Path) -> store::Opened {
    opened_as(dir, &this_program(), take_over)
}

/// Opens a life as another program, which takes it over in this way.
pub fn opened_as(
    dir: &Path,
    epoch: &Epoch,
    take_over: impl FnOnce(&Epoch, &Kept) -> Result<Upgraded, String>,
) -> store::Opened {
    let identity = Archive::peek(dir).unwrap();
    let opening = Opening { dir, identity: &identity, epoch, limits: Limits::default() };
    Store::open(opening, State::default, take_over).unwrap()
}

pub fn kept(dir: &Path) -> Value {
    what_is_in(&opened(dir).newest.state)
}

/// What a saved state holds, in words that do not depend on its layout: its tasks, what it remembers, its bag and where
/// it stands.
pub fn what_is_in(state: &State) -> Value {
    let mind: Mind = decode(&state.mind).unwrap();
    let mut body = Embedded::restore(state.world.as_deref().unwrap()).unwrap();
    let senses = body.sense().senses;
    let state_of = |open| if open { "open" } else { "ended" };
    let tasks = mind.tasks().iter().map(|task| format!("{} {} {}", task.id(), task.key(), state_of(task.is_open())));
    let facts = mind.recall(BlockPos::new(0, 64, 0)).summary(FACTS);
    let bag: BTreeMap<&str, u32> =
        senses.carried.totals().iter().map(|(item, count)| (gamedata::items::get(item).name, count)).collect();
    json!({
        "tasks": tasks.collect::<Vec<_>>(),
        "remembers": facts.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "bag": bag,
        "at": senses.at.block().to_string(),
        "health": senses.vitals.map(|vitals| vitals.health),
    })
}
