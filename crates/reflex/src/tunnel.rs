//! A way out of a siege. Opening the walls in front of a creeper would blow the body up, so it digs away to another side.

use crate::scene::{SIEGE_RANGE, Scene};
use alloc::vec::Vec;
use belief::kinds::Attack;
use vocab::action::Terrain;
use vocab::position::BESIDE;
use vocab::{Action, BlockPos, FinePos};

/// Length of the tunnel that the body digs away from a creeper outside its walls, in blocks: out of the explosion's
/// range, and far enough that the creeper loses track of the body.
const BLOCKS: i32 = 7;
/// Most ticks that digging an escape tunnel may take. A stone pickaxe is fast enough; by hand the tunnel ends shorter.
pub const TICKS_MAX: u64 = 300;

/// The action that digs an escape tunnel to the side farthest from all exploding mobs near by; `None` when there is no
/// such mob.
pub fn away(scene: &Scene<'_>) -> Option<Action> {
    let blasts = scene.hostiles.iter().filter(|hostile| hostile.attack == Attack::Explode);
    let blasts: Vec<FinePos> =
        blasts.map(|hostile| hostile.at).filter(|at| at.within(scene.body(), SIEGE_RANGE)).collect();
    let here = scene.body().block();
    let sides = BESIDE.map(|(x, z)| here.offset(BLOCKS * x, 0, BLOCKS * z));
    let nearest = |side: &BlockPos| blasts.iter().map(|at| at.distance_squared(side.centre())).min();
    let to = sides.into_iter().filter(|side| nearest(side).is_some()).max_by_key(nearest)?;
    Some(Action::GoTo { to, within: 1, terrain: Terrain::Dig })
}
