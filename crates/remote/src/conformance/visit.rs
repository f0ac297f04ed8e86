//! A visit to a body: the connection, what is known, and waiting within bounds.

use super::Verdict;
use crate::connection::{ConnectError, Connection, LinkState, Source};
use crate::known::Known;
use contract::body::report::Reason;
use contract::body::{Angle, Cell, Report, Verb};
use std::thread::sleep;
use std::time::{Duration, Instant};
use vocab::{BlockPos, FinePos};

/// The columns that are asked for around the body.
const VIEW: u8 = 3;
/// A body needs a moment to see that a connection was cut.
const CUT_NOTICED: Duration = Duration::from_millis(500);
const LOOK_EVERY: Duration = Duration::from_millis(5);
/// Height of the eyes above the feet, in thousandths of a block.
const EYES: i64 = 1_620;

/// How a verb was answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    Confirmed,
    Refused(Reason, String),
    /// Nothing came in time.
    None,
}

/// A connection to the body under test.
#[derive(Debug)]
pub struct Visit {
    source: Source,
    pub link: Connection,
    pub known: Known,
    /// Answers that have come, newest last.
    answers: Vec<(u64, Answer)>,
    pub abilities: Vec<String>,
    pub ticks: Vec<u64>,
    pub reports: u64,
}

impl Visit {
    pub fn open(source: Source) -> Result<Visit, ConnectError> {
        let link = Connection::open(&source, "conformance", VIEW)?;
        let (known, answers, abilities, ticks) = (Known::default(), Vec::new(), Vec::new(), Vec::new());
        Ok(Visit { source, link, known, answers, abilities, ticks, reports: 0 })
    }

    /// Breaks the connection off and comes again.
    pub fn reopen(&mut self) -> Result<(), String> {
        self.link.cut();
        sleep(CUT_NOTICED);
        let link = Connection::open(&self.source, "conformance", VIEW);
        self.link = link.map_err(|error| error.to_string())?;
        self.known = Known::default();
        self.answers.clear();
        self.ticks.clear();
        Ok(())
    }

    /// Whether the body can be dialled again, so that a connection may be broken off.
    pub fn can_reopen(&self) -> bool {
        matches!(self.source, Source::Address(_))
    }

    /// Takes in what has come.
    pub fn look(&mut self) {
        for report in self.link.take() {
            self.reports += 1;
            match &report {
                Report::Hello(hello) => self.abilities.clone_from(&hello.abilities),
                Report::Confirmed(confirmed) => self.answers.push((confirmed.id, Answer::Confirmed)),
                Report::Refused(refused) => {
                    self.answers.push((refused.id, Answer::Refused(refused.reason, refused.why.clone())));
                }
                Report::Tick(tick) => self.ticks.push(tick.tick),
                _ => {}
            }
            self.known.take(&report);
        }
    }

    /// Looks until something holds; false when it does not in time or the connection ends.
    pub fn until(&mut self, seconds: u64, mut holds: impl FnMut(&mut Visit) -> bool) -> bool {
        let end = Instant::now() + Duration::from_secs(seconds);
        loop {
            self.look();
            if holds(self) {
                return true;
            }
            if Instant::now() > end || self.link.is_over() {
                return false;
            }
            sleep(LOOK_EVERY);
        }
    }

    /// Lets this many ticks of the body pass.
    pub fn pass(&mut self, ticks: u64) -> bool {
        let from = self.now();
        self.until(5 + ticks / 10, |visit| visit.now() >= from + ticks)
    }

    /// Does a verb and waits for its answer.
    pub fn act(&mut self, verb: Verb) -> Answer {
        let Some(id) = self.link.act(verb) else { return Answer::None };
        self.answer(id)
    }

    /// Waits for the answer to a verb.
    pub fn answer(&mut self, id: u64) -> Answer {
        let mut answer = Answer::None;
        self.until(30, |visit| {
            let Some(found) = visit.answers.iter().position(|(of, _)| *of == id) else { return false };
            answer = visit.answers.remove(found).1;
            true
        });
        answer
    }

    /// The newest tick.
    pub fn now(&self) -> u64 {
        self.known.tick.as_ref().map_or(0, |tick| tick.tick)
    }

    pub fn at(&self) -> FinePos {
        self.known.at().unwrap_or_default()
    }

    /// Turns the eyes to a point.
    pub fn look_at(&mut self, point: FinePos) -> Answer {
        let at = self.at();
        let (x, y, z) = ((point.x - at.x) as f64, (point.y - at.y - EYES) as f64, (point.z - at.z) as f64);
        let milli = |radians: f64| Angle((radians.to_degrees() * 1_000.0).round() as i32);
        self.act(Verb::Look { yaw: milli((-x).atan2(z)), pitch: milli((-y).atan2(x.hypot(z))) })
    }

    pub fn is_present(&self) -> bool {
        *self.link.state() == LinkState::Present
    }

    /// A block of the ground beside the body that can be seen from above.
    pub fn ground_beside(&self) -> Option<BlockPos> {
        let feet = self.at().block();
        let beside = vocab::position::BESIDE.map(|(x, z)| feet.offset(2 * x, -1, 2 * z));
        beside.into_iter().find(|&at| {
            let solid =
                self.known.state(at).is_some_and(|state| DUG_BY_HAND.iter().any(|name| state.starts_with(name)));
            solid && self.known.is_air(at.offset(0, 1, 0)) && self.known.is_air(at.offset(0, 2, 0))
        })
    }
}

/// Ground that a bare hand digs in about a second.
const DUG_BY_HAND: [&str; 4] = ["dirt", "grass_block", "sand", "gravel"];

/// The middle of the upper face of a block.
pub fn top_of(at: BlockPos) -> FinePos {
    let floor = at.offset(0, 1, 0).centre();
    FinePos { y: floor.y, ..floor }
}

pub fn cell(at: BlockPos) -> Cell {
    at.into()
}

/// The verdict of an answer that should be a confirmation.
pub fn confirmed(what: &str, answer: &Answer) -> Verdict {
    match answer {
        Answer::Confirmed => Verdict::Passed,
        Answer::Refused(reason, why) => Verdict::Failed(format!("{what} was refused: {reason:?} {why}")),
        Answer::None => Verdict::Failed(format!("{what} was not answered within 30 s")),
    }
}
