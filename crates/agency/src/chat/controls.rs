//! Orders about the agent itself, such as "stop" or "come here": how each begins, and the words that may follow without
//! changing what it asks for.

use super::Control;
use super::verbs::is_gerund;
use super::words::begins;
use alloc::string::String;

/// One way to say a control: a beginning, then any of the words in `tail`, and no other word.
struct Row {
    control: Control,
    heads: &'static [&'static str],
    /// Words with blanks between them, as in `need`.
    tail: &'static str,
    /// At least one of these words must follow the beginning; none is needed if there are none.
    need: &'static str,
}

const fn row(control: Control, heads: &'static [&'static str], tail: &'static str, need: &'static str) -> Row {
    Row { control, heads, tail, need }
}

/// Words for the place where the speaker is.
const BY_ME: &str = "here over back to me us closer near nearer next by my our side position location spot place where i am we \
    are right up down in out along this way towards toward see meet quick fast straight around at beside \
    coordinates close standing for a sec second minute moment";

/// Words for a short time, and for what waits meanwhile.
const A_WHILE: &str = "here there up on it that this a an one two five ten few couple of sec secs second seconds min mins minute \
    minutes moment moments bit while for me us right everything all your work the task tasks working little tick \
    current some time";
const TIMES: &str = "sec secs second seconds min mins minute minutes moment bit tick";

/// Words for what the agent is doing, whatever it is.
const YOUR_WORK: &str = "it that this with what whatever you are were was doing had have been your the work working task tasks job \
    stuff thing things everything all where left off going on from before business mission goal at";

/// Words for an order that was given before.
const MY_ORDER: &str = "it that this all everything every single of about my your the order orders task tasks job jobs request \
    requests last latest previous one current thing things mission plan plans what whatever you are doing i said \
    asked wanted told goal goals for";

const STILL: &str = "it that this there here right what you are were doing everything all whatever stop your work put still where place \
    in";

/// The rows in the order in which they are tried: "stay close" follows, "stay here" stops.
const ROWS: [Row; 21] = [
    row(Control::Follow, &["follow", "keep following"], "me us along around everywhere close closely", ""),
    row(Control::Follow, &["come", "go", "walk", "travel", "run", "move"], BY_ME_WITH, "with"),
    row(Control::Follow, &["stay", "stick", "keep"], BY_ME_WITH, "with close near beside behind side next"),
    row(Control::Follow, &["tag along", "accompany", "walk behind", "stay by"], "me us my side", ""),
    row(Control::Come, &["come"], BY_ME, ""),
    row(Control::Come, &["here", "over here", "this way", "to me", "hurry here", "hurry to"], "me quick fast", ""),
    row(
        Control::Come,
        &["go", "return", "head", "walk", "run", "move", "rush", "swim", "travel", "teleport", "tp", "step", "hop"],
        BY_ME,
        "here me us closer nearer position location i we way",
    ),
    row(Control::Come, &["get"], "back over up down right here closer yourself your butt", "here closer"),
    row(
        Control::Come,
        &["get to", "get back to", "get over to", "get closer to", "get near"],
        BY_ME,
        "me us i position location",
    ),
    row(Control::Stop, &["stop", "halt", "freeze", "quit", "cease"], STILL, ""),
    row(Control::Stop, &["stay"], STILL, ""),
    row(Control::Stop, &["stand"], STILL, "still there here where"),
    row(
        Control::Stop,
        &[
            "hold it",
            "hold still",
            "do nothing",
            "enough",
            "that is enough",
            "cut it out",
            "cut that out",
            "knock it off",
            "do not move",
            "do not go anywhere",
            "do not do anything",
            "stand down",
        ],
        "right here there of it that else",
        "",
    ),
    row(Control::Pause, &["wait", "pause", "hold on", "hold up", "hang on", "hang tight"], A_WHILE, ""),
    row(Control::Pause, &["one", "a", "give me", "give us", "gimme", "rest"], A_WHILE, TIMES),
    row(
        Control::Pause,
        &["take a break", "take a rest", "take five", "take a breather", "rest"],
        "here there up a for while",
        "",
    ),
    row(
        Control::Resume,
        &[
            "resume",
            "continue",
            "proceed",
            "unpause",
            "carry on",
            "go on",
            "keep going",
            "keep on",
            "keep up",
            "keep at",
            "keep working",
            "keep doing",
            "move on",
            "go ahead",
            "press on",
            "get going",
            "get on with",
            "on with",
            "back to work",
            "as you were",
            "keep it up",
        ],
        YOUR_WORK,
        "",
    ),
    row(
        Control::Resume,
        &["get back to", "go back to", "return to", "back to", "get to"],
        YOUR_WORK,
        "work working doing task tasks job business it",
    ),
    row(Control::Cancel, &["cancel", "abort", "never mind", "call off", "call it off"], MY_ORDER, ""),
    row(
        Control::Cancel,
        &["forget", "scrap"],
        MY_ORDER,
        "it that this what order orders task tasks job request thing plan",
    ),
    row(Control::Cancel, &["drop it", "leave it"], "be alone", ""),
];

/// Words that may stand between a verb and the speaker who is to be stayed with.
const BY_ME_WITH: &str = "with me us close closely near by beside behind along next to my our side right together around at all times \
    over";

/// The control (such as stop or come) that these words name, and no other word beside it. What the agent is doing may be
/// named after "keep" and the like, as in "keep digging".
pub fn control(words: &[String]) -> Option<Control> {
    if let [keep, doing] = words
        && keep == "keep"
        && is_gerund(doing)
    {
        return Some(Control::Resume);
    }
    ROWS.iter().find(|row| row.heads.iter().any(|head| row.matches(words, head))).map(|row| row.control)
}

impl Row {
    fn matches(&self, words: &[String], head: &str) -> bool {
        let has = |list: &str, word: &String| list.split(' ').any(|known| known == word);
        if !begins(words, head) {
            return false;
        }
        let rest = &words[head.split(' ').count()..];
        rest.iter().all(|word| has(self.tail, word))
            && (self.need.is_empty() || rest.iter().any(|word| has(self.need, word)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    #[test]
    fn controls_are_known_by_their_beginning_and_the_words_after_it() {
        for (line, expected) in [
            ("come", Some(Control::Come)),
            ("come back over here", Some(Control::Come)),
            ("come to where i am", Some(Control::Come)),
            ("get over here", Some(Control::Come)),
            ("head back to me", Some(Control::Come)),
            ("come on", None),
            ("come to the mine", None),
            ("go home", None),
            ("get me", None),
            ("go back", None),
            ("come with me", Some(Control::Follow)),
            ("stay right behind me", Some(Control::Follow)),
            ("keep close", Some(Control::Follow)),
            ("follow him", None),
            ("stay safe", None),
            ("stay right there", Some(Control::Stop)),
            ("stop what you are doing", Some(Control::Stop)),
            ("do not move", Some(Control::Stop)),
            ("stop by later", None),
            ("wait a couple of minutes", Some(Control::Pause)),
            ("give me a sec", Some(Control::Pause)),
            ("give me a torch", None),
            ("wait for sarah", None),
            ("keep digging", Some(Control::Resume)),
            ("keep the torches", None),
            ("get back to what you were doing", Some(Control::Resume)),
            ("go back to the mine", None),
            ("cancel the last thing i asked for", Some(Control::Cancel)),
            ("forget the torches", None),
            ("drop it", Some(Control::Cancel)),
            ("drop everything", None),
        ] {
            let words: Vec<String> = line.split(' ').map(String::from).collect();
            assert_eq!(control(&words), expected, "{line}");
        }
    }
}
