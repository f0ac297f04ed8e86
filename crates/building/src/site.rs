//! Where a structure stands: corner, turning and the ground around it, fixed once when the build starts.

use crate::blueprint::Blueprint;
use crate::invariants::ground;
use crate::state::{self, Facing};
use crate::verify::Difference;
use crate::witness::{Cells, Witness};
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};
use vocab::{BlockPos, StateId};

/// The place of a structure in the world: its lowest corner, and how far it is turned.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Site {
    /// The corner with the smallest x, y and z of the turned box.
    pub corner: BlockPos,
    /// The side that the front looks to.
    pub facing: Facing,
}

impl Site {
    /// Where a cell of the blueprint lies in the world.
    pub fn pos(&self, blueprint: &Blueprint, cell: u32) -> BlockPos {
        let [x, y, z] = blueprint.place(cell).map(|at| at as i32);
        let [width, _, length] = blueprint.size.map(|side| side as i32);
        let (x, z) = match blueprint.front.turns_to(self.facing) {
            0 => (x, z),
            1 => (length - 1 - z, x),
            2 => (width - 1 - x, length - 1 - z),
            _ => (z, width - 1 - x),
        };
        self.corner.offset(x, y, z)
    }

    /// The cell of the blueprint that lies at a place in the world, which may be outside of the box.
    pub fn cell(&self, blueprint: &Blueprint, at: BlockPos) -> Option<u32> {
        let (x, y, z) = (at.x - self.corner.x, at.y - self.corner.y, at.z - self.corner.z);
        let [width, height, length] = blueprint.size.map(|side| side as i32);
        let (x, z) = match blueprint.front.turns_to(self.facing) {
            0 => (x, z),
            1 => (z, length - 1 - x),
            2 => (width - 1 - x, length - 1 - z),
            _ => (width - 1 - z, x),
        };
        let inside = (0..width).contains(&x) && (0..height).contains(&y) && (0..length).contains(&z);
        inside.then(|| blueprint.cell([x as u32, y as u32, z as u32]))
    }

    /// The lowest and the highest corner of the box, both included.
    pub fn bounds(&self, blueprint: &Blueprint) -> (BlockPos, BlockPos) {
        let [width, height, length] = blueprint.size.map(|side| side as i32);
        let turned = blueprint.front.turns_to(self.facing) % 2 == 1;
        let (dx, dz) = if turned { (length, width) } else { (width, length) };
        (self.corner, self.corner.offset(dx - 1, height - 1, dz - 1))
    }
}

/// Most places of the ground that a signature remembers. A longer edge is sampled evenly.
pub const EDGE_MAX: usize = 128;

/// So much of the edge has to be seen when a site is signed, in percent.
const EDGE_SEEN_PERCENT_MIN: usize = 25;

/// What a build site was like when the build started. It never changes afterwards.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SiteSignature {
    pub position: BlockPos,
    pub facing: Facing,
    /// The ground beside the lowest corner of the footprint.
    pub ref_corner: BlockPos,
    pub footprint_min: BlockPos,
    pub footprint_max: BlockPos,
    /// The ground along the edge, one block outside of the footprint; the first is the reference corner.
    pub ground: Vec<(BlockPos, StateId)>,
}

/// Whether a site is still the one that was signed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Recognised {
    Yes,
    /// Too little of the edge can be seen to tell.
    Unknown,
    No {
        changed: u32,
        seen: u32,
    },
}

/// The places around the footprint at ground level, beginning with the lowest corner, at most [`EDGE_MAX`].
pub fn edge(blueprint: &Blueprint, site: &Site) -> Vec<BlockPos> {
    let (min, max) = site.bounds(blueprint);
    let y = min.y + blueprint.sunk as i32 - 1;
    let (west, east, north, south) = (min.x - 1, max.x + 1, min.z - 1, max.z + 1);
    let sides = (west..=east).map(|x| BlockPos::new(x, y, north));
    let sides = sides.chain((north + 1..=south).map(|z| BlockPos::new(east, y, z)));
    let sides = sides.chain((west..east).rev().map(|x| BlockPos::new(x, y, south)));
    let all: Vec<BlockPos> = sides.chain((north + 1..south).rev().map(|z| BlockPos::new(west, y, z))).collect();
    let every = all.len().div_ceil(EDGE_MAX);
    all.into_iter().step_by(every).collect()
}

impl SiteSignature {
    /// The places of the edge of a site that are not seen.
    pub fn unseen(blueprint: &Blueprint, site: &Site, world: &impl Cells) -> Vec<BlockPos> {
        edge(blueprint, site).into_iter().filter(|at| world.state(*at).is_none()).collect()
    }

    /// Signs a site by the part of its edge that is seen. The error holds the places that are not, when too few are: some lie behind a
    /// tree or in a hill for ever.
    pub fn sign(blueprint: &Blueprint, site: &Site, world: &impl Cells) -> Result<SiteSignature, Vec<BlockPos>> {
        let mut edge = edge(blueprint, site);
        let unseen = SiteSignature::unseen(blueprint, site, world);
        if (edge.len() - unseen.len()) * 100 < edge.len() * EDGE_SEEN_PERCENT_MIN {
            return Err(unseen);
        }
        edge.retain(|at| !unseen.contains(at));
        let (footprint_min, footprint_max) = site.bounds(blueprint);
        let ground: Vec<(BlockPos, StateId)> = edge.iter().filter_map(|at| Some((*at, world.state(*at)?))).collect();
        let ref_corner = edge.first().copied().unwrap_or(footprint_min);
        Ok(SiteSignature {
            position: site.corner,
            facing: site.facing,
            ref_corner,
            footprint_min,
            footprint_max,
            ground,
        })
    }

    /// Compares the ground with the signature: the site is lost when the reference corner and over half of the ground that
    /// can be seen along the edge have changed.
    pub fn recognise(&self, world: &impl Cells) -> Recognised {
        let (mut seen, mut changed) = (0_u32, 0_u32);
        for (at, was) in &self.ground {
            let Some(found) = world.state(*at) else { continue };
            seen += 1;
            changed += u32::from(!state::matches(*was, found));
        }
        let corner = self.ground.first().and_then(|(at, was)| Some(!state::matches(*was, world.state(*at)?)));
        match corner {
            Some(false) => Recognised::Yes,
            Some(true) if seen as usize * 2 > self.ground.len() => {
                if changed * 2 > seen {
                    Recognised::No { changed, seen }
                } else {
                    Recognised::Yes
                }
            }
            _ => Recognised::Unknown,
        }
    }
}

/// Why a place is no site for a structure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Unfit {
    /// Some of it is not loaded; the first such cell.
    Unseen(BlockPos),
    /// Water or lava stands in it.
    Liquid(BlockPos),
    /// The ground goes up and down by this many blocks.
    Uneven(u32),
    /// This many blocks are in the way.
    Crowded(u32),
    /// Something that was built, or that breaks only with loss, is in the way.
    Built(BlockPos),
}

/// Ground may go up and down by this much below a structure: what is higher is dug away, what is lower filled.
pub const UNEVEN_MAX: u32 = 3;
/// At most this share of the box above the ground may have to be dug away, in percent.
pub const CROWDED_PERCENT_MAX: u32 = 20;
/// How deep below the lowest layer ground is looked for.
const DEPTH_MAX: i32 = 8;

/// How much work a site takes before the first block is placed: blocks to dig and holes to fill.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Effort {
    pub dig: u32,
    pub fill: u32,
    /// Cells above the ground that nobody has seen yet. The air between trees is seen only from near.
    pub unseen: u32,
}

/// Whether a structure can stand here, and with how much preparation. The surface of the ground has to be seen.
pub fn survey(blueprint: &Blueprint, site: &Site, world: &impl Cells) -> Result<Effort, Unfit> {
    let (min, max) = site.bounds(blueprint);
    let surface = min.y + blueprint.sunk as i32 - 1;
    let mut effort = Effort { dig: 0, fill: 0, unseen: 0 };
    let (mut low, mut high) = (surface, surface);
    for (x, z) in (min.x..=max.x).flat_map(|x| (min.z..=max.z).map(move |z| (x, z))) {
        let column = Column::of(BlockPos::new(x, surface, z), max.y, world)?;
        (low, high) = (low.min(column.top), high.max(column.top));
        effort.dig += column.dig;
        effort.fill += (surface - column.top).max(0) as u32;
        effort.unseen += column.unseen;
    }
    for at in before(blueprint, site) {
        // A hill before the door shuts it, and so does a drop.
        let column = Column::of(BlockPos { y: surface, ..at }, surface + DOOR_HEIGHT, world)?;
        if column.top.abs_diff(surface) > STEP_MAX {
            return Err(Unfit::Uneven(column.top.abs_diff(surface)));
        }
    }
    let volume = ((max.x - min.x + 1) * (max.z - min.z + 1) * (max.y - surface).max(1)) as u32;
    if (high - low) as u32 > UNEVEN_MAX {
        return Err(Unfit::Uneven((high - low) as u32));
    }
    if effort.dig * 100 > volume * CROWDED_PERCENT_MAX {
        return Err(Unfit::Crowded(effort.dig));
    }
    Ok(effort)
}

/// The ground before the front of a structure may be higher or lower by this much: a step.
const STEP_MAX: u32 = 1;
/// How high above the ground the way to the front has to be clear.
const DOOR_HEIGHT: i32 = 2;

/// The columns right before the front of a structure.
fn before(blueprint: &Blueprint, site: &Site) -> impl Iterator<Item = BlockPos> {
    let (min, max) = site.bounds(blueprint);
    let (dx, _, dz) = site.facing.step();
    let edge = |low: i32, high: i32, way: i32| match way {
        0 => (low, high),
        1 => (high + 1, high + 1),
        _ => (low - 1, low - 1),
    };
    let ((west, east), (north, south)) = (edge(min.x, max.x, dx), edge(min.z, max.z, dz));
    (west..=east).flat_map(move |x| (north..=south).map(move |z| BlockPos::new(x, min.y, z)))
}

/// One column of a site.
struct Column {
    /// The height of its ground.
    top: i32,
    /// Blocks above the surface.
    dig: u32,
    unseen: u32,
}

impl Column {
    fn of(surface: BlockPos, highest: i32, world: &impl Cells) -> Result<Column, Unfit> {
        let BlockPos { x, y: surface, z } = surface;
        let mut column = Column { top: surface - DEPTH_MAX, dig: 0, unseen: 0 };
        let mut has_ground = false;
        let mut dark = None;
        for at in (surface - DEPTH_MAX..=highest).rev().map(|y| BlockPos::new(x, y, z)) {
            let Some(found) = world.state(at) else {
                column.unseen += 1;
                dark = Some(at);
                continue;
            };
            if gamedata::states::kind_of(found) == gamedata::states::Kind::Liquid {
                return Err(Unfit::Liquid(at));
            }
            if was_made(found) {
                return Err(Unfit::Built(at));
            }
            let solid = !state::is_replaceable(found);
            column.dig += u32::from(solid && at.y > surface);
            if solid && !is_plant(found) && !has_ground {
                // What was not seen right above it may be ground too.
                if let Some(dark) = dark {
                    return Err(Unfit::Unseen(dark));
                }
                (has_ground, column.top) = (true, at.y);
            }
            if solid && at.y <= surface {
                return Ok(column);
            }
            dark = None;
        }
        dark.map_or(Ok(column), |dark| Err(Unfit::Unseen(dark)))
    }
}

/// Whether somebody has put the block there: it is not broken for a new structure.
fn was_made(state: StateId) -> bool {
    use gamedata::states::Kind;
    matches!(
        gamedata::states::kind_of(state),
        Kind::Chest
            | Kind::Furnace
            | Kind::CraftingTable
            | Kind::Bed
            | Kind::Door
            | Kind::Barrel
            | Kind::FenceGate
            | Kind::Trapdoor
            | Kind::Anvil
            | Kind::Farmland
    )
}

/// Trees and the like do not make ground uneven; they are dug away.
fn is_plant(state: StateId) -> bool {
    use gamedata::states::Kind;
    let name = gamedata::blocks::get(gamedata::states::block(state)).name;
    matches!(gamedata::states::kind_of(state), Kind::Leaves | Kind::Vine) || name.ends_with("_log")
}

/// Most places around the start that are tried for a site: up to 16 blocks away on every side.
pub const TRIES_MAX: usize = 81;
/// Heights that are tried at each place, relative to the middle one of some columns of its ground.
const HEIGHTS: [i32; 5] = [0, -1, 1, -2, 2];
/// Ground is looked for so far above and below where the search starts, in blocks.
const CLIMB_MAX: i32 = 10;
/// What so many unseen cells of a site cost, in blocks dug: a place that was seen is better than one that was not.
const UNSEEN_PER_BLOCK: u32 = 16;

/// The search for the site that takes the least preparation, then the least way. It may be taken in slices.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Search {
    near: BlockPos,
    facing: Facing,
    next: usize,
    best: Option<(u32, Site, Effort)>,
    why: Unfit,
}

impl Search {
    /// Begins a search around the feet of somebody who stands on the ground.
    pub fn new(near: BlockPos, facing: Facing) -> Search {
        Search { near, facing, next: 0, best: None, why: Unfit::Unseen(near) }
    }

    /// Tries up to `tries` more places; the result when the best is found. `is_free` says whether nothing else is to stand there.
    pub fn step(
        &mut self,
        blueprint: &Blueprint,
        world: &impl Cells,
        is_free: impl Fn(&Site) -> bool,
        tries: usize,
    ) -> Option<Result<(Site, Effort), Unfit>> {
        for (ring, dx, dz) in rings().take(TRIES_MAX).skip(self.next).take(tries) {
            self.next += 1;
            if self.best.is_some_and(|(cost, _, _)| cost <= ring * WAY_COST) {
                self.next = TRIES_MAX; // no place further away can cost less
                break;
            }
            let corner = self.near.offset(dx * STRIDE, 0, dz * STRIDE);
            let Some(ground) = self.ground_below(blueprint, corner, world) else { continue };
            let corner = BlockPos { y: ground + 1 - blueprint.sunk as i32, ..corner };
            for site in HEIGHTS.map(|dy| Site { corner: corner.offset(0, dy, 0), facing: self.facing }) {
                match survey(blueprint, &site, world) {
                    Ok(effort) if is_free(&site) => {
                        let cost = effort.dig + 2 * effort.fill + effort.unseen / UNSEEN_PER_BLOCK + ring * WAY_COST;
                        if self.best.is_none_or(|(known, _, _)| cost < known) {
                            self.best = Some((cost, site, effort));
                        }
                    }
                    Ok(_) => self.why = Unfit::Built(site.corner),
                    Err(unfit) => self.why = unfit,
                }
            }
        }
        let over = self.next >= TRIES_MAX;
        over.then(|| self.best.map(|(_, site, effort)| (site, effort)).ok_or(self.why))
    }

    /// The height of the ground below a structure with this corner: the middle one of its corners and its middle, as far as they are
    /// seen.
    fn ground_below(&self, blueprint: &Blueprint, corner: BlockPos, world: &impl Cells) -> Option<i32> {
        let (_, far) = Site { corner, facing: self.facing }.bounds(blueprint);
        let (x, z) = (i32::midpoint(corner.x, far.x), i32::midpoint(corner.z, far.z));
        let columns = [(corner.x, corner.z), (far.x, corner.z), (corner.x, far.z), (far.x, far.z), (x, z)];
        let mut tops: Vec<i32> = columns.into_iter().filter_map(|(x, z)| self.ground_at(x, z, world)).collect();
        tops.sort_unstable();
        tops.get(tops.len() / 2).copied()
    }

    /// The height of the highest ground that is seen in a column.
    fn ground_at(&self, x: i32, z: i32, world: &impl Cells) -> Option<i32> {
        let heights = (self.near.y - CLIMB_MAX..self.near.y + CLIMB_MAX).rev();
        heights.into_iter().find(|y| {
            let ground = |found| !state::is_replaceable(found) && !is_plant(found);
            world.state(BlockPos::new(x, *y, z)).is_some_and(ground)
        })
    }
}

/// How deep a hole below a structure is filled. Deeper ones are left: a bridge goes over them.
const FILL_MAX: i32 = UNEVEN_MAX as i32;

/// What has to be done before anything is placed: what stands in the box where nothing is wanted is cleared, flowers are mown, and
/// holes below the lowest layer are filled.
pub fn preparation(witness: &Witness<'_>, world: &impl Cells) -> Vec<Difference> {
    let (min, max) = witness.site.bounds(witness.blueprint);
    let surface = min.y + witness.blueprint.sunk as i32;
    let mut work = Vec::new();
    let dirt = ground();
    for (x, z) in (min.x..=max.x).flat_map(|x| (min.z..=max.z).map(move |z| (x, z))) {
        for at in (surface..=max.y).map(|y| BlockPos::new(x, y, z)) {
            let Some(found) = world.state(at).filter(|found| !state::is_replaceable(*found)) else { continue };
            let wanted = witness.expected_at(at);
            // Flowers are mown even where something is wanted, which would be built on what is below them.
            let flower = !state::is_solid(found) && wanted.is_some_and(|wanted| !state::matches(wanted, found));
            if wanted.is_none() || flower {
                work.push(Difference { at, wanted: gamedata::states::AIR, found: Some(found) });
            }
        }
        if witness.expected_at(BlockPos::new(x, min.y, z)).is_none_or(state::is_air) {
            continue;
        }
        let below = (1..=FILL_MAX + 1).map(|down| BlockPos::new(x, min.y - down, z));
        let hole: Vec<(BlockPos, StateId)> =
            below.map_while(|at| Some((at, world.state(at).filter(|found| state::is_replaceable(*found))?))).collect();
        if hole.len() <= FILL_MAX as usize {
            work.extend(hole.into_iter().map(|(at, found)| Difference { at, wanted: dirt, found: Some(found) }));
        }
    }
    work
}

/// Blocks between two places that are tried.
const STRIDE: i32 = 4;
/// What a ring further out costs, in blocks dug: a walk of 4 blocks takes about as long.
const WAY_COST: u32 = 2;

/// Places around the middle, ring by ring.
fn rings() -> impl Iterator<Item = (u32, i32, i32)> {
    (0..i32::MAX).flat_map(|ring| {
        (-ring..=ring).flat_map(move |dx| {
            (-ring..=ring).filter(move |dz| dx.abs().max(dz.abs()) == ring).map(move |dz| (ring as u32, dx, dz))
        })
    })
}
