//! The seam to a language model: slow, fallible, optional. Its replies are inputs like any other.

// A type that implements `Thinker` needs these types and nothing else of the mind.
pub use mind::input::{ModelReply, Reply, ThinkFailure, ThoughtId};

/// A language model that works in the background; neither of its calls may block.
pub trait Thinker {
    fn begin(&mut self, id: ThoughtId, prompt: &str, tokens_max: u32);
    /// The language model's replies since the last call, failures included: every thought begun gets exactly one reply.
    fn collect(&mut self) -> Vec<Reply>;
}

/// Stands in where no language model is configured: every thought fails at once as `Absent`.
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
