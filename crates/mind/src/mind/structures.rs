//! The tick's part for builds: what orders bring, and a slice of the build whose turn it is.

use super::Mind;
use crate::builds::{Builds, Now};
use crate::turn::Turn;
use crate::view::View;
use crate::wire::input::{Input, Link};
use vocab::Bag;

impl Mind {
    /// The structures that the agent builds or has built.
    pub fn builds(&self) -> &Builds {
        &self.view.builds
    }

    /// Keeps blueprints that were handed in, and advances the build whose turn it is.
    pub(super) fn build(&mut self, input: &Input, bag: &Bag, turn: &mut Turn<'_>) {
        let Mind { view: View { builds, places, .. }, agenda, hands, .. } = self;
        builds.receive(&input.commands);
        if self.journey.dead || self.link != Link::Present {
            return;
        }
        let senses = &input.senses;
        let (at, free_slots) = (senses.at.block(), senses.carried.free_slots());
        builds.advance(Now { at, bag, free_slots, running: hands.executor.running(), places }, agenda, turn);
    }
}
