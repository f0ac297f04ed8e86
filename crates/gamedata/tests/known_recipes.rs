//! Well-known facts about crafting, smelting and fuel in Minecraft 1.21.4. Each row of each list is one fact.

use gamedata::recipes::{Recipe, RecipeKind};
use gamedata::{fuels, groups, items, recipes, smelting};
use vocab::{ItemId, Station};

fn item(name: &str) -> ItemId {
    items::find(name).unwrap()
}

/// The recipe for an output with these ingredients, written as "2 #planks, 1 stick" in the order of the cells.
fn recipe(output: &str, wanted: &str) -> &'static Recipe {
    let written: Vec<String> = recipes::making(item(output)).iter().map(|number| written(*number)).collect();
    let at = written.iter().position(|written| written == wanted);
    let at = at.unwrap_or_else(|| panic!("{output}: {wanted:?} is not among {written:#?}"));
    recipes::get(recipes::making(item(output))[at]).unwrap()
}

fn written(number: u16) -> String {
    let mut counted: Vec<(String, usize)> = Vec::new();
    for cell in recipes::get(number).unwrap().ingredients() {
        let name = match (cell.len(), groups::all().iter().find(|(_, members)| *members == cell)) {
            (2.., Some((group, _))) => format!("#{group}"),
            _ => cell.iter().map(|id| items::get(*id).name).collect::<Vec<_>>().join("|"),
        };
        match counted.iter_mut().find(|(known, _)| *known == name) {
            Some((_, count)) => *count += 1,
            None => counted.push((name, 1)),
        }
    }
    counted.iter().map(|(name, count)| format!("{count} {name}")).collect::<Vec<_>>().join(", ")
}

#[test]
fn recipes_have_the_known_ingredients() {
    let (hand, table) = (None, Some(Station::CraftingTable));
    for (output, count, takes, station) in [
        ("oak_planks", 4, "1 #oak_logs", hand),
        ("stick", 4, "2 #planks", hand),
        ("stick", 1, "2 bamboo", hand),
        ("crafting_table", 1, "4 #planks", hand),
        ("torch", 4, "1 #coals, 1 stick", hand),
        ("chest", 1, "8 #planks", table),
        ("furnace", 1, "8 #stone_tool_materials", table),
        ("oak_door", 3, "6 oak_planks", table),
        ("wooden_pickaxe", 1, "3 #planks, 2 stick", table),
        ("stone_pickaxe", 1, "3 #stone_tool_materials, 2 stick", table),
        ("iron_pickaxe", 1, "3 iron_ingot, 2 stick", table),
        ("iron_sword", 1, "2 iron_ingot, 1 stick", table),
        ("shears", 1, "2 iron_ingot", hand),
        ("bucket", 1, "3 iron_ingot", table),
        ("shield", 1, "6 #planks, 1 iron_ingot", table),
        ("iron_chestplate", 1, "8 iron_ingot", table),
        ("white_bed", 1, "3 white_wool, 3 #planks", table),
        ("bread", 1, "3 wheat", table),
        ("ladder", 3, "7 stick", table),
        ("oak_fence", 3, "4 oak_planks, 2 stick", table),
        ("oak_slab", 6, "3 oak_planks", table),
        ("oak_stairs", 4, "6 oak_planks", table),
        ("oak_boat", 1, "5 oak_planks", table),
        ("bow", 1, "3 stick, 3 string", table),
        ("arrow", 4, "1 flint, 1 stick, 1 feather", table),
        ("campfire", 1, "3 stick, 1 #coals, 3 #logs", table),
        ("soul_torch", 4, "1 #coals, 1 stick, 1 #soul_fire_base_blocks", table),
        ("barrel", 1, "6 #planks, 2 #wooden_slabs", table),
        ("blast_furnace", 1, "5 iron_ingot, 1 furnace, 3 smooth_stone", table),
        ("smoker", 1, "4 #logs, 1 furnace", table),
        ("stonecutter", 1, "1 iron_ingot, 3 stone", table),
        ("iron_block", 1, "9 iron_ingot", table),
        ("iron_ingot", 9, "1 iron_block", hand),
        ("bone_meal", 3, "1 bone", hand),
        ("white_wool", 1, "4 string", hand),
        ("tnt", 1, "5 gunpowder, 4 #sands", table),
        ("golden_apple", 1, "8 gold_ingot, 1 apple", table),
        ("rabbit_stew", 1, "1 baked_potato, 1 cooked_rabbit, 1 bowl, 1 carrot, 1 brown_mushroom|red_mushroom", table),
        ("resin_bricks", 1, "4 resin_brick", hand),
        ("stone_bricks", 1, "1 stone", Some(Station::Stonecutter)),
        ("stone_slab", 2, "1 stone", Some(Station::Stonecutter)),
        ("cut_copper", 4, "1 copper_block", Some(Station::Stonecutter)),
        (
            "netherite_pickaxe",
            1,
            "1 netherite_upgrade_smithing_template, 1 diamond_pickaxe, 1 netherite_ingot",
            Some(Station::SmithingTable),
        ),
    ] {
        let found = recipe(output, takes);
        assert_eq!((found.count, found.station()), (count, station), "{output} of {takes}");
    }
}

#[test]
fn recipes_have_the_known_shapes_and_left_overs() {
    let kind = |output, takes| recipe(output, takes).kind;
    assert_eq!(kind("stick", "2 #planks"), RecipeKind::Shaped { width: 1, height: 2 });
    assert_eq!(kind("oak_planks", "1 #oak_logs"), RecipeKind::Shapeless);
    assert_eq!(kind("oak_door", "6 oak_planks"), RecipeKind::Shaped { width: 2, height: 3 });
    let chest = recipe("chest", "8 #planks");
    assert!(chest.cells[4].is_empty(), "a chest has a hole in its middle");
    for (output, takes, left) in [
        ("cake", "3 milk_bucket, 2 sugar, 1 egg, 3 wheat", &[(item("bucket"), 3)][..]),
        ("honey_block", "4 honey_bottle", &[(item("glass_bottle"), 4)]),
        ("sugar", "1 honey_bottle", &[(item("glass_bottle"), 1)]),
        ("bread", "3 wheat", &[]),
    ] {
        assert_eq!(recipe(output, takes).left_over, left, "{output}");
    }
    assert_eq!(items::get(item("lava_bucket")).leaves, Some(item("bucket")));
    let others = recipe("red_wool", &written(recipes::making(item("red_wool"))[0])).cells[1];
    assert_eq!(others.len(), 15, "red wool is dyed from any other colour");
    assert!(!others.contains(&item("red_wool")));
}

#[test]
fn smelting_gives_the_known_results() {
    use Station::{BlastFurnace, Campfire, CraftingTable, Furnace, Smoker};
    for (station, input, made) in [
        (Furnace, "raw_iron", Some(("iron_ingot", 200))),
        (BlastFurnace, "raw_iron", Some(("iron_ingot", 100))),
        (BlastFurnace, "beef", None),
        (Smoker, "beef", Some(("cooked_beef", 100))),
        (Campfire, "beef", Some(("cooked_beef", 600))),
        (Furnace, "beef", Some(("cooked_beef", 200))),
        (Smoker, "raw_iron", None),
        (Campfire, "raw_iron", None),
        (Furnace, "oak_log", Some(("charcoal", 200))),
        (Furnace, "stripped_birch_wood", Some(("charcoal", 200))),
        (BlastFurnace, "oak_log", None),
        (Furnace, "crimson_stem", None),
        (Furnace, "sand", Some(("glass", 200))),
        (Furnace, "red_sand", Some(("glass", 200))),
        (Furnace, "cobblestone", Some(("stone", 200))),
        (Furnace, "stone", Some(("smooth_stone", 200))),
        (Furnace, "clay_ball", Some(("brick", 200))),
        (Furnace, "ancient_debris", Some(("netherite_scrap", 200))),
        (Furnace, "potato", Some(("baked_potato", 200))),
        (Furnace, "kelp", Some(("dried_kelp", 200))),
        (Furnace, "resin_clump", Some(("resin_brick", 200))),
        (Furnace, "dirt", None),
        (BlastFurnace, "iron_pickaxe", Some(("iron_nugget", 100))),
        (CraftingTable, "raw_iron", None),
    ] {
        let found = smelting::result(station, item(input)).map(|smelt| (items::get(smelt.output).name, smelt.ticks));
        assert_eq!(found, made, "{input} in {station:?}");
    }
    let ways: Vec<Station> = smelting::making(item("cooked_beef")).map(|smelt| smelt.station).collect();
    assert_eq!(ways.len(), 3, "furnace, smoker and campfire cook beef: {ways:?}");
}

#[test]
fn fuels_burn_as_long_as_known() {
    for (name, ticks) in [
        ("coal", Some(1600)),
        ("charcoal", Some(1600)),
        ("coal_block", Some(16_000)),
        ("lava_bucket", Some(20_000)),
        ("blaze_rod", Some(2400)),
        ("oak_log", Some(300)),
        ("oak_planks", Some(300)),
        ("oak_slab", Some(150)),
        ("stick", Some(100)),
        ("oak_sapling", Some(100)),
        ("bamboo", Some(50)),
        ("white_wool", Some(100)),
        ("white_carpet", Some(67)),
        ("dried_kelp_block", Some(4001)),
        ("wooden_pickaxe", Some(200)),
        ("oak_boat", Some(1200)),
        ("oak_door", Some(200)),
        ("crafting_table", Some(300)),
        ("crimson_planks", None),
        ("warped_stem", None),
        ("stone", None),
        ("stone_pickaxe", None),
    ] {
        assert_eq!(fuels::burn_ticks(item(name)), ticks, "{name}");
    }
    assert_eq!(fuels::burn_ticks(item("coal")).unwrap() / 200, 8, "one coal smelts eight items");
}
