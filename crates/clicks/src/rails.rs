//! How rails join: a new rail turns to its neighbours, and they turn to it.

use alloc::vec::Vec;
use gamedata::states::{self, Kind};
use vocab::{BlockPos, StateId};

use crate::redstone;
use crate::scene::{Scene, set, set_bool};
use crate::side::{Axis, Side};

/// A rail goes on at two ends.
const ENDS: usize = 2;

fn is_rail(state: StateId) -> bool {
    matches!(states::kind_of(state), Kind::Rail | Kind::StraightRail)
}

/// The two sides that a shape joins, and whether the rail climbs there.
fn ends(shape: &str) -> [(Side, bool); 2] {
    use Side::{East, North, South, West};
    match shape {
        "east_west" => [(West, false), (East, false)],
        "ascending_east" => [(West, false), (East, true)],
        "ascending_west" => [(West, true), (East, false)],
        "ascending_north" => [(North, true), (South, false)],
        "ascending_south" => [(North, false), (South, true)],
        "south_east" => [(East, false), (South, false)],
        "south_west" => [(West, false), (South, false)],
        "north_west" => [(West, false), (North, false)],
        "north_east" => [(East, false), (North, false)],
        _ => [(North, false), (South, false)],
    }
}

/// A rail with the cells that it goes on to.
struct Rail {
    at: BlockPos,
    state: StateId,
    joined: Vec<BlockPos>,
}

impl Rail {
    /// The rail in this cell, or one step above or below it.
    fn near(scene: &Scene<'_>, at: BlockPos) -> Option<Rail> {
        let cells = [at, Side::Up.of(at), Side::Down.of(at)];
        cells.into_iter().find(|at| is_rail(scene.state(*at))).map(|at| Rail::at(scene, at))
    }

    fn at(scene: &Scene<'_>, at: BlockPos) -> Rail {
        let state = scene.state(at);
        let shape = states::value(state, "shape").unwrap_or_default();
        let joined = ends(shape).map(|(side, climbs)| if climbs { Side::Up.of(side.of(at)) } else { side.of(at) });
        Rail { at, state, joined: joined.to_vec() }
    }

    /// Keeps the ends at which another rail comes to meet this one.
    fn keep_met(&mut self, scene: &Scene<'_>) {
        let met = |end: &BlockPos| Rail::near(scene, *end).filter(|rail| rail.goes_to(self.at)).map(|rail| rail.at);
        self.joined = self.joined.iter().filter_map(met).collect();
    }

    /// Whether one of the rail's ends is at this place, at any height.
    fn goes_to(&self, at: BlockPos) -> bool {
        self.joined.iter().any(|end| end.x == at.x && end.z == at.z)
    }

    fn can_join(&self, at: BlockPos) -> bool {
        self.goes_to(at) || self.joined.len() != ENDS
    }

    fn bends(&self) -> bool {
        states::kind_of(self.state) == Kind::Rail
    }

    /// Takes one more rail as its neighbour and turns to it.
    fn join(&mut self, scene: &mut Scene<'_>, at: BlockPos) {
        self.joined.push(at);
        let goes = Side::AROUND.map(|side| self.goes_to(side.of(self.at)));
        let shape = shape_to(goes, self.bends()).unwrap_or("north_south");
        scene.set(self.at, set(self.state, "shape", climbing(scene, self.at, shape)));
    }
}

/// The shape of a rail with neighbours to the north, east, south and west: straight, or bent between two of them.
fn shape_to([north, east, south, west]: [bool; 4], bends: bool) -> Option<&'static str> {
    match (north, east, south, west) {
        (false, true, true, false) if bends => Some("south_east"),
        (false, false, true, true) if bends => Some("south_west"),
        (true, false, false, true) if bends => Some("north_west"),
        (true, true, false, false) if bends => Some("north_east"),
        (_, true, _, _) | (_, _, _, true) => Some("east_west"),
        (true, ..) | (_, _, true, _) => Some("north_south"),
        _ => None,
    }
}

/// A straight shape climbs where the rail goes on one step higher.
fn climbing(scene: &Scene<'_>, at: BlockPos, shape: &'static str) -> &'static str {
    let higher = |side: Side| is_rail(scene.state(Side::Up.of(side.of(at))));
    match shape {
        "north_south" if higher(Side::South) => "ascending_south",
        "north_south" if higher(Side::North) => "ascending_north",
        "east_west" if higher(Side::West) => "ascending_west",
        "east_west" if higher(Side::East) => "ascending_east",
        other => other,
    }
}

/// The shape of a new rail among its neighbours. Where they leave a choice, it lies as the player looks; a rail that
/// bends takes two of them, and power decides which.
fn shape_among([north, east, south, west]: [bool; 4], bends: bool, powered: bool, lying: &'static str) -> &'static str {
    let (along_z, along_x) = (north || south, east || west);
    match shape_to([north, east, south, west], bends) {
        None => lying,
        Some(bent) if bends && bent != "north_south" && bent != "east_west" => bent,
        Some(_) if along_z && !along_x => "north_south",
        Some(_) if along_x && !along_z => "east_west",
        Some(_) if !bends => lying,
        Some(_) => {
            let corners = [
                (south && east, "south_east"),
                (south && west, "south_west"),
                (north && east, "north_east"),
                (north && west, "north_west"),
            ];
            // Without power the last of these that fits is taken last: south-east wins; with power north-west does.
            let fitting = |corner: &&(bool, &'static str)| corner.0;
            let found = if powered { corners.iter().rev().find(fitting) } else { corners.iter().find(fitting) };
            found.map_or(lying, |(_, corner)| corner)
        }
    }
}

/// Puts a rail down: it turns to the rails around it, and they turn to it.
pub fn lay(scene: &mut Scene<'_>, at: BlockPos, state: StateId, ahead: Side) {
    let lying = if ahead.axis() == Axis::X { "east_west" } else { "north_south" };
    let powered = redstone::is_powered(scene, at);
    let lies = set(state, "shape", lying);
    // A detector rail gives power and takes none.
    let detects = states::block(state) == redstone::detector_rail();
    let state = set_bool(lies, "powered", powered && !detects);
    scene.set(at, state);
    let takes = |side: Side| {
        Rail::near(scene, side.of(at)).is_some_and(|mut rail| {
            rail.keep_met(scene);
            rail.can_join(at)
        })
    };
    let near = Side::AROUND.map(takes);
    let bends = states::kind_of(state) == Kind::Rail;
    let shape = climbing(scene, at, shape_among(near, bends, powered, lying));
    scene.set(at, set(state, "shape", shape));
    for (side, climbs) in ends(shape) {
        let end = if climbs { Side::Up.of(side.of(at)) } else { side.of(at) };
        let Some(mut rail) = Rail::near(scene, end) else { continue };
        rail.keep_met(scene);
        if rail.can_join(at) {
            rail.join(scene, at);
        }
    }
}
