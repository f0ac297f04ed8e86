//! `stead replay DATA`: re-runs the mind over its journal, compares byte for byte, and says why things were done.

use crate::say::{out, say, tell};
use crate::view::text::{count, number};
use crate::why::{Link, Reasons, Subject};
use driver::Replayed;
use driver::replay::Mismatch;
use mind::{Effect, Input};
use serde_json::{Value, json};
use std::path::PathBuf;
use std::process::ExitCode;
use store::Archive;
use tracing::{error, warn};
use vocab::{FinePos, Tick};

const DIFFERS: u8 = 1;
const BAD_INPUT: u8 = 2;
const UNKNOWN: u8 = 3;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// The data directory.
    data: PathBuf,
    /// Stop after this tick.
    #[arg(long, value_name = "TICK")]
    until: Option<u64>,
    /// Print the chain of reasons behind a task (T12) or an action (A345).
    #[arg(long, value_name = "TASK|ACTION")]
    why: Option<Subject>,
    /// From this tick on, print what the mind took in and what it decided, one JSON object a line; with --json the last
    /// line is the summary, else that goes to standard error.
    #[arg(long, value_name = "TICK", conflicts_with = "why")]
    trace: Option<u64>,
    /// Print JSON for programs.
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> ExitCode {
    let mut reasons = Reasons::default();
    let archive = match Archive::open(&args.data) {
        Ok(archive) => archive,
        Err(error) => {
            error!("{}: {error}", args.data.display()); // `stead inspect` could say no more
            return ExitCode::from(BAD_INPUT);
        }
    };
    let replayed = driver::replay(&archive, args.until.map(Tick), |input, effects, _| {
        let traced = args.trace.is_some_and(|from| input.tick.0 >= from);
        if traced {
            say!("{}", taken_in(input));
        }
        for effect in effects {
            let Effect::Trace(trace) = effect else { continue };
            if args.why.is_some() {
                reasons.take(trace);
            }
            if traced {
                say!("{}", json!(trace));
            }
        }
    });
    let replayed = match replayed {
        Ok(replayed) => replayed,
        Err(error) => {
            error!("{}: {error}; `stead inspect` shows what is intact", args.data.display());
            return ExitCode::from(BAD_INPUT);
        }
    };
    let differs = replayed.mismatch.is_some();
    let damage = damage(args, &replayed);
    let mut said = summary(&replayed, &damage);
    let mut code = match () {
        () if differs => DIFFERS,
        () if damage.left_out => BAD_INPUT,
        () => 0,
    };
    for damage in &damage.found {
        warn!("{}: {damage}", args.data.display());
    }
    if let Some(subject) = args.why {
        reasons.remember(replayed.mind.tasks());
        let chain = reasons.chain(subject);
        if chain.is_empty() {
            code = UNKNOWN;
            error!(
                "{subject} is not in the journal that is kept (ticks {} to {}; it knows {})",
                replayed.from,
                replayed.mind.tick(),
                reasons.known()
            );
        }
        if args.json {
            said["why"] = json!(chain.iter().map(Link::cause).collect::<Vec<_>>());
        } else {
            for link in &chain {
                out(format_args!("{link}"));
            }
        }
    }
    if args.json {
        say!("{said}");
    } else if args.trace.is_some() {
        tell!("{}", words(&replayed)); // a program reads the other lines
    } else if args.why.is_none() || differs {
        say!("{}", words(&replayed));
    }
    ExitCode::from(code)
}

/// What is damaged in a data directory, and whether records were left out because of it.
struct Damage {
    found: Vec<String>,
    left_out: bool,
}

fn damage(args: &Args, replayed: &Replayed) -> Damage {
    let skipped = replayed
        .skipped
        .iter()
        .map(|damaged| format!("{}; replayed from the next intact one, at tick {}", damaged.error, replayed.from));
    let uncompared =
        replayed.uncompared.iter().map(|damaged| format!("{}; the replay went on over the records", damaged.error));
    // SQLite reads a damaged write-ahead log as one that ends there, so the log is checked separately.
    let log = Archive::log_damage(&args.data);
    let left_out = !replayed.skipped.is_empty() || log.is_some();
    let log = log.map(|error| format!("{error}; what came after it was not replayed"));
    let found = skipped.chain(uncompared).chain(log).collect();
    Damage { found, left_out }
}

/// One input of the mind as JSON: the body's position and vitals, and what it saw.
fn taken_in(input: &Input) -> Value {
    let fine = |at: FinePos| [at.x, at.y, at.z];
    let seen = input.detections.iter().map(|detection| json!([detection.kind, fine(detection.at)]));
    let vitals = input.senses.vitals;
    json!({
        "tick": input.tick,
        "at_fine": fine(input.senses.at),
        "health": vitals.map(|vitals| vitals.health),
        "food": vitals.map(|vitals| vitals.food),
        "open_sides": input.senses.surroundings.open_sides,
        "sky_light": input.senses.surroundings.sky_light,
        "seen": seen.collect::<Vec<_>>(),
    })
}

fn summary(replayed: &Replayed, damage: &Damage) -> Value {
    let mismatch = replayed.mismatch.as_ref().map(|mismatch| {
        let Mismatch { seq, tick, what, program } = mismatch;
        json!({"record": seq, "tick": tick, "what": what, "program": program})
    });
    json!({
        "from_tick": replayed.from.0,
        "to_tick": replayed.mind.tick().0,
        "records": replayed.records,
        "states_compared": replayed.states,
        "identical": mismatch.is_none(),
        "mismatch": mismatch,
        "reworded": replayed.reworded,
        "damage": (!damage.found.is_empty()).then(|| damage.found.join("; ")),
        "mind_digest": replayed.mind.digest().to_string(),
    })
}

fn words(replayed: &Replayed) -> String {
    let Replayed { from, records, states, mind, .. } = replayed;
    let span = format!("{}, ticks {} to {}", count(*records, "record"), number(from.0), number(mind.tick().0));
    let said = match &replayed.mismatch {
        None => format!("{span}: identical, byte for byte; {} compared", count(*states, "saved state")),
        Some(mismatch) => format!(
            "{span}: DIFFERENT {} at record {} (tick {}): this version decides differently from {}, which recorded it, or is not \
             deterministic",
            mismatch.what,
            number(mismatch.seq),
            number(mismatch.tick),
            mismatch.program.as_deref().unwrap_or("the one")
        ),
    };
    let words = match &replayed.reworded_first {
        None => String::new(),
        Some(first) => format!(
            "\n{} told in other words, from record {} (tick {}) on",
            count(replayed.reworded, "record"),
            number(first.seq),
            number(first.tick)
        ),
    };
    let older = replayed.older.iter().map(|older| {
        let (program, layout) = (&older.epoch.program, older.epoch.layout);
        format!("\nnot replayed: what {program} (layout {layout}) recorded from tick {} on", number(older.tick))
    });
    let said = format!("{said}{words}{}", older.collect::<String>());
    format!("{said}\nmind {}", mind.digest())
}
