//! Which workspace crate may depend on which, compared with what cargo reports.

use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

const ANYTHING: &[&str] = &["*"];

/// For each crate, the workspace crates that it may use outside tests. A crate that is not listed is an error: add it
/// with a reason.
const ALLOWED: &[(&str, &[&str])] = &[
    ("vocab", &[]),
    ("gamedata", &["vocab"]),
    ("clicks", &["vocab", "gamedata"]),
    ("belief", &["vocab", "gamedata"]),
    ("upkeep", &["vocab", "gamedata"]),
    ("planner", &["vocab", "gamedata"]),
    ("building", &["vocab", "gamedata"]),
    ("tasks", &["vocab", "gamedata"]),
    ("reflex", &["vocab", "gamedata", "belief"]),
    ("agency", &["vocab", "gamedata", "tasks"]),
    ("mind", &["vocab", "gamedata", "belief", "upkeep", "planner", "building", "tasks", "reflex", "agency"]),
    // Contract and store must never send a detection out of the program, so they may not depend on belief, reflex or
    // mind.
    ("contract", &["vocab", "gamedata", "clicks", "upkeep", "planner", "building", "tasks", "agency"]),
    ("store", &["vocab", "gamedata", "upkeep", "planner", "building", "tasks", "agency"]),
    ("driver", &["vocab", "belief", "tasks", "mind", "contract", "store"]),
    ("blueprint", &["vocab", "gamedata", "building"]),
    ("shapes", &["vocab"]),
    ("skills", &["vocab", "gamedata", "clicks"]),
    ("world", &["skills", "vocab", "gamedata", "clicks", "belief", "shapes"]),
    // The world's own report of what is near the body goes out through it as the lines of the body protocol.
    ("puppet", &["belief", "clicks", "contract", "gamedata", "skills", "vocab", "world"]),
    ("remote", &["vocab", "gamedata", "clicks", "belief", "skills", "mind", "contract", "driver"]),
    ("llm", &["driver", "vocab"]),
    (
        "window",
        &["vocab", "gamedata", "planner", "building", "tasks", "agency", "mind", "contract", "blueprint", "driver"],
    ),
    ("agent", ANYTHING),
    ("simulator", ANYTHING),
    ("figures", &[]),
    ("tidy", &[]),
    ("chores", &["figures", "tidy", "remote"]),
    ("xtask", ANYTHING),
];

/// Crates that plan, store or talk to other programs: they may not reach the type `Detection`, directly or
/// indirectly.
pub const WITHOUT_DETECTIONS: [&str; 10] =
    ["vocab", "gamedata", "upkeep", "planner", "building", "tasks", "agency", "contract", "store", "skills"];

/// External crates that pure crates may use: serialisation and digests.
const PURE_OUTSIDE: [&str; 3] = ["blake3", "postcard", "serde"];

/// The output of `cargo metadata`; with `deep` for all packages, otherwise for the workspace only.
pub fn metadata(deep: bool) -> Value {
    metadata_of(&crate::root(), deep)
}

fn metadata_of(folder: &Path, deep: bool) -> Value {
    let mut command = Command::new(env!("CARGO"));
    command.args(["metadata", "--format-version", "1"]).current_dir(folder);
    if !deep {
        command.arg("--no-deps");
    }
    let output = command.output().expect("cargo runs");
    assert!(output.status.success(), "cargo metadata: {}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("cargo metadata prints JSON")
}

/// Each workspace crate with the workspace crates that it uses, without those for tests and build scripts.
pub fn ours(metadata: &Value) -> BTreeMap<String, Vec<String>> {
    let packages = metadata["packages"].as_array().expect("packages");
    let mut map = BTreeMap::new();
    for package in packages {
        let dependencies = package["dependencies"].as_array().expect("dependencies");
        let uses = dependencies.iter().filter(|dep| dep["kind"].is_null() && dep["path"].is_string());
        let names = uses.map(|dep| dep["name"].as_str().unwrap_or_default().to_string()).collect();
        map.insert(package["name"].as_str().unwrap_or_default().to_string(), names);
    }
    map
}

/// All workspace crates that a crate depends on, directly or indirectly.
pub fn reached(ours: &BTreeMap<String, Vec<String>>, name: &str) -> BTreeSet<String> {
    let mut reached = BTreeSet::new();
    let mut next = vec![name.to_string()];
    while let Some(name) = next.pop() {
        let uses = ours.get(&name).into_iter().flatten();
        next.extend(uses.filter(|used| reached.insert((*used).clone())).cloned());
    }
    reached
}

/// Crates that may not know detections but depend on `belief`, which defines the type.
pub fn with_detections(ours: &BTreeMap<String, Vec<String>>) -> Vec<String> {
    let bad = WITHOUT_DETECTIONS.iter().filter(|name| reached(ours, name).contains("belief"));
    bad.map(|name| format!("{name} reaches belief")).collect()
}

/// External crates that pure crates use although they may not.
pub fn impure(metadata: &Value) -> Vec<String> {
    let packages = metadata["packages"].as_array().expect("packages").iter();
    let pure = packages.filter(|package| crate::PURE_CRATES.contains(&package["name"].as_str().unwrap_or_default()));
    let mut found = Vec::new();
    for package in pure {
        for dependency in package["dependencies"].as_array().expect("dependencies") {
            let name = dependency["name"].as_str().unwrap_or_default();
            let outside = dependency["kind"].is_null() && dependency["path"].is_null();
            if outside && (!PURE_OUTSIDE.contains(&name) || dependency["uses_default_features"] == true) {
                found.push(format!("{} uses {name}", package["name"]));
            }
        }
    }
    found
}

/// Every dependency between workspace crates that the table does not allow.
pub fn violations(ours: &BTreeMap<String, Vec<String>>) -> Vec<String> {
    let mut found = Vec::new();
    for (name, uses) in ours {
        let Some((_, allowed)) = ALLOWED.iter().find(|(allowed, _)| allowed == name) else {
            found.push(format!("{name}: not in the table in crates/tidy/src/dependencies.rs"));
            continue;
        };
        let forbidden = uses.iter().filter(|used| *allowed != ANYTHING && !allowed.contains(&used.as_str()));
        found.extend(forbidden.map(|used| format!("{name} may not depend on {used}")));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_forbidden_dependency_and_an_unlisted_crate_are_found() {
        let ours = BTreeMap::from([
            ("planner".to_string(), vec!["vocab".to_string(), "belief".to_string()]),
            ("extra".to_string(), vec![]),
        ]);
        let found = violations(&ours);
        assert_eq!(found.len(), 2, "{found:?}");
        assert!(found[1].contains("planner may not depend on belief"), "{found:?}");
    }

    #[test]
    fn a_dependency_on_belief_is_found_in_every_way_a_manifest_can_write_it() {
        for dependency in [
            "[dependencies]\nbelief = { path = \"../belief\" }",
            "[dependencies.belief]\npath = \"../belief\"",
            "[target.'cfg(unix)'.dependencies]\nbelief = { path = \"../belief\" }",
            "[dependencies]\nother = { package = \"belief\", path = \"../belief\" }",
        ] {
            let folder = tempfile::tempdir().unwrap();
            let write = |name: &str, more: &str| {
                let sources = folder.path().join(name).join("src");
                std::fs::create_dir_all(&sources).unwrap();
                std::fs::write(sources.join("lib.rs"), "").unwrap();
                let manifest =
                    format!("[package]\nname = \"{name}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n{more}\n");
                std::fs::write(folder.path().join(name).join("Cargo.toml"), manifest).unwrap();
            };
            write("belief", "");
            write("planner", dependency);
            std::fs::write(folder.path().join("Cargo.toml"), "[workspace]\nmembers = [\"belief\", \"planner\"]\n")
                .unwrap();
            let ours = ours(&metadata_of(folder.path(), false));
            assert_eq!(with_detections(&ours), ["planner reaches belief"], "{dependency}");
        }
    }

    #[test]
    fn a_detection_is_also_found_behind_another_crate() {
        let uses = |names: &[&str]| names.iter().map(ToString::to_string).collect::<Vec<String>>();
        let ours = BTreeMap::from([
            ("planner".to_string(), uses(&["reflex"])),
            ("reflex".to_string(), uses(&["belief", "vocab"])),
            ("mind".to_string(), uses(&["belief"])),
        ]);
        assert_eq!(with_detections(&ours), ["planner reaches belief"]);
    }
}
