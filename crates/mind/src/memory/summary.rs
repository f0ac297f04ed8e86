//! What is remembered, as a bounded list of facts: the same for prompts and for the answer to "what do you remember?".

use super::Memory;
use super::days::Day;
use super::landmarks::{Death, Field, Home, Vein};
use super::people::Person;
use crate::view::lore::{block_name, name_of};
use crate::view::places::Places;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{self, Write as _};
use serde::{Deserialize, Serialize};
use vocab::{BlockPos, ItemId, Station};

/// Most items of a chest or a day that one remembered fact names; the rest is counted.
pub const NAMED_MAX: usize = 4;

/// One fact that the agent remembers, such as a chest or a death.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fact {
    Home(Home),
    Station {
        kind: Station,
        at: BlockPos,
    },
    /// A remembered chest with its largest stocks, largest first, and how many more kinds of items it holds. Without
    /// any stock it is empty.
    Chest {
        at: BlockPos,
        holds: Vec<(ItemId, u32)>,
        more: u32,
    },
    /// A remembered chest that was never opened.
    ClosedChest {
        at: BlockPos,
    },
    Vein(Vein),
    Field(Field),
    Death(Death),
    Person(Person),
    Day(Day),
}

/// Read access to everything that the agent remembers.
#[derive(Debug, Clone, Copy)]
pub struct Recall<'a> {
    pub places: &'a Places,
    pub memory: &'a Memory,
    /// The body's position: facts about near things are told first.
    pub at: BlockPos,
}

impl Recall<'_> {
    /// At most `most` remembered facts, the most useful first: each round takes the best fact of every kind.
    pub fn summary(&self, most: usize) -> Vec<Fact> {
        let landmarks = &self.places.landmarks;
        let stations = [Station::CraftingTable, Station::Furnace].into_iter().filter_map(|kind| {
            let nearest = *self.places.stations(kind, self.at).first()?;
            Some(Fact::Station { kind, at: nearest.at })
        });
        let mut kinds: [Vec<Fact>; 8] = [
            landmarks.home.into_iter().map(Fact::Home).collect(),
            self.memory.people.newest().into_iter().cloned().map(Fact::Person).collect(),
            self.memory.days.newest().cloned().map(Fact::Day).collect(),
            landmarks.chests(self.at).into_iter().map(chest).collect(),
            landmarks.veins().into_iter().map(Fact::Vein).collect(),
            landmarks.deaths().copied().map(Fact::Death).collect(),
            landmarks.fields(self.at).into_iter().map(Fact::Field).collect(),
            stations.collect(),
        ];
        for facts in &mut kinds {
            facts.truncate(most);
            facts.reverse();
        }
        let mut told = Vec::new();
        while told.len() < most && kinds.iter().any(|facts| !facts.is_empty()) {
            told.extend(kinds.iter_mut().filter_map(Vec::pop).take(most - told.len()));
        }
        told.sort_by_key(rank);
        told
    }
}

/// The order of kinds in a summary: facts of one kind stand together.
fn rank(fact: &Fact) -> u8 {
    match fact {
        Fact::Home(_) => 0,
        Fact::Station { .. } => 1,
        Fact::Chest { .. } | Fact::ClosedChest { .. } => 2,
        Fact::Vein(_) => 3,
        Fact::Field(_) => 4,
        Fact::Death(_) => 5,
        Fact::Person(_) => 6,
        Fact::Day(_) => 7,
    }
}

fn chest(chest: &super::landmarks::Chest) -> Fact {
    let Some(content) = &chest.content else { return Fact::ClosedChest { at: chest.at } };
    let mut holds: Vec<(ItemId, u32)> = content.iter().filter(|(_, count)| *count > 0).collect();
    holds.sort_by_key(|(item, count)| (core::cmp::Reverse(*count), *item));
    let more = holds.len().saturating_sub(NAMED_MAX) as u32;
    holds.truncate(NAMED_MAX);
    Fact::Chest { at: chest.at, holds, more }
}

impl fmt::Display for Fact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fact::Home(home) => write!(f, "home at {}", home.at),
            Fact::Station { kind, at } => write!(f, "{} at {at}", kind.name()),
            Fact::ClosedChest { at } => write!(f, "unopened chest at {at}"),
            Fact::Chest { at, holds, .. } if holds.is_empty() => write!(f, "empty chest at {at}"),
            Fact::Chest { at, holds, more } => {
                let mut items = String::new();
                for (item, count) in holds {
                    let comma = if items.is_empty() { "" } else { ", " };
                    write!(items, "{comma}{count} {}", name_of(*item))?;
                }
                write!(f, "chest at {at} with {items}")?;
                if *more > 0 { write!(f, " and {more} more kinds") } else { Ok(()) }
            }
            Fact::Vein(vein) => write!(f, "{} {} seen and left at {}", vein.blocks, block_name(vein.block), vein.at),
            Fact::Field(field) => write!(f, "field of {} at {}", block_name(field.crop), field.at),
            Fact::Death(death) => write!(f, "died at {}", death.at),
            Fact::Person(person) => {
                f.write_str(&person.who)?;
                match person.agreements.last() {
                    Some(agreement) if agreement.ended.is_none() => write!(f, ", who waits for {}", agreement.goal),
                    Some(agreement) => write!(f, ", who asked for {}", agreement.goal),
                    None => Ok(()),
                }
            }
            Fact::Day(day) => {
                write!(f, "day {}: {} tasks done, {} failed", day.number, day.done, day.failed)?;
                if day.deaths > 0 {
                    write!(f, ", died {} times", day.deaths)?;
                }
                for (n, item) in day.firsts.iter().rev().take(NAMED_MAX).enumerate() {
                    write!(f, "{} {}", if n == 0 { ", first" } else { "," }, name_of(*item))?;
                }
                Ok(())
            }
        }
    }
}
