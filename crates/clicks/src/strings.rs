//! String between two hooks: it is tight when hooks at both ends look at each other along it.

use alloc::vec::Vec;
use gamedata::states::{self, Kind};
use vocab::BlockPos;

use crate::scene::{Scene, set_bool, side};
use crate::side::Side;

/// Two hooks may be this far apart: forty cells of string between them.
const HOOKS_APART_MAX: usize = 41;

/// Ties hooks and string after one of them was placed.
pub fn tie(scene: &mut Scene<'_>, at: BlockPos) {
    match scene.kind(at) {
        Kind::TripwireHook => tie_from(scene, at),
        Kind::Tripwire => {
            for way in [Side::South, Side::West] {
                if let Some(hook) = hook_along(scene, at, way) {
                    tie_from(scene, hook);
                }
            }
        }
        _ => {}
    }
}

/// The hook at the end of the string in this direction that looks back along it.
fn hook_along(scene: &Scene<'_>, from: BlockPos, way: Side) -> Option<BlockPos> {
    let mut at = from;
    for _ in 0..HOOKS_APART_MAX {
        at = way.of(at);
        match scene.kind(at) {
            Kind::Tripwire => {}
            Kind::TripwireHook => {
                return Some(at).filter(|at| side(scene.state(*at), "facing") == Some(way.opposite()));
            }
            _ => return None,
        }
    }
    None
}

/// Ties the string before a hook when another hook is at its end.
fn tie_from(scene: &mut Scene<'_>, hook: BlockPos) {
    let Some(way) = side(scene.state(hook), "facing") else { return };
    let Some(end) = hook_along(scene, hook, way) else { return };
    let mut cells: Vec<BlockPos> = Vec::new();
    let mut at = way.of(hook);
    while at != end {
        cells.push(at);
        at = way.of(at);
    }
    // Hooks without string between them are not tied.
    if cells.is_empty() {
        return;
    }
    let pulled = cells.iter().any(|at| states::is(scene.state(*at), "powered"));
    for at in cells {
        scene.set(at, set_bool(scene.state(at), "attached", true));
    }
    for at in [hook, end] {
        scene.set(at, set_bool(set_bool(scene.state(at), "attached", true), "powered", pulled));
    }
}
