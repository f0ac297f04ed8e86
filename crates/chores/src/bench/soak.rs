//! `cargo xtask bench soak`: runs the property tests with fresh seeds for some minutes. `cargo xtask test` always
//! uses the same seed.

use crate::root;
use std::path::Path;
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

pub const USAGE: &str = "  bench soak [--minutes 10] [--seed N]
                  run the property tests with fresh seeds; with --seed, once with that one";

/// The seed 0 stands for a fresh seed in every round.
const FRESH: u64 = 0;

pub fn run(words: &[&str]) -> ExitCode {
    let [minutes, seed] = match super::options(words, [("--minutes", 10), ("--seed", FRESH)]) {
        Ok(values) => values,
        Err(message) => {
            eprintln!("bench soak: {message}\n\nusage:\n{USAGE}");
            return ExitCode::from(2);
        }
    };
    let tests = property_tests();
    let end = Instant::now() + Duration::from_secs(60 * minutes);
    for round in 1.. {
        let seed = if seed == FRESH { fresh_seed() } else { seed };
        for test in &tests {
            println!("\n── round {round}, seed {seed}: {}", test.join(" "));
            let mut cargo = Command::new("cargo");
            cargo.args(["test", "--quiet", "--locked"]).args(test).env("PROPTEST_RNG_SEED", seed.to_string());
            if !cargo.current_dir(root()).status().is_ok_and(|status| status.success()) {
                let repeat = format!("PROPTEST_RNG_SEED={seed} cargo test {}", test.join(" "));
                eprintln!("bench soak: failed; this repeats it:\n  {repeat}");
                return ExitCode::FAILURE;
            }
            if Instant::now() >= end {
                println!("\nbench soak: {round} rounds begun, no failure");
                return ExitCode::SUCCESS;
            }
        }
        if words.contains(&"--seed") {
            break;
        }
    }
    ExitCode::SUCCESS
}

/// A random seed from the clock: different in every round, and short enough to type.
fn fresh_seed() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::from(now.subsec_nanos()).max(1)
}

/// The arguments of `cargo test` for every test program with property tests.
fn property_tests() -> Vec<Vec<String>> {
    let mut found = Vec::new();
    for file in tidy::files(&root().join("crates"), ".rs") {
        let text = std::fs::read_to_string(&file).unwrap_or_default();
        if text.lines().any(|line| line.trim_start().starts_with("proptest!")) {
            found.extend(test_program(&tidy::shown(&file)));
        }
    }
    found.sort();
    found.dedup();
    found
}

/// The arguments of `cargo test` for the test program of a file: `crates/NAME/tests/FILE.rs` is its own program, files
/// in `crates/NAME/src` belong to the library.
fn test_program(file: &str) -> Option<Vec<String>> {
    let parts: Vec<&str> = file.split('/').collect();
    let words = match parts.as_slice() {
        ["crates", name, "tests", file] => vec!["-p", name, "--test", Path::new(file).file_stem()?.to_str()?],
        ["crates", name, "src", ..] => vec!["-p", name, "--lib"],
        _ => return None,
    };
    Some(words.into_iter().map(String::from).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_with_properties_belongs_to_a_test_program() {
        let tests = property_tests();
        let planner: Vec<String> = ["-p", "planner", "--test", "properties"].map(String::from).into();
        assert!(tests.contains(&planner), "{tests:?}");
        assert_eq!(test_program("crates/x/src/a/b.rs").unwrap(), ["-p", "x", "--lib"]);
        assert_eq!(test_program("crates/x/tests/common/b.rs"), None, "a helper is no program of its own");
    }
}
