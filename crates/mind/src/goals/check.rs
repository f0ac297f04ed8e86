//! Goal: a station, a chest, a place or the bag was looked at.

use super::find::block_name;
use super::{Kind, Quarry, Request, key};
use crate::agenda::pursuit::Pursuit;
use crate::plan::Planned;
use crate::plan::course::NoPlan;
use crate::plan::step::Step;
use crate::view::situation::Situation;
use crate::wire::reason::{LOOKED_MAX, Looked, Reason};
use alloc::vec::Vec;
use core::cmp::Reverse;
use core::fmt;
use serde::{Deserialize, Serialize};
use vocab::{BlockId, BlockPos, GoalKey, ItemId};

/// Blocks whose contents the agent can read for the goal check.
const CONTAINERS: [&str; 6] = ["chest", "trapped_chest", "barrel", "furnace", "blast_furnace", "smoker"];
/// How near the agent must be to a block without contents to have looked at it, in blocks.
const LOOK_BLOCKS: u64 = 4;

/// What a check goal looks at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Checked {
    /// A check of the nearest block of this kind, and of its contents.
    Block(BlockId),
    /// A check of the blocks around this place.
    Place(BlockPos),
    Bag,
}

impl Checked {
    /// Whether the thing to check is a block with contents, such as a chest.
    pub fn is_container(&self) -> bool {
        matches!(self, Checked::Block(block) if CONTAINERS.contains(&block_name(*block)))
    }
}

impl fmt::Display for Checked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Checked::Block(block) => f.write_str(block_name(*block)),
            Checked::Place(at) => write!(f, "{} {} {}", at.x, at.y, at.z),
            Checked::Bag => f.write_str("inventory"),
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Check {
    pub what: Checked,
}

impl Check {
    /// The nearest block of the kind to check, if it is near enough to be looked at.
    fn block_at(&self, situation: &Situation<'_>) -> Option<(BlockPos, BlockId)> {
        let Checked::Block(block) = self.what else { return None };
        let at = Quarry::Block(block).place(situation)?;
        situation.is_near(at, LOOK_BLOCKS).then_some((at, block))
    }
}

impl Kind for Check {
    fn key(&self) -> GoalKey {
        key("check", &alloc::format!("{}", self.what))
    }

    fn is_met(&self, situation: &Situation<'_>, pursuit: &Pursuit) -> bool {
        match self.what {
            Checked::Bag => true,
            Checked::Block(_) if !self.what.is_container() => self.block_at(situation).is_some(),
            Checked::Block(_) | Checked::Place(_) => pursuit.looked.is_some(),
        }
    }

    fn plan(&self, _: &Request<'_>) -> Result<Planned, NoPlan> {
        Ok(Planned::Step(Step::Look { what: self.what }))
    }

    fn receipt(&self, situation: &Situation<'_>, pursuit: &Pursuit) -> Reason {
        let looked = match (self.what, &pursuit.looked) {
            (Checked::Bag, _) => Some(Looked::Bag { items: most(situation.bag.iter()) }),
            (_, Some(looked)) => Some(looked.clone()),
            (_, None) => self.block_at(situation).map(|(at, block)| Looked::Block { at, block }),
        };
        looked.map_or(Reason::Met, Reason::Looked)
    }
}

impl fmt::Display for Check {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} looked at", self.what)
    }
}

/// The most frequent of the counted things, at most [`LOOKED_MAX`] of them.
pub fn most<T: Ord + Copy>(counted: impl Iterator<Item = (T, u32)>) -> Vec<(T, u32)> {
    let mut counted: Vec<(T, u32)> = counted.collect();
    counted.sort_by_key(|(kind, count)| (Reverse(*count), *kind));
    counted.truncate(LOOKED_MAX);
    counted
}

/// The items in a container's slots and their counts, the most frequent item first.
pub fn contents(slots: &[Option<vocab::item::Stack>]) -> Vec<(ItemId, u32)> {
    let stacks = slots.iter().flatten().map(|stack| (stack.item, u32::from(stack.count)));
    most(stacks.collect::<vocab::Bag>().iter())
}
