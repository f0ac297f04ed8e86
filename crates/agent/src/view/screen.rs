//! Draws the picture in place, a few times a second, in a thread of its own that also reads the keyboard.

use crate::view::frame::{self, WIDTH_MAX};
use crate::view::prompt::{Entered, Prompt};
use crate::view::terminal::{self, Terminal};
use crate::view::{Scene, Source};
use crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use std::fmt::Write as _;
use std::io::IsTerminal;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Interval between two redraws of the screen: slow enough to read, fast enough to follow.
const REDRAW_EVERY: Duration = Duration::from_millis(250);
/// Longest wait for a key press. A typed letter appears at once, and a request to close the screen is noticed
/// within this time.
const KEYS_EVERY: Duration = Duration::from_millis(50);
/// Columns and rows assumed when the terminal does not report its size.
const SIZE_USUAL: (u16, u16) = (80, 24);
/// Exit code that a shell reports for a program ended by Ctrl-C.
const INTERRUPTED: i32 = 130;

/// The thread that draws the terminal screen.
#[derive(Debug)]
pub struct Screen {
    closing: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Screen {
    pub fn open(source: Source) -> Screen {
        let closing = Arc::new(AtomicBool::new(false));
        let theirs = Arc::clone(&closing);
        let thread = std::thread::spawn(move || Painter::new(source).paint(&theirs));
        Screen { closing, thread: Some(thread) }
    }

    /// Draws the last state of the run and restores the terminal.
    pub fn close(mut self) {
        self.closing.store(true, Ordering::SeqCst);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join(); // a painter that panicked has said so, and restored the terminal
        }
    }
}

/// The state of the thread that draws the screen.
struct Painter {
    source: Source,
    terminal: Terminal,
    canvas: Canvas,
    prompt: Prompt,
}

impl Painter {
    fn new(source: Source) -> Painter {
        let terminal = Terminal::open(std::io::stdin().is_terminal());
        let colour = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
        let prompt = Prompt::new(source.door.clone());
        Painter { source, terminal, canvas: Canvas { lines: 0, colour }, prompt }
    }

    fn paint(mut self, closing: &AtomicBool) {
        let mut drawn: Option<Instant> = None;
        while !closing.load(Ordering::SeqCst) {
            let typed = self.read_keys();
            if self.prompt.collect() || typed || drawn.is_none_or(|drawn| drawn.elapsed() >= REDRAW_EVERY) {
                self.draw();
                drawn = Some(Instant::now());
            }
        }
        self.prompt.collect();
        self.draw();
    }

    fn draw(&mut self) {
        let prompt = self.terminal.has_keys().then(|| self.prompt.shown.clone());
        let Source { seed, speed, board, .. } = &self.source;
        let scene = Scene { seed: *seed, speed: *speed, model: board.snapshot(), prompt };
        let size = crossterm::terminal::size().unwrap_or(SIZE_USUAL);
        terminal::write(self.canvas.picture(&scene, size).as_bytes());
    }

    /// Waits a moment for key presses and handles them. Returns whether something was typed.
    fn read_keys(&mut self) -> bool {
        if !self.terminal.has_keys() {
            std::thread::sleep(KEYS_EVERY);
            return false;
        }
        let mut typed = false;
        let mut wait = KEYS_EVERY;
        while event::poll(wait).unwrap_or(false) {
            wait = Duration::ZERO;
            match event::read() {
                Ok(Event::Key(key)) if key.kind != KeyEventKind::Release => self.press(key),
                Ok(Event::Resize(..)) => self.canvas.lines = 0,
                _ => {}
            }
            typed = true;
        }
        typed
    }

    fn press(&mut self, key: KeyEvent) {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Char('c' | 'd') if control => self.stop(),
            KeyCode::Char('u') if control => self.prompt.clear(),
            KeyCode::Char(letter) if !control => self.prompt.insert(letter),
            KeyCode::Backspace => self.prompt.delete(),
            KeyCode::Esc => self.prompt.clear(),
            KeyCode::Enter if self.prompt.enter() == Entered::Quit => self.stop(),
            _ => {}
        }
    }

    /// Handles Ctrl-C: the first time it ends the run at its next tick, the second time the program at once.
    fn stop(&self) {
        if self.source.stop.swap(true, Ordering::SeqCst) {
            terminal::restore();
            std::process::exit(INTERRUPTED);
        }
    }
}

/// The part of the terminal in which the screen is drawn.
#[derive(Debug)]
struct Canvas {
    /// How many lines the next drawing overwrites.
    lines: usize,
    colour: bool,
}

impl Canvas {
    /// The bytes that draw the screen over the last one. Its lines are narrower than the terminal, because some
    /// terminals wrap a full line, and it has fewer rows, because otherwise the terminal would scroll.
    fn picture(&mut self, scene: &Scene, (columns, rows): (u16, u16)) -> String {
        let width = usize::from(columns).saturating_sub(1).min(WIDTH_MAX);
        let picture = frame::frame(scene).fitted(usize::from(rows).saturating_sub(1).max(1));
        let mut out = String::new();
        if self.lines > 1 {
            let _ = write!(out, "\x1b[{}A", self.lines - 1);
        }
        out.push('\r');
        for (index, line) in picture.iter().enumerate() {
            out.push_str(if index > 0 { "\n\r" } else { "" });
            out.push_str(&line.render(width, self.colour));
            out.push_str("\x1b[K");
        }
        out.push_str("\x1b[J");
        self.lines = picture.len();
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use driver::{ReadModel, Speed};

    fn scene() -> Scene {
        let prompt =
            crate::view::prompt::Shown { line: "/goal collect oak_log 5".into(), replies: ["done".into()].into() };
        Scene { seed: 1, speed: Speed::Max, model: ReadModel::default(), prompt: Some(prompt) }
    }

    /// What a terminal shows of the drawn bytes: the text without its escape codes.
    fn shown(drawn: &str) -> Vec<String> {
        let mut text = String::new();
        let mut rest = drawn.chars();
        while let Some(letter) = rest.next() {
            match letter {
                '\x1b' => drop(rest.by_ref().find(|letter| *letter != '[' && letter.is_ascii_alphabetic())),
                '\r' => {}
                letter => text.push(letter),
            }
        }
        text.split('\n').map(String::from).collect()
    }

    #[test]
    fn nothing_wraps_or_scrolls_in_a_terminal_of_any_size() {
        for colour in [false, true] {
            for (columns, rows) in [(0, 0), (1, 1), (2, 2), (20, 5), (39, 10), (41, 24), (80, 24), (300, 100)] {
                let mut canvas = Canvas { lines: 0, colour };
                for _ in 0..2 {
                    let lines = shown(&canvas.picture(&scene(), (columns, rows)));
                    assert!(lines.len() < usize::from(rows).max(2), "{columns}×{rows}: {lines:?}");
                    for line in &lines {
                        assert!(line.chars().count() < usize::from(columns).max(1), "{columns}×{rows}: {line:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_low_terminal_leaves_out_empty_lines_first() {
        let mut canvas = Canvas { lines: 0, colour: false };
        let lines = shown(&canvas.picture(&scene(), (24, 7)));
        insta::assert_snapshot!(lines.join("\n"));
    }
}
