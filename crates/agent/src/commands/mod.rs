//! The command line: each subcommand is a file here with its `Args` and a `run`.
//!
//! Exit codes: 0 done, 1 failed, 2 bad input, 3 an honest "no" (unsolved, unmet).

mod status;
mod upkeep;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// An agent that lives in a Minecraft world for weeks without a minder.
#[derive(Debug, Parser)]
#[command(name = "stead", version, about)]
pub struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Say which parts of the program exist in this build.
    Status(status::Args),
    /// Upkeep ahead of need: food, tools, light, shelter.
    Upkeep(upkeep::Args),
}

impl Cli {
    pub fn run(self) -> ExitCode {
        match self.command.unwrap_or(Command::Status(status::Args::default())) {
            Command::Status(args) => status::run(&args),
            Command::Upkeep(args) => upkeep::run(&args),
        }
    }
}
