//! What a person sees of a run: a screen in a terminal, a line now and then elsewhere. Both read the board, never the mind.

pub mod frame;
mod lines;
pub mod news;
mod orders;
mod prompt;
mod screen;
mod terminal;
pub mod text;

pub use terminal::restore as restore_terminal;

use driver::{Board, Door, ReadModel, Speed};
use screen::Screen;
use std::io::IsTerminal;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Everything that the terminal screen shows.
#[derive(Debug)]
pub struct Scene {
    pub seed: u64,
    pub speed: Speed,
    pub model: ReadModel,
    /// What the user types and what was answered; `None` without a keyboard.
    pub prompt: Option<prompt::Shown>,
}

/// What the terminal view needs of the running agent.
#[derive(Debug, Clone)]
pub struct Source {
    pub seed: u64,
    pub speed: Speed,
    pub board: Board,
    pub door: Door,
    /// The view sets this to end the run.
    pub stop: Arc<AtomicBool>,
}

/// How a run is shown: on a terminal screen or as log lines.
#[derive(Debug)]
pub enum View {
    Screen(Screen),
    Lines(lines::Lines),
}

/// Whether standard output is a terminal on which a screen can be drawn.
pub fn can_draw() -> bool {
    std::io::stdout().is_terminal() && std::env::var_os("TERM").is_none_or(|term| term != "dumb")
}

impl View {
    /// Opens a screen, or a view that writes lines if there is none.
    pub fn open(on_screen: bool, source: Source) -> View {
        if on_screen { View::Screen(Screen::open(source)) } else { View::Lines(lines::Lines::new(source.board)) }
    }

    /// Must be called after each mind tick for a view that writes lines; a screen has its own thread and does nothing
    /// here.
    pub fn tick(&mut self) {
        if let View::Lines(lines) = self {
            lines.tick();
        }
    }

    /// Shows the last state of the run and restores the terminal.
    pub fn close(self) {
        if let View::Screen(screen) = self {
            screen.close();
        }
    }
}
