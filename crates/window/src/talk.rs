//! Lines said to the agent: checked here, understood and answered by the mind.

use crate::body::Object;
use crate::fault::Wrong;
use crate::orders::{Given, give};
use crate::routes::Source;
use crate::wire::Say;
use axum::extract::State;
use axum::http::StatusCode;
use driver::door::LINE_CHARS_MAX;
use mind::input::Order;
use vocab::BlockPos;
use vocab::name::NAME_BYTES_MAX;

/// `POST /v1/say`: a line of chat to the agent.
pub async fn say(State(source): State<Source>, Object(body): Object<Say>) -> Given {
    give(&source, line(body)?).await
}

fn line(Say { who, text, at }: Say) -> Result<Order, Wrong> {
    let wrong = |code: &str, what: String, way_out: &str| {
        Err(Wrong::new(StatusCode::UNPROCESSABLE_ENTITY, code, what, way_out))
    };
    let length = text.chars().count();
    if text.trim().is_empty() {
        return wrong("bad_line", "the line is empty".into(), "say something");
    }
    if length > LINE_CHARS_MAX {
        let what = format!("the line has {length} characters, and at most {LINE_CHARS_MAX} are heard");
        return wrong("bad_line", what, "say it in several lines");
    }
    if text.chars().any(char::is_control) {
        return wrong(
            "bad_line",
            "the line has a line break or another control character".into(),
            "send one line at a time",
        );
    }
    if who.is_empty() || who.len() > NAME_BYTES_MAX || who.chars().any(|ch| ch.is_control() || ch.is_whitespace()) {
        let what = format!("a speaker's name is one word of 1 to {NAME_BYTES_MAX} bytes");
        return wrong("bad_name", what, "name one person");
    }
    let at = at.map(|[x, y, z]| BlockPos::new(x, y, z));
    Ok(Order::Line { who, text, at })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_names_are_taken_up_to_their_bounds() {
        let said = |who: &str, text: &str| line(Say { who: who.into(), text: text.into(), at: None });
        for (who, text, taken) in [
            ("ann", "ä".repeat(LINE_CHARS_MAX), true),
            ("ann", "ä".repeat(LINE_CHARS_MAX + 1), false),
            ("ann", "  ".into(), false),
            ("ann", "stop\nnow".into(), false),
            (&"n".repeat(NAME_BYTES_MAX), "hi".into(), true),
            (&"n".repeat(NAME_BYTES_MAX + 1), "hi".into(), false),
            ("", "hi".into(), false),
            ("ann bob", "hi".into(), false),
        ] {
            assert_eq!(said(who, &text).is_ok(), taken, "{who} {}", text.len());
        }
        let order = line(Say { who: "ann".into(), text: "come".into(), at: Some([1, 64, -7]) });
        let at = Some(BlockPos::new(1, 64, -7));
        assert_eq!(order, Ok(Order::Line { who: "ann".into(), text: "come".into(), at }));
    }
}
