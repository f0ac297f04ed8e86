//! The driver's side: hands questions to the worker and collects its replies, without ever waiting.

use crate::hourly::Hourly;
use crate::settings::Settings;
use crate::worker::{Question, Worker};
use driver::Thinker;
use driver::thinker::{Reply, ThinkFailure, ThoughtId};
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::thread;
use std::time::Instant;
use tracing::{error, warn};

/// Most thoughts that may wait for a reply at once. The mind asks for one at a time; by the turn of a later one
/// its situation would be long past.
pub const QUEUE_MAX: usize = 8;

/// Asks a language model over HTTP, on a thread of its own. Dropping it abandons the open thoughts; the thread
/// ends after its current call.
#[derive(Debug)]
pub struct LlmThinker {
    questions: Sender<Question>,
    replies: Receiver<Reply>,
    /// Thoughts that were asked for and have no reply yet; at most [`QUEUE_MAX`], which also bounds the channels.
    open: Vec<ThoughtId>,
    /// Failed replies for thoughts that were never sent to the server.
    turned_away: Vec<Reply>,
    crowded: bool,
    /// The calls of the last hour of real time.
    hourly: Hourly,
    /// Whether the last thought was turned away because the hour has no calls left, so that this is said once.
    spent: bool,
    stop: Arc<AtomicBool>,
}

impl LlmThinker {
    /// Starts the thread that calls the model. Nothing is sent before the first thought.
    pub fn start(settings: Settings) -> io::Result<LlmThinker> {
        if settings.sends_key_in_the_open() {
            warn!(
                "language model at {}: the key is sent unencrypted; use https if it is worth something",
                settings.base_url
            );
        }
        let (questions, their_questions) = channel();
        let (their_replies, replies) = channel();
        let stop = Arc::new(AtomicBool::new(false));
        let their_stop = Arc::clone(&stop);
        let hourly = Hourly::new(settings.calls_per_hour);
        let worker = Worker::new(settings);
        thread::Builder::new()
            .name("llm".into())
            .spawn(move || worker.run(&their_questions, &their_replies, &their_stop))?;
        let (open, turned_away) = (Vec::new(), Vec::new());
        Ok(LlmThinker { questions, replies, open, turned_away, crowded: false, hourly, spent: false, stop })
    }

    fn turn_away(&mut self, id: ThoughtId, failure: ThinkFailure) {
        self.turned_away.push(Reply { id, result: Err(failure) });
    }
}

impl Thinker for LlmThinker {
    fn begin(&mut self, id: ThoughtId, prompt: &str, tokens_max: u32) {
        if self.open.len() >= QUEUE_MAX {
            if !self.crowded {
                warn!("language model: {QUEUE_MAX} thoughts wait for it already; more are not asked");
            }
            self.crowded = true;
            return self.turn_away(id, ThinkFailure::Crowded);
        }
        self.crowded = false;
        if !self.hourly.admits(Instant::now()) {
            if !self.spent {
                warn!(
                    "language model: the calls of this hour are used up ([llm] calls_per_hour); the agent goes on without"
                );
            }
            self.spent = true;
            return self.turn_away(id, ThinkFailure::OverBudget);
        }
        self.spent = false;
        match self.questions.send(Question { id, prompt: prompt.into(), tokens_max }) {
            Ok(()) => self.open.push(id),
            Err(_) => self.turn_away(id, ThinkFailure::Unreachable),
        }
    }

    fn collect(&mut self) -> Vec<Reply> {
        let mut collected = std::mem::take(&mut self.turned_away);
        loop {
            match self.replies.try_recv() {
                Ok(reply) => {
                    let at = self.open.iter().position(|id| *id == reply.id);
                    self.open.remove(at.expect("the worker answers what it was asked, once"));
                    collected.push(reply);
                }
                Err(TryRecvError::Empty) => return collected,
                Err(TryRecvError::Disconnected) => {
                    if !self.open.is_empty() {
                        error!("language model: the thread that asks has ended; the agent goes on without it");
                    }
                    let lost = self.open.drain(..);
                    collected.extend(lost.map(|id| Reply { id, result: Err(ThinkFailure::Unreachable) }));
                    return collected;
                }
            }
        }
    }
}

impl Drop for LlmThinker {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The calls per hour that the thinker of these tests may make.
    const CALLS: u64 = QUEUE_MAX as u64 + 4;

    /// A thinker whose worker is the test.
    fn by_hand() -> (LlmThinker, Receiver<Question>, Sender<Reply>) {
        let (questions, their_questions) = channel();
        let (their_replies, replies) = channel();
        let (open, turned_away, stop) = (Vec::new(), Vec::new(), Arc::default());
        let hourly = Hourly::new(CALLS as u32);
        let thinker = LlmThinker { questions, replies, open, turned_away, crowded: false, hourly, spent: false, stop };
        (thinker, their_questions, their_replies)
    }

    fn failures(replies: &[Reply]) -> Vec<(u64, ThinkFailure)> {
        replies.iter().map(|reply| (reply.id.0, reply.result.clone().unwrap_err())).collect()
    }

    #[test]
    fn one_thought_more_than_the_queue_holds_is_answered_at_once() {
        let (mut thinker, _questions, _replies) = by_hand();
        let over = QUEUE_MAX as u64;
        for id in 0..=over {
            thinker.begin(ThoughtId(id), "p", 1);
        }
        assert_eq!(failures(&thinker.collect()), [(over, ThinkFailure::Crowded)]);
        assert_eq!(thinker.collect(), []);
    }

    #[test]
    fn a_thought_beyond_the_calls_of_the_hour_is_turned_away() {
        let (mut thinker, questions, replies) = by_hand();
        for id in 0..CALLS {
            thinker.begin(ThoughtId(id), "p", 1);
            let asked = questions.try_recv().unwrap();
            replies.send(Reply { id: asked.id, result: Err(ThinkFailure::TimedOut) }).unwrap();
            assert_eq!(failures(&thinker.collect()), [(id, ThinkFailure::TimedOut)]);
        }
        thinker.begin(ThoughtId(CALLS), "p", 1);
        assert!(questions.try_recv().is_err(), "nothing is sent");
        assert_eq!(failures(&thinker.collect()), [(CALLS, ThinkFailure::OverBudget)]);
    }

    #[test]
    fn a_collected_reply_makes_room_for_a_thought() {
        let (mut thinker, questions, replies) = by_hand();
        for id in 0..QUEUE_MAX as u64 {
            thinker.begin(ThoughtId(id), "p", 1);
        }
        let first = questions.recv().unwrap();
        replies.send(Reply { id: first.id, result: Err(ThinkFailure::TimedOut) }).unwrap();
        assert_eq!(failures(&thinker.collect()), [(0, ThinkFailure::TimedOut)]);
        thinker.begin(ThoughtId(99), "p", 1);
        assert_eq!(thinker.collect(), []);
    }

    #[test]
    fn thoughts_of_a_dead_worker_are_answered_all_the_same() {
        let (mut thinker, questions, replies) = by_hand();
        thinker.begin(ThoughtId(1), "p", 1);
        drop((questions, replies));
        thinker.begin(ThoughtId(2), "p", 1);
        let unreachable = ThinkFailure::Unreachable;
        assert_eq!(failures(&thinker.collect()), [(2, unreachable), (1, unreachable)]);
        assert_eq!(thinker.collect(), []);
    }
}
