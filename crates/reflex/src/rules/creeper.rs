//! A mob that explodes is near: hold up a shield, run out of its range or wall in, armed or not.

use super::{Proposal, Rule, Why};
use crate::courage::{self, Mode};
use crate::scene::Scene;
use crate::window::Urgency;
use belief::kinds::Attack;

/// A creeper lights its fuse within three blocks. Within this distance, in thousandths of a block, it has done so or
/// will within a second.
const CRITICAL: u64 = 5_000;

/// A blast reaches six blocks. A creeper that is further above or below than this, in thousandths of a block, does no harm from there.
const BLAST_HEIGHT: i64 = 7_000;

pub fn consider(scene: &Scene<'_>) -> Option<Proposal> {
    let danger = scene.nearest_of(Attack::Explode)?;
    if danger.at.y.abs_diff(scene.senses.at.y) > BLAST_HEIGHT.unsigned_abs() {
        return None; // it has to climb first, and who stands on a tower has nowhere to run
    }
    let mode = courage::resolve(scene, &danger);
    if mode != Mode::Shield
        && scene.is_cornered()
        && scene.threats().any(|other| other.attack == Attack::Melee && other.is_inside())
    {
        return None; // a mob that bites from inside the walls is fought first, because it blocks every wall and step
    }
    let urgency = if danger.distance <= CRITICAL { Urgency::Critical } else { Urgency::High };
    let why = Why::BlastWithin { distance: danger.distance };
    Some(Proposal::about(Rule::Creeper, urgency, &danger, mode, why))
}
