//! What takes two cells, or joins a second: doors, beds, tall plants, double chests.

use gamedata::states::{self, Kind};
use vocab::{BlockPos, StateId};

use crate::matter;
use crate::redstone;
use crate::replace::has_room;
use crate::scene::{is_block, set, set_bool, side};
use crate::side::Side;
use crate::spot::{CURSOR_PARTS, Spot};

pub fn state(spot: &Spot<'_, '_>) -> Option<StateId> {
    match states::kind(spot.block) {
        Kind::Door => door(spot),
        Kind::Bed => Some(spot.facing(spot.ahead())).filter(|_| room(spot, spot.ahead())),
        Kind::SmallDripleaf => Some(spot.facing(spot.ahead().opposite())).filter(|_| room(spot, Side::Up)),
        Kind::TallPlant => Some(spot.plain()).filter(|_| room(spot, Side::Up)),
        _ => Some(chest(spot)),
    }
}

fn room(spot: &Spot<'_, '_>, to: Side) -> bool {
    has_room(spot.beside(to), spot.click.item)
}

/// The second cell of what was placed in the first, if it takes two.
pub fn second(spot: &Spot<'_, '_>, state: StateId) -> Option<(BlockPos, StateId)> {
    let wet =
        |at: BlockPos, state: StateId| set_bool(state, "waterlogged", matter::is_water_source(spot.scene.state(at)));
    match states::kind_of(state) {
        Kind::Door => Some((Side::Up.of(spot.at), set(state, "half", "upper"))),
        Kind::TallPlant | Kind::SmallDripleaf => {
            let at = Side::Up.of(spot.at);
            Some((at, wet(at, set(state, "half", "upper"))))
        }
        Kind::Bed => side(state, "facing").map(|to| (to.of(spot.at), set(state, "part", "head"))),
        _ => None,
    }
}

fn door(spot: &Spot<'_, '_>) -> Option<StateId> {
    let above = Side::Up.of(spot.at);
    if !room(spot, Side::Up) {
        return None;
    }
    let powered = redstone::is_powered(spot.scene, spot.at) || redstone::is_powered(spot.scene, above);
    let state = set(spot.facing(spot.ahead()), "hinge", if hinge_is_left(spot) { "left" } else { "right" });
    Some(set_bool(set_bool(state, "powered", powered), "open", powered))
}

/// A door's handle meets the handle of a door beside it; else its hinge is on the side with more wall, and else on the
/// side that was clicked.
fn hinge_is_left(spot: &Spot<'_, '_>) -> bool {
    let ahead = spot.ahead();
    let above = Side::Up.of(spot.at);
    let walls =
        |to: Side| [spot.at, above].into_iter().filter(|at| matter::is_full(spot.scene.beside(*at, to))).count();
    let door = |to: Side| {
        let beside = spot.beside(to);
        states::kind_of(beside) == Kind::Door && states::value(beside, "half") == Some("lower")
    };
    let (left, right) = (ahead.counterclockwise(), ahead.clockwise());
    let (walls_left, walls_right) = (walls(left), walls(right));
    match (door(left), door(right)) {
        (true, false) => return false,
        _ if walls_right > walls_left => return false,
        (false, true) => return true,
        _ if walls_left > walls_right => return true,
        _ => {}
    }
    let [x, _, z] = spot.cursor_in_cell();
    let half = i64::from(CURSOR_PARTS / 2);
    match ahead {
        Side::West => z >= half,
        Side::East => z <= half,
        Side::North => x <= half,
        _ => x >= half,
    }
}

/// A chest becomes half of a double chest beside one that looks the same way. A sneaking player joins the chest that
/// they click, and no other.
fn chest(spot: &Spot<'_, '_>) -> StateId {
    let single = |to: Side| {
        let beside = spot.beside(to);
        let free = is_block(beside, spot.block) && states::value(beside, "type") == Some("single");
        side(beside, "facing").filter(|_| free)
    };
    let facing = spot.ahead().opposite();
    let joined = |facing: Side, half: &str| set(spot.facing(facing), "type", half);
    if spot.click.sneaking {
        let behind = spot.face.opposite();
        return match single(behind).filter(|other| spot.face.is_level() && other.axis() != spot.face.axis()) {
            Some(other) if other.counterclockwise() == behind => joined(other, "right"),
            Some(other) => joined(other, "left"),
            None => spot.facing(facing),
        };
    }
    if single(facing.clockwise()) == Some(facing) {
        joined(facing, "left")
    } else if single(facing.counterclockwise()) == Some(facing) {
        joined(facing, "right")
    } else {
        spot.facing(facing)
    }
}
