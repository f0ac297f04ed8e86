//! Events of a life in words.

use crate::view::text::{clock, number};
use crate::words::{note, reason, snake};
use driver::model::Item;
use mind::trace::Event;
use tasks::{Status, TaskId};

/// A news item as a line for the log: its tick and text.
pub fn line(item: &Item) -> String {
    let (time, tick) = (clock(item.time_of_day), number(item.tick.0));
    format!("day {} {time}  tick {tick:>6}  {}", item.day, words(item))
}

/// A news item as a line for the screen: the time of day and its text.
pub fn brief(item: &Item) -> String {
    format!("{}  {}", clock(item.time_of_day), words(item))
}

/// A news item as a sentence.
pub fn words(item: &Item) -> String {
    let task =
        |id: &TaskId| format!("T{}{}", id.0, item.about.as_ref().map(|key| format!(" {key}")).unwrap_or_default());
    match &item.event {
        Event::Milestone { name, .. } => format!("first {name}"),
        Event::Hurt { half_hearts, cause } => format!("hurt: {} ({half_hearts} half hearts)", snake(cause)),
        Event::Died { cause } => format!("died: {}", snake(cause)),
        Event::Respawned => "respawned".into(),
        Event::TaskCreated { task: id, origin, .. } => format!("{}: {}", task(id), reason(origin.why())),
        Event::TaskChanged { task: id, to: Status::Failed { class }, note: why, .. } => {
            format!("{} failed ({}): {}", task(id), snake(class), note(why))
        }
        Event::TaskChanged { task: id, to, .. } => format!("{} is {}", task(id), snake(to)),
        Event::HandOver { to, why, .. } => format!("{}: {}", snake(to), reason(why)),
        Event::Shaken { place, what, task: dropped } => {
            let dropped = dropped.map(|id| format!("; {} is dropped", task(&id))).unwrap_or_default();
            format!("the program broke at {place}: {what}{dropped}")
        }
        Event::Build(news) => crate::words::build::news(news),
        other => snake(other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mind::reason::Reason;
    use tasks::{Lane, Note, Origin, Priority, StallClass, Who};
    use vocab::senses::Harm;
    use vocab::{GoalKey, Tick};

    #[test]
    fn news_in_words() {
        let task = TaskId(3);
        let about = Some("collect:oak_log".to_string());
        let origin = Origin::new(Who::Drive, Reason::Drive(mind::Rule::NoLogs), Tick(4));
        let key = GoalKey::new("collect", "oak_log").unwrap();
        let failed = Status::Failed { class: StallClass::ALL[0] };
        let changed = |to, why| {
            let (key, from, note) = (key.clone(), Status::Active, Note::Because(why));
            Event::TaskChanged { task, key, from, to, note }
        };
        let events = [
            Event::Milestone { item: vocab::ItemId(0), name: "furnace".into() },
            Event::Hurt { half_hearts: 3, cause: Harm::Fall },
            Event::Died { cause: Harm::Fall },
            Event::Respawned,
            Event::TaskCreated {
                task,
                key: key.clone(),
                goal: mind::goals::Explore { blocks: 1 }.into(),
                lane: Lane::Task,
                priority: Priority::Normal,
                origin,
                parent: None,
            },
            changed(Status::Done, Reason::Met),
            changed(failed, Reason::EveryWayFailed),
            Event::HandOver {
                from: mind::Controller::Task,
                to: mind::Controller::Reflex,
                why: Reason::Reflex { rule: reflex::Rule::Creeper, about: None, health: None },
            },
            Event::Shaken { place: "planner/src/search.rs:42".into(), what: "no such rank".into(), task: Some(task) },
            changed(
                Status::Failed { class: StallClass::Shaken },
                Reason::Shaken { place: "planner/src/search.rs:42".into() },
            ),
        ];
        let item =
            |event| Item { number: 1, tick: Tick(12_345), day: 2, time_of_day: 345, about: about.clone(), event };
        let lines: Vec<String> = events.into_iter().map(|event| line(&item(event))).collect();
        insta::assert_snapshot!(lines.join("\n"));
    }
}
