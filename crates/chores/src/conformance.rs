//! `cargo xtask conformance [ADDR]`: holds a body against the body protocol and says what it does and lacks.

use crate::steps::{Counts, Done};
use crate::{root, setup};
use remote::Source;
use remote::conformance::{self, Check, Verdict};
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, ExitCode, Stdio};
use std::time::Instant;

pub fn run(address: &str) -> ExitCode {
    match hold(address) {
        Ok(checks) if failed(&checks) == 0 => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(why) => {
            eprintln!("conformance: {why}");
            ExitCode::from(2)
        }
    }
}

/// The versions of the game on which the mineflayer body is tested.
const TESTED: [&str; 2] = ["1.20.1", "1.21.4"];

/// The mineflayer body on a flying-squid server of each tested version, as steps of `cargo xtask test`.
pub fn steps() -> impl Iterator<Item = Done> {
    TESTED.into_iter().map(step)
}

/// Runs these steps alone.
pub fn run_steps() -> ExitCode {
    if let Err(message) = setup::install_npm() {
        eprintln!("conformance: {message}");
        return ExitCode::FAILURE;
    }
    let bad = steps().filter(|step| !step.ok).count();
    if bad == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Holds the body that listens at an address against every check, and prints each.
fn hold(address: &str) -> Result<Vec<Check>, String> {
    let source = Source::Address(address.into());
    let checks = conformance::run(&source, |check| println!("{check}")).map_err(|error| error.to_string())?;
    let passed = checks.iter().filter(|check| check.verdict == Verdict::Passed).count();
    let failed = failed(&checks);
    println!("\n{passed} passed, {failed} failed, {} lacking", checks.len() - passed - failed);
    Ok(checks)
}

fn failed(checks: &[Check]) -> usize {
    checks.iter().filter(|check| matches!(check.verdict, Verdict::Failed(_))).count()
}

fn step(version: &str) -> Done {
    println!("\n── conformance {version}");
    let start = Instant::now();
    let checks = serve(version).and_then(|(mut server, address)| {
        let checks = hold(&address);
        // Without its input the server ends by itself.
        drop(server.stdin.take());
        let _ = server.wait();
        checks
    });
    let checks = checks.unwrap_or_else(|why| {
        eprintln!("conformance: {why}");
        Vec::new()
    });
    let count = |wanted: fn(&Verdict) -> bool| checks.iter().filter(|check| wanted(&check.verdict)).count() as u64;
    let counts = Counts {
        passed: count(|verdict| matches!(verdict, Verdict::Passed)),
        failed: count(|verdict| matches!(verdict, Verdict::Failed(_))),
        skipped: count(|verdict| matches!(verdict, Verdict::Lacking(_))),
    };
    let ok = !checks.is_empty() && counts.failed == 0;
    Done { name: format!("conformance {version}"), ok, took: start.elapsed(), counts }
}

/// Starts a server with the body on it, and returns the address at which the body listens.
fn serve(version: &str) -> Result<(Child, String), String> {
    let body = root().join("bodies/mineflayer");
    let mut node = Command::new(body.join("node_modules/.bin/node"));
    node.arg("test/helpers/serve.js").arg(version).current_dir(&body).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut server = node.spawn().map_err(|error| format!("cannot start Node: {error}; run `cargo xtask setup`"))?;
    let mut address = String::new();
    let read = BufReader::new(server.stdout.take().expect("piped")).read_line(&mut address);
    match read {
        Ok(count) if count > 0 => Ok((server, address.trim().into())),
        _ => Err("the server ended before the body listened".into()),
    }
}
