//! Reads `docs/seeds.md`, which names for each check of the design documents the tests that prove it, and reads test
//! names from code.

use std::collections::BTreeSet;

/// One row of the table in `docs/seeds.md`: a check of a design document.
#[derive(Debug, PartialEq, Eq)]
pub struct Row {
    pub line: usize,
    pub id: String,
    /// The tests that prove the check; empty when the part is not built yet.
    pub tests: Vec<String>,
    /// How much of the program the check's tests run; `None` when there are none.
    pub proven_on: Option<ProvenOn>,
}

/// How much of the program the tests of a check run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum ProvenOn {
    /// The tests run one part by itself: an engine such as the planner, the embedded world, or a single file.
    Engine,
    /// The tests run nothing: they check a rule about the whole code base.
    Code,
    /// The tests run the mind with all its engines, on a scripted body.
    Mind,
    /// The tests run the whole program: mind, driver and the embedded world, or the built `stead`.
    Product,
}

/// What a file of `crates/agent/tests` names if its tests run the program: the embedded world as a body, or a module in
/// `tests/common` that starts a life in it or the built `stead`.
const RUNS_THE_PROGRAM: [&str; 4] = ["agent::Embedded", "mod living;", "mod stopping;", "mod common;"];

impl ProvenOn {
    fn read(word: &str) -> Option<ProvenOn> {
        match word {
            "engine" => Some(ProvenOn::Engine),
            "code" => Some(ProvenOn::Code),
            "mind" => Some(ProvenOn::Mind),
            "product" => Some(ProvenOn::Product),
            _ => None,
        }
    }

    /// How much of the program the tests in a file run, judged by where the file is and what it names.
    pub fn of_file(file: &str, source: &str) -> ProvenOn {
        let parts: Vec<&str> = file.split('/').collect();
        match parts[..] {
            ["crates", "tidy", ..] => ProvenOn::Code,
            ["crates", "mind", ..] | ["crates", "driver" | "simulator", "tests", ..] => ProvenOn::Mind,
            ["crates", "agent", "tests", ..] if RUNS_THE_PROGRAM.iter().any(|name| source.contains(name)) => {
                ProvenOn::Product
            }
            _ => ProvenOn::Engine,
        }
    }
}

/// Reads the rows of all tables in `docs/seeds.md`. A row has four cells: the id, what is asked, the tests in backticks,
/// and what they are proven on. A row without tests says "not built yet" and `–`.
pub fn rows(page: &str) -> Result<Vec<Row>, String> {
    let mut rows = Vec::new();
    for (index, line) in page.lines().enumerate() {
        let cells: Vec<&str> = line.trim().trim_matches('|').split('|').map(str::trim).collect();
        if !line.starts_with('|') || cells.len() < 3 || cells[0] == "id" || cells[0].starts_with('-') {
            continue;
        }
        let tests: Vec<String> = cells[2].split('`').skip(1).step_by(2).map(str::to_string).collect();
        if tests.is_empty() && !cells[2].starts_with("not built yet") {
            return Err(format!("docs/seeds.md:{}: name a test in backticks, or say \"not built yet\"", index + 1));
        }
        let word = cells.get(3).copied().unwrap_or_default();
        let proven_on = ProvenOn::read(word);
        if proven_on.is_none() && (!tests.is_empty() || word != "–") {
            let expected = if tests.is_empty() { "–" } else { "engine, code, mind or product" };
            return Err(format!("docs/seeds.md:{}: \"proven on\" is {word:?}, not {expected}", index + 1));
        }
        rows.push(Row { line: index + 1, id: cells[0].to_string(), tests, proven_on });
    }
    Ok(rows)
}

/// The names of all test functions in a source file.
pub fn tests_in(source: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let mut after_attribute = false;
    for line in source.lines().map(str::trim) {
        if line.starts_with("#[test]") || line.starts_with("#[tokio::test") {
            after_attribute = true;
        } else if line.starts_with("#[ignore") {
            after_attribute = false; // An ignored test proves nothing.
        } else if let (true, Some(rest)) = (after_attribute, line.trim_start_matches("async ").strip_prefix("fn ")) {
            names.insert(rest.split(['(', '<']).next().unwrap_or_default().to_string());
            after_attribute = false;
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_name_their_tests_or_say_that_there_are_none() {
        let page = "| id | what | test | proven on |\n| --- | --- | --- | --- |\n\
                    | J-1 | x | `a` and `b` | engine |\n| J-2 | y | not built yet | – |\n";
        let rows = rows(page).unwrap();
        assert_eq!(rows.len(), 2);
        assert_eq!(
            (rows[0].tests.as_slice(), rows[0].proven_on),
            (&["a".into(), "b".into()][..], Some(ProvenOn::Engine))
        );
        assert_eq!((rows[1].tests.len(), rows[1].proven_on), (0, None));
        for bad in ["| J-1 | x | soon | – |", "| J-1 | x | `a` |", "| J-1 | x | `a` | toy |", "| J-1 | x | `a` | – |"]
        {
            assert!(super::rows(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn a_test_proves_as_much_as_its_file_runs() {
        for (file, source, expected) in [
            ("crates/planner/tests/rig_c.rs", "", ProvenOn::Engine),
            ("crates/tasks/src/store.rs", "", ProvenOn::Engine),
            ("crates/world/tests/conformance.rs", "mod common;", ProvenOn::Engine),
            ("crates/agent/src/config/thoughts.rs", "mod common;", ProvenOn::Engine),
            ("crates/tidy/tests/house_rules.rs", "", ProvenOn::Code),
            ("crates/mind/tests/agency.rs", "", ProvenOn::Mind),
            ("crates/simulator/tests/soak.rs", "", ProvenOn::Mind),
            ("crates/driver/tests/life.rs", "", ProvenOn::Mind),
            ("crates/agent/tests/runs.rs", "use agent::Embedded;", ProvenOn::Product),
            ("crates/agent/tests/cli.rs", "mod common;", ProvenOn::Product),
            ("crates/agent/tests/words.rs", "use agent::words;", ProvenOn::Engine),
        ] {
            assert_eq!(ProvenOn::of_file(file, source), expected, "{file}");
        }
    }

    #[test]
    fn only_functions_marked_as_tests_count() {
        let source = "#[test]\nfn one() {}\nfn helper() {}\n#[test]\n#[ignore]\nfn unrun() {}\n#[test]\nfn two(x in 0..3) {}\n\
                      #[tokio::test]\nasync fn three() {}\n";
        assert_eq!(tests_in(source).into_iter().collect::<Vec<_>>(), ["one", "three", "two"]);
    }
}
