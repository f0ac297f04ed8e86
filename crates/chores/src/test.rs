//! `cargo xtask test`: all checks that must pass before a change is merged, with a summary at the end.

use crate::steps::{self, Done};
use crate::{conformance, fuzz, model, root, setup};
use std::process::{Command, ExitCode};

/// The seed of the property tests. It is fixed, so that a change that passed once passes again; set the variable to
/// use another one.
const SEED: &str = "PROPTEST_RNG_SEED";
const SEED_USUAL: &str = "20261116";

/// Incremental compilation doubles the disk space of a full test run (4 GB instead of 2), and CI never builds twice.
/// Set the variable to 1 to keep it.
const KEEP_FOR_NEXT: &str = "CARGO_INCREMENTAL";

/// Keeps insta from writing snapshots in this command; `INSTA_UPDATE=always cargo test` accepts new messages, and the
/// diff is reviewed.
const SNAPSHOTS: &str = "INSTA_UPDATE";

pub fn run() -> ExitCode {
    if let Err(message) = setup::install_missing() {
        eprintln!("test: {message}");
        return ExitCode::FAILURE;
    }
    let cargo = |arguments: &[&str]| {
        let mut command = Command::new("cargo");
        command.args(arguments).current_dir(root());
        for (name, usual) in [(SEED, SEED_USUAL), (KEEP_FOR_NEXT, "0"), (SNAPSHOTS, "no")] {
            if std::env::var_os(name).is_none() {
                command.env(name, usual);
            }
        }
        command
    };
    let npm = |folder: &str, arguments: &[&str]| {
        let mut command = Command::new("npm");
        command.args(arguments).current_dir(root().join(folder));
        command
    };
    // Clippy and the tests use the same cargo features, so that nothing is built twice.
    let with_model = ["--features", model::FEATURES];
    let mut done = vec![
        steps::run("format", &mut cargo(&["fmt", "--all", "--check"])),
        steps::run(
            "lints",
            &mut cargo(
                &[&["clippy", "--workspace", "--all-targets", "--locked"], &with_model[..], &["--", "-D", "warnings"]]
                    .concat(),
            ),
        ),
        steps::run(
            "tests",
            &mut cargo(&[&["test", "--workspace", "--locked", "--no-fail-fast"], &with_model[..]].concat()),
        ),
        // The program that the tests above have built serves the page.
        steps::run("page types", &mut npm(setup::PAGE_TESTS, &["run", "--silent", "types"])),
        steps::run(
            "page",
            npm(setup::PAGE_TESTS, &["test", "--silent"]).env("STEAD", root().join("target/debug/stead")),
        ),
        // The same seed must give the same world in an optimised build, so the golden digests are checked in debug and
        // release.
        steps::run("release", &mut cargo(&["test", "--release", "--locked", "-p", "world", "--test", "same_world"])),
        fuzz::build(),
    ];
    done.push(steps::run("body types", &mut npm("bodies/mineflayer", &["run", "--silent", "check"])));
    done.push(steps::run("body tests", &mut npm("bodies/mineflayer", &["test", "--silent"])));
    done.extend(conformance::steps());
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

/// Says how many checks of the design documents are proven by tests.
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
