//! The `stead` program as a library: one file per subcommand under `commands/`, the settings, the screen, the embedded world
//! as a body.

// `print!` and `eprint!` panic when the output is closed; the macros in `say` do not.
#![warn(clippy::print_stderr, clippy::print_stdout)]

pub mod bodies;
mod bundle;
mod checkup;
mod commands;
mod config;
pub mod embedded;
mod inspection;
pub mod lasting;
mod logs;
mod lookback;
mod opening;
mod report;
mod say;
mod sights;
mod thinking;
mod view;
mod why;
mod words;

use clap::Parser;
pub use embedded::Embedded;
use std::process::ExitCode;

/// Exit code for invalid arguments.
const BAD_INPUT: u8 = 2;

/// Parses the command line and runs the command.
pub fn main() -> ExitCode {
    logs::start();
    match commands::Cli::try_parse() {
        Ok(cli) => cli.run(),
        Err(wrong) if wrong.use_stderr() => {
            let _ = wrong.print();
            ExitCode::from(BAD_INPUT)
        }
        Err(asked) => {
            say::written(asked.print());
            ExitCode::SUCCESS
        }
    }
}
