//! Makes the rows of the creature table.

use super::Rows;
use super::items::milli;
use super::package::Package;
use super::sources::{Source, SourceError};

/// Converts a mob's speed attribute to blocks per second. Each tick a walking mob gains the square of the attribute and
/// keeps 0.546 of its speed, so its speed settles at 0.98 x attribute^2 / (1 - 0.546) blocks per tick.
const PACE_MILLI: u64 = 43_172;

pub fn rows(package: &Package, source: &Source) -> Result<Rows, SourceError> {
    let mut rows = Rows::new();
    for (line, cells) in &source.rows {
        let [name, temper, health, damage, speed, attack, burns, drops] = &cells[..] else {
            unreachable!("the source was read with eight columns")
        };
        let entity = package.entities.iter().find(|entity| entity.name == *name);
        let entity = entity.ok_or_else(|| source.error(*line, format!("unknown creature \"{name}\"")))?;
        let number =
            |text: &str| text.parse::<u64>().map_err(|_| source.error(*line, format!("not a number: \"{text}\"")));
        let speed = match speed.split_once(':') {
            Some(("walk", attribute)) => PACE_MILLI * number(attribute)?.pow(2) / 1_000_000,
            Some(("about", pace)) => number(pace)?,
            _ => return Err(source.error(*line, format!("a speed must begin with walk: or about:, not \"{speed}\""))),
        };
        let size = [milli(entity.width).to_string(), milli(entity.height).to_string()];
        rows.push(vec![
            name.clone(),
            temper.clone(),
            health.clone(),
            damage.clone(),
            speed.to_string(),
            size[0].clone(),
            size[1].clone(),
            attack.clone(),
            burns.clone(),
            drops.clone(),
        ]);
    }
    Ok(rows)
}
