//! What several of share a cell or a stalk: slabs, snow, candles, pickles, eggs, petals, bamboo.

use gamedata::blocks::Group;
use gamedata::states::{self, Kind};
use vocab::StateId;

use crate::matter::{self, is_in};
use crate::scene::{number, set, set_bool, set_number};
use crate::side::Side;
use crate::spot::Spot;

pub fn state(spot: &Spot<'_, '_>) -> Option<StateId> {
    match states::kind(spot.block) {
        Kind::Slab if spot.holds_same() => Some(set_bool(set(spot.held(), "type", "double"), "waterlogged", false)),
        Kind::Slab => Some(set(spot.plain(), "type", if spot.is_upper() { "top" } else { "bottom" })),
        Kind::Snow => Some(one_more(spot, "layers", 8).unwrap_or_else(|| spot.plain())),
        Kind::Candle => Some(one_more(spot, "candles", 4).unwrap_or_else(|| spot.plain())),
        Kind::TurtleEgg => Some(one_more(spot, "eggs", 4).unwrap_or_else(|| spot.plain())),
        Kind::SeaPickle => Some(one_more(spot, "pickles", 4).unwrap_or_else(|| in_water(spot))),
        Kind::PinkPetals => {
            Some(one_more(spot, "flower_amount", 4).unwrap_or_else(|| spot.facing(spot.ahead().opposite())))
        }
        Kind::Bamboo => bamboo(spot),
        _ => Some(spot.plain()),
    }
}

/// The same block in the cell, with one more of what it counts.
fn one_more(spot: &Spot<'_, '_>, property: &str, most: u32) -> Option<StateId> {
    let held = number(spot.held(), property).filter(|_| spot.holds_same())?;
    Some(set_number(spot.held(), property, (held + 1).min(most)))
}

/// Sea pickles and corals stand in water that falls too.
fn in_water(spot: &Spot<'_, '_>) -> StateId {
    set_bool(spot.plain(), "waterlogged", matter::is_water_to_the_brim(spot.held()))
}

/// Bamboo starts as a sapling, and grows on as thick as what it stands on.
fn bamboo(spot: &Spot<'_, '_>) -> Option<StateId> {
    if matter::is_water(spot.held()) || matter::is_lava(spot.held()) {
        return None;
    }
    let below = spot.beside(Side::Down);
    let above = spot.beside(Side::Up);
    let stalk = |state: StateId| number(state, "age").filter(|_| states::kind_of(state) == Kind::Bamboo);
    if !is_in(below, Group::BambooSoil) {
        return None;
    }
    let age = match (states::kind_of(below), stalk(below)) {
        (Kind::Bamboo, None) => Some(0),
        (Kind::Bamboo, Some(age)) => Some(age.min(1)),
        _ => stalk(above),
    };
    match age {
        Some(age) => Some(set_number(spot.plain(), "age", age)),
        None => gamedata::blocks::named("bamboo_sapling").map(states::default),
    }
}
