//! Draws the picture in place, a few times a second, and leaves the terminal as it found it.

use crate::view::Scene;
use crate::view::frame::{self, WIDTH_MAX, WIDTH_MIN};
use mind::Mind;
use std::fmt::Write as _;
use std::io::Write as _;
use std::time::{Duration, Instant};

/// Calm enough to read, quick enough to follow.
const REDRAW_EVERY: Duration = Duration::from_millis(250);

#[derive(Debug)]
pub struct Screen {
    drawn: Option<Instant>,
    /// Lines on the screen that the next picture overwrites.
    lines: usize,
    colour: bool,
}

impl Screen {
    pub fn new() -> Screen {
        let colour = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
        Screen { drawn: None, lines: 0, colour }
    }

    pub fn show(&mut self, scene: &Scene, mind: &Mind) {
        if self.drawn.is_none_or(|drawn| drawn.elapsed() >= REDRAW_EVERY) {
            self.draw(scene, mind);
            self.drawn = Some(Instant::now());
        }
    }

    pub fn close(&mut self, scene: &Scene, mind: &Mind) {
        self.draw(scene, mind);
        let _ = std::io::stdout().write_all(b"\x1b[?25h\n").and_then(|()| std::io::stdout().flush());
    }

    fn draw(&mut self, scene: &Scene, mind: &Mind) {
        let (columns, rows) = terminal_size::terminal_size().map_or((80, 24), |(width, height)| (width.0, height.0));
        let width = usize::from(columns).saturating_sub(1).clamp(WIDTH_MIN, WIDTH_MAX);
        let mut picture = frame::frame(scene, &mind.report());
        // A picture taller than the terminal could not be drawn over; its end says the least.
        picture.truncate(usize::from(rows).saturating_sub(1).max(1));
        let mut out = String::from("\x1b[?25l");
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
        // A terminal that is gone is no reason to stop living.
        let _ = std::io::stdout().write_all(out.as_bytes()).and_then(|()| std::io::stdout().flush());
    }
}
