//! The parts of the npm package's JSON that we read, and of the smelting facts.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::{GamedataError, Rows};

pub const GAME: &str = "1.21.4";

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Item {
    pub id: u16,
    pub name: String,
    pub display_name: String,
    pub stack_size: u8,
    #[serde(default)]
    pub max_durability: u16,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Block {
    pub id: u16,
    pub name: String,
    pub hardness: f64,
    pub resistance: f64,
    pub diggable: bool,
    pub material: String,
    pub emit_light: u8,
    pub filter_light: u8,
    pub bounding_box: String,
    pub drops: Vec<u16>,
    /// The tools with which the block drops something; the keys are item ids.
    pub harvest_tools: Option<BTreeMap<String, bool>>,
    pub min_state_id: u16,
    pub max_state_id: u16,
    pub default_state: u16,
    pub states: Vec<Property>,
}

#[derive(Deserialize)]
pub struct Property {
    pub name: String,
    #[serde(rename = "type")]
    pub kind: String,
    pub num_values: u8,
    /// Left out for properties that are true or false.
    pub values: Option<Vec<String>>,
}

/// What bodies collide with: for each block the number of a shape, or one for each state, and the boxes of each shape.
#[derive(Deserialize, Default)]
pub struct Shapes {
    blocks: BTreeMap<String, OneOrEach>,
    shapes: BTreeMap<String, Vec<[f64; 6]>>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum OneOrEach {
    One(u32),
    Each(Vec<u32>),
}

impl Shapes {
    /// The boxes of each state of the block.
    pub fn of(&self, block: &str, states: usize) -> Result<Vec<&[[f64; 6]]>, GamedataError> {
        let numbers = match self.blocks.get(block) {
            Some(OneOrEach::One(number)) => vec![*number; states],
            Some(OneOrEach::Each(numbers)) if numbers.len() == states => numbers.clone(),
            _ => return Err(GamedataError::Shape(block.to_owned())),
        };
        let boxes = |number: &u32| self.shapes.get(&number.to_string()).map(Vec::as_slice);
        let shapes: Option<Vec<_>> = numbers.iter().map(boxes).collect();
        shapes.ok_or_else(|| GamedataError::Shape(block.to_owned()))
    }
}

#[derive(Deserialize)]
pub struct Food {
    pub name: String,
    #[serde(rename = "foodPoints")]
    pub points: u8,
    pub saturation: f64,
}

#[derive(Deserialize)]
pub struct Entity {
    pub name: String,
    pub width: f64,
    pub height: f64,
}

#[derive(Deserialize)]
pub struct Made {
    pub count: u8,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Recipe {
    pub in_shape: Option<Vec<Vec<Option<u16>>>>,
    pub ingredients: Option<Vec<u16>>,
    pub result: Made,
}

pub struct Package {
    pub items: Vec<Item>,
    pub blocks: Vec<Block>,
    pub foods: Vec<Food>,
    pub entities: Vec<Entity>,
    /// Crafting recipes by the id of the item they make.
    pub recipes: BTreeMap<u16, Vec<Recipe>>,
    pub shapes: Shapes,
}

impl Package {
    /// Reads the package of game data. It shares files between game versions; `dataPaths.json` says which folder to
    /// use.
    pub fn read(data: &Path) -> Result<Package, GamedataError> {
        let paths: BTreeMap<String, BTreeMap<String, BTreeMap<String, String>>> = json(&data.join("dataPaths.json"))?;
        let folder = |file: &str| data.join(&paths["pc"][GAME][file]).join(format!("{file}.json"));
        let package = Package {
            items: json(&folder("items"))?,
            blocks: json(&folder("blocks"))?,
            foods: json(&folder("foods"))?,
            entities: json(&folder("entities"))?,
            recipes: json(&folder("recipes"))?,
            shapes: json(&folder("blockCollisionShapes"))?,
        };
        // Our item and block ids are the indices in these lists.
        assert!(package.items.iter().enumerate().all(|(at, item)| usize::from(item.id) == at), "item ids are dense");
        assert!(
            package.blocks.iter().enumerate().all(|(at, block)| usize::from(block.id) == at),
            "block ids are dense"
        );
        Ok(package)
    }

    pub fn item_name(&self, id: u16) -> &str {
        &self.items[usize::from(id)].name
    }
}

fn json<T: DeserializeOwned>(path: &Path) -> Result<T, GamedataError> {
    let text = fs::read_to_string(path).map_err(|error| GamedataError::File(path.into(), error))?;
    serde_json::from_str(&text).map_err(|error| GamedataError::Json(path.into(), error))
}

/// The rows of the smelting table, in the order of the source file.
pub fn smelting(path: &Path) -> Result<Rows, GamedataError> {
    #[derive(Deserialize)]
    struct Facts {
        rows: Vec<(String, Vec<String>, String, u16)>,
    }
    let facts: Facts = json(path)?;
    let row = |(station, inputs, output, ticks): (String, Vec<String>, String, u16)| {
        vec![station, output, ticks.to_string(), inputs.join(" ")]
    };
    Ok(facts.rows.into_iter().map(row).collect())
}
