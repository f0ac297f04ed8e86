//! The steps of a task. A step says what to do; the leaves decide how.

use crate::goals::{Checked, Quarry};
use crate::view::lore::name_of;
use alloc::string::String;
use core::fmt;
use serde::{Deserialize, Serialize};
use vocab::{BlockPos, ItemId, Name, Station};

/// One step of a task's plan. The `leaf` modules turn it into actions.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    /// Break natural blocks until this many of the item are carried in total.
    Gather {
        item: ItemId,
        total: u32,
    },
    /// Kill creatures until this many of their drop are carried in total.
    Hunt {
        item: ItemId,
        total: u32,
    },
    /// Place a station of this kind near by, unless one is there.
    Station(Station),
    Craft {
        #[serde(with = "vocab::recipe")]
        recipe: u16,
        times: u16,
    },
    /// Put input and fuel into a station such as a furnace.
    Smelt {
        station: Station,
        input: ItemId,
        output: ItemId,
        count: u8,
        fuel: ItemId,
        fuel_count: u8,
    },
    /// Take the finished items out of a station such as a furnace.
    Take {
        item: ItemId,
        count: u8,
    },
    /// Take items out of a remembered chest.
    Fetch {
        at: BlockPos,
        item: ItemId,
        count: u16,
    },
    /// Open a chest to see what is in it.
    LookInto {
        at: BlockPos,
    },
    /// Eat carried food.
    Eat,
    /// Put on a piece of armour.
    Wear {
        item: ItemId,
    },
    /// Wall the agent in, heal, then continue with other work.
    Refuge {
        health: u8,
    },
    /// Wall the agent in, wait for the morning, come out.
    Shelter,
    /// Place torches until the light at the agent's head has this level.
    Light {
        light: u8,
    },
    /// Walk this many blocks to an area that was not seen before.
    Explore {
        blocks: u16,
    },
    Go {
        place: BlockPos,
        within: u8,
    },
    /// Do what the build of this task wants next.
    Build {
        name: String,
    },
    /// Search until the agent knows a place of this thing.
    Seek {
        what: Quarry,
    },
    /// Go to the thing to check and see what is in it or around it.
    Look {
        what: Checked,
    },
    /// Go to a person.
    Approach {
        who: Name,
        within: u8,
    },
    /// Stay beside a person who walks about.
    Follow {
        who: Name,
    },
    /// Go to a person and throw items to them.
    HandOver {
        item: ItemId,
        count: u32,
        to: Name,
    },
}

impl Step {
    /// One word for the kind of a plan step, used in counters and to compare steps.
    pub const fn verb(&self) -> &'static str {
        match self {
            Step::Gather { .. } => "gather",
            Step::Hunt { .. } => "hunt",
            Step::Station(_) => "station",
            Step::Craft { .. } => "craft",
            Step::Smelt { .. } => "smelt",
            Step::Take { .. } => "take",
            Step::Fetch { .. } => "fetch",
            Step::LookInto { .. } => "look_into",
            Step::Eat => "eat",
            Step::Wear { .. } => "wear",
            Step::Refuge { .. } => "refuge",
            Step::Shelter => "shelter",
            Step::Light { .. } => "light",
            Step::Explore { .. } => "explore",
            Step::Go { .. } => "go",
            Step::Build { .. } => "build",
            Step::Seek { .. } => "seek",
            Step::Look { .. } => "look",
            Step::Approach { .. } => "approach",
            Step::Follow { .. } => "follow",
            Step::HandOver { .. } => "hand_over",
        }
    }

    /// Whether both plan steps do the same thing, possibly in different amounts.
    pub fn same_kind(&self, other: &Step) -> bool {
        match (self, other) {
            (Step::Gather { item: a, .. }, Step::Gather { item: b, .. })
            | (Step::Hunt { item: a, .. }, Step::Hunt { item: b, .. })
            | (Step::Take { item: a, .. }, Step::Take { item: b, .. })
            | (Step::Fetch { item: a, .. }, Step::Fetch { item: b, .. })
            | (Step::Smelt { output: a, .. }, Step::Smelt { output: b, .. }) => a == b,
            (Step::Craft { recipe: a, .. }, Step::Craft { recipe: b, .. }) => a == b,
            (Step::Station(a), Step::Station(b)) => a == b,
            (Step::Go { place: a, .. }, Step::Go { place: b, .. })
            | (Step::LookInto { at: a }, Step::LookInto { at: b }) => a == b,
            _ => self.verb() == other.verb(),
        }
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Step::Gather { item, total } => write!(f, "gather {} until there are {total}", name_of(*item)),
            Step::Hunt { item, total } => write!(f, "hunt for {} until there are {total}", name_of(*item)),
            Step::Station(station) => write!(f, "have a {} near by", station.name()),
            Step::Craft { recipe, times } => {
                let output = gamedata::recipes::get(*recipe).map_or("nothing", |recipe| name_of(recipe.output));
                match times {
                    1 => write!(f, "craft {output}, once"),
                    times => write!(f, "craft {output}, {times} times"),
                }
            }
            Step::Smelt { input, count, fuel, .. } => {
                write!(f, "smelt {count} {} with {}", name_of(*input), name_of(*fuel))
            }
            Step::Take { item, count } => write!(f, "take {count} {} out of the fire", name_of(*item)),
            Step::Fetch { at, item, count } => write!(f, "fetch {count} {} from the chest at {at}", name_of(*item)),
            Step::LookInto { at } => write!(f, "look into the chest at {at}"),
            Step::Eat => f.write_str("eat"),
            Step::Wear { item } => write!(f, "wear {}", name_of(*item)),
            Step::Refuge { health } => write!(f, "get walled in until health is {health}"),
            Step::Shelter => f.write_str("get walled in until morning"),
            Step::Light { light } => write!(f, "put up torches until the light is {light}"),
            Step::Explore { blocks } => write!(f, "explore {blocks} blocks"),
            Step::Go { place, within } => write!(f, "go within {within} of {place}"),
            Step::Build { name } => write!(f, "build the {name}"),
            Step::Seek { what } => write!(f, "find {what}"),
            Step::Look { what } => write!(f, "look at {what}"),
            Step::Approach { who, within } => write!(f, "go within {within} of {who}"),
            Step::Follow { who } => write!(f, "follow {who}"),
            Step::HandOver { item, count, to } => write!(f, "hand {count} {} to {to}", name_of(*item)),
        }
    }
}
