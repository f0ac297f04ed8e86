//! The seam to a language model: slow, fallible, optional. Its replies are inputs like any other.

use mind::input::{Reply, ThinkFailure, ThoughtId};

/// Thinks in the background; neither call may block.
pub trait Thinker {
    fn begin(&mut self, id: ThoughtId, prompt: &str, tokens_max: u32);
    /// What has come back since the last call, failures too: every thought begun is replied to exactly once.
    fn collect(&mut self) -> Vec<Reply>;
}

/// No model is configured: every thought fails at once, honestly.
#[derive(Debug, Default)]
pub struct NoThinker {
    asked: Vec<ThoughtId>,
}

impl Thinker for NoThinker {
    fn begin(&mut self, id: ThoughtId, _prompt: &str, _tokens_max: u32) {
        self.asked.push(id);
    }

    fn collect(&mut self) -> Vec<Reply> {
        self.asked.drain(..).map(|id| Reply { id, result: Err(ThinkFailure::Absent) }).collect()
    }
}
