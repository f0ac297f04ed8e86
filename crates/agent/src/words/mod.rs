//! The mind's data in words for people: the one place where reasons, actions and notes become sentences.

mod action;
mod reason;

pub use action::{describe, doing};
pub use reason::{because, note, reason};

use crate::view::text::item_name;
use mind::effect::{CommandAnswer, OrderRefusal};
use vocab::outcome::{End, Receipt};
use vocab::{Bag, BlockPos, FinePos};

/// Items of a receipt that are named; the rest is rarely of interest.
const ITEMS_NAMED_MAX: usize = 6;

/// A unit value's name as the formats write it: `no_path`.
pub fn snake<T: serde::Serialize>(value: &T) -> String {
    match serde_json::to_value(value) {
        Ok(serde_json::Value::String(name)) => name,
        Ok(serde_json::Value::Object(fields)) => fields.keys().next().cloned().unwrap_or_default(),
        _ => String::new(),
    }
}

/// A unit value's name as people write it: `no path`.
pub fn spaced<T: serde::Serialize>(value: &T) -> String {
    snake(value).replace('_', " ")
}

/// An action's end.
pub fn ended(end: &End) -> String {
    match end {
        End::Refused(refusal) => format!("refused ({})", spaced(refusal)),
        End::Failed(failure) => format!("failed ({})", spaced(failure)),
        End::Done | End::Cancelled => spaced(end),
    }
}

/// What an action gained and spent; empty when neither.
pub fn receipt(receipt: &Receipt) -> String {
    let items = |bag: &Bag| {
        let named = bag.iter().take(ITEMS_NAMED_MAX).map(|(item, count)| format!("{count} {}", item_name(item)));
        named.collect::<Vec<_>>().join(", ")
    };
    let part = |word: &str, bag: &Bag| (bag.total() > 0).then(|| format!("{word} {}", items(bag)));
    let parts = [part("gained", &receipt.gained), part("spent", &receipt.spent)];
    parts.into_iter().flatten().collect::<Vec<_>>().join("; ")
}

/// What became of a command.
pub fn answer(answer: &CommandAnswer) -> String {
    match answer {
        CommandAnswer::Taken { task } => format!("taken as {task}"),
        CommandAnswer::Joined { task } => format!("{task} has that goal already and covers it now"),
        CommandAnswer::Done => "done".into(),
        CommandAnswer::Refused(why) => format!("refused: {}", refusal(why)),
    }
}

fn refusal(why: &OrderRefusal) -> String {
    match why {
        OrderRefusal::UnknownAction { action } => {
            format!("unknown action \"{action}\"; use collect, craft, smelt, explore or build")
        }
        // The mind does not guess; what was probably meant is found here, at the edge.
        OrderRefusal::UnknownTarget { target } => match contract::suggest::item(target) {
            Err(unknown) => unknown.to_string(),
            Ok(_) => format!("unknown item \"{target}\""),
        },
        OrderRefusal::BadAmount { max } => format!("the amount must be 1 to {max}"),
        OrderRefusal::NoSuchTask { task } => format!("there is no open task {task}"),
        OrderRefusal::Store(refused) => refused.to_string(),
    }
}

fn place(at: BlockPos) -> String {
    format!("{} {} {}", at.x, at.y, at.z)
}

fn near(at: FinePos) -> String {
    place(at.block())
}
