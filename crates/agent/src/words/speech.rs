//! What the agent says, in words.

use super::memory::remembered;
use super::{doing, managed, note, place, reason, refusal, spaced};
use crate::view::text::{count, item_name};
use agency::GoalAction;
use mind::Controller;
use mind::speech::{Because, Speech};
use mind::status::{Doing, TaskStatus};
use tasks::{Status, TaskId};
use vocab::GoalKey;
use vocab::tick::TICKS_PER_SECOND;

/// What the agent says, in words. These words are stored in the saved world, so a change here needs a new journal
/// layout version.
pub fn speech(speech: &Speech) -> String {
    match speech {
        Speech::Taken { task, key } => format!("I will do that: {task} {key}"),
        Speech::Joined { task, key, amount: Some(amount) } => {
            format!("I am at that already: {task} {key}, now until there are {amount}")
        }
        Speech::Joined { task, key, amount: None } => format!("I am at that already: {task} {key}"),
        Speech::Met { task, key, why } => format!("{task} {key} is done: {}", reason(why)),
        Speech::Managed { task, action } => format!("{task}: {}", managed(*action)),
        Speech::ManagedAll { action: GoalAction::Pause } | Speech::Paused => {
            "I pause, and only stay alive. Say \"resume\" to let me go on".into()
        }
        Speech::ManagedAll { .. } | Speech::Resumed => "I go on".into(),
        Speech::Refused(why) => format!("I cannot do that: {}", refusal(why)),
        Speech::Ended { task, key, end, why } => match end {
            Status::Done => format!("{task} {key} is done: {}", note(why)),
            Status::Failed { class } => format!("{task} {key} failed ({}): {}", spaced(class), note(why)),
            Status::Cancelled { .. } => format!("{task} {key} was cancelled: {}", note(why)),
            open => format!("{task} {key} is {}", open.word()),
        },
        Speech::Stopped { meanwhile: None } => "I have stopped. Say \"resume\" to let me go on".into(),
        Speech::Stopped { meanwhile: Some(controller) } => {
            let why = if *controller == Controller::Reflex { "I am in danger" } else { "my body needs it" };
            format!("I stop as soon as I am safe: {why}")
        }
        Speech::Coming { task } => format!("I am coming ({task})"),
        Speech::Following { task } => format!("I follow you until you say \"stop\" ({task})"),
        Speech::Cancelled { tasks } => format!("cancelled: {}", list(tasks)),
        Speech::NothingToCancel => "there is nothing of yours to cancel".into(),
        Speech::WhereAreYou => "I do not see you, so I do not know where \"here\" is".into(),
        Speech::Doing { doing, task, paused } => what(doing, task.as_ref(), *paused),
        Speech::Why { doing, tasks } => why(doing, tasks),
        Speech::Have { items, .. } if items.is_empty() => "I carry nothing".into(),
        Speech::Have { items, more } => {
            let items: Vec<String> = items.iter().map(|(item, n)| format!("{n} {}", item_name(*item))).collect();
            let more = if *more > 0 { format!(" and {}", count(u64::from(*more), "more kind")) } else { String::new() };
            format!("I carry {}{more}", items.join(", "))
        }
        Speech::Remember(facts) => remembered(facts),
        Speech::Where { at } => format!("I am at {}", place(*at)),
        Speech::Plan { task, steps, more, waiting } => {
            let steps: Vec<String> = steps.iter().map(ToString::to_string).collect();
            let more =
                if *more > 0 { format!(", then {}", count(u64::from(*more), "more step")) } else { String::new() };
            let now = match task {
                Some(task) if steps.is_empty() => format!("{} {}", task.id, task.key),
                Some(task) => format!("{} {}: {}{more}", task.id, task.key, steps.join(", then ")),
                None => "nothing at the moment".into(),
            };
            if waiting.is_empty() { now } else { format!("{now}. After that: {}", list(waiting)) }
        }
        Speech::Help => "say what you want, such as \"collect 20 oak logs\", \"bring me 16 torches\", \"come here\", \
                         \"follow me\", \"stop\", \"what are you doing?\", \"why?\", \"what do you have?\", \
                         \"what do you remember?\", \"where are you?\" or \"what is your plan?\""
            .into(),
        Speech::Unsure { meant } if meant.is_empty() => speech_not_understood(),
        Speech::Unsure { meant } => format!("I am not sure what you mean. Did you mean: {}?", meant.join(", or ")),
        Speech::NotUnderstood => speech_not_understood(),
        Speech::TooFast { ticks } => {
            let seconds = ticks.div_ceil(TICKS_PER_SECOND);
            format!("that is too much at once; I listen again in {}", count(seconds, "second"))
        }
    }
}

fn speech_not_understood() -> String {
    "I do not understand that. Say \"help\" for what I understand".into()
}

fn list(tasks: &[(TaskId, GoalKey)]) -> String {
    tasks.iter().map(|(task, key)| format!("{task} {key}")).collect::<Vec<_>>().join(", ")
}

fn what(now: &Doing, task: Option<&TaskStatus>, paused: bool) -> String {
    let pause = if paused { " (paused)" } else { "" };
    let task = task.map(|task| format!(" for {} {}, {} of {}", task.id, task.key, task.done, task.of));
    format!("{}{}{pause}", doing(now), task.unwrap_or_default())
}

fn why(now: &Doing, tasks: &[Because]) -> String {
    let action = match now {
        Doing::Action { why, .. } => vec![reason(why)],
        Doing::Nothing | Doing::Dead | Doing::Away => Vec::new(),
    };
    let tasks = tasks.iter().map(|because| format!("{} {}: {}", because.task, because.key, reason(&because.why)));
    let chain: Vec<String> = action.into_iter().chain(tasks).collect();
    if chain.is_empty() { "I am doing nothing, so there is no reason".into() } else { chain.join("; ") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mind::effect::OrderRefusal;
    use mind::memory::Fact;
    use mind::reason::Reason;
    use tasks::{Note, StallClass};
    use vocab::{BlockPos, Name};

    #[test]
    fn speeches_read_as_sentences() {
        let (task, key) = (TaskId(12), GoalKey::new("craft", "torch").unwrap());
        let torch = gamedata::items::named("torch").unwrap();
        let at = BlockPos::new(4, 64, -7);
        let handed = Reason::HandedOver { item: torch, count: 16, to: Name::new("alice") };
        let ended = |end, why| Speech::Ended { task, key: key.clone(), end, why: Note::Because(why) };
        let failed = Status::Failed { class: StallClass::NotFound };
        let speeches = [
            Speech::Taken { task, key: key.clone() },
            Speech::Joined { task, key: key.clone(), amount: Some(16) },
            ended(Status::Done, handed.clone()),
            ended(failed, Reason::EveryWayFailed),
            Speech::Met { task, key: key.clone(), why: Reason::Met },
            Speech::Managed { task, action: GoalAction::Prioritize },
            Speech::Refused(OrderRefusal::CannotBuild { target: "castle".into() }),
            Speech::Refused(OrderRefusal::Ambiguous { tasks: vec![(task, key.clone())] }),
            Speech::Refused(OrderRefusal::UnknownTarget { target: "oak_lgo".into() }),
            Speech::Stopped { meanwhile: None },
            Speech::Stopped { meanwhile: Some(Controller::Upkeep) },
            Speech::Coming { task },
            Speech::Following { task },
            Speech::Paused,
            Speech::Resumed,
            Speech::Cancelled { tasks: vec![(task, key.clone())] },
            Speech::NothingToCancel,
            Speech::WhereAreYou,
            Speech::Doing { doing: Doing::Nothing, task: None, paused: true },
            Speech::Why {
                doing: Doing::Nothing,
                tasks: vec![Because { task, key, why: Reason::Said { by: Name::new("alice"), text: "hi".into() } }],
            },
            Speech::Why { doing: Doing::Nothing, tasks: vec![] },
            Speech::Have { items: vec![(torch, 3)], more: 2 },
            Speech::Have { items: vec![], more: 0 },
            Speech::Remember(vec![Fact::ClosedChest { at }]),
            Speech::Remember(vec![]),
            Speech::Where { at },
            Speech::Plan { task: None, steps: vec![], more: 0, waiting: vec![] },
            Speech::Help,
            Speech::Unsure { meant: vec!["collect 3 oak_log".into(), "craft 3 oak_planks".into()] },
            Speech::NotUnderstood,
            Speech::TooFast { ticks: 90 },
        ];
        let said: Vec<String> = speeches.iter().map(speech).collect();
        insta::assert_snapshot!(said.join("\n"));
    }
}
