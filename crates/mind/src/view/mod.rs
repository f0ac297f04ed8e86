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

use crate::builds::Builds;
use crate::hands::questions::Asked;
use crate::memory::{Memory, covered};
use belief::Bus;
use blocks::BlockMemory;
use failures::Failures;
use lore::Lore;
use places::{Places, Search};
use region::Region;
use serde::{Deserialize, Serialize};
use situation::Situation;
use vocab::{Answer, Bag, Query, Senses, Tick};

#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct View {
    pub places: Places,
    pub blocks: BlockMemory,
    pub belief: Bus,
    pub failures: Failures,
    pub memory: Memory,
    /// The structures that the agent builds.
    #[serde(default)]
    pub builds: Builds,
    /// The game's facts about items, computed again after each start of the program.
    #[serde(skip)]
    pub lore: Lore,
}

impl View {
    /// Begins a session with this version's settings of belief. If they have changed, the picture of the creatures
    /// around is made anew: the old one was made by other rules.
    pub fn begin(&mut self) {
        self.builds.begin();
        let fresh = Bus::default();
        if self.belief.config() != fresh.config() {
            self.belief = fresh;
        }
    }

    /// The question which landmarks are around the agent; `None` before it is due again.
    pub fn look_about(&mut self, now: Tick) -> Option<Query> {
        self.memory.look_about(&self.lore, now)
    }

    /// Remembers where the people that the agent has to do with stand now. Belief forgets them soon after they are out of sight.
    pub fn note_people(&mut self, now: Tick) {
        if self.memory.people.is_empty() {
            return;
        }
        for person in creatures::people(&self.belief).iter().filter(|person| person.reported == now) {
            self.memory.people.stood(person.name.as_str(), person.at.block());
        }
    }

    /// Stores what the body's answer to a question shows; returns whether it is of use to the task that asked.
    pub fn learn(&mut self, asked: &Asked, answer: &Answer, now: Tick) -> bool {
        self.builds.learn(asked, answer);
        let View { places, blocks, .. } = self;
        match (&asked.query, answer) {
            (Query::NearestBlocks { blocks, radius, most }, Answer::Blocks { found }) => {
                if asked.is_for_task() {
                    places.found(&Search { blocks, from: asked.at, radius: *radius }, found, now);
                }
                let reach = covered(asked.at, *radius, *most, found);
                places.landmarks.found(blocks, (asked.at, reach), found, now);
                true
            }
            (Query::NearestBlocks { .. }, _) => true,
            (Query::Region { .. }, Answer::Region { .. }) => {
                let region = Region::from_answer(answer);
                region.as_ref().inspect(|region| blocks.scanned(region, now)).is_some()
            }
            (Query::Region { .. }, _) => false,
            (Query::Container { at }, Answer::Container { slots, .. }) => {
                places.landmarks.opened(*at, Some(slots), now);
                true
            }
            (Query::Container { at }, _) => {
                places.landmarks.opened(*at, None, now);
                false
            }
        }
    }

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
            memory: &self.memory,
            builds: &self.builds,
        }
    }
}
