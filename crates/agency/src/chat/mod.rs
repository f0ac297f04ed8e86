//! How a line of chat is understood: wishes, a control, a question, or what it could mean.
//!
//! Fail-closed: a sentence with a word that is not understood gives no wish, and a negated or conditional line gives none at
//! all. A wrong deed is worse than a question back.

mod clause;
mod controls;
mod goals;
mod nouns;
mod number;
mod phrases;
mod questions;
mod reader;
mod spelling;
mod tail;
mod verbs;
mod ways;
mod words;

pub use phrases::{is_greeting, names_all};
pub use reader::{DEFAULT_NAME, LINE_CHARS_MAX, understand, understand_as};

use crate::goal_action::GoalAction;
use alloc::string::String;
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};
use vocab::BlockPos;

/// What one line of chat means. All fields are empty for a line that is not meant for the agent.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Understood {
    pub wishes: Vec<Wish>,
    pub control: Option<Control>,
    pub question: Option<Question>,
    /// What the line could mean, in words. Set when the line is meant for the agent and its meaning is not certain.
    pub unsure: Option<Vec<String>>,
}

/// One wish in a line of chat, with the action and target that a goal tag would have.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Wish {
    pub action: GoalAction,
    pub target: String,
    pub amount: u32,
    /// Whether the agent hands the items to the speaker.
    pub for_speaker: bool,
    pub at: Option<Place>,
}

/// Where the agent is to fulfil a wish.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Place {
    /// At the position of the speaker.
    Here,
    At(BlockPos),
}

/// An order about the agent itself, such as to stop or to come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Control {
    Stop,
    Come,
    Follow,
    Pause,
    Resume,
    Cancel,
}

/// A question in chat that the agent answers from what it knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Question {
    Doing,
    Why,
    Have,
    Remember,
    Where,
    Plan,
    Help,
}
