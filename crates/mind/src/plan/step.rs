//! The steps of a task. A step says what to do; the leaves decide how.

use crate::view::lore::name_of;
use core::fmt;
use serde::{Deserialize, Serialize};
use vocab::{BlockPos, ItemId, Station};

/// One step. A leaf turns it into actions.
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
        recipe: u16,
        times: u16,
    },
    /// Put input and fuel into a station.
    Smelt {
        station: Station,
        input: ItemId,
        output: ItemId,
        count: u8,
        fuel: ItemId,
        fuel_count: u8,
    },
    /// Take the finished items out of a station.
    Take {
        item: ItemId,
        count: u8,
    },
    /// Eat carried food.
    Eat,
    /// Put on a piece of armour.
    Wear {
        item: ItemId,
    },
    /// Wall in, heal, then go on.
    Refuge {
        health: u8,
    },
    /// Wall in, wait for the morning, come out.
    Shelter,
    /// Place torches until the light at the head has this level.
    Light {
        light: u8,
    },
    /// Walk to an area that was not seen before.
    Explore {
        blocks: u16,
    },
    Go {
        place: BlockPos,
        within: u8,
    },
}

impl Step {
    /// One word for the kind of step, used in counters and to compare steps.
    pub const fn verb(&self) -> &'static str {
        match self {
            Step::Gather { .. } => "gather",
            Step::Hunt { .. } => "hunt",
            Step::Station(_) => "station",
            Step::Craft { .. } => "craft",
            Step::Smelt { .. } => "smelt",
            Step::Take { .. } => "take",
            Step::Eat => "eat",
            Step::Wear { .. } => "wear",
            Step::Refuge { .. } => "refuge",
            Step::Shelter => "shelter",
            Step::Light { .. } => "light",
            Step::Explore { .. } => "explore",
            Step::Go { .. } => "go",
        }
    }

    /// Whether both steps do the same thing, possibly in different amounts.
    pub fn same_kind(&self, other: &Step) -> bool {
        match (self, other) {
            (Step::Gather { item: a, .. }, Step::Gather { item: b, .. })
            | (Step::Hunt { item: a, .. }, Step::Hunt { item: b, .. })
            | (Step::Take { item: a, .. }, Step::Take { item: b, .. })
            | (Step::Smelt { output: a, .. }, Step::Smelt { output: b, .. }) => a == b,
            (Step::Craft { recipe: a, .. }, Step::Craft { recipe: b, .. }) => a == b,
            (Step::Station(a), Step::Station(b)) => a == b,
            (Step::Go { place: a, .. }, Step::Go { place: b, .. }) => a == b,
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
            Step::Eat => f.write_str("eat"),
            Step::Wear { item } => write!(f, "wear {}", name_of(*item)),
            Step::Refuge { health } => write!(f, "get walled in until health is {health}"),
            Step::Shelter => f.write_str("get walled in until morning"),
            Step::Light { light } => write!(f, "put up torches until the light is {light}"),
            Step::Explore { blocks } => write!(f, "explore {blocks} blocks"),
            Step::Go { place, within } => write!(f, "go within {within} of {place}"),
        }
    }
}
