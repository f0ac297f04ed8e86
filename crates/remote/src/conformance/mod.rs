//! The conformance suite: what every body must do, tried one after another on a body that stands in its world.
//!
//! A check passes, fails with what was seen instead, or lacks something that the world around the body does not have;
//! what lacks is said by name. The suite uses only what stands in `docs/body-protocol.md`.

mod checks;
mod visit;

use crate::connection::{ConnectError, Source};
pub use checks::names;
use std::fmt;
pub use visit::Visit;

/// How a check ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    Passed,
    Failed(String),
    /// The body's world has not what the check needs.
    Lacking(String),
}

/// One check by name, and how it ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Check {
    pub name: &'static str,
    pub verdict: Verdict,
}

impl fmt::Display for Check {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.verdict {
            Verdict::Passed => write!(f, "ok      {}", self.name),
            Verdict::Failed(why) => write!(f, "FAILED  {}: {why}", self.name),
            Verdict::Lacking(what) => write!(f, "lacking {}: {what}", self.name),
        }
    }
}

/// Holds a body against every check, and hands out each result as it comes.
pub fn run(source: &Source, mut tell: impl FnMut(&Check)) -> Result<Vec<Check>, ConnectError> {
    let mut visit = Visit::open(source.clone())?;
    let mut done = Vec::new();
    for (name, check) in checks::ALL {
        let check = Check { name, verdict: check(&mut visit) };
        tell(&check);
        done.push(check);
    }
    Ok(done)
}
