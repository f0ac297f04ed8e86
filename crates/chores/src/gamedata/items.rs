//! Makes the rows of the item and fuel tables.

use std::collections::{BTreeMap, BTreeSet};

use super::package::Package;
use super::sources::{Groups, Source, SourceError};
use super::{Rows, blocks::Placed};

pub struct Facts {
    pub gear: Source,
    pub foods: Source,
    pub leaves: Source,
}

/// Damage and attacks per second of a bare hand, each x1000: half a heart, four times per second.
const HAND_ATTACK: &str = "1000/4000";
const FOOD_DEFAULT: [&str; 3] = ["32", "-", "no"];

fn names(package: &Package) -> BTreeSet<&str> {
    package.items.iter().map(|item| item.name.as_str()).collect()
}

/// Converts a JSON number to thousandths.
pub fn milli(number: f64) -> i64 {
    (number * 1000.0).round() as i64
}

pub fn rows(package: &Package, facts: &Facts, placed: &Placed) -> Result<Rows, SourceError> {
    let known = names(package);
    let gear = facts.gear.by_name(&known)?;
    let food_facts = facts.foods.by_name(&known)?;
    let leaves = facts.leaves.by_name(&known)?;
    let foods: BTreeMap<&str, _> = package.foods.iter().map(|food| (food.name.as_str(), food)).collect();
    let mut rows = Rows::new();
    for item in &package.items {
        let name = item.name.as_str();
        let food = foods.get(name).map_or("-".to_owned(), |food| {
            let facts = food_facts.get(name).map_or(FOOD_DEFAULT, |(_, cells)| [&cells[0], &cells[1], &cells[2]]);
            let harm = if facts[2] == "yes" { "harmful" } else { "harmless" };
            format!("{}/{}/{}/{}/{harm}", food.points, milli(food.saturation), facts[0], facts[1])
        });
        let gear = gear.get(name).map_or(["-", "-", "-"], |(_, cells)| [&cells[0], &cells[1], &cells[2]]);
        rows.push(vec![
            name.to_owned(),
            item.display_name.clone(),
            item.stack_size.to_string(),
            item.max_durability.to_string(),
            food,
            placed.block_of_item.get(name).map_or("-", String::as_str).to_owned(),
            gear[1].to_owned(),
            if gear[2] == "-" { HAND_ATTACK } else { gear[2] }.to_owned(),
            gear[0].to_owned(),
            leaves.get(name).map_or("-", |(_, cells)| &cells[0]).to_owned(),
        ]);
    }
    Ok(rows)
}

/// The rows of the table of fuels, by item id. Wood from the Nether is in the wood groups but does not burn.
pub fn fuels(package: &Package, source: &Source, groups: &Groups) -> Result<Rows, SourceError> {
    let known = names(package);
    let mut ticks: BTreeMap<&str, &str> = BTreeMap::new();
    for (line, cells) in &source.rows {
        let one = std::slice::from_ref(&cells[0]);
        let members = match cells[0].strip_prefix('#') {
            Some(group) => groups.get(group).ok_or_else(|| source.error(*line, format!("no group \"{group}\"")))?,
            None => one,
        };
        for name in members {
            if name.starts_with("crimson_") || name.starts_with("warped_") {
                continue;
            }
            let name =
                known.get(name.as_str()).ok_or_else(|| source.error(*line, format!("unknown item \"{name}\"")))?;
            if ticks.insert(name, &cells[1]).is_some() {
                return Err(source.error(*line, format!("\"{name}\" occurs twice")));
            }
        }
    }
    let burning = |name: &str| ticks.get(name).map(|ticks| vec![name.to_owned(), (*ticks).to_owned()]);
    Ok(package.items.iter().filter_map(|item| burning(&item.name)).collect())
}
