//! Kills while it lives and kills while it takes a life over: in the end all is as if there had been none.

use crate::saved::{copy_of, fixture, foreign};
use crate::{DAY_TICKS, copied, run, stead};
use figures::{Asked, Sheet};
use serde_json::Value;
use std::io::{BufRead as _, BufReader, Read as _};
use std::path::Path;
use std::process::Child;
use std::time::{Duration, Instant};
use vocab::Dice;

/// One of this many kills comes during an upgrade.
const UPGRADES_OF: u64 = 4;
const RESTART_MS_MAX: f64 = 1_000.0;
/// A life goes on for so many ticks after the last kill, to be compared with one that was never killed.
const AFTER_TICKS: u64 = 1_000;
/// The longest time before a kill, in microseconds.
const SPAN_US: u64 = 400_000;

pub fn figures(sheet: &mut Sheet, kills: u64) {
    let during_upgrades = kills / UPGRADES_OF;
    let mut dice = Dice::new(17);
    living(sheet, kills - during_upgrades, &mut dice);
    upgrading(sheet, during_upgrades, &mut dice);
}

/// What a life has come to at its end, without what depends on the machine.
fn ended(child: Child) -> (Value, String) {
    let output = child.wait_with_output().expect("it ends");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let json: Value = serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {said}"));
    let part = |key: &str| json[key].clone();
    (Value::Array(["tasks", "milestones", "deaths", "mind_digest", "world_digest"].map(part).into()), said)
}

/// Kills a run at a random moment: some while it starts, most while it lives. Returns how long it took to live.
fn killed(dir: &Path, dice: &mut Dice, starting: bool) -> Option<Duration> {
    let began = Instant::now();
    let mut child = run(dir, DAY_TICKS * 1_000);
    let (mut said, mut lives) = (String::new(), None);
    let mut lines = BufReader::new(child.stderr.take().expect("piped"));
    while !starting && lives.is_none() {
        assert_ne!(lines.read_line(&mut said).expect("text"), 0, "it ended before it lived: {said}");
        lives = (said.contains("back at tick") || said.contains("a new life")).then(|| began.elapsed());
    }
    std::thread::sleep(Duration::from_micros(dice.below(SPAN_US)));
    child.kill().expect("it can be killed");
    lines.read_to_string(&mut said).expect("text");
    assert_eq!(child.wait().expect("it ends").code(), None, "killed, not ended: {said}");
    lives
}

fn living(sheet: &mut Sheet, kills: u64, dice: &mut Dice) {
    let dir = tempfile::tempdir().expect("a directory");
    let mut slowest = Duration::ZERO;
    for _ in 0..kills {
        let starting = dice.below(8) == 0;
        slowest = slowest.max(killed(dir.path(), dice, starting).unwrap_or_default());
    }
    let looked = stead(dir.path(), &["inspect", "d", "--json"]).output().expect("it looks");
    let looked: Value = serde_json::from_slice(&looked.stdout).expect("JSON");
    let until = looked["last"]["tick"].as_u64().unwrap_or(0) + AFTER_TICKS;
    let whole = tempfile::tempdir().expect("a directory");
    let same = ended(run(dir.path(), until)).0 == ended(run(whole.path(), until)).0;
    sheet.figure("kills of a running life", "", Asked::Exactly(kills as f64), kills as f64);
    sheet.figure("its last tick", "", Asked::Told, until as f64);
    sheet.figure("it ends as without kills, byte for byte", "", Asked::Exactly(1.0), f64::from(u8::from(same)));
    let slowest = slowest.as_secs_f64() * 1e3;
    sheet.figure("slowest restart until it lives, process included", "ms", Asked::AtMost(RESTART_MS_MAX), slowest);
}

fn upgrading(sheet: &mut Sheet, kills: u64, dice: &mut Dice) {
    let (older, expected) = copy_of(&fixture(driver::LAYOUT));
    foreign::estrange(&older.path().join("d"));
    let until = expected["ticks"].as_u64().expect("a tick") + AFTER_TICKS;
    let began = Instant::now();
    let (whole, _) = ended(run(copied(older.path()).path(), until));
    let span_us = (began.elapsed().as_micros() as u64).min(SPAN_US);
    let (mut during, mut lives, mut alike, mut slowest) = (0, 0_u32, 0_u32, 0.0_f64);
    while during < kills {
        let dir = copied(older.path());
        // One life is killed up to three times while it is taken over.
        for _ in 0..=dice.below(3) {
            let mut child = run(dir.path(), until);
            std::thread::sleep(Duration::from_micros(dice.below(span_us / 4)));
            child.kill().expect("it can be killed");
            child.wait().expect("it ends");
            during += u64::from(is_still_older(dir.path()));
        }
        let (ended, said) = ended(run(dir.path(), until));
        slowest = slowest.max(back_ms(&said));
        lives += 1;
        alike += u32::from(ended == whole && store::copies(&dir.path().join("d")).len() == 1);
    }
    sheet.figure("kills before an upgrade was done", "", Asked::AtLeast(kills as f64), during as f64);
    sheet.figure("lives killed so", "", Asked::Told, f64::from(lives));
    sheet.figure(
        "of them end as without kills, with one copy kept",
        "",
        Asked::Exactly(f64::from(lives)),
        f64::from(alike),
    );
    sheet.figure("slowest start after them until it lives", "ms", Asked::AtMost(RESTART_MS_MAX), slowest);
}

/// Whether the life was not taken over yet.
fn is_still_older(dir: &Path) -> bool {
    let archive = store::Archive::open(&dir.join("d")).expect("a life");
    archive.newest_epoch().expect("an epoch").epoch.program == foreign::PROGRAM
}

/// The milliseconds in the message `back at tick 123 in 45 ms`.
fn back_ms(said: &str) -> f64 {
    let words = said.split("back at tick ").nth(1).expect("it came back");
    words.split_whitespace().nth(2).and_then(|ms| ms.parse().ok()).expect("a number")
}
