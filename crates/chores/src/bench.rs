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

/// Benchmarks with a second part that runs whole lives: `crates/agent/benches/NAME.rs`.
const WITH_WHOLE_AGENT: [&str; 1] = ["upkeep"];

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
    let with_whole_agent = WITH_WHOLE_AGENT.iter().filter(|bench| *bench == name).map(|bench| ("agent", *bench));
    let benches = std::iter::once((*name, "figures")).chain(with_whole_agent);
    // Every part is run, also after one that missed its figures.
    let ok = benches.fold(true, |ok, (package, bench)| {
        let mut command = Command::new("cargo");
        command.args(["bench", "--quiet", "--locked", "-p", package, "--bench", bench]).current_dir(root());
        steps::run(&format!("bench {name}: {package}"), &mut command).ok && ok
    });
    if ok { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
