//! `stead blueprint`: looks at structure files, checks and converts them.

mod answer;
mod drawn;

use crate::say::{say, tell};
use blueprint::{Draft, FILE_BYTES_MAX, LeftOut, Resolved, Target, resolve, shipped};
use building::Blueprint;
use building::pare::{Hopeless, pare};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    /// The blueprints that come with the program.
    List,
    /// What a structure file holds: picture, materials, modules, duration.
    Show {
        /// A .toml, .schem, .litematic or .nbt file, or the name of a blueprint that comes with the program.
        file: PathBuf,
        /// Print one JSON object.
        #[arg(long)]
        json: bool,
        /// Draw the layers from below to above instead of the picture.
        #[arg(long, conflicts_with = "json")]
        layers: bool,
    },
    /// Whether a structure file can be built by hand; what has to be left out is named.
    Check {
        /// A .toml, .schem, .litematic or .nbt file, or the name of a blueprint that comes with the program.
        file: PathBuf,
        /// Print one JSON object.
        #[arg(long)]
        json: bool,
    },
    /// Write a structure in another format; the ending of OUT says which: .toml, .schem, .litematic or .nbt.
    Convert {
        /// A .toml, .schem, .litematic or .nbt file, or the name of a blueprint that comes with the program.
        file: PathBuf,
        out: PathBuf,
        /// Overwrite OUT if it exists.
        #[arg(long)]
        force: bool,
    },
}

const BAD_INPUT: u8 = 2;
/// Exit code of `check` for a structure of which too much cannot be built.
const NOT_ALL: u8 = 3;

pub fn run(args: &Args) -> ExitCode {
    let done = match &args.command {
        Command::List => list(),
        Command::Show { file, json, layers } => show(file, *json, *layers),
        Command::Check { file, json } => check(file, *json),
        Command::Convert { file, out, force } => convert(file, out, *force),
    };
    done.unwrap_or_else(|why| {
        tell!("stead blueprint: {why}");
        ExitCode::from(BAD_INPUT)
    })
}

/// The bytes of a structure file, or of a blueprint that comes with the program.
fn bytes(file: &Path) -> Result<Vec<u8>, String> {
    let named = file.to_str().and_then(shipped);
    if let Some(text) = named.filter(|_| !file.exists()) {
        return Ok(text.as_bytes().to_vec());
    }
    let mut bytes = Vec::new();
    let read = std::fs::File::open(file).and_then(|file| file.take(FILE_BYTES_MAX + 1).read_to_end(&mut bytes));
    match read {
        Ok(_) => Ok(bytes),
        Err(error) => {
            Err(format!("{}: cannot be read ({error}); `stead blueprint list` names those that ship", file.display()))
        }
    }
}

pub(super) fn draft(file: &Path) -> Result<Draft, String> {
    blueprint::read(&bytes(file)?).map_err(|fault| format!("{}: {fault}", file.display()))
}

/// The name of a structure without one: the file's, without its ending.
pub(super) fn name_of(file: &Path) -> String {
    file.file_stem().map_or_else(|| "structure".into(), |stem| stem.to_string_lossy().into_owned())
}

fn list() -> Result<ExitCode, String> {
    for (name, text) in blueprint::SHIPPED {
        let draft = blueprint::read(text.as_bytes()).map_err(|fault| format!("{name}: {fault}"))?;
        let [x, y, z] = draft.size;
        say!("{name:<16} {:<10} {}", format!("{x}x{y}x{z}"), draft.about);
    }
    Ok(ExitCode::SUCCESS)
}

fn show(file: &Path, json: bool, layers: bool) -> Result<ExitCode, String> {
    let draft = draft(file)?;
    let head = answer::Head::of(&draft);
    let drawing = layers.then(|| blueprint::layers(&draft)).transpose().map_err(|fault| fault.to_string())?;
    let resolved = resolve(draft, &name_of(file));
    if json {
        say!("{}", answer::json(&head, &resolved));
        return Ok(ExitCode::SUCCESS);
    }
    match (&drawing, &resolved.blueprint) {
        (Some(drawing), _) => say!("{drawing}"),
        (None, Ok(blueprint)) => drawn::picture(blueprint),
        (None, Err(_)) => {}
    }
    say!("{}", answer::text(&head, &resolved));
    Ok(ExitCode::SUCCESS)
}

fn check(file: &Path, json: bool) -> Result<ExitCode, String> {
    let (wanted, notes) = wanted(resolve(draft(file)?, &name_of(file)));
    if json {
        say!("{}", serde_json::json!({ "ok": wanted.is_ok(), "complaints": notes }));
    } else if notes.is_empty() {
        say!("{}: everything in it can be built", file.display());
    } else {
        for note in &notes {
            say!("{note}");
        }
        if wanted.is_ok() {
            say!("the rest can be built");
        }
    }
    Ok(if wanted.is_ok() { ExitCode::SUCCESS } else { ExitCode::from(NOT_ALL) })
}

/// A structure of which more than this share cannot be built is not the same structure any more, in percent.
const LEFT_OUT_PERCENT_MAX: u64 = 10;
/// Largest structure that is built in thought, in blocks and in cells: it takes about a second.
const TRIAL_BLOCKS_MAX: u64 = 1_500;
const TRIAL_CELLS_MAX: usize = 30_000;
/// Most cells that a note names.
const NAMED_MAX: usize = 8;

/// What of a structure can be built, with all that is left out named, a line each. The error is the last line.
pub(super) fn wanted(resolved: Resolved) -> (Result<(Blueprint, LeftOut), String>, Vec<String>) {
    let cells = |count: u64| if count == 1 { "1 cell".to_string() } else { format!("{count} cells") };
    let (mut left_out, all) = (resolved.left_out, resolved.blocks);
    let mut notes = Vec::new();
    for (name, count) in &left_out.unknown {
        notes.push(format!("unknown in {}: {name}, {}", gamedata::MINECRAFT_VERSION, cells(*count)));
    }
    for (state, count) in &left_out.unplaceable {
        notes.push(format!("no hand can place {state}, {}", cells(*count)));
    }
    if left_out.block_entities > 0 || left_out.entities > 0 {
        let (inside, beings) = (left_out.block_entities, left_out.entities);
        notes.push(format!("left out: the contents of {inside} chests, signs and the like, and {beings} entities"));
    }
    let refused = |why: String, mut notes: Vec<String>| {
        notes.push(why.clone());
        (Err(why), notes)
    };
    let blueprint = match resolved.blueprint {
        Ok(blueprint) => blueprint,
        Err(why) => return refused(why.to_string(), notes),
    };
    notes.extend(blueprint.half_alone().map(|why| why.to_string()));
    let is_tried = blueprint.blocks() <= TRIAL_BLOCKS_MAX && blueprint.cells.len() <= TRIAL_CELLS_MAX;
    let pared = match pare(&blueprint, is_tried) {
        Ok(pared) => pared,
        Err(Hopeless::Nothing(why)) => return refused(why.to_string(), notes),
        Err(Hopeless::Infeasible(_)) => {
            return refused("whatever is left out, more of it cannot be built".into(), notes);
        }
    };
    if !pared.unreachable.is_empty() {
        let places = pared.unreachable.iter().take(NAMED_MAX).map(|(cell, _)| blueprint.place(*cell));
        let named: Vec<String> = places.map(|[x, y, z]| format!("{x} {y} {z}")).collect();
        let more = if pared.unreachable.len() > NAMED_MAX { ", …" } else { "" };
        let (count, named) = (cells(pared.unreachable.len() as u64), named.join(", "));
        notes.push(format!("{count} can be neither reached, clicked nor held: {named}{more}"));
    }
    for (_, state) in pared.halves.iter().chain(&pared.unreachable) {
        *left_out.unplaceable.entry(gamedata::states::shown(*state).to_string()).or_insert(0) += 1;
    }
    let gone: u64 = left_out.unknown.values().chain(left_out.unplaceable.values()).sum();
    if gone * 100 > all * LEFT_OUT_PERCENT_MAX {
        return refused(format!("{gone} of {all} blocks cannot be built"), notes);
    }
    (Ok((pared.blueprint, left_out)), notes)
}

fn convert(file: &Path, out: &Path, force: bool) -> Result<ExitCode, String> {
    let ending = out.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    let Some(target) = Target::of_ending(ending) else {
        return Err(format!("{}: name a file that ends in .toml, .schem, .litematic or .nbt", out.display()));
    };
    let mut draft = draft(file)?;
    if out.exists() && !force {
        return Err(format!("{}: it exists already; remove it, or say --force", out.display()));
    }
    draft.name.get_or_insert_with(|| name_of(file));
    let left = (draft.block_entities, draft.entities);
    let bytes = blueprint::write(&draft, target).map_err(|fault| format!("{}: {fault}", file.display()))?;
    std::fs::write(out, bytes).map_err(|error| format!("{}: cannot be written ({error})", out.display()))?;
    if left != (0, 0) {
        tell!("stead blueprint: {} block entities and {} entities are not in {}", left.0, left.1, out.display());
    }
    Ok(ExitCode::SUCCESS)
}
