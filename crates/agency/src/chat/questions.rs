//! Which question a sentence asks.

use super::Question;
use super::verbs::{is_gerund, verb};
use super::words::{begins, find};
use alloc::string::String;
use alloc::vec::Vec;

/// Phrases that make a sentence a question wherever they stand, in the order in which they are tried.
const ROWS: [(Question, &[&str]); 8] = [
    (
        Question::Help,
        &[
            "what can you do",
            "what can i say",
            "what can i ask",
            "how do i",
            "how does this",
            "what are your commands",
            "need help",
            "you help me",
            "help please",
            "what do you understand",
            "how can i",
            "what should i",
            "how should i",
            "what do i",
            "what commands",
            "which commands",
        ],
    ),
    (
        Question::Plan,
        &[
            "your plan",
            "your plans",
            "the plan",
            "you going to do",
            "will you do",
            "what next",
            "is next",
            "next step",
            "next thing",
            "have planned",
            "you do next",
            "you want to do",
            "your next",
            "doing next",
            "comes next",
            "your goal",
            "your goals",
        ],
    ),
    (
        Question::Remember,
        &[
            "you remember",
            "do you know about",
            "what do you know",
            "your memory",
            "do you recall",
            "did i ask you",
            "did i tell you",
        ],
    ),
    (
        Question::Where,
        &[
            "where are you",
            "where you at",
            "where you are",
            "your coordinates",
            "your position",
            "your location",
            "where is",
            "where are",
            "where did",
            "where can",
            "where do",
            "where have",
            "where were",
            "how far away",
        ],
    ),
    (
        Question::Have,
        &[
            "what do you have",
            "what have you got",
            "what you got",
            "what you have",
            "in your inventory",
            "do you have",
            "have you got",
            "you got any",
            "are you carrying",
            "you carry",
            "are you holding",
            "in your bag",
            "in your backpack",
            "in your pockets",
            "your inventory",
            "got any",
            "have any",
            "what items",
            "your stuff",
            "your items",
            "you got",
        ],
    ),
    (
        Question::Doing,
        &[
            "are you doing",
            "you doing",
            "you been doing",
            "you been up to",
            "you up to",
            "you working on",
            "your task",
            "current task",
            "current goal",
            "your status",
            "are you done",
            "are you busy",
            "are you finished",
            "you finished",
            "are you ready",
            "are you there",
            "are you alive",
            "you almost done",
            "how is it going",
            "is going",
            "how far",
            "how long",
            "taking long",
            "your progress",
            "how are you",
            "are you ok",
            "did you",
            "your job",
            "you making progress",
        ],
    ),
    (Question::Help, &["who are you", "what are you"]),
    (Question::Doing, &["are you", "have you"]),
];

/// Single words that are a question by themselves, such as "status".
const ALONE: [(Question, &[&str]); 6] = [
    (Question::Help, &["help", "help me", "commands", "show commands", "show help"]),
    (Question::Plan, &["plan", "plans", "next"]),
    (Question::Where, &["where", "coordinates", "position", "location", "where you"]),
    (
        Question::Have,
        &[
            "inventory",
            "items",
            "show inventory",
            "show me your inventory",
            "show your inventory",
            "list inventory",
            "check your inventory",
            "check inventory",
            "list your items",
            "what you got",
        ],
    ),
    (Question::Doing, &["status", "progress", "report", "what you doing", "done", "status report"]),
    (
        Question::Why,
        &["why", "how come", "what for", "y", "because", "explain", "explain yourself", "why that", "why though"],
    ),
];

/// Words with which questions begin.
const ASKING: [&str; 17] = [
    "what", "where", "why", "how", "who", "when", "which", "do", "did", "are", "have", "is", "does", "any", "got",
    "show", "list",
];

/// The question that a sentence of chat asks, if the agent can answer it.
pub fn question(words: &[String], asks: bool) -> Option<Question> {
    let words: Vec<String> = words
        .iter()
        .filter(|word| {
            !matches!(word.as_str(), "so" | "exactly" | "even" | "currently" | "actually" | "still" | "else")
        })
        .cloned()
        .collect();
    let joined = words.join(" ");
    if let Some((question, _)) = ALONE.iter().find(|(_, rows)| rows.contains(&joined.as_str())) {
        // "Done" and "because" are statements unless a question mark follows.
        return (asks || !matches!(joined.as_str(), "done" | "because" | "next" | "items" | "y")).then_some(*question);
    }
    let first = words.first().map(String::as_str).unwrap_or_default();
    if first == "why"
        || begins(&words, "explain why")
        || begins(&words, "how come")
        || begins(&words, "what is the reason")
    {
        return Some(Question::Why);
    }
    if begins(&words, "what") && find(&words, &["for"]).is_some_and(|at| at + 1 == words.len()) {
        return Some(Question::Why);
    }
    let asking = asks
        || ASKING.contains(&first)
        || begins(&words, "tell me")
        || begins(&words, "can you tell")
        || (first == "you" && words.get(1).is_some_and(|word| word == "got"));
    let own = matches!(first, "i" | "we" | "he" | "she" | "they") && !begins(&words, "i need help");
    if !asking && !begins(&words, "i need help") || own {
        return None;
    }
    if begins(&words, "how many") || begins(&words, "how much") {
        return words
            .iter()
            .any(|word| matches!(word.as_str(), "you" | "your" | "we" | "left"))
            .then_some(Question::Have);
    }
    // "Do you have to" asks about the plan and must be tested first, because the phrases below would read "do you
    // have" as a question about items.
    if find(&words, &["do", "you", "have", "to"]).is_some() {
        return Some(Question::Plan);
    }
    for (question, rows) in ROWS {
        for row in rows {
            let row: Vec<&str> = row.split(' ').collect();
            let Some(at) = find(&words, &row) else { continue };
            let next = words.get(at + row.len()).map(String::as_str);
            // "Did you see that" asks about nothing that the agent did.
            if matches!(row[..], ["did", "you"]) && !next.is_some_and(is_deed) {
                continue;
            }
            let open = matches!(row[..], ["are" | "have", "you"]);
            let whole = matches!(row[..], ["what", "are", "you"]);
            if (open && !next.is_some_and(|next| is_gerund(next) || next.ends_with("ed") || is_done(next)))
                || (whole && next.is_some())
            {
                continue;
            }
            return Some(question);
        }
    }
    None
}

/// Whether a word is something that the agent can have done: "did you find it", "did you finish".
fn is_deed(word: &str) -> bool {
    verb(word).is_some()
        || ["finish", "manage", "do", "die", "succeed", "already", "ever", "start", "begin"].contains(&word)
}

/// Whether a word is a past participle, as in "have you built the house", which asks about the progress of a
/// task.
fn is_done(word: &str) -> bool {
    ["built", "made", "found", "got", "gotten", "done", "brought", "finished"].contains(&word)
}
