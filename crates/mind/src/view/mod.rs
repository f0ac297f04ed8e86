//! What the mind believes of the world around it.

use crate::view::failures::Failures;
use crate::view::places::Known;
use crate::view::lore::Lore;
use crate::view::situation::Situation;
use belief::Bus;
use serde::{Deserialize, Serialize};
use vocab::{Bag, Senses, Tick};

#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct View {
    pub known: Known,
    pub belief: Bus,
    pub failures: Failures,
    /// The game's facts, worked out anew after each start.
    #[serde(skip)]
    pub lore: Lore,
}

impl View {
    pub fn situation<'a>(&'a self, senses: &'a Senses, bag: &Bag, now: Tick) -> Situation<'a> {
        Situation {
            now,
            at: senses.at.block(),
            fine: senses.at,
            vitals: senses.vitals,
            bag: bag.clone(),
            carried: &senses.carried,
            around: senses.surroundings,
            lore: &self.lore,
            known: &self.known,
            belief: &self.belief,
            failures: &self.failures,
        }
    }
}
