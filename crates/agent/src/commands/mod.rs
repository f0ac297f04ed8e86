//! The command line: each subcommand is a file here with its `Args` and a `run`.
//!
//! Exit codes: 0 done, 1 failed, 2 bad input, 3 an honest "no" (unsolved, unmet, no agent is running),
//! 4 the program broke and stopped safely.

mod backup;
mod blueprint;
mod body;
mod build;
mod cancel;
mod click;
mod completions;
mod config;
mod counters;
mod doctor;
mod goal;
mod inspect;
mod lines;
mod mcp;
mod pause;
mod plan;
mod reach;
mod replay;
mod report;
mod restore;
mod resume;
mod run;
mod sanitize;
mod say;
mod solve;
mod status;
mod tasks;
mod think;
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
    /// Copy a life to one file, also beside a running agent.
    Backup(backup::Args),
    /// Put a backup into an empty directory.
    Restore(restore::Args),
    /// Make a file for a bug report: the end of the journal, versions, settings without secrets.
    Report(report::Args),
    /// What the running agent does, and why.
    Status(status::Args),
    /// The running agent's tasks: open ones, and the last that ended.
    Tasks(tasks::Args),
    /// Give the running agent a goal.
    Goal(goal::Args),
    /// Let the running agent build a structure, or build one in a world of its own with --headless.
    Build(build::Args),
    /// Give up a task of the running agent.
    Cancel(cancel::Args),
    /// The running agent's counters of this session; --reset begins them anew.
    Counters(counters::Args),
    /// Make the running agent only stay alive, until `stead resume`.
    Pause(pause::Args),
    /// Let a paused agent go back to work.
    Resume(resume::Args),
    /// Print the settings, with every key and its default; `config init` writes them to a file.
    Config(config::Args),
    /// Check the machine, the settings, the data directory and the language model, and say what to do.
    Doctor(doctor::Args),
    /// Let an assistant talk to the running agent: MCP on standard input and output.
    Mcp(mcp::Args),
    /// Print completions for a shell: source them, or put them where it looks for such files.
    Completions(completions::Args),
    /// Track entities: JSON lines of detections in, tracks and events out.
    Track(track::Args),
    /// Upkeep ahead of need: food, tools, light, shelter.
    Upkeep(upkeep::Args),
    /// Show the prompt for the language model, and what would become of a reply.
    Think(think::Args),
    /// Plan crafting and smelting: steps, a chart, the reasons.
    Plan(plan::Args),
    /// Plan crafting and smelting for another program: JSON in, JSON out.
    Solve(solve::Args),
    /// Clean the output of a language model: text in; text, goal and intent out, as JSON.
    Sanitize(sanitize::Args),
    /// Say which block states a click places: JSON lines in, JSON lines out.
    Click(click::Args),
    /// Structure files: what is in them, whether they can be built, other formats.
    Blueprint(blueprint::Args),
    /// Be a body for a mind in another process, over the body protocol.
    Body(body::Args),
    /// Say something to the agent as a player would.
    Say(say::Args),
}

impl Cli {
    pub fn run(self) -> ExitCode {
        match self.command.unwrap_or(Command::Run(self.run)) {
            Command::Run(args) => run::run(&args),
            Command::Replay(args) => replay::run(&args),
            Command::Inspect(args) => inspect::run(&args),
            Command::Backup(args) => backup::run(&args),
            Command::Restore(args) => restore::run(&args),
            Command::Report(args) => report::run(&args),
            Command::Status(args) => status::run(&args),
            Command::Tasks(args) => tasks::run(&args),
            Command::Goal(args) => goal::run(&args),
            Command::Build(args) => build::run(&args),
            Command::Cancel(args) => cancel::run(&args),
            Command::Counters(args) => counters::run(&args),
            Command::Pause(args) => pause::run(&args),
            Command::Resume(args) => resume::run(&args),
            Command::Config(args) => config::run(&args),
            Command::Doctor(args) => doctor::run(&args),
            Command::Mcp(args) => mcp::run(&args),
            Command::Completions(args) => completions::run(&args),
            Command::Track(args) => track::run(&args),
            Command::Upkeep(args) => upkeep::run(&args),
            Command::Think(args) => think::run(&args),
            Command::Plan(args) => plan::run(&args),
            Command::Solve(args) => solve::run(&args),
            Command::Sanitize(args) => sanitize::run(&args),
            Command::Click(args) => click::run(&args),
            Command::Blueprint(args) => blueprint::run(&args),
            Command::Body(args) => body::run(&args),
            Command::Say(args) => say::run(&args),
        }
    }
}
