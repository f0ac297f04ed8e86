//! Rows of words that are no wish themselves: politeness, requests, statements.

use super::verbs::{is_gerund, verb};
use super::words::{begins, find};
use alloc::string::String;
use alloc::vec::Vec;

/// Polite phrases, removed from a line of chat wherever they stand.
const POLITE: [&str; 53] = [
    "my friend",
    "my man",
    "my dude",
    "my guy",
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
    "possibly",
    "really",
    "simply",
    "literally",
    "gladly",
    "at once",
];

/// Phrases removed at the beginning of a sentence of chat.
const OPENINGS: [&str; 34] = [
    "ok", "hey", "hi", "hello", "yo", "alright", "so", "well", "um", "uh", "hmm", "oh", "and", "but", "then", "yes",
    "yeah", "yep", "sure", "no", "nah", "sorry", "cool", "great", "nice", "quick", "fast", "man", "pal", "friend",
    "sir", "bot", "agent", "actually",
];

/// Words of which a greeting consists.
const GREETINGS: [&str; 14] = [
    "hi",
    "hello",
    "hey",
    "yo",
    "hiya",
    "howdy",
    "greetings",
    "good",
    "morning",
    "evening",
    "afternoon",
    "day",
    "there",
    "again",
];

/// Phrases that ask the agent to do something; the verb follows them.
const REQUESTS: [&str; 58] = [
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
    "any chance you could",
    "any chance you can",
    "would you be able to",
    "would it be possible to",
    "you mind",
    "mind",
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
const SAME: [(&str, &str); 46] = [
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
    ("whip up", "make"),
    ("give up on", "cancel"),
    ("come back to", "go to"),
    ("meet me at", "go to"),
    ("put together", "make"),
    ("hook me up with", "bring me"),
    ("look at", "check"),
    ("look into", "check"),
    ("look inside", "check"),
    ("take a look at", "check"),
    ("have a look at", "check"),
];

/// Words that negate a sentence.
pub const NEGATIONS: [&str; 9] = ["no", "not", "never", "without", "except", "instead", "nobody", "avoid", "refrain"];

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

/// Whether a line speaks of all there is, as in "cancel everything".
pub fn names_all(line: &str) -> bool {
    let mut words = line.split(|ch: char| !ch.is_alphanumeric());
    words.any(|word| ["all", "everything", "every"].iter().any(|all| all.eq_ignore_ascii_case(word)))
}

/// Whether a line says hello and nothing else.
pub fn is_greeting(line: &str) -> bool {
    let mut words = line.split(|ch: char| !ch.is_alphanumeric()).filter(|word| !word.is_empty()).peekable();
    words.peek().is_some() && words.all(|word| GREETINGS.iter().any(|greeting| greeting.eq_ignore_ascii_case(word)))
}

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
    // "No, stop" begins with an answer; "no torches" says what is not wanted.
    let goes_on = |next: &String| verb(next).is_some() || SUBJECTS.contains(&next.as_str());
    if words.first().is_some_and(|first| first == "no") && words.get(1).is_some_and(|next| !goes_on(next)) {
        return false;
    }
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
    // A pick alone is a tool.
    if words.len() > 1 && words[0] == "pick" && !matches!(words[1].as_str(), "up" | "axe" | "me") {
        words[0] = "gather".into();
    }
    if matches!(words[0].as_str(), "turn" | "convert") && words.iter().any(|word| word == "into") {
        words[0] = "make".into();
    }
    if words.len() > 1 && words[0] == "keep" && is_gerund(&words[1]) {
        words[0] = "continue".into();
    }
    // "Go look for sheep" says what "look for sheep" says.
    if words.len() > 1 && words[0] == "go" && SAME.iter().any(|(row, _)| begins(&words[1..], row)) {
        words.remove(0);
    }
    if let Some((row, same)) = SAME.iter().filter(|(row, _)| begins(words, row)).max_by_key(|(row, _)| row.len()) {
        words.splice(..row.split(' ').count(), same.split(' ').map(String::from));
    }
}

/// "No more torches" and "that is enough wood" end the task for them.
pub fn with_plain_end(words: &mut Vec<String>) {
    let row = ["no more", "that is enough", "enough"].into_iter().find(|row| begins(words, row));
    if let Some(length) = row.map(|row| row.split(' ').count()).filter(|length| words.len() > *length) {
        let ends = if is_gerund(&words[length]) { "stop" } else { "cancel" };
        words.splice(..length, [String::from(ends)]);
    }
}

/// "Do the pickaxe first" is an order about a task; elsewhere "first" at the end changes nothing.
pub fn without_order(words: &mut Vec<String>) {
    if words.len() < 3 || words.last().is_none_or(|last| last != "first") {
        return;
    }
    words.pop();
    if words[0] == "do" {
        words[0] = "prioritize".into();
    }
}
