//! Trees: at most one in each patch of five by five blocks, a pure function of seed and patch, so that all chunks agree on them.

use super::Ground;
use super::shape::{Biome, Column, SEA_Y, column};
use crate::chunk::ChunkPos;
use crate::known::{known, props};
use crate::rng;
use crate::state::Cell;
use vocab::BlockId;
use vocab::Dice;

/// Side in blocks of a square patch of land; each patch has at most one tree.
const PATCH: i32 = 5;
/// Leaves of a tree reach this many blocks from the trunk.
const REACH: i32 = 3;

/// The kind of a generated tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Oak,
    Birch,
    Spruce,
}

impl Kind {
    pub fn log(self) -> BlockId {
        match self {
            Kind::Oak => known().oak_log,
            Kind::Birch => known().birch_log,
            Kind::Spruce => known().spruce_log,
        }
    }

    pub fn leaves(self) -> BlockId {
        match self {
            Kind::Oak => known().oak_leaves,
            Kind::Birch => known().birch_leaves,
            Kind::Spruce => known().spruce_leaves,
        }
    }
}

/// A tree, before its blocks are placed.
#[derive(Debug, Clone, Copy)]
pub struct Tree {
    pub x: i32,
    pub z: i32,
    /// The y of the tree's lowest log.
    pub base_y: i32,
    pub kind: Kind,
    /// The number of logs in the tree's trunk.
    pub trunk: i32,
    /// Random number that decides the tree's details.
    salt: u64,
}

impl Tree {
    /// A tree of a kind; the salt decides the length of its trunk.
    pub fn new(kind: Kind, x: i32, base_y: i32, z: i32, salt: u64) -> Tree {
        let mut dice = Dice::new(salt);
        let trunk = match kind {
            Kind::Oak => dice.span(4, 6),
            Kind::Birch => dice.span(5, 7),
            Kind::Spruce => dice.span(6, 9),
        };
        Tree { x, z, base_y, kind, trunk, salt }
    }

    /// Calls `put` for every block of the tree. Leaves come first, so that the trunk overwrites them.
    pub fn blocks(&self, mut put: impl FnMut(i32, i32, i32, BlockId)) {
        let top = self.base_y + self.trunk - 1;
        let leaves = self.kind.leaves();
        let mut disc = |y: i32, radius: i32, round: bool| {
            for dz in -radius..=radius {
                for dx in -radius..=radius {
                    let corner = radius > 0 && dx.abs() == radius && dz.abs() == radius;
                    let cut = corner && (round || rng::at(self.salt, dx, y, dz) & 1 == 0);
                    if !cut {
                        put(self.x + dx, y, self.z + dz, leaves);
                    }
                }
            }
        };
        match self.kind {
            Kind::Oak | Kind::Birch => {
                disc(top - 1, 2, false);
                disc(top, 2, false);
                disc(top + 1, 1, false);
                disc(top + 2, 1, true);
            }
            Kind::Spruce => {
                for layer in 0..self.trunk - 1 {
                    disc(top + 1 - layer, [0, 1, 1, 2, 1, 2, 3, 2, 3][layer as usize % 9], true);
                }
                disc(top + 2, 0, true);
            }
        }
        for y in self.base_y..=top {
            put(self.x, y, self.z, self.kind.log());
        }
    }
}

/// The number of patches of land in a thousand that have a tree.
fn density(biome: Biome) -> u64 {
    match biome {
        Biome::Plains => 35,
        Biome::Forest => 520,
        Biome::Taiga => 420,
        Biome::Desert => 0,
    }
}

/// The tree of a patch of land, if it has one.
fn in_patch(seed: u64, px: i32, pz: i32) -> Option<Tree> {
    let throw = rng::at(seed ^ 0x7ee5_1a2b_3c4d_5e6f, px, 0, pz);
    // At most 52 of 100 patches have a tree in any biome, so most others are decided without computing the land.
    if throw % 1_000 >= 520 {
        return None;
    }
    let (x, z) = (px * PATCH + ((throw >> 20) % 4) as i32, pz * PATCH + ((throw >> 30) % 4) as i32);
    let Column { ground_y, biome, mouth } = column(seed, x, z);
    if throw % 1_000 >= density(biome) || ground_y <= SEA_Y + 1 || mouth {
        return None;
    }
    let kind = match biome {
        Biome::Taiga => Kind::Spruce,
        Biome::Forest if (throw >> 40) % 10 < 3 => Kind::Birch,
        _ => Kind::Oak,
    };
    Some(Tree::new(kind, x, ground_y + 1, z, throw))
}

/// Trees that stand in a box of columns or reach into it.
pub fn near(seed: u64, low: (i32, i32), high: (i32, i32)) -> impl Iterator<Item = Tree> {
    let patch = |v: i32| v.div_euclid(PATCH);
    let (px, pz) = (patch(low.0 - REACH)..=patch(high.0 + REACH), patch(low.1 - REACH)..=patch(high.1 + REACH));
    pz.flat_map(move |pz| px.clone().map(move |px| (px, pz))).filter_map(move |(px, pz)| in_patch(seed, px, pz))
}

/// Places the parts of nearby trees that lie in a chunk.
pub fn plant(ground: &mut Ground, seed: u64, pos: ChunkPos) {
    let (x0, z0) = (pos.x * 16, pos.z * 16);
    for tree in near(seed, (x0, z0), (x0 + 15, z0 + 15)) {
        tree.blocks(|x, y, z, block| {
            let (x, z) = (x - x0, z - z0);
            if (0..16).contains(&x) && (0..16).contains(&z) {
                let here = ground.get(x, y, z);
                let log = props(block).log;
                if here == Cell::AIR || props(here.block()).replaceable || (log && props(here.block()).leaves) {
                    ground.set(x, y, z, Cell::of(block));
                }
                if log && ground.get(x, y - 1, z).block() == known().grass_block {
                    ground.set(x, y - 1, z, Cell::of(known().dirt));
                }
            }
        });
    }
}
