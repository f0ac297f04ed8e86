//! Vines, lichen and the like: they hold on to the faces around them.

use gamedata::states::{self, Kind};
use vocab::{BlockPos, StateId};

use crate::matter::{Hold, collides_on_whole_face, holds};
use crate::scene::{Scene, set_bool};
use crate::side::Side;
use crate::spot::Spot;

/// Whether something that grows on faces can hold on to this side of the cell.
pub fn clings(scene: &Scene<'_>, at: BlockPos, side: Side) -> bool {
    let beside = scene.beside(at, side);
    holds(beside, side.opposite(), Hold::Full) || collides_on_whole_face(beside, side.opposite())
}

/// Whether the growth has a face that it does not cover yet.
pub fn has_free_face(state: StateId) -> bool {
    Side::ALL.iter().any(|side| states::value(state, side.name()) == Some("false"))
}

/// Whether a vine can hang on this side of the cell: on a face, or on a vine above that does.
fn vine_hangs(scene: &Scene<'_>, at: BlockPos, side: Side) -> bool {
    if side == Side::Down {
        return false;
    }
    let above = scene.beside(at, Side::Up);
    clings(scene, at, side)
        || (side.is_level() && states::kind_of(above) == Kind::Vine && states::is(above, side.name()))
}

/// The vine with one more face: the nearest to the look that holds it.
pub fn vine(spot: &Spot<'_, '_>) -> Option<StateId> {
    let held = spot.holds_same();
    let state = if held { spot.held() } else { spot.plain() };
    let free = |side: &Side| !states::is(state, side.name()) && vine_hangs(spot.scene, spot.at, *side);
    spot.nearest().into_iter().find(free).map(|side| set_bool(state, side.name(), true))
}

/// The lichen with one more face: the nearest to the look that holds it.
pub fn lichen(spot: &Spot<'_, '_>) -> Option<StateId> {
    let state = if spot.holds_same() { spot.held() } else { no_faces(spot.plain()) };
    let free = |side: &Side| !states::is(state, side.name()) && clings(spot.scene, spot.at, *side);
    spot.nearest().into_iter().find(free).map(|side| set_bool(state, side.name(), true))
}

fn no_faces(state: StateId) -> StateId {
    Side::ALL.iter().fold(state, |state, side| set_bool(state, side.name(), false))
}

/// A carpet of pale moss climbs the walls around it.
pub fn mossy_carpet(spot: &Spot<'_, '_>) -> StateId {
    let above = spot.beside(Side::Up);
    Side::AROUND.iter().fold(spot.plain(), |state, side| {
        let climbs_on = states::kind_of(above) == Kind::MossyCarpet
            && !states::is(above, "bottom")
            && states::value(above, side.name()) != Some("none");
        let height = match (clings(spot.scene, spot.at, *side), climbs_on) {
            (false, _) => "none",
            (true, false) => "low",
            (true, true) => "tall",
        };
        crate::scene::set(state, side.name(), height)
    })
}
