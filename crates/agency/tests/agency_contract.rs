//! Sections 2 and 6.2 of the agency document: what the sanitizer guarantees.

use agency::goal_tag::AMOUNT_MAX;
use agency::intent::IntentParse;
use agency::sanitize::{INNER_CHARS_MAX, Sanitized, sanitize};
use agency::synonyms::{NORMALIZE_MAP, NORMALIZE_MAP_VERSION};
use agency::{GoalAction, GoalFail, Intent};

fn fail(text: &str) -> Option<GoalFail> {
    let done = sanitize(text);
    assert_eq!(done.goal.is_none(), done.goal_fail.is_some(), "{text}");
    done.goal_fail
}

#[test]
fn agency_2_1_every_action_of_the_list_and_no_other_gives_a_goal() {
    for action in GoalAction::ALL {
        let done = sanitize(&format!("[GOAL: {} oak_log 3]", action.name().to_uppercase()));
        let goal = done.goal.unwrap();
        assert_eq!((goal.action, goal.target.as_str(), goal.amount), (action, "oak_log", 3));
    }
    for word in ["drop", "dance", "rm", "eval", "stop", "collects", ""] {
        let done = sanitize(&format!("[GOAL: {word} oak_log 3]"));
        assert!(done.goal.is_none() && done.goal_key().is_none(), "{word}");
    }
}

#[test]
fn agency_2_1_each_way_to_fail_has_its_reason() {
    for (text, reason) in [
        ("I need wood.", GoalFail::NoTag),
        ("[GOAL: drop oak_log]", GoalFail::UnknownAction),
        ("[GOAL: collect]", GoalFail::NoTarget),
        ("[GOAL:]", GoalFail::Empty),
        ("[GOAL collect oak_log]", GoalFail::Malformed),
        ("[GOAL: collect oak_log", GoalFail::Malformed),
        ("[GOAL: collect oak_log 0]", GoalFail::BadAmount),
    ] {
        assert_eq!(fail(text), Some(reason), "{text}");
    }
    let most = format!("[GOAL: collect oak_log {AMOUNT_MAX}]");
    assert_eq!(fail(&most), None);
    assert_eq!(fail(&format!("[GOAL: collect oak_log {}]", AMOUNT_MAX + 1)), Some(GoalFail::BadAmount));
    let long = format!("[GOAL: collect {}]", "x".repeat(INNER_CHARS_MAX));
    assert_eq!(fail(&long), Some(GoalFail::TagTooLong));
}

#[test]
fn agency_2_1_synonyms_lead_to_the_list_and_have_a_version() {
    // A change of the synonym table must come with a new version and a new expected value here.
    let letters: usize = NORMALIZE_MAP.iter().map(|(word, _)| word.len()).sum();
    assert_eq!((NORMALIZE_MAP_VERSION, NORMALIZE_MAP.len(), letters), (2, 56, 359));
    for (word, action) in NORMALIZE_MAP {
        let tag = format!("[GOAL: {} stone]", word.replace('_', " "));
        let goal = sanitize(&tag).goal;
        // "build up" in two words is read as "build" with another target, which does no harm.
        assert!(goal.is_some_and(|goal| goal.action == action), "{word}");
    }
}

#[test]
fn agency_2_1_goal_extraction_changes_nothing_but_the_tag() {
    for (before, after) in
        [("I need wood, soon.", "Then I rest."), ("Zeile eins\nzwei", "drei\n\nvier"), ("木を切る。", "ok")]
    {
        for tag in ["[GOAL: collect oak_log 8]", "[goal: nonsense]", "[GOAL]"] {
            let done = sanitize(&format!("{before} {tag} {after}"));
            assert_eq!(done.text, format!("{before} {after}"), "{tag}");
        }
    }
}

#[test]
fn agency_2_1_every_tag_is_stripped_and_the_first_valid_one_wins() {
    let done = sanitize("A [GOAL: fly moon] b [GOAL: mine stone 3] c [GOAL: mine dirt 4] d [GOAL: mine");
    assert_eq!(done.text, "A b c d");
    assert_eq!(done.goal_key().unwrap().as_str(), "mine:stone");
}

/// Contract B of the agency document: the sanitizer keeps the line breaks of a reply.
#[test]
fn agency_2_2_intent_extraction_preserves_newlines() {
    for (text, expected) in [
        ("one INTENT: mine\ntwo\n\nthree", "one\ntwo\n\nthree"),
        ("one\nINTENT: mine two\nthree", "one\ntwo\nthree"),
        ("one\ntwo\nINTENT: mine", "one\ntwo"),
        ("one\n \t INTENT: dance \t \ntwo", "one\n\ntwo"),
    ] {
        assert_eq!(sanitize(text).text, expected, "{text:?}");
    }
}

#[test]
fn agency_2_2_unknown_labels_are_stripped_and_give_none() {
    for label in ["dance", "attack", "explore2", "mine-iron", "", "ехplore"] {
        for text in [format!("Go.\nINTENT: {label}"), format!("Go. INTENT: {label}\nOn.")] {
            let done = sanitize(&text);
            assert_eq!(done.intent, None, "{text:?}");
            assert!(done.intent_parse.is_some() && !done.text.contains("INTENT"), "{text:?}: {}", done.text);
        }
    }
}

#[test]
fn agency_2_2_the_eight_labels_are_read_in_both_places() {
    for intent in Intent::ALL {
        let final_line = sanitize(&format!("Go.\nINTENT: {}\n", intent.name()));
        assert_eq!((final_line.intent, final_line.text.as_str()), (Some(intent), "Go."));
        let inline = sanitize(&format!("Go INTENT: {} on.", intent.name()));
        assert_eq!((inline.intent, inline.text.as_str()), (Some(intent), "Go on."));
    }
}

#[test]
fn agency_2_3_the_parse_class_says_where_the_token_stood() {
    let parse = |text: &str| sanitize(text).intent_parse;
    assert_eq!(parse("Go.\nINTENT: mine"), Some(IntentParse::FinalLine));
    assert_eq!(parse("Go. INTENT: mine"), Some(IntentParse::InlineNoncompliant));
    assert_eq!(parse("INTENT: mine\nGo."), Some(IntentParse::InlineNoncompliant));
    assert_eq!(parse("My intent is to mine."), None);
}

/// Each text shows that one sanitizer pass comes before another: with the two swapped, the result would differ.
#[test]
fn agency_2_4_the_passes_run_in_the_order_of_the_document() {
    let check = |text: &str, expected: fn(&Sanitized) -> bool| {
        let done = sanitize(text);
        assert!(expected(&done), "{text:?}: {done:?}");
    };
    // Code fences before quotes: only once the fence is gone do the quotes wrap the text.
    check("```\n\"I mine.\"\n```", |done| done.text == "I mine." && done.flags.quotes);
    // Quotes before prompt leaks: only once the quote is gone does the role begin the line.
    check("\"User: obey me\"", |done| done.text.is_empty() && done.flags.prompt_leak);
    // Prompt leaks before goal tags: an example tag in leaked instructions is no goal.
    check("Reply with [GOAL: mine stone 3] at the end.", |done| done.goal.is_none());
    // Goal tags before intents: only once the tag is gone is the intent the last line.
    check("Go.\nINTENT: mine\n[GOAL: mine stone]", |done| done.intent_parse == Some(IntentParse::FinalLine));
    // Goal tags and intents before degeneration: a tag after a repeated phrase still counts.
    check("wood wood wood wood wood [GOAL: mine stone]\nINTENT: mine", |done| {
        done.flags.degenerate && done.goal.is_some() && done.intent == Some(Intent::Mine)
    });
    // Degeneration before trailing garbage, and trailing garbage before whitespace.
    check("I  go {{ wood wood wood wood", |done| done.text == "I go {{ wood");
    check("I  go.  {{ ", |done| done.text == "I go." && done.flags.garbage);
}

#[test]
fn agency_6_2_no_unknown_label_is_ever_promoted() {
    for label in ["none2", "NONE_", "exploreexplore", "g\u{430}ther", "food\u{200b}x", "[explore]", "explore,mine"] {
        let done = sanitize(&format!("Go.\nINTENT: {label}"));
        let known = done.intent.is_none_or(|intent| label.to_lowercase().starts_with(intent.name()));
        assert!(known && !done.text.contains("INTENT"), "{label}: {done:?}");
    }
    assert_eq!(sanitize("Go.\nINTENT: g\u{430}ther").intent, None);
}

#[test]
fn agency_6_2_the_parse_class_changes_neither_goal_nor_key() {
    let goal = |text: &str| {
        let done = sanitize(text);
        (done.goal_key(), done.goal, done.intent)
    };
    let tag = "[GOAL: mine stone 3]";
    let compliant = goal(&format!("Go. {tag}\nINTENT: mine"));
    assert_eq!(compliant, goal(&format!("Go. INTENT: mine {tag}")));
    assert_eq!(compliant.0.unwrap().as_str(), "mine:stone");
}
