//! Tests that the generated land is like the game's.

use super::*;
use crate::known::props;
use std::collections::BTreeMap;
use vocab::BlockId;

/// Counts the blocks of 64 generated chunks by kind and height.
fn census(seed: u64) -> BTreeMap<(BlockId, i32), u32> {
    let mut found = BTreeMap::new();
    for index in 0..64 {
        let chunk = generate(seed, ChunkPos { x: index % 8 - 4, z: index / 8 - 4 });
        for y in Y_MIN..128 {
            for column in 0..256 {
                *found.entry((chunk.cell(column & 15, y, column >> 4).block(), y)).or_default() += 1;
            }
        }
    }
    found
}

#[test]
fn wiki_ores_lie_at_their_heights_in_stone_and_deepslate() {
    let found = census(3);
    let k = known();
    let total = |blocks: [BlockId; 2], heights: std::ops::Range<i32>| -> u32 {
        found.iter().filter(|((block, y), _)| blocks.contains(block) && heights.contains(y)).map(|(_, n)| *n).sum()
    };
    for (name, blocks, heights, per_chunk) in [
        ("coal", [k.coal_ore, k.deepslate_coal_ore], 0..128, 30..200),
        ("iron", [k.iron_ore, k.deepslate_iron_ore], -64..113, 30..150),
        ("copper", [k.copper_ore, k.deepslate_copper_ore], -16..113, 25..120),
        ("gold", [k.gold_ore, k.deepslate_gold_ore], -64..33, 4..30),
        ("redstone", [k.redstone_ore, k.deepslate_redstone_ore], -64..16, 10..60),
        ("lapis", [k.lapis_ore, k.deepslate_lapis_ore], -64..65, 2..20),
        ("diamond", [k.diamond_ore, k.deepslate_diamond_ore], -64..17, 1..10),
    ] {
        let slack = (heights.start - 8)..(heights.end + 8);
        assert_eq!(total(blocks, -64..128), total(blocks, slack), "{name} only at its heights");
        let mean = total(blocks, -64..128) / 64;
        assert!(per_chunk.contains(&mean), "{name}: {mean} a chunk");
        assert_eq!(total([blocks[0]; 2], -64..0), 0, "{name} in stone only above 0");
        assert_eq!(total([blocks[1]; 2], 8..128), 0, "{name} in deepslate only below 8");
    }
    let deep = total([k.diamond_ore, k.deepslate_diamond_ore], -64..-32);
    assert!(deep > total([k.diamond_ore, k.deepslate_diamond_ore], -16..16), "most diamonds are deepest");
}

#[test]
fn bedrock_closes_the_floor_and_only_the_deepest_caves_have_lava() {
    let found = census(4);
    let k = known();
    let count = |block: BlockId, y: i32| found.get(&(block, y)).copied().unwrap_or(0);
    assert_eq!(count(k.bedrock, Y_MIN), 64 * 256);
    assert!((Y_MIN + 5..128).all(|y| count(k.bedrock, y) == 0));
    assert!((Y_MIN..LAVA_Y).map(|y| count(k.lava, y)).sum::<u32>() > 100);
    assert!((LAVA_Y..128).all(|y| count(k.lava, y) == 0));
    let caves: u32 = (LAVA_Y..40).map(|y| count(k.air, y)).sum();
    let share = caves * 100 / (64 * 256 * (40 - LAVA_Y) as u32);
    assert!((3..20).contains(&share), "caves are {share} % of the rock");
}

#[test]
fn a_chunk_is_the_same_each_time_it_is_generated() {
    for pos in [ChunkPos { x: 0, z: 0 }, ChunkPos { x: -7, z: 3 }] {
        let (a, b) = (generate(9, pos), generate(9, pos));
        assert_eq!(crate::pack::digest(&a), crate::pack::digest(&b));
        assert_ne!(crate::pack::digest(&a), crate::pack::digest(&generate(10, pos)));
    }
}

#[test]
fn trees_are_complete_across_chunk_borders() {
    let seed = 7;
    let at = |x: i32, y: i32, z: i32| {
        let chunk = generate(seed, ChunkPos { x: x >> 4, z: z >> 4 });
        chunk.cell(x & 15, y, z & 15).block()
    };
    let start = spawn(seed);
    let low = (start.x - 40, start.z - 40);
    let near = trees::near(seed, low, (start.x + 40, start.z + 40));
    let over_border = near.filter(|tree| [0, 15].contains(&(tree.x & 15)) || [0, 15].contains(&(tree.z & 15))).take(4);
    let mut looked = 0;
    for tree in over_border {
        looked += 1;
        tree.blocks(|x, y, z, block| {
            let here = at(x, y, z);
            // The cell holds this tree's block, or a leaf or log of a tree that overlaps it.
            assert!(here == block || props(here).leaves || props(here).log, "{x} {y} {z}");
        });
    }
    assert!(looked > 0);
}

#[test]
fn the_spawn_is_on_dry_level_grass_near_trees() {
    for seed in 0..40 {
        let at = spawn(seed);
        let chunk = generate(seed, ChunkPos::of(at));
        let cell = |dy: i32| chunk.cell(at.x & 15, at.y + dy, at.z & 15);
        assert_eq!(cell(-1).block(), known().grass_block, "seed {seed}");
        assert!(!props(cell(0).block()).solid && cell(1) == Cell::AIR, "seed {seed}");
        assert!(trees::near(seed, (at.x - 20, at.z - 20), (at.x + 20, at.z + 20)).count() >= 8, "seed {seed}");
    }
}

#[test]
fn sand_and_gravel_never_hang_in_the_air() {
    let mut loose = 0;
    for index in 0..36 {
        let chunk = generate(12, ChunkPos { x: index % 6, z: index / 6 });
        for column in 0..256 {
            for y in 50..110 {
                let (x, z) = (column & 15, column >> 4);
                if props(chunk.cell(x, y, z).block()).gravity {
                    loose += u32::from(chunk.cell(x, y - 1, z) == Cell::AIR);
                }
            }
        }
    }
    assert!(loose < 40, "{loose} loose blocks hang in the air");
}
