//! The mind's picture of the world: creatures, blocks, places, recent failures, and the game's facts.

pub mod beware;
pub mod blocks;
pub mod classes;
pub mod creatures;
pub mod failures;
pub mod journey;
pub mod lore;
pub mod places;
pub mod region;
pub mod situation;

use belief::Bus;
use blocks::BlockMemory;
use failures::Failures;
use lore::Lore;
use places::Places;
use serde::{Deserialize, Serialize};
use situation::Situation;
use vocab::{Bag, Senses, Tick};

#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct View {
    pub places: Places,
    pub blocks: BlockMemory,
    pub belief: Bus,
    pub failures: Failures,
    /// The game's facts, computed again after each start.
    #[serde(skip)]
    pub lore: Lore,
}

impl View {
    pub fn situation<'a>(&'a self, senses: &'a Senses, bag: &'a Bag, now: Tick) -> Situation<'a> {
        Situation {
            now,
            at: senses.at.block(),
            fine: senses.at,
            vitals: senses.vitals,
            bag,
            carried: &senses.carried,
            around: senses.surroundings,
            lore: &self.lore,
            places: &self.places,
            blocks: &self.blocks,
            belief: &self.belief,
            failures: &self.failures,
        }
    }
}
