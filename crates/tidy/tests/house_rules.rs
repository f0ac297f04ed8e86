//! Rules about the code that the compiler cannot check.

use std::collections::{BTreeMap, BTreeSet};
use tidy::seeds::ProvenOn;
use tidy::{
    architecture, dependencies, detections, files, licences, pure_crates_present, purity, repository_files, rooms,
    root, seeds, shown, text,
};

fn read(path: &std::path::Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", shown(path)))
}

fn none(what: &str, found: &[String]) {
    assert!(found.is_empty(), "{what}:\n  {}", found.join("\n  "));
}

#[test]
fn crates_depend_only_on_what_the_design_allows() {
    let metadata = dependencies::metadata(false);
    none("dependencies", &dependencies::violations(&dependencies::ours(&metadata)));
    none("dependencies of pure crates", &dependencies::impure(&metadata));
}

/// Dependencies are read from cargo, so it does not matter how a manifest is written.
#[test]
fn no_crate_that_plans_can_name_a_detection() {
    let ours = dependencies::ours(&dependencies::metadata(false));
    none("these can name a detection", &dependencies::with_detections(&ours));
}

#[test]
fn the_architecture_page_lists_the_dependencies_that_cargo_has() {
    let ours = dependencies::ours(&dependencies::metadata(false));
    none("ARCHITECTURE.md", &architecture::disagreements(&read(&root().join("ARCHITECTURE.md")), &ours));
}

/// The world moves limbs. What an agent wants of them (actions, paths to goals, which tool, what to build with) stands in `skills`.
#[test]
fn the_world_holds_no_behaviour_of_the_agent_and_the_skills_no_world() {
    let behaviour =
        ["Action::", "skills::path", "skills::tools", "skills::digger", "Walker", "best_tool", "building_block"];
    let world = ["world::", "belief::", "Detection", "Mob"];
    let mut found = Vec::new();
    for (folder, words) in [("crates/world/src", &behaviour[..]), ("crates/skills/src", &world[..])] {
        for file in files(&root().join(folder), ".rs") {
            let source = read(&file);
            let code = source.lines().take_while(|line| !line.contains("#[cfg(test)]")).map(purity::code_of).zip(1..);
            for (line, number) in code {
                found.extend(
                    words
                        .iter()
                        .filter(|word| line.contains(**word))
                        .map(|word| format!("{}:{number}: {word}", shown(&file))),
                );
            }
        }
    }
    none("behaviour in the world, or a world in the skills", &found);
}

#[test]
fn no_file_of_the_mind_is_too_long() {
    let mut found = Vec::new();
    for file in files(&root().join("crates/mind/src"), ".rs") {
        let lines = read(&file).lines().count();
        if lines > text::MIND_LINES_MAX {
            found.push(format!("{}: {lines} lines, at most {}", shown(&file), text::MIND_LINES_MAX));
        }
    }
    none("long files", &found);
}

#[test]
fn each_engine_meets_the_mind_in_its_own_rooms() {
    let mind = root().join("crates/mind/src");
    let mut found = Vec::new();
    for file in files(&mind, ".rs") {
        let name = file.strip_prefix(&mind).map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        for (line, word) in rooms::out_of_place(&name, &read(&file)) {
            found.push(format!("{}:{line}: {word}", shown(&file)));
        }
    }
    none("engines used outside of their rooms", &found);
}

#[test]
fn clippy_refuses_functions_with_more_than_five_parameters() {
    assert!(read(&root().join("clippy.toml")).contains("too-many-arguments-threshold = 5"));
}

/// The mind depends on belief and could read detections. It must only hand them to belief; the file of its input is the
/// only one that names the type.
#[test]
fn the_mind_hands_detections_on_and_looks_at_none() {
    const MAY: [&str; 1] = ["input.rs"];
    let mut found = Vec::new();
    for file in files(&root().join("crates/mind/src"), ".rs") {
        if !MAY.iter().any(|name| file.ends_with(name)) {
            let lines = detections::looked_at(&read(&file));
            found.extend(lines.iter().map(|line| format!("{}:{line}", shown(&file))));
        }
    }
    none("detections looked at outside belief", &found);
}

/// The crate `window` depends on the mind's crate for the types of orders and answers; it must not touch the mind
/// itself.
#[test]
fn the_window_names_no_mind() {
    let mut found = Vec::new();
    for file in files(&root().join("crates/window/src"), ".rs") {
        let text = read(&file);
        let mut words = text.split(|ch: char| !ch.is_alphanumeric() && ch != '_');
        if words.any(|word| word == "Mind") {
            found.push(shown(&file));
        }
    }
    none("these name the mind", &found);
}

#[test]
fn pure_crates_hold_no_float_clock_or_unordered_map() {
    let mut found = Vec::new();
    for path in pure_crates_present() {
        let lib = read(&path.join("src/lib.rs"));
        if !lib.contains("#![no_std]") {
            found.push(format!("{}/src/lib.rs: no #![no_std]", shown(&path)));
        }
        for file in files(&path.join("src"), ".rs") {
            let impure = purity::impurities(&read(&file));
            found.extend(impure.iter().map(|(line, word, why)| format!("{}:{line}: {word} ({why})", shown(&file))));
        }
    }
    none("impure", &found);
}

#[test]
fn every_source_file_says_first_what_it_is() {
    let sources = repository_files().into_iter().filter(|file| file.extension().is_some_and(|ending| ending == "rs"));
    let bad = sources.filter(|file| !text::begins_with_doc(&read(file)));
    none("no `//! …` in the first line", &bad.map(|file| shown(&file)).collect::<Vec<_>>());
}

#[test]
fn nothing_committed_names_a_machine_or_is_large() {
    let mut found = Vec::new();
    for file in repository_files() {
        let bytes = std::fs::read(&file).unwrap_or_default();
        if bytes.len() as u64 > text::FILE_BYTES_MAX {
            found.push(format!("{}: {} bytes", shown(&file), bytes.len()));
        }
        found.extend(text::forbidden(&file, &String::from_utf8_lossy(&bytes)));
    }
    none("committed files", &found);
}

#[test]
fn every_dependency_has_a_licence_we_allow() {
    let allowed = licences::allowed(&read(&root().join("deny.toml")));
    none("licences", &licences::violations(&dependencies::metadata(true), &allowed));
}

#[test]
fn the_contributing_page_quotes_the_example_that_the_tests_compile() {
    let page = read(&root().join("CONTRIBUTING.md"));
    let quoted = page.split("```rust\n").nth(1).and_then(|rest| rest.split("```").next());
    let example = read(&root().join("crates/mind/src/goals/example_high.rs"));
    assert_eq!(quoted, Some(example.as_str()), "CONTRIBUTING.md differs from crates/mind/src/goals/example_high.rs");
}

/// All tests of the workspace, with how much of the program each runs. Of two tests with the same name, the one that
/// runs more counts.
fn tests_of_the_workspace() -> BTreeMap<String, ProvenOn> {
    let mut tests = BTreeMap::new();
    for file in files(&root().join("crates"), ".rs") {
        let source = read(&file);
        let runs = ProvenOn::of_file(&shown(&file), &source);
        for name in seeds::tests_in(&source) {
            let known = tests.entry(name).or_insert(runs);
            *known = runs.max(*known);
        }
    }
    tests
}

#[test]
fn every_row_of_the_seed_table_names_a_test_that_exists() {
    let rows = seeds::rows(&read(&root().join("docs/seeds.md"))).unwrap();
    let tests = tests_of_the_workspace();
    let mut found = Vec::new();
    let mut ids = BTreeSet::new();
    for row in &rows {
        let missing = row.tests.iter().filter(|test| !tests.contains_key(*test));
        found.extend(missing.map(|test| format!("docs/seeds.md:{}: {}: no test `{test}`", row.line, row.id)));
        if !ids.insert(&row.id) {
            found.push(format!("docs/seeds.md:{}: {} occurs twice", row.line, row.id));
        }
    }
    none("seeds", &found);
}

/// The column "proven on" must be what the most complete test of the row runs.
#[test]
fn every_row_of_the_seed_table_says_what_its_tests_run() {
    let rows = seeds::rows(&read(&root().join("docs/seeds.md"))).unwrap();
    let tests = tests_of_the_workspace();
    let mut found = Vec::new();
    for row in &rows {
        let most = row.tests.iter().filter_map(|test| tests.get(test)).max().copied();
        if row.proven_on != most {
            found.push(format!(
                "docs/seeds.md:{}: {}: its tests run {most:?}, not {:?}",
                row.line, row.id, row.proven_on
            ));
        }
    }
    none("seeds", &found);
}

/// Pins the number of checks in each of the five documents. Rows may be added, but none may disappear.
#[test]
fn every_check_of_the_five_documents_has_a_row() {
    let rows = seeds::rows(&read(&root().join("docs/seeds.md"))).unwrap();
    for (document, checks) in [("J", 18), ("C", 17), ("I", 26), ("B", 28), ("A", 40)] {
        let count = rows.iter().filter(|row| row.id.starts_with(&format!("{document}-"))).count();
        assert!(count >= checks, "{document}: {count} rows, {checks} checks");
    }
}
