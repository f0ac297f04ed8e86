//! Serves a body over a socket or over standard streams, at the pace of the clock, and keeps its world on the disk.
//!
//! One thread moves the body. Each connection has one that reads and one that writes, and a socket one that accepts; all their queues
//! are bounded, so that a side that is slow slows the other one down.

mod keep;
mod pace;
mod peer;

use crate::Puppet;
use contract::body::Line;
use contract::body::command::Parting;
pub use keep::Keep;
pub use pace::{Pace, PaceError};
use peer::{Peer, turn_away};
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};
use world::save::SaveError;

/// Lines and connections that wait to be taken in. Beyond this the streams wait.
const EVENTS_MAX: usize = 256;
/// Most events that are taken in between two ticks, so that a flood does not stop the world.
const EVENTS_PER_TICK: usize = 256;
/// How often the body looks whether it shall end.
const LOOK_EVERY: Duration = Duration::from_millis(50);
/// How long a connection may take to greet.
const GREETING: Duration = Duration::from_secs(10);
/// A mind acknowledges each tick. One that said nothing for so long is gone.
const SILENT: Duration = Duration::from_secs(30);
/// How long the last lines may take to be written at the end.
const LAST_WORDS: Duration = Duration::from_secs(1);
/// A body that runs faster than real time waits this long for the mind's `ack` before it goes on without.
const ACK_WAIT: Duration = Duration::from_secs(1);

/// What happened while serving, for people.
#[derive(Debug)]
pub enum News {
    Came,
    Gone {
        why: String,
    },
    Said(String),
    /// The world could not be saved; the body goes on.
    Unsaved(SaveError),
}

enum Event {
    Came(TcpStream),
    Line(u64, Line),
    Ended(u64),
}

/// Serves each mind that connects, one at a time, until `stop` is set. Returns the error of the last save, if it failed.
pub fn listen(
    puppet: Puppet,
    listener: TcpListener,
    (pace, keep): (Pace, Option<Keep>),
    stop: &AtomicBool,
    tell: &mut dyn FnMut(News),
) -> Result<(), SaveError> {
    let (events, incoming) = sync_channel(EVENTS_MAX);
    let accepted = events.clone();
    thread::spawn(move || accept(&listener, &accepted));
    Server::new(puppet, pace, keep, (events, incoming)).run(stop, tell)
}

/// Serves one mind over a pair of streams, until it goes or `stop` is set.
pub fn streams(
    puppet: Puppet,
    (reader, writer): (impl Read + Send + 'static, impl Write + Send + 'static),
    (pace, keep): (Pace, Option<Keep>),
    stop: &AtomicBool,
    tell: &mut dyn FnMut(News),
) -> Result<(), SaveError> {
    let (events, incoming) = sync_channel(EVENTS_MAX);
    let peer = Peer::over_streams(1, reader, writer, events.clone());
    let mut server = Server::new(puppet, pace, keep, (events, incoming));
    server.once = true;
    server.welcome(peer);
    server.run(stop, tell)
}

fn accept(listener: &TcpListener, events: &SyncSender<Event>) {
    loop {
        match listener.accept() {
            Ok((stream, _)) => {
                if events.send(Event::Came(stream)).is_err() {
                    return;
                }
            }
            // Too many open files, or a connection that is gone already: the next one may do.
            Err(_) => thread::sleep(LOOK_EVERY),
        }
    }
}

struct Server {
    puppet: Puppet,
    pace: Pace,
    keep: Option<Keep>,
    events: SyncSender<Event>,
    incoming: Receiver<Event>,
    peer: Option<Peer>,
    peers: u64,
    /// Writes the last lines of the connection that ended last.
    writer: Option<JoinHandle<()>>,
    /// Whether the body ends with its first mind.
    once: bool,
    /// Whether any mind has greeted. A new world waits for the first one.
    begun: bool,
    ticked: Instant,
}

impl Server {
    fn new(puppet: Puppet, pace: Pace, keep: Option<Keep>, events: (SyncSender<Event>, Receiver<Event>)) -> Server {
        let (events, incoming) = events;
        let ticked = Instant::now();
        Server {
            puppet,
            pace,
            keep,
            events,
            incoming,
            peer: None,
            peers: 1,
            writer: None,
            once: false,
            begun: false,
            ticked,
        }
    }

    fn run(mut self, stop: &AtomicBool, tell: &mut dyn FnMut(News)) -> Result<(), SaveError> {
        while !stop.load(Ordering::SeqCst) && !self.is_done() {
            self.listen_a_while(tell);
            if self.may_tick() {
                self.ticked = Instant::now();
                self.pace.ticked(self.ticked, self.puppet.is_greeted());
                self.puppet.tick();
                self.puppet.take_said().into_iter().for_each(|said| tell(News::Said(said)));
            }
            self.deliver(tell);
            if let Some(Err(error)) = self.keep.as_mut().and_then(|keep| keep.look(self.puppet.world())) {
                tell(News::Unsaved(error));
            }
        }
        self.puppet.bye(Parting::Done, "the body ends");
        self.deliver(tell);
        let until = Instant::now() + LAST_WORDS;
        while self.writer.as_ref().is_some_and(|writer| !writer.is_finished()) && Instant::now() < until {
            thread::sleep(Duration::from_millis(1));
        }
        self.keep.take().map_or(Ok(()), |keep| keep.end(self.puppet.world()))
    }

    /// Whether the only mind that this body serves is gone.
    fn is_done(&self) -> bool {
        self.once && self.peer.is_none()
    }

    /// Takes in what has come, and waits for more until the next tick is due.
    fn listen_a_while(&mut self, tell: &mut dyn FnMut(News)) {
        let mut next = self.incoming.recv_timeout(self.wait()).ok();
        for _ in 0..EVENTS_PER_TICK {
            let Some(event) = next else { return };
            self.take(event, tell);
            next = self.incoming.try_recv().ok();
        }
    }

    fn take(&mut self, event: Event, tell: &mut dyn FnMut(News)) {
        match event {
            Event::Came(stream) if self.peer.is_some() => turn_away(stream),
            Event::Came(stream) => {
                self.peers += 1;
                if let Ok(peer) = Peer::over_socket(self.peers, stream, self.events.clone()) {
                    self.welcome(peer);
                }
            }
            Event::Line(id, line) => {
                let Some(peer) = self.peer.as_mut().filter(|peer| peer.id == id) else { return };
                peer.heard = Instant::now();
                let was = self.puppet.is_greeted();
                self.puppet.hear(line);
                if !was && self.puppet.is_greeted() {
                    self.begun = true;
                    tell(News::Came);
                }
            }
            Event::Ended(id) => {
                if self.peer.as_ref().is_some_and(|peer| peer.id == id) {
                    self.part("it ended the connection", tell);
                }
            }
        }
    }

    fn welcome(&mut self, peer: Peer) {
        self.peer = Some(peer);
        self.puppet.arrive();
    }

    /// The mind is gone; the next one may come.
    fn part(&mut self, why: &str, tell: &mut dyn FnMut(News)) {
        let why = self.puppet.over().unwrap_or(why).to_string();
        if self.puppet.is_greeted() {
            tell(News::Gone { why });
        }
        self.puppet.leave();
        self.writer = self.peer.take().map(Peer::end);
        if let Some(keep) = &mut self.keep {
            keep.soon();
        }
    }

    /// Hands on what the body reports, and ends what is over.
    fn deliver(&mut self, tell: &mut dyn FnMut(News)) {
        let Some(peer) = &mut self.peer else { return };
        let limit = if self.puppet.is_greeted() { SILENT } else { GREETING };
        if peer.heard.elapsed() > limit && self.puppet.over().is_none() {
            self.puppet.bye(Parting::Silent, &format!("the mind said nothing for {} s", limit.as_secs()));
        }
        let lines = self.puppet.take_lines();
        let taken = peer.send(lines);
        self.puppet.clog(!taken);
        if self.puppet.over().is_some() {
            self.part("", tell);
        }
    }

    fn may_tick(&self) -> bool {
        self.begun && self.wait().is_zero()
    }

    /// How long it is until the next tick, or until it is time to look about.
    fn wait(&self) -> Duration {
        if !self.begun {
            return LOOK_EVERY;
        }
        let due = self.pace.wait(Instant::now(), self.puppet.is_greeted());
        // A fast body goes on when its mind has kept up.
        let asked = self.pace.is_fast() && self.puppet.is_ahead();
        let patience = if asked { ACK_WAIT.saturating_sub(self.ticked.elapsed()) } else { Duration::ZERO };
        due.max(patience).min(LOOK_EVERY)
    }
}

/// Whether an address may be listened on: a body obeys whoever connects, so only programs of this machine may.
pub fn is_local(address: SocketAddr) -> bool {
    address.ip().is_loopback()
}
