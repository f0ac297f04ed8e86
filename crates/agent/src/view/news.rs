//! The few events of a life that a person wants to hear of, in words; kept short.

use crate::view::days::Days;
use crate::view::text::{clock, number};
use mind::Trace;
use mind::trace::Event;
use std::collections::VecDeque;
use tasks::{Status, TaskId, TaskStore};
use vocab::Senses;

/// News kept for the screen.
pub const NEWS_MAX: usize = 5;

#[derive(Debug, Default)]
pub struct News {
    recent: VecDeque<String>,
    /// Those that nobody has read yet.
    unread: VecDeque<String>,
}

impl News {
    pub fn take(&mut self, trace: &Trace, days: Days, senses: &Senses, tasks: &TaskStore) {
        let Some(text) = words(&trace.event, tasks) else { return };
        let time = senses.surroundings.time_of_day;
        for (list, line) in [
            (&mut self.recent, format!("{}  {text}", clock(time))),
            (
                &mut self.unread,
                format!("day {} {}  tick {:>6}  {text}", days.at(trace.tick), clock(time), number(trace.tick.0)),
            ),
        ] {
            list.push_back(line);
            if list.len() > NEWS_MAX {
                list.pop_front();
            }
        }
    }

    pub fn recent(&self) -> impl Iterator<Item = &str> {
        self.recent.iter().map(String::as_str)
    }

    pub fn unread(&mut self) -> impl Iterator<Item = String> + '_ {
        self.unread.drain(..)
    }
}

/// What to say of an event; most go without saying.
fn words(event: &Event, tasks: &TaskStore) -> Option<String> {
    Some(match event {
        Event::Milestone { name, .. } => format!("has its first {name}"),
        Event::Hurt { half_hearts, cause } => format!("hurt: {} ({half_hearts} half hearts)", snake(cause)),
        Event::Died { cause } => format!("died: {}", snake(cause)),
        Event::Respawned => "came back to life".into(),
        Event::TaskCreated { task, key, origin, .. } => format!("T{} {key}: {}", task.0, origin.why()),
        Event::TaskChanged { task, to: Status::Done, .. } => format!("{} is done", named(*task, tasks)),
        Event::TaskChanged { task, to: Status::Failed { class }, note, .. } => {
            format!("{} failed ({}): {note}", named(*task, tasks), snake(class))
        }
        Event::HandOver { to: mind::Controller::Reflex, why, .. } => format!("reflex: {why}"),
        _ => return None,
    })
}

/// `T3 collect:oak_log`; the number alone once the task is forgotten.
fn named(id: TaskId, tasks: &TaskStore) -> String {
    tasks.get(id).map_or(format!("T{}", id.0), |task| format!("T{} {}", id.0, task.key()))
}

/// A unit value's name as the formats write it.
pub fn snake<T: serde::Serialize>(value: &T) -> String {
    match serde_json::to_value(value) {
        Ok(serde_json::Value::String(name)) => name,
        Ok(serde_json::Value::Object(fields)) => fields.keys().next().cloned().unwrap_or_default(),
        _ => String::new(),
    }
}
