//! Standard output that nobody may be reading: a closed pipe ends the program quietly, a full disk with a message.

use std::fmt::Arguments;
use std::io::{self, ErrorKind, Write};

/// Exit code when standard output cannot be written.
const UNWRITTEN: i32 = 1;

/// Writes to standard output, or ends the program: everything worth keeping is in the journal by then.
pub fn out(text: Arguments<'_>) {
    if let Err(error) = io::stdout().lock().write_fmt(text).and_then(|()| io::stdout().flush()) {
        if error.kind() != ErrorKind::BrokenPipe {
            eprintln!("stead: cannot write to standard output: {error}");
        }
        std::process::exit(UNWRITTEN);
    }
}

/// `println!` that does not panic when nobody reads.
macro_rules! say {
    ($($text:tt)*) => {
        $crate::say::out(format_args!("{}\n", format_args!($($text)*)))
    };
}
pub(crate) use say;
