//! A way out of a siege: who opens the walls where a creeper waits is blown up, so one digs on to the side where none does. The same
//! goes for whatever one would not fight.

use crate::courage;
use crate::scene::Scene;
use vocab::action::Terrain;
use vocab::position::BESIDE;
use vocab::{Action, BlockPos};

/// How far to dig, in blocks: out of a blast's reach, and what waits loses track of one behind so much rock.
const BLOCKS: i32 = 7;
/// How long that may take: with a pickaxe of stone it is enough. By hand one gets as far as one gets.
pub const TICKS_MAX: u64 = 300;

/// The tunnel to the side that is farthest from all that wait; none where one would fight them all.
pub fn away(scene: &Scene<'_>) -> Option<Action> {
    if scene.besiegers().all(|besieger| courage::dares(scene, besieger.attack)) {
        return None;
    }
    let here = scene.body().block();
    let sides = BESIDE.map(|(x, z)| here.offset(BLOCKS * x, 0, BLOCKS * z));
    let nearest = |side: &BlockPos| scene.besiegers().map(|besieger| besieger.at.distance_squared(side.centre())).min();
    let to = sides.into_iter().filter(|side| nearest(side).is_some()).max_by_key(nearest)?;
    Some(Action::GoTo { to, within: 1, terrain: Terrain::Dig })
}
