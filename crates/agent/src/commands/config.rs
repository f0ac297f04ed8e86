//! `stead config`: prints the settings with every key, its comment and its default; `stead config init` writes them to a file.

use crate::config::{COMMENTED, CONFIG_FILE};
use crate::say::{out, say};
use clap::Subcommand;
use std::fs::OpenOptions;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use tracing::error;

const FAILED: u8 = 1;
/// Exit code when the file is there already: nothing is overwritten.
const NO: u8 = 3;

#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Write the settings with their comments to a file, to be edited. An existing file stays as it is.
    Init {
        /// The file [default: stead.toml].
        file: Option<PathBuf>,
    },
}

pub fn run(args: &Args) -> ExitCode {
    match &args.command {
        None => {
            out(format_args!("{COMMENTED}"));
            ExitCode::SUCCESS
        }
        Some(Command::Init { file }) => init(file.as_deref().unwrap_or(Path::new(CONFIG_FILE))),
    }
}

fn init(file: &Path) -> ExitCode {
    let created = OpenOptions::new().write(true).create_new(true).open(file);
    match created.and_then(|mut file| file.write_all(COMMENTED.as_bytes())) {
        Ok(()) => {
            say!("wrote {}; every key has its default, so change what you like", file.display());
            ExitCode::SUCCESS
        }
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            error!("{} is there already and stays as it is; `stead config` prints the defaults", file.display());
            ExitCode::from(NO)
        }
        Err(error) => {
            error!("{}: {error}; name a file in a directory that can be written", file.display());
            ExitCode::from(FAILED)
        }
    }
}
