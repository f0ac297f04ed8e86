//! Compares the dependencies that ARCHITECTURE.md lists for each crate with those that cargo reports.

use std::collections::{BTreeMap, BTreeSet};

/// The paragraph of a crate in ARCHITECTURE.md: `**name** — what it is for.`, then `Depends on a, b and c.`
#[derive(Debug, PartialEq, Eq)]
struct Paragraph<'a> {
    name: &'a str,
    /// The text after "Depends on", up to the end of the sentence; `None` when the paragraph does not have it.
    depends_on: Option<&'a str>,
}

fn paragraphs(page: &str) -> Vec<Paragraph<'_>> {
    let mut found = Vec::new();
    for text in page.split("\n\n").filter(|text| text.starts_with("**")) {
        let Some((name, rest)) = text[2..].split_once("**") else { continue };
        let depends_on = rest.split_once("Depends on ").map(|(_, rest)| rest.split('.').next().unwrap_or_default());
        found.push(Paragraph { name, depends_on });
    }
    found
}

/// The workspace crates that a "Depends on" sentence names. "every pure crate" means all pure crates except the crate
/// itself.
fn named(sentence: &str, paragraph: &str, ours: &BTreeMap<String, Vec<String>>) -> BTreeSet<String> {
    let words = sentence.split(|ch: char| !ch.is_alphanumeric() && ch != '_').map(String::from);
    let mut names: BTreeSet<String> = words.filter(|word| ours.contains_key(word)).collect();
    if sentence.contains("every pure crate") {
        let pure = crate::PURE_CRATES.iter().map(ToString::to_string);
        names.extend(pure.filter(|name| name != paragraph && ours.contains_key(name)));
    }
    names
}

/// Where ARCHITECTURE.md and cargo disagree about dependencies. A crate that depends on "anything" is not compared.
pub fn disagreements(page: &str, ours: &BTreeMap<String, Vec<String>>) -> Vec<String> {
    let paragraphs = paragraphs(page);
    let mut found = Vec::new();
    for name in ours.keys().filter(|name| !page.contains(&format!("**{name}**"))) {
        found.push(format!("{name}: has no paragraph"));
    }
    for Paragraph { name, depends_on } in &paragraphs {
        let Some(uses) = ours.get(*name) else {
            found.push(format!("{name}: there is no such crate"));
            continue;
        };
        let Some(sentence) = depends_on.filter(|sentence| !sentence.starts_with("anything")) else { continue };
        let (said, real) = (named(sentence, name, ours), uses.iter().cloned().collect::<BTreeSet<_>>());
        if said != real {
            found.push(format!("{name}: the page says {said:?}, cargo says {real:?}"));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ours() -> BTreeMap<String, Vec<String>> {
        let uses = |names: &[&str]| names.iter().map(ToString::to_string).collect::<Vec<String>>();
        [
            ("vocab", uses(&[])),
            ("belief", uses(&["vocab"])),
            ("mind", uses(&["vocab", "belief"])),
            ("agent", uses(&["mind"])),
        ]
        .map(|(name, uses)| (name.to_string(), uses))
        .into()
    }

    const GOOD: &str = "# A\n\n**vocab** — words.\nDepends on serde. Never acts.\n\n**belief** — tracks.\nDepends on vocab.\n\n\
                        **mind** — decides.\nDepends on every pure crate. Never acts.\n\n**agent** — the program.\nDepends on anything.\n";

    #[test]
    fn a_page_that_agrees_with_cargo_is_accepted() {
        assert_eq!(disagreements(GOOD, &ours()), Vec::<String>::new());
    }

    #[test]
    fn a_wrong_a_missing_and_an_unknown_crate_are_found() {
        for (from, to, expected) in [
            ("Depends on vocab.", "Depends on vocab and mind.", "belief: the page says"),
            ("Depends on vocab.", "Depends on nothing.", "belief: the page says"),
            ("**belief**", "**beliefs**", "belief: has no paragraph"),
            ("**belief**", "**beliefs**", "beliefs: there is no such crate"),
        ] {
            let found = disagreements(&GOOD.replace(from, to), &ours());
            assert!(found.iter().any(|line| line.starts_with(expected)), "{expected}: {found:?}");
        }
    }
}
