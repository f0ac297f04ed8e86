//! What is saved has a version, `driver::LAYOUT`. The shape of each saved part is pinned beside it, and a small life of
//! each layout is kept. `cargo xtask layout` records both; CONTRIBUTING.md says what to do before.

mod common;
mod saved;

use agent::lasting::{Description, take_over};
use common::live;
use driver::LAYOUT;
use rusqlite::Connection;
use saved::{fixture, fixtures, kept};
use serde_json::json;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

/// Set by `cargo xtask layout`: to `new` for a layout that is not recorded yet, to `again` to replace its record.
const RECORD: &str = "RECORD_LAYOUT";
const RECORDED_TICKS: u64 = 9_000;
/// A recorded life must be smaller than this, because all of them stay in the repository.
const BYTES_MAX: u64 = 1_000_000;
/// At most this many lines of difference are shown.
const LINES_SHOWN: usize = 24;
const HEAD: &str =
    "# layout, then for each saved part a word that stands for its shape. `cargo xtask layout` adds a line.\n";

fn pins_file() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/layouts.txt")
}

/// The pinned line of each layout.
fn pins() -> BTreeMap<u32, String> {
    let text = fs::read_to_string(pins_file()).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| (line.split(' ').next().unwrap().parse().unwrap(), line.to_string())).collect()
}

fn pin(layout: u32, description: &Description) -> String {
    let marks = description.marks();
    marks.iter().fold(layout.to_string(), |line, (part, mark)| format!("{line} {part}={mark}"))
}

/// The lines by which two descriptions differ, first those that are gone.
fn differences(then: &Description, today: &Description) -> String {
    let mut out = String::new();
    let parts = |of: &Description| {
        let input = of.input.as_ref().map_or_else(String::new, shapes::Shapes::lines);
        let names = format!("{:#?}", of.palettes);
        [("mind", of.mind.lines()), ("input", input), ("world", of.world.lines()), ("chronicle", of.chronicle.lines())]
            .map(|(part, lines)| (part, lines))
            .into_iter()
            .chain([("names", names)])
            .collect::<Vec<_>>()
    };
    // The number behind a type's name changes with every type before it, and says nothing by itself.
    let bare = |line: &str| line.split(|c: char| c == '.' || c.is_ascii_digit()).collect::<String>();
    for ((part, then), (_, today)) in parts(then).into_iter().zip(parts(today)) {
        for (sign, these, others) in [('-', &then, &today), ('+', &today, &then)] {
            let known: Vec<String> = others.lines().map(bare).collect();
            for line in these.lines().filter(|line| !known.contains(&bare(line))).take(LINES_SHOWN) {
                writeln!(out, "{sign} {part}: {line}").unwrap();
            }
        }
    }
    out
}

#[test]
fn every_saved_shape_is_the_one_that_is_pinned_beside_its_layout() {
    let today = Description::of_today().unwrap();
    let line = pin(LAYOUT, &today);
    let mut pinned = pins();
    let wish = std::env::var(RECORD).unwrap_or_default();
    let recorded = pinned.get(&LAYOUT);
    if recorded == Some(&line) && wish != "again" {
        return;
    }
    let changed = recorded.map(|_| differences(&described(LAYOUT), &today)).unwrap_or_default();
    assert!(
        wish == "again" || (wish == "new" && recorded.is_none()),
        "what is saved changed, but layout {LAYOUT} did not (pinned: {recorded:?}, today: {line}):\n{changed}\
         Raise `driver::LAYOUT`, see that an older life is still read (CONTRIBUTING.md, \"Changing what is saved\"), and run \
         `cargo xtask layout`. If layout {LAYOUT} itself is new and nobody has lives of it, `cargo xtask layout --again` \
         replaces its record."
    );
    record();
    pinned.insert(LAYOUT, line);
    let lines: Vec<&str> = pinned.values().map(String::as_str).collect();
    fs::write(pins_file(), format!("{HEAD}{}\n", lines.join("\n"))).unwrap();
}

/// The description that lies in the recorded life of a layout.
fn described(layout: u32) -> Description {
    let journal = fixture(layout).join("journal.db");
    let epoch = store::Archive::open_file(&journal).unwrap().newest_epoch().unwrap().epoch;
    Description::of_epoch(&epoch).unwrap()
}

/// Lets the program live a little, and keeps its newest saved state and what it says of itself.
fn record() {
    let dir = tempfile::tempdir().unwrap();
    let ended = live(dir.path(), RECORDED_TICKS);
    let (life, there) = (dir.path().join("d"), fixture(LAYOUT));
    let connection = Connection::open(life.join("journal.db")).unwrap();
    let shorten = "DELETE FROM journal WHERE seq <= (SELECT max(seq) FROM snapshot);
        DELETE FROM snapshot WHERE seq < (SELECT max(seq) FROM snapshot);
        PRAGMA journal_mode = DELETE; VACUUM;";
    connection.execute_batch(shorten).unwrap();
    drop(connection);
    fs::create_dir_all(&there).unwrap();
    fs::copy(life.join("journal.db"), there.join("journal.db")).unwrap();
    let mut expected = json!({"kept": kept(&life)});
    for key in ["seed", "ticks", "milestones", "items_seen", "tasks", "deaths"] {
        expected[key] = ended[key].clone();
    }
    fs::write(there.join("expected.json"), format!("{expected:#}\n")).unwrap();
}

#[test]
fn every_pinned_layout_has_its_small_life_with_the_shapes_that_are_pinned() {
    let pins = pins();
    let kept: Vec<u32> = fixtures().iter().map(|(layout, _)| *layout).collect();
    assert_eq!(kept, pins.keys().copied().collect::<Vec<_>>(), "run `cargo xtask layout`");
    for (layout, life) in fixtures() {
        let bytes = fs::metadata(life.join("journal.db")).unwrap().len();
        assert!(bytes < BYTES_MAX, "layout {layout}: {bytes} bytes");
        if layout > 16 {
            assert_eq!(pin(layout, &described(layout)), pins[&layout]);
        }
    }
    // Layout 16 is the last one whose lives do not bring their own description.
    let sixteen = Description::of_epoch(&store::Epoch::earlier(16)).unwrap();
    assert_eq!(pin(16, &sixteen), pins[&16]);
    let refused = take_over(&store::Epoch::earlier(15), &unread()).unwrap_err();
    assert!(refused.contains("layout 15 is older"), "{refused}");
}

fn unread() -> store::Kept {
    let state = store::State::default();
    store::Kept { seq: 0, tick: 0, seal: store::Seal([0; 32]), state, anchor: true, bytes_before: 0 }
}
