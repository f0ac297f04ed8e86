//! The shape of the land: the height of each column and its biome. A pure function of seed and position.

use super::noise::flat;

/// The y of the sea's surface.
pub const SEA_Y: i32 = 62;
/// Highest y of the generated ground, so that trees fit below the top of the generated sections.
pub const LAND_Y_MAX: i32 = 112;
/// Lowest y of the generated ground.
pub const LAND_Y_MIN: i32 = 46;

/// The kind of land in a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Biome {
    Plains,
    /// Land with oak and birch trees.
    Forest,
    /// Land with spruce trees.
    Taiga,
    Desert,
}

/// The generated land of one block column.
#[derive(Debug, Clone, Copy)]
pub struct Column {
    /// The y of the column's highest ground block, which may be under water.
    pub ground_y: i32,
    pub biome: Biome,
    /// Whether caves may have an entrance in this column.
    pub mouth: bool,
}

impl Column {
    pub fn is_water(self) -> bool {
        self.ground_y < SEA_Y
    }
}

/// The seed of one kind of terrain noise.
const fn layer(seed: u64, layer: u64) -> u64 {
    seed.wrapping_add(layer.wrapping_mul(0x6a09_e667_f3bc_c909))
}

/// Computes the land of one block column from the seed.
pub fn column(seed: u64, x: i32, z: i32) -> Column {
    let broad = flat(layer(seed, 1), x, z, 380);
    let rough = (flat(layer(seed, 2), x, z, 290) + 0.25).max(0.0);
    let hills = flat(layer(seed, 3), x, z, 96) * 0.58
        + flat(layer(seed, 4), x, z, 43) * 0.28
        + flat(layer(seed, 5), x, z, 19) * 0.14;
    let mut ground = 67.0 + broad * 9.0 + hills * (4.0 + rough * rough * 34.0);
    // Rivers run where a broad noise is near zero.
    let river = flat(layer(seed, 6), x, z, 310);
    let bank = (river * river) * 420.0;
    if bank < 1.0 && ground > 57.0 {
        ground = 57.0 + (ground - 57.0) * bank;
    }
    let ground_y = (ground as i32).clamp(LAND_Y_MIN, LAND_Y_MAX);
    let warmth = flat(layer(seed, 7), x, z, 420);
    let wet = flat(layer(seed, 8), x, z, 240);
    let biome = match () {
        () if warmth > 0.35 && wet < -0.15 => Biome::Desert,
        () if warmth < -0.3 => Biome::Taiga,
        () if wet > -0.05 => Biome::Forest,
        () => Biome::Plains,
    };
    let mouth = ground_y > SEA_Y + 1 && flat(layer(seed, 9), x, z, 47) > 0.38;
    Column { ground_y, biome, mouth }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn land_has_hills_water_every_biome_and_no_endless_cliffs() {
        let (mut low, mut high, mut wet, mut seen) = (i32::MAX, i32::MIN, 0, Vec::new());
        for z in (-1_500..1_500).step_by(25) {
            for x in (-1_500..1_500).step_by(25) {
                let here = column(11, x, z);
                low = low.min(here.ground_y);
                high = high.max(here.ground_y);
                wet += i32::from(here.is_water());
                if !seen.contains(&here.biome) {
                    seen.push(here.biome);
                }
                let step = (here.ground_y - column(11, x + 1, z).ground_y).abs();
                assert!(step <= 4, "a step of {step} at {x} {z}");
            }
        }
        assert_eq!(seen.len(), 4);
        assert!(low < SEA_Y - 3 && high > SEA_Y + 25, "{low}..{high}");
        assert!((400..6_000).contains(&wet), "{wet} of 14,400 columns are under water");
    }
}
