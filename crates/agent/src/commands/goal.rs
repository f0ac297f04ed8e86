//! `stead goal`: gives the running agent a goal.

use super::reach::Reach;
use std::process::ExitCode;
use window::wire::Goal;

#[derive(Debug, clap::Args)]
#[command(after_help = "Example: stead goal collect oak_log 20")]
pub struct Args {
    /// What to do: collect, craft, smelt, explore, …
    action: String,
    /// With what: a name of the game, such as oak_log.
    target: String,
    /// How many.
    #[arg(default_value_t = 1)]
    amount: u32,
    #[command(flatten)]
    reach: Reach,
}

pub fn run(args: &Args) -> ExitCode {
    let Args { action, target, amount, reach } = args;
    reach.order("/v1/goal", &Goal { action: action.clone(), target: target.clone(), amount: *amount })
}
