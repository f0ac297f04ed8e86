//! What water, snow or smoke around it makes of a block: kelp, concrete, sponges, grass, campfires.

use gamedata::blocks::{self, Group};
use gamedata::states::{self, Kind};
use vocab::StateId;

use crate::matter::{self, Hold, holds, is_in};
use crate::scene::{set_bool, side};
use crate::side::Side;
use crate::spot::Spot;
use crate::survive::survives;

pub fn state(spot: &Spot<'_, '_>) -> Option<StateId> {
    match states::kind(spot.block) {
        Kind::Kelp => growing(spot, Side::Up).filter(|_| matter::is_water_to_the_brim(spot.held())),
        Kind::TwistingVines => growing(spot, Side::Up),
        Kind::WeepingVines | Kind::CaveVines => growing(spot, Side::Down),
        Kind::Seagrass => Some(spot.plain()).filter(|_| matter::is_water_to_the_brim(spot.held())),
        Kind::ConcretePowder => Some(concrete(spot)),
        Kind::Sponge => Some(sponge(spot)),
        // Without room above, farmland and paths are dirt at once.
        Kind::Farmland | Kind::DirtPath if !survives(spot.scene, spot.at, spot.plain()) => {
            blocks::named("dirt").map(states::default)
        }
        Kind::BigDripleaf => Some(dripleaf(spot)),
        _ => Some(spot.plain()),
    }
}

/// A plant that grows this way: its tip, or its stem where the plant already goes on.
fn growing(spot: &Spot<'_, '_>, way: Side) -> Option<StateId> {
    if spot.kind_beside(way) != states::kind(spot.block) {
        return Some(spot.plain());
    }
    stem(spot.block).map(states::default)
}

/// The block of the stem below the tip of a plant that grows.
pub fn stem(tip: vocab::BlockId) -> Option<vocab::BlockId> {
    blocks::named(&alloc::format!("{}_plant", blocks::get(tip).name))
}

/// Concrete powder hardens in water, and beside it or below it.
fn concrete(spot: &Spot<'_, '_>) -> StateId {
    let flows = |to: Side| {
        let beside = spot.beside(to);
        matter::is_water(beside) && !holds(beside, to.opposite(), Hold::Full)
    };
    let wet = matter::is_water(spot.held());
    let touched = Side::ALL.into_iter().any(|to| (to != Side::Down || wet) && flows(to));
    let hard = blocks::get(spot.block).name.strip_suffix("_powder").and_then(blocks::named);
    hard.filter(|_| wet || touched).map_or_else(|| spot.plain(), states::default)
}

/// A sponge beside water is wet at once.
fn sponge(spot: &Spot<'_, '_>) -> StateId {
    let touched = Side::ALL.into_iter().any(|to| matter::is_water(spot.beside(to)));
    blocks::named("wet_sponge").filter(|_| touched).map_or_else(|| spot.plain(), states::default)
}

/// A leaf on a stem or leaf looks the same way.
fn dripleaf(spot: &Spot<'_, '_>) -> StateId {
    let below = spot.beside(Side::Down);
    let same = states::kind_of(below) == Kind::BigDripleaf;
    let facing = side(below, "facing").filter(|_| same);
    spot.facing(facing.unwrap_or_else(|| spot.ahead().opposite()))
}

/// Ground with snow on it.
pub fn snowy(state: StateId, above: StateId) -> StateId {
    set_bool(state, "snowy", is_in(above, Group::SnowyAbove))
}

/// A campfire on hay sends its smoke up high.
pub fn smoking(state: StateId, below: StateId) -> StateId {
    set_bool(state, "signal_fire", is_in(below, Group::SmokeBelow))
}
