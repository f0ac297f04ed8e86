//! `cargo xtask gamedata`: writes the tables of `crates/gamedata` from the npm package and our own sources.
//!
//! Invariant: the same package and sources give the same files, byte for byte.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs, io};

mod blocks;
mod items;
mod mobs;
mod package;
mod recipes;
mod sources;
mod states;
#[path = "../../gamedata/build/table.rs"]
#[allow(dead_code, reason = "this command only writes tables; the build script reads them")]
mod table;

use package::Package;
use sources::{Groups, Source, SourceError};
use table::Schema;

/// The version of the npm package with game data; its `pc/1.21.4` is the source of the tables. To try a newer one,
/// change this and review the diff.
const PACKAGE_VERSION: &str = "3.117.0";

#[derive(Debug, thiserror::Error)]
pub enum GamedataError {
    #[error("{0}: {1}")]
    File(PathBuf, io::Error),
    #[error("{0}: {1}")]
    Json(PathBuf, serde_json::Error),
    #[error(
        "`npm install minecraft-data@{PACKAGE_VERSION}` failed ({0}); it needs Node with npm, and a reachable registry"
    )]
    Npm(String),
    #[error("{0} is not what the package and the sources give; run `cargo xtask gamedata` and review the diff")]
    Stale(PathBuf),
    #[error("the package's collision shapes do not cover block \"{0}\"")]
    Shape(String),
    #[error(transparent)]
    Source(#[from] SourceError),
}

/// Writes the game data tables. With `check` it writes nothing and returns an error if a table would change.
pub fn run(check: bool) -> Result<(), GamedataError> {
    let root = crate::root();
    let home = root.join("crates/gamedata");
    let target = env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    let package = Package::read(&install(&target.join("gamedata"))?)?;
    for (schema, rows) in generate(&package, &home.join("sources"))? {
        let path = home.join("tables").join(schema.file);
        let text = table::render(schema, &origin(), &rows);
        if !check {
            fs::write(&path, text).map_err(|error| GamedataError::File(path.clone(), error))?;
        } else if fs::read_to_string(&path).map_err(|error| GamedataError::File(path.clone(), error))? != text {
            return Err(GamedataError::Stale(path));
        }
        println!("{}: {} rows", path.strip_prefix(&root).unwrap_or(&path).display(), rows.len());
    }
    Ok(())
}

/// The line in every game data table that names its source.
fn origin() -> String {
    let game = package::GAME;
    format!("npm package minecraft-data {PACKAGE_VERSION} (MIT licence), pc/{game}, and crates/gamedata/sources")
}

/// Installs the pinned package of game data in the target directory unless it is already there, and returns its data
/// folder.
fn install(into: &Path) -> Result<PathBuf, GamedataError> {
    let data = into.join("node_modules/minecraft-data/minecraft-data/data");
    let manifest = into.join("node_modules/minecraft-data/package.json");
    let pinned = format!("\"version\": \"{PACKAGE_VERSION}\"");
    if fs::read_to_string(manifest).is_ok_and(|text| text.contains(&pinned)) {
        return Ok(data);
    }
    fs::create_dir_all(into).map_err(|error| GamedataError::File(into.into(), error))?;
    let status = Command::new("npm")
        .args(["install", "--no-save", "--no-package-lock", "--ignore-scripts", "--no-audit", "--no-fund", "--prefix"])
        .arg(into)
        .arg(format!("minecraft-data@{PACKAGE_VERSION}"))
        .status()
        .map_err(|error| GamedataError::Npm(error.to_string()))?;
    if !status.success() {
        return Err(GamedataError::Npm(status.to_string()));
    }
    Ok(data)
}

type Rows = Vec<Vec<String>>;

/// Generates all game data tables with their rows.
fn generate(package: &Package, sources: &Path) -> Result<Vec<(&'static Schema, Rows)>, GamedataError> {
    let source = |file: &str, columns: usize| Source::read(&sources.join(file), columns);
    let groups = Groups::new(&source("groups.tsv", 2)?, package.items.iter().map(|item| item.name.as_str()))?;
    let block_facts = blocks::Facts {
        traits: source("block_facts.tsv", 2)?,
        drops: source("drops.tsv", 4)?,
        placed_by: source("placed_by.tsv", 2)?,
    };
    let item_facts = items::Facts {
        gear: source("gear.tsv", 4)?,
        foods: source("food_facts.tsv", 4)?,
        leaves: source("crafting_leaves.tsv", 2)?,
    };
    let recipe_facts = recipes::Facts {
        alternatives: source("recipe_alternatives.tsv", 3)?,
        added: source("recipes.tsv", 4)?,
        stonecutting: source("stonecutting.tsv", 2)?,
        leaves: source("crafting_leaves.tsv", 2)?,
    };
    let block_groups =
        Groups::new(&source("block_groups.tsv", 2)?, package.blocks.iter().map(|block| block.name.as_str()))?;
    let state_facts = states::Facts {
        kinds: source("block_kinds.tsv", 2)?,
        roles: source("property_roles.tsv", 3)?,
        light: source("state_light.tsv", 4)?,
    };
    let [states, boxes] = states::rows(package, &state_facts)?;
    let placed = blocks::placed_by(package, &block_facts.placed_by)?;
    Ok(vec![
        (&table::ITEMS, items::rows(package, &item_facts, &placed)?),
        (&table::BLOCKS, blocks::rows(package, &block_facts, &placed)?),
        (&table::GROUPS, groups.rows()),
        (&table::RECIPES, recipes::rows(package, &recipe_facts, &groups)?),
        (&table::SMELTING, package::smelting(&sources.join("smelting-1.21.4.json"))?),
        (&table::FUELS, items::fuels(package, &source("fuels.tsv", 2)?, &groups)?),
        (&table::MOBS, mobs::rows(package, &source("mobs.tsv", 8)?)?),
        (&table::STATES, states),
        (&table::BOXES, boxes),
        (&table::BLOCK_GROUPS, block_groups.rows()),
    ])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The smelting table is the only one that can be made without the package.
    #[test]
    fn the_committed_smelting_table_matches_its_source() {
        let home = crate::root().join("crates/gamedata");
        let rows = package::smelting(&home.join("sources/smelting-1.21.4.json")).unwrap();
        let committed = fs::read_to_string(home.join("tables/smelting.tsv")).unwrap();
        assert!(table::render(&table::SMELTING, &origin(), &rows) == committed, "run `cargo xtask gamedata`");
    }

    #[test]
    fn every_committed_table_names_the_pinned_package() {
        let tables = crate::root().join("crates/gamedata/tables");
        for file in fs::read_dir(tables).unwrap() {
            let path = file.unwrap().path();
            assert!(fs::read_to_string(&path).unwrap().contains(&origin()), "{}", path.display());
        }
    }
}
