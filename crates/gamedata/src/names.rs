//! Finding things by name, and the nearest names when there is none.

use alloc::vec::Vec;
use core::fmt;

#[path = "../build/hash.rs"]
mod hash;

/// Names offered when one is unknown.
pub const NEAREST: usize = 3;

/// Longer text is cut before it is compared: the game's longest name has 39 bytes, and the comparison is quadratic.
pub const COMPARED_BYTES_MAX: usize = 64;

/// A name that no table has, with the names nearest to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownName {
    /// "item", "block" or "mob".
    pub what: &'static str,
    pub name: alloc::string::String,
    /// Nearest first; of equally near ones those of the nearest length, and then in the order of the table.
    pub nearest: [&'static str; NEAREST],
}

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, second, third] = self.nearest;
        let kept = self.name.char_indices().nth(COMPARED_BYTES_MAX).map_or(self.name.len(), |(end, _)| end);
        let (name, more) = (&self.name[..kept], if kept < self.name.len() { "…" } else { "" });
        write!(f, "unknown {} {name:?}{more} (did you mean \"{first}\", \"{second}\" or \"{third}\"?)", self.what)
    }
}

impl core::error::Error for UnknownName {}

/// `minecraft:stone` and `stone` are the same name.
fn plain(name: &str) -> &str {
    name.strip_prefix("minecraft:").unwrap_or(name)
}

/// Looks a name up in a table that the build script filled.
pub(crate) fn lookup(places: &[u16], name: &str, name_of: impl Fn(u16) -> &'static str) -> Option<u16> {
    let name = plain(name);
    let mask = places.len() - 1;
    let mut place = hash::of(name) as usize & mask;
    // The table is at most half full, so a free place comes soon.
    while places[place] != hash::FREE {
        if name_of(places[place]) == name {
            return Some(places[place]);
        }
        place = (place + 1) & mask;
    }
    None
}

pub(crate) fn unknown(what: &'static str, name: &str, all: impl Iterator<Item = &'static str>) -> UnknownName {
    UnknownName { what, name: name.into(), nearest: nearest(name, all) }
}

/// The names nearest to this one; empty ones where there are fewer. The namespace of neither counts.
pub fn nearest<'a>(name: &str, all: impl Iterator<Item = &'a str>) -> [&'a str; NEAREST] {
    let mut wanted: Vec<u8> = bare(name).bytes().take(COMPARED_BYTES_MAX).collect();
    for byte in &mut wanted {
        *byte = if *byte == b' ' || *byte == b'-' { b'_' } else { byte.to_ascii_lowercase() };
    }
    let mut best = [(usize::MAX, usize::MAX, usize::MAX, ""); NEAREST];
    let mut row = Vec::new();
    for (order, candidate) in all.enumerate() {
        let letters = bare(candidate).as_bytes();
        let longer = letters.len().abs_diff(wanted.len());
        let found = (difference(&wanted, letters, &mut row), longer, order, candidate);
        if found < best[NEAREST - 1] {
            best[NEAREST - 1] = found;
            best.sort_unstable();
        }
    }
    best.map(|(_, _, _, name)| name)
}

/// A name without whatever namespace it has.
fn bare(name: &str) -> &str {
    name.rsplit_once(':').map_or(name, |(_, bare)| bare)
}

/// Two for each letter that differs; but "log" is nearer to "oak_log" than anything one letter away from it, and "pick" nearer
/// to "iron_pickaxe" than anything two letters away.
fn difference(wanted: &[u8], candidate: &[u8], row: &mut Vec<usize>) -> usize {
    let letters = 2 * distance(wanted, candidate, row);
    if wanted.is_empty() {
        return letters;
    }
    let words = (0..candidate.len()).filter(|&at| at == 0 || candidate[at - 1] == b'_');
    let begun = words.filter_map(|at| candidate[at..].strip_prefix(wanted));
    let shared = begun.map(|rest| if rest.first().is_none_or(|next| *next == b'_') { 1 } else { 3 }).min();
    letters.min(shared.unwrap_or(letters))
}

/// How many letters must change, come or go; two neighbours swapped count as two.
fn distance(from: &[u8], to: &[u8], row: &mut Vec<usize>) -> usize {
    row.clear();
    row.extend(0..=to.len());
    for (i, a) in from.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, b) in to.iter().enumerate() {
            let change = diagonal + usize::from(a != b);
            diagonal = row[j + 1];
            row[j + 1] = change.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[to.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances() {
        for (from, to, expected) in
            [("", "", 0), ("stone", "stone", 0), ("", "abc", 3), ("ston", "stone", 1), ("kitten", "sitting", 3)]
        {
            assert_eq!(distance(from.as_bytes(), to.as_bytes(), &mut Vec::new()), expected, "{from} {to}");
            assert_eq!(distance(to.as_bytes(), from.as_bytes(), &mut Vec::new()), expected, "{to} {from}");
        }
    }

    #[test]
    fn the_nearest_names_come_first_and_ties_in_the_order_of_the_table() {
        let check = |name: &str, nearest: [&str; 3]| {
            let all = ["gold_ingot", "iron_ingot", "spruce_log", "birch_log", "acacia_log", "iron_ore", "dirt"];
            assert_eq!(unknown("item", name, all.into_iter()).nearest, nearest, "{name}");
        };
        check("iron_igot", ["iron_ingot", "iron_ore", "gold_ingot"]);
        check("minecraft:Iron Ingott", ["iron_ingot", "gold_ingot", "iron_ore"]);
        check("log", ["birch_log", "spruce_log", "acacia_log"]);
        check("", ["dirt", "iron_ore", "birch_log"]);
    }

    #[test]
    fn what_somebody_began_to_write_is_found_among_the_games_own_names() {
        let check = |name: &str, nearest: [&str; 3]| {
            assert_eq!(crate::items::find(name).unwrap_err().nearest, nearest, "{name}");
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
    fn no_namespace_counts_on_either_side() {
        for name in ["minecraft:stick", "other:stick", "stick"] {
            let found = nearest(name, ["brick", "minecraft:stick", "sticky"].into_iter());
            assert_eq!(found[0], "minecraft:stick", "{name}");
        }
    }

    #[test]
    fn a_very_long_name_is_cut_before_it_is_compared() {
        let long = "x".repeat(COMPARED_BYTES_MAX + 1);
        let unknown = unknown("item", &long, ["a", "b", "c"].into_iter());
        assert_eq!(unknown.nearest, ["a", "b", "c"]);
        assert_eq!(unknown.name.len(), COMPARED_BYTES_MAX + 1, "the whole name is kept");
        assert!(alloc::format!("{unknown}").contains("x\"… (did you mean"), "{unknown}");
    }
}
