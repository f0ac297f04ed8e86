//! Starts the real program, in a directory of its own, and reads what it says.
#![allow(dead_code, reason = "each test file uses its own part")]

use serde_json::Value;
use std::path::Path;
use std::process::{Command, Output, Stdio};

pub const STEAD: &str = env!("CARGO_BIN_EXE_stead");

pub struct Said {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

impl Said {
    pub fn of(output: Output) -> Said {
        let text = |bytes| String::from_utf8(bytes).unwrap();
        Said { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
    }

    /// The only JSON object on the program's standard output.
    pub fn json(&self) -> Value {
        serde_json::from_str(self.out.trim()).unwrap_or_else(|error| panic!("{error}: {} {}", self.out, self.err))
    }

    /// Asserts that the program ended with this exit code and printed all these texts on standard error, without a
    /// panic.
    #[track_caller]
    pub fn refused(&self, code: i32, parts: &[&str]) {
        assert_eq!(self.code, Some(code), "{}", self.err);
        for part in parts {
            assert!(self.err.contains(part), "{part:?} in {:?}", self.err);
        }
        assert!(!self.err.contains("panicked"), "{}", self.err);
    }
}

pub fn command(dir: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(STEAD);
    command.current_dir(dir).args(args).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

pub fn stead(dir: &Path, args: &[&str]) -> Said {
    Said::of(command(dir, args).output().unwrap())
}

/// Runs the agent in directory `d` until this tick, and returns its final JSON.
pub fn live(dir: &Path, ticks: u64) -> Value {
    let said = stead(dir, &["run", "--headless", "--json", "--data", "d", "--ticks", &ticks.to_string()]);
    assert_eq!(said.code, Some(0), "{}", said.err);
    said.json()
}

/// Everything of the final object that does not depend on how fast the machine is and how often the program was started: the
/// counters under `agency` begin anew at each start.
pub fn timeless(mut json: Value) -> Value {
    for key in ["mind_step_us", "ticks_per_second", "agency"] {
        json.as_object_mut().unwrap().remove(key).unwrap();
    }
    json
}
