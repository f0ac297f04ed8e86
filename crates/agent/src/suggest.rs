//! What was probably meant by a misspelt word.

/// Edits (letters added, dropped, changed or swapped) that still count as the same word.
const EDITS_MAX: usize = 3;

/// The nearest of the known words, if it is near enough: most of its letters are right.
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let rated = known.into_iter().map(|name| (strsim::damerau_levenshtein(word, name), name)).min();
    rated.filter(|(edits, _)| *edits <= EDITS_MAX && *edits * 2 <= word.chars().count()).map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_with_up_to_three_slips_is_recognised() {
        for (word, meant) in [
            ("sede", Some("seed")),
            ("jurnal", Some("journal")),
            ("qwertz", None),
            ("x", None),
            ("", None),
            ("sxxd", Some("seed")),
            ("sxxx", None),
            ("journey", Some("journal")),
            ("journeys", Some("journal")),
            ("journeyss", None),
        ] {
            assert_eq!(nearest(word, ["seed", "journal"]), meant, "{word}");
        }
    }
}
