//! A way out of a siege: who opens the walls where a creeper waits is blown up, so one digs on to the side where none does.

use crate::scene::{SIEGE_RANGE, Scene};
use alloc::vec::Vec;
use belief::kinds::Attack;
use vocab::action::Terrain;
use vocab::position::BESIDE;
use vocab::{Action, BlockPos, FinePos};

/// How far to dig, in blocks: out of a blast's reach, and what waits loses track of one behind so much rock.
const BLOCKS: i32 = 7;
/// How long that may take: with a pickaxe of stone it is enough. By hand one gets as far as one gets.
pub const TICKS_MAX: u64 = 300;

/// The tunnel to the side that is farthest from everything that would blow up before the walls; none where nothing would.
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
