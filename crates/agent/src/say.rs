//! The only ways to standard output and standard error, which nobody may be reading: a result that cannot be written ends
//! the program (quietly at a closed pipe, else with a message); a word on the side that cannot be said is dropped.

use std::fmt::Arguments;
use std::io::{self, ErrorKind, Write};

/// `println!` that does not panic when nobody reads.
macro_rules! say {
    ($($text:tt)*) => {
        $crate::say::out(format_args!("{}\n", format_args!($($text)*)))
    };
}

/// `eprintln!` that does not panic when nobody reads.
macro_rules! tell {
    ($($text:tt)*) => {
        $crate::say::aside(format_args!("{}\n", format_args!($($text)*)))
    };
}
pub(crate) use {say, tell};

/// Exit code when standard output cannot be written.
const UNWRITTEN: i32 = 1;

/// Writes to standard output, or ends the program: everything worth keeping is in the journal by then.
pub fn out(text: Arguments<'_>) {
    written(io::stdout().lock().write_fmt(text));
}

/// Ends the program if what was written to standard output did not arrive.
pub fn written(result: io::Result<()>) {
    if let Err(error) = result.and_then(|()| io::stdout().flush()) {
        if error.kind() != ErrorKind::BrokenPipe {
            tell!("stead: cannot write to standard output: {error}");
        }
        std::process::exit(UNWRITTEN);
    }
}

/// Writes to standard error if that can be done. A life goes on without being heard, and an exit code says what it says.
pub fn aside(text: Arguments<'_>) {
    let _ = io::stderr().lock().write_fmt(text);
}
