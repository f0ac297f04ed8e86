//! What a new block changes in the blocks around it: what they join, their shapes, stems below tips.

use alloc::vec::Vec;
use gamedata::blocks::{self, Group};
use gamedata::states::{self, Kind};
use vocab::{BlockPos, StateId};

use crate::joins;
use crate::matter::is_in;
use crate::redstone;
use crate::scene::{Cells, Scene, number, set, set_bool, set_number, set_side, side};
use crate::side::Side;
use crate::wet;

/// At most this many cells are looked at after one click: a long line of redstone is longer than anyone asks for.
const SETTLED_CELLS_MAX: usize = 1024;

/// Whether a state takes another shape when a cell beside it changes.
pub fn reacts(state: StateId) -> bool {
    matches!(
        states::kind_of(state),
        Kind::Fence
            | Kind::Pane
            | Kind::Wall
            | Kind::FenceGate
            | Kind::Stairs
            | Kind::Chest
            | Kind::Snowy
            | Kind::MushroomBlock
            | Kind::ChorusPlant
            | Kind::Tripwire
            | Kind::RedstoneWire
            | Kind::Diode
            | Kind::Dripstone
            | Kind::Campfire
            | Kind::NoteBlock
            | Kind::HangingMoss
            | Kind::Kelp
            | Kind::TwistingVines
            | Kind::WeepingVines
            | Kind::CaveVines
            | Kind::CreakingHeart
            | Kind::BigDripleaf
            | Kind::Bamboo
    )
}

/// The states that the cells around changed ones take, and those around them in turn.
pub fn settled(cells: &dyn Cells, changed: &[BlockPos]) -> Vec<(BlockPos, StateId)> {
    let mut scene = Scene::new(cells);
    settle(&mut scene, changed);
    scene.changes().collect()
}

/// Lets the neighbours of the changed cells take their shapes, and theirs in turn.
pub fn settle(scene: &mut Scene<'_>, changed: &[BlockPos]) {
    let mut waiting: Vec<BlockPos> = changed.to_vec();
    let mut looked_at = 0;
    while let Some(at) = waiting.pop() {
        let far = wire_steps(scene, at);
        for (cell, from) in Side::ALL.map(|side| (side.of(at), side.opposite())).into_iter().chain(far) {
            looked_at += 1;
            if looked_at > SETTLED_CELLS_MAX {
                return;
            }
            let was = scene.state(cell);
            let now = after(scene, cell, was, from);
            if now != was && !changed.contains(&cell) {
                scene.set(cell, now);
                waiting.push(cell);
            }
        }
    }
}

/// Redstone dust is also joined one step up and down.
fn wire_steps(scene: &Scene<'_>, at: BlockPos) -> Vec<(BlockPos, Side)> {
    if scene.kind(at) != Kind::RedstoneWire {
        return Vec::new();
    }
    let steps = |side: Side| [Side::Up, Side::Down].map(|height| (height.of(side.of(at)), side.opposite()));
    let cells = Side::AROUND.into_iter().flat_map(steps);
    cells.filter(|(cell, _)| scene.kind(*cell) == Kind::RedstoneWire).collect()
}

/// The state after the cell on its side `from` has changed.
fn after(scene: &Scene<'_>, at: BlockPos, state: StateId, from: Side) -> StateId {
    let beside = scene.beside(at, from);
    match states::kind_of(state) {
        Kind::Fence | Kind::Pane | Kind::Wall => joins::fence_like_side(scene, at, state, from),
        Kind::FenceGate if side(state, "facing").is_some_and(|facing| facing.clockwise().axis() == from.axis()) => {
            joins::fence_gate(scene, at, state)
        }
        Kind::Stairs if from.is_level() => joins::stairs(scene, at, state),
        Kind::Chest if from.is_level() => joins::chest(scene, at, state),
        Kind::Snowy if from == Side::Up => wet::snowy(state, beside),
        Kind::MushroomBlock if states::block(beside) == states::block(state) => set(state, from.name(), "false"),
        Kind::ChorusPlant => {
            let now = joins::chorus(scene, at, state);
            set(state, from.name(), states::value(now, from.name()).unwrap_or("false"))
        }
        Kind::Tripwire if from.is_level() => {
            let now = joins::tripwire(scene, at, state);
            set(state, from.name(), states::value(now, from.name()).unwrap_or("false"))
        }
        Kind::RedstoneWire => redstone::wire(scene, at, state),
        Kind::Diode if from.is_level() => joins::repeater(scene, at, state),
        Kind::Dripstone if !from.is_level() => {
            let merged = states::value(state, "thickness") == Some("tip_merge");
            joins::dripstone(scene, at, state, merged)
        }
        Kind::Campfire if from == Side::Down => wet::smoking(state, beside),
        Kind::NoteBlock if !from.is_level() => joins::note_block(scene, at, state),
        Kind::HangingMoss if from == Side::Down => set_bool(state, "tip", states::kind_of(beside) != Kind::HangingMoss),
        Kind::Kelp | Kind::TwistingVines if from == Side::Up => overgrown(state, beside),
        Kind::WeepingVines | Kind::CaveVines if from == Side::Down => overgrown(state, beside),
        Kind::CreakingHeart if !states::is(state, "active") => joins::creaking_heart(scene, at, state),
        Kind::BigDripleaf if from == Side::Up => under_leaf(state, beside),
        Kind::Bamboo if from == Side::Up => under_bamboo(state, beside),
        _ => state,
    }
}

/// The tip of a plant becomes its stem when the plant goes on.
fn overgrown(state: StateId, beside: StateId) -> StateId {
    let same = states::kind_of(beside) == states::kind_of(state);
    match wet::stem(states::block(state)).filter(|_| same) {
        Some(stem) => set_bool(states::default(stem), "berries", states::is(state, "berries")),
        None => state,
    }
}

/// A dripleaf under another is its stem.
fn under_leaf(state: StateId, above: StateId) -> StateId {
    let leaf = states::value(state, "tilt").is_some() && states::kind_of(above) == Kind::BigDripleaf;
    match (blocks::named("big_dripleaf_stem").filter(|_| leaf), side(state, "facing")) {
        (Some(stem), Some(facing)) => {
            let stem = set_side(states::default(stem), "facing", facing);
            set_bool(stem, "waterlogged", states::is(state, "waterlogged"))
        }
        _ => state,
    }
}

/// A sapling of bamboo grows up with what is put on it, and a stalk as thick.
fn under_bamboo(state: StateId, above: StateId) -> StateId {
    let Some(age) = number(above, "age").filter(|_| is_in(above, Group::BambooSoil)) else { return state };
    match number(state, "age") {
        None => states::default(states::block(above)),
        Some(held) if age > held => set_number(state, "age", held + 1),
        Some(_) => state,
    }
}
