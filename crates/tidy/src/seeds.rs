//! `docs/seeds.md` says for each check of the design documents which test proves it; this reads both sides.

use std::collections::BTreeSet;

/// One row of the table.
#[derive(Debug, PartialEq, Eq)]
pub struct Row {
    pub line: usize,
    pub id: String,
    /// Tests that prove it; empty when the part is not built yet.
    pub tests: Vec<String>,
}

/// The rows of all tables in the page: `| id | what | tests |`, tests in backticks, or "not built yet".
pub fn rows(page: &str) -> Result<Vec<Row>, String> {
    let mut rows = Vec::new();
    for (index, line) in page.lines().enumerate() {
        let cells: Vec<&str> = line.trim().trim_matches('|').split('|').map(str::trim).collect();
        if !line.starts_with('|') || cells.len() != 3 || cells[0] == "id" || cells[0].starts_with('-') {
            continue;
        }
        let tests: Vec<String> = cells[2].split('`').skip(1).step_by(2).map(str::to_string).collect();
        if tests.is_empty() && !cells[2].starts_with("not built yet") {
            return Err(format!("docs/seeds.md:{}: name a test in backticks, or say \"not built yet\"", index + 1));
        }
        rows.push(Row { line: index + 1, id: cells[0].to_string(), tests });
    }
    Ok(rows)
}

/// The names of all test functions in a file.
pub fn tests_in(source: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let mut after_attribute = false;
    for line in source.lines().map(str::trim) {
        if line.starts_with("#[test]") || line.starts_with("#[tokio::test") {
            after_attribute = true;
        } else if line.starts_with("#[ignore") {
            after_attribute = false; // a test that nobody runs proves nothing
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
        let page =
            "| id | what | test |\n| --- | --- | --- |\n| J-1 | x | `a` and `b` |\n| J-2 | y | not built yet |\n";
        let rows = rows(page).unwrap();
        assert_eq!(rows.len(), 2);
        assert_eq!(rows[0].tests, ["a", "b"]);
        assert!(rows[1].tests.is_empty());
        assert!(super::rows("| J-1 | x | soon |\n").is_err());
    }

    #[test]
    fn only_functions_marked_as_tests_count() {
        let source = "#[test]\nfn one() {}\nfn helper() {}\n#[test]\n#[ignore]\nfn unrun() {}\n#[test]\nfn two(x in 0..3) {}\n\
                      #[tokio::test]\nasync fn three() {}\n";
        assert_eq!(tests_in(source).into_iter().collect::<Vec<_>>(), ["one", "three", "two"]);
    }
}
