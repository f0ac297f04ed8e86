//! `stead inspect DATA`: looks at a data directory without writing to it, whatever state it is in.

use crate::inspection::{Found, look};
use crate::say::say;
use crate::view::text::{count, number, size};
use serde_json::json;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use store::{Archive, OtherLayout, Place, Sizes, Stretch};
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
    let beside = Beside::of(&args.data);
    if args.json {
        print_json(&found, &beside);
    } else {
        print(&found, &beside);
    }
    if found.damage.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// What lies beside the journal's main file.
struct Beside {
    log_bytes: u64,
    copies: Vec<PathBuf>,
    copies_bytes: u64,
}

impl Beside {
    fn of(dir: &Path) -> Beside {
        let bytes = |path: &Path| path.metadata().map_or(0, |file| file.len());
        let copies = store::copies(dir);
        let copies_bytes = copies.iter().map(|path| bytes(path)).sum();
        Beside { log_bytes: bytes(&dir.join(format!("{}-wal", store::JOURNAL_FILE))), copies, copies_bytes }
    }
}

fn print_json(found: &Found, beside: &Beside) {
    let epoch = |stretch: &Stretch| {
        let Stretch { first_seq, tick, epoch, .. } = stretch;
        json!({"program": epoch.program, "layout": epoch.layout, "record": first_seq, "tick": tick})
    };
    let Sizes { inputs, snapshots, file } = found.sizes;
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
            "day": found.day,
            "bytes": {
                "inputs": inputs,
                "states": snapshots,
                "other": found.sizes.other(),
                "journal": file,
                "log": beside.log_bytes,
                "copies": beside.copies_bytes,
            },
            "copies": beside.copies,
            "epochs": found.epochs.iter().map(epoch).collect::<Vec<_>>(),
            "tail": found.tail.map(|(records, from, to)| json!({"records": records, "from_tick": from, "to_tick": to})),
            "damage": found.damage,
        })
    );
}

fn print(found: &Found, beside: &Beside) {
    if let Some(identity) = &found.identity {
        say!("{identity}, format {}", store::FORMAT_VERSION);
        if let Some(layout) = OtherLayout::of(identity, driver::LAYOUT) {
            let older = layout.found < layout.asked;
            let way = if older { "the next `stead run` takes it over" } else { "only that version can go on from it" };
            say!("{layout}; {way}");
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
    print_more(found, beside);
    for damage in &found.damage {
        say!("DAMAGED: {damage}");
    }
    if found.damage.is_empty() {
        say!("everything is whole");
    }
}

/// Days, sizes, the programs that wrote the journal, and what `--discard-tail` would drop.
fn print_more(found: &Found, beside: &Beside) {
    say!("it is day {} of this life", number(found.day));
    let Sizes { inputs, snapshots, file } = found.sizes;
    let (inputs, states, other) = (size(inputs), size(snapshots), size(found.sizes.other()));
    say!("{} on the disk: inputs {inputs}, saved states {states}, digests and tables {other}", size(file));
    if beside.log_bytes > 0 {
        say!("beside it: {} of SQLite's log", size(beside.log_bytes));
    }
    for copy in &beside.copies {
        let bytes = copy.metadata().map_or(0, |file| file.len());
        say!("beside it: {}, a copy of the journal as it was, {}", copy.display(), size(bytes));
    }
    for Stretch { first_seq, tick, epoch, .. } in &found.epochs {
        let (program, layout) = (&epoch.program, epoch.layout);
        say!("from record {} (tick {}) on: written by {program}, layout {layout}", number(*first_seq), number(*tick));
    }
    match found.tail {
        Some((records, from, to)) => say!(
            "`stead run --discard-tail` would drop {}, ticks {} to {}",
            count(records, "record"),
            number(from),
            number(to)
        ),
        None => say!("`stead run --discard-tail` would drop nothing"),
    }
}
