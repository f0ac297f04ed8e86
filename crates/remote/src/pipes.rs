//! Two threads for one connection: one reads lines, one writes them. Both have bounded queues, so that a side that is
//! slow slows the other one down, and neither blocks the caller.

use contract::body::limits::REPORT_BYTES_MAX;
use contract::body::{Fault, Line, Splitter};
use std::io::{Read, Write};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::thread;

/// Lines from the body that wait to be taken in: three ticks of a busy body. When the queue is full the reader stops, and
/// the body sees that its stream is full.
const INCOMING_MAX: usize = 64;
/// Lines to the body that wait to be written. A body that does not read for this many lines is gone.
const OUTGOING_MAX: usize = 1_024;
const READ_BYTES: usize = 1 << 16;

/// The ends of a connection's queues.
#[derive(Debug)]
pub struct Pipes {
    incoming: Receiver<Line>,
    outgoing: SyncSender<Vec<u8>>,
}

/// Why a line could not be sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unsent {
    /// The body reads nothing.
    Full,
    /// The connection is closed.
    Closed,
}

/// The stream has ended, and all its lines were handed out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ended;

impl Pipes {
    /// Starts the two threads. They end when the streams do, or when the pipes are dropped.
    pub fn start(reader: impl Read + Send + 'static, writer: impl Write + Send + 'static) -> Pipes {
        let (lines, incoming) = sync_channel(INCOMING_MAX);
        let (outgoing, to_write) = sync_channel(OUTGOING_MAX);
        thread::spawn(move || read(reader, &lines));
        thread::spawn(move || write(writer, &to_write));
        Pipes { incoming, outgoing }
    }

    /// The next line that has come; `Ok(None)` when there is none now, an error at the end of the stream.
    pub fn next(&self) -> Result<Option<Line>, Ended> {
        use std::sync::mpsc::TryRecvError;
        match self.incoming.try_recv() {
            Ok(line) => Ok(Some(line)),
            Err(TryRecvError::Empty) => Ok(None),
            Err(TryRecvError::Disconnected) => Err(Ended),
        }
    }

    pub fn send(&self, line: Vec<u8>) -> Result<(), Unsent> {
        self.outgoing.try_send(line).map_err(|error| match error {
            TrySendError::Full(_) => Unsent::Full,
            TrySendError::Disconnected(_) => Unsent::Closed,
        })
    }
}

fn read(mut reader: impl Read, lines: &SyncSender<Line>) {
    let mut splitter = Splitter::new(REPORT_BYTES_MAX);
    let mut bytes = vec![0; READ_BYTES];
    let mut heard = true;
    while heard {
        match reader.read(&mut bytes) {
            Ok(0) => break,
            Ok(count) => splitter.feed(&bytes[..count], |line| heard &= lines.send(line).is_ok()),
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
            Err(_) => break,
        }
    }
    if let Some(fault @ Fault::Cut { .. }) = splitter.end() {
        let _ = lines.send(Err(fault));
    }
}

fn write(mut writer: impl Write, lines: &Receiver<Vec<u8>>) {
    for line in lines {
        if writer.write_all(&line).and_then(|()| writer.flush()).is_err() {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io;
    use std::sync::mpsc::channel;

    /// A stream that takes nothing until the test ends.
    struct Stuck(Receiver<()>);

    impl Write for Stuck {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            let _ = self.0.recv();
            Err(io::ErrorKind::BrokenPipe.into())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn lines_for_a_body_that_reads_nothing_fill_the_queue_and_no_more() {
        let (end, stuck) = channel();
        let pipes = Pipes::start(io::empty(), Stuck(stuck));
        let sent = (0..2 * OUTGOING_MAX).take_while(|_| pipes.send(vec![b'\n']).is_ok()).count();
        // The thread that writes may hold one more.
        assert!((OUTGOING_MAX..=OUTGOING_MAX + 1).contains(&sent), "{sent}");
        assert_eq!(pipes.send(vec![b'\n']), Err(Unsent::Full));
        drop(end);
    }

    #[test]
    fn the_end_of_the_stream_is_told_after_its_lines() {
        let pipes = Pipes::start(io::Cursor::new(b"one\ntwo\nthr".to_vec()), io::sink());
        let mut lines = Vec::new();
        loop {
            match pipes.next() {
                Ok(Some(line)) => lines.push(line),
                Ok(None) => thread::yield_now(),
                Err(Ended) => break,
            }
        }
        assert_eq!(lines, [Ok(b"one".to_vec()), Ok(b"two".to_vec()), Err(Fault::Cut { bytes: 3 })]);
    }
}
