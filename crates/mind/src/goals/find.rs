//! Goal: the place of a block, a creature or the source of an item is known.

use super::{Kind, Request, key};
use crate::agenda::pursuit::Pursuit;
use crate::plan::Planned;
use crate::plan::course::NoPlan;
use crate::plan::step::Step;
use crate::view::creatures;
use crate::view::lore::{Lore, name_of};
use crate::view::situation::Situation;
use crate::wire::reason::Reason;
use alloc::vec::Vec;
use core::fmt;
use serde::{Deserialize, Serialize};
use vocab::{BlockId, BlockPos, GoalKey, ItemId, Name, Station};

/// What a find goal searches for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Quarry {
    Block(BlockId),
    Creature(Name),
    /// Find a natural block or a creature that gives this item.
    Item(ItemId),
}

impl Quarry {
    /// The kinds of blocks that a find goal searches for.
    pub fn blocks(&self, lore: &Lore) -> Vec<BlockId> {
        match self {
            Quarry::Block(block) => alloc::vec![*block],
            Quarry::Creature(_) => Vec::new(),
            Quarry::Item(item) => lore.deposits(*item).iter().map(|deposit| deposit.block).collect(),
        }
    }

    /// The nearest known place of what a find goal searches for; `None` when none is known.
    pub fn place(&self, situation: &Situation<'_>) -> Option<BlockPos> {
        let station = match self {
            Quarry::Block(block) => Station::named(block_name(*block)),
            Quarry::Creature(_) | Quarry::Item(_) => None,
        };
        let stations = station.map(|kind| situation.places.stations(kind, situation.at)).unwrap_or_default();
        let block = situation.places.nearest(&self.blocks(situation.lore), situation.at, situation.now);
        let creature = match self {
            Quarry::Block(_) => None,
            Quarry::Creature(kind) => creatures::of_kinds(situation.belief, situation.fine, &[kind.as_str()]),
            Quarry::Item(item) => creatures::of_kinds(situation.belief, situation.fine, situation.lore.prey(*item)),
        };
        let station = stations.first().map(|known| known.at);
        station.or(block.map(|(at, _)| at)).or(creature.map(|creature| creature.at.block()))
    }
}

/// The game's name of a block; an invalid id gives `unknown_block`.
pub fn block_name(block: BlockId) -> &'static str {
    gamedata::blocks::all().get(usize::from(block.0)).map_or("unknown_block", |block| block.name)
}

impl fmt::Display for Quarry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Quarry::Block(block) => f.write_str(block_name(*block)),
            Quarry::Creature(kind) => kind.fmt(f),
            Quarry::Item(item) => f.write_str(name_of(*item)),
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Find {
    pub what: Quarry,
}

impl Kind for Find {
    fn key(&self) -> GoalKey {
        key("find", &alloc::format!("{}", self.what))
    }

    fn is_met(&self, situation: &Situation<'_>, _: &Pursuit) -> bool {
        self.what.place(situation).is_some()
    }

    fn plan(&self, _: &Request<'_>) -> Result<Planned, NoPlan> {
        Ok(Planned::Step(Step::Seek { what: self.what }))
    }

    fn receipt(&self, situation: &Situation<'_>, _: &Pursuit) -> Reason {
        self.what.place(situation).map_or(Reason::Met, Reason::FoundAt)
    }
}

impl fmt::Display for Find {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the place of {} known", self.what)
    }
}
