//! A connection to a body: started or dialled, greeted, read within bounds, and always in a state with a name.

use crate::pipes::{Ended, Pipes, Unsent};
use contract::body::command::{Ack, Bye, Do, Hello, Misread, Parting, Resend};
use contract::body::limits::WHY_CHARS_MAX;
use contract::body::report;
use contract::body::{Command, Fault, PROTOCOL, Report, Session, Verb, encode_command};
use std::net::{Shutdown, TcpStream, ToSocketAddrs};
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};
use thiserror::Error;
use vocab::tick::TICKS_PER_SECOND;

/// How long a dialled body may take to accept, and a body to answer the greeting.
const DIAL: Duration = Duration::from_secs(5);
const GREETING: Duration = Duration::from_secs(20);
/// A present body sends a tick each 50 ms. After a second without one it counts as silent.
const SILENT: Duration = Duration::from_secs(1);
/// After this long without a tick the connection is given up.
const GIVEN_UP: Duration = Duration::from_secs(30);
/// `resend` is asked for at most this often: the answer is the whole view.
const RESEND_EVERY: Duration = Duration::from_secs(5);
/// How long a body that was started here has to end by itself.
const GOING: Duration = Duration::from_millis(1_500);
/// A log of this size is begun anew when the body is started again.
const LOG_BYTES_MAX: u64 = 1 << 20;
/// Lines taken in at one call, so that a flood does not keep the caller.
const LINES_PER_CALL: usize = 256;

/// Where a body is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Source {
    /// A command line that starts it as a child process; it is split at spaces.
    Command(String),
    /// `HOST:PORT` at which it listens.
    Address(String),
    /// A program with its arguments, and the file to which its standard error goes.
    Program { words: Vec<String>, log: PathBuf },
}

/// Why there is no connection to a body.
#[derive(Debug, Error)]
pub enum ConnectError {
    #[error("the command that starts the body is empty")]
    NoCommand,
    #[error("cannot start the body with `{0}`: {1}")]
    CannotStart(String, std::io::Error),
    #[error("no body listens at {0}: {1}")]
    CannotDial(String, std::io::Error),
    #[error("{0:?} is no address; write HOST:PORT")]
    NoAddress(String),
}

/// The state of the link to the body's world, through the body's process.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LinkState {
    /// The body has not answered the greeting, or is not in its world yet.
    Connecting,
    Present,
    /// The body is there, but has sent no tick for this many ticks.
    Silent {
        ticks: u64,
    },
    /// The body has lost its world and tries again by itself.
    Waiting {
        why: String,
    },
    /// The connection has ended, or the body has lost its world for good.
    Gone {
        why: String,
    },
}

/// A connection to one body.
#[derive(Debug)]
pub struct Connection {
    pipes: Pipes,
    body: Body,
    session: Session,
    state: LinkState,
    began: Instant,
    greeted: bool,
    heard: Instant,
    lines: u64,
    resent: Option<Instant>,
    /// Whether the body has closed its ear.
    deaf: bool,
    over: bool,
    /// Why one of the two sides said goodbye.
    parting: Option<Parting>,
    /// Whether ticks are acknowledged; the conformance suite holds them back.
    pub acks: bool,
}

impl Connection {
    /// Connects to a body and greets it, asking for this many columns around it.
    pub fn open(source: &Source, mind: &str, view: u8) -> Result<Connection, ConnectError> {
        let (pipes, body) = match source {
            Source::Command(command) => {
                let words: Vec<String> = command.split_whitespace().map(str::to_string).collect();
                start(&words, None)?
            }
            Source::Program { words, log } => start(words, Some(log))?,
            Source::Address(address) => dial(address)?,
        };
        let now = Instant::now();
        let (session, state) = (Session::new(view), LinkState::Connecting);
        let connection = Connection {
            pipes,
            body,
            session,
            state,
            began: now,
            greeted: false,
            heard: now,
            lines: 0,
            resent: None,
            deaf: false,
            over: false,
            parting: None,
            acks: true,
        };
        let hello = Hello { protocols: vec![PROTOCOL.into()], mind: mind.into(), view };
        let _ = connection.pipes.send(encode_command(&Command::Hello(hello)));
        Ok(connection)
    }

    pub fn state(&self) -> &LinkState {
        &self.state
    }

    /// Why one of the two sides said goodbye, if one did.
    pub fn parting(&self) -> Option<Parting> {
        self.parting
    }

    /// How many lines of the body were refused.
    pub fn faults(&self) -> u32 {
        self.session.faults()
    }

    /// Sends a verb and returns the id that its answer will carry; `None` when too many wait for theirs, or the body is gone.
    pub fn act(&mut self, verb: Verb) -> Option<u64> {
        if self.is_over() {
            return None;
        }
        let id = self.session.begin()?;
        self.send(&Command::Do(Do { id, verb }));
        Some(id)
    }

    /// Everything that the body has reported since the last call, at most some hundred lines. Never waits.
    pub fn take(&mut self) -> Vec<Report> {
        let mut reports = Vec::new();
        let mut newest = None;
        for _ in 0..LINES_PER_CALL {
            if self.is_over() {
                break;
            }
            match self.pipes.next() {
                Ok(None) if self.deaf => self.end("the body closed the connection".into()),
                Ok(None) => break,
                Ok(Some(line)) => {
                    self.lines += 1;
                    match line.and_then(|line| self.session.take(&line)) {
                        Ok(report) => {
                            newest = self.note(&report).or(newest);
                            reports.push(report);
                        }
                        Err(fault) => self.refuse(&fault),
                    }
                }
                Err(Ended) => self.end("the body ended the connection".into()),
            }
        }
        if let Some(tick) = newest.filter(|_| self.acks) {
            self.send(&Command::Ack(Ack { tick }));
        }
        self.watch();
        reports
    }

    /// Ends the connection with a last line.
    pub fn bye(&mut self, reason: Parting, why: &str) {
        if !self.is_over() {
            self.parting = Some(reason);
            self.send(&Command::Bye(Bye { reason, why: why.into() }));
            self.end(if why.is_empty() { "the mind said goodbye".into() } else { why.into() });
        }
    }

    /// Breaks the connection off without a word, as a crash would.
    pub fn cut(&mut self) {
        match &mut self.body {
            Body::Dialled(stream) => drop(stream.shutdown(Shutdown::Both)),
            Body::Started(child) => drop(child.kill()),
        }
        self.end("the connection was cut".into());
    }

    /// Whether the connection has ended. A body whose world is gone for good may still be connected.
    pub fn is_over(&self) -> bool {
        self.over
    }

    /// Keeps what a report says about the link. Returns the tick to be acknowledged.
    fn note(&mut self, report: &Report) -> Option<u64> {
        self.heard = Instant::now();
        match report {
            Report::Hello(_) => self.greeted = true,
            Report::Link(link) => self.state = link_state(link),
            Report::Bye(bye) => {
                self.parting = Some(bye.reason);
                let why = if bye.why.is_empty() { format!("{:?}", bye.reason).to_lowercase() } else { bye.why.clone() };
                self.end(format!("the body said goodbye: {why}"));
            }
            Report::Tick(tick) => {
                if matches!(self.state, LinkState::Silent { .. }) {
                    self.state = LinkState::Present;
                }
                return Some(tick.tick);
            }
            _ => {}
        }
        None
    }

    fn refuse(&mut self, fault: &Fault) {
        let why: String =
            fault.to_string().chars().map(|c| if c.is_control() { ' ' } else { c }).take(WHY_CHARS_MAX).collect();
        if fault.is_final() {
            let reason = if matches!(fault, Fault::Version { .. }) { Parting::Version } else { Parting::Faults };
            self.parting = Some(reason);
            self.send(&Command::Bye(Bye { reason, why: why.clone() }));
            return self.end(why);
        }
        self.send(&Command::Misread(Misread { line: self.lines, fault: fault.name().into(), why }));
        let due = self.resent.is_none_or(|at| at.elapsed() >= RESEND_EVERY);
        if fault.loses_blocks() && due {
            self.resent = Some(Instant::now());
            self.send(&Command::Resend(Resend {}));
        }
    }

    /// Notices what does not come.
    fn watch(&mut self) {
        let quiet = self.heard.elapsed();
        match self.state {
            LinkState::Connecting if !self.greeted && self.began.elapsed() > GREETING => {
                self.bye(Parting::Silent, "the body did not answer the greeting");
            }
            LinkState::Present | LinkState::Silent { .. } if quiet > GIVEN_UP => {
                self.bye(Parting::Silent, "the body sent no tick for 30 s");
            }
            LinkState::Present | LinkState::Silent { .. } if quiet > SILENT => {
                self.state = LinkState::Silent { ticks: quiet.as_millis() as u64 * TICKS_PER_SECOND / 1_000 };
            }
            _ => {}
        }
    }

    fn send(&mut self, command: &Command) {
        match self.pipes.send(encode_command(command)) {
            Ok(()) => {}
            Err(Unsent::Full) => self.end("the body does not read what it is told".into()),
            // What it said before may still be on the way.
            Err(Unsent::Closed) => self.deaf = true,
        }
    }

    fn end(&mut self, why: String) {
        self.over = true;
        self.state = LinkState::Gone { why };
    }
}

impl Drop for Connection {
    /// Says goodbye, and ends a body that was started here and does not go by itself.
    fn drop(&mut self) {
        self.bye(Parting::Done, "");
        let child = match &mut self.body {
            // Ends the thread that reads; the goodbye is still written.
            Body::Dialled(stream) => return drop(stream.shutdown(Shutdown::Read)),
            Body::Started(child) => child,
        };
        let asked = Instant::now();
        while asked.elapsed() < GOING {
            if !matches!(child.try_wait(), Ok(None)) {
                return;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        let _ = child.kill();
        let _ = child.wait();
    }
}

/// What is at the other end.
#[derive(Debug)]
enum Body {
    Started(Child),
    Dialled(TcpStream),
}

fn start(words: &[String], log: Option<&Path>) -> Result<(Pipes, Body), ConnectError> {
    let (program, arguments) = words.split_first().ok_or(ConnectError::NoCommand)?;
    let cannot = |error| ConnectError::CannotStart(words.join(" "), error);
    let mut starting = std::process::Command::new(program);
    starting.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
    if let Some(log) = log {
        starting.stderr(open_log(log).map_err(cannot)?);
    }
    let mut child = starting.spawn().map_err(cannot)?;
    let (reader, writer) = (child.stdout.take().expect("piped"), child.stdin.take().expect("piped"));
    Ok((Pipes::start(reader, writer), Body::Started(child)))
}

/// Goes on with a log, or begins it anew when it is large.
fn open_log(path: &Path) -> std::io::Result<std::fs::File> {
    let large = std::fs::metadata(path).is_ok_and(|log| log.len() > LOG_BYTES_MAX);
    let mut options = std::fs::OpenOptions::new();
    if large {
        options.write(true).truncate(true)
    } else {
        options.append(true)
    };
    options.create(true).open(path)
}

fn dial(address: &str) -> Result<(Pipes, Body), ConnectError> {
    let cannot = |error| ConnectError::CannotDial(address.into(), error);
    let mut places = address.to_socket_addrs().map_err(|_| ConnectError::NoAddress(address.into()))?;
    let place = places.next().ok_or_else(|| ConnectError::NoAddress(address.into()))?;
    let stream = TcpStream::connect_timeout(&place, DIAL).map_err(cannot)?;
    // Lines are short and each is awaited.
    stream.set_nodelay(true).map_err(cannot)?;
    let (reader, writer) = (stream.try_clone().map_err(cannot)?, stream.try_clone().map_err(cannot)?);
    Ok((Pipes::start(reader, writer), Body::Dialled(stream)))
}

fn link_state(link: &report::Link) -> LinkState {
    let why = || {
        let cause = link.cause.map(|cause| format!("{cause:?}")).unwrap_or_default();
        if link.why.is_empty() { cause } else { link.why.clone() }
    };
    match link.state {
        report::LinkState::Connecting => LinkState::Connecting,
        report::LinkState::Present => LinkState::Present,
        report::LinkState::Waiting => LinkState::Waiting { why: why() },
        report::LinkState::Gone => LinkState::Gone { why: why() },
    }
}
