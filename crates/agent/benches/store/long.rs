//! A life of ten days and what it takes to start, save and take it over; then the same life for a month.

use crate::saved::{foreign, opened};
use crate::{DAY_TICKS, copied, run, stead};
use agent::Embedded;
use driver::in_flight::InFlight;
use driver::{Life, NoThinker};
use figures::{Asked, Sheet, median, percentile, timings};
use mind::Mind;
use serde_json::Value;
use std::io::{BufRead as _, BufReader, Read as _};
use std::path::Path;
use std::process::Child;
use std::time::{Duration, Instant};
use vocab::digest::decode;

const TEN_DAYS: u64 = 10;
/// Before lives could be upgraded, a day took 3 to 6 MB; it may take a fifth more.
const MB_A_DAY_MAX: f64 = 6.0 * 1.2;
const STARTS: usize = 5;
const SAVES: usize = 300;
/// How long a life goes on before it is killed for a start that has something to redo.
const BEFORE_KILL: Duration = Duration::from_millis(1_500);
const MEMORY_LOOKS: Duration = Duration::from_millis(50);
/// Memory at the end of a month may be this much above that of its second tenth.
const MEMORY_GROWTH_MAX: f64 = 1.25;

/// Lives ten days, or all of them if they are fewer.
pub fn ten_days(sheet: &mut Sheet, dir: &Path, days: u64) {
    let days = days.min(TEN_DAYS);
    finished(run(dir, days * DAY_TICKS));
    let looked = stead(dir, &["inspect", "d", "--json"]).output().expect("it looks");
    let looked: Value = serde_json::from_slice(&looked.stdout).expect("JSON");
    let megabytes = |part: &str| looked["bytes"][part].as_u64().unwrap_or(u64::MAX) as f64 / 1e6;
    let a_day = megabytes("journal") / days as f64;
    sheet.figure("disk a day, over ten days", "MB", Asked::AtMost(MB_A_DAY_MAX), a_day);
    for part in ["inputs", "states", "other"] {
        sheet.figure(&format!("of it {part}, all days"), "MB", Asked::Told, megabytes(part));
    }
}

/// Waits for a run to end well, and returns what it said on standard error.
fn finished(mut child: Child) -> String {
    let (mut out, mut err) = (String::new(), String::new());
    child.stdout.take().expect("piped").read_to_string(&mut out).expect("text");
    child.stderr.take().expect("piped").read_to_string(&mut err).expect("text");
    assert!(child.wait().expect("it ends").success(), "{err}");
    err
}

/// Starts the program on a life and returns after how many milliseconds it lives, and what it said until then.
fn start_ms(dir: &Path) -> (f64, String) {
    let began = Instant::now();
    let mut child = run(dir, 1);
    let mut said = String::new();
    let mut lines = BufReader::new(child.stderr.take().expect("piped"));
    while !said.contains("back at tick") {
        assert_ne!(lines.read_line(&mut said).expect("text"), 0, "it ended before it lived: {said}");
    }
    let took = began.elapsed();
    child.wait().expect("it ends");
    (took.as_secs_f64() * 1e3, said)
}

pub fn starts(sheet: &mut Sheet, dir: &Path) {
    let mut stopped: Vec<f64> = (0..STARTS).map(|_| start_ms(copied(dir).path()).0).collect();
    let killed = |_| {
        let copy = copied(dir);
        let mut child = run(copy.path(), u64::MAX);
        std::thread::sleep(BEFORE_KILL);
        child.kill().expect("it can be killed");
        child.wait().expect("it ends");
        start_ms(copy.path()).0
    };
    let mut killed: Vec<f64> = (0..STARTS).map(killed).collect();
    let asked = Asked::AtMost(500.0);
    sheet.figure("start of the ten-day life, median of five", "ms", asked, median(&mut stopped));
    sheet.figure("the same after a kill, median of five", "ms", asked, median(&mut killed));
}

/// The ten-day life as another program saved it, with everything in another order, taken over.
pub fn upgrades(sheet: &mut Sheet, dir: &Path) {
    let other = copied(dir);
    foreign::estrange(&other.path().join("d"));
    let mut took = Vec::new();
    for _ in 0..STARTS {
        let (ms, said) = start_ms(copied(other.path()).path());
        assert!(said.contains("taken over from") && !said.contains("lost"), "{said}");
        took.push(ms);
    }
    sheet.figure(
        "upgrade of the ten-day life, start included, median of five",
        "ms",
        Asked::AtMost(2_000.0),
        median(&mut took),
    );
}

/// How long the mind stands still while its state is taken for saving.
pub fn saving(sheet: &mut Sheet, dir: &Path) {
    let copy = copied(dir);
    let state = opened(&copy.path().join("d")).newest.state;
    let mind: Mind = decode(&state.mind).expect("a mind");
    let body = Embedded::restore(state.world.as_deref().expect("a world")).expect("a world");
    let in_flight: InFlight = decode(&state.chronicle).expect("notes");
    let mut life = Life::new(mind, body, NoThinker::default(), in_flight);
    let times = timings(SAVES, || drop(life.state()));
    let ms = |percent| percentile(&times, percent).as_secs_f64() * 1e3;
    sheet.figure("a snapshot stops the mind, p99", "ms", Asked::AtMost(2.0), ms(99));
    sheet.figure("a snapshot stops the mind, median", "ms", Asked::Told, ms(50));
}

/// Lives on to the last day in one process, and watches its memory.
pub fn to_the_end(sheet: &mut Sheet, dir: &Path, days: u64) {
    let mut child = run(dir, days * DAY_TICKS);
    let mut looks: Vec<f64> = Vec::new();
    while child.try_wait().expect("it can be asked").is_none() {
        let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
        let resident = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        looks.extend(resident.and_then(|text| text.trim().trim_end_matches(" kB").parse::<f64>().ok()));
        std::thread::sleep(MEMORY_LOOKS);
    }
    finished(child);
    let tenth = looks.len() / 10;
    let early = median(&mut looks[tenth..2 * tenth].to_vec());
    let late = median(&mut looks[looks.len() - tenth..].to_vec());
    let peak = looks.iter().copied().fold(0.0, f64::max);
    sheet.figure("memory at the end, to that of the second tenth", "×", Asked::AtMost(MEMORY_GROWTH_MAX), late / early);
    sheet.figure("memory at most", "MB", Asked::AtMost(100.0), peak / 1024.0);
}
