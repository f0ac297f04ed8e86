//! Rules about the text of files: a `//!` first line, no paths of one machine, no large files.

use std::path::Path;

/// The largest file that may be committed.
pub const FILE_BYTES_MAX: u64 = 1_000_000;

/// Most lines of a source file of the mind; a longer file holds more than one thing.
pub const MIND_LINES_MAX: usize = 400;

/// Words that no committed file may contain, split in two so that this file passes too.
const FORBIDDEN: [(&str, &str); 5] =
    [("arti", "factory"), ("/ro", "ot/"), ("/wo", "rk/"), ("todo", "!("), ("unimple", "mented!(")];

/// Whether the first line of a source file says what the file is.
pub fn begins_with_doc(text: &str) -> bool {
    text.lines().next().is_some_and(|line| line.starts_with("//! ") && line.len() > 8)
}

/// The forbidden words in a text, with their lines.
pub fn forbidden(path: &Path, text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (index, line) in text.lines().enumerate() {
        for (one, two) in FORBIDDEN {
            if line.contains(&format!("{one}{two}")) {
                found.push(format!("{}:{}: {one}{two}", crate::shown(path), index + 1));
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_first_line_and_a_machine_path_are_found() {
        assert!(begins_with_doc("//! Says what it is.\n"));
        assert!(!begins_with_doc("use std::fmt;\n//! Late.\n"));
        assert!(!begins_with_doc("//!\n"));
        assert_eq!(forbidden(Path::new("x.rs"), "a\nlet p = \"/wo\u{72}k/main\";").len(), 1);
    }
}
