//! `stead status`: which parts of the program exist in this build, said honestly.

use std::process::ExitCode;

/// Parts in the order they are built: name, what it is for, whether it is in this build.
const PARTS: [(&str, &str, bool); 7] = [
    ("game facts", "items, blocks, recipes, smelting, fuels, mobs of Minecraft 1.21.4", true),
    ("world", "an embedded survival world to live in", false),
    ("agent", "the mind, its journal and `stead run`", false),
    ("belief", "tracks, hazards and reflexes; `stead track`", false),
    ("planner", "crafting and smelting in time; `stead plan`, `stead solve`", false),
    ("upkeep", "food, tools, light, shelter ahead of need; `stead upkeep`", true),
    ("building", "structures that are verified and survive crashes", false),
];

#[derive(Debug, Default, clap::Args)]
pub struct Args {
    /// Print JSON for programs.
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> ExitCode {
    if args.json {
        let parts: Vec<_> =
            PARTS.iter().map(|(name, _, built)| serde_json::json!({"part": name, "built": built})).collect();
        println!("{}", serde_json::json!({"version": env!("CARGO_PKG_VERSION"), "parts": parts}));
        return ExitCode::SUCCESS;
    }
    println!("stead {}\n", env!("CARGO_PKG_VERSION"));
    for (name, purpose, built) in PARTS {
        println!("  {} {name:<11} {purpose}", if built { "built  " } else { "not yet" });
    }
    ExitCode::SUCCESS
}
