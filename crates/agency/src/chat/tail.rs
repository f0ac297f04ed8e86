//! What follows the things of a wish: where ("here"), for whom ("for me"), what for ("for the house"), with what tool.

use super::verbs::{is_gerund, verb};
use alloc::string::String;
use alloc::vec::Vec;
use vocab::BlockPos;

/// Words after "for" with which a purpose or a time begins: "for the party", "for a while".
const PURPOSES: [&str; 11] = ["the", "a", "an", "our", "my", "your", "this", "that", "later", "tonight", "tomorrow"];
/// What a wish is to be done with, where it says so: "chop wood with your axe".
const WITH: [&str; 9] = ["pickaxe", "pick", "axe", "shovel", "sword", "hoe", "hands", "hand", "tools"];

/// A block position, if the words are three whole numbers and nothing else.
pub fn three<'a>(words: impl Iterator<Item = &'a str>) -> Option<BlockPos> {
    let numbers: Option<Vec<i32>> = words.map(|word| word.parse().ok()).collect();
    match numbers?[..] {
        [x, y, z] => Some(BlockPos::new(x, y, z)),
        _ => None,
    }
}

/// The words of a clause after those about the place ("here") and the receiver ("for me") were taken out.
pub struct Tail {
    pub words: Vec<String>,
    pub for_me: bool,
    pub here: bool,
    pub at: Option<BlockPos>,
}

impl Tail {
    pub fn of(words: &[String]) -> Tail {
        let mut tail = Tail { words: words.to_vec(), for_me: false, here: false, at: None };
        for row in ["for yourself", "yourself"] {
            tail.cut(row);
        }
        for row in ["over to me", "back to me", "to me", "for me", "for us", "to us"] {
            tail.for_me |= tail.cut(row);
        }
        if tail.words.first().is_some_and(|word| word == "me" || word == "us") {
            tail.words.remove(0);
            tail.for_me = true;
        }
        tail.words.truncate(tail.purpose().unwrap_or(tail.words.len()));
        for row in ["right here", "over here", "back here", "near here", "around here", "to here", "here"] {
            tail.here |= tail.cut(row);
        }
        if let Some(first) =
            (tail.words.windows(3)).position(|three_words| three(three_words.iter().map(String::as_str)).is_some())
        {
            tail.at = three(tail.words[first..first + 3].iter().map(String::as_str));
            let is_at = |word: &String| {
                ["at", "to", "near", "by", "around", "coordinates", "position"].contains(&word.as_str())
            };
            let before = tail.words[..first].iter().rev().take_while(|word| is_at(word)).count();
            tail.words.drain(first - before..first + 3);
        }
        let _ = tail.cut("back");
        tail
    }

    /// The index at which the words begin to say what the things are for, or with what tool they are got: "for the house", "to
    /// make a bed", "so we can eat", "with your axe".
    fn purpose(&self) -> Option<usize> {
        let begins = |at: usize| {
            let next = self.words.get(at + 1).map(String::as_str).unwrap_or_default();
            match self.words[at].as_str() {
                "for" => PURPOSES.contains(&next) || is_gerund(next),
                "to" => verb(next).is_some() || next == "eat",
                "so" => ["we", "i", "you", "that"].contains(&next),
                "with" => self.words.last().is_some_and(|last| WITH.contains(&last.as_str())),
                _ => false,
            }
        };
        (1..self.words.len()).find(|at| begins(*at))
    }

    /// Removes the first occurrence of this phrase from the words. Returns whether it was there.
    fn cut(&mut self, row: &str) -> bool {
        let row: Vec<&str> = row.split(' ').collect();
        let at = super::words::find(&self.words, &row);
        if let Some(at) = at {
            self.words.drain(at..at + row.len());
        }
        at.is_some()
    }
}
