//! Smooth noise: values between -1 and 1 that change little from block to block.
//!
//! It uses only float additions and multiplications, so every machine and build generates the same land.

use crate::rng;

/// The noise value of a lattice corner, between -1 and 1.
fn corner(seed: u64, x: i32, y: i32, z: i32) -> f32 {
    (rng::at(seed, x, y, z) >> 40) as f32 * (2.0 / 16_777_215.0) - 1.0
}

/// Smooths the interpolation of noise between two corners, so that the land has no creases.
fn fade(t: f32) -> f32 {
    t * t * (3.0 - 2.0 * t)
}

fn lerp(a: f32, b: f32, t: f32) -> f32 {
    a + (b - a) * t
}

/// The noise lattice cell of a coordinate, and the position within it from 0 to 1.
fn split(v: i32, period: i32) -> (i32, f32) {
    (v.div_euclid(period), v.rem_euclid(period) as f32 / period as f32)
}

/// Noise in two dimensions, with hills about `period` blocks wide.
pub fn flat(seed: u64, x: i32, z: i32, period: i32) -> f32 {
    let ((cx, tx), (cz, tz)) = (split(x, period), split(z, period));
    let (tx, tz) = (fade(tx), fade(tz));
    let north = lerp(corner(seed, cx, 0, cz), corner(seed, cx + 1, 0, cz), tx);
    let south = lerp(corner(seed, cx, 0, cz + 1), corner(seed, cx + 1, 0, cz + 1), tx);
    lerp(north, south, tz)
}

/// Positions of the sample points of one axis on the noise lattice, computed once for many points.
#[derive(Debug)]
pub struct Axis(Vec<(usize, f32)>);

/// Noise in three dimensions at the points of a coarse box; each lattice corner is computed once.
#[derive(Debug)]
pub struct Field {
    corners: Vec<f32>,
    axes: [Axis; 3],
    size: [usize; 3],
}

impl Field {
    /// Computes noise at `points` points in x, y and z, `step` blocks apart, starting at `low`.
    pub fn over(seed: u64, low: [i32; 3], points: [i32; 3], step: i32, period: [i32; 3]) -> Field {
        let first: [i32; 3] = std::array::from_fn(|axis| low[axis].div_euclid(period[axis]));
        let last: [i32; 3] =
            std::array::from_fn(|axis| (low[axis] + (points[axis] - 1) * step).div_euclid(period[axis]) + 1);
        let size: [usize; 3] = std::array::from_fn(|axis| (last[axis] - first[axis] + 1) as usize);
        let mut corners = Vec::with_capacity(size[0] * size[1] * size[2]);
        for y in first[1]..=last[1] {
            for z in first[2]..=last[2] {
                corners.extend((first[0]..=last[0]).map(|x| corner(seed, x, y, z)));
            }
        }
        let axes = std::array::from_fn(|axis| {
            let point = |index: i32| {
                let (cell, t) = split(low[axis] + index * step, period[axis]);
                ((cell - first[axis]) as usize, fade(t))
            };
            Axis((0..points[axis]).map(point).collect())
        });
        Field { corners, axes, size }
    }

    /// The noise value at a point, given by its index on each axis.
    pub fn at(&self, x: usize, y: usize, z: usize) -> f32 {
        let ((cx, tx), (cy, ty), (cz, tz)) = (self.axes[0].0[x], self.axes[1].0[y], self.axes[2].0[z]);
        let row = |dy: usize, dz: usize| {
            let index = ((cy + dy) * self.size[2] + cz + dz) * self.size[0] + cx;
            lerp(self.corners[index], self.corners[index + 1], tx)
        };
        lerp(lerp(row(0, 0), row(0, 1), tz), lerp(row(1, 0), row(1, 1), tz), ty)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn noise_is_smooth_bounded_and_the_same_from_any_chunk() {
        let wide = Field::over(5, [-16, 0, -16], [12, 12, 12], 4, [24, 12, 24]);
        let narrow = Field::over(5, [0, 8, 0], [5, 4, 5], 4, [24, 12, 24]);
        let mut before = narrow.at(0, 0, 0);
        for x in 0..5 {
            let here = narrow.at(x, 0, 0);
            assert_eq!(here.to_bits(), wide.at(x + 4, 2, 4).to_bits());
            assert!((here - before).abs() < 0.6 && (-1.0..=1.0).contains(&here), "{x}: {here}");
            before = here;
        }
        for x in -100..100 {
            assert!((flat(9, x, 3, 40) - flat(9, x + 1, 3, 40)).abs() < 0.1);
        }
    }
}
