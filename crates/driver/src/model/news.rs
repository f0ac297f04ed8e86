//! The few events of a life that a person wants to hear of. Deaths and milestones are kept apart, so that everyday events
//! never push them out.

use mind::Trace;
use mind::report::MILESTONES;
use mind::trace::Event;
use std::collections::VecDeque;
use vocab::Tick;

/// Most everyday events kept for the screen: more than it shows.
pub const EVERYDAY_MAX: usize = 32;
/// Most deaths, returns to life and milestones kept for the screen: more than one tick can bring.
pub const WEIGHTY_MAX: usize = 16;

/// One event of the agent's life that is shown to people.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    /// The number of the event, counted up over a run, so that a reader knows what it has already read.
    pub number: u64,
    pub tick: Tick,
    pub day: u64,
    pub time_of_day: u16,
    /// The goal key of the task that the event is about.
    pub about: Option<String>,
    pub event: Event,
}

/// The latest events of the agent's life; everyday and weighty ones are bounded separately.
#[derive(Debug, Clone, Default)]
pub struct News {
    everyday: VecDeque<Item>,
    weighty: VecDeque<Item>,
    count: u64,
}

impl News {
    /// Keeps the event if it is one that is shown to people; `item` makes the entry from its number.
    pub(super) fn take(&mut self, trace: &Trace, item: impl FnOnce(u64) -> Item) {
        if !is_told(&trace.event) {
            return;
        }
        let weighty = is_weighty(&trace.event);
        let (items, max) = if weighty { (&mut self.weighty, WEIGHTY_MAX) } else { (&mut self.everyday, EVERYDAY_MAX) };
        if items.len() >= max {
            items.pop_front();
        }
        self.count += 1;
        items.push_back(item(self.count));
    }

    /// How many events were kept so far; this is also the number of the latest one.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Whether a death, a return to life or a milestone came after the event with this number.
    pub fn has_weighty_after(&self, number: u64) -> bool {
        self.weighty.back().is_some_and(|item| item.number > number)
    }

    /// The events after the one with this number, oldest first: all kept deaths, returns and milestones, and the last
    /// `everyday` others.
    pub fn after(&self, number: u64, everyday: usize) -> Vec<&Item> {
        let skipped = self.everyday.len().saturating_sub(everyday);
        let mut items: Vec<&Item> = self.weighty.iter().chain(self.everyday.iter().skip(skipped)).collect();
        items.retain(|item| item.number > number);
        items.sort_unstable_by_key(|item| item.number);
        items
    }

    /// At most `most` last events of any kind, oldest first.
    pub fn last(&self, most: usize) -> Vec<&Item> {
        let mut items = self.after(0, usize::MAX);
        items.drain(..items.len().saturating_sub(most));
        items
    }
}

fn is_weighty(event: &Event) -> bool {
    match event {
        Event::Milestone { name, .. } => MILESTONES.contains(&name.as_str()), // other first items are everyday news
        Event::Died { .. } | Event::Respawned | Event::Shaken { .. } => true,
        _ => false,
    }
}

fn is_told(event: &Event) -> bool {
    use tasks::Status::{Done, Failed};
    match event {
        Event::Milestone { .. }
        | Event::Hurt { .. }
        | Event::Died { .. }
        | Event::Respawned
        | Event::Shaken { .. }
        | Event::TaskCreated { .. }
        | Event::Build(_)
        | Event::TaskChanged { to: Done | Failed { .. }, .. } => true,
        Event::HandOver { to, .. } => *to == mind::Controller::Reflex,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use vocab::senses::Harm;

    fn take(news: &mut News, event: Event) {
        let trace = Trace { tick: Tick(4), event: event.clone() };
        news.take(&trace, |number| Item { number, tick: Tick(4), day: 1, time_of_day: 4, about: None, event });
    }

    fn everyday() -> Event {
        Event::Hurt { half_hearts: 1, cause: Harm::Fall }
    }

    fn milestone(name: &str) -> Event {
        Event::Milestone { item: vocab::ItemId(0), name: name.into() }
    }

    #[test]
    fn everyday_events_push_out_neither_deaths_nor_milestones() {
        let mut news = News::default();
        take(&mut news, milestone("dirt"));
        assert!(!news.has_weighty_after(0), "a first dirt is an everyday event");
        take(&mut news, milestone("furnace"));
        take(&mut news, Event::Died { cause: Harm::Fall });
        (0..1_000).for_each(|_| take(&mut news, everyday()));
        assert!(news.has_weighty_after(2) && !news.has_weighty_after(3));
        let unread: Vec<u64> = news.after(0, 2).iter().map(|item| item.number).collect();
        assert_eq!(unread, [2, 3, 1_002, 1_003], "everything weighty, and the last two others");
        assert_eq!(news.last(3).len(), 3);
    }

    #[test]
    fn each_kind_of_news_is_bounded() {
        let mut news = News::default();
        for _ in 0..100 {
            take(&mut news, Event::Respawned);
            take(&mut news, everyday());
        }
        assert_eq!(news.after(0, usize::MAX).len(), WEIGHTY_MAX + EVERYDAY_MAX);
        assert_eq!(news.count(), 200);
    }
}
