//! What the body senses of itself, for the mind.

use super::Body;
use skills::ground;
use skills::limbs::Limbs;
use vocab::senses::Surroundings;
use vocab::{BlockPos, Senses};

impl Body {
    /// Whether a body can look into the block at a place.
    pub(super) fn opens(&self, at: BlockPos) -> bool {
        let block = self.mirror.map.told(at).map(skills::state::Cell::block);
        block.is_some_and(|block| {
            skills::blocks::is_chest(block) || skills::blocks::station(block).is_some_and(has_slots)
        })
    }

    /// What the body senses of itself; its events are taken.
    pub(super) fn senses(&mut self) -> Senses {
        let (pose, ticked) = (self.mirror.pose, self.around.ticked.as_ref());
        let told = ticked.and_then(|ticked| ticked.light).map(|[sky, block]| (sky, block));
        let head = pose.eyes().block();
        let (sky_light, block_light) = told.unwrap_or_else(|| skills::limbs::Cells::light(&self.mirror.map, head));
        let surroundings = Surroundings {
            sky_light,
            block_light,
            time_of_day: ticked.map_or(0, |ticked| ticked.time_of_day),
            open_sides: ground::open_cells(&self.mirror.map, pose.feet()).count() as u8,
        };
        Senses {
            tick: self.clock.now(),
            at: pose.at.fine(),
            vitals: self.around.vitals,
            carried: self.mirror.inventory().carried().clone(),
            surroundings,
            progress: self.skills.progress(&self.mirror),
            events: self.events.drain(..).collect(),
        }
    }
}

/// Whether a station holds items in slots that can be looked at.
fn has_slots(station: vocab::Station) -> bool {
    use vocab::Station::{BlastFurnace, Campfire, CraftingTable, Furnace, SmithingTable, Smoker, Stonecutter};
    match station {
        Furnace | BlastFurnace | Smoker => true,
        Campfire | CraftingTable | SmithingTable | Stonecutter => false,
    }
}
