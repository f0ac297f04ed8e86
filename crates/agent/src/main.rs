//! The `stead` program: one file per subcommand under `commands/`.

mod commands;

use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    commands::Cli::parse().run()
}
