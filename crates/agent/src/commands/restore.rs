//! `stead restore FILE DIR`: puts a backup into an empty directory, from which the life goes on.

use crate::inspection::look;
use crate::say::say;
use crate::view::text::number;
use serde_json::json;
use std::path::PathBuf;
use std::process::ExitCode;
use store::{Archive, OtherLayout, RestoreError};
use tracing::{error, warn};

const FAILED: u8 = 1;
const BAD_INPUT: u8 = 2;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// The backup.
    file: PathBuf,
    /// The data directory. It must be empty, or not there yet.
    data: PathBuf,
    /// Print JSON for programs.
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> ExitCode {
    let (mut tick, mut damage) = (0, Vec::new());
    // A damaged part is named. Only a backup without any whole state is refused: no life could go on from it.
    let check = |archive: &Archive| {
        let newest = archive.newest().map_err(|error| error.to_string())?;
        let found = look(archive);
        tick = found.span.map_or(0, |(_, last)| last.tick).max(newest.kept.tick);
        damage = found.damage;
        Ok(())
    };
    let identity = match store::restore(&args.file, &args.data, check) {
        Ok(identity) => identity,
        Err(error) => {
            error!("{error}");
            // A file that cannot be read is a bad argument; a directory that cannot be written is a failure.
            let unwritten = matches!(&error, RestoreError::Io { path, .. } if *path != args.file);
            return ExitCode::from(if unwritten { FAILED } else { BAD_INPUT });
        }
    };
    let dir = args.data.display();
    for damage in &damage {
        warn!("{dir}: DAMAGED: {damage}");
    }
    let layout = OtherLayout::of(&identity, driver::LAYOUT);
    if let Some(layout) = layout.filter(|layout| layout.found > layout.asked) {
        warn!("{dir}: {layout}, so only that version can go on from it");
    }
    if args.json {
        say!("{}", json!({"data": args.data, "seed": identity.seed, "tick": tick, "damage": damage}));
    } else {
        say!("{dir}: a life in world {} up to tick {}; `stead run --data {dir}` goes on", identity.seed, number(tick));
    }
    if damage.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(FAILED) }
}
