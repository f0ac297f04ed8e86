//! Evidence: the entities that a body reports in one tick, in integer units and in canonical order.

use crate::attention::Spent;
use crate::kinds::{KindId, Register, Stance, UNKNOWN};
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};
use vocab::{FinePos, Name};

/// One entity (mob, player, object) as a body saw it at one moment. It goes into the belief bus and nowhere else.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Detection {
    pub at: FinePos,
    /// The name of the entity's kind in the world. Unknown names are kept.
    pub kind: Name,
    pub sight: Sight,
    /// The server's id for the entity. It is only a hint and never proves identity.
    pub engine_id: Option<u64>,
    /// The entity's velocity in thousandths of a block per tick, if the world reports it.
    pub velocity: Option<FinePos>,
}

/// Whether the line of sight from the body to the entity is free.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Sight {
    Visible,
    Occluded,
    Unknown,
}

/// Detections farther from the body than this, in thousandths of a block, are refused. No server sends entities beyond 512
/// blocks, and the arithmetic needs small differences.
pub const RANGE_MAX: i64 = 512_000;
/// Largest valid coordinate, in thousandths of a block: the game's world ends 30 million blocks from the origin.
pub const COORDINATE_MAX: i64 = 30_000_000 * 1_000;
/// Reported velocities above this, in thousandths of a block per tick, are dropped as errors.
pub const VELOCITY_MAX: i64 = 20_000;
/// A cell of the spatial index of detections is 4.096 blocks wide (2^12 thousandths), about as far as the fastest
/// walker gets between two looks.
const CELL_SHIFT: u32 = 12;

/// How many detections of a tick were refused, or used only in part, by reason.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Refused {
    pub out_of_range: u32,
    pub duplicates: u32,
    /// Detections whose velocity was too high; the velocity was dropped and the detection kept.
    pub absurd_velocities: u32,
    /// Detections of a new kind when the table of kinds was full; the kind counts as unknown.
    pub kinds_beyond_register: u32,
}

/// A detection with its kind looked up and its place relative to the body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Evidence {
    pub at: FinePos,
    /// The entity's offsets to the east and to the south of the body, in thousandths of a block.
    pub x: i32,
    pub z: i32,
    pub kind: KindId,
    pub sight: Sight,
    pub engine_id: Option<u64>,
    pub velocity: Option<FinePos>,
}

/// The detections of one tick in canonical order, which is also the order of the cells of the spatial index.
#[derive(Debug, Clone, Default)]
pub struct Batch {
    pub evidence: Vec<Evidence>,
    keys: Vec<(u64, u32)>,
}

/// The sort key of a place relative to the body: first its cell in the spatial index, then the place. Sorting by it
/// builds the index.
fn key(x: i32, z: i32) -> u64 {
    let (x, z) = (i64::from(x) + RANGE_MAX, i64::from(z) + RANGE_MAX);
    let cell = |v: i64| (v >> CELL_SHIFT) as u64;
    (cell(x) << 54) | (cell(z) << 44) | ((x as u64) << 22) | (z as u64)
}

impl Batch {
    /// Takes the detections of a tick in any order. Equal sets of detections give equal batches.
    pub fn fill(
        &mut self,
        (detections, body): (&[Detection], FinePos),
        register: &mut Register,
        detections_max: usize,
        spent: &mut Spent,
    ) -> Refused {
        let mut refused = Refused::default();
        self.keys.clear();
        for (index, detection) in detections.iter().enumerate() {
            match relative(detection.at, body) {
                Some((x, z)) => self.keys.push((key(x, z), index as u32)),
                None => refused.out_of_range += 1,
            }
        }
        self.sort(detections);
        let before = self.keys.len();
        self.keys.dedup_by(|(a, i), (b, j)| a == b && detections[*i as usize] == detections[*j as usize]);
        refused.duplicates = (before - self.keys.len()) as u32;
        if self.keys.len() > detections_max {
            spent.detections_left_out = (self.keys.len() - detections_max) as u32;
            self.keep_most_important(detections, body, register, detections_max);
        }
        spent.detections = self.keys.len() as u32;
        self.evidence.clear();
        for (_, index) in &self.keys {
            let detection = &detections[*index as usize];
            let (x, z) = ((detection.at.x - body.x) as i32, (detection.at.z - body.z) as i32);
            let kind = register.intern(detection.kind).unwrap_or_else(|| {
                refused.kinds_beyond_register += 1;
                UNKNOWN
            });
            let sane = |v: &FinePos| [v.x, v.y, v.z].iter().all(|c| (-VELOCITY_MAX..=VELOCITY_MAX).contains(c));
            let velocity = detection.velocity.filter(sane);
            refused.absurd_velocities += u32::from(velocity != detection.velocity);
            let Detection { at, sight, engine_id, .. } = *detection;
            self.evidence.push(Evidence { at, x, z, kind, sight, engine_id, velocity });
        }
        refused
    }

    /// Sorts the detections by place; those at equal places by everything else.
    fn sort(&mut self, detections: &[Detection]) {
        self.keys.sort_unstable();
        for run in self.keys.chunk_by_mut(|(a, _), (b, _)| a == b).filter(|run| run.len() > 1) {
            run.sort_unstable_by(|(_, i), (_, j)| detections[*i as usize].cmp(&detections[*j as usize]));
        }
    }

    /// Keeps the most important detections: ordered by hostility, then distance, then canonical order.
    fn keep_most_important(&mut self, detections: &[Detection], body: FinePos, register: &mut Register, most: usize) {
        let mut ranked: Vec<(bool, u64, usize)> = (self.keys.iter().enumerate())
            .map(|(place, (_, index))| {
                let detection = &detections[*index as usize];
                let kind = register.intern(detection.kind).unwrap_or(UNKNOWN);
                let harmless = register.get(kind).stance != Stance::Hostile;
                (harmless, detection.at.distance_squared(body), place)
            })
            .collect();
        ranked.sort_unstable();
        ranked.truncate(most);
        ranked.sort_unstable_by_key(|(_, _, place)| *place);
        for (kept, (_, _, place)) in ranked.iter().enumerate() {
            self.keys[kept] = self.keys[*place];
        }
        self.keys.truncate(most);
    }

    /// The detections in all cells that a square around a place touches, as one index range per column of cells.
    pub fn around(&self, x: i64, z: i64, radius: i64) -> impl Iterator<Item = core::ops::Range<usize>> + '_ {
        let cell = |v: i64| ((v + RANGE_MAX).clamp(0, 2 * RANGE_MAX) >> CELL_SHIFT) as u64;
        let (low, high) = (cell(z - radius), cell(z + radius));
        (cell(x - radius)..=cell(x + radius)).map(move |column| {
            let first = (column << 54) | (low << 44);
            let last = (column << 54) | ((high + 1) << 44);
            let start = self.keys.partition_point(|(key, _)| *key < first);
            let len = self.keys[start..].iter().take_while(|(key, _)| *key < last).count();
            start..start + len
        })
    }
}

/// The offset of a place from the body; `None` if it is too far away.
fn relative(at: FinePos, body: FinePos) -> Option<(i32, i32)> {
    let near = |a: i64, b: i64| a.checked_sub(b).filter(|d| (-RANGE_MAX..=RANGE_MAX).contains(d));
    let (x, z) = (near(at.x, body.x)?, near(at.z, body.z)?);
    near(at.y, body.y)?;
    Some((x as i32, z as i32))
}

/// Whether a place is inside the Minecraft world.
pub fn in_the_world(at: FinePos) -> bool {
    [at.x, at.y, at.z].iter().all(|v| (-COORDINATE_MAX..=COORDINATE_MAX).contains(v))
}
