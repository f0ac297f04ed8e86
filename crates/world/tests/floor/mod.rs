//! A wide, empty stone floor for tests of mobs and block rules.

use crate::common::{Player, block};

/// A stone floor of 31 × 31 high above the ground, in a world without spawning.
pub fn wide(seed: u64) -> Player {
    let mut player = Player::on_a_floor(seed);
    let middle = player.feet().offset(0, -1, 0);
    for x in -15..=15 {
        for z in -15..=15 {
            assert!(player.world.set_block(middle.offset(x, 0, z), block("stone")));
        }
    }
    player
}
