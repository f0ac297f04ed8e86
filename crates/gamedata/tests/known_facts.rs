//! Well-known facts about Minecraft 1.21.4, compared with the tables. Each row of each list is one fact.
//!
//! Crafting, smelting and fuel are in `known_recipes.rs`.

use gamedata::items::{Armour, Attack};
use gamedata::loot::expected_milli;
use gamedata::tools::{self, Hindrance, Tier, ToolClass};
use gamedata::{blocks, items, smelting};
use vocab::action::EquipSlot;
use vocab::{BlockId, ItemId};

fn item(name: &str) -> ItemId {
    items::find(name).unwrap()
}

fn block(name: &str) -> BlockId {
    blocks::find(name).unwrap()
}

/// The item held in the hand, by name; `None` is a bare hand.
fn held(name: &str) -> Option<ItemId> {
    (name != "hand").then(|| item(name))
}

#[test]
fn the_tables_have_all_rows() {
    assert_eq!(gamedata::MINECRAFT_VERSION, "1.21.4");
    assert_eq!(items::all().len(), 1385);
    assert_eq!(blocks::all().len(), 1095);
    assert_eq!(smelting::all().len(), 113);
    assert_eq!(block("air"), blocks::AIR);
    assert_eq!(items::get(item("oak_log")).display, "Oak Log");
}

#[test]
fn items_have_the_known_durability() {
    for (name, uses) in [
        ("wooden_pickaxe", 59),
        ("golden_pickaxe", 32),
        ("stone_pickaxe", 131),
        ("iron_pickaxe", 250),
        ("diamond_pickaxe", 1561),
        ("netherite_pickaxe", 2031),
        ("shears", 238),
        ("bow", 384),
        ("shield", 336),
        ("fishing_rod", 64),
        ("flint_and_steel", 64),
        ("iron_chestplate", 240),
        ("elytra", 432),
        ("stick", 0),
    ] {
        assert_eq!(items::get(item(name)).durability, uses, "{name}");
    }
}

#[test]
fn items_have_the_known_stack_sizes() {
    for (name, size) in [
        ("dirt", 64),
        ("bucket", 16),
        ("water_bucket", 1),
        ("egg", 16),
        ("snowball", 16),
        ("ender_pearl", 16),
        ("oak_sign", 16),
        ("white_bed", 1),
        ("mushroom_stew", 1),
        ("iron_sword", 1),
        ("honey_bottle", 16),
    ] {
        assert_eq!(items::get(item(name)).stack_size, size, "{name}");
    }
}

#[test]
fn food_gives_the_known_points() {
    for (name, points, saturation_milli) in [
        ("bread", 5, 6000),
        ("cooked_beef", 8, 12_800),
        ("beef", 3, 1800),
        ("apple", 4, 2400),
        ("golden_carrot", 6, 14_400),
        ("cooked_chicken", 6, 7200),
        ("baked_potato", 5, 6000),
        ("rotten_flesh", 4, 800),
        ("sweet_berries", 2, 400),
        ("rabbit_stew", 10, 12_000),
        ("dried_kelp", 1, 600),
    ] {
        let food = items::get(item(name)).food.unwrap();
        assert_eq!((food.points, food.saturation_milli), (points, saturation_milli), "{name}");
    }
    assert_eq!(items::get(item("stone")).food, None);
    let food = |name: &str| items::get(item(name)).food.unwrap();
    assert!(food("rotten_flesh").harmful && food("chicken").harmful && !food("cooked_chicken").harmful);
    assert_eq!(food("mushroom_stew").keeps, Some(item("bowl")));
    assert_eq!([food("bread").eat_ticks, food("dried_kelp").eat_ticks, food("honey_bottle").eat_ticks], [32, 16, 40]);
}

#[test]
fn armour_gives_the_known_protection() {
    for (name, slot, points, toughness) in [
        ("leather_helmet", EquipSlot::Head, 1, 0),
        ("iron_chestplate", EquipSlot::Chest, 6, 0),
        ("golden_leggings", EquipSlot::Legs, 3, 0),
        ("diamond_boots", EquipSlot::Feet, 3, 2),
        ("netherite_chestplate", EquipSlot::Chest, 8, 3),
        ("turtle_helmet", EquipSlot::Head, 2, 0),
    ] {
        assert_eq!(items::get(item(name)).armour, Some(Armour { slot, points, toughness }), "{name}");
    }
    let full: u8 = ["helmet", "chestplate", "leggings", "boots"]
        .iter()
        .map(|piece| items::get(item(&format!("iron_{piece}"))).armour.unwrap().points)
        .sum();
    assert_eq!(full, 15, "a full set of iron");
}

#[test]
fn weapons_do_the_known_damage() {
    for (name, damage_milli, speed_milli, cooldown_ticks) in [
        ("stick", 1000, 4000, 5),
        ("wooden_sword", 4000, 1600, 13),
        ("diamond_sword", 7000, 1600, 13),
        ("stone_axe", 9000, 800, 25),
        ("iron_axe", 9000, 900, 23),
        ("wooden_shovel", 2500, 1000, 20),
        ("netherite_hoe", 1000, 4000, 5),
        ("trident", 9000, 1100, 19),
    ] {
        let attack = items::get(item(name)).attack;
        assert_eq!(attack, Attack { damage_milli, speed_milli }, "{name}");
        assert_eq!(attack.cooldown_ticks(), cooldown_ticks, "{name}");
    }
    assert_eq!(items::get(item("bread")).attack, Attack::HAND);
}

#[test]
fn blocks_need_the_known_tools() {
    use ToolClass::{Axe, Hoe, Pickaxe, Shears, Shovel, Sword};
    for (name, tool, needs) in [
        ("stone", Some(Pickaxe), Some(Tier::Wood)),
        ("coal_ore", Some(Pickaxe), Some(Tier::Wood)),
        ("iron_ore", Some(Pickaxe), Some(Tier::Stone)),
        ("copper_ore", Some(Pickaxe), Some(Tier::Stone)),
        ("lapis_ore", Some(Pickaxe), Some(Tier::Stone)),
        ("gold_ore", Some(Pickaxe), Some(Tier::Iron)),
        ("redstone_ore", Some(Pickaxe), Some(Tier::Iron)),
        ("diamond_ore", Some(Pickaxe), Some(Tier::Iron)),
        ("deepslate_diamond_ore", Some(Pickaxe), Some(Tier::Iron)),
        ("obsidian", Some(Pickaxe), Some(Tier::Diamond)),
        ("ancient_debris", Some(Pickaxe), Some(Tier::Diamond)),
        ("furnace", Some(Pickaxe), Some(Tier::Wood)),
        ("oak_log", Some(Axe), None),
        ("crafting_table", Some(Axe), None),
        ("pumpkin", Some(Axe), None),
        ("dirt", Some(Shovel), None),
        ("snow", Some(Shovel), Some(Tier::Wood)),
        ("oak_leaves", Some(Hoe), None),
        ("hay_block", Some(Hoe), None),
        ("white_wool", Some(Shears), None),
        ("cobweb", Some(Sword), Some(Tier::Wood)),
        ("glass", None, None),
        ("torch", None, None),
    ] {
        let facts = blocks::get(block(name));
        assert_eq!((facts.tool, facts.needs_tool), (tool, needs), "{name}");
    }
}

#[test]
fn tools_harvest_the_known_blocks() {
    for (name, tool, harvests) in [
        ("iron_ore", "hand", false),
        ("iron_ore", "wooden_pickaxe", false),
        ("iron_ore", "golden_pickaxe", false),
        ("iron_ore", "stone_pickaxe", true),
        ("diamond_ore", "stone_pickaxe", false),
        ("diamond_ore", "iron_pickaxe", true),
        ("obsidian", "iron_pickaxe", false),
        ("obsidian", "netherite_pickaxe", true),
        ("stone", "golden_pickaxe", true),
        ("stone", "diamond_shovel", false),
        ("oak_log", "hand", true),
        ("cobweb", "hand", false),
        ("cobweb", "shears", true),
        ("cobweb", "golden_sword", true),
        ("snow_block", "wooden_shovel", true),
        ("stone", "bread", false),
    ] {
        assert_eq!(tools::harvests(block(name), held(tool)), harvests, "{name} with {tool}");
    }
}

#[test]
fn digging_takes_the_known_ticks() {
    for (name, tool, ticks) in [
        ("oak_log", "hand", Some(60)),
        ("oak_log", "wooden_axe", Some(30)),
        ("oak_log", "iron_axe", Some(10)),
        ("oak_log", "wooden_pickaxe", Some(60)),
        ("dirt", "hand", Some(15)),
        ("dirt", "wooden_shovel", Some(8)),
        ("sand", "hand", Some(15)),
        ("gravel", "hand", Some(18)),
        ("grass_block", "hand", Some(18)),
        ("stone", "hand", Some(150)),
        ("stone", "wooden_pickaxe", Some(23)),
        ("stone", "stone_pickaxe", Some(12)),
        ("stone", "iron_pickaxe", Some(8)),
        ("stone", "golden_pickaxe", Some(4)),
        ("iron_ore", "hand", Some(300)),
        ("iron_ore", "wooden_pickaxe", Some(150)),
        ("iron_ore", "stone_pickaxe", Some(23)),
        ("diamond_ore", "iron_pickaxe", Some(15)),
        ("obsidian", "diamond_pickaxe", Some(188)),
        ("obsidian", "hand", Some(5000)),
        ("white_wool", "shears", Some(5)),
        ("oak_leaves", "hand", Some(6)),
        ("oak_leaves", "shears", Some(0)),
        ("oak_leaves", "iron_sword", Some(4)),
        ("cobweb", "iron_sword", Some(8)),
        ("cobweb", "hand", Some(400)),
        ("glass", "hand", Some(9)),
        ("torch", "hand", Some(0)),
        ("short_grass", "hand", Some(0)),
        ("bedrock", "netherite_pickaxe", None),
        ("water", "hand", None),
        ("air", "hand", None),
    ] {
        assert_eq!(tools::dig_ticks(block(name), held(tool), Hindrance::default()), ticks, "{name} with {tool}");
    }
}

#[test]
fn digging_is_five_times_slower_under_water_and_again_in_the_air() {
    for (under_water, airborne, ticks) in [(true, false, 300), (false, true, 300), (true, true, 1500)] {
        let situation = Hindrance { under_water, airborne };
        assert_eq!(tools::dig_ticks(block("oak_log"), None, situation), Some(ticks), "{situation:?}");
    }
    // Under water shears no longer cut instantly: they do 2.5 of damage per tick to a hardness of 0.2; a fifth of that
    // takes two ticks.
    let situation = Hindrance { under_water: true, airborne: false };
    assert_eq!(tools::dig_ticks(block("oak_leaves"), held("shears"), situation), Some(2));
}

#[test]
fn blocks_and_mobs_drop_the_known_averages() {
    for (name, tool, falls, milli) in [
        ("stone", "wooden_pickaxe", "cobblestone", 1000),
        ("stone", "hand", "cobblestone", 0),
        ("grass_block", "hand", "dirt", 1000),
        ("gravel", "hand", "flint", 100),
        ("gravel", "hand", "gravel", 900),
        ("short_grass", "hand", "wheat_seeds", 125),
        ("short_grass", "shears", "short_grass", 1000),
        ("short_grass", "shears", "wheat_seeds", 0),
        ("oak_leaves", "hand", "oak_sapling", 50),
        ("oak_leaves", "hand", "apple", 5),
        ("oak_leaves", "hand", "stick", 30),
        ("birch_leaves", "hand", "apple", 0),
        ("jungle_leaves", "hand", "jungle_sapling", 25),
        ("oak_leaves", "shears", "oak_leaves", 1000),
        ("coal_ore", "wooden_pickaxe", "coal", 1000),
        ("iron_ore", "stone_pickaxe", "raw_iron", 1000),
        ("iron_ore", "wooden_pickaxe", "raw_iron", 0),
        ("gold_ore", "iron_pickaxe", "raw_gold", 1000),
        ("copper_ore", "stone_pickaxe", "raw_copper", 3500),
        ("redstone_ore", "iron_pickaxe", "redstone", 4500),
        ("lapis_ore", "stone_pickaxe", "lapis_lazuli", 6500),
        ("diamond_ore", "iron_pickaxe", "diamond", 1000),
        ("clay", "hand", "clay_ball", 4000),
        ("glowstone", "hand", "glowstone_dust", 3000),
        ("melon", "hand", "melon_slice", 5000),
        ("wheat", "hand", "wheat", 1000),
        ("wheat", "hand", "wheat_seeds", 2714),
        ("carrots", "hand", "carrot", 3714),
        ("potatoes", "hand", "poisonous_potato", 20),
        ("bookshelf", "hand", "book", 3000),
        ("cobweb", "iron_sword", "string", 1000),
        ("cobweb", "shears", "cobweb", 1000),
        ("glass", "hand", "glass", 0),
        ("wall_torch", "hand", "torch", 1000),
        ("red_bed", "hand", "red_bed", 1000),
    ] {
        assert_eq!(
            expected_milli(tools::drops(block(name), held(tool)), item(falls)),
            milli,
            "{falls} of {name} with {tool}"
        );
    }
    assert_eq!(expected_milli(blocks::get(block("wheat")).young_drops, item("wheat")), 0);
    assert_eq!(expected_milli(blocks::get(block("wheat")).young_drops, item("wheat_seeds")), 1000);
}

#[test]
fn blocks_have_the_known_properties() {
    for (name, solid, liquid, gravity, replaceable, light, filter) in [
        ("air", false, false, false, true, 0, 0),
        ("stone", true, false, false, false, 0, 15),
        ("sand", true, false, true, false, 0, 15),
        ("gravel", true, false, true, false, 0, 15),
        ("white_concrete_powder", true, false, true, false, 0, 15),
        ("water", false, true, false, true, 0, 1),
        ("lava", false, true, false, true, 15, 1),
        ("torch", false, false, false, false, 14, 0),
        ("glowstone", true, false, false, false, 15, 15),
        ("glass", true, false, false, false, 0, 0),
        ("oak_leaves", true, false, false, false, 0, 1),
        ("short_grass", false, false, false, true, 0, 0),
        ("jack_o_lantern", true, false, false, false, 15, 15),
        ("soul_torch", false, false, false, false, 10, 0),
    ] {
        let facts = blocks::get(block(name));
        let found = (facts.solid, facts.liquid, facts.gravity, facts.replaceable, facts.light, facts.light_filter);
        assert_eq!(found, (solid, liquid, gravity, replaceable, light, filter), "{name}");
    }
}

#[test]
fn blocks_have_the_known_hardness() {
    for (name, hardness_milli, blast_milli) in [
        ("stone", Some(1500), 6000),
        ("cobblestone", Some(2000), 6000),
        ("dirt", Some(500), 500),
        ("oak_planks", Some(2000), 3000),
        ("obsidian", Some(50_000), 1_200_000),
        ("deepslate", Some(3000), 6000),
        ("furnace", Some(3500), 3500),
        ("bedrock", None, 3_600_000_000),
    ] {
        let facts = blocks::get(block(name));
        assert_eq!((facts.hardness_milli, facts.blast_resistance_milli), (hardness_milli, blast_milli), "{name}");
    }
}

#[test]
fn items_place_the_known_blocks() {
    for (of_item, placed) in [
        ("oak_log", "oak_log"),
        ("torch", "torch"),
        ("wheat_seeds", "wheat"),
        ("carrot", "carrots"),
        ("potato", "potatoes"),
        ("redstone", "redstone_wire"),
        ("sweet_berries", "sweet_berry_bush"),
        ("water_bucket", "water"),
        ("string", "tripwire"),
    ] {
        assert_eq!(items::get(item(of_item)).block, Some(block(placed)), "{of_item}");
        assert_eq!(blocks::get(block(placed)).item, Some(item(of_item)), "{placed}");
    }
    for nothing in ["wheat", "stick", "iron_pickaxe", "air"] {
        assert_eq!(items::get(item(nothing)).block, None, "{nothing}");
    }
    assert_eq!(blocks::get(block("wall_torch")).item, Some(item("torch")));
}
