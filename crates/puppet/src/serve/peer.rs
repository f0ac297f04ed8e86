//! The streams of one connection: a thread that reads lines and one that writes them.

use super::Event;
use contract::body::command::{Bye, Parting};
use contract::body::limits::COMMAND_BYTES_MAX;
use contract::body::{Fault, Report, Splitter, encode_report};
use std::io::{ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

const READ_BYTES: usize = 1 << 14;
/// Batches of lines that wait to be written, about one for each tick. Behind them the body holds back.
const BATCHES_MAX: usize = 16;
/// How often a reader looks whether its connection is over.
const READ_WAIT: Duration = Duration::from_millis(500);
/// A connection that takes nothing for so long is broken.
const WRITE_WAIT: Duration = Duration::from_secs(30);
/// How long the other side has to read the last line.
const DRAINED: Duration = Duration::from_secs(1);
/// Most connections that are turned away at a time; more are dropped without a word.
const TURNED_AWAY_MAX: usize = 16;

/// One connection.
#[derive(Debug)]
pub struct Peer {
    pub id: u64,
    /// When the newest line came.
    pub heard: Instant,
    outgoing: SyncSender<Vec<u8>>,
    /// Lines that the writer has not taken.
    left: Vec<u8>,
    over: Arc<AtomicBool>,
    writer: JoinHandle<()>,
}

impl Peer {
    pub fn over_streams(
        id: u64,
        reader: impl Read + Send + 'static,
        writer: impl Write + Send + 'static,
        events: SyncSender<Event>,
    ) -> Peer {
        let over = Arc::new(AtomicBool::new(false));
        let (outgoing, batches) = sync_channel(BATCHES_MAX);
        let ended = Arc::clone(&over);
        thread::spawn(move || read(id, reader, &events, &ended));
        let writer = thread::spawn(move || write(writer, &batches));
        Peer { id, heard: Instant::now(), outgoing, left: Vec::new(), over, writer }
    }

    pub fn over_socket(id: u64, stream: TcpStream, events: SyncSender<Event>) -> std::io::Result<Peer> {
        // Lines are short, and each is awaited.
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(READ_WAIT))?;
        stream.set_write_timeout(Some(WRITE_WAIT))?;
        let reader = stream.try_clone()?;
        Ok(Peer::over_streams(id, reader, Socket(stream), events))
    }

    /// Ends the connection. What was handed to the writer is still written, by this thread.
    pub fn end(self) -> JoinHandle<()> {
        self.over.store(true, Ordering::SeqCst);
        // Dropping the rest ends the writer's queue.
        self.writer
    }

    /// Hands lines to the writer; false while it has not taken earlier ones.
    pub fn send(&mut self, lines: Vec<u8>) -> bool {
        self.left.extend(lines);
        if self.left.is_empty() {
            return true;
        }
        match self.outgoing.try_send(std::mem::take(&mut self.left)) {
            // The reader tells when the connection is closed.
            Ok(()) | Err(TrySendError::Disconnected(_)) => true,
            Err(TrySendError::Full(lines)) => {
                self.left = lines;
                false
            }
        }
    }
}

/// A socket whose end is told to the other side.
struct Socket(TcpStream);

impl Write for Socket {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.0.flush()
    }
}

impl Drop for Socket {
    fn drop(&mut self) {
        let _ = self.0.shutdown(Shutdown::Write);
    }
}

fn read(id: u64, mut reader: impl Read, events: &SyncSender<Event>, over: &AtomicBool) {
    let mut splitter = Splitter::new(COMMAND_BYTES_MAX);
    let mut bytes = vec![0; READ_BYTES];
    let mut heard = true;
    while heard && !over.load(Ordering::SeqCst) {
        match reader.read(&mut bytes) {
            Ok(0) => break,
            Ok(count) => splitter.feed(&bytes[..count], |line| heard &= events.send(Event::Line(id, line)).is_ok()),
            Err(error) if is_slow(&error) => {}
            Err(_) => break,
        }
    }
    if over.load(Ordering::SeqCst) {
        return drain(reader, &mut bytes);
    }
    if let Some(fault @ Fault::Cut { .. }) = splitter.end() {
        let _ = events.send(Event::Line(id, Err(fault)));
    }
    let _ = events.send(Event::Ended(id));
}

fn is_slow(error: &std::io::Error) -> bool {
    matches!(error.kind(), ErrorKind::Interrupted | ErrorKind::WouldBlock | ErrorKind::TimedOut)
}

/// Reads what nobody wants any more, for a moment: a socket that is closed with something unread in it would lose what it has sent.
fn drain(mut reader: impl Read, bytes: &mut [u8]) {
    let until = Instant::now() + DRAINED;
    while Instant::now() < until && reader.read(bytes).is_ok_and(|count| count > 0) {}
}

fn write(mut writer: impl Write, batches: &Receiver<Vec<u8>>) {
    for lines in batches {
        if writer.write_all(&lines).and_then(|()| writer.flush()).is_err() {
            return;
        }
    }
}

static TURNING_AWAY: AtomicUsize = AtomicUsize::new(0);

/// Tells a further mind that the body is busy.
pub fn turn_away(stream: TcpStream) {
    if TURNING_AWAY.fetch_add(1, Ordering::SeqCst) >= TURNED_AWAY_MAX {
        TURNING_AWAY.fetch_sub(1, Ordering::SeqCst);
        return;
    }
    thread::spawn(move || {
        let _ = say_busy(stream);
        TURNING_AWAY.fetch_sub(1, Ordering::SeqCst);
    });
}

fn say_busy(mut stream: TcpStream) -> std::io::Result<()> {
    let bye = Bye { reason: Parting::Busy, why: "another mind is here".into() };
    stream.set_read_timeout(Some(READ_WAIT))?;
    stream.write_all(&encode_report(&Report::Bye(bye)))?;
    stream.shutdown(Shutdown::Write)?;
    drain(stream, &mut [0; 1_024]);
    Ok(())
}
