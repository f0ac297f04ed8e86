//! `cargo xtask bench NAME`: runs the `figures` benchmark of a crate, or one of the long benchmarks `baseline` and
//! `soak`.

mod baseline;
mod soak;

use crate::{root, steps};
use std::process::{Command, ExitCode};

/// How a crate's manifest declares its benchmark; the source may be a file or a folder.
const IN_MANIFEST: &str = "[[bench]]\nname = \"figures\"\n";

/// The crates that have a benchmark called `figures`.
fn names() -> Vec<String> {
    let crates = std::fs::read_dir(root().join("crates")).into_iter().flatten().flatten();
    let manifest = |dir: &std::path::Path| std::fs::read_to_string(dir.join("Cargo.toml")).unwrap_or_default();
    let with_figures = crates.filter(|entry| manifest(&entry.path()).contains(IN_MANIFEST));
    let mut names: Vec<String> = with_figures.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

/// Benchmarks that are called otherwise than their crate.
const CALLED: [(&str, &str); 1] = [("body", "puppet")];

/// Benchmarks with a second part that runs whole lives of the agent, in `crates/agent/benches/NAME.rs`.
const WITH_WHOLE_AGENT: [&str; 4] = ["agency", "building", "store", "upkeep"];

pub fn run(wanted: &[&str]) -> ExitCode {
    let names = names();
    match wanted {
        ["baseline", options @ ..] => baseline::run(options),
        ["soak", options @ ..] => soak::run(options),
        [name] if names.iter().any(|known| called(known) == *name) => figures(name),
        [] => {
            println!(
                "usage: cargo xtask bench NAME\n\nbenchmarks: {}, baseline, soak\n\n{}\n{}",
                listed(&names),
                baseline::USAGE,
                soak::USAGE
            );
            ExitCode::SUCCESS
        }
        _ => {
            let (asked, known) = (wanted.join(" "), listed(&names));
            eprintln!("bench: unknown benchmark {asked:?}; the benchmarks are {known}, baseline, soak");
            ExitCode::from(2)
        }
    }
}

/// What the benchmark of a crate is called.
fn called(package: &str) -> &str {
    CALLED.iter().find(|(_, of)| *of == package).map_or(package, |(name, _)| name)
}

fn listed(packages: &[String]) -> String {
    packages.iter().map(|package| called(package)).collect::<Vec<_>>().join(", ")
}

/// Runs the benchmark of one crate, and its part with whole lives of the agent.
fn figures(name: &str) -> ExitCode {
    let with_whole_agent = WITH_WHOLE_AGENT.iter().filter(|bench| **bench == name).map(|bench| ("agent", *bench));
    let package = CALLED.iter().find(|(called, _)| *called == name).map_or(name, |(_, package)| package);
    let benches = std::iter::once((package, "figures")).chain(with_whole_agent);
    // Every part of the benchmark runs, even after one that missed its figures.
    let ok = benches.fold(true, |ok, (package, bench)| {
        let mut command = Command::new("cargo");
        command.args(["bench", "--quiet", "--locked", "-p", package, "--bench", bench]).current_dir(root());
        steps::run(&format!("bench {name}: {package}"), &mut command).ok && ok
    });
    let ok = if name == "store" { hundred_breaks() && ok } else { ok };
    if ok { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Breaks the mind at a hundred random ticks of one life. It is a test of the driver that is too long for every run.
fn hundred_breaks() -> bool {
    let mut command = Command::new("cargo");
    command.args(["test", "--quiet", "--locked", "-p", "driver", "--test", "broken"]).current_dir(root());
    command.args(["--", "--ignored", "--exact", "a_hundred_breaks", "--nocapture"]);
    steps::run("bench store: a panic at 100 random ticks", &mut command).ok
}

/// Reads `--name value` pairs from the command line; returns the values in the order of `defaults`.
fn options<const N: usize>(words: &[&str], defaults: [(&str, u64); N]) -> Result<[u64; N], String> {
    let mut values = defaults.map(|(_, value)| value);
    for pair in words.chunks(2) {
        let place = defaults.iter().position(|(name, _)| *name == pair[0]);
        let place = place.ok_or_else(|| format!("unknown option {:?}", pair[0]))?;
        let text = pair.get(1).ok_or_else(|| format!("{} needs a number", pair[0]))?;
        values[place] = text.parse().map_err(|_| format!("{} {text:?} is not a whole number", pair[0]))?;
    }
    Ok(values)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_crate_with_a_figures_benchmark_is_listed() {
        let names = names();
        for entry in std::fs::read_dir(root().join("crates")).unwrap().map(Result::unwrap) {
            let benches = entry.path().join("benches");
            let has_figures = benches.join("figures.rs").exists() || benches.join("figures/main.rs").exists();
            let name = entry.file_name().into_string().unwrap();
            assert_eq!(names.contains(&name), has_figures, "{name}");
        }
        for name in WITH_WHOLE_AGENT {
            assert!(names.iter().any(|known| called(known) == name), "{name}");
        }
        assert!(listed(&names).split(", ").any(|name| name == "body"));
    }

    #[test]
    fn options_are_read_or_refused() {
        let defaults = [("--worlds", 40), ("--days", 5)];
        for (words, expected) in [
            (&[][..], Ok([40, 5])),
            (&["--days", "2"], Ok([40, 2])),
            (&["--days", "2", "--worlds", "7"], Ok([7, 2])),
            (&["--hours", "2"], Err("unknown option \"--hours\"")),
            (&["--days"], Err("--days needs a number")),
            (&["--days", "two"], Err("--days \"two\" is not a whole number")),
        ] {
            assert_eq!(options(words, defaults), expected.map_err(String::from), "{words:?}");
        }
    }
}
