//! `stead config`: prints the settings with every key, its comment and its default.

use crate::config::COMMENTED;
use crate::say::out;
use std::process::ExitCode;

#[derive(Debug, clap::Args)]
pub struct Args {}

pub fn run(_: &Args) -> ExitCode {
    out(format_args!("{COMMENTED}"));
    ExitCode::SUCCESS
}
