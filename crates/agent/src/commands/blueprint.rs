//! `stead blueprint`: looks at structure files, checks and converts them.

mod answer;
mod drawn;

use crate::say::{say, tell};
use blueprint::{Draft, FILE_BYTES_MAX, Resolved, Target, resolve, shipped};
use building::{Blueprint, Infeasible, feasible};
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
    /// Whether everything in a structure file can be built by hand; what cannot is named.
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
/// Exit code of `check` for a structure of which something cannot be built.
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
    let resolved = resolve(draft(file)?, &name_of(file));
    let complaints = complaints(&resolved);
    if json {
        say!("{}", serde_json::json!({ "ok": complaints.is_empty(), "complaints": complaints }));
    } else if complaints.is_empty() {
        say!("{}: everything in it can be built", file.display());
    } else {
        for complaint in &complaints {
            say!("{complaint}");
        }
    }
    Ok(if complaints.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(NOT_ALL) })
}

/// What of a structure cannot be built, a line each.
fn complaints(resolved: &Resolved) -> Vec<String> {
    let cells = |count: u64| if count == 1 { "1 cell".to_string() } else { format!("{count} cells") };
    let left_out = &resolved.left_out;
    let mut lines = Vec::new();
    for (name, count) in &left_out.unknown {
        lines.push(format!("unknown in {}: {name}, {}", gamedata::MINECRAFT_VERSION, cells(*count)));
    }
    for (state, count) in &left_out.unplaceable {
        lines.push(format!("no hand can place {state}, {}", cells(*count)));
    }
    match &resolved.blueprint {
        Err(why) => lines.push(why.to_string()),
        Ok(blueprint) => {
            lines.extend(blueprint.half_alone().map(|why| why.to_string()));
            lines.extend(trial(blueprint));
        }
    }
    if left_out.block_entities > 0 || left_out.entities > 0 {
        let (inside, beings) = (left_out.block_entities, left_out.entities);
        lines.push(format!("left out: the contents of {inside} chests, signs and the like, and {beings} entities"));
    }
    lines
}

/// Largest structure that `check` builds in thought, in blocks and in cells: it takes about a second.
const TRIAL_BLOCKS_MAX: u64 = 1_500;
const TRIAL_CELLS_MAX: usize = 30_000;
/// Most cells that a complaint names.
const NAMED_MAX: usize = 8;

/// Builds a structure in thought; tells the cells that no builder could place.
pub(super) fn trial(blueprint: &Blueprint) -> Option<String> {
    if blueprint.blocks() > TRIAL_BLOCKS_MAX || blueprint.cells.len() > TRIAL_CELLS_MAX {
        return None;
    }
    match feasible(blueprint) {
        Ok(_) | Err(Infeasible::TooLarge) => None,
        Err(Infeasible::Cells { module, cells }) => {
            let named: Vec<String> = cells.iter().take(NAMED_MAX).map(|[x, y, z]| format!("{x} {y} {z}")).collect();
            let more = if cells.len() > NAMED_MAX { ", …" } else { "" };
            let (count, named) = (cells.len(), named.join(", "));
            Some(format!("{count} cells of {module} can be neither reached, clicked nor held: {named}{more}"))
        }
    }
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
