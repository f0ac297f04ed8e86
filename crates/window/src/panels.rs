//! The panels of the page: what each shows, by name. The stream of events and the look at the past send the same JSON.

use crate::routes::Source;
use crate::show::{self, panels};
use crate::{thoughts, wire};
use driver::ReadModel;
use serde::Serialize;

/// A part of the page that is sent as one piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Panel {
    Status,
    Tasks,
    Thoughts,
    Plan,
    Upkeep,
    Tracks,
    Memory,
    Talk,
    Trail,
    Builds,
    Health,
}

impl Panel {
    pub const ALL: [Panel; 11] = [
        Panel::Status,
        Panel::Tasks,
        Panel::Thoughts,
        Panel::Plan,
        Panel::Upkeep,
        Panel::Tracks,
        Panel::Memory,
        Panel::Talk,
        Panel::Trail,
        Panel::Builds,
        Panel::Health,
    ];

    /// The name of its event, which is also the end of its path.
    pub const fn name(self) -> &'static str {
        match self {
            Panel::Status => "status",
            Panel::Tasks => "tasks",
            Panel::Thoughts => "thoughts",
            Panel::Plan => "plan",
            Panel::Upkeep => "upkeep",
            Panel::Tracks => "tracks",
            Panel::Memory => "memory",
            Panel::Talk => "talk",
            Panel::Trail => "trail",
            Panel::Builds => "builds",
            Panel::Health => "health",
        }
    }

    pub fn json(self, source: &Source, model: &ReadModel) -> String {
        match self {
            Panel::Status => text(&show::status(source, model)),
            Panel::Tasks => text(&show::tasks(&source.words, model)),
            Panel::Thoughts => text(&thoughts::list(&source.words, model)),
            Panel::Plan => text(&panels::plan(model)),
            Panel::Upkeep => text(&panels::upkeep(model)),
            Panel::Tracks => text(&panels::tracks(model)),
            Panel::Memory => text(&panels::memory(model)),
            Panel::Talk => text(&panels::talk(&source.words, model)),
            Panel::Trail => text(&panels::trail(model)),
            Panel::Builds => text(&panels::builds(model)),
            Panel::Health => text(&health(source, model)),
        }
    }
}

pub fn health(source: &Source, model: &ReadModel) -> wire::Health {
    panels::health(model, source.journal_bytes(), source.events.listeners() as u64)
}

/// All panels of a moment.
pub fn all(source: &Source, model: &ReadModel) -> wire::Past {
    wire::Past {
        status: show::status(source, model),
        tasks: show::tasks(&source.words, model),
        thoughts: thoughts::list(&source.words, model),
        plan: panels::plan(model),
        upkeep: panels::upkeep(model),
        tracks: panels::tracks(model),
        memory: panels::memory(model),
        talk: panels::talk(&source.words, model),
        trail: panels::trail(model),
        builds: panels::builds(model),
        health: health(source, model),
    }
}

fn text(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_else(|_| "null".into()) // plain structs always have a text
}
