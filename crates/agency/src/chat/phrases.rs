//! Rows of words that are no wish themselves: politeness, requests, statements.

use super::verbs::verb;
use super::words::{begins, find};
use alloc::string::String;
use alloc::vec::Vec;

/// Polite phrases, removed from a line of chat wherever they stand.
const POLITE: [&str; 44] = [
    "if you can",
    "if you could",
    "if you would",
    "if you like",
    "when you can",
    "when you could",
    "if possible",
    "if you do not mind",
    "when you have time",
    "if you have time",
    "when you have a moment",
    "when you get a chance",
    "when you are ready",
    "when you are done",
    "hurry up",
    "and hurry",
    "be quick",
    "at least",
    "right now",
    "right away",
    "as soon as possible",
    "asap",
    "real quick",
    "really quick",
    "real fast",
    "thank you",
    "thanks",
    "quickly",
    "immediately",
    "for now",
    "now",
    "kindly",
    "just",
    "maybe",
    "perhaps",
    "also",
    "as well",
    "too",
    "again",
    "dude",
    "bro",
    "mate",
    "buddy",
    "at once",
];

/// Phrases removed at the beginning of a sentence of chat.
const OPENINGS: [&str; 34] = [
    "ok", "hey", "hi", "hello", "yo", "alright", "so", "well", "um", "uh", "hmm", "oh", "and", "but", "then", "yes",
    "yeah", "yep", "sure", "no", "nah", "sorry", "cool", "great", "nice", "quick", "fast", "man", "pal", "friend",
    "sir", "bot", "agent", "actually",
];

/// Phrases that ask the agent to do something; the verb follows them.
const REQUESTS: [&str; 52] = [
    "can you go and",
    "can you",
    "could you",
    "would you mind",
    "would you",
    "will you",
    "i want you to",
    "i need you to",
    "i would like you to",
    "i would love you to",
    "we need you to",
    "you should",
    "you could",
    "you can",
    "you need to",
    "you have to",
    "you must",
    "you may",
    "you might want to",
    "go ahead and",
    "feel free to",
    "try to",
    "try and",
    "let us",
    "time to",
    "do me a favor and",
    "do me a favour and",
    "help me to",
    "help us",
    "start",
    "begin",
    "proceed to",
    "how about you",
    "how about",
    "why do not you",
    "why not",
    "be so kind and",
    "do you think you can",
    "do you think you could",
    "do you mind",
    "are you able to",
    "is it possible to",
    "your task is to",
    "your job is to",
    "next",
    "first",
    "secondly",
    "after that",
    "finally",
    "lastly",
    "i order you to",
    "i command you to",
];

/// Phrases such as "tell me" that are removed before a question.
const TELLING: [&str; 5] = ["tell me", "show me", "let me know", "i want to know", "do you know"];

/// Phrases of chat, each with the plainer phrase that replaces it.
const SAME: [(&str, &str); 35] = [
    ("look around", "explore nearby"),
    ("have a look around", "explore nearby"),
    ("look for", "find"),
    ("search for", "find"),
    ("search", "find"),
    ("look out for", "find"),
    ("pick up", "get"),
    ("pick me up", "get me"),
    ("cut down", "chop"),
    ("chop down", "chop"),
    ("dig up", "mine"),
    ("dig for", "mine"),
    ("dig out", "mine"),
    ("mine for", "mine"),
    ("focus on", "prioritize"),
    ("hand over", "bring"),
    ("hand me", "bring me"),
    ("pass me", "bring me"),
    ("toss me", "bring me"),
    ("throw me", "bring me"),
    ("lend me", "bring me"),
    ("check on", "check"),
    ("put up", "build"),
    ("set up", "build"),
    ("go back to", "go to"),
    ("go over to", "go to"),
    ("farm some", "get some"),
    ("stock up on", "get"),
    ("cancel that", "cancel"),
    ("forget about", "cancel"),
    ("come to", "go to"),
    ("come home", "go home"),
    ("come back home", "go home"),
    ("grind", "get"),
    ("cook up", "cook"),
];

/// Words that negate a sentence.
pub const NEGATIONS: [&str; 8] = ["not", "never", "without", "except", "instead", "nobody", "avoid", "refrain"];

/// Words that make a wish conditional or put it off. The agent refuses such wishes, because it only takes wishes
/// for now.
pub const CONDITIONS: [&str; 22] = [
    "if",
    "when",
    "unless",
    "until",
    "while",
    "before",
    "after",
    "tomorrow",
    "later",
    "tonight",
    "every",
    "always",
    "whenever",
    "because",
    "once",
    "otherwise",
    "yesterday",
    "rather",
    "than",
    "or",
    "only",
    "but",
];

/// Laughter and other chatter: a line with such a word asks for something only if its meaning is certain.
pub const CHATTER: [&str; 12] =
    ["lol", "lmao", "haha", "hahaha", "hehe", "xd", "rofl", "rekt", "omg", "wtf", "gg", "lolol"];

/// Words with which statements begin.
pub const SUBJECTS: [&str; 34] = [
    "i",
    "he",
    "she",
    "they",
    "we",
    "it",
    "my",
    "his",
    "her",
    "their",
    "there",
    "this",
    "that",
    "the",
    "someone",
    "everyone",
    "anyone",
    "nobody",
    "you",
    "your",
    "these",
    "those",
    "who",
    "our",
    "somebody",
    "everybody",
    "was",
    "were",
    "is",
    "has",
    "had",
    "if",
    "when",
    "because",
];

/// The ends of wishes such as "16 torches would be nice".
const WELCOME: [&str; 6] =
    ["would be nice", "would be great", "would be good", "would be cool", "would be awesome", "would be lovely"];

/// Removes polite phrases from the words. Returns whether the speaker said please, or that something would be nice.
pub fn without_politeness(words: &mut Vec<String>) -> bool {
    let before = words.len();
    words.retain(|word| word != "please");
    if words.first().is_some_and(|word| !SUBJECTS.contains(&word.as_str()))
        && let Some(row) = WELCOME.iter().find(|row| words.join(" ").ends_with(&alloc::format!(" {row}")))
    {
        words.truncate(words.len() - row.split(' ').count());
    }
    let polite = words.len() < before;
    for row in POLITE {
        let row: Vec<&str> = row.split(' ').collect();
        // "Thanks" or "now" alone is a whole sentence that asks for nothing.
        while let Some(at) = find(words, &row) {
            words.drain(at..at + row.len());
        }
    }
    polite
}

/// Removes the longest of these phrases that the words begin with. Returns whether there was one.
fn without(words: &mut Vec<String>, rows: &[&str]) -> bool {
    let row = rows.iter().filter(|row| begins(words, row)).max_by_key(|row| row.len());
    if let Some(row) = row {
        words.drain(..row.split(' ').count());
    }
    row.is_some()
}

pub fn without_opening(words: &mut Vec<String>) -> bool {
    without(words, &OPENINGS)
}

pub fn without_request(words: &mut Vec<String>) -> bool {
    // "Help me" alone is a question; before a verb it is a request.
    let helps = begins(words, "help me") && words.len() > 2;
    if helps {
        words.drain(..2);
    }
    // "Why not get wood" is a request; "why not diamonds" is a question.
    let asks = begins(words, "why not") && words.get(2).is_none_or(|word| verb(word).is_none());
    helps || (!asks && without(words, &REQUESTS))
}

pub fn without_telling(words: &mut Vec<String>) -> bool {
    without(words, &TELLING)
}

/// Replaces a phrase at the beginning of the words by the plainer phrase that means the same.
pub fn with_plain_verb(words: &mut Vec<String>) {
    if let Some((row, same)) = SAME.iter().filter(|(row, _)| begins(words, row)).max_by_key(|(row, _)| row.len()) {
        words.splice(..row.split(' ').count(), same.split(' ').map(String::from));
    }
}
