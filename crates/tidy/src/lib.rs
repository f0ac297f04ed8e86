//! Reads the repository as text and through cargo, for the tests of the house rules.

pub mod architecture;
pub mod dependencies;
pub mod detections;
pub mod licences;
pub mod purity;
pub mod rooms;
pub mod seeds;
pub mod text;

use std::path::{Path, PathBuf};

/// The pure crates: `no_std`, integers only, no clock, no unordered map.
pub const PURE_CRATES: [&str; 11] =
    ["vocab", "gamedata", "clicks", "belief", "reflex", "upkeep", "planner", "tasks", "building", "agency", "mind"];

/// The repository's root folder. It is found at run time and not at compile time, because two work trees may share
/// one target folder.
pub fn root() -> PathBuf {
    let package = std::env::var_os("CARGO_MANIFEST_DIR").unwrap_or_else(|| env!("CARGO_MANIFEST_DIR").into());
    let roots = Path::new(&package).ancestors().find(|folder| folder.join("Cargo.lock").exists());
    roots.expect("the repository has a Cargo.lock").to_path_buf()
}

/// Every file that git tracks or would add; without git, every file below the root.
pub fn repository_files() -> Vec<PathBuf> {
    let listed = std::process::Command::new("git")
        .args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"])
        .current_dir(root())
        .output();
    match listed {
        Ok(output) if output.status.success() => {
            let names = String::from_utf8_lossy(&output.stdout).into_owned();
            names.split('\0').map(|name| root().join(name)).filter(|path| path.is_file()).collect()
        }
        _ => files(&root(), ""),
    }
}

/// Folders without source code of ours (`.git` is a file in a second work tree).
const SKIPPED: [&str; 5] = [".git", "target", "node_modules", ".venv", "stead-data"];

/// Every file below a folder whose name has this ending, sorted; `""` for all files.
pub fn files(below: &Path, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![below.to_path_buf()];
    while let Some(folder) = folders.pop() {
        let Ok(entries) = std::fs::read_dir(&folder) else { continue };
        for entry in entries.flatten() {
            let (path, name) = (entry.path(), entry.file_name().to_string_lossy().into_owned());
            if SKIPPED.contains(&name.as_str()) {
                continue;
            }
            if path.is_dir() {
                folders.push(path);
            } else if name.ends_with(ending) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// A path relative to the repository's root, with forward slashes.
pub fn shown(path: &Path) -> String {
    path.strip_prefix(root()).unwrap_or(path).to_string_lossy().replace('\\', "/")
}

/// The pure crates that exist in this repository.
pub fn pure_crates_present() -> Vec<PathBuf> {
    PURE_CRATES.iter().map(|name| root().join("crates").join(name)).filter(|path| path.exists()).collect()
}
