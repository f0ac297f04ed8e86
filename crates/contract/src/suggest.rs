//! Suggests known names that are similar to a misspelt one, for error messages.
//!
//! The pure crates only report that a name is unknown; suggestions are made here, at the edge.

use gamedata::items;
use planner::{Problem, Reason, Unsolved};
use std::fmt;
use vocab::ItemId;

/// Most similar names suggested for an unknown one in an error message.
pub const SUGGESTIONS_MAX: usize = 3;

/// Longer names are cut before they are compared: the game's longest name has 39 bytes, and the comparison is quadratic.
pub const COMPARED_CHARS_MAX: usize = 64;

/// Two words count as the same if at most this many letters were added, dropped or changed.
const EDITS_MAX: usize = 3;

/// An unknown item name, with the most similar known names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownItem {
    pub name: String,
    /// Known item names, the most similar first.
    pub nearest: Vec<&'static str>,
}

impl fmt::Display for UnknownItem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kept: String = self.name.chars().take(COMPARED_CHARS_MAX).collect();
        let more = if kept.len() < self.name.len() { "…" } else { "" };
        write!(f, "unknown item {kept:?}{more}")?;
        match self.nearest.as_slice() {
            [] => Ok(()),
            [only] => write!(f, " (did you mean {only:?}?)"),
            [others @ .., last] => {
                let others: Vec<String> = others.iter().map(|name| format!("{name:?}")).collect();
                write!(f, " (did you mean {} or {last:?}?)", others.join(", "))
            }
        }
    }
}

impl std::error::Error for UnknownItem {}

/// The item with this name, which may begin with `minecraft:`.
pub fn item(name: &str) -> Result<ItemId, UnknownItem> {
    let nearest = || nearest(name, items::all().iter().map(|item| item.name));
    items::named(name).ok_or_else(|| UnknownItem { name: name.into(), nearest: nearest() })
}

/// Adds the most similar names of the request to the answer when the planner reports an item that no rule mentions.
pub fn with_nearest_names(problem: &Problem, mut unsolved: Unsolved) -> Unsolved {
    let unknown = problem.item(&unsolved.detail).filter(|&item| !problem.is_mentioned(item));
    if unsolved.reason != Reason::UnreachableItem || unknown.is_none() {
        return unsolved;
    }
    let mentioned = (0..problem.items.len()).filter(|&item| problem.is_mentioned(item));
    let names = nearest(&unsolved.detail, mentioned.map(|item| problem.items[item].as_str()));
    if !names.is_empty() {
        let item = &unsolved.detail;
        unsolved.way_out = format!("no rule names {item}; the nearest names are {}", names.join(", "));
    }
    unsolved
}

/// The names most similar to this one, best first. Case and namespace are ignored, and a space or hyphen equals `_`.
/// Among equally similar names, the one closest in length comes first, then the one that is first in `all`.
pub fn nearest<'a>(name: &str, all: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let wanted: String = (without_namespace(name).chars().take(COMPARED_CHARS_MAX))
        .map(|ch| if matches!(ch, ' ' | '-') { '_' } else { ch.to_ascii_lowercase() })
        .collect();
    let mut best: Vec<(usize, usize, usize, &str)> = Vec::with_capacity(SUGGESTIONS_MAX + 1);
    for (order, candidate) in all.enumerate() {
        let compared = without_namespace(candidate);
        let found = (difference(&wanted, compared), compared.len().abs_diff(wanted.len()), order, candidate);
        let place = best.partition_point(|better| *better < found);
        if place < SUGGESTIONS_MAX {
            best.truncate(SUGGESTIONS_MAX - 1);
            best.insert(place, found);
        }
    }
    best.into_iter().map(|(_, _, _, name)| name).collect()
}

/// The known word that was probably meant: most of its letters are right. `None` when no word is that near.
pub fn meant<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let is_near = |name: &&str| {
        let edits = strsim::levenshtein(word, name);
        edits <= EDITS_MAX && edits * 2 <= word.chars().count()
    };
    nearest(word, known.into_iter()).into_iter().find(is_near)
}

fn without_namespace(name: &str) -> &str {
    name.rsplit_once(':').map_or(name, |(_, bare)| bare)
}

/// How different two names are: two points for each letter to change. If the wanted name is a whole word of the
/// candidate ("log" in "oak_log") it is one point, if it begins a word ("pick" in "iron_pickaxe") three.
fn difference(wanted: &str, candidate: &str) -> usize {
    const WHOLE_WORD: usize = 1;
    const WORD_BEGUN: usize = 3;
    let letters = 2 * strsim::levenshtein(wanted, candidate);
    if wanted.is_empty() {
        return letters;
    }
    let words = candidate.match_indices('_').map(|(at, _)| at + 1).chain([0]);
    let rests = words.filter_map(|at| candidate[at..].strip_prefix(wanted));
    let shared = rests.map(|rest| if rest.is_empty() || rest.starts_with('_') { WHOLE_WORD } else { WORD_BEGUN }).min();
    letters.min(shared.unwrap_or(letters))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_most_similar_name_comes_first_and_equal_ones_in_the_order_of_the_list() {
        let check = |name: &str, expected: [&str; 3]| {
            let all = ["gold_ingot", "iron_ingot", "spruce_log", "birch_log", "acacia_log", "iron_ore", "dirt"];
            assert_eq!(nearest(name, all.into_iter()), expected, "{name}");
        };
        check("iron_igot", ["iron_ingot", "iron_ore", "gold_ingot"]);
        check("minecraft:Iron Ingott", ["iron_ingot", "gold_ingot", "iron_ore"]);
        check("log", ["birch_log", "spruce_log", "acacia_log"]);
        check("", ["dirt", "iron_ore", "birch_log"]);
        assert_eq!(nearest("stone", ["stonne"].into_iter()), ["stonne"], "fewer names than suggestions");
    }

    #[test]
    fn an_unfinished_name_finds_the_items_that_begin_with_it() {
        let check = |name: &str, expected: [&str; 3]| {
            assert_eq!(item(name).unwrap_err().nearest, expected, "{name}");
        };
        check("cobble", ["cobblestone", "cobblestone_slab", "cobblestone_wall"]);
        check("Stick", ["stick", "debug_stick", "carrot_on_a_stick"]);
        check("plank", ["oak_planks", "birch_planks", "spruce_planks"]);
        check("wood", ["oak_wood", "birch_wood", "spruce_wood"]);
        check("iron", ["iron_ore", "raw_iron", "iron_axe"]);
        check("iron_pick", ["iron_pickaxe", "iron_block", "iron_bars"]);
        check("pick", ["sea_pickle", "iron_pickaxe", "stone_pickaxe"]);
        check("mod:diamnd", ["diamond", "sand", "chain"]);
        check("minecraft:stik", ["stick", "sand", "snow"]);
    }

    #[test]
    fn misspelt_items_are_recognised() {
        for (name, expected) in [
            ("iron_igot", "iron_ingot"),
            ("Oak Log", "oak_log"),
            ("cobbelstone", "cobblestone"),
            ("minecraft:diamnd", "diamond"),
            ("furnacse", "furnace"),
            ("wooden-pickaxe", "wooden_pickaxe"),
            ("planks", "oak_planks"),
            ("log", "oak_log"),
        ] {
            assert_eq!(item(name).unwrap_err().nearest[0], expected, "{name}");
        }
        assert_eq!(item("minecraft:stick"), Ok(items::named("stick").unwrap()));
    }

    #[test]
    fn a_word_with_up_to_three_slips_is_recognised() {
        for (word, expected) in [
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
            assert_eq!(meant(word, ["seed", "journal"]), expected, "{word}");
        }
    }

    #[test]
    fn the_message_quotes_the_name_and_the_suggestions() {
        let message = item("iron_igot").unwrap_err().to_string();
        assert_eq!(message, r#"unknown item "iron_igot" (did you mean "iron_ingot", "iron_door" or "iron_hoe"?)"#);
    }

    #[test]
    fn the_namespace_counts_on_neither_side() {
        for name in ["minecraft:stick", "other:stick", "stick"] {
            assert_eq!(
                nearest(name, ["brick", "minecraft:stick", "sticky"].into_iter())[0],
                "minecraft:stick",
                "{name}"
            );
        }
    }

    #[test]
    fn a_very_long_name_is_cut_in_the_comparison_and_in_the_message() {
        let unknown = item(&"x".repeat(COMPARED_CHARS_MAX + 1)).unwrap_err();
        assert_eq!(unknown.name.len(), COMPARED_CHARS_MAX + 1, "the whole name is kept");
        assert_eq!(unknown.nearest.len(), SUGGESTIONS_MAX);
        assert!(unknown.to_string().contains("x\"… (did you mean"), "{unknown}");
    }
}
