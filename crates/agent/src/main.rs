//! The `stead` program: one file per subcommand under `commands/`.

mod checkup;
mod commands;
mod config;
mod embedded;
mod inspection;
mod report;
mod say;
mod view;
mod why;

use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    commands::Cli::parse().run()
}
