//! Counts instructions at one and at two lengths with callgrind; without valgrind it compares median times.

use crate::sanitizer::{HOSTILE, outputs, prose};
use agency::sanitize::sanitize;
use figures::{Asked, Sheet, percentile, timings};
use std::hint::black_box;
use std::process::Command;

const BYTES: usize = 50_000;
const RATIO_MAX: f64 = 2.1;
/// The environment variable that tells the benchmark that it runs under callgrind. Its value holds the text
/// pattern, the length in bytes, and whether to sanitize the text.
const COUNTED: &str = "STEAD_BENCH_COUNTED";
const RUNS: usize = 31;

/// The pattern number that stands for real model outputs. It follows the hostile patterns and the prose.
const REAL: usize = HOSTILE.len() + 1;

fn text(pattern: usize, bytes: usize) -> String {
    HOSTILE.get(pattern).map_or_else(|| prose(bytes), |(_, pattern)| pattern.repeat(bytes / pattern.len()))
}

/// Does one piece of benchmark work when the program runs under callgrind. Returns false in a normal run.
pub fn is_counted() -> bool {
    let Ok(work) = std::env::var(COUNTED) else { return false };
    let numbers: Vec<usize> = work.split(' ').map(|word| word.parse().expect("a number")).collect();
    if numbers[0] == REAL {
        let outputs = outputs();
        for output in outputs.iter().filter(|_| numbers[2] == 1) {
            black_box(sanitize(black_box(output)));
        }
        return true;
    }
    let text = text(numbers[0], numbers[1]);
    if numbers[2] == 1 {
        black_box(sanitize(black_box(&text)));
    }
    true
}

/// The number of instructions that the whole program executes for this piece of work; `None` if valgrind is not
/// installed.
fn counted(pattern: usize, bytes: usize, clean: usize) -> Option<f64> {
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(std::env::current_exe().ok()?)
        .env(COUNTED, format!("{pattern} {bytes} {clean}"))
        .output()
        .ok()?;
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let line = said.lines().find(|line| line.contains("Collected :"))?;
    line.rsplit(' ').next()?.parse().ok()
}

fn cost(pattern: usize, bytes: usize) -> (f64, bool) {
    if let (Some(with), Some(without)) = (counted(pattern, bytes, 1), counted(pattern, bytes, 0)) {
        return (with - without, true);
    }
    let text = text(pattern, bytes);
    let times = timings(RUNS, || {
        black_box(sanitize(black_box(&text)));
    });
    (percentile(&times, 50).as_secs_f64(), false)
}

pub fn figures(sheet: &mut Sheet) {
    let real: f64 = outputs().iter().map(|output| output.len() as f64).sum();
    if let (Some(with), Some(without)) = (counted(REAL, 0, 1), counted(REAL, 0, 0)) {
        sheet.figure("instructions per byte of real outputs", "", Asked::Told, (with - without) / real);
    }
    for pattern in 0..=HOSTILE.len() {
        let name = HOSTILE.get(pattern).map_or("prose", |(name, _)| *name);
        let ((once, counted), (twice, _)) = (cost(pattern, BYTES), cost(pattern, 2 * BYTES));
        let what = if counted { "instructions" } else { "time, without valgrind," };
        sheet.figure(&format!("{what} at twice the length: {name}"), "times", Asked::AtMost(RATIO_MAX), twice / once);
    }
}
