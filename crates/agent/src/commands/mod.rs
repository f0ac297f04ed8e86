//! The command line: each subcommand is a file here with its `Args` and a `run`.
//!
//! Exit codes: 0 done, 1 failed, 2 bad input, 3 an honest "no" (unsolved, unmet).

mod completions;
mod config;
mod inspect;
mod plan;
mod replay;
mod run;
mod solve;
mod track;
mod upkeep;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// An agent that lives in a Minecraft world for weeks on its own.
///
/// Without a command it runs: in a terminal it shows what it does and why. Ctrl-C stops it, the next start resumes.
#[derive(Debug, Parser)]
#[command(name = "stead", version, about, args_conflicts_with_subcommands = true)]
pub struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    run: run::Args,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Live in the embedded world; also what plain `stead` does.
    Run(run::Args),
    /// Re-run the mind over its journal, compare byte for byte, say why.
    Replay(replay::Args),
    /// Look at a data directory without writing to it.
    Inspect(inspect::Args),
    /// Print the settings, with every key and its default.
    Config(config::Args),
    /// Print completions for a shell: source them, or put them where it looks for such files.
    Completions(completions::Args),
    /// Track entities: JSON lines of detections in, tracks and events out.
    Track(track::Args),
    /// Upkeep ahead of need: food, tools, light, shelter.
    Upkeep(upkeep::Args),
    /// Plan crafting and smelting: steps, a chart, the reasons.
    Plan(plan::Args),
    /// Plan crafting and smelting for another program: JSON in, JSON out.
    Solve(solve::Args),
}

impl Cli {
    pub fn run(self) -> ExitCode {
        match self.command.unwrap_or(Command::Run(self.run)) {
            Command::Run(args) => run::run(&args),
            Command::Replay(args) => replay::run(&args),
            Command::Inspect(args) => inspect::run(&args),
            Command::Config(args) => config::run(&args),
            Command::Completions(args) => completions::run(&args),
            Command::Track(args) => track::run(&args),
            Command::Upkeep(args) => upkeep::run(&args),
            Command::Plan(args) => plan::run(&args),
            Command::Solve(args) => solve::run(&args),
        }
    }
}
