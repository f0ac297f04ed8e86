//! Redstone: which cells are powered, and how its dust joins.

use gamedata::states::{self, Kind};
use vocab::{BlockPos, StateId};

use crate::matter::{Hold, conducts, holds};
use crate::scene::{Scene, number, set, set_number, side};
use crate::side::Side;

const FULL_POWER: u32 = 15;

/// Whether anything beside the cell powers it.
pub fn is_powered(scene: &Scene<'_>, at: BlockPos) -> bool {
    Side::ALL.iter().any(|side| power_from(scene, at, *side, true) > 0)
}

/// The power that comes into a cell from one side, through a block too. Dust counts only when asked for.
fn power_from(scene: &Scene<'_>, at: BlockPos, from: Side, dust: bool) -> u32 {
    let source = from.of(at);
    let state = scene.state(source);
    let mut power = weak_power(scene, source, from, dust);
    if conducts(state) {
        let through = Side::ALL.iter().map(|side| strong_power(scene, side.of(source), *side, dust));
        power = power.max(through.max().unwrap_or(0));
    }
    power
}

/// What the block at `at` gives to a cell from which it lies on the side `from`.
fn weak_power(scene: &Scene<'_>, at: BlockPos, from: Side, dust: bool) -> u32 {
    let state = scene.state(at);
    let when = |on: bool| if on { FULL_POWER } else { 0 };
    let powered = states::is(state, "powered");
    match states::kind_of(state) {
        Kind::Torch => when(states::is(state, "lit") && from != Side::Up),
        Kind::WallTorch => when(states::is(state, "lit") && side(state, "facing") != Some(from)),
        Kind::Lever | Kind::Button | Kind::TripwireHook | Kind::Lectern | Kind::LightningRod => when(powered),
        Kind::StraightRail => when(powered && states::block(state) == detector_rail()),
        Kind::PressurePlate => number(state, "power").unwrap_or_else(|| when(powered)),
        Kind::DaylightDetector | Kind::Target | Kind::SculkSensor | Kind::CalibratedSculkSensor => {
            number(state, "power").unwrap_or(0)
        }
        Kind::RedstoneBlock => FULL_POWER,
        Kind::Diode | Kind::Comparator | Kind::Observer => when(powered && side(state, "facing") == Some(from)),
        Kind::RedstoneWire if dust => {
            let points = from == Side::Up
                || (from != Side::Down && states::value(state, from.opposite().name()) != Some("none"));
            // Dust gives to what is below it and to what it points at.
            if points { number(state, "power").unwrap_or(0) } else { 0 }
        }
        _ => 0,
    }
}

/// The power that goes on through a block: what the source beside it puts into it.
fn strong_power(scene: &Scene<'_>, at: BlockPos, from: Side, dust: bool) -> u32 {
    let state = scene.state(at);
    let into = match states::kind_of(state) {
        Kind::Torch | Kind::WallTorch => from == Side::Down,
        Kind::Lever | Kind::Button => attached_to(state).map(Side::opposite) == Some(from),
        Kind::PressurePlate | Kind::StraightRail | Kind::Lectern | Kind::SculkSensor | Kind::CalibratedSculkSensor => {
            from == Side::Up
        }
        Kind::TripwireHook | Kind::LightningRod => side(state, "facing") == Some(from),
        Kind::Diode | Kind::Comparator | Kind::Observer | Kind::RedstoneWire => true,
        _ => false,
    };
    if into { weak_power(scene, at, from, dust) } else { 0 }
}

/// The side on which a lever, button, bell or grindstone holds on.
pub fn attached_to(state: StateId) -> Option<Side> {
    match states::value(state, "face")? {
        "floor" => Some(Side::Down),
        "ceiling" => Some(Side::Up),
        _ => side(state, "facing").map(Side::opposite),
    }
}

pub fn detector_rail() -> vocab::BlockId {
    gamedata::blocks::named("detector_rail").unwrap_or_default()
}

/// Redstone dust in a cell with everything that it joins, and its power. Dust that was a dot stays one; dust that joins
/// one side only is a line; dust that joins none is a cross.
pub fn wire(scene: &Scene<'_>, at: BlockPos, state: StateId) -> StateId {
    let is_dot = Side::AROUND.iter().all(|side| states::value(state, side.name()) == Some("none"));
    let open_above = !conducts(scene.beside(at, Side::Up));
    let joined = Side::AROUND.map(|side| joins(scene, at, side, open_above));
    let bare = joined.iter().all(|join| *join == "none");
    let mut wire = set_number(state, "power", wire_power(scene, at));
    for (index, side) in Side::AROUND.into_iter().enumerate() {
        // A line goes straight on: the sides at right angles to it join nothing.
        let across = [joined[(index + 1) % 4], joined[(index + 3) % 4]];
        let line = across.iter().all(|join| *join == "none");
        let join = match joined[index] {
            "none" if bare && is_dot => "none",
            "none" if line => "side",
            join => join,
        };
        wire = set(wire, side.name(), join);
    }
    wire
}

/// How dust joins one side: `up` a wall, `side`, or `none`.
fn joins(scene: &Scene<'_>, at: BlockPos, to: Side, open_above: bool) -> &'static str {
    let beside_at = to.of(at);
    let beside = scene.state(beside_at);
    let climbs = states::kind_of(beside) == Kind::Trapdoor || carries_wire(beside);
    if open_above && climbs && takes_wire(scene.beside(beside_at, Side::Up), None) {
        return if holds(beside, to.opposite(), Hold::Full) { "up" } else { "side" };
    }
    let below = || takes_wire(scene.beside(beside_at, Side::Down), None);
    if takes_wire(beside, Some(to)) || (!conducts(beside) && below()) { "side" } else { "none" }
}

/// Whether dust can lie on the state.
pub fn carries_wire(state: StateId) -> bool {
    holds(state, Side::Up, Hold::Full) || states::kind_of(state) == Kind::Hopper
}

/// Whether dust points at the state when it lies in this direction; without one, up or down a step.
fn takes_wire(state: StateId, to: Option<Side>) -> bool {
    let facing = side(state, "facing");
    match states::kind_of(state) {
        Kind::RedstoneWire => true,
        Kind::Diode => to.is_some() && (facing == to || facing == to.map(Side::opposite)),
        Kind::Observer => to.is_some() && facing == to,
        Kind::Torch | Kind::WallTorch => to.is_some() && states::value(state, "lit").is_some(),
        Kind::StraightRail => to.is_some() && states::block(state) == detector_rail(),
        Kind::Chest => to.is_some() && gamedata::blocks::get(states::block(state)).name == "trapped_chest",
        Kind::Lever
        | Kind::Button
        | Kind::PressurePlate
        | Kind::RedstoneBlock
        | Kind::DaylightDetector
        | Kind::TripwireHook
        | Kind::Target
        | Kind::Lectern
        | Kind::Comparator
        | Kind::Jukebox
        | Kind::LightningRod
        | Kind::SculkSensor
        | Kind::CalibratedSculkSensor => to.is_some(),
        _ => false,
    }
}

/// The power of dust in a cell: what reaches it, and one less than the strongest dust that it joins.
fn wire_power(scene: &Scene<'_>, at: BlockPos) -> u32 {
    let sources = Side::ALL.iter().map(|side| power_from(scene, at, *side, false)).max().unwrap_or(0);
    let open_above = !conducts(scene.beside(at, Side::Up));
    let power = |at: BlockPos| match scene.kind(at) {
        Kind::RedstoneWire => number(scene.state(at), "power").unwrap_or(0),
        _ => 0,
    };
    let dust = Side::AROUND.iter().map(|side| {
        let beside = side.of(at);
        let step = if conducts(scene.state(beside)) {
            if open_above { power(Side::Up.of(beside)) } else { 0 }
        } else {
            power(Side::Down.of(beside))
        };
        power(beside).max(step)
    });
    sources.max(dust.max().unwrap_or(0).saturating_sub(1))
}

/// Whether a repeater is held by another one, or a comparator, that points into its side.
pub fn is_locked(scene: &Scene<'_>, at: BlockPos, facing: Side) -> bool {
    [facing.clockwise(), facing.counterclockwise()].into_iter().any(|from| {
        let beside = scene.beside(at, from);
        matches!(states::kind_of(beside), Kind::Diode | Kind::Comparator)
            && states::is(beside, "powered")
            && side(beside, "facing") == Some(from)
    })
}
