//! Turns `tables/*.tsv` into Rust statics. A corrupted table stops the build with its name and line.

use std::path::Path;
use std::process::ExitCode;
use std::{env, fs};

#[path = "build/emit.rs"]
mod emit;
#[path = "build/emit_recipes.rs"]
mod emit_recipes;
#[path = "build/emit_states.rs"]
mod emit_states;
#[path = "build/hash.rs"]
mod hash;
#[path = "build/table.rs"]
#[allow(dead_code, reason = "the build only reads tables; `cargo xtask gamedata` writes them")]
mod table;

fn main() -> ExitCode {
    println!("cargo::rerun-if-changed=build");
    println!("cargo::rerun-if-changed=tables");
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            println!("cargo::error={message}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), String> {
    let mut texts = Vec::new();
    for schema in emit::SCHEMAS {
        let path = Path::new("tables").join(schema.file);
        texts.push(fs::read_to_string(&path).map_err(|error| format!("crates/gamedata/{}: {error}", path.display()))?);
    }
    let rust = emit::rust(std::array::from_fn(|at| texts[at].as_str())).map_err(|error| error.to_string())?;
    let out = Path::new(&env::var("OUT_DIR").map_err(|error| error.to_string())?).join("tables.rs");
    fs::write(&out, rust).map_err(|error| format!("{}: {error}", out.display()))
}
