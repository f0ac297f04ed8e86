//! How the mind's data becomes sentences. The program brings its own renderer, so that screen, answers and page agree.

use crate::why::WhyError;
use crate::wire::Why;
use mind::effect::{CommandAnswer, OrderRefusal};
use mind::reason::Reason;
use mind::speech::Speech;
use mind::status::Doing;
use mind::thinking::{Fate, ThinkingStatus};
use std::path::Path;
use tasks::Note;
use vocab::Tick;

/// Functions that put the mind's data into words, one for each kind of data.
#[derive(Debug, Clone, Copy)]
pub struct Words {
    /// Puts into words what the agent does.
    pub doing: fn(&Doing) -> String,
    /// Puts into words why the agent does what it does.
    pub because: fn(&Doing) -> String,
    /// Puts into words why a task was made.
    pub reason: fn(&Reason) -> String,
    /// Puts into words why a task has its status.
    pub note: fn(&Note<Reason>) -> String,
    /// Puts into words what became of an order.
    pub answer: fn(&CommandAnswer) -> String,
    /// Puts into words what the agent says.
    pub speech: fn(&Speech) -> String,
    /// Puts into words what became of a thought.
    pub fate: fn(&Fate) -> String,
    /// Puts into words the state of the language model and its budget.
    pub model: fn(&ThinkingStatus) -> String,
    /// Puts into words an event of the agent's life.
    pub news: fn(&driver::model::Item) -> String,
    /// Puts into words why an order was refused, and what to do instead.
    pub refusal: fn(&OrderRefusal) -> String,
    /// The chain of reasons behind a task or an action, from the journal of a data directory.
    pub why: fn(&Path, &str, Option<Tick>) -> Result<Why, WhyError>,
}
