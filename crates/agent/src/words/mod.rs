//! The mind's data in words for people: the one place where reasons, actions and notes become sentences.

mod action;
pub mod build;
mod memory;
mod reason;
mod speech;
mod thought;

pub use action::{describe, doing};
pub use reason::{because, note, reason};
pub use speech::speech;
pub use thought::{fate, model, recorded};

use crate::view::text::item_name;
use agency::GoalAction;
use mind::effect::{CommandAnswer, OrderRefusal, StreamRefusal};
use vocab::outcome::{End, Failure, Receipt};
use vocab::{Bag, BlockPos, FinePos};

/// Most items of a receipt that are named in words; the rest is rarely of interest.
const ITEMS_NAMED_MAX: usize = 6;

/// An enum value's name as JSON has it: `no_path`.
pub fn snake<T: serde::Serialize>(value: &T) -> String {
    match serde_json::to_value(value) {
        Ok(serde_json::Value::String(name)) => name,
        Ok(serde_json::Value::Object(fields)) => fields.keys().next().cloned().unwrap_or_default(),
        _ => String::new(),
    }
}

/// An enum value's name as people write it: `no path`.
pub fn spaced<T: serde::Serialize>(value: &T) -> String {
    snake(value).replace('_', " ")
}

/// The end of an action in words.
pub fn ended(end: &End) -> String {
    match end {
        End::Refused(refusal) => format!("refused ({})", spaced(refusal)),
        End::Failed(Failure::Refused(refusal)) => format!("failed (refused: {})", spaced(refusal)),
        End::Failed(failure) => format!("failed ({})", spaced(failure)),
        End::Done | End::Cancelled => spaced(end),
    }
}

/// What an action gained and spent, in words; empty when neither.
pub fn receipt(receipt: &Receipt) -> String {
    let items = |bag: &Bag| {
        let named = bag.iter().take(ITEMS_NAMED_MAX).map(|(item, count)| format!("{count} {}", item_name(item)));
        named.collect::<Vec<_>>().join(", ")
    };
    let part = |word: &str, bag: &Bag| (bag.total() > 0).then(|| format!("{word} {}", items(bag)));
    let parts = [part("gained", &receipt.gained), part("spent", &receipt.spent)];
    parts.into_iter().flatten().collect::<Vec<_>>().join("; ")
}

/// What became of a command, in words.
pub fn answer(answer: &CommandAnswer) -> String {
    match answer {
        CommandAnswer::Taken { task } => format!("taken as {task}"),
        CommandAnswer::Joined { task, amount: Some(amount) } => {
            format!("{task} has that goal already and covers it now, {amount} in all")
        }
        CommandAnswer::Joined { task, amount: None } => format!("{task} has that goal already and covers it now"),
        CommandAnswer::Managed { task, action } => format!("{task}: {}", managed(*action)),
        CommandAnswer::Done => "done".into(),
        CommandAnswer::Thought(answer) => thought::answered(answer),
        CommandAnswer::Said(said) => said.iter().map(speech).collect::<Vec<_>>().join("; "),
        CommandAnswer::Refused(why) => format!("refused: {}", refusal(why)),
    }
}

/// A word for what an action that manages tasks did to a task, such as cancelled.
pub(crate) const fn managed(action: GoalAction) -> &'static str {
    match action {
        GoalAction::Cancel => "cancelled",
        GoalAction::Pause => "paused",
        GoalAction::Prioritize => "goes first now",
        _ => "goes on",
    }
}

/// Why an order was refused, and what to say instead, in words.
pub(crate) fn refusal(why: &OrderRefusal) -> String {
    match why {
        OrderRefusal::UnknownAction { action } => {
            let names = GoalAction::ALL.map(GoalAction::name).join(", ");
            format!("unknown action \"{action}\"; the actions are {names}")
        }
        // The mind does not guess what a misspelt name means; the suggestion is made here, where text is made for
        // people.
        OrderRefusal::UnknownTarget { target } => match contract::suggest::item(target) {
            Err(unknown) => unknown.to_string(),
            Ok(_) => format!("unknown item \"{target}\""),
        },
        OrderRefusal::BadAmount { max } => format!("the amount must be 1 to {max}"),
        OrderRefusal::NoSuchTask { task } => format!("there is no open task {task}"),
        OrderRefusal::Ambiguous { tasks } => {
            let tasks: Vec<String> = tasks.iter().map(|(task, key)| format!("{task} {key}")).collect();
            format!("several tasks fit: {}; name one by its id", tasks.join(", "))
        }
        OrderRefusal::NoTaskFits { target } => format!("no open task fits \"{target}\""),
        OrderRefusal::UnknownPlace { target } => format!("no place or person \"{target}\" is known"),
        OrderRefusal::CannotBuild { target } => {
            let names = blueprint::SHIPPED.map(|(name, _)| name).join(", ");
            format!("no blueprint \"{target}\" is known; these come with stead: {names}")
        }
        OrderRefusal::BadBlueprint { name, what } => format!("the blueprint \"{name}\" {}", build::imported(*what)),
        OrderRefusal::CannotRepair { target } => format!("a {target} does not wear out, so it cannot be repaired"),
        OrderRefusal::Store(refused) => refused.to_string(),
        OrderRefusal::Stream(refusal) => stream(*refusal),
        OrderRefusal::Shaken => "the program broke in the tick that read it".into(),
    }
}

fn stream(refusal: StreamRefusal) -> String {
    match refusal {
        StreamRefusal::Stale { expected, got } => format!("envelope {got} is older than {expected}, the next one"),
        StreamRefusal::SnapshotNeeded { expected, got } => {
            format!("envelope {got} came where {expected} or a snapshot was expected")
        }
        StreamRefusal::WentBack { from, to } => format!("its tick goes back from {from} to {to}"),
        StreamRefusal::LegacyOff => "observations of the older form are not enabled".into(),
    }
}

/// The functions of this module in the form that the HTTP server takes.
pub const WORDS: window::Words = window::Words {
    doing,
    because,
    reason,
    note,
    answer,
    speech,
    fate,
    model,
    news: crate::view::news::words,
    refusal,
    why: crate::lookback::why,
};

fn place(at: BlockPos) -> String {
    format!("{} {} {}", at.x, at.y, at.z)
}

fn near(at: FinePos) -> String {
    place(at.block())
}
