//! Lines on their way to the mind. What the body knows of itself goes out at once; what the world tells it comes later, as on a server
//! that is far away.

use std::collections::VecDeque;

/// Lines that are not due yet, and those that can be written now.
#[derive(Debug, Default)]
pub struct Outbox {
    latency_ticks: u64,
    /// When they are due, and the lines.
    waiting: VecDeque<(u64, Vec<u8>)>,
    ready: Vec<u8>,
}

impl Outbox {
    pub fn new(latency_ticks: u64) -> Outbox {
        Outbox { latency_ticks, ..Outbox::default() }
    }

    /// Lines that do not wait: of the connection and of the body itself.
    pub fn send_now(&mut self, line: &[u8]) {
        self.ready.extend_from_slice(line);
    }

    /// Lines that the world tells in this tick. Earlier ones that are due now become ready.
    pub fn send(&mut self, now: u64, lines: Vec<u8>) {
        if !lines.is_empty() {
            self.waiting.push_back((now + self.latency_ticks, lines));
        }
        while self.waiting.front().is_some_and(|(due, _)| *due <= now) {
            let Some((_, lines)) = self.waiting.pop_front() else { break };
            self.ready.extend(lines);
        }
    }

    pub fn take(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.ready)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_go_out_in_order_after_the_latency() {
        let mut outbox = Outbox::new(2);
        outbox.send(10, b"a".to_vec());
        outbox.send(11, b"b".to_vec());
        assert!(outbox.take().is_empty());
        outbox.send_now(b"x");
        outbox.send(12, Vec::new());
        assert_eq!(outbox.take(), b"xa");
        outbox.send(13, Vec::new());
        assert_eq!(outbox.take(), b"b");
    }
}
