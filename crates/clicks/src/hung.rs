//! What hangs, stands or holds on: torches, signs, banners, heads, buttons, lanterns, bells, dripstone.
//!
//! The game tries the sides in the order in which the player looks at them, what is built against first, and takes the
//! first that holds.

use gamedata::blocks;
use gamedata::states::{self, Kind};
use vocab::{BlockId, StateId};

use crate::joins;
use crate::matter::{self, Hold, holds};
use crate::redstone;
use crate::replace::gives_way;
use crate::scene::{number, set, set_bool, set_number, set_side, side};
use crate::side::Side;
use crate::spot::Spot;
use crate::survive::{self, survives};

pub fn state(spot: &Spot<'_, '_>) -> Option<StateId> {
    match states::kind(spot.block) {
        Kind::Button | Kind::Lever | Kind::Grindstone => by_face(spot),
        Kind::Lantern => {
            let hung = |to: &Side| set_bool(spot.plain(), "hanging", *to == Side::Up);
            let sides = spot.nearest().into_iter().filter(|to| !to.is_level());
            sides.map(|to| hung(&to)).find(|state| survives(spot.scene, spot.at, *state))
        }
        Kind::Bell => bell(spot),
        Kind::Cocoa => {
            spot.nearest_level().map(|to| spot.facing(to)).find(|state| survives(spot.scene, spot.at, *state))
        }
        Kind::Ladder if ladder_on_ladder(spot) => None,
        Kind::Ladder | Kind::TripwireHook => on_wall(spot, spot.block),
        Kind::Dripstone => dripstone(spot),
        _ => standing_or_on_wall(spot),
    }
}

/// The block that the same item places on walls.
fn wall_block(block: BlockId) -> Option<BlockId> {
    let item = blocks::get(block).item?;
    let all = (0..blocks::all().len()).map(|at| BlockId(at as u16));
    all.filter(|other| blocks::get(*other).item == Some(item)).find(|other| {
        matches!(
            states::kind(*other),
            Kind::WallTorch
                | Kind::WallSign
                | Kind::WallBanner
                | Kind::WallSkull
                | Kind::WallHangingSign
                | Kind::CoralWallFan
        )
    })
}

/// Torches, signs, banners, heads and fans stand where the player looks down at the floor before a wall; hanging signs
/// hang from a ceiling likewise.
fn standing_or_on_wall(spot: &Spot<'_, '_>) -> Option<StateId> {
    let kind = states::kind(spot.block);
    let Some(wall) = wall_block(spot.block) else {
        return Some(spot.plain());
    };
    let home = if kind == Kind::HangingSign { Side::Up } else { Side::Down };
    let on_wall = on_wall(spot, wall);
    let standing = || {
        let state = match kind {
            Kind::HangingSign => hanging_sign(spot),
            Kind::Sign | Kind::Banner => turned(spot, 180),
            Kind::Skull => turned(spot, 0),
            _ => spot.plain(),
        };
        Some(powered_head(spot, state)).filter(|state| survives(spot.scene, spot.at, *state))
    };
    let sides = spot.nearest().into_iter().filter(|to| *to != home.opposite());
    sides.map(|to| if to == home { standing() } else { on_wall }).find(Option::is_some).flatten()
}

/// A block that looks away from the wall it holds on to.
fn on_wall(spot: &Spot<'_, '_>, wall: BlockId) -> Option<StateId> {
    let plain = states::default(wall);
    let plain = set_bool(plain, "waterlogged", matter::is_water_source(spot.held()));
    let plain = powered_head(spot, plain);
    let holds = |to: Side, state: StateId| match states::kind(wall) {
        // A head stays on anything that is not pushed aside by it.
        Kind::WallSkull => !gives_way(spot.beside(to), spot.click, false),
        // The beam of a hanging sign lies across the clicked face, on posts at its sides.
        Kind::WallHangingSign => {
            to.axis() != spot.face.axis() && survive::wall_hanging_sign(spot.scene, spot.at, state)
        }
        _ => survives(spot.scene, spot.at, state),
    };
    let states = spot.nearest_level().map(|to| (to, set_side(plain, "facing", to.opposite())));
    states.into_iter().find(|(to, state)| holds(*to, *state)).map(|(_, state)| state)
}

fn turned(spot: &Spot<'_, '_>, added_degrees: i32) -> StateId {
    set_number(spot.plain(), "rotation", spot.click.look.sixteenth(added_degrees).into())
}

fn powered_head(spot: &Spot<'_, '_>, state: StateId) -> StateId {
    match states::kind_of(state) {
        Kind::Skull | Kind::WallSkull => set_bool(state, "powered", redstone::is_powered(spot.scene, spot.at)),
        _ => state,
    }
}

/// A sign below a ceiling: flat to a whole face, on chains that meet in the middle below anything narrower or when the
/// player sneaks. Below another hanging sign along the same axis it hangs flat.
fn hanging_sign(spot: &Spot<'_, '_>) -> StateId {
    let above = spot.beside(Side::Up);
    let ahead = spot.ahead();
    let mut attached = !matter::collides_on_whole_face(above, Side::Down) || spot.click.sneaking;
    if !spot.click.sneaking {
        let above_axis = match states::kind_of(above) {
            Kind::WallHangingSign => side(above, "facing").map(Side::axis),
            Kind::HangingSign => match number(above, "rotation") {
                Some(0 | 8) => Some(Side::North.axis()),
                Some(4 | 12) => Some(Side::East.axis()),
                _ => None,
            },
            _ => None,
        };
        attached = attached && above_axis != Some(ahead.axis());
    }
    let state = set_bool(turned(spot, 180), "attached", attached);
    if attached { state } else { set_number(state, "rotation", sixteenth_of(ahead.opposite())) }
}

fn sixteenth_of(side: Side) -> u32 {
    match side {
        Side::West => 4,
        Side::North => 8,
        Side::East => 12,
        _ => 0,
    }
}

/// Buttons and levers hold on to the first side that holds them; grindstones need nothing.
fn by_face(spot: &Spot<'_, '_>) -> Option<StateId> {
    let placed = |to: Side| {
        let (face, facing) = match to {
            Side::Up => ("ceiling", spot.ahead()),
            Side::Down => ("floor", spot.ahead()),
            wall => ("wall", wall.opposite()),
        };
        set(spot.facing(facing), "face", face)
    };
    spot.nearest().into_iter().map(placed).find(|state| survives(spot.scene, spot.at, *state))
}

fn bell(spot: &Spot<'_, '_>) -> Option<StateId> {
    let survives = |state: &StateId| survives(spot.scene, spot.at, *state);
    let bell = |facing: Side, attachment: &str| set(spot.facing(facing), "attachment", attachment);
    match spot.face {
        Side::Down => Some(bell(spot.ahead(), "ceiling")).filter(survives),
        Side::Up => Some(bell(spot.ahead(), "floor")).filter(survives),
        wall => {
            let facing = wall.opposite();
            let held = |to: Side| holds(spot.beside(to), to.opposite(), Hold::Full);
            let between = held(wall) && held(facing);
            let on_wall = bell(facing, if between { "double_wall" } else { "single_wall" });
            let stands = if held(Side::Down) { "floor" } else { "ceiling" };
            Some(on_wall).filter(survives).or_else(|| Some(set(on_wall, "attachment", stands)).filter(survives))
        }
    }
}

/// A ladder is not built on the front of a ladder.
fn ladder_on_ladder(spot: &Spot<'_, '_>) -> bool {
    let behind = spot.beside(spot.face.opposite());
    !spot.replaces_clicked && states::kind_of(behind) == Kind::Ladder && side(behind, "facing") == Some(spot.face)
}

/// Dripstone points away from where the player looks, up or down, or the other way where only that holds.
fn dripstone(spot: &Spot<'_, '_>) -> Option<StateId> {
    let tip = spot.click.look.vertical().opposite();
    let tip = [tip, tip.opposite()].into_iter().find(|tip| survive::dripstone(spot.scene, spot.at, *tip))?;
    let state = set_side(spot.plain(), "vertical_direction", tip);
    Some(joins::dripstone(spot.scene, spot.at, state, !spot.click.sneaking))
}
