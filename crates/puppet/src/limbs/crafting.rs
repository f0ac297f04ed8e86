//! Crafting from a grid that the mind lays out: which recipe it is, and whether the table is there.

use crate::names::{self, No, no};
use contract::body::report::Reason;
use gamedata::recipes::{self, Recipe, RecipeKind};
use vocab::{Bag, BlockPos, ItemId};
use world::World;

/// What is to be crafted.
#[derive(Debug)]
pub struct Wanted<'a> {
    pub makes: &'a str,
    /// Four or nine cells, row by row.
    pub grid: &'a [Option<String>],
    pub table: Option<BlockPos>,
}

/// Crafts so many times, or as often as it works.
pub fn craft(world: &mut World, wanted: &Wanted<'_>, times: u16) -> Result<(), No> {
    if wanted.grid.len() == 9 && wanted.table.is_none() {
        return Err(no(Reason::NoTable, "nine cells need a table"));
    }
    let makes = names::item(wanted.makes)?;
    let cells = wanted.grid.iter().map(|cell| cell.as_deref().map(names::item).transpose());
    let grid = cells.collect::<Result<Vec<_>, No>>()?;
    let found = recipes::making(makes).iter().find(|number| recipes::get(**number).is_some_and(|one| fits(one, &grid)));
    let number = *found.ok_or_else(|| no(Reason::NoRecipe, format!("this grid does not make {}", wanted.makes)))?;
    let mut picked = Bag::new();
    for item in grid.iter().flatten() {
        picked.add(*item, 1);
    }
    for done in 0..times {
        world.craft_from(number, &picked, wanted.table).map_err(|refusal| {
            let (reason, why) = names::refusal(refusal);
            let part = if done == 0 { why } else { format!("{done} of {times} times") };
            no(reason, part)
        })?;
    }
    Ok(())
}

/// Whether a grid is the one of a recipe.
fn fits(recipe: &Recipe, grid: &[Option<ItemId>]) -> bool {
    let across = if grid.len() == 9 { 3 } else { 2 };
    match recipe.kind {
        RecipeKind::Shaped { width, height } => {
            let (width, height) = (usize::from(width), usize::from(height));
            let places = (0..3_usize).flat_map(|x| (0..3_usize).map(move |y| (x, y)));
            let mut places = places.filter(|(x, y)| x + width <= across && y + height <= across);
            places.any(|corner| [false, true].into_iter().any(|turned| lies_at(recipe, grid, corner, turned)))
        }
        RecipeKind::Shapeless | RecipeKind::Stonecutting | RecipeKind::Smithing => {
            let cells: Vec<&[ItemId]> = recipe.ingredients().collect();
            let items: Vec<ItemId> = grid.iter().flatten().copied().collect();
            cells.len() == items.len() && pairs(&cells, &mut items.clone())
        }
    }
}

/// Whether a shaped recipe lies in the grid with its first cell at this place, or its mirror image does.
fn lies_at(recipe: &Recipe, grid: &[Option<ItemId>], corner: (usize, usize), turned: bool) -> bool {
    let RecipeKind::Shaped { width, height } = recipe.kind else { return false };
    let (width, height) = (usize::from(width), usize::from(height));
    let across = if grid.len() == 9 { 3 } else { 2 };
    grid.iter().enumerate().all(|(index, item)| {
        let (x, y) = ((index % across).wrapping_sub(corner.0), (index / across).wrapping_sub(corner.1));
        let cell: &[ItemId] = if x < width && y < height {
            let x = if turned { width - 1 - x } else { x };
            recipe.cells.get(y * width + x).copied().unwrap_or_default()
        } else {
            &[]
        };
        item.map_or(cell.is_empty(), |item| cell.contains(&item))
    })
}

/// Whether each cell can have an item of its own.
fn pairs(cells: &[&[ItemId]], items: &mut Vec<ItemId>) -> bool {
    let Some((first, rest)) = cells.split_first() else { return items.is_empty() };
    (0..items.len()).any(|index| {
        if !first.contains(&items[index]) {
            return false;
        }
        let item = items.remove(index);
        let all = pairs(rest, items);
        items.insert(index, item);
        all
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether a picture of a grid makes an item; a letter is the first letters of an item's name.
    fn makes(item: &str, rows: &str) -> bool {
        let name = |letter: &str| match letter {
            "P" => "oak_planks",
            "B" => "birch_planks",
            "S" => "stick",
            "C" => "coal",
            "O" => "cobblestone",
            "L" => "oak_log",
            "F" => "flint",
            "I" => "iron_ingot",
            other => panic!("{other}"),
        };
        let grid: Vec<Option<ItemId>> = rows
            .split_whitespace()
            .map(|letter| (letter != ".").then(|| gamedata::items::named(name(letter)).unwrap()))
            .collect();
        let item = gamedata::items::named(item).unwrap();
        recipes::making(item).iter().filter_map(|number| recipes::get(*number)).any(|recipe| fits(recipe, &grid))
    }

    #[test]
    fn a_grid_is_recognised_where_it_lies_and_mirrored() {
        for (item, rows, fits) in [
            ("oak_planks", "L . . .", true),
            ("oak_planks", ". . . L", true),
            ("oak_planks", "L L . .", false),
            ("crafting_table", "P B P P", true),
            ("crafting_table", "P P P .", false),
            ("torch", "C . S .", true),
            ("torch", ". C . S", true),
            ("torch", "S . C .", false),
            ("stick", ". . . . P . . P .", true),
            ("iron_pickaxe", "I I I . S . . S .", true),
            ("iron_pickaxe", "I I I S . . S . .", false),
            ("stone_axe", "O O . O S . . S .", true),
            ("stone_axe", "O O . S O . S . .", true),
            ("stone_axe", "O O . S . O S . .", false),
            ("flint_and_steel", "I . . F", true),
            ("flint_and_steel", "F I . .", true),
            ("flint_and_steel", "F F . .", false),
            ("furnace", "O O O O . O O O O", true),
            ("furnace", "O O O O O O O O O", false),
        ] {
            assert_eq!(makes(item, rows), fits, "{item}: {rows}");
        }
    }
}
