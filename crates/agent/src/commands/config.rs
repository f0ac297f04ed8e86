//! `stead config`: prints the settings with every key, its comment and its default.

use crate::config::COMMENTED;
use std::io::Write as _;
use std::process::ExitCode;

#[derive(Debug, clap::Args)]
pub struct Args {}

pub fn run(_: &Args) -> ExitCode {
    match std::io::stdout().write_all(COMMENTED.as_bytes()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}
