//! `cargo xtask bench NAME`: runs a crate's `figures` benchmark, which prints asked against measured.

use crate::{root, steps};
use std::process::{Command, ExitCode};

/// The crates with a `benches/figures.rs`, found in the tree.
fn names() -> Vec<String> {
    let crates = std::fs::read_dir(root().join("crates")).into_iter().flatten().flatten();
    let with_figures = crates.filter(|entry| entry.path().join("benches/figures.rs").exists());
    let mut names: Vec<String> = with_figures.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

pub fn run(wanted: &[&str]) -> ExitCode {
    let names = names();
    let [name] = wanted else {
        println!("usage: cargo xtask bench NAME\n\nbenchmarks: {}", names.join(", "));
        return if wanted.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(2) };
    };
    if !names.iter().any(|known| known == name) {
        eprintln!("bench: there is no benchmark {name:?}; there are: {}", names.join(", "));
        return ExitCode::from(2);
    }
    let mut command = Command::new("cargo");
    command.args(["bench", "--quiet", "--locked", "-p", name, "--bench", "figures"]).current_dir(root());
    if steps::run(&format!("bench {name}"), &mut command).ok { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
