//! Other words for the sixteen actions. Words that could mean two of them, or something else, are left out: "drop" is not
//! "cancel", "stop" may be "pause", "place" is not "build".

use crate::goal_action::GoalAction;

/// The version of the synonym table below. Raise it with every change of the table, so that recorded goals show
/// which table they were read with.
pub const NORMALIZE_MAP_VERSION: u32 = 2;

/// Synonyms of actions, in alphabetical order for binary search.
pub const NORMALIZE_MAP: [(&str, GoalAction); 56] = [
    ("abort", GoalAction::Cancel),
    ("acquire", GoalAction::Collect),
    ("assemble", GoalAction::Craft),
    ("build_up", GoalAction::Build),
    ("building", GoalAction::Build),
    ("checking", GoalAction::Check),
    ("chop", GoalAction::Collect),
    ("chopping", GoalAction::Collect),
    ("collecting", GoalAction::Collect),
    ("construct", GoalAction::Build),
    ("constructing", GoalAction::Build),
    ("cook", GoalAction::Smelt),
    ("crafting", GoalAction::Craft),
    ("create", GoalAction::Craft),
    ("dig", GoalAction::Mine),
    ("digging", GoalAction::Mine),
    ("erect", GoalAction::Build),
    ("examine", GoalAction::Check),
    ("excavate", GoalAction::Mine),
    ("exploring", GoalAction::Explore),
    ("fetch", GoalAction::Collect),
    ("finding", GoalAction::Find),
    ("fix", GoalAction::Repair),
    ("forage", GoalAction::Gather),
    ("gathering", GoalAction::Gather),
    ("get", GoalAction::Collect),
    ("go", GoalAction::Navigate),
    ("go_to", GoalAction::Navigate),
    ("goto", GoalAction::Navigate),
    ("harvest", GoalAction::Gather),
    ("inspect", GoalAction::Check),
    ("locate", GoalAction::Find),
    ("make", GoalAction::Craft),
    ("melt", GoalAction::Smelt),
    ("mend", GoalAction::Repair),
    ("mining", GoalAction::Mine),
    ("move", GoalAction::Navigate),
    ("move_to", GoalAction::Navigate),
    ("navigating", GoalAction::Navigate),
    ("obtain", GoalAction::Collect),
    ("prioritise", GoalAction::Prioritize),
    ("proceed", GoalAction::Continue),
    ("repairing", GoalAction::Repair),
    ("retrieve", GoalAction::Collect),
    ("roast", GoalAction::Smelt),
    ("scout", GoalAction::Explore),
    ("search", GoalAction::Find),
    ("seek", GoalAction::Find),
    ("smelting", GoalAction::Smelt),
    ("suspend", GoalAction::Pause),
    ("travel", GoalAction::Navigate),
    ("travel_to", GoalAction::Navigate),
    ("unpause", GoalAction::Resume),
    ("verify", GoalAction::Check),
    ("visit", GoalAction::Navigate),
    ("walk", GoalAction::Navigate),
];

/// The action that a lower-case word names, by its own name or a synonym.
pub fn action(word: &str) -> Option<GoalAction> {
    let synonym = || NORMALIZE_MAP.binary_search_by_key(&word, |(synonym, _)| synonym).ok();
    GoalAction::named(word).or_else(|| synonym().map(|place| NORMALIZE_MAP[place].1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_sorted_and_repeats_no_action() {
        assert!(NORMALIZE_MAP.is_sorted_by(|a, b| a.0 < b.0));
        assert!(NORMALIZE_MAP.iter().all(|(word, _)| GoalAction::named(word).is_none()));
        assert!(NORMALIZE_MAP.iter().all(|(word, meant)| action(word) == Some(*meant)));
    }

    #[test]
    fn ambiguous_words_are_no_action() {
        for word in ["drop", "stop", "place", "use", "kill", "eat", "halt", "return", "restart", "throw", ""] {
            assert_eq!(action(word), None, "{word}");
        }
    }
}
