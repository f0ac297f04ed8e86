//! A recipe as the grid of a body: which item lies in which cell.

use super::names::Names;
use gamedata::recipes::{self, Recipe, RecipeKind};
use skills::crafting;
use skills::inventory::Inventory;
use vocab::outcome::Refusal;

/// What is made, and the cells of the grid row by row.
pub type Grid = (String, Vec<Option<String>>);

/// The grid for one craft of a recipe from what is carried.
pub fn grid(inventory: &Inventory, number: u16, names: &Names) -> Result<Grid, Refusal> {
    let recipe = recipes::get(number).ok_or(Refusal::NoRecipe)?;
    let filled = crafting::fill(inventory, recipe).ok_or(Refusal::MissingItem)?;
    let side = if recipe.needs_table { 3 } else { 2 };
    let mut cells = vec![None; side * side];
    for (place, item) in filled.into_iter().enumerate().filter_map(|(place, item)| Some((place, item?))) {
        let cell = cell_of(recipe, place, side).filter(|cell| *cell < cells.len()).ok_or(Refusal::NoRecipe)?;
        cells[cell] = Some(names.of_item(item).ok_or(Refusal::MissingItem)?);
    }
    Ok((names.of_item(recipe.output).ok_or(Refusal::NoRecipe)?, cells))
}

/// Where in the grid a cell of the recipe lies; `None` for recipes that no grid makes.
fn cell_of(recipe: &Recipe, place: usize, side: usize) -> Option<usize> {
    match recipe.kind {
        RecipeKind::Shaped { width, .. } => {
            let width = usize::from(width).max(1);
            Some(place / width * side + place % width)
        }
        RecipeKind::Shapeless => Some(place),
        RecipeKind::Stonecutting | RecipeKind::Smithing => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gamedata::items;
    use vocab::item::Stack;

    fn made(item: &str, carried: &[(&str, u8)]) -> Result<Vec<String>, Refusal> {
        let mut inventory = Inventory::default();
        for (name, count) in carried {
            inventory.add(Stack { item: items::find(name).unwrap(), count: *count, wear: 0 });
        }
        let number = recipes::making(items::find(item).unwrap())[0];
        let (makes, cells) = grid(&inventory, number, &Names::default())?;
        assert_eq!(makes, item);
        Ok(cells.into_iter().map(|cell| cell.unwrap_or_else(|| "-".into())).collect())
    }

    #[test]
    fn recipes_lie_in_the_grid_as_the_game_wants_them() {
        let (p, s, n) = ("oak_planks".to_string(), "stick".to_string(), "-".to_string());
        let pickaxe = made("wooden_pickaxe", &[("oak_planks", 3), ("stick", 2)]);
        assert_eq!(pickaxe, Ok([&p, &p, &p, &n, &s, &n, &n, &s, &n].map(String::clone).to_vec()));
        let sticks = made("stick", &[("oak_planks", 2)]);
        assert_eq!(sticks, Ok([&p, &n, &p, &n].map(String::clone).to_vec()));
        assert_eq!(made("oak_planks", &[("oak_log", 1)]), Ok(["oak_log", "-", "-", "-"].map(String::from).to_vec()));
        assert_eq!(made("wooden_pickaxe", &[("stick", 2)]), Err(Refusal::MissingItem));
    }
}
