//! `stead report`: makes a file for a bug report, also beside a running agent.

use crate::bundle;
use crate::config::Config;
use crate::say::say;
use std::path::PathBuf;
use std::process::ExitCode;
use store::{Archive, ReadError};
use tracing::error;

const FAILED: u8 = 1;
const BAD_INPUT: u8 = 2;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// The data directory [default: stead-data].
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// The file to write [default: stead-report-TICK.json].
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// The settings [default: stead.toml, if there is one].
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
}

pub fn run(args: &Args) -> ExitCode {
    let settings = Config::load(args.config.as_deref()).map_err(|error| error.to_string());
    let usual = settings.as_ref().map_or_else(|_| Config::default().run.data, |config| config.run.data.clone());
    let dir = args.data.clone().unwrap_or(usual);
    if let Err(error @ ReadError::Nothing) = Archive::open(&dir) {
        error!("{}: {error}", dir.display());
        return ExitCode::from(BAD_INPUT);
    }
    let report = bundle::make(&dir, &settings, None);
    let path = args.out.clone().unwrap_or_else(|| bundle::name(&report).into());
    match bundle::write(&path, &report) {
        Ok(()) => {
            say!("{}", path.display());
            ExitCode::SUCCESS
        }
        Err(error) => {
            error!("{}: {error}; choose another file with --out", path.display());
            ExitCode::from(FAILED)
        }
    }
}
