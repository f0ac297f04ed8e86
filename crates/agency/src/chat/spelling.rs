//! Misspelt words: which known words are near. Words are short, so that the distance costs little.

use alloc::vec;
use alloc::vec::Vec;

/// The longest word in letters that spelling correction compares.
const WORD_CHARS_MAX: usize = 24;

/// Common words that a slip or two away from a known word mean something else: "get cold" asks for no cod.
const COMMON: &str = "about are bad beat been being belt bend bill blow boil bond boot bore boss boy bride broad came care \
    case chair cheat chess chick chin chip clan clap class claw click coat code cold cone cool cope cord \
    creature crop cup cute die diet dirty due father fellow felt file fine fired firm fit flood fog fold \
    fond fool force fund game gave gem god good grave had half hang hard has hat hit hole hope hot how hug \
    hurt insect keep lag leave leg lend level load loaf long look loop loss lover low mad made man mare maze \
    mean meet menu mild mill park penny plan plane pony port puppy raid rain read sack sad said sandy see \
    seen send shack shed shop shout shove show sick sing slam slay sled slow smoke snap sneak speak speed \
    spring steam step sting stink stock stove strong stuck tent towel true well what will word";

/// How many spelling mistakes are forgiven in a word of this many letters.
fn slips_max(letters: usize) -> usize {
    match letters {
        0..=2 => 0,
        3..=7 => 1,
        _ => 2,
    }
}

pub fn is_common(word: &str) -> bool {
    COMMON.split(' ').any(|common| common == word)
}

/// The known words that differ from this word by the fewest spelling mistakes. The first letter must be right, or
/// swapped with the second.
pub fn near<'a>(word: &str, known: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let letters: Vec<char> = word.chars().take(WORD_CHARS_MAX + 1).collect();
    let mut best = slips_max(letters.len());
    let mut found: Vec<&str> = Vec::new();
    if best == 0 || letters.len() > WORD_CHARS_MAX || is_common(word) {
        return found;
    }
    for name in known {
        let first = name.chars().next();
        let begins =
            first == Some(letters[0]) || (first == Some(letters[1]) && name.chars().nth(1) == Some(letters[0]));
        if !begins || name.len().abs_diff(letters.len()) > best || found.contains(&name) {
            continue;
        }
        let slips = distance(&letters, name);
        if slips < best {
            found.clear();
            best = slips;
        }
        if slips == best {
            found.push(name);
        }
    }
    found
}

/// The edit distance of two words: letters added, dropped, changed or swapped.
fn distance(word: &[char], name: &str) -> usize {
    let mut before: Vec<usize> = Vec::new();
    let mut row: Vec<usize> = (0..=word.len()).collect();
    let mut last = '\0';
    for (line, letter) in name.chars().enumerate() {
        let mut next = vec![line + 1];
        for (at, own) in word.iter().enumerate() {
            let changed = row[at] + usize::from(*own != letter);
            let mut slips = changed.min(row[at + 1] + 1).min(next[at] + 1);
            if line > 0 && at > 0 && *own == last && word[at - 1] == letter {
                slips = slips.min(before[at - 1] + 1);
            }
            next.push(slips);
        }
        before = core::mem::replace(&mut row, next);
        last = letter;
    }
    row[word.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn common_words_are_sorted_and_correct_nothing() {
        assert!(COMMON.split(' ').is_sorted());
        assert!(is_common("cold") && !is_common("cod"));
    }

    #[test]
    fn near_words_are_found() {
        let known = ["oak", "torch", "cobblestone", "collect", "come", "core", "iron"];
        for (word, expected) in [
            ("oka", &["oak"][..]),
            ("trch", &["torch"]),
            ("cobblstne", &["cobblestone"]),
            ("collct", &["collect"]),
            ("comr", &["come"]),
            ("coe", &["come", "core"]),
            ("rion", &["iron"]),
            ("in", &[]),
            ("house", &[]),
            ("cone", &[]),
            ("xyz", &[]),
        ] {
            assert_eq!(near(word, known.into_iter()), expected, "{word}");
        }
        assert_eq!(near(&"x".repeat(WORD_CHARS_MAX + 1), known.into_iter()), [""; 0]);
    }
}
