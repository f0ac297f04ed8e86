//! Names of things as people and models write them, resolved to names of items and blocks where that is certain.

use alloc::string::String;
use gamedata::{blocks, items};

/// The words as a target name: lower case, with single underscores between words and without the prefix
/// `minecraft:`. Signs of numbers stay.
pub fn canonical(words: &str) -> String {
    let words = words.trim_start_matches(|ch: char| !ch.is_ascii_alphanumeric() && ch != '-');
    let words = match words.get(..10) {
        Some(start) if start.eq_ignore_ascii_case("minecraft:") => &words[10..],
        _ => words,
    };
    vocab::GoalKey::new("x", words).map_or_else(|_| String::new(), |key| String::from(key.target()))
}

/// Whether an item or a block has this name.
pub fn is_known(name: &str) -> bool {
    items::named(name).is_some() || blocks::named(name).is_some()
}

/// The item or block that a canonical name certainly means: itself, its singular, or the same words in another
/// order ("block of iron"). `None` otherwise.
pub fn resolve(name: &str) -> Option<String> {
    if items::named(name).is_some() {
        return Some(String::from(name));
    }
    // "potatoes" is also the block of the crop, but players mean the item.
    let item = singular(name).filter(|single| items::named(single).is_some());
    if item.is_some() || blocks::named(name).is_some() {
        return item.or_else(|| Some(String::from(name)));
    }
    let turned = || {
        let (kind, of) = name.split_once("_of_")?;
        let turned = String::from(of) + "_" + singular(kind).as_deref().unwrap_or(kind);
        is_known(&turned).then_some(turned)
    };
    singular(name).filter(|single| is_known(single)).or_else(turned)
}

/// A word without its plural ending. The caller checks that the result is a known name.
pub fn singular(name: &str) -> Option<String> {
    let endings = [
        ("ves", "f"),
        ("ies", "y"),
        ("ches", "ch"),
        ("shes", "sh"),
        ("sses", "ss"),
        ("xes", "x"),
        ("oes", "o"),
        ("s", ""),
    ];
    let mut found = None;
    for (plural, single) in endings {
        if let Some(stem) = name.strip_suffix(plural).filter(|stem| !stem.is_empty()) {
            let word = String::from(stem) + single;
            // Several plural endings can fit, as in "axes"; the one that gives a known name is right.
            if is_known(&word) {
                return Some(word);
            }
            found = found.or(Some(word));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_resolved_where_it_is_certain() {
        for (words, expected) in [
            ("oak_log", Some("oak_log")),
            ("Oak Logs", Some("oak_log")),
            ("torches", Some("torch")),
            ("sweet berries", Some("sweet_berries")),
            ("iron axes", Some("iron_axe")),
            ("potatoes", Some("potato")),
            ("block of iron", Some("iron_block")),
            ("blocks of gold", Some("gold_block")),
            ("minecraft:stone", Some("stone")),
            ("oak leaves", Some("oak_leaves")),
            ("bookshelves", Some("bookshelf")),
            ("glass", Some("glass")),
            ("wood", None),
            ("logs", None),
            ("blorps", None),
            ("s", None),
            ("", None),
        ] {
            assert_eq!(resolve(&canonical(words)).as_deref(), expected, "{words}");
        }
    }
}
