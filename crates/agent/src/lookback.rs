//! "Why?" about a running agent: its mind is stepped again over the last stretch of its journal, and the reasons are collected.

use crate::view::text::number;
use crate::why::{Link, Reasons, Subject};
use driver::past::{self, PastError};
use std::path::Path;
use vocab::Tick;
use window::WhyError;
use window::wire::Why;

/// How far back the journal is looked through at first: half a day of the game, some tenths of a second of work.
const NEAR_TICKS: u64 = 12_000;
/// How far back it is looked through for the beginning of a task that is older: two days, a second or so of work. What a mind
/// remembers of a still older task is told without its plans.
const FAR_TICKS: u64 = 48_000;
/// Most actions that are named with their task.
const DEEDS_MAX: usize = 12;

/// The chain of reasons behind a task or an action, as known at a tick or at the end of the journal.
pub fn why(dir: &Path, of: &str, at: Option<Tick>) -> Result<Why, WhyError> {
    let subject: Subject = of.parse().map_err(WhyError::BadSubject)?;
    let end = match (at, past::span(dir).map_err(unreadable)?) {
        (Some(tick), _) => tick,
        (None, Some((_, to))) => to,
        (None, None) => return Err(WhyError::Unreadable("the journal has nothing that can be shown yet".into())),
    };
    let (mut reasons, mut from) = collect(dir, before(end, NEAR_TICKS), at)?;
    let began = reasons.began(subject);
    if let Some(began) = began.filter(|began| *began < from) {
        (reasons, from) = collect(dir, began.max(before(end, FAR_TICKS)), at)?;
    }
    let chain: Vec<_> = reasons.chain(subject).iter().map(Link::cause).collect();
    if chain.is_empty() {
        let (from, known) = (number(from.0), reasons.known());
        return Err(WhyError::Unknown(format!(
            "{subject} is not in the journal from tick {from} on (it knows {known})"
        )));
    }
    let actions = match subject {
        Subject::Task(task) => reasons.deeds(task, DEEDS_MAX),
        Subject::Action(_) => Vec::new(),
    };
    Ok(Why { subject: subject.to_string(), from: from.0, to: end.0, chain, actions })
}

fn collect(dir: &Path, from: Tick, to: Option<Tick>) -> Result<(Reasons, Tick), WhyError> {
    let mut reasons = Reasons::default();
    let retraced = past::retrace(dir, from, to, |trace| reasons.take(trace)).map_err(unreadable)?;
    reasons.remember(retraced.mind.tasks());
    Ok((reasons, retraced.from))
}

fn before(end: Tick, ticks: u64) -> Tick {
    Tick(end.0.saturating_sub(ticks))
}

#[allow(clippy::needless_pass_by_value, reason = "a shape for map_err")]
fn unreadable(error: PastError) -> WhyError {
    WhyError::Unreadable(error.to_string())
}
