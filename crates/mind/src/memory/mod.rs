//! What the mind remembers beyond the moment: landmarks, people and what was agreed with them, and a line for each day.
//!
//! Everything here is bounded, and each bound says what is forgotten first. All of it is part of the mind's lasting state.

pub mod days;
pub mod landmarks;
pub mod people;
pub mod summary;

pub use summary::{Fact, Recall};

use crate::turn::Turn;
use crate::view::lore::Lore;
use crate::wire::effect::Effect;
use crate::wire::input::{Input, Order};
use crate::wire::reason::Reason;
use crate::wire::trace::Event;
use days::Days;
use people::{End, People};
use serde::{Deserialize, Serialize};
use tasks::Status;
use vocab::senses::BodyEvent;
use vocab::{BlockPos, Query, Tick};

/// The agent asks which landmarks are around it every this many ticks: meanwhile it walks about as far as it sees.
pub const LOOK_TICKS: u64 = 400;
/// Radius in which the agent looks for landmarks in blocks, and the most blocks that the answer names.
pub const LOOK_RADIUS: u8 = 32;
pub const LOOK_MOST: u8 = 48;

/// The agent's memory of people and days. Landmarks are part of [`crate::view::places::Places`], where plans look
/// things up.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Memory {
    pub people: People,
    pub days: Days,
    /// When the agent last asked which landmarks are around it.
    looked: Option<Tick>,
}

impl Memory {
    /// The question which landmarks are around the agent; `None` before it is due again.
    pub fn look_about(&mut self, lore: &Lore, now: Tick) -> Option<Query> {
        if self.looked.is_some_and(|looked| now.since(looked) < LOOK_TICKS) {
            return None;
        }
        self.looked = Some(now);
        Some(Query::NearestBlocks { blocks: lore.landmarks().to_vec(), radius: LOOK_RADIUS, most: LOOK_MOST })
    }

    /// Takes into memory the lines heard, the time of day and the events of the body.
    pub fn take_in(&mut self, input: &Input, turn: &Turn<'_>) {
        self.days.time(input.senses.surroundings.time_of_day, turn.now());
        for heard in input.heard.iter().take(crate::NEWS_MAX) {
            self.people.heard(&heard.who, turn.now());
        }
        for command in input.commands.iter().take(crate::NEWS_MAX) {
            let Order::Line { who, at, .. } = &command.order else { continue };
            self.people.heard(who, turn.now());
            if let Some(at) = at {
                self.people.stood(who, *at);
            }
        }
        for event in input.senses.events.iter().take(crate::NEWS_MAX) {
            if let BodyEvent::Died { cause } = event {
                self.days.today().died(*cause);
            }
        }
    }

    /// Takes into memory what this tick brought: ended tasks, agreements that ended with them, and items carried for
    /// the first time.
    pub fn note(&mut self, turn: &Turn<'_>) {
        for effect in turn.effects.iter() {
            let Effect::Trace(trace) = effect else { continue };
            match &trace.event {
                Event::TaskChanged { task, to, .. } if to.is_final() => {
                    self.days.today().ended(*to);
                    let end = match to {
                        Status::Done => End::Kept,
                        Status::Cancelled { .. } => End::CalledOff,
                        _ => End::Broken,
                    };
                    self.people.settled(*task, end, turn.now());
                }
                Event::TaskCreated { task, key, origin, .. } => {
                    if let Reason::Said { by, .. } = origin.why() {
                        self.people.agreed(by.as_str(), *task, key.clone(), turn.now());
                    }
                }
                Event::Milestone { item, .. } => self.days.today().first(*item),
                _ => {}
            }
        }
    }
}

/// The radius that the answer to a search covers, when it names at most `most` blocks: the whole radius asked for, or
/// up to the farthest block named.
pub fn covered(from: BlockPos, radius: u8, most: u8, found: &[(BlockPos, vocab::BlockId)]) -> u64 {
    let farthest = found.iter().map(|(at, _)| at.distance_squared(from)).max().unwrap_or(0);
    if found.len() < usize::from(most) { u64::from(radius) } else { u64::from(radius).min(farthest.isqrt()) }
}
