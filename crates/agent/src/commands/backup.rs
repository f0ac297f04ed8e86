//! `stead backup DIR FILE`: copies a life to one file, also beside a running agent.

use crate::inspection::{Found, look};
use crate::say::say;
use crate::view::text::{number, size};
use serde_json::json;
use std::path::PathBuf;
use std::process::ExitCode;
use store::Archive;
use tracing::{error, warn};

const FAILED: u8 = 1;
const BAD_INPUT: u8 = 2;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// The data directory.
    data: PathBuf,
    /// The file to write. It must not be there yet.
    file: PathBuf,
    /// Print JSON for programs.
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> ExitCode {
    let (dir, file) = (args.data.display(), args.file.display());
    let archive = match Archive::open(&args.data) {
        Ok(archive) => archive,
        Err(error) => {
            error!("{dir}: {error}");
            return ExitCode::from(BAD_INPUT);
        }
    };
    if args.file.symlink_metadata().is_ok() {
        error!("{file}: is there already; choose another name, so that no backup is overwritten");
        return ExitCode::from(BAD_INPUT);
    }
    // What SQLite silently leaves out would be missing in the backup.
    let lost = Archive::log_damage(&args.data).map(|error| format!("{error}; what came after it is not in the backup"));
    if let Err(error) = archive.back_up(&args.file) {
        error!("{error}");
        return ExitCode::from(FAILED);
    }
    let mut found = match Archive::open_file(&args.file) {
        Ok(archive) => look(&archive),
        Err(error) => Found { damage: vec![error.to_string()], ..Found::default() },
    };
    found.damage.extend(lost);
    let bytes = args.file.metadata().map_or(0, |file| file.len());
    let tick = found.span.map_or(0, |(_, last)| last.tick).max(found.states.last().map_or(0, |(_, tick)| *tick));
    for damage in &found.damage {
        warn!("{file}: DAMAGED: {damage}");
    }
    if args.json {
        say!("{}", json!({"file": args.file, "bytes": bytes, "tick": tick, "damage": found.damage}));
    } else {
        let whole = if found.damage.is_empty() { "; everything in it is whole" } else { "" };
        say!("{file}: {}, a life up to tick {}{whole}", size(bytes), number(tick));
    }
    if found.damage.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(FAILED) }
}
