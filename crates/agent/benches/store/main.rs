//! What a long life costs, and what it survives: disk, starts, upgrades, saving, kills, damaged bytes, memory.
//!
//! `STEAD_BENCH_DAYS`, `STEAD_BENCH_KILLS` and `STEAD_BENCH_BYTES` make it shorter while working on it.

mod damage;
mod kills;
mod long;
#[path = "../../tests/saved/mod.rs"]
mod saved;

use figures::Sheet;
use std::path::Path;
use std::process::{Child, Command, ExitCode, Stdio};

const STEAD: &str = env!("CARGO_BIN_EXE_stead");
const DAY_TICKS: u64 = 24_000;

fn main() -> ExitCode {
    let asked = |name: &str, usual: u64| std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual);
    let (days, kills) = (asked("STEAD_BENCH_DAYS", 30), asked("STEAD_BENCH_KILLS", 200));
    let bytes = asked("STEAD_BENCH_BYTES", 1_000);
    let mut sheet = Sheet::new(&format!("store: a life of {days} days, {kills} kills, {bytes} damaged bytes"));
    let dir = tempfile::tempdir().expect("a directory");
    long::ten_days(&mut sheet, dir.path(), days);
    long::starts(&mut sheet, dir.path());
    long::upgrades(&mut sheet, dir.path());
    long::saving(&mut sheet, dir.path());
    long::to_the_end(&mut sheet, dir.path(), days);
    kills::figures(&mut sheet, kills);
    damage::figures(&mut sheet, bytes);
    sheet.finish()
}

/// The program, in this directory, with its data in `d`.
fn stead(dir: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(STEAD);
    command.current_dir(dir).args(args).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Starts a run that lives until this tick.
fn run(dir: &Path, ticks: u64) -> Child {
    let ticks = ticks.to_string();
    stead(dir, &["run", "--headless", "--json", "--data", "d", "--ticks", &ticks]).spawn().expect("stead starts")
}

/// Copies the life in a directory to a new one.
fn copied(dir: &Path) -> tempfile::TempDir {
    let copy = tempfile::tempdir().expect("a directory");
    std::fs::create_dir(copy.path().join("d")).expect("a directory");
    for entry in std::fs::read_dir(dir.join("d")).expect("a life").flatten() {
        if entry.file_type().is_ok_and(|kind| kind.is_file()) {
            std::fs::copy(entry.path(), copy.path().join("d").join(entry.file_name())).expect("a copy");
        }
    }
    copy
}
