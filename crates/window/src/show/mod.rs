//! The read model as the JSON of `/v1`.

pub mod panels;

use crate::routes::Source;
use crate::wire::{Origin, Progress, Status, Task, TaskCounts, Tasks, Working};
use crate::words::Words;
use driver::ReadModel;
use driver::model::ShownTask;
use mind::input::Link;
use mind::status::Doing;
use serde::Serialize;
use tasks::status::BlockedOn;
use tasks::{Status as TaskStatus, TaskId, Who};

pub fn status(source: &Source, model: &ReadModel) -> Status {
    let (status, senses) = (model.status.as_ref(), model.senses.as_ref());
    let idle = Doing::Nothing;
    let doing = status.map_or(&idle, |status| &status.doing);
    let vitals = senses.and_then(|senses| senses.vitals);
    let at = senses.map(|senses| senses.at.block());
    let bag = senses.map(|senses| senses.carried.totals()).unwrap_or_default();
    Status {
        version: env!("CARGO_PKG_VERSION").into(),
        seed: source.seed,
        speed: source.door.speed().unwrap_or(source.speed).to_string(),
        tick: model.tick.0,
        day: model.days.at(model.tick),
        time_of_day: senses.map(|senses| senses.surroundings.time_of_day),
        link: match model.link {
            Link::Present => "present".into(),
            Link::Waiting => "waiting".into(),
            Link::Gone { .. } => "gone".into(),
        },
        trouble: model.trouble.clone(),
        paused: status.is_some_and(|status| status.paused),
        controller: status.map(|status| word(&status.controller)),
        doing: (source.words.doing)(doing),
        why: (source.words.because)(doing),
        action_id: model.action.map(|id| format!("A{}", id.0)),
        action: senses.and_then(|senses| senses.progress).map(|at| Progress { done: at.done, of: at.of }),
        task: status.and_then(|status| status.task.as_ref()).map(|task| Working {
            id: task.id.to_string(),
            key: task.key.to_string(),
            done: task.done,
            of: task.of,
        }),
        health: vitals.map(|vitals| vitals.health),
        food: vitals.map(|vitals| vitals.food),
        at: at.map(|at| [at.x, at.y, at.z]),
        bag: bag.iter().map(|(item, count)| (item_name(item), count)).collect(),
        milestones: model.milestones.iter().map(|(name, tick)| ((*name).into(), tick.0)).collect(),
        deaths: model.counts.deaths,
        items_seen: model.counts.items_seen,
        tasks: TaskCounts {
            created: model.counts.tasks_created,
            completed: model.counts.tasks_completed,
            failed: model.counts.tasks_failed,
            cancelled: model.counts.tasks_cancelled,
            open: model.open.len() as u64,
        },
    }
}

pub fn tasks(words: &Words, model: &ReadModel) -> Tasks {
    let bag = model.senses.as_ref().map(|senses| senses.carried.totals()).unwrap_or_default();
    Tasks {
        tick: model.tick.0,
        open: model.open.iter().map(|(id, shown)| task(words, *id, shown, shown.progress(&bag))).collect(),
        ended: model.ended.iter().rev().map(|(id, shown)| task(words, *id, shown, shown.progress)).collect(),
    }
}

fn task(words: &Words, id: TaskId, shown: &ShownTask, progress: Option<(u32, u32)>) -> Task {
    let parent = match shown.who {
        Who::Task(parent) => Some(parent),
        _ => shown.parent,
    };
    Task {
        id: id.to_string(),
        key: shown.key.clone(),
        goal: shown.goal.to_string(),
        origin: Origin { who: word(&shown.who), why: (words.reason)(&shown.why), tick: shown.since.0 },
        priority: word(&shown.priority),
        lane: word(&shown.lane),
        parent: parent.map(|parent| parent.to_string()),
        status: shown.status.word().into(),
        detail: detail(shown.status),
        why: (words.note)(&shown.note),
        changed: shown.changed.0,
        progress: progress.map(|(done, of)| Progress { done, of }),
    }
}

fn detail(status: TaskStatus) -> Option<String> {
    match status {
        TaskStatus::Failed { class } => Some(word(&class)),
        TaskStatus::Cancelled { why } => Some(word(&why)),
        TaskStatus::Blocked { on: BlockedOn::Children } => Some("children".into()),
        TaskStatus::Blocked { on: BlockedOn::Other { task, .. } } => Some(format!("task {task}")),
        TaskStatus::Blocked { on: BlockedOn::Needs } => Some("needs".into()),
        TaskStatus::Blocked { on: BlockedOn::Paused(_) } => Some("paused".into()),
        TaskStatus::Blocked { on: BlockedOn::Until(tick) } => Some(format!("until tick {}", tick.0)),
        TaskStatus::Blocked { on: BlockedOn::Retry(tick) } => Some(format!("retry at tick {}", tick.0)),
        TaskStatus::Pending | TaskStatus::Active | TaskStatus::Done => None,
    }
}

/// A value's name as its JSON has it; for a value with fields, the name without them.
pub fn word<T: Serialize>(value: &T) -> String {
    match serde_json::to_value(value) {
        Ok(serde_json::Value::String(name)) => name,
        Ok(serde_json::Value::Object(fields)) => fields.keys().next().cloned().unwrap_or_default(),
        _ => String::new(),
    }
}

pub fn item_name(item: vocab::ItemId) -> String {
    gamedata::items::all().get(usize::from(item.0)).map_or("unknown", |item| item.name).into()
}
