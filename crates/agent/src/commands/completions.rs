//! `stead completions SHELL`: prints what makes a shell complete the commands and options of `stead`.

use crate::commands::Cli;
use crate::say::written;
use clap::CommandFactory;
use clap_complete::Shell;
use std::io::Write;
use std::process::ExitCode;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// The shell to print them for.
    shell: Shell,
}

pub fn run(args: &Args) -> ExitCode {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "stead", &mut script);
    written(std::io::stdout().write_all(&script));
    ExitCode::SUCCESS
}
