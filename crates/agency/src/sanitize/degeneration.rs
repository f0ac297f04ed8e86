//! Pass 6: cuts a text where it begins to repeat itself, after the first copy.
//!
//! Three words in a row are looked up in a small table of where they stood last. When they keep coming back at the same
//! distance, the text repeats a phrase of that many words. Each word costs one look, so the time is linear.

use alloc::string::String;

/// Longest phrase, in words, whose repetition the sanitizer notices: about a paragraph.
const PHRASE_WORDS_MAX: usize = 256;
/// A phrase of at least this many words is not repeated on purpose, so its second copy is cut.
const LONG_PHRASE_WORDS: usize = 8;
/// A single word may stand three times in a row ("no, no, no").
const COPIES_OF_WORD_MAX: usize = 3;
/// A short phrase may stand twice in a row.
const COPIES_OF_PHRASE_MAX: usize = 2;
/// Most equal letters in a row that still count as a word drawn out on purpose ("nooooooo").
const EQUAL_LETTERS_MAX: usize = 12;
/// Most letters of a word in which a few letters repeat on purpose ("hahahaha").
const REPEATED_LETTERS_MAX: usize = 24;
/// How many letters may repeat together: "nananana", "hehehe", "lololol".
const LETTERS_TOGETHER_MAX: usize = 4;
/// Size of the hash table of seen word triples. It is larger than the longest phrase, so that few triples share
/// an entry.
const PLACES: usize = 1024;
/// How many of the last words are kept for comparison: the longest phrase plus three words, rounded up to a power
/// of two.
const RECENT: usize = 512;
/// How many words in a row are looked up as one, so that "the" alone does not match everywhere.
const WORDS_TOGETHER: usize = 3;

/// Cuts the text where it begins to repeat itself. Cutting what is left again changes nothing.
pub fn truncate(text: &str) -> Option<String> {
    let end = match cut_at(text)? {
        Cut::AfterWord(end) => end,
        // The rest of the word may equal the words before it.
        Cut::InWord(end) => match cut_at(&text[..end]) {
            Some(Cut::AfterWord(less) | Cut::InWord(less)) => less,
            None => end,
        },
    };
    Some(String::from(text[..end].trim_end()))
}

/// The byte index at which a text is to be cut.
enum Cut {
    AfterWord(usize),
    InWord(usize),
}

/// Where the text is to be cut because it begins to repeat itself.
fn cut_at(text: &str) -> Option<Cut> {
    let mut seen = Seen::new();
    for word in Words::of(text) {
        if let Some(kept) = word.drawn_out {
            return Some(Cut::InWord(kept));
        }
        if let Some(end) = seen.next(&word) {
            return Some(Cut::AfterWord(after_punctuation(text, end)));
        }
    }
    None
}

/// The byte index at which the punctuation after the end of a word ends.
fn after_punctuation(text: &str, end: usize) -> usize {
    end + text[end..].bytes().take_while(|byte| b".!?,;:)]\"*".contains(byte)).count()
}

/// A word of letters and digits in the text that is checked for repetition.
struct Word {
    /// Hash of the word's letters in lower case.
    hash: u32,
    end: usize,
    /// The byte index at which to cut a word that repeats one letter too often.
    drawn_out: Option<usize>,
}

/// Iterates over the words of a text. Every byte that is not ASCII counts as a letter.
struct Words<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Words<'a> {
    fn of(text: &'a str) -> Words<'a> {
        Words { text, at: 0 }
    }
}

/// The hash of every number. All numbers count as one word, because a looping model counts: "1. Go. 2. Go. 3.
/// Go."
const NUMBER: u32 = 0;

/// An odd number with mixed bits: the golden ratio, as Knuth's multiplicative hash has it. Two multiplications a word are
/// enough, and faster than one a byte.
const MIX: u64 = 0x9e37_79b9_7f4a_7c15;

/// The lower-case form of each byte that can be part of a word; 0 for every other byte.
const LOWER: [u8; 256] = {
    let mut lower = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let ascii = byte as u8;
        if ascii.is_ascii_alphanumeric() || !ascii.is_ascii() {
            lower[byte] = ascii.to_ascii_lowercase();
        }
        byte += 1;
    }
    lower
};

/// Whether a word that has begun goes on with this byte: an apostrophe does not end it.
const GOES_ON: [bool; 256] = {
    let mut goes_on = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        goes_on[byte] = LOWER[byte] != 0 || byte == b'\'' as usize;
        byte += 1;
    }
    goes_on
};

impl Iterator for Words<'_> {
    type Item = Word;

    fn next(&mut self) -> Option<Word> {
        let bytes = self.text.as_bytes();
        let start = self.at + bytes[self.at..].iter().position(|byte| LOWER[usize::from(*byte)] != 0)?;
        let rest = &bytes[start..];
        let length = rest.iter().position(|byte| !GOES_ON[usize::from(*byte)]).unwrap_or(rest.len());
        self.at = start + length;
        let word = &rest[..length];
        let letters = word.iter().fold(0_u64, |all, byte| all.rotate_left(7) ^ u64::from(LOWER[usize::from(*byte)]));
        let is_number = word[0].is_ascii_digit() && word.iter().all(u8::is_ascii_digit);
        let mixed = (letters ^ (length as u64) << 56).wrapping_mul(MIX);
        let hash = if is_number { NUMBER } else { ((mixed ^ mixed >> 29).wrapping_mul(MIX) >> 32) as u32 };
        let long = length > EQUAL_LETTERS_MAX;
        let drawn_out = long.then(|| drawn_out(word)).flatten().map(|kept| start + kept);
        Some(Word { hash, end: self.at, drawn_out })
    }
}

/// How many bytes of a word to keep if it repeats a letter or a few letters too often. Digits are exempt, because real
/// numbers repeat them, and so are bytes that are not ASCII, because they are parts of characters.
fn drawn_out(word: &[u8]) -> Option<usize> {
    (1..=LETTERS_TOGETHER_MAX).filter_map(|together| repeated(word, together)).min()
}

/// The index behind the first copy where a word repeats so many letters too often: "aaaa", "hahaha".
fn repeated(word: &[u8], together: usize) -> Option<usize> {
    let most = if together == 1 { EQUAL_LETTERS_MAX } else { REPEATED_LETTERS_MAX };
    let mut equal = together;
    for at in together..word.len() {
        let same = word[at].eq_ignore_ascii_case(&word[at - together]) && word[at].is_ascii_alphabetic();
        equal = if same { equal + 1 } else { together };
        if equal > most {
            return Some(at + 1 - equal + together);
        }
    }
    None
}

/// The words seen so far: the last words, where each triple of words stood last, and for how many words the text
/// has repeated itself at one distance.
struct Seen {
    /// By the hash of three words: the number of the word that ended their last occurrence.
    last: [u32; PLACES],
    recent: [u32; RECENT],
    /// Where the last words end in the text.
    ends: [u32; RECENT],
    words: usize,
    distance: usize,
    matches: usize,
}

impl Seen {
    fn new() -> Seen {
        Seen { last: [0; PLACES], recent: [0; RECENT], ends: [0; RECENT], words: 0, distance: 0, matches: 0 }
    }

    /// Takes the next word of the text. When the text repeats itself, returns where the last word to keep ends. That is at most
    /// a longest phrase ago.
    fn next(&mut self, word: &Word) -> Option<usize> {
        let hash = word.hash;
        self.words += 1;
        self.recent[self.words % RECENT] = hash;
        self.ends[self.words % RECENT] = word.end as u32;
        if self.words < WORDS_TOGETHER {
            return None;
        }
        let together =
            self.word(0).wrapping_mul(31).wrapping_add(self.word(1)).wrapping_mul(31).wrapping_add(self.word(2));
        let place = &mut self.last[(together ^ (together >> 15)) as usize % PLACES];
        let before = core::mem::replace(place, self.words as u32) as usize;
        if self.matches > 0 && self.word(self.distance) == hash {
            self.matches += 1;
        } else {
            self.distance = self.words - before;
            let known = before > 0 && self.distance <= PHRASE_WORDS_MAX;
            let same = known && (0..WORDS_TOGETHER).all(|back| self.word(back) == self.word(self.distance + back));
            self.matches = if same { WORDS_TOGETHER } else { 0 };
        }
        let allowed = match self.distance {
            1 => COPIES_OF_WORD_MAX,
            2..LONG_PHRASE_WORDS => COPIES_OF_PHRASE_MAX,
            _ => 1,
        };
        // Several numbers in a row are a position or a list, not a repetition.
        let numbers = self.distance == 1 && hash == NUMBER;
        let repeats = !numbers && self.matches > 0 && self.matches >= self.distance * allowed;
        repeats.then(|| self.ends[(self.words - self.matches) % RECENT] as usize)
    }

    /// The hash of the word this many words back.
    fn word(&self, back: usize) -> u32 {
        self.recent[(self.words - back) % RECENT]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::format;

    #[test]
    fn repetition_is_cut_after_the_first_copy() {
        for (text, expected) in [
            ("", None),
            ("no, no, no!", None),
            ("Step by step, side by side.", None),
            ("I go to the tree and I go to the cave.", None),
            ("wood wood wood wood wood", Some("wood")),
            ("I need wood. I need wood. I need wood. I need", Some("I need wood.")),
            ("the cat the dog the cat the dog the cat the dog", Some("the cat the dog")),
            (
                "One two three four five six seven eight.\nOne two three four five six seven eight.",
                Some("One two three four five six seven eight."),
            ),
            ("Start. GO now GO now go NOW", Some("Start. GO now")),
            ("run aaaaaaaaaaaaaaaaaaaaaaaa", Some("run a")),
            ("run a a a aaaaaaaaaaaaaaaaaaaaaaaa", Some("run a")),
            ("10000000000000000000 is a number", None),
            ("hahahahahaha, good", None),
            ("ok hahahahahahahahahahahahahahahahaha no", Some("ok ha")),
            ("Blablablablablablablablablablabla", Some("Bla")),
            ("1. two cows\n2. two cows\n3. two cows\n4. two", Some("1. two cows")),
            ("1, 2, 3, 4, 5, 6, 7", None),
            ("You can't. You can't. You can't.", Some("You can't.")),
            ("木木木 木木木 木木木 木木木", Some("木木木")),
        ] {
            assert_eq!(truncate(text).as_deref(), expected, "{text:?}");
            assert_eq!(expected.and_then(truncate), None, "cut twice: {text:?}");
        }
    }

    #[test]
    fn the_longest_phrase_is_noticed_and_a_longer_one_is_not() {
        let twice = |words: usize| {
            let phrase = (0..words).fold(String::new(), |text, word| text + &format!("w{word} "));
            truncate(&format!("{phrase}{phrase}")).is_some()
        };
        assert!(twice(LONG_PHRASE_WORDS) && twice(PHRASE_WORDS_MAX));
        assert!(!twice(LONG_PHRASE_WORDS - 1) && !twice(PHRASE_WORDS_MAX + 1));
    }

    #[test]
    fn a_word_may_repeat_letters_this_far() {
        let word = |letters: usize| truncate(&"ha".repeat(letters / 2)).is_some();
        assert!(!word(REPEATED_LETTERS_MAX) && word(REPEATED_LETTERS_MAX + 2));
    }

    #[test]
    fn a_word_may_be_drawn_out_this_far() {
        let word = |letters: usize| truncate(&"o".repeat(letters)).is_some();
        assert!(!word(EQUAL_LETTERS_MAX) && word(EQUAL_LETTERS_MAX + 1));
    }
}
