//! Makes the rows of the table of block states and of the table of their boxes.

use std::collections::BTreeMap;

use super::package::{Block, Package, Shapes};
use super::sources::{Source, SourceError, star};
use super::{GamedataError, Rows};

pub struct Facts {
    pub kinds: Source,
    pub roles: Source,
    pub light: Source,
}

/// The kind of a block that no row of the table of kinds matches.
const PLAIN: &str = "plain";
/// Boxes are counted in this many parts of a block's edge.
const PARTS: f64 = 32.0;

/// The rows of the tables of states and of boxes.
pub fn rows(package: &Package, facts: &Facts) -> Result<[Rows; 2], GamedataError> {
    let mut boxes = Boxes { shapes: &package.shapes, rows: Rows::new(), known: BTreeMap::new() };
    let mut rows = Rows::new();
    let mut next = 0;
    for block in &package.blocks {
        assert_eq!(u32::from(block.min_state_id), next, "{}: state ids are dense", block.name);
        next = u32::from(block.max_state_id) + 1;
        let states = States::of(block);
        let kind = kind(&facts.kinds, &block.name);
        let properties: Vec<String> = states
            .properties
            .iter()
            .map(|(name, values)| Ok(format!("{name}:{}={}", role(&facts.roles, name, kind)?, values.join("|"))))
            .collect::<Result<_, SourceError>>()?;
        let (light, filter) = light(&facts.light, block, &states)?;
        rows.push(vec![
            block.name.clone(),
            kind.to_owned(),
            (block.default_state - block.min_state_id).to_string(),
            if properties.is_empty() { "-".to_owned() } else { properties.join(" ") },
            in_runs(&boxes.of(block, states.count())?),
            in_runs(&light),
            in_runs(&filter),
        ]);
    }
    check_patterns(package, facts)?;
    Ok([rows, boxes.rows])
}

/// A block's properties with their values. The last property counts fastest.
struct States<'a> {
    properties: Vec<(&'a str, Vec<String>)>,
}

impl<'a> States<'a> {
    fn of(block: &'a Block) -> States<'a> {
        let values = |property: &super::package::Property| match (&property.values, property.kind.as_str()) {
            (Some(values), _) => values.clone(),
            (None, "bool") => vec!["true".to_owned(), "false".to_owned()],
            (None, _) => (0..property.num_values).map(|value| value.to_string()).collect(),
        };
        let properties: Vec<_> =
            block.states.iter().map(|property| (property.name.as_str(), values(property))).collect();
        assert!(properties.is_sorted(), "{}: properties are in the order of the alphabet", block.name);
        let states = States { properties };
        assert_eq!(states.count(), usize::from(block.max_state_id - block.min_state_id) + 1, "{}", block.name);
        states
    }

    fn count(&self) -> usize {
        self.properties.iter().map(|(_, values)| values.len()).product()
    }

    /// Whether the state at this place among the block's states fits a condition such as `lit=true,candles=2`.
    fn fits(&self, place: usize, when: &str) -> bool {
        when.split(',').filter(|part| !part.is_empty()).all(|part| {
            let mut rest = place;
            let mut held = None;
            for (name, values) in self.properties.iter().rev() {
                if part.split_once('=').is_some_and(|(wanted, _)| wanted == *name) {
                    held = Some(values[rest % values.len()].as_str());
                }
                rest /= values.len();
            }
            held.is_some() && held == part.split_once('=').map(|(_, value)| value)
        })
    }
}

fn matches(words: &str, name: &str) -> bool {
    words.split(' ').any(|word| word == "*" || star(word, name).is_some())
}

fn kind<'a>(source: &'a Source, block: &str) -> &'a str {
    let row = source.rows.iter().find(|(_, cells)| matches(&cells[1], block));
    row.map_or(PLAIN, |(_, cells)| cells[0].as_str())
}

fn role<'a>(source: &'a Source, property: &str, kind: &str) -> Result<&'a str, SourceError> {
    let row = source.rows.iter().find(|(_, cells)| cells[0] == property && matches(&cells[1], kind));
    let row = row.ok_or_else(|| source.error(1, format!("no role for property \"{property}\" of kind \"{kind}\"")))?;
    Ok(&row.1[2])
}

/// The light and the light filter of each of the block's states.
fn light(source: &Source, block: &Block, states: &States<'_>) -> Result<(Vec<usize>, Vec<usize>), SourceError> {
    let mut light = vec![usize::from(block.emit_light); states.count()];
    let mut filter = vec![usize::from(block.filter_light); states.count()];
    for (line, cells) in source.rows.iter().filter(|(_, cells)| matches(&cells[0], &block.name)) {
        let number = |cell: &str| {
            let bad = || source.error(*line, format!("\"{cell}\" is neither - nor 0 to 15"));
            if cell == "-" { Ok(None) } else { cell.parse().ok().filter(|n| *n <= 15).map(Some).ok_or_else(bad) }
        };
        let (lit, filtered) = (number(&cells[2])?, number(&cells[3])?);
        for place in (0..states.count()).filter(|place| states.fits(*place, &cells[1])) {
            light[place] = lit.unwrap_or(light[place]);
            // Water takes one level of light out of what is clear; what takes more takes no less for it.
            filter[place] = match filtered {
                Some(1) => filter[place].max(1),
                other => other.unwrap_or(filter[place]),
            };
        }
    }
    Ok((light, filter))
}

/// The distinct shapes, each a row of boxes, in the order in which states first use them.
struct Boxes<'a> {
    shapes: &'a Shapes,
    rows: Rows,
    known: BTreeMap<String, usize>,
}

impl Boxes<'_> {
    /// The number of the shape of each of the block's states.
    fn of(&mut self, block: &Block, states: usize) -> Result<Vec<usize>, GamedataError> {
        let shapes = self.shapes.of(&block.name, states)?;
        let shapes: Vec<String> = shapes.iter().map(|shape| in_parts(shape)).collect();
        Ok(shapes.into_iter().map(|shape| self.number(shape)).collect())
    }

    fn number(&mut self, shape: String) -> usize {
        let next = self.rows.len();
        let number = *self.known.entry(shape.clone()).or_insert(next);
        if number == next {
            self.rows.push(vec![shape]);
        }
        number
    }
}

/// A shape as the cell of a table: `0,0,0,32,16,32 …`, or `-` for nothing.
fn in_parts(shape: &[[f64; 6]]) -> String {
    let one = |corners: &[f64; 6]| {
        let parts = corners.map(|corner| {
            let parts = (corner * PARTS).round();
            assert!((parts / PARTS - corner).abs() < 1e-9, "{corner} is a whole number of parts");
            parts.to_string()
        });
        parts.join(",")
    };
    if shape.is_empty() { "-".to_owned() } else { shape.iter().map(one).collect::<Vec<_>>().join(" ") }
}

/// Numbers with runs of the same number put together: `3*7 8`.
fn in_runs(numbers: &[usize]) -> String {
    let runs = numbers.chunk_by(|left, right| left == right);
    let shown = |run: &[usize]| match run.len() {
        1 => run[0].to_string(),
        n => format!("{n}*{}", run[0]),
    };
    runs.map(shown).collect::<Vec<_>>().join(" ")
}

/// Every word of the sources must match something, so that a slip does not go unseen.
fn check_patterns(package: &Package, facts: &Facts) -> Result<(), SourceError> {
    let names: Vec<&str> = package.blocks.iter().map(|block| block.name.as_str()).collect();
    for (source, column) in [(&facts.kinds, 1), (&facts.light, 0)] {
        for (line, cells) in &source.rows {
            for word in cells[column].split(' ').filter(|word| *word != "*") {
                source.matching(*line, word, &names)?;
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_of_a_number_are_put_together() {
        for (numbers, text) in [(&[7, 7, 7, 8][..], "3*7 8"), (&[1], "1"), (&[1, 2, 2], "1 2*2")] {
            assert_eq!(in_runs(numbers), text);
        }
    }

    #[test]
    fn boxes_are_counted_in_parts_of_a_block() {
        assert_eq!(in_parts(&[]), "-");
        assert_eq!(in_parts(&[[0.0, -0.25, 0.0, 1.0, 0.5, 1.5]]), "0,-8,0,32,16,48");
    }

    #[test]
    fn a_condition_fits_the_states_that_have_its_values() {
        let values = |values: &[&str]| values.iter().map(ToString::to_string).collect::<Vec<_>>();
        let states =
            States { properties: vec![("candles", values(&["1", "2", "3"])), ("lit", values(&["true", "false"]))] };
        for (when, places) in
            [("", &[0, 1, 2, 3, 4, 5][..]), ("lit=true", &[0, 2, 4]), ("candles=2,lit=false", &[3]), ("age=1", &[])]
        {
            assert_eq!((0..6).filter(|place| states.fits(*place, when)).collect::<Vec<_>>(), places, "{when}");
        }
    }
}
