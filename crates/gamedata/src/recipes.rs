//! Recipes of the crafting grid, the stonecutter and the smithing table.

use vocab::{ItemId, Station};

use crate::tables::{RECIPES, RECIPES_MAKING};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Recipe {
    pub kind: RecipeKind,
    /// For each place the items that may lie there; a shape's go row by row, and an empty slice is an empty place.
    pub cells: &'static [&'static [ItemId]],
    pub output: ItemId,
    pub count: u8,
    /// What stays in the grid: the buckets of a cake.
    pub left_over: &'static [(ItemId, u8)],
    /// Does not fit the 2x2 grid that every body carries.
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
    /// The station that it needs, if any.
    pub fn station(&self) -> Option<Station> {
        match self.kind {
            RecipeKind::Stonecutting => Some(Station::Stonecutter),
            RecipeKind::Smithing => Some(Station::SmithingTable),
            RecipeKind::Shaped { .. } | RecipeKind::Shapeless => self.needs_table.then_some(Station::CraftingTable),
        }
    }

    /// The places that hold something.
    pub fn ingredients(&self) -> impl Iterator<Item = &'static [ItemId]> {
        self.cells.iter().copied().filter(|cell| !cell.is_empty())
    }
}

/// The index is the number that `vocab::Action::Craft` names.
pub fn all() -> &'static [Recipe] {
    &RECIPES
}

pub fn get(number: u16) -> Option<&'static Recipe> {
    RECIPES.get(usize::from(number))
}

/// Numbers of the recipes with this output.
pub fn making(item: ItemId) -> &'static [u16] {
    RECIPES_MAKING.get(usize::from(item.0)).copied().unwrap_or_default()
}
