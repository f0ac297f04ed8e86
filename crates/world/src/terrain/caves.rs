//! Caves: tunnels where two noises are both near zero, and halls where a third noise is high. Lava fills the deepest.

use super::noise::Field;
use super::shape::Column;
use super::{Ground, LAVA_Y};
use crate::chunk::{ChunkPos, Y_MIN};
use crate::known::known;
use crate::state::Cell;

/// Cave noise is computed at every fourth block and interpolated linearly in between.
const STEP: i32 = 4;
const CORNERS: usize = 5;
/// Half the width of a cave tunnel, in units of noise.
const TUNNEL: f32 = 0.095;
/// A large cave hall is where the noise is above this.
const HALL: f32 = 0.62;
/// Blocks of ground kept above a cave that has no entrance there.
const ROOF: i32 = 5;
/// Blocks of ground kept between water and a cave, so that no lake lies over a hole.
const LAKE_FLOOR: i32 = 9;

/// The three cave noises at the corners of the coarse lattice.
struct Coarse {
    values: Vec<[f32; 3]>,
    layers: usize,
}

impl Coarse {
    fn over(seed: u64, pos: ChunkPos, top: i32) -> Coarse {
        let layers = ((top - Y_MIN) / STEP + 2) as usize;
        let low = [pos.x * 16, Y_MIN, pos.z * 16];
        let points = [CORNERS as i32, layers as i32, CORNERS as i32];
        let field = |salt: u64, period| Field::over(seed ^ salt, low, points, STEP, period);
        let fields = [
            field(0x1111_8f2a_6d31_77c5, [34, 22, 34]),
            field(0x2222_03bd_90e2_5b1f, [34, 22, 34]),
            field(0x3333_c94e_5a6b_0d27, [44, 20, 44]),
        ];
        let mut values = Vec::with_capacity(CORNERS * CORNERS * layers);
        for layer in 0..layers {
            for cz in 0..CORNERS {
                for cx in 0..CORNERS {
                    values.push(std::array::from_fn(|field| fields[field].at(cx, layer, cz)));
                }
            }
        }
        Coarse { values, layers }
    }

    fn corners(&self, cx: usize, layer: usize, cz: usize) -> [[f32; 3]; 8] {
        std::array::from_fn(|corner| {
            let (dx, dz, dy) = (corner & 1, (corner >> 1) & 1, corner >> 2);
            self.values[((layer + dy) * CORNERS + cz + dz) * CORNERS + cx + dx]
        })
    }
}

/// Whether any block between these lattice corners can be a cave. Interpolated values never leave the range of
/// the corners.
fn can_open(corners: &[[f32; 3]; 8]) -> bool {
    let low = |field: usize| corners.iter().map(|corner| corner[field]).fold(f32::MAX, f32::min);
    let high = |field: usize| corners.iter().map(|corner| corner[field]).fold(f32::MIN, f32::max);
    let tunnel = |field: usize| low(field) < TUNNEL && high(field) > -TUNNEL;
    (tunnel(0) && tunnel(1)) || high(2) > HALL
}

fn lerp(a: f32, b: f32, t: f32) -> f32 {
    a + (b - a) * t
}

/// The three cave noises of a column at the bottom and the top of a lattice cell; blocks in between are
/// interpolated.
fn upright(corners: &[[f32; 3]; 8], tx: f32, tz: f32) -> [(f32, f32); 3] {
    std::array::from_fn(|field| {
        let edge = |from: usize| lerp(corners[from][field], corners[from + 1][field], tx);
        (lerp(edge(0), edge(2), tz), lerp(edge(4), edge(6), tz))
    })
}

/// Carves the caves of a chunk out of its ground.
pub fn carve(ground: &mut Ground, seed: u64, pos: ChunkPos, columns: &[Column; 256]) {
    let top = columns.iter().map(|column| column.ground_y).max().unwrap_or(Y_MIN);
    let coarse = Coarse::over(seed, pos, top);
    for layer in 0..coarse.layers - 1 {
        for cz in 0..CORNERS - 1 {
            for cx in 0..CORNERS - 1 {
                let corners = coarse.corners(cx, layer, cz);
                if can_open(&corners) {
                    carve_cube(
                        ground,
                        &corners,
                        [cx as i32 * STEP, Y_MIN + layer as i32 * STEP, cz as i32 * STEP],
                        columns,
                    );
                }
            }
        }
    }
}

fn carve_cube(ground: &mut Ground, corners: &[[f32; 3]; 8], low: [i32; 3], columns: &[Column; 256]) {
    let part = |d: i32| d as f32 / STEP as f32;
    for dz in 0..STEP {
        for dx in 0..STEP {
            let (x, z) = (low[0] + dx, low[2] + dz);
            let column = columns[(z * 16 + x) as usize];
            let kept = match column {
                _ if column.is_water() => LAKE_FLOOR,
                _ if column.mouth => 0,
                _ => ROOF,
            };
            let roof = column.ground_y - kept;
            let ends = upright(corners, part(dx), part(dz));
            for dy in 0..STEP {
                let y = low[1] + dy;
                if y <= Y_MIN + 4 || y > roof {
                    continue;
                }
                let noise = |field: usize| lerp(ends[field].0, ends[field].1, part(dy));
                let tunnel = noise(0).abs() < TUNNEL && noise(1).abs() < TUNNEL;
                if tunnel || noise(2) > HALL {
                    ground.set(x, y, z, if y < LAVA_Y { Cell::of(known().lava) } else { Cell::AIR });
                }
            }
        }
    }
}
