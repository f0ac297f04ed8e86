//! Where log messages go: to standard error, one line each, through the guarded way of `say`.

use crate::say::aside;
use std::fmt;
use std::io::{self, Write};
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
        aside(format_args!("{}", String::from_utf8_lossy(bytes)));
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
