//! Crafting: chooses carried items for a recipe's cells and adds the result. A craft that cannot be completed changes nothing.

use crate::inventory::Inventory;
use gamedata::recipes::Recipe;
use vocab::item::Stack;
use vocab::outcome::Refusal;
use vocab::{Bag, ItemId};

/// Crafts a recipe once from the inventory. A refusal leaves the inventory unchanged.
pub fn craft(inventory: &mut Inventory, recipe: &Recipe) -> Result<(), Refusal> {
    let picked = pick(inventory, recipe).ok_or(Refusal::MissingItem)?;
    craft_from(inventory, recipe, &picked)
}

/// Crafts a recipe once from these items, one for each of its cells. A refusal leaves the inventory unchanged.
pub fn craft_from(inventory: &mut Inventory, recipe: &Recipe, picked: &Bag) -> Result<(), Refusal> {
    let mut after = inventory.clone();
    for (item, count) in picked.iter() {
        after.take(item, count).ok_or(Refusal::MissingItem)?;
    }
    let output = (recipe.output, recipe.count);
    for (item, count) in std::iter::once(output).chain(recipe.left_over.iter().copied()) {
        add_all(&mut after, item, u32::from(count))?;
    }
    *inventory = after;
    Ok(())
}

/// Checks whether a recipe can be crafted `times` times in a row: the ingredients are there, and the results fit into the
/// inventory.
pub fn check(inventory: &Inventory, recipe: &Recipe, times: u16) -> Result<(), Refusal> {
    let mut trial = inventory.clone();
    (0..times).try_for_each(|_| craft(&mut trial, recipe))
}

fn add_all(inventory: &mut Inventory, item: ItemId, count: u32) -> Result<(), Refusal> {
    let size = u32::from(crate::inventory::stack_size(item));
    let mut left = count;
    while left > 0 {
        let part = left.min(size);
        match inventory.add(Stack { item, count: part as u8, wear: 0 }) {
            None => left -= part,
            Some(_) => return Err(Refusal::NoRoom),
        }
    }
    Ok(())
}

/// Chooses one carried item for each cell of the crafting grid that the recipe fills: cells with the fewest choices first, and of
/// the choices the item carried most. `None` when an ingredient is missing.
pub fn fill(inventory: &Inventory, recipe: &Recipe) -> Option<Vec<Option<ItemId>>> {
    let mut order: Vec<usize> = (0..recipe.cells.len()).filter(|cell| !recipe.cells[*cell].is_empty()).collect();
    order.sort_by_key(|cell| recipe.cells[*cell].len());
    let mut left = inventory.carried().totals();
    let mut filled = vec![None; recipe.cells.len()];
    for cell in order {
        let choices = recipe.cells[cell].iter().copied();
        let most = choices.max_by_key(|item| (left.count(*item), std::cmp::Reverse(*item)))?;
        if !left.take(most, 1) {
            return None;
        }
        filled[cell] = Some(most);
    }
    Some(filled)
}

fn pick(inventory: &Inventory, recipe: &Recipe) -> Option<Bag> {
    fill(inventory, recipe).map(|cells| cells.into_iter().flatten().map(|item| (item, 1)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use gamedata::{items, recipes};

    fn item(name: &str) -> ItemId {
        items::find(name).unwrap()
    }

    fn recipe(name: &str) -> &'static Recipe {
        recipes::get(recipes::making(item(name))[0]).unwrap()
    }

    fn with(things: &[(&str, u8)]) -> Inventory {
        let mut inventory = Inventory::default();
        for (name, count) in things {
            assert_eq!(inventory.add(Stack { item: item(name), count: *count, wear: 0 }), None);
        }
        inventory
    }

    #[test]
    fn recipes_take_and_give_what_the_game_does() {
        for (makes, count, from) in [
            ("oak_planks", 4, vec![("oak_log", 1)]),
            ("stick", 4, vec![("oak_planks", 2)]),
            ("crafting_table", 1, vec![("birch_planks", 4)]),
            ("wooden_pickaxe", 1, vec![("oak_planks", 3), ("stick", 2)]),
            ("furnace", 1, vec![("cobblestone", 8)]),
            ("torch", 4, vec![("coal", 1), ("stick", 1)]),
        ] {
            let mut inventory = with(&from);
            let following = recipes::making(item(makes)).iter().filter_map(|number| recipes::get(*number));
            let done = following.filter(|recipe| craft(&mut inventory, recipe).is_ok()).count();
            assert_eq!(done, 1, "{makes}");
            assert_eq!(inventory.everything(), [(item(makes), count)].into_iter().collect(), "{makes}");
        }
    }

    #[test]
    fn a_refused_recipe_changes_nothing() {
        let before = with(&[("oak_planks", 2), ("stick", 2)]);
        let mut after = before.clone();
        assert_eq!(craft(&mut after, recipe("wooden_pickaxe")), Err(Refusal::MissingItem));
        assert_eq!(before, after);
    }

    #[test]
    fn a_craft_whose_result_does_not_fit_into_the_bag_is_refused() {
        let mut inventory = with(&[("oak_log", 64)]);
        while inventory.add(Stack { item: item("dirt"), count: 64, wear: 0 }).is_none() {}
        let before = inventory.clone();
        assert_eq!(craft(&mut inventory, recipe("oak_planks")), Err(Refusal::NoRoom));
        assert_eq!(before, inventory);
    }
}
