//! Draws the picture in place, a few times a second, and leaves the terminal as it found it.

use crate::view::Scene;
use crate::view::frame::{self, WIDTH_MAX};
use mind::Mind;
use mind::report::Report;
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
        let size = terminal_size::terminal_size().map_or((80, 24), |(width, height)| (width.0, height.0));
        let out = self.picture(scene, &mind.report(), size);
        // A terminal that is gone is no reason to stop living.
        let _ = std::io::stdout().write_all(out.as_bytes()).and_then(|()| std::io::stdout().flush());
    }

    /// The bytes that draw over the last picture. A line as wide as the terminal would wrap in some, and a picture as tall
    /// would scroll at its end: then it could not be drawn over.
    fn picture(&mut self, scene: &Scene, report: &Report, (columns, rows): (u16, u16)) -> String {
        let width = usize::from(columns).saturating_sub(1).min(WIDTH_MAX);
        let picture = frame::fitted(frame::frame(scene, report), usize::from(rows).saturating_sub(1).max(1));
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
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::days::Days;
    use driver::Speed;

    /// What a terminal shows: the text without its escapes.
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
        let scene = Scene::new(1, Speed::Max, Days::default());
        for colour in [false, true] {
            for (columns, rows) in [(0, 0), (1, 1), (2, 2), (20, 5), (39, 10), (41, 24), (80, 24), (300, 100)] {
                let mut screen = Screen { drawn: None, lines: 0, colour };
                for _ in 0..2 {
                    let lines = shown(&screen.picture(&scene, &Report::default(), (columns, rows)));
                    assert!(lines.len() < usize::from(rows).max(2), "{columns}×{rows}: {lines:?}");
                    for line in &lines {
                        assert!(line.chars().count() < usize::from(columns).max(1), "{columns}×{rows}: {line:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_low_terminal_shows_what_matters_instead_of_space() {
        let mut screen = Screen { drawn: None, lines: 0, colour: false };
        let lines = shown(&screen.picture(&Scene::new(1, Speed::Max, Days::default()), &Report::default(), (20, 5)));
        assert_eq!(lines, ["  stead  seed 1", "  now     looking …", "  why     ", "  task    "]);
    }
}
