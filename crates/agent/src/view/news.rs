//! The few events of a life that a person wants to hear of, in words; kept short.

use crate::view::days::Days;
use crate::view::text::{clock, number};
use mind::Trace;
use mind::report::MILESTONES;
use mind::trace::Event;
use std::collections::VecDeque;
use tasks::{Status, TaskId, TaskStore};
use vocab::Senses;

/// News kept for the screen, and everyday news kept until somebody reads them.
pub const NEWS_MAX: usize = 5;
/// Deaths and milestones kept until somebody reads them: more than one tick can bring.
const WEIGHTY_MAX: usize = 16;

/// A piece of news that nobody has read yet.
#[derive(Debug)]
struct Unread {
    weighty: bool,
    line: String,
}

#[derive(Debug, Default)]
pub struct News {
    recent: VecDeque<String>,
    unread: VecDeque<Unread>,
}

impl News {
    pub fn take(&mut self, trace: &Trace, days: Days, senses: &Senses, tasks: &TaskStore) {
        let Some(text) = words(&trace.event, tasks) else { return };
        let time = clock(senses.surroundings.time_of_day);
        self.recent.push_back(format!("{time}  {text}"));
        if self.recent.len() > NEWS_MAX {
            self.recent.pop_front();
        }
        let line = format!("day {} {time}  tick {:>6}  {text}", days.at(trace.tick), number(trace.tick.0));
        let weighty = is_weighty(&trace.event);
        self.unread.push_back(Unread { weighty, line });
        // One kind never crowds out the other.
        let max = if weighty { WEIGHTY_MAX } else { NEWS_MAX };
        if self.unread.iter().filter(|unread| unread.weighty == weighty).count() > max
            && let Some(oldest) = self.unread.iter().position(|unread| unread.weighty == weighty)
        {
            self.unread.remove(oldest);
        }
    }

    pub fn recent(&self) -> impl Iterator<Item = &str> {
        self.recent.iter().map(String::as_str)
    }

    /// Whether something waits that must not go unsaid.
    pub fn is_pressing(&self) -> bool {
        self.unread.iter().any(|unread| unread.weighty)
    }

    pub fn unread(&mut self) -> impl Iterator<Item = String> + '_ {
        self.unread.drain(..).map(|unread| unread.line)
    }
}

/// What is said whatever else there is to say.
fn is_weighty(event: &Event) -> bool {
    match event {
        Event::Milestone { name, .. } => MILESTONES.contains(&name.as_str()), // every other first thing is everyday
        Event::Died { .. } | Event::Respawned => true,
        _ => false,
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

#[cfg(test)]
mod tests {
    use super::*;
    use tasks::Origin;
    use vocab::senses::{Carried, Harm, Surroundings};
    use vocab::{FinePos, GoalKey, Tick};

    fn take(news: &mut News, event: Event) {
        let senses = Senses {
            tick: Tick(4),
            at: FinePos::new(0, 0, 0),
            vitals: None,
            carried: Carried::default(),
            surroundings: Surroundings::default(),
            progress: None,
            events: vec![],
        };
        news.take(&Trace { tick: Tick(4), event }, Days::default(), &senses, &TaskStore::default());
    }

    fn everyday(number: u64) -> Event {
        let origin = Origin::new(tasks::Who::Drive, "no wood", Tick(4));
        let key = GoalKey::new("collect", "oak_log").unwrap();
        Event::TaskCreated { task: TaskId(number), key, origin, parent: None }
    }

    #[test]
    fn a_death_and_a_milestone_are_said_whatever_else_happens() {
        let mut news = News::default();
        take(&mut news, everyday(0));
        take(&mut news, Event::Milestone { item: vocab::ItemId(0), name: "dirt".into() });
        assert!(!news.is_pressing());
        take(&mut news, Event::Milestone { item: vocab::ItemId(0), name: "furnace".into() });
        take(&mut news, Event::Died { cause: Harm::Fall });
        (1..=20).for_each(|number| take(&mut news, everyday(number)));
        assert!(news.is_pressing());
        let said: Vec<String> = news.unread().collect();
        assert_eq!(said.len(), 2 + NEWS_MAX, "{said:?}");
        assert_eq!(said[0], "day 1 06:00  tick      4  has its first furnace");
        assert_eq!(said[1], "day 1 06:00  tick      4  died: fall");
        assert!(said[6].contains("T20 collect:oak_log"), "{said:?}");
        assert!(!news.is_pressing(), "said once");
        assert_eq!(news.recent().count(), NEWS_MAX);
    }

    #[test]
    fn what_nobody_reads_stays_bounded() {
        let mut news = News::default();
        for number in 0..100 {
            take(&mut news, Event::Respawned);
            take(&mut news, everyday(number));
        }
        assert_eq!(news.unread().count(), WEIGHTY_MAX + NEWS_MAX);
    }
}
