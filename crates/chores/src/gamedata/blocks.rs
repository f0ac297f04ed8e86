//! Makes the rows of the block table.

use std::collections::BTreeMap;

use super::items::milli;
use super::package::{Block, Package};
use super::sources::{Source, SourceError};
use super::{GamedataError, Rows};

pub struct Facts {
    pub traits: Source,
    pub drops: Source,
    pub placed_by: Source,
}

/// Which item places which block.
pub struct Placed {
    pub item_of_block: BTreeMap<String, String>,
    pub block_of_item: BTreeMap<String, String>,
}

/// Finds which item places which block. Usually both have the same name; the source file lists the exceptions. An item
/// places the first of its blocks.
pub fn placed_by(package: &Package, source: &Source) -> Result<Placed, GamedataError> {
    let mut placed = Placed { item_of_block: BTreeMap::new(), block_of_item: BTreeMap::new() };
    for item in &package.items {
        if package.blocks.iter().any(|block| block.name == item.name) {
            placed.item_of_block.insert(item.name.clone(), item.name.clone());
            placed.block_of_item.insert(item.name.clone(), item.name.clone());
        }
    }
    // The item "wheat" is the harvest and places nothing; its seeds place the block of that name. The same holds for
    // "air".
    for name in ["wheat", "air"] {
        placed.item_of_block.remove(name);
        placed.block_of_item.remove(name);
    }
    let blocks: Vec<&str> = package.blocks.iter().map(|block| block.name.as_str()).collect();
    for (line, cells) in &source.rows {
        for (block, rest) in source.matching(*line, &cells[0], &blocks)? {
            let item = cells[1].replace("{}", &rest);
            if !package.items.iter().any(|known| known.name == item) {
                return Err(source.error(*line, format!("unknown item \"{item}\" for block \"{block}\"")).into());
            }
            placed.item_of_block.entry(block.to_owned()).or_insert_with(|| item.clone());
            placed.block_of_item.entry(item).or_insert_with(|| block.to_owned());
        }
    }
    Ok(placed)
}

pub fn rows(package: &Package, facts: &Facts, placed: &Placed) -> Result<Rows, SourceError> {
    let names: Vec<&str> = package.blocks.iter().map(|block| block.name.as_str()).collect();
    let mut flags: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (line, cells) in &facts.traits.rows {
        for word in cells[1].split(' ') {
            for (block, _) in facts.traits.matching(*line, word, &names)? {
                flags.entry(block).or_default().push(cells[0].as_str());
            }
        }
    }
    let drops = drops(&facts.drops, &names)?;
    let row = |block: &Block| {
        let name = block.name.as_str();
        let is = |fact: &str| flags.get(name).is_some_and(|facts| facts.contains(&fact));
        let breakable = block.hardness >= 0.0;
        let diggable = block.diggable && breakable && !is("undiggable");
        let letters: String = [
            (diggable, 'D'),
            (block.bounding_box == "block", 'S'),
            (is("liquid"), 'L'),
            (is("gravity"), 'G'),
            (is("replaceable"), 'R'),
        ]
        .into_iter()
        .filter_map(|(set, letter)| set.then_some(letter))
        .collect();
        let (tool, material) = tool_and_material(package, block);
        let own: Vec<&str> = block.drops.iter().filter(|id| **id != 0).map(|id| package.item_name(*id)).collect();
        let own = if own.is_empty() { "-".to_owned() } else { own.join(" ") };
        let [fallen, young, sheared] = drops.get(name).cloned().unwrap_or([own, "-".into(), "-".into()]);
        vec![
            name.to_owned(),
            placed.item_of_block.get(name).map_or("-", String::as_str).to_owned(),
            if breakable { milli(block.hardness).to_string() } else { "-".to_owned() },
            milli(block.resistance).to_string(),
            if letters.is_empty() { "-".to_owned() } else { letters },
            tool.to_owned(),
            least_tier(package, block).to_owned(),
            material.to_owned(),
            block.emit_light.to_string(),
            block.filter_light.to_string(),
            fallen,
            young,
            sheared,
        ]
    };
    Ok(package.blocks.iter().map(row).collect())
}

/// The drops of each block: when broken, while young, and with shears.
fn drops<'a>(source: &Source, blocks: &[&'a str]) -> Result<BTreeMap<&'a str, [String; 3]>, SourceError> {
    let mut all = BTreeMap::new();
    for (line, cells) in &source.rows {
        for word in cells[0].split(' ') {
            for (block, _) in source.matching(*line, word, blocks)? {
                let kind = block.strip_suffix("_leaves").unwrap_or(block);
                let of = |cell: &str| if cell == "self" { block.to_owned() } else { cell.replace("{}", kind) };
                if all.insert(block, [of(&cells[1]), of(&cells[2]), of(&cells[3])]).is_some() {
                    return Err(source.error(*line, format!("\"{block}\" occurs twice")));
                }
            }
        }
    }
    Ok(all)
}

/// The tool class and the material for a material name of the package, such as `mineable/pickaxe` or
/// `leaves;mineable/hoe`.
fn tool_and_material(package: &Package, block: &Block) -> (&'static str, &'static str) {
    let harvested_by = |class: &str| harvesters(package, block).any(|tool| tool.ends_with(class));
    let tool = match block.material.rsplit(';').next().unwrap_or_default() {
        "mineable/pickaxe" => "pickaxe",
        "mineable/axe" => "axe",
        "mineable/shovel" => "shovel",
        "mineable/hoe" => "hoe",
        "wool" => "shears",
        "coweb" => "sword", // The package spells cobweb like this.
        // The package calls the material of ores "incorrect_for_wooden_tool".
        _ if harvested_by("_pickaxe") => "pickaxe",
        _ => "-",
    };
    let material = match block.material.split(';').next().unwrap_or_default() {
        "leaves" => "leaves",
        "wool" => "wool",
        "coweb" => "web",
        "vine_or_glow_lichen" => "vine",
        "plant" | "gourd" => "plant",
        _ => "plain",
    };
    (tool, material)
}

/// The tools with which the block drops something; empty when any tool or a bare hand will do.
fn harvesters<'a>(package: &'a Package, block: &'a Block) -> impl Iterator<Item = &'a str> {
    let ids = block.harvest_tools.iter().flatten().filter_map(|(id, _)| id.parse().ok());
    ids.map(|id| package.item_name(id))
}

fn least_tier(package: &Package, block: &Block) -> &'static str {
    let tiers =
        [("wooden_", "wood"), ("golden_", "gold"), ("stone_", "stone"), ("iron_", "iron"), ("diamond_", "diamond")];
    let least = |(prefix, _): &&(&str, &str)| harvesters(package, block).any(|tool| tool.starts_with(prefix));
    tiers.iter().find(least).map_or("-", |(_, tier)| tier)
}
