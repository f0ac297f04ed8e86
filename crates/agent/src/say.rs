//! The only ways to standard output and standard error, which may be closed: a result that cannot be written ends the program
//! (quietly at a closed pipe, else with a message); a message on the side that cannot be written is dropped.

use std::collections::VecDeque;
use std::fmt::Arguments;
use std::io::{self, ErrorKind, Write};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Like `println!`, but does not panic when the output is closed.
macro_rules! say {
    ($($text:tt)*) => {
        $crate::say::out(format_args!("{}\n", format_args!($($text)*)))
    };
}

/// Like `eprintln!`, but does not panic when the output is closed.
macro_rules! tell {
    ($($text:tt)*) => {
        $crate::say::aside(format_args!("{}\n", format_args!($($text)*)))
    };
}
pub(crate) use {say, tell};

/// Exit code when standard output cannot be written.
const UNWRITTEN: i32 = 1;
/// Most messages kept while the screen is shown; beyond this the oldest are dropped.
const HELD_MAX: usize = 64;

/// Messages for standard error that wait until the screen is closed; `None` while there is no screen.
static HELD: Mutex<Option<VecDeque<String>>> = Mutex::new(None);

fn held() -> MutexGuard<'static, Option<VecDeque<String>>> {
    HELD.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Writes to standard output. If that fails the program ends: everything worth keeping is in the journal by then.
pub fn out(text: Arguments<'_>) {
    written(io::stdout().lock().write_fmt(text));
}

/// Ends the program if a write to standard output failed.
pub fn written(result: io::Result<()>) {
    if let Err(error) = result.and_then(|()| io::stdout().flush()) {
        if error.kind() != ErrorKind::BrokenPipe {
            tell!("stead: cannot write to standard output: {error}");
        }
        std::process::exit(UNWRITTEN);
    }
}

/// Writes to standard error if possible. If that fails the agent goes on.
pub fn aside(text: Arguments<'_>) {
    if let Some(waiting) = &mut *held() {
        if waiting.len() >= HELD_MAX {
            waiting.pop_front();
        }
        waiting.push_back(text.to_string());
        return;
    }
    let _ = io::stderr().lock().write_fmt(text);
}

/// Holds messages for standard error back from now on: they would appear in the middle of the screen.
pub fn hold() {
    held().get_or_insert_default();
}

/// Writes the messages that were held back to standard error.
pub fn release() {
    let waiting = held().take();
    for text in waiting.into_iter().flatten() {
        aside(format_args!("{text}"));
    }
}
