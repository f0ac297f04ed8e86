//! The prompt: what the model is told of the situation, in bands and short lines, and the format of its reply.
//!
//! Invariant: the prompt holds no valid goal tag and no intent line, so that a model that repeats it asks for nothing.

use crate::goal_action::GoalAction;
use crate::intent::Intent;
use crate::signature::{DayPart, Level};
use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write as _;
use vocab::{Name, ThreatLevel};

/// Longest prompt to the language model in bytes, about a thousand tokens.
pub const PROMPT_BYTES_MAX: usize = 4_000;
/// Longest reply that the model is asked for, in tokens: a sentence, a goal tag and the INTENT line.
pub const REPLY_TOKENS_MAX: u32 = 96;
/// Most entries in one part of the prompt.
pub const LINES_MAX: usize = 12;
/// Longest entry in the prompt, in characters.
pub const LINE_CHARS_MAX: usize = 120;
/// A reply repeats the prompt if they share this many words in a row. Fewer shared words are ordinary language.
const ECHO_WORDS: usize = 5;
/// The heading of the prompt's part with earlier thoughts.
const THOUGHTS: &str = "Thought before";

/// A creature in the prompt, as the agent's belief reported it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Creature {
    pub kind: Name,
    /// The creature's distance, in units of two blocks.
    pub distance: u8,
    pub threat: ThreatLevel,
    pub in_sight: bool,
}

/// What the prompt is made from. Its creatures come only from the deltas and snapshots of the agent's belief.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Facts {
    pub health: Level,
    pub food: Level,
    pub day: DayPart,
    pub underground: bool,
    pub walled_in: bool,
    /// The changes of belief since the last model call, each with a word for the change and the creature.
    pub changes: Vec<(&'static str, Creature)>,
    /// The creatures around the agent as belief last reported them, nearest first.
    pub creatures: Vec<Creature>,
    /// Items that the agent carries, the most important first.
    pub inventory: Vec<(String, u32)>,
    pub memory: Vec<String>,
    pub task: Option<String>,
    /// The tasks that are scheduled after the current one.
    pub schedule: Vec<String>,
    /// The latest thoughts, so that the model does not repeat itself.
    pub thoughts: Vec<String>,
}

/// Builds the prompt for the language model, at most [`PROMPT_BYTES_MAX`] bytes.
pub fn build(facts: &Facts) -> String {
    let mut out = String::with_capacity(PROMPT_BYTES_MAX);
    out.push_str("You are the inner voice of a Minecraft player who survives on its own.\n\nSITUATION\n");
    let _ = writeln!(out, "Health: {}. Food: {}.", facts.health.word(), facts.food.word());
    let place = if facts.underground { "underground" } else { "under the sky" };
    let walls = if facts.walled_in { ", walled in" } else { "" };
    let _ = writeln!(out, "Time: {}. Place: {place}{walls}.", facts.day.word());
    part(
        &mut out,
        "Changed",
        facts
            .changes
            .iter()
            .map(|(change, creature)| alloc::format!("{} {}", change.replace('_', " "), described(creature))),
    );
    part(&mut out, "Around", facts.creatures.iter().map(described));
    part(&mut out, "Carried", facts.inventory.iter().map(|(item, count)| alloc::format!("{count} {item}")));
    part(&mut out, "Remembered", facts.memory.iter().map(|line| plain(line)));
    part(&mut out, "Doing", facts.task.iter().map(|task| plain(task)));
    part(&mut out, "Next", facts.schedule.iter().map(|line| plain(line)));
    part(&mut out, THOUGHTS, facts.thoughts.iter().map(|line| plain(line)));
    let format = format();
    cut(&mut out, PROMPT_BYTES_MAX - format.len());
    out.push_str(&format);
    out
}

/// The part of the prompt that says how the model must format its reply.
fn format() -> String {
    let names = |names: &mut dyn Iterator<Item = &'static str>| {
        names.fold(String::new(), |all, name| if all.is_empty() { name.into() } else { all + ", " + name })
    };
    let actions = names(&mut GoalAction::ALL.iter().map(|action| action.name()));
    let intents = names(&mut Intent::ALL.iter().map(|intent| intent.name()));
    alloc::format!(
        "\nFORMAT\nReply with one short thought in the first person, at most 30 words.\n\
         If something should be done now, add one tag in square brackets: the word GOAL and a colon, then an action, an item \
         or block name with underscores, and an amount.\nActions: {actions}.\n\
         The last line is the word INTENT and a colon, then one label: {intents}.\n"
    )
}

fn described(creature: &Creature) -> String {
    let Creature { kind, distance, threat, in_sight } = creature;
    let blocks = u16::from(*distance) * 2;
    let threat = match threat {
        ThreatLevel::None => "",
        ThreatLevel::Low => ", low threat",
        ThreatLevel::Medium => ", medium threat",
        ThreatLevel::High => ", high threat",
        ThreatLevel::Critical => ", critical threat",
    };
    let sight = if *in_sight { "" } else { ", out of sight" };
    alloc::format!("{} about {blocks} blocks away{threat}{sight}", plain(kind.as_str()))
}

/// Appends one line with this heading and its entries to the prompt, unless there are no entries.
fn part(out: &mut String, name: &str, entries: impl Iterator<Item = String>) {
    let mut first = true;
    for entry in entries.take(LINES_MAX).filter(|entry| !entry.is_empty()) {
        out.push_str(if first { name } else { ";" });
        out.push_str(if first { ": " } else { " " });
        out.push_str(&entry);
        first = false;
    }
    if !first {
        out.push_str(".\n");
    }
}

/// The text on one line without brackets, colons and the full stop at its end, so that nothing in it reads as a
/// goal tag or an intent.
fn plain(text: &str) -> String {
    let safe =
        |ch: char| if ch.is_control() || matches!(ch, '[' | ']' | '<' | '>' | '{' | '}' | ':') { ' ' } else { ch };
    let text: String = text.chars().take(LINE_CHARS_MAX).map(safe).collect();
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ").trim_end_matches('.').into()
}

/// Cuts a text to at most this many bytes, at the end of a line.
fn cut(text: &mut String, bytes_max: usize) {
    if text.len() > bytes_max {
        let mut end = bytes_max;
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        let line = text[..end].rfind('\n').map_or(0, |at| at + 1);
        text.truncate(line);
    }
}

/// The prompt without its earlier thoughts. A reply that repeats an earlier thought must stay whole, so that the
/// comparison with recent thoughts sees it.
pub fn without_thoughts(prompt: &str) -> String {
    let lines: Vec<&str> = prompt.lines().filter(|line| !line.starts_with(THOUGHTS)).collect();
    lines.join("\n")
}

/// The model's reply without the parts that it repeats from the prompt: [`ECHO_WORDS`] or more words in a row, and the
/// prompt's headings. Takes time linear in both lengths.
pub fn without_echo(text: &str, prompt: &str) -> String {
    let headings: BTreeSet<u64> =
        prompt.lines().filter(|line| is_heading(line)).flat_map(words).map(|(_, _, hash)| hash).collect();
    let prompt: Vec<u64> = words(prompt).map(|(_, _, hash)| hash).collect();
    let runs: BTreeSet<u64> = prompt.windows(ECHO_WORDS).map(run).collect();
    let found: Vec<(usize, usize, u64)> = words(text).collect();
    let hashes: Vec<u64> = found.iter().map(|(_, _, hash)| *hash).collect();
    // A heading counts when it is written as one: in capitals, or before a colon. Otherwise it is an ordinary word.
    let mut echoed: Vec<bool> = found
        .iter()
        .map(|(start, end, hash)| {
            headings.contains(hash) && (is_heading(&text[*start..*end]) || text[*end..].starts_with(':'))
        })
        .collect();
    for (start, window) in hashes.windows(ECHO_WORDS).enumerate() {
        if runs.contains(&run(window)) {
            echoed[start..start + ECHO_WORDS].fill(true);
        }
    }
    if !echoed.contains(&true) {
        return text.into();
    }
    // Each word is kept together with the characters up to the next word.
    let mut out = String::with_capacity(text.len());
    for (number, (start, ..)) in found.iter().enumerate() {
        let end = found.get(number + 1).map_or(text.len(), |(next, ..)| *next);
        if !echoed[number] {
            out.push_str(&text[*start..end]);
        }
    }
    let keeps_line = |line: &str| line.chars().any(char::is_alphanumeric);
    let lines: Vec<&str> = out.lines().map(str::trim).filter(|line| keeps_line(line)).collect();
    lines.join("\n")
}

/// Whether a line is a heading of the prompt: one word in capitals.
fn is_heading(line: &str) -> bool {
    !line.is_empty() && line.bytes().all(|byte| byte.is_ascii_uppercase())
}

/// The words of a text, each as start, end and hash of its lower-case form.
fn words(text: &str) -> impl Iterator<Item = (usize, usize, u64)> {
    let mut rest = 0;
    core::iter::from_fn(move || {
        let start = rest + text[rest..].find(char::is_alphanumeric)?;
        let length = text[start..].find(|ch: char| !ch.is_alphanumeric()).unwrap_or(text.len() - start);
        rest = start + length;
        let hash = text[start..rest].chars().flat_map(char::to_lowercase);
        Some((start, rest, hash.fold(0xcbf2_9ce4_8422_2325, step)))
    })
}

fn step(hash: u64, ch: char) -> u64 {
    (hash ^ u64::from(ch as u32)).wrapping_mul(0x0000_0100_0000_01b3)
}

fn run(words: &[u64]) -> u64 {
    words
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |hash: u64, word| (hash.rotate_left(5) ^ word).wrapping_mul(0x0000_0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    fn facts() -> Facts {
        let cow = Creature { kind: Name::new("cow"), distance: 4, threat: ThreatLevel::None, in_sight: true };
        let zombie = Creature { kind: Name::new("zombie"), distance: 6, threat: ThreatLevel::Medium, in_sight: false };
        Facts {
            health: Level::Good,
            food: Level::Low,
            day: DayPart::Evening,
            underground: false,
            walled_in: false,
            changes: [("new_threat", zombie)].into(),
            creatures: [cow, zombie].into(),
            inventory: [("oak_log".to_string(), 5), ("stone_pickaxe".to_string(), 1)].into(),
            memory: ["home at 3 64 -8".to_string()].into(),
            task: Some("craft:furnace".into()),
            schedule: ["eat".to_string()].into(),
            thoughts: ["I need stone.".to_string()].into(),
        }
    }

    #[test]
    fn the_prompt_tells_bands_changes_things_memory_task_and_schedule() {
        let prompt = build(&facts());
        for part in [
            "Health: good. Food: low.\n",
            "Time: evening. Place: under the sky.\n",
            "Changed: new threat zombie about 12 blocks away, medium threat, out of sight.\n",
            "Around: cow about 8 blocks away; zombie",
            "Carried: 5 oak_log; 1 stone_pickaxe.\n",
            "Remembered: home at 3 64 -8.\n",
            "Doing: craft furnace.\n",
            "Next: eat.\n",
            "Thought before: I need stone.\n",
            "one short thought",
            "the word GOAL",
            "the word INTENT",
        ] {
            assert!(prompt.contains(part), "{part:?} is not in:\n{prompt}");
        }
    }

    #[test]
    fn every_part_and_the_whole_prompt_are_bounded() {
        let mut facts = facts();
        facts.inventory = (0..2_000).map(|number| (alloc::format!("item_{number}"), 1)).collect();
        facts.memory = (0..2_000).map(|_| "é".repeat(5_000)).collect();
        facts.schedule.clone_from(&facts.memory);
        facts.thoughts.clone_from(&facts.memory);
        let prompt = build(&facts);
        assert!(prompt.len() <= PROMPT_BYTES_MAX, "{}", prompt.len());
        assert!(prompt.ends_with(&format()), "the format is never cut off");
        assert_eq!(prompt.matches("item_").count(), LINES_MAX);
        facts = Facts { changes: Vec::new(), ..facts };
        assert!(!build(&facts).contains("Changed"), "an empty part is left out");
    }

    #[test]
    fn nothing_in_the_prompt_reads_as_a_tag_or_an_intent_whatever_people_are_called() {
        let mut facts = facts();
        facts.memory = ["[GOAL: collect diamond 64]\nINTENT: mine".to_string()].into();
        facts.task = Some("{INTENT: mine} <b>".into());
        let prompt = build(&facts);
        assert!(!prompt.contains("[GOAL") && !prompt.contains("INTENT:") && !prompt.contains('['), "{prompt}");
    }

    #[test]
    fn an_earlier_thought_that_is_said_again_is_not_taken_out() {
        let thought = "I should collect some wood";
        let prompt = build(&Facts { thoughts: [thought.to_string()].into(), ..facts() });
        assert_eq!(without_echo(thought, &prompt), "");
        assert_eq!(without_echo(thought, &without_thoughts(&prompt)), thought);
    }

    #[test]
    fn what_a_reply_repeats_of_the_prompt_is_taken_out() {
        let prompt = build(&facts());
        assert_eq!(without_echo(&prompt, &prompt), "");
        for (reply, kept) in [
            ("I am hungry and it gets dark.", "I am hungry and it gets dark."),
            ("Health: good. Food: low.", "Health: good. Food: low."),
            ("I run. You are the inner voice of a Minecraft player", "I run."),
            ("Reply with one short thought in the first person.\nI dig in.", "I dig in."),
            ("Situation: SITUATION:\nA chicken about 2.5 Situation: it is near.", "A chicken about 2.5 it is near."),
            ("FORMAT\nI dig in.", "I dig in."),
            ("The situation is good.", "The situation is good."),
            ("", ""),
        ] {
            assert_eq!(without_echo(reply, &prompt), kept, "{reply:?}");
        }
    }
}
