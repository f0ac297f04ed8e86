//! `stead build`: hands a structure to the running agent, or builds it in a world of its own.

mod alone;
mod tally;

use super::blueprint::{self, draft, name_of};
use super::reach::Reach;
use crate::say::tell;
use ::blueprint::{LeftOut, resolve};
use alone::Alone;
use building::{Blueprint, Facing};
use std::path::PathBuf;
use std::process::ExitCode;
use vocab::BlockPos;
use window::wire;

const BAD_INPUT: u8 = 2;

#[derive(Debug, clap::Args)]
#[command(after_help = "Example: stead build cabin --at 12,64,-7 --facing east")]
pub struct Args {
    /// The name of a blueprint that comes with the program, or a .toml, .schem, .litematic or .nbt file.
    blueprint: PathBuf,
    /// The corner with the smallest x and z, at the height of the feet of somebody who stands there; left out, a site is chosen.
    #[arg(long, value_name = "X,Y,Z", value_parser = place, allow_hyphen_values = true)]
    at: Option<BlockPos>,
    /// The side that the front looks to: north, east, south or west.
    #[arg(long, value_parser = side)]
    facing: Option<Facing>,
    /// Build in the embedded world, without a running agent, and end with what stands.
    #[arg(long)]
    headless: bool,
    /// The world for --headless.
    #[arg(long, default_value_t = 1, requires = "headless")]
    seed: u64,
    /// Give the agent the materials, in chests beside it when the bag is too small.
    #[arg(long, requires = "headless")]
    give: bool,
    /// The most game ticks that --headless may take.
    #[arg(long, default_value_t = alone::TICKS_USUAL, requires = "headless")]
    ticks: u64,
    /// Tell each decision on standard error, one JSON object a line.
    #[arg(long, requires = "headless")]
    trace: bool,
    #[command(flatten)]
    reach: Reach,
}

fn place(text: &str) -> Result<BlockPos, String> {
    let wrong = || format!("invalid place \"{text}\"; write three whole numbers with commas between them: 12,64,-7");
    let mut numbers = text.split(',').map(|number| number.trim().parse::<i32>());
    let mut next = || numbers.next().and_then(Result::ok).ok_or_else(wrong);
    let at = BlockPos::new(next()?, next()?, next()?);
    if numbers.next().is_some() { Err(wrong()) } else { Ok(at) }
}

fn side(text: &str) -> Result<Facing, String> {
    Facing::named(text).ok_or_else(|| format!("unknown side \"{text}\"; name north, east, south or west"))
}

/// A structure to build, and what of its file is left out.
struct Wanted {
    name: String,
    blueprint: Blueprint,
    left_out: LeftOut,
    ships: bool,
}

pub fn run(args: &Args) -> ExitCode {
    let wanted = match wanted(args) {
        Ok(wanted) => wanted,
        Err(why) => {
            tell!("stead build: {why}");
            return ExitCode::from(BAD_INPUT);
        }
    };
    if args.headless {
        let Args { at, facing, seed, give, ticks, trace, .. } = *args;
        return Alone { seed, give, ticks, at, facing, trace, json: args.reach.json() }.build(&wanted);
    }
    let packed = match building::pack::pack(&wanted.blueprint) {
        Ok(packed) => packed,
        Err(error) => {
            tell!("stead build: {}: {error}", args.blueprint.display());
            return ExitCode::from(BAD_INPUT);
        }
    };
    let digit = |half: u8| char::from_digit(u32::from(half), 16).unwrap_or('0');
    let hex =
        |bytes: Vec<u8>| -> String { bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect() };
    let body = wire::Build {
        name: wanted.name.clone(),
        blueprint: (!wanted.ships).then(|| hex(packed)),
        at: args.at.map(|at| [at.x, at.y, at.z]),
        facing: args.facing.map(|facing| facing.name().into()),
    };
    args.reach.order("/v1/builds", &body)
}

/// The structure that the command names, without what cannot be built of it.
fn wanted(args: &Args) -> Result<Wanted, String> {
    let file = &args.blueprint;
    let (found, notes) = blueprint::wanted(resolve(draft(file)?, &name_of(file)));
    let (blueprint, left_out) = found.map_err(|why| format!("{}: {why}", file.display()))?;
    for note in &notes {
        tell!("stead build: {note}");
    }
    let ships = file.to_str().is_some_and(|name| building::shipped::packed(name).is_some()) && !file.exists();
    let mut name: String = if ships { blueprint.name.clone() } else { name_of(file) };
    name.truncate(name.floor_char_boundary(mind::builds::NAME_BYTES_MAX));
    Ok(Wanted { name, blueprint, left_out, ships })
}
