//! `stead pause`: makes the running agent only stay alive.

use super::reach::Reach;
use std::process::ExitCode;

#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    reach: Reach,
}

pub fn run(args: &Args) -> ExitCode {
    args.reach.order("/v1/pause", &())
}
