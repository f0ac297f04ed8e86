//! The picture of a structure in the terminal: two pixels in each character, in 24-bit colours.

use crate::say::say;
use blueprint::picture::draw;
use building::Blueprint;
use std::fmt::Write as _;
use std::io::IsTerminal;

/// Widest and highest picture, in characters: more shows no more.
const COLUMNS_MAX: usize = 100;
const ROWS_MAX: usize = 40;

/// Prints the picture, where standard output is a terminal with colours.
pub fn picture(blueprint: &Blueprint) {
    if !std::io::stdout().is_terminal() || std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty()) {
        return;
    }
    let columns = terminal_size::terminal_size().map_or(COLUMNS_MAX, |(width, _)| usize::from(width.0));
    let picture = draw(blueprint, columns.min(COLUMNS_MAX), ROWS_MAX * 2);
    let at = |x: usize, y: usize| {
        picture.pixels.get(y * picture.width + x).copied().flatten().filter(|_| y < picture.height)
    };
    for row in 0..picture.height.div_ceil(2) {
        let mut line = String::new();
        for x in 0..picture.width {
            line.push_str(&character(at(x, row * 2), at(x, row * 2 + 1)));
        }
        say!("{}\x1b[0m", line.trim_end());
    }
}

/// A character with this upper and lower half.
fn character(upper: Option<[u8; 3]>, lower: Option<[u8; 3]>) -> String {
    let mut text = String::from("\x1b[0m");
    let colour = |text: &mut String, layer: u8, [r, g, b]: [u8; 3]| {
        let _ = write!(text, "\x1b[{layer};2;{r};{g};{b}m");
    };
    match (upper, lower) {
        (None, None) => return "\x1b[0m ".into(),
        (Some(upper), None) => colour(&mut text, 38, upper),
        (None, Some(lower)) => {
            colour(&mut text, 38, lower);
            text.push('▄');
            return text;
        }
        (Some(upper), Some(lower)) => {
            colour(&mut text, 38, upper);
            colour(&mut text, 48, lower);
        }
    }
    text.push('▀');
    text
}
