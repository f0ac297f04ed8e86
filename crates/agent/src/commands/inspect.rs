//! `stead inspect DATA`: looks at a data directory without writing to it, whatever state it is in.

use crate::inspection::{Found, look};
use crate::say::say;
use crate::view::text::number;
use serde_json::json;
use std::path::PathBuf;
use std::process::ExitCode;
use store::{Archive, OtherLayout, Place};
use tracing::error;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// The data directory.
    data: PathBuf,
    /// Print JSON for programs.
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> ExitCode {
    let archive = match Archive::open(&args.data) {
        Ok(archive) => archive,
        Err(error) => {
            error!("{}: {error}", args.data.display());
            return ExitCode::from(2);
        }
    };
    let mut found = look(&archive);
    found.damage.extend(Archive::log_damage(&args.data).map(|error| error.to_string()));
    if args.json {
        print_json(&found);
    } else {
        print(&found);
    }
    if found.damage.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn print_json(found: &Found) {
    let place = |place: Place| json!({"record": place.seq, "tick": place.tick});
    let identity = found.identity.as_ref();
    say!(
        "{}",
        json!({
            "world": identity.map(|identity| identity.world.clone()),
            "seed": identity.map(|identity| identity.seed),
            "minecraft": identity.map(|identity| identity.game.clone()),
            "layout": identity.map(|identity| identity.layout),
            "format": store::FORMAT_VERSION,
            "first": found.span.map(|(first, _)| place(first)),
            "last": found.span.map(|(_, last)| place(last)),
            "states": found.states.iter().map(|(seq, tick)| json!({"record": seq, "tick": tick})).collect::<Vec<_>>(),
            "records_whole": found.whole,
            "damage": found.damage,
        })
    );
}

fn print(found: &Found) {
    if let Some(identity) = &found.identity {
        say!("{identity}, format {}", store::FORMAT_VERSION);
        if let Some(layout) = OtherLayout::of(identity, driver::LAYOUT) {
            say!("{layout}, so only that version can resume or replay it");
        }
    }
    match found.span {
        Some((first, last)) => say!(
            "records {} to {}, ticks {} to {}; {} of them whole",
            number(first.seq),
            number(last.seq),
            number(first.tick),
            number(last.tick),
            number(found.whole)
        ),
        None => say!("no records"),
    }
    let ticks: Vec<String> = found.states.iter().map(|(_, tick)| number(*tick)).collect();
    say!("saved states at ticks: {}", ticks.join(" · "));
    for damage in &found.damage {
        say!("DAMAGED: {damage}");
    }
    if found.damage.is_empty() {
        say!("everything is whole");
    }
}
