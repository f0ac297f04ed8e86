//! Which crate may depend on which of ours, checked against what cargo says.

use serde_json::Value;
use std::collections::BTreeMap;
use std::process::Command;

const ANYTHING: &[&str] = &["*"];

/// Crate → those of ours that it may use outside tests. A crate that is not here is an error: add it with a reason.
const ALLOWED: &[(&str, &[&str])] = &[
    ("vocab", &[]),
    ("gamedata", &["vocab"]),
    ("belief", &["vocab", "gamedata"]),
    ("upkeep", &["vocab", "gamedata"]),
    ("planner", &["vocab", "gamedata"]),
    ("building", &["vocab", "gamedata"]),
    ("tasks", &["vocab", "gamedata"]),
    ("reflex", &["vocab", "gamedata", "belief"]),
    ("agency", &["vocab", "gamedata", "tasks"]),
    ("mind", &["vocab", "gamedata", "belief", "upkeep", "planner", "building", "tasks", "reflex", "agency"]),
    (
        "contract",
        &["vocab", "gamedata", "belief", "upkeep", "planner", "building", "tasks", "reflex", "agency", "mind"],
    ),
    ("store", &["vocab", "gamedata", "belief", "upkeep", "planner", "building", "tasks", "reflex", "agency", "mind"]),
    ("driver", &["vocab", "belief", "mind", "contract", "store"]),
    ("world", &["driver", "vocab", "gamedata", "belief"]),
    ("llm", &["driver", "vocab"]),
    ("agent", ANYTHING),
    ("simulator", ANYTHING),
    ("figures", &[]),
    ("tidy", &[]),
    ("chores", &["figures", "tidy"]),
    ("xtask", ANYTHING),
];

/// What a pure crate may use from outside: plain data, its encoding and its digest.
const PURE_OUTSIDE: [&str; 3] = ["blake3", "postcard", "serde"];

/// What `cargo metadata` knows; all packages when `deep`, ours alone otherwise.
pub fn metadata(deep: bool) -> Value {
    let mut command = Command::new(env!("CARGO"));
    command.args(["metadata", "--format-version", "1"]).current_dir(crate::root());
    if !deep {
        command.arg("--no-deps");
    }
    let output = command.output().expect("cargo runs");
    assert!(output.status.success(), "cargo metadata: {}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("cargo metadata prints JSON")
}

/// Our crates with those of ours that each uses outside tests and builds.
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

/// Outside crates that pure crates use and may not.
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

/// Every edge that the table does not allow.
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
    fn a_forbidden_edge_and_an_unknown_crate_are_found() {
        let ours = BTreeMap::from([
            ("planner".to_string(), vec!["vocab".to_string(), "belief".to_string()]),
            ("extra".to_string(), vec![]),
        ]);
        let found = violations(&ours);
        assert_eq!(found.len(), 2, "{found:?}");
        assert!(found[1].contains("planner may not depend on belief"), "{found:?}");
    }
}
