//! `cargo xtask fuzz NAME`: builds and runs a fuzz target with libFuzzer on the pinned stable compiler.
//!
//! No nightly compiler is needed: the coverage counters that guide libFuzzer come from an LLVM pass, which stable
//! rustc can run too.

use crate::{root, steps};
use std::path::PathBuf;
use std::process::{Command, ExitCode};

/// How many seconds a fuzz target runs unless `-- -max_total_time=…` says otherwise.
const SECONDS: u32 = 60;

/// Compiler flags for fuzzing with coverage: a counter at every branch, a table of their addresses, and the operands of
/// comparisons.
const COVERAGE: [&str; 7] = [
    "-Cpasses=sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=4",
    "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
    "-Cllvm-args=-sanitizer-coverage-pc-table",
    "-Cllvm-args=-sanitizer-coverage-trace-compares",
    // Each crate is compiled as one unit, so that all its coverage counters are registered together.
    "-Ccodegen-units=1",
    "--cfg=fuzzing",
];

/// The fuzz targets; each is one file in `fuzz/fuzz_targets`.
fn names() -> Vec<String> {
    let files = tidy::files(&root().join("fuzz/fuzz_targets"), ".rs");
    files.iter().filter_map(|file| Some(file.file_stem()?.to_string_lossy().into_owned())).collect()
}

pub fn run(wanted: &[&str]) -> ExitCode {
    let names = names();
    let (name, arguments) = match wanted {
        [] => {
            println!("usage: cargo xtask fuzz NAME [-- libFuzzer arguments]\n\ntargets: {}", names.join(", "));
            return ExitCode::SUCCESS;
        }
        [name] => (name, &[][..]),
        [name, "--", arguments @ ..] => (name, arguments),
        _ => {
            eprintln!("fuzz: write one target, then `--`, then arguments for libFuzzer");
            return ExitCode::from(2);
        }
    };
    if !names.iter().any(|known| known == name) {
        eprintln!("fuzz: unknown target {name:?}; the targets are {}", names.join(", "));
        return ExitCode::from(2);
    }
    if !build().ok {
        return ExitCode::FAILURE;
    }
    match fuzz(name, arguments) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("fuzz: {name} cannot be run ({error})");
            ExitCode::FAILURE
        }
    }
}

/// Builds every fuzz target. `cargo xtask test` does this too, so that a target that stops compiling is noticed.
pub fn build() -> steps::Done {
    let mut cargo = Command::new("cargo");
    cargo.args(["build", "--release", "--locked", "--bins", "--target", &host()]);
    // With `--target`, the compiler flags apply to the fuzz targets only and not to build scripts and macros.
    cargo.env("RUSTFLAGS", COVERAGE.join(" ")).env_remove("CARGO_ENCODED_RUSTFLAGS").env("CARGO_TARGET_DIR", target());
    steps::run("fuzz targets", cargo.current_dir(root().join("fuzz")))
}

/// Runs a fuzz target; returns false when it found a crash. New inputs go to `fuzz/corpus`, crashes to
/// `fuzz/artifacts`.
fn fuzz(name: &str, arguments: &[&str]) -> std::io::Result<bool> {
    let folder = |kind: &str| root().join("fuzz").join(kind).join(name);
    let (corpus, artifacts) = (folder("corpus"), folder("artifacts"));
    std::fs::create_dir_all(&corpus)?;
    std::fs::create_dir_all(&artifacts)?;
    let mut target = Command::new(target().join(host()).join("release").join(name));
    target.arg(format!("-max_total_time={SECONDS}")).arg(format!("-artifact_prefix={}/", artifacts.display()));
    // libFuzzer uses the last of two equal options, so the caller's options override ours.
    Ok(target.args(arguments).arg(corpus).status()?.success())
}

fn target() -> PathBuf {
    root().join("fuzz/target")
}

/// The target triple of this machine, as reported by rustc.
fn host() -> String {
    let output = Command::new("rustc").arg("-vV").output().map(|output| output.stdout).unwrap_or_default();
    let text = String::from_utf8_lossy(&output).into_owned();
    text.lines().find_map(|line| line.strip_prefix("host: ")).unwrap_or_default().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_target_has_a_binary_in_the_manifest() {
        let manifest = std::fs::read_to_string(root().join("fuzz/Cargo.toml")).unwrap();
        let names = names();
        assert!(!names.is_empty());
        for name in names {
            assert!(manifest.contains(&format!("name = \"{name}\"\npath = \"fuzz_targets/{name}.rs\"")), "{name}");
        }
    }

    #[test]
    fn rustc_names_its_host() {
        assert!(host().contains('-'), "{}", host());
    }
}
