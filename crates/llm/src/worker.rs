//! The thread that asks: takes questions in order, retries, keeps the breaker, and tells changes of state once.

use crate::attempts;
use crate::breaker::{Breaker, Change};
use crate::call::{Caller, Failed};
use crate::settings::Settings;
use driver::thinker::{ModelReply, Reply, ThinkFailure, ThoughtId};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender};
use std::time::{Duration, Instant, SystemTime};
use tracing::{info, warn};
use vocab::dice::Dice;

#[derive(Debug)]
pub struct Question {
    pub id: ThoughtId,
    pub prompt: String,
    pub tokens_max: u32,
}

#[derive(Debug)]
pub struct Worker {
    caller: Caller,
    breaker: Breaker,
    dice: Dice,
    started: Instant,
    server: String,
    retries: u32,
    backoff: Duration,
}

impl Worker {
    pub fn new(settings: Settings) -> Worker {
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        Worker {
            breaker: Breaker::new(settings.rest),
            dice: Dice::new(now.as_nanos() as u64 ^ u64::from(std::process::id())),
            started: Instant::now(),
            server: settings.base_url.clone(),
            retries: settings.retries,
            backoff: settings.backoff,
            caller: Caller::new(settings),
        }
    }

    /// Answers questions until the channel of questions or of replies is closed.
    pub fn run(mut self, questions: &Receiver<Question>, replies: &Sender<Reply>, stop: &Arc<AtomicBool>) {
        while let Ok(question) = questions.recv() {
            let result = self.think(&question, stop);
            if stop.load(Ordering::Relaxed) || replies.send(Reply { id: question.id, result }).is_err() {
                return;
            }
        }
    }

    fn think(&mut self, question: &Question, stop: &AtomicBool) -> Result<ModelReply, ThinkFailure> {
        if !self.breaker.may_ask(self.started.elapsed()) {
            return Err(ThinkFailure::Resting);
        }
        match self.attempt(question, stop) {
            Ok(thought) => {
                if self.breaker.note_success() == Some(Change::Recovered) {
                    info!("language model at {}: answers again", self.server);
                }
                Ok(thought)
            }
            Err(failed) => {
                let change = self.breaker.note_failure(self.started.elapsed(), attempts::asked_rest(&failed));
                self.tell(&failed, change);
                Err(failed.failure)
            }
        }
    }

    fn attempt(&mut self, question: &Question, stop: &AtomicBool) -> Result<ModelReply, Failed> {
        let mut tried = 0;
        loop {
            let failed = match self.caller.call(&question.prompt, question.tokens_max) {
                Ok(thought) => return Ok(thought),
                Err(failed) => failed,
            };
            if tried >= self.retries || stop.load(Ordering::Relaxed) {
                return Err(failed);
            }
            let Some(wait) = attempts::wait(&failed, tried, self.backoff, &mut self.dice) else { return Err(failed) };
            std::thread::sleep(wait);
            tried += 1;
        }
    }

    fn tell(&self, failed: &Failed, change: Option<Change>) {
        let (server, what) = (&self.server, failed.what);
        match change {
            Some(Change::FirstFailure) => warn!("language model at {server}: {what}; the agent goes on without it"),
            Some(Change::Rest(rest)) => {
                warn!(
                    "language model at {server}: {what}; not asking it for {} seconds, then now and then",
                    rest.as_secs()
                );
            }
            Some(Change::Recovered) | None => {}
        }
    }
}
