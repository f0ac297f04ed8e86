//! Veins of ore, gravel and dirt in the rock: how many per chunk, how large, and at which heights.

use super::Ground;
use crate::chunk::Y_MIN;
use crate::known::known;
use crate::state::Cell;
use vocab::BlockId;
use vocab::Dice;

/// How the heights of ore veins are distributed between the lowest and the highest.
#[derive(Clone, Copy)]
enum Spread {
    Even,
    /// Ore veins are most frequent in the middle of their height range.
    Middle,
}

/// One kind of ore vein.
struct Vein {
    in_stone: BlockId,
    in_deepslate: BlockId,
    /// How many veins of this kind a chunk has.
    veins: u32,
    /// How many blocks a vein of this kind has.
    blocks: u32,
    low_y: i32,
    high_y: i32,
    spread: Spread,
}

/// The ore veins of a chunk, with heights as in 1.21: coal high, iron in the middle, gold and lapis low, redstone
/// and diamond at the bottom.
fn veins() -> [Vein; 15] {
    let k = known();
    let vein = |(in_stone, in_deepslate), veins, blocks, low_y, high_y, spread| Vein {
        in_stone,
        in_deepslate,
        veins,
        blocks,
        low_y,
        high_y,
        spread,
    };
    let coal = (k.coal_ore, k.deepslate_coal_ore);
    let iron = (k.iron_ore, k.deepslate_iron_ore);
    let copper = (k.copper_ore, k.deepslate_copper_ore);
    let gold = (k.gold_ore, k.deepslate_gold_ore);
    let redstone = (k.redstone_ore, k.deepslate_redstone_ore);
    let diamond = (k.diamond_ore, k.deepslate_diamond_ore);
    let lapis = (k.lapis_ore, k.deepslate_lapis_ore);
    [
        vein((k.dirt, k.dirt), 4, 24, 0, 110, Spread::Even),
        vein((k.gravel, k.gravel), 6, 24, Y_MIN, 110, Spread::Even),
        vein(coal, 12, 14, 0, 110, Spread::Even),
        vein(coal, 8, 14, 0, 192, Spread::Middle),
        vein(iron, 9, 8, -24, 56, Spread::Middle),
        vein(iron, 5, 8, 48, 110, Spread::Even),
        vein(iron, 5, 4, Y_MIN, 72, Spread::Even),
        vein(copper, 14, 9, -16, 112, Spread::Middle),
        vein(gold, 2, 8, Y_MIN, 32, Spread::Middle),
        vein(redstone, 4, 7, Y_MIN, 15, Spread::Even),
        vein(redstone, 7, 7, -96, -32, Spread::Middle),
        vein(lapis, 1, 6, -32, 32, Spread::Middle),
        vein(lapis, 1, 6, Y_MIN, 64, Spread::Even),
        vein(diamond, 2, 4, -144, 16, Spread::Middle),
        vein(diamond, 1, 6, -144, 16, Spread::Middle),
    ]
}

/// Places the ore veins of a chunk into its rock. `rng` belongs to the chunk.
pub fn fill(ground: &mut Ground, rng: &mut Dice) {
    for vein in veins() {
        for _ in 0..vein.veins {
            let y = match vein.spread {
                Spread::Even => rng.span(vein.low_y, vein.high_y),
                Spread::Middle => {
                    let half = (vein.high_y - vein.low_y) / 2;
                    vein.low_y + rng.span(0, half) + rng.span(0, half)
                }
            };
            let at = [rng.span(0, 15), y, rng.span(0, 15)];
            grow(ground, rng, &vein, at);
        }
    }
}

/// Places one ore vein as a short random walk through the rock that stays in its chunk.
fn grow(ground: &mut Ground, rng: &mut Dice, vein: &Vein, mut at: [i32; 3]) {
    let (stone, deepslate) = (known().stone, known().deepslate);
    let steps = rng.throw();
    for block in 0..vein.blocks {
        let [x, y, z] = at;
        match ground.get(x, y, z).block() {
            here if here == stone => ground.set(x, y, z, Cell::of(vein.in_stone)),
            here if here == deepslate => ground.set(x, y, z, Cell::of(vein.in_deepslate)),
            _ => {}
        }
        let throw = vocab::dice::mix(steps.wrapping_add(u64::from(block)));
        let axis = (throw % 3) as usize;
        let step = if throw & 64 == 0 { 1 } else { -1 };
        at[axis] += step;
        if axis != 1 {
            at[axis] = at[axis].clamp(0, 15);
        }
        // Every third block of a vein starts again near the middle, so that veins are lumps instead of strings.
        if block % 3 == 2 {
            at[(axis + 1) % 3] -= step;
            at[0] = at[0].clamp(0, 15);
            at[2] = at[2].clamp(0, 15);
        }
    }
}
