//! `cargo xtask test`: everything that must hold before a change lands, with one summary at the end.

use crate::steps::{self, Done};
use crate::{fuzz, root, setup};
use std::process::{Command, ExitCode};

/// Property tests draw from this seed, so that a change that passed passes again; set it to another number to look elsewhere.
const SEED: &str = "PROPTEST_RNG_SEED";
const SEED_USUAL: &str = "20261116";

/// What the compiler keeps for the next build is half of the disk a whole run takes (4 GB instead of 2), and a machine that tests once
/// has no next build; set it to 1 to keep it.
const KEEP_FOR_NEXT: &str = "CARGO_INCREMENTAL";

pub fn run() -> ExitCode {
    if let Err(message) = setup::install_missing() {
        eprintln!("test: {message}");
        return ExitCode::FAILURE;
    }
    let cargo = |arguments: &[&str]| {
        let mut command = Command::new("cargo");
        command.args(arguments).current_dir(root());
        for (name, usual) in [(SEED, SEED_USUAL), (KEEP_FOR_NEXT, "0")] {
            if std::env::var_os(name).is_none() {
                command.env(name, usual);
            }
        }
        command
    };
    let mut done = vec![
        steps::run("format", &mut cargo(&["fmt", "--all", "--check"])),
        steps::run(
            "lints",
            &mut cargo(&["clippy", "--workspace", "--all-targets", "--locked", "--", "-D", "warnings"]),
        ),
        steps::run("tests", &mut cargo(&["test", "--workspace", "--locked", "--no-fail-fast"])),
        // The same seed gives the same world in an optimised build: the golden digests are checked in both.
        steps::run("release", &mut cargo(&["test", "--release", "--locked", "-p", "world", "--test", "same_world"])),
        fuzz::build(),
    ];
    if setup::answers("cargo", &["deny", "--version"]) {
        done.push(steps::run("deny", &mut cargo(&["deny", "--locked", "check"])));
    } else {
        println!("\n── deny\nskipped: cargo-deny is not installed; `cargo test -p tidy` has checked the licences");
    }
    summarise(&done)
}

fn summarise(done: &[Done]) -> ExitCode {
    println!("\n── summary");
    for step in done {
        let result = if step.ok { "ok    " } else { "FAILED" };
        println!("{result} {:<12} {:>5} s", step.name, step.took.as_secs());
    }
    let sum = |pick: fn(&Done) -> u64| done.iter().map(pick).sum::<u64>();
    let (passed, failed) = (sum(|step| step.counts.passed), sum(|step| step.counts.failed));
    println!("{}", seed_checks());
    println!("{passed} passed, {failed} failed, {} skipped", sum(|step| step.counts.skipped));
    if done.iter().all(|step| step.ok) && passed > 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// How much of what the design documents ask is proved by a test.
fn seed_checks() -> String {
    let page = std::fs::read_to_string(root().join("docs/seeds.md")).unwrap_or_default();
    match tidy::seeds::rows(&page) {
        Ok(rows) => {
            let open = rows.iter().filter(|row| row.tests.is_empty()).count();
            format!("seed checks: {} proved by tests, {open} not built yet", rows.len() - open)
        }
        Err(error) => error,
    }
}
