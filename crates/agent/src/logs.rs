//! Where log messages go: to standard error, one line each, through the guarded way of `say`; to a file while a screen is drawn.

use crate::say::aside;
use std::fmt;
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use tracing::level_filters::LevelFilter;
use tracing::{Event, Subscriber};
use tracing_subscriber::fmt::format::{FormatEvent, FormatFields, Writer};
use tracing_subscriber::fmt::{FmtContext, MakeWriter};
use tracing_subscriber::registry::LookupSpan;

/// The environment variable that sets the log level: off, error, warn, info (the default) or debug.
pub const VARIABLE: &str = "STEAD_LOG";

/// Starts writing log messages. A second call changes nothing.
pub fn start() {
    let level = std::env::var(VARIABLE).ok().and_then(|word| word.parse().ok()).unwrap_or(LevelFilter::INFO);
    let _ = tracing_subscriber::fmt().with_max_level(level).event_format(Line).with_writer(Aside).try_init();
}

/// The file of messages while a screen is drawn, over which they would be written otherwise.
static FILE: Mutex<Option<File>> = Mutex::new(None);

/// Sends messages to a new file from now on, or to standard error again. If the file cannot be made they are dropped meanwhile.
pub fn divert(path: Option<&Path>) {
    let file = path.map(|path| File::create(path).or_else(|_| File::create("/dev/null")));
    *FILE.lock().unwrap_or_else(PoisonError::into_inner) = file.and_then(Result::ok);
}

/// Formats a log message as `stead: what happened key=value`.
struct Line;

impl<S: Subscriber + for<'a> LookupSpan<'a>, N: for<'a> FormatFields<'a> + 'static> FormatEvent<S, N> for Line {
    fn format_event(&self, ctx: &FmtContext<'_, S, N>, mut to: Writer<'_>, event: &Event<'_>) -> fmt::Result {
        to.write_str("stead: ")?;
        ctx.field_format().format_fields(to.by_ref(), event)?;
        to.write_char('\n')
    }
}

/// A log writer that never fails: the subscriber would panic when it cannot report a failed write.
struct Aside;

impl Write for Aside {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match FILE.lock().unwrap_or_else(PoisonError::into_inner).as_mut() {
            Some(file) => drop(file.write_all(bytes)),
            None => aside(format_args!("{}", String::from_utf8_lossy(bytes))),
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl MakeWriter<'_> for Aside {
    type Writer = Aside;
    fn make_writer(&self) -> Aside {
        Aside
    }
}
