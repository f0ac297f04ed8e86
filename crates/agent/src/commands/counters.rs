//! `stead counters`: what the running agent counted in this session, which is one start of the program.

use super::reach::Reach;
use crate::view::frame::{Ink, Line};
use crate::view::text::number;
use std::process::ExitCode;
use window::wire::Counters;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// Begin the counters anew. Nothing else does that within a session.
    #[arg(long)]
    reset: bool,
    #[command(flatten)]
    reach: Reach,
}

pub fn run(args: &Args) -> ExitCode {
    if args.reset { args.reach.order("/v1/counters/reset", &()) } else { args.reach.show("/v1/counters", lines) }
}

fn lines(read: &Counters) -> Vec<Line> {
    let widest = read.counters.keys().map(String::len).max().unwrap_or(0);
    let counts = read.counters.iter().filter(|(name, _)| *name != "started_at");
    let mut lines: Vec<Line> = counts
        .map(|(name, count)| {
            let name = format!("  {:<widest$}  ", name.replace('_', " "));
            Line::default().and(Ink::Dim, name).and(Ink::Plain, format!("{:>9}", number(*count)))
        })
        .collect();
    let since = read.counters.get("started_at").map(|tick| format!(", since tick {}", number(*tick)));
    let uptime = format!("  {} min of game time{}", number(read.uptime_minutes), since.unwrap_or_default());
    lines.push(Line::default().and(Ink::Dim, uptime));
    lines
}
