//! The agent's `Thinker`: a language model where one is configured, and none otherwise.

use crate::config::Config;
use driver::thinker::{Reply, ThoughtId};
use driver::{NoThinker, Thinker};
use llm::LlmThinker;
use tracing::info;

#[derive(Debug)]
pub enum Thinking {
    Without(NoThinker),
    With(LlmThinker),
}

impl Thinking {
    pub fn without() -> Thinking {
        Thinking::Without(NoThinker::default())
    }

    /// Makes the model client from the settings; an error names what is wrong with them.
    pub fn new(config: &Config) -> Result<Thinking, String> {
        let Some(settings) = config.llm.settings(|name| std::env::var(name).ok())? else {
            return Ok(Thinking::without());
        };
        info!("thinking with {} at {}", settings.model, settings.base_url);
        let started = LlmThinker::start(settings);
        started.map(Thinking::With).map_err(|error| format!("[llm]: no thread for the language model: {error}"))
    }
}

impl Thinker for Thinking {
    fn begin(&mut self, id: ThoughtId, prompt: &str, tokens_max: u32) {
        match self {
            Thinking::Without(none) => none.begin(id, prompt, tokens_max),
            Thinking::With(model) => model.begin(id, prompt, tokens_max),
        }
    }

    fn collect(&mut self) -> Vec<Reply> {
        match self {
            Thinking::Without(none) => none.collect(),
            Thinking::With(model) => model.collect(),
        }
    }
}
