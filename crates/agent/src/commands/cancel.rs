//! `stead cancel`: gives up a task of the running agent.

use super::reach::Reach;
use std::process::ExitCode;
use window::wire::Cancel;

#[derive(Debug, clap::Args)]
#[command(after_help = "Example: stead cancel T12")]
pub struct Args {
    /// The task, as `stead tasks` names it: T12.
    task: String,
    #[command(flatten)]
    reach: Reach,
}

pub fn run(args: &Args) -> ExitCode {
    args.reach.order("/v1/cancel", &Cancel { task: args.task.clone() })
}
