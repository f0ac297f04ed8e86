//! One click: which cell it fills, and with what.

use alloc::vec::Vec;
use core::fmt;

use gamedata::states::{self, Kind};
use gamedata::{blocks, items};
use vocab::{BlockId, BlockPos, StateId};

use crate::matter::{is_solid, is_water_source};
use crate::rails;
use crate::replace::gives_way;
use crate::rules;
use crate::scene::{Cells, Scene, is_block, set_bool};
use crate::settle::settle;
use crate::side::Side;
use crate::spot::{Click, Spot};
use crate::strings;
use crate::survive::survives;
use crate::twofold;
use crate::uses::{self, Use};

/// What a click places.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Placed {
    /// The cell that is filled first: the clicked one where it gives way, else the one before the clicked face.
    pub cell: BlockPos,
    /// The states that are placed; two for doors, beds and tall plants.
    pub placed: Vec<(BlockPos, StateId)>,
    /// Neighbours whose states change with it.
    pub changed: Vec<(BlockPos, StateId)>,
}

/// Why a click places nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Refusal {
    /// The item places no block.
    NoBlock,
    /// Only operators place it.
    OperatorsOnly,
    /// The clicked block opens or is used; sneaking prevents it.
    Opens,
    /// What is in the cell does not give way.
    Occupied,
    /// There is no room for the second half.
    NoRoom,
    /// The block has nothing to stand on, hang from or hold on to there.
    NoSupport,
}

impl Refusal {
    pub fn name(self) -> &'static str {
        match self {
            Refusal::NoBlock => "no_block",
            Refusal::OperatorsOnly => "operators_only",
            Refusal::Opens => "opens",
            Refusal::Occupied => "occupied",
            Refusal::NoRoom => "no_room",
            Refusal::NoSupport => "no_support",
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// How far scaffolding is built on from the one that is clicked.
const SCAFFOLDING_REACH: usize = 7;
/// A tower of scaffolding is climbed at most this high: the height of the world.
const SCAFFOLDING_TOWER_MAX: usize = 384;

/// What a click on a block places, and what changes around it.
pub fn click(cells: &dyn Cells, clicked: BlockPos, click: &Click) -> Result<Placed, Refusal> {
    let scene = Scene::new(cells);
    if !click.sneaking {
        match uses::of(&scene, clicked, click) {
            Use::None => {}
            Use::Used => return Err(Refusal::Opens),
            Use::Becomes(state) => {
                return Ok(Placed { cell: clicked, placed: [(clicked, state)].into(), changed: Vec::new() });
            }
        }
    }
    let block = items::get(click.item).block.ok_or(Refusal::NoBlock)?;
    match states::kind(block) {
        Kind::CommandBlock | Kind::StructureBlock | Kind::Jigsaw => return Err(Refusal::OperatorsOnly),
        Kind::Liquid => return pour(scene, clicked, click, block),
        _ => {}
    }
    let (cell, placed) = {
        let spot = spot(&scene, clicked, click, block)?;
        let state = rules::state(&spot).ok_or_else(|| refusal(&spot))?;
        if !survives(&scene, spot.at, state) {
            return Err(Refusal::NoSupport);
        }
        (fills(scene.state(clicked), click).cell(clicked), [Some((spot.at, state)), twofold::second(&spot, state)])
    };
    let placed: Vec<(BlockPos, StateId)> = placed.into_iter().flatten().collect();
    Ok(finish(scene, cell, &placed, click))
}

/// Puts the states into the scene and lets the neighbours settle.
fn finish(mut scene: Scene<'_>, cell: BlockPos, placed: &[(BlockPos, StateId)], click: &Click) -> Placed {
    for (at, state) in placed {
        if matches!(states::kind_of(*state), Kind::Rail | Kind::StraightRail) {
            rails::lay(&mut scene, *at, *state, click.look.level());
        } else {
            scene.set(*at, *state);
        }
    }
    let cells: Vec<BlockPos> = placed.iter().map(|(at, _)| *at).collect();
    settle(&mut scene, &cells);
    for at in &cells {
        strings::tie(&mut scene, *at);
    }
    let placed = cells.iter().map(|at| (*at, scene.state(*at))).collect();
    let changed = scene.changes().filter(|(at, _)| !cells.contains(at)).collect();
    Placed { cell, placed, changed }
}

/// Why the rule of a block placed nothing: for want of a second cell, or of support.
fn refusal(spot: &Spot<'_, '_>) -> Refusal {
    match states::kind(spot.block) {
        Kind::Door | Kind::Bed | Kind::TallPlant | Kind::SmallDripleaf => Refusal::NoRoom,
        _ => Refusal::NoSupport,
    }
}

/// Where the cell to be filled is, as seen from the clicked block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fills {
    /// The clicked block gives way, or takes the item.
    Clicked,
    /// The cell on this side of it.
    Beside(Side),
}

impl Fills {
    /// The cell to be filled.
    pub fn cell(self, clicked: BlockPos) -> BlockPos {
        match self {
            Fills::Clicked => clicked,
            Fills::Beside(side) => side.of(clicked),
        }
    }
}

/// Which cell a click on this state would fill, whether or not anything can be placed there.
pub fn fills(clicked: StateId, click: &Click) -> Fills {
    if !click.sneaking && uses::taken_in(clicked, click).is_some() {
        return Fills::Clicked;
    }
    let replaceable = blocks::get(states::block(clicked)).replaceable;
    match items::get(click.item).block.map(states::kind) {
        // What floats is put onto the water that was clicked.
        Some(Kind::LilyPad) => Fills::Beside(Side::Up),
        Some(Kind::Liquid) if replaceable || soaked(clicked, click).is_some() => Fills::Clicked,
        _ if gives_way(clicked, click, true) => Fills::Clicked,
        _ => Fills::Beside(click.face),
    }
}

/// The cell that the click fills.
fn spot<'a, 'b>(
    scene: &'b Scene<'a>,
    clicked: BlockPos,
    click: &'b Click,
    block: BlockId,
) -> Result<Spot<'a, 'b>, Refusal> {
    let fills = fills(scene.state(clicked), click);
    let (replaces_clicked, at) = (fills == Fills::Clicked, fills.cell(clicked));
    let plain = Spot { scene, click, at, replaces_clicked, face: click.face, block };
    match states::kind(block) {
        Kind::Scaffolding if is_block(scene.state(at), block) => {
            let (at, face) = scaffolding_end(&plain).ok_or(Refusal::Occupied)?;
            Ok(Spot { at, face, ..plain })
        }
        _ if replaces_clicked || gives_way(scene.state(at), click, false) => Ok(plain),
        _ => Err(Refusal::Occupied),
    }
}

/// Scaffolding clicked with scaffolding goes on at its end: a tower at its top, a bridge ahead.
fn scaffolding_end(spot: &Spot<'_, '_>) -> Option<(BlockPos, Side)> {
    let way = match spot.face {
        face if spot.click.sneaking => face,
        Side::Up => spot.ahead(),
        _ => Side::Up,
    };
    let steps = if way.is_level() { SCAFFOLDING_REACH } else { SCAFFOLDING_TOWER_MAX };
    let mut at = spot.at;
    for _ in 0..steps {
        at = way.of(at);
        let state = spot.scene.state(at);
        if !is_block(state, spot.block) {
            return gives_way(state, spot.click, false).then_some((at, way));
        }
    }
    None
}

/// A bucket fills the clicked block where that can stand in water, and else the cell before it.
fn pour(scene: Scene<'_>, clicked: BlockPos, click: &Click, block: BlockId) -> Result<Placed, Refusal> {
    let at = fills(scene.state(clicked), click).cell(clicked);
    let held = scene.state(at);
    let gives_way = blocks::get(states::block(held)).replaceable || !is_solid(held);
    let source = gives_way.then(|| states::default(block));
    let state = soaked(held, click).or(source).ok_or(Refusal::Occupied)?;
    Ok(finish(scene, at, &[(at, state)], click))
}

/// A state that stands in water after the bucket was emptied into it, if it can.
fn soaked(state: StateId, click: &Click) -> Option<StateId> {
    let water = items::get(click.item).block.map(states::default).is_some_and(is_water_source);
    let can = states::value(state, "waterlogged") == Some("false") && states::value(state, "type") != Some("double");
    (water && can).then(|| set_bool(state, "waterlogged", true))
}
