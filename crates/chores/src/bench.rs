//! `cargo xtask bench NAME`: runs a crate's `figures` benchmark, which prints asked against measured.

use crate::{root, steps};
use std::process::{Command, ExitCode};

/// How a manifest names the benchmark; its source may be a file or a folder.
const IN_MANIFEST: &str = "[[bench]]\nname = \"figures\"\n";

/// The crates with a benchmark called `figures`, found in the tree.
fn names() -> Vec<String> {
    let crates = std::fs::read_dir(root().join("crates")).into_iter().flatten().flatten();
    let manifest = |dir: &std::path::Path| std::fs::read_to_string(dir.join("Cargo.toml")).unwrap_or_default();
    let with_figures = crates.filter(|entry| manifest(&entry.path()).contains(IN_MANIFEST));
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_crate_with_figures_can_be_asked_for_be_they_a_file_or_a_folder() {
        let names = names();
        for entry in std::fs::read_dir(root().join("crates")).unwrap().map(Result::unwrap) {
            let benches = entry.path().join("benches");
            let has_figures = benches.join("figures.rs").exists() || benches.join("figures/main.rs").exists();
            let name = entry.file_name().into_string().unwrap();
            assert_eq!(names.contains(&name), has_figures, "{name}");
        }
        for name in WITH_WHOLE_AGENT {
            assert!(names.iter().any(|known| known == name), "{name}");
        }
    }
}
