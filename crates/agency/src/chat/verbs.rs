//! The verbs that people begin a wish with.

use super::spelling;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verb {
    /// Get a thing, in whatever way.
    Get,
    /// Get a thing and hand it to the speaker.
    Bring,
    Collect,
    Gather,
    Mine,
    Chop,
    /// Make a thing: by hand, in a furnace or as a building.
    Make,
    /// Make a thing in an oven, in the game's way: bread is crafted, potatoes are smelted.
    Bake,
    Craft,
    Build,
    Smelt,
    Find,
    Explore,
    Go,
    Check,
    Repair,
    Continue,
    Cancel,
    Prioritize,
    Pause,
    Resume,
    Stop,
    Come,
    Follow,
    /// A request to the agent for something that it never does on request.
    CannotDo,
}

const VERBS: [(&str, Verb); 116] = [
    ("get", Verb::Get),
    ("fetch", Verb::Get),
    ("grab", Verb::Get),
    ("obtain", Verb::Get),
    ("acquire", Verb::Get),
    ("retrieve", Verb::Get),
    ("procure", Verb::Get),
    ("snag", Verb::Get),
    ("bring", Verb::Bring),
    ("give", Verb::Bring),
    ("hand", Verb::Bring),
    ("deliver", Verb::Bring),
    ("collect", Verb::Collect),
    ("gather", Verb::Gather),
    ("harvest", Verb::Gather),
    ("forage", Verb::Gather),
    ("pluck", Verb::Gather),
    ("mine", Verb::Mine),
    ("dig", Verb::Mine),
    ("excavate", Verb::Mine),
    ("chop", Verb::Chop),
    ("cut", Verb::Chop),
    ("make", Verb::Make),
    ("create", Verb::Make),
    ("bake", Verb::Bake),
    ("produce", Verb::Make),
    ("assemble", Verb::Make),
    ("forge", Verb::Make),
    ("craft", Verb::Craft),
    ("build", Verb::Build),
    ("construct", Verb::Build),
    ("erect", Verb::Build),
    ("smelt", Verb::Smelt),
    ("cook", Verb::Smelt),
    ("roast", Verb::Smelt),
    ("melt", Verb::Smelt),
    ("grill", Verb::Smelt),
    ("fry", Verb::Smelt),
    ("find", Verb::Find),
    ("locate", Verb::Find),
    ("search", Verb::Find),
    ("seek", Verb::Find),
    ("explore", Verb::Explore),
    ("scout", Verb::Explore),
    ("go", Verb::Go),
    ("walk", Verb::Go),
    ("run", Verb::Go),
    ("move", Verb::Go),
    ("head", Verb::Go),
    ("travel", Verb::Go),
    ("navigate", Verb::Go),
    ("visit", Verb::Go),
    ("return", Verb::Go),
    ("check", Verb::Check),
    ("inspect", Verb::Check),
    ("examine", Verb::Check),
    ("repair", Verb::Repair),
    ("fix", Verb::Repair),
    ("mend", Verb::Repair),
    ("continue", Verb::Continue),
    ("cancel", Verb::Cancel),
    ("abort", Verb::Cancel),
    ("forget", Verb::Cancel),
    ("prioritize", Verb::Prioritize),
    ("prioritise", Verb::Prioritize),
    ("pause", Verb::Pause),
    ("resume", Verb::Resume),
    ("unpause", Verb::Resume),
    ("stop", Verb::Stop),
    ("halt", Verb::Stop),
    ("freeze", Verb::Stop),
    ("come", Verb::Come),
    ("follow", Verb::Follow),
    ("drop", Verb::CannotDo),
    ("throw", Verb::CannotDo),
    ("kill", Verb::CannotDo),
    ("attack", Verb::CannotDo),
    ("fight", Verb::CannotDo),
    ("hunt", Verb::CannotDo),
    ("eat", Verb::CannotDo),
    ("sleep", Verb::CannotDo),
    ("plant", Verb::CannotDo),
    ("place", Verb::CannotDo),
    ("put", Verb::CannotDo),
    ("trade", Verb::CannotDo),
    ("open", Verb::CannotDo),
    ("close", Verb::CannotDo),
    ("jump", Verb::CannotDo),
    ("dance", Verb::CannotDo),
    ("sit", Verb::CannotDo),
    ("take", Verb::CannotDo),
    ("steal", Verb::CannotDo),
    ("destroy", Verb::CannotDo),
    ("burn", Verb::CannotDo),
    ("break", Verb::CannotDo),
    ("remove", Verb::CannotDo),
    ("clear", Verb::CannotDo),
    ("protect", Verb::CannotDo),
    ("guard", Verb::CannotDo),
    ("defend", Verb::CannotDo),
    ("store", Verb::CannotDo),
    ("use", Verb::CannotDo),
    ("equip", Verb::CannotDo),
    ("wear", Verb::CannotDo),
    ("fill", Verb::CannotDo),
    ("light", Verb::CannotDo),
    ("feed", Verb::CannotDo),
    ("tame", Verb::CannotDo),
    ("breed", Verb::CannotDo),
    ("ride", Verb::CannotDo),
    ("swim", Verb::CannotDo),
    ("climb", Verb::CannotDo),
    ("hide", Verb::CannotDo),
    ("say", Verb::CannotDo),
    ("touch", Verb::CannotDo),
    ("tell", Verb::CannotDo),
];

/// The verb that has exactly this form.
pub fn verb(word: &str) -> Option<Verb> {
    VERBS.iter().find(|(name, _)| *name == word).map(|(_, verb)| *verb)
}

/// The verb that a misspelt word means, if there is only one.
pub fn misspelt(word: &str) -> Option<&'static str> {
    // "Comes" and "mined" are said of others, and a past form is no misspelling of a verb.
    const PAST: [&str; 10] = ["came", "made", "gave", "found", "went", "built", "dug", "ran", "fought", "brought"];
    let stem = |ending: &str| word.strip_suffix(ending).is_some_and(|stem| verb(stem).is_some());
    if stem("s") || stem("es") || stem("ed") || stem("d") || stem("er") || PAST.contains(&word) {
        return None;
    }
    match spelling::near(word, VERBS.iter().map(|(name, _)| *name))[..] {
        [one] => Some(one),
        _ => None,
    }
}

/// Whether a word is the -ing form of a verb: "mining", "building", "cutting".
pub fn is_gerund(word: &str) -> bool {
    of_gerund(word).is_some()
}

/// The verb of a form such as "mining" or "getting".
pub fn of_gerund(word: &str) -> Option<&'static str> {
    let stem = word.strip_suffix("ing")?;
    let is_verb = |name: &str| {
        let doubled = stem.len() == name.len() + 1 && stem.starts_with(name) && stem.ends_with(&name[name.len() - 1..]);
        name == stem || name.strip_suffix('e') == Some(stem) || doubled
    };
    VERBS.iter().map(|(name, _)| *name).find(|name| is_verb(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verbs_are_known_by_their_form_and_by_near_ones() {
        assert_eq!(verb("fetch"), Some(Verb::Get));
        assert_eq!(verb("fetched"), None);
        assert_eq!(misspelt("collct"), Some("collect"));
        assert_eq!(misspelt("biuld"), Some("build"));
        for word in ["house", "comes", "mined", "came"] {
            assert_eq!(misspelt(word), None, "{word}");
        }
        for word in ["mining", "cutting", "building", "making", "following"] {
            assert!(is_gerund(word), "{word}");
        }
        assert!(!is_gerund("string") && !is_gerund("ing"));
    }
}
