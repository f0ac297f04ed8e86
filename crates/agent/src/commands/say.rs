//! `stead say`: says a line to the running agent and prints what it answers; with `--dry-run --jsonl` only how lines are
//! understood.

use super::lines;
use super::reach::Reach;
use crate::say::{say, tell};
use agency::chat::{Place, Understood, understand};
use serde_json::{Value, json};
use std::io;
use std::process::ExitCode;
use window::wire::{Answer, Say};

/// The speaker of a chat line if no name is given: the same as for lines typed at the agent's own screen.
const WHO: &str = "you";

#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  stead say \"bring me 16 torches\"\n  stead say \"come here\" --as ann --at 12,64,-31"
)]
pub struct Args {
    /// The line.
    #[arg(required_unless_present = "dry_run")]
    text: Option<String>,
    /// Who speaks.
    #[arg(long = "as", value_name = "NAME", default_value = WHO)]
    who: String,
    /// Where the speaker stands; left out, where they were, or near the agent.
    #[arg(long, value_name = "X,Y,Z", allow_hyphen_values = true, value_parser = place)]
    at: Option<[i32; 3]>,
    /// Print how the lines are understood; nothing else happens.
    #[arg(long, requires = "jsonl", conflicts_with_all = ["text", "at"])]
    dry_run: bool,
    /// Read lines `{"id", "text"}` from standard input and print one answer per line.
    #[arg(long, requires = "dry_run")]
    jsonl: bool,
    #[command(flatten)]
    reach: Reach,
}

const BAD_INPUT: u8 = 2;

fn place(word: &str) -> Result<[i32; 3], String> {
    let numbers: Result<Vec<i32>, _> = word.split(',').map(|number| number.trim().parse()).collect();
    let numbers = numbers.ok().and_then(|numbers| <[i32; 3]>::try_from(numbers).ok());
    numbers.ok_or_else(|| "give three whole numbers: 12,64,-31".into())
}

pub fn run(args: &Args) -> ExitCode {
    match &args.text {
        Some(text) if !args.dry_run => {
            let line = Say { who: args.who.clone(), text: text.clone(), at: args.at };
            args.reach.send("/v1/say", &line, |answer: Answer| match answer.said.as_str() {
                "" => say!("(it has nothing to say to that)"),
                said => say!("{said}"),
            })
        }
        _ => dry_run(),
    }
}

fn dry_run() -> ExitCode {
    let all_read = lines::read("stead say", io::stdin().lock(), |line| {
        say!("{}", answer(&line.id, &understand(&line.text)));
        Ok(())
    });
    match all_read {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(BAD_INPUT),
        Err(error) => {
            tell!("stead say: standard input cannot be read ({error}); pipe lines {{\"id\", \"text\"}} into it");
            ExitCode::FAILURE
        }
    }
}

fn answer(id: &Value, understood: &Understood) -> Value {
    let place = |at: Option<Place>| match at {
        None => Value::Null,
        Some(Place::Here) => "here".into(),
        Some(Place::At(at)) => json!([at.x, at.y, at.z]),
    };
    let wishes: Vec<Value> = (understood.wishes.iter())
        .map(|wish| {
            let deliver_to = wish.for_speaker.then_some("speaker");
            let (action, target, amount) = (wish.action, &wish.target, wish.amount);
            json!({"action": action, "target": target, "amount": amount, "deliver_to": deliver_to, "at": place(wish.at)})
        })
        .collect();
    json!({
        "id": id,
        "wishes": wishes,
        "control": understood.control,
        "question": understood.question,
        "unsure": understood.unsure,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_three_whole_numbers() {
        assert_eq!(place("12,64,-31"), Ok([12, 64, -31]));
        for bad in ["", "1,2", "1,2,3,4", "a,b,c", "1.5,2,3"] {
            assert!(place(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn an_answer_has_all_fields_of_the_format() {
        let wish = |amount: u32, deliver_to: Value, at: Value| json!({"action": "craft", "target": "torch", "amount": amount, "deliver_to": deliver_to, "at": at});
        for (text, expected) in [
            (
                "bring me 16 torches",
                json!({"id": 7, "wishes": [wish(16, "speaker".into(), Value::Null)], "control": null, "question": null, "unsure": null}),
            ),
            ("stop", json!({"id": 7, "wishes": [], "control": "stop", "question": null, "unsure": null})),
            ("lol", json!({"id": 7, "wishes": [], "control": null, "question": null, "unsure": null})),
        ] {
            assert_eq!(answer(&7.into(), &understand(text)), expected, "{text}");
        }
        let at = answer(&Value::Null, &understand("build a cabin at 10 64 -3"));
        assert_eq!(at["wishes"][0]["at"], json!([10, 64, -3]));
    }
}
