//! Lines on their way to the mind, each with the tick at which it arrives there.

use std::collections::VecDeque;

/// Lines that are not due yet, and those that can be written now.
#[derive(Debug, Default)]
pub struct Outbox {
    latency_ticks: u64,
    /// When they are due, the lines, and the newest tick of the body that they tell of.
    waiting: VecDeque<(u64, Vec<u8>, u64)>,
    ready: Vec<u8>,
    sent: u64,
}

impl Outbox {
    pub fn new(latency_ticks: u64) -> Outbox {
        Outbox { latency_ticks, ..Outbox::default() }
    }

    /// Lines that do not wait: of the connection itself.
    pub fn send_now(&mut self, line: &[u8]) {
        self.ready.extend_from_slice(line);
    }

    /// Lines of this tick of the world, which tell of this tick of the body.
    pub fn send(&mut self, now: u64, lines: Vec<u8>, tick: u64) {
        if !lines.is_empty() {
            self.waiting.push_back((now + self.latency_ticks, lines, tick));
        }
        while self.waiting.front().is_some_and(|(due, ..)| *due <= now) {
            let Some((_, lines, tick)) = self.waiting.pop_front() else { break };
            self.ready.extend(lines);
            self.sent = tick;
        }
    }

    /// The newest tick that has gone out.
    pub fn sent(&self) -> u64 {
        self.sent
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
        outbox.send(10, b"a".to_vec(), 1);
        outbox.send(11, b"b".to_vec(), 2);
        assert_eq!((outbox.take(), outbox.sent()), (Vec::new(), 0));
        outbox.send_now(b"x");
        outbox.send(12, Vec::new(), 3);
        assert_eq!((outbox.take(), outbox.sent()), (b"xa".to_vec(), 1));
        outbox.send(13, Vec::new(), 4);
        assert_eq!((outbox.take(), outbox.sent()), (b"b".to_vec(), 2));
    }
}
