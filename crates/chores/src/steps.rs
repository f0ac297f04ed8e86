//! Runs commands one after another, prints their output as it arrives, and counts the tests in it.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Test counts, read from the "test result" lines of cargo's test runner and from the last lines of Node's (`# pass 3`).
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Counts {
    pub passed: u64,
    pub failed: u64,
    pub skipped: u64,
}

impl Counts {
    fn add_line(&mut self, line: &str) {
        for (word, count) in [("pass", &mut self.passed), ("fail", &mut self.failed), ("skipped", &mut self.skipped)] {
            let number = line.strip_prefix("# ").and_then(|rest| rest.strip_prefix(word)).map(str::trim);
            *count += number.and_then(|digits| digits.parse::<u64>().ok()).unwrap_or(0);
        }
        let Some(rest) = line.trim().strip_prefix("test result: ") else { return };
        let number_before = |word: &str| {
            let before = rest.split(word).next().unwrap_or_default().trim_end();
            before.rsplit([' ', ';', '.']).next().and_then(|digits| digits.parse::<u64>().ok()).unwrap_or(0)
        };
        self.passed += number_before(" passed");
        self.failed += number_before(" failed");
        self.skipped += number_before(" ignored");
    }
}

/// The result of one step of `cargo xtask test`.
#[derive(Debug)]
pub struct Done {
    pub name: String,
    pub ok: bool,
    pub took: Duration,
    pub counts: Counts,
}

/// Runs the command of one step until it ends and prints its output.
pub fn run(name: &str, command: &mut Command) -> Done {
    println!("\n── {name}");
    let start = Instant::now();
    let mut counts = Counts::default();
    let ok = match command.stdout(Stdio::piped()).spawn() {
        Ok(mut child) => {
            for line in BufReader::new(child.stdout.take().expect("piped")).lines().map_while(Result::ok) {
                println!("{line}");
                counts.add_line(&line);
            }
            child.wait().is_ok_and(|status| status.success())
        }
        Err(error) => {
            eprintln!("{name}: cannot start {}: {error}", command.get_program().display());
            false
        }
    };
    Done { name: name.into(), ok, took: start.elapsed(), counts }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_test_result_lines_are_counted() {
        let mut counts = Counts::default();
        for line in [
            "running 3 tests",
            "test result: ok. 12 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.00s",
            "test result: FAILED. 3 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s",
            "# tests 7",
            "# pass 4",
            "# fail 1",
            "# skipped 2",
            "# passing on the word",
        ] {
            counts.add_line(line);
        }
        assert_eq!(counts, Counts { passed: 19, failed: 3, skipped: 3 });
    }
}
