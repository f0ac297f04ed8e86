//! The line to a body: it is opened, watched, and opened again after it broke, with waits that grow. Nothing here blocks the caller.

use crate::connection::ConnectError;
use crate::{Connection, LinkState, Source};
use contract::body::command::Parting;
use contract::body::{Report, Verb};
use std::hash::{BuildHasher, RandomState};
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// The first wait before a body is tried again, and the longest. Each is twice as long as the one before, and a quarter more or less
/// by chance, so that many agents do not come back in the same moment.
const RETRY_LEAST: Duration = Duration::from_secs(1);
const RETRY_MOST: Duration = Duration::from_mins(1);
/// A line that held this long begins with short waits again.
const STEADY: Duration = Duration::from_mins(1);

/// A line to one body.
#[derive(Debug)]
pub struct Line {
    source: Source,
    mind: String,
    view: u8,
    state: State,
    attempt: u32,
    /// Connections that end in the background: a body that was started here gets a moment to leave.
    ending: Vec<JoinHandle<()>>,
    told: String,
}

#[derive(Debug)]
enum State {
    New,
    Opening(Receiver<Result<Connection, ConnectError>>),
    Open {
        connection: Box<Connection>,
        since: Instant,
    },
    Broken {
        why: String,
        again: Instant,
    },
    /// Trying again would not help.
    Over {
        why: String,
    },
}

/// How the line is at this moment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Standing {
    Present,
    /// Opening, silent, or to be tried again.
    Waiting,
    Gone {
        why: String,
    },
}

impl Line {
    pub fn new(source: Source, mind: &str, view: u8) -> Line {
        let (mind, told) = (mind.into(), String::new());
        Line { source, mind, view, state: State::New, attempt: 0, ending: Vec::new(), told }
    }

    /// What the body has reported since the last call. The line goes on to its next state.
    pub fn poll(&mut self) -> Vec<Report> {
        let mut reports = Vec::new();
        match &mut self.state {
            State::New => self.open(),
            State::Opening(opening) => match opening.try_recv() {
                Ok(Ok(connection)) => {
                    self.state = State::Open { connection: Box::new(connection), since: Instant::now() };
                }
                Ok(Err(error)) => self.fail(&error),
                Err(TryRecvError::Empty) => {}
                Err(TryRecvError::Disconnected) => self.wait("the attempt broke off".into()),
            },
            State::Open { connection, .. } => {
                reports = connection.take();
                if connection.is_over() {
                    self.close();
                }
            }
            State::Broken { again, .. } if Instant::now() >= *again => self.open(),
            State::Broken { .. } | State::Over { .. } => {}
        }
        reports
    }

    /// Sends a verb; `None` when no body takes it.
    pub fn act(&mut self, verb: Verb) -> Option<u64> {
        match &mut self.state {
            State::Open { connection, .. } => connection.act(verb),
            _ => None,
        }
    }

    pub fn is_open(&self) -> bool {
        matches!(self.state, State::Open { .. })
    }

    pub fn standing(&self) -> Standing {
        match &self.state {
            State::Over { why } => Standing::Gone { why: why.clone() },
            State::Open { connection, .. } => match connection.state() {
                LinkState::Present => Standing::Present,
                LinkState::Gone { why } => Standing::Gone { why: why.clone() },
                LinkState::Connecting | LinkState::Silent { .. } | LinkState::Waiting { .. } => Standing::Waiting,
            },
            State::New | State::Opening(_) | State::Broken { .. } => Standing::Waiting,
        }
    }

    /// The state in words for people, when it is another one than at the last call.
    pub fn news(&mut self) -> Option<String> {
        let now = match &self.state {
            State::New | State::Opening(_) => "connecting to the body".into(),
            State::Broken { why, .. } => format!("no body: {why}; trying again"),
            State::Over { why } => format!("no body: {why}"),
            State::Open { connection, .. } => match connection.state() {
                LinkState::Connecting => "the body joins its world".into(),
                LinkState::Present => "the body is in its world".into(),
                LinkState::Silent { .. } => "the body is silent".into(),
                LinkState::Waiting { why } => format!("the body waits for its world: {why}"),
                LinkState::Gone { why } => format!("the body has lost its world: {why}"),
            },
        };
        (now != self.told).then(|| {
            self.told.clone_from(&now);
            now
        })
    }

    fn open(&mut self) {
        let (source, mind, view) = (self.source.clone(), self.mind.clone(), self.view);
        let (done, opening) = channel();
        thread::spawn(move || drop(done.send(Connection::open(&source, &mind, view))));
        self.state = State::Opening(opening);
    }

    fn fail(&mut self, error: &ConnectError) {
        match error {
            ConnectError::NoCommand | ConnectError::NoAddress(_) => self.state = State::Over { why: error.to_string() },
            ConnectError::CannotStart(..) | ConnectError::CannotDial(..) => self.wait(error.to_string()),
        }
    }

    /// Leaves a connection that has ended.
    fn close(&mut self) {
        let State::Open { connection, since } = std::mem::replace(&mut self.state, State::New) else { return };
        if since.elapsed() >= STEADY {
            self.attempt = 0;
        }
        let why = match connection.state() {
            LinkState::Gone { why } => why.clone(),
            _ => "the connection ended".into(),
        };
        if connection.parting() == Some(Parting::Version) {
            self.state = State::Over { why };
        } else {
            self.wait(why);
        }
        self.ending.retain(|thread| !thread.is_finished());
        self.ending.push(thread::spawn(move || drop(connection)));
    }

    fn wait(&mut self, why: String) {
        let again = Instant::now() + retry_after(self.attempt, RandomState::new().hash_one(0));
        self.attempt = self.attempt.saturating_add(1);
        self.state = State::Broken { why, again };
    }
}

/// How long to wait before the next attempt; `dice` makes it a quarter longer or shorter.
fn retry_after(attempt: u32, dice: u64) -> Duration {
    let usual = RETRY_LEAST.saturating_mul(1 << attempt.min(10)).min(RETRY_MOST);
    let quarter = usual.as_millis() as u64 / 4;
    usual.saturating_sub(Duration::from_millis(quarter)) + Duration::from_millis(dice % (2 * quarter + 1))
}

impl Drop for Line {
    /// Waits for bodies that were started here; each ends within two seconds.
    fn drop(&mut self) {
        self.state = State::New;
        for thread in self.ending.drain(..) {
            let _ = thread.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_grow_to_a_bound_and_differ_by_chance() {
        let seconds = |attempt, dice| retry_after(attempt, dice).as_millis();
        assert_eq!([seconds(0, 0), seconds(0, 500), seconds(1, 0), seconds(2, 0)], [750, 1_250, 1_500, 3_000]);
        for (attempt, dice) in [(6, 0), (30, 7_919), (u32::MAX, u64::MAX)] {
            assert!((45_000..=75_000).contains(&seconds(attempt, dice)), "{attempt}");
        }
    }
}
