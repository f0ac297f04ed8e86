//! Recipes of the crafting grid, the stonecutter and the smithing table.

use vocab::{ItemId, Station};

use crate::tables::{RECIPES, RECIPES_MAKING};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Recipe {
    pub kind: RecipeKind,
    /// For each cell of the crafting grid, the items that fit there. Shaped recipes list their cells row by row; an
    /// empty slice is an empty cell.
    pub cells: &'static [&'static [ItemId]],
    pub output: ItemId,
    pub count: u8,
    /// Items that stay in the crafting grid, such as the buckets of a cake.
    pub left_over: &'static [(ItemId, u8)],
    /// Whether the recipe needs a crafting table, because it does not fit into the 2x2 grid of the inventory.
    pub needs_table: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RecipeKind {
    Shaped { width: u8, height: u8 },
    Shapeless,
    Stonecutting,
    Smithing,
}

impl Recipe {
    /// The station (such as a crafting table) that the recipe needs, if any.
    pub fn station(&self) -> Option<Station> {
        match self.kind {
            RecipeKind::Stonecutting => Some(Station::Stonecutter),
            RecipeKind::Smithing => Some(Station::SmithingTable),
            RecipeKind::Shaped { .. } | RecipeKind::Shapeless => self.needs_table.then_some(Station::CraftingTable),
        }
    }

    /// The recipe's cells that are not empty.
    pub fn ingredients(&self) -> impl Iterator<Item = &'static [ItemId]> {
        self.cells.iter().copied().filter(|cell| !cell.is_empty())
    }
}

/// All crafting recipes; the index is the recipe number in `vocab::Action::Craft`.
pub fn all() -> &'static [Recipe] {
    &RECIPES
}

pub fn get(number: u16) -> Option<&'static Recipe> {
    RECIPES.get(usize::from(number))
}

/// Numbers of the crafting recipes that make this item.
pub fn making(item: ItemId) -> &'static [u16] {
    RECIPES_MAKING.get(usize::from(item.0)).copied().unwrap_or_default()
}
