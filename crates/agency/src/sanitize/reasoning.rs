//! Pass 3, its first step: takes away the reasoning that some models print between marks before their reply. A goal
//! that a model only weighs there is not a goal that it chose.

use alloc::string::String;

/// The marks around reasoning, in lower case: opening and closing.
const MARKS: [(&str, &str); 3] =
    [("<think>", "</think>"), ("<thinking>", "</thinking>"), ("<reasoning>", "</reasoning>")];

/// Removes reasoning. Reasoning that is never closed ends with the text, because the reply was cut off. A closing mark alone
/// ends reasoning that began with the text, because some chat templates print the opening mark themselves.
pub fn strip(text: &str) -> Option<String> {
    let lower = text.to_ascii_lowercase();
    let (mut out, mut kept, mut at, mut found) = (String::new(), 0, 0, false);
    while let Some(start) = lower[at..].find('<').map(|offset| at + offset) {
        let rest = &lower[start..];
        if let Some((open, close)) = MARKS.into_iter().find(|(open, _)| rest.starts_with(open)) {
            found = true;
            out.push_str(&text[kept..start]);
            out.push(' ');
            let Some(end) = rest[open.len()..].find(close) else { return Some(out) };
            at = start + open.len() + end + close.len();
            kept = at;
        } else if let Some((_, close)) = MARKS.into_iter().find(|(_, close)| rest.starts_with(close)) {
            found = true;
            out.clear();
            at = start + close.len();
            kept = at;
        } else {
            at = start + 1;
        }
    }
    found.then(|| out + &text[kept..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasoning_is_removed_and_the_reply_stays() {
        for (text, expected) in [
            ("<think>maybe [GOAL: mine diamond 3]?</think>I dig sand.", Some(" I dig sand.")),
            ("I look. <THINK>hm</Think> I go.", Some("I look.   I go.")),
            ("<thinking>a</thinking><reasoning>b</reasoning>c", Some("  c")),
            ("I go. <think>cut off [GOAL: mine diamond 3]", Some("I go.  ")),
            ("reasoning without its opening mark</think>I go.", Some("I go.")),
            ("1 < 2 and <thin> air", None),
            ("", None),
        ] {
            assert_eq!(strip(text).as_deref(), expected, "{text:?}");
        }
    }
}
