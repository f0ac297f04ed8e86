//! Rules that every row of every table must satisfy.

use std::collections::BTreeSet;

use gamedata::loot::{CERTAIN_PPM, Drop};
use gamedata::recipes::RecipeKind;
use gamedata::tools::{self, Hindrance};
use gamedata::{blocks, fuels, groups, items, mobs, recipes, smelting};
use vocab::name::NAME_BYTES_MAX;
use vocab::{BlockId, ItemId, Station};

fn exists(item: ItemId) -> bool {
    usize::from(item.0) < items::all().len()
}

fn check_drops(of: &str, drops: &[Drop]) {
    for drop in drops {
        assert!(exists(drop.item) && drop.item != ItemId(0), "{of}: {drop:?}");
        assert!(drop.min <= drop.max && drop.max > 0, "{of}: {drop:?}");
        assert!((1..=CERTAIN_PPM).contains(&drop.chance_ppm), "{of}: {drop:?}");
    }
}

#[test]
fn every_id_is_found_again_by_its_name() {
    for (at, item) in items::all().iter().enumerate() {
        assert_eq!(items::named(item.name), Some(ItemId(at as u16)));
        assert_eq!(items::named(&format!("minecraft:{}", item.name)), Some(ItemId(at as u16)));
    }
    for (at, block) in blocks::all().iter().enumerate() {
        assert_eq!(blocks::named(block.name), Some(BlockId(at as u16)));
    }
    for (at, mob) in mobs::all().iter().enumerate() {
        assert_eq!(mobs::named(mob.name), Some(at));
        assert!(mob.name.len() <= NAME_BYTES_MAX, "{} fits vocab::Name", mob.name);
    }
    for (name, members) in groups::all() {
        assert_eq!(groups::named(name), Some(*members));
        assert!(members.len() > 1 && members.is_sorted(), "{name}");
    }
    assert_eq!(groups::named("no_such_group"), None);
}

#[test]
fn every_item_stacks_and_places_a_block_that_it_comes_from() {
    for item in items::all() {
        assert!(matches!(item.stack_size, 1 | 16 | 64), "{}", item.name);
        assert!(item.durability == 0 || item.stack_size == 1, "{} wears and stacks", item.name);
        assert!(item.tool.is_none() || item.durability > 0, "{} is a tool that lasts for ever", item.name);
        assert!(item.attack.damage_milli > 0 && item.attack.speed_milli > 0, "{}", item.name);
        if let Some(placed) = item.block {
            let back = blocks::get(placed).item.map(|item| items::get(item).name);
            assert_eq!(back, Some(item.name), "{} places {}", item.name, blocks::get(placed).name);
        }
    }
}

#[test]
fn every_block_has_possible_drops_and_a_way_to_dig_it() {
    for (at, block) in blocks::all().iter().enumerate() {
        let id = BlockId(at as u16);
        check_drops(block.name, block.drops);
        check_drops(block.name, block.young_drops);
        check_drops(block.name, block.sheared_drops);
        assert!(block.light <= 15 && block.light_filter <= 15, "{}", block.name);
        assert!(!block.diggable || block.hardness_milli.is_some(), "{}", block.name);
        assert!(block.needs_tool.is_none() || block.tool.is_some(), "{} needs a tier of nothing", block.name);
        assert_eq!(tools::dig_ticks(id, None, Hindrance::default()).is_some(), block.diggable, "{}", block.name);
        assert!(!block.solid || !block.liquid, "{}", block.name);
        assert!(!block.drops.is_empty() || block.young_drops.is_empty(), "{}", block.name);
    }
}

#[test]
fn a_better_tool_is_never_slower() {
    let slower = Hindrance { under_water: true, airborne: true };
    for (at, block) in blocks::all().iter().enumerate().filter(|(_, block)| block.diggable) {
        let id = BlockId(at as u16);
        let ticks = |held| tools::dig_ticks(id, held, Hindrance::default()).unwrap();
        for class in ["pickaxe", "axe", "shovel", "hoe", "sword"] {
            let by_tier = ["wooden", "stone", "iron", "diamond", "netherite"]
                .map(|tier| ticks(Some(items::find(&format!("{tier}_{class}")).unwrap())));
            assert!(by_tier.is_sorted_by(|worse, better| worse >= better), "{} {class} {by_tier:?}", block.name);
            assert!(by_tier[0] <= ticks(None), "{} {class}", block.name);
        }
        assert!(ticks(None) <= tools::dig_ticks(id, None, slower).unwrap(), "{}", block.name);
    }
}

#[test]
fn every_recipe_takes_and_makes_things_that_exist() {
    for (number, recipe) in recipes::all().iter().enumerate() {
        let output = items::get(recipe.output);
        assert!(recipe.count > 0 && recipe.count <= output.stack_size, "{} x{}", output.name, recipe.count);
        assert!((1..=9).contains(&recipe.ingredients().count()), "{}", output.name);
        assert!(recipe.cells.iter().flat_map(|cell| cell.iter()).all(|item| exists(*item)), "{}", output.name);
        assert!(recipe.left_over.iter().all(|(item, count)| exists(*item) && *count > 0), "{}", output.name);
        assert!(recipes::making(recipe.output).contains(&(number as u16)), "{}", output.name);
        match recipe.kind {
            RecipeKind::Shaped { width, height } => {
                assert_eq!(recipe.cells.len(), usize::from(width * height), "{}", output.name);
                assert_eq!(recipe.needs_table, width > 2 || height > 2, "{}", output.name);
            }
            RecipeKind::Shapeless => assert_eq!(recipe.needs_table, recipe.cells.len() > 4, "{}", output.name),
            RecipeKind::Stonecutting => assert_eq!((recipe.cells.len(), recipe.needs_table), (1, false)),
            RecipeKind::Smithing => assert_eq!((recipe.cells.len(), recipe.needs_table), (3, false)),
        }
    }
    assert_eq!(recipes::get(recipes::all().len() as u16), None, "one past the last");
    assert_eq!(recipes::making(ItemId(u16::MAX)), [0_u16; 0]);
}

#[test]
fn no_two_recipes_are_the_same() {
    let mut seen = BTreeSet::new();
    for recipe in recipes::all() {
        let text = format!("{:?} {:?} {:?}", recipe.kind, recipe.cells, recipe.output);
        assert!(seen.insert(text), "{} twice", items::get(recipe.output).name);
    }
}

/// A recipe's shape does not begin or end with an empty row or column, so its size is the grid that it needs.
#[test]
fn no_shape_has_an_empty_edge() {
    for recipe in recipes::all() {
        let RecipeKind::Shaped { width, height } = recipe.kind else { continue };
        let (width, height) = (usize::from(width), usize::from(height));
        let filled = |x: usize, y: usize| !recipe.cells[y * width + x].is_empty();
        let column = |x: usize| (0..height).any(|y| filled(x, y));
        let row = |y: usize| (0..width).any(|x| filled(x, y));
        let name = items::get(recipe.output).name;
        assert!(column(0) && column(width - 1) && row(0) && row(height - 1), "{name}");
    }
}

#[test]
fn every_smelt_is_found_by_each_of_its_inputs() {
    for smelt in smelting::all() {
        assert!(exists(smelt.output) && !smelt.inputs.is_empty());
        for input in smelt.inputs {
            assert_eq!(smelting::result(smelt.station, *input), Some(smelt), "{}", items::get(*input).name);
        }
        let expected = match smelt.station {
            Station::Furnace => 200,
            Station::BlastFurnace | Station::Smoker => 100,
            Station::Campfire => 600,
            other => panic!("{other:?} has no fire"),
        };
        assert_eq!(smelt.ticks, expected, "{}", items::get(smelt.output).name);
        assert!(smelting::making(smelt.output).any(|known| known == smelt));
    }
    assert_eq!(smelting::result(Station::Furnace, ItemId(u16::MAX)), None);
}

#[test]
fn every_fuel_burns_at_least_a_tick_and_the_list_agrees_with_the_lookup() {
    let all: Vec<(ItemId, u32)> = fuels::all().collect();
    assert_eq!(all.len(), (0..items::all().len()).filter(|id| fuels::burn_ticks(ItemId(*id as u16)).is_some()).count());
    assert!(all.iter().all(|(item, ticks)| *ticks > 0 && fuels::burn_ticks(*item) == Some(*ticks)));
    assert_eq!(fuels::burn_ticks(ItemId(u16::MAX)), None);
}

#[test]
fn every_creature_is_alive_and_has_a_size() {
    for mob in mobs::all() {
        assert!(mob.health > 0 && mob.width_milli > 0 && mob.height_milli > 0, "{}", mob.name);
        assert!(!mob.hostile || mob.damage > 0, "{} is hostile and harmless", mob.name);
        check_drops(mob.name, mob.drops);
    }
}
