//! One clause of a line: a verb and what it is about.

use super::nouns::{self, Thing, Unclear};
use super::number::{self, Amount};
use super::phrases::{self, SUBJECTS};
use super::tail::{Tail, three};
use super::verbs::{self, Verb, is_gerund, verb};
use super::words::begins;
use super::{Control, Place, Wish, controls, goals};
use crate::goal_action::GoalAction;
use crate::goal_tag::AMOUNT_MAX;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// The verb of the previous clause. It also applies to a clause that lists only things.
#[derive(Debug, Clone, Copy)]
pub struct Heard {
    pub verb: Verb,
    pub for_speaker: bool,
}

pub struct Clause {
    pub words: Vec<String>,
    /// The speaker asked for something: the line had "can you", "please" or the agent's name.
    pub requested: bool,
    pub before: Option<Heard>,
    pub chatter: bool,
}

pub enum Meaning {
    /// The clause is not meant for the agent.
    Nothing,
    Control(Control),
    Wishes(Vec<Wish>, Heard),
    /// The clause is meant for the agent, but its meaning is uncertain. Holds what it could mean; empty if nothing is
    /// similar.
    Unclear(Vec<String>),
}

/// Phrases of chat that mean "bring me".
const WANTING: [&str; 21] = [
    "i need",
    "i want",
    "i would like",
    "i would love",
    "i could use",
    "i require",
    "can i have",
    "can i get",
    "could i have",
    "could i get",
    "may i have",
    "may i get",
    "i would like to have",
    "i would appreciate",
    "i could do with",
    "i am looking for",
    "let me have",
    "i will need",
    "i am going to need",
    "i want to have",
    "need",
];
const WE_WANT: [&str; 3] = ["we need", "we want", "we could use"];

/// Idioms such as "get lost" that begin like an order and are none.
const IDIOMS: [&str; 24] = [
    "rekt", "lost", "good", "ready", "well", "wrecked", "out", "off", "over", "up", "on", "in", "away", "going",
    "started", "sense", "sure", "fun", "it", "way", "love", "a life", "real", "him",
];

/// Words of chat that mean the current task itself.
const TASK_WORDS: [&str; 18] = [
    "task", "tasks", "job", "order", "project", "work", "goal", "with", "on", "the", "my", "your", "build", "of",
    "for", "that", "a", "making",
];

impl Clause {
    pub fn meaning(mut self) -> Meaning {
        if let Some(control) = controls::control(&self.words) {
            return Meaning::Control(control);
        }
        phrases::without_order(&mut self.words);
        if let Some((verb, said)) = self.wanting() {
            return match Clause::wishes(verb, &said) {
                Meaning::Unclear(could_be) if could_be.is_empty() && !self.requested => Meaning::Nothing,
                meaning => meaning,
            };
        }
        if SUBJECTS.contains(&self.words[0].as_str()) && self.before.is_none() {
            return if self.requested && self.words[0] != "i" {
                Meaning::Unclear(Vec::new())
            } else {
                Meaning::Nothing
            };
        }
        // "Would you mind getting wood" and "start mining coal".
        if let Some(name) = verbs::of_gerund(&self.words[0]).filter(|_| self.requested) {
            self.words[0] = name.into();
        }
        phrases::with_plain_verb(&mut self.words);
        if self.words[0] == "go" && self.words.get(1).is_some_and(|word| verb(word).is_some()) {
            self.words.remove(0);
        }
        if let Some(verb) = verb(&self.words[0]) {
            return self.with_verb(verb);
        }
        if let Some(wishes) = self.bare_things() {
            return wishes;
        }
        if let Some(name) = verbs::misspelt(&self.words[0]).filter(|_| !nouns::is_word(&self.words[0])) {
            self.words[0] = name.into();
            if let Some(control) = controls::control(&self.words) {
                return Meaning::Control(control);
            }
            phrases::with_plain_verb(&mut self.words);
            let meaning = verb(&self.words[0]).map_or(Meaning::Nothing, |verb| self.with_verb(verb));
            return match meaning {
                Meaning::Unclear(_) if !self.requested => Meaning::Nothing,
                meaning => meaning,
            };
        }
        if self.requested || self.before.is_some() { Meaning::Unclear(Vec::new()) } else { Meaning::Nothing }
    }

    /// For a clause such as "I need 5 torches": the verb, and the words after it.
    fn wanting(&self) -> Option<(Verb, Vec<String>)> {
        let row = |rows: &[&'static str]| {
            rows.iter().copied().filter(|row| begins(&self.words, row)).max_by_key(|row| row.len())
        };
        let (verb, row) =
            row(&WANTING).map(|row| (Verb::Bring, row)).or_else(|| row(&WE_WANT).map(|row| (Verb::Get, row)))?;
        let rest = &self.words[row.split(' ').count()..];
        (rest.first().is_some_and(|word| word != "to")).then(|| (verb, rest.to_vec()))
    }

    /// The meaning of a clause that names things without a verb: the next part of a list, or an order that leaves the
    /// verb out.
    fn bare_things(&self) -> Option<Meaning> {
        let heard = self.before.unwrap_or(Heard { verb: Verb::Get, for_speaker: false });
        let Meaning::Wishes(mut wishes, _) = Clause::wishes(heard.verb, &self.words) else { return None };
        if self.before.is_some() {
            for wish in &mut wishes {
                wish.for_speaker |= heard.for_speaker && wish.action != GoalAction::Build;
            }
            return Some(Meaning::Wishes(wishes, heard));
        }
        if self.requested {
            return Some(Meaning::Wishes(wishes, heard));
        }
        // "16 torches" may be an order or a statement; "nice house" is neither.
        let counted = self.words.iter().any(|word| number::begins_amount(word));
        let could_be = || wishes.iter().map(|wish| format!("get {} {}", wish.amount, plain(&wish.target))).collect();
        Some(if counted && !self.chatter { Meaning::Unclear(could_be()) } else { Meaning::Nothing })
    }

    fn with_verb(&self, verb: Verb) -> Meaning {
        let rest = &self.words[1..];
        let first = rest.first().map(String::as_str).unwrap_or_default();
        if matches!(verb, Verb::Get | Verb::Make | Verb::Find | Verb::Bring)
            && IDIOMS.contains(&first)
            && !self.requested
        {
            return Meaning::Nothing;
        }
        match verb {
            Verb::Stop => stop(rest),
            Verb::Come | Verb::Follow | Verb::CannotDo => Meaning::Unclear(Vec::new()),
            Verb::Go => go(rest),
            Verb::Explore => explore(rest),
            Verb::Continue | Verb::Cancel | Verb::Prioritize | Verb::Pause | Verb::Resume => manage(verb, rest),
            // "Find me some coal" is to be brought; a creature or a place can only be found.
            Verb::Find if first == "me" => match Clause::wishes(Verb::Bring, rest) {
                Meaning::Unclear(could_be) if could_be.is_empty() => Clause::wishes(Verb::Find, &rest[1..]),
                meaning => meaning,
            },
            _ => Clause::wishes(verb, rest),
        }
    }

    /// Makes one wish for each thing that the words name.
    fn wishes(verb: Verb, words: &[String]) -> Meaning {
        let Tail { mut words, for_me, here, at } = Tail::of(words);
        // "Smelt 10 sand into glass" is an order for 10 glass, "smelt 10 iron into ingots" for 10 iron ingots.
        let into = words.iter().position(|word| word == "into").filter(|_| matches!(verb, Verb::Smelt | Verb::Make));
        let named = |words: &[String]| nouns::thing(&words.iter().map(String::as_str).collect::<Vec<_>>()).is_ok();
        if let Some(into) = into.filter(|into| !named(&words[into + 1..])) {
            words.remove(into);
        } else if let Some(into) = into {
            let counts = |word: &&String| number::begins_amount(word);
            let amount: Vec<String> = words[..into].iter().take_while(counts).cloned().collect();
            words.splice(..=into, amount);
        }
        let for_speaker = for_me || verb == Verb::Bring;
        let place = match (at, here && verb != Verb::Bring) {
            (Some(at), _) => Some(Place::At(at)),
            (None, true) => Some(Place::Here),
            (None, false) => None,
        };
        let mut wishes = Vec::new();
        let things = things(&words);
        if things.is_empty() {
            // "Chop" and "chop down" without a noun mean trees.
            return if verb == Verb::Chop && words.is_empty() { tree() } else { Meaning::Unclear(Vec::new()) };
        }
        for (amount, name) in things {
            let amount = amount.unwrap_or(1);
            if !(1..=AMOUNT_MAX).contains(&amount) {
                return Meaning::Unclear(alloc::vec![format!("an amount from 1 to {AMOUNT_MAX}")]);
            }
            match nouns::thing(&name).and_then(|thing| goals::goal(verb, &thing)) {
                Ok((action, target)) => {
                    // A speaker cannot ask for a single block to be placed at a position.
                    if place.is_some() && verb == Verb::Build && action != GoalAction::Build {
                        return Meaning::Unclear(alloc::vec![format!("craft {}", plain(&target))]);
                    }
                    let handed = for_speaker && goals::can_be_handed(action);
                    wishes.push(Wish { action, target, amount, for_speaker: handed, at: place });
                }
                Err(Unclear::Several(names)) => {
                    return Meaning::Unclear(names.iter().map(|name| format!("get {}", plain(name))).collect());
                }
                Err(Unclear::Unknown) => return Meaning::Unclear(Vec::new()),
            }
        }
        Meaning::Wishes(wishes, Heard::of(verb, for_speaker))
    }
}

fn plain(name: &str) -> String {
    name.replace('_', " ")
}

fn one(action: GoalAction, target: &str, at: Option<Place>) -> Meaning {
    let wish = Wish { action, target: target.into(), amount: 1, for_speaker: false, at };
    Meaning::Wishes(alloc::vec![wish], Heard::of(Verb::Check, false))
}

fn tree() -> Meaning {
    one(GoalAction::Collect, "oak_log", None)
}

/// Reads a clause that begins with "stop". "Stop mining" and "stop that" stop all tasks; "stop by later" means
/// something else.
fn stop(rest: &[String]) -> Meaning {
    let word = rest.first().map(String::as_str).unwrap_or_default();
    let stops =
        word.ends_with("ing") || ["the", "what", "all", "right", "your", "everything", "this", "that"].contains(&word);
    if stops { Meaning::Control(Control::Stop) } else { Meaning::Unclear(alloc::vec!["stop".into()]) }
}

fn go(rest: &[String]) -> Meaning {
    if let Some(at) = three(rest.iter().filter(|word| !is_way(word)).map(String::as_str)) {
        return one(GoalAction::Navigate, &format!("{}_{}_{}", at.x, at.y, at.z), Some(Place::At(at)));
    }
    let words: Vec<&str> = rest.iter().map(String::as_str).filter(|word| !is_way(word)).collect();
    match words[..] {
        ["home" | "house" | "base"] => one(GoalAction::Navigate, "home", None),
        ["me"] => Meaning::Control(Control::Come),
        [] | ["bed"] => Meaning::Unclear(Vec::new()),
        _ => match nouns::thing(&words) {
            Ok(Thing::Place(place)) => one(GoalAction::Navigate, &place, None),
            Ok(Thing::Building(name)) => one(GoalAction::Navigate, name, None),
            Ok(Thing::Item(name)) if rest.iter().any(|word| word == "to") => one(GoalAction::Navigate, &name, None),
            _ => Meaning::Unclear(Vec::new()),
        },
    }
}

/// Whether a word may stand between "go" and the destination, as "to" does.
fn is_way(word: &str) -> bool {
    [
        "to", "the", "a", "an", "back", "over", "towards", "toward", "my", "your", "our", "into", "in", "at",
        "nearest", "closest", "x", "y", "z",
    ]
    .contains(&word)
}

fn explore(rest: &[String]) -> Meaning {
    let is_around = |word: &str| {
        is_way(word)
            || ["around", "here", "area", "nearby", "surroundings", "world", "map", "bit", "some", "more"]
                .contains(&word)
    };
    let words: Vec<&str> = rest.iter().map(String::as_str).filter(|word| !is_around(word)).collect();
    match nouns::thing(&words) {
        _ if words.is_empty() => one(GoalAction::Explore, "nearby", None),
        Ok(Thing::Place(place)) => one(GoalAction::Explore, &place, None),
        _ => Meaning::Unclear(alloc::vec!["explore nearby".into()]),
    }
}

/// The task that the words name by its number: "T12" or "task 12".
fn task_id(words: &[String], said: &[String]) -> Option<String> {
    let [word] = words else { return None };
    let says_task = said.iter().any(|word| word == "task");
    let number = word.strip_prefix('t').or_else(|| says_task.then_some(word.as_str()))?;
    number.parse::<u64>().ok().map(|number| format!("T{number}"))
}

/// Reads a verb that manages tasks, such as "cancel". Without a noun it is a control of the agent; with a noun it
/// is a wish about that task.
fn manage(verb: Verb, rest: &[String]) -> Meaning {
    let (action, control) = match verb {
        Verb::Continue => (GoalAction::Continue, Some(Control::Resume)),
        Verb::Resume => (GoalAction::Resume, Some(Control::Resume)),
        Verb::Pause => (GoalAction::Pause, Some(Control::Pause)),
        Verb::Cancel => (GoalAction::Cancel, None),
        _ => (GoalAction::Prioritize, None),
    };
    let words: Vec<String> =
        (rest.iter()).filter(|word| !TASK_WORDS.contains(&word.as_str()) && !is_gerund(word)).cloned().collect();
    if let Some(id) = task_id(&words, rest) {
        return one(action, &id, None);
    }
    let things = things(&words);
    match (&things[..], control) {
        ([], Some(control)) => Meaning::Control(control),
        ([(_, name)], _) => match nouns::thing(name) {
            Ok(thing) => one(action, &goals::managed(&thing), None),
            Err(Unclear::Several(names)) => {
                Meaning::Unclear(names.iter().map(|name| format!("{} {}", action.name(), plain(name))).collect())
            }
            Err(Unclear::Unknown) => Meaning::Unclear(Vec::new()),
        },
        _ => Meaning::Unclear(alloc::vec![format!("{} one task, by what it is for", action.name())]),
    }
}

/// Words that say no more than that an amount is wanted: "16 of them", "16 should be enough".
const ENOUGH: [&str; 13] =
    ["them", "it", "should", "would", "will", "be", "is", "are", "enough", "plenty", "do", "fine", "total"];

/// The amount that the words name alone, without a thing: "like 12 pieces", "16 of them".
pub fn bare_amount(words: &[String]) -> Option<u32> {
    let mut amount = Amount::default();
    let all = words.iter().all(|word| ENOUGH.contains(&word.as_str()) || amount.take(word));
    amount.value().filter(|_| all)
}

/// The things that the words name, each with its amount: "20 oak logs 3 torches", "torches x16".
fn things(words: &[String]) -> Vec<(Option<u32>, Vec<&str>)> {
    let mut things: Vec<(Option<u32>, Vec<&str>)> = Vec::new();
    let mut at = 0;
    while at < words.len() {
        let mut amount = Amount::default();
        while at < words.len() && amount.take(&words[at]) {
            at += 1;
        }
        let mut name: Vec<&str> = Vec::new();
        while at < words.len() && (name.is_empty() || !number::begins_amount(&words[at])) {
            name.push(&words[at]);
            at += 1;
        }
        match (name.is_empty(), things.last_mut()) {
            // The amount stands after its thing, as in "torches x16".
            (true, Some((before @ None, _))) => *before = amount.value(),
            (true, None) => {}
            _ => things.push((amount.value(), name)),
        }
    }
    things
}
