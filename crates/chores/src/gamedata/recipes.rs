//! Makes the rows of the recipe table: the package's recipes with their alternatives merged, and our own.

use std::collections::BTreeMap;

use super::Rows;
use super::package::{Package, Recipe};
use super::sources::{Groups, Source, SourceError};

pub struct Facts {
    pub alternatives: Source,
    pub added: Source,
    pub stonecutting: Source,
    pub leaves: Source,
}

/// The items that fit into a cell of the crafting grid, by id; empty for an empty cell.
type Cell = Vec<u16>;

/// What recipes must have in common to be merged: all but the items in their cells.
#[derive(PartialEq, Eq, PartialOrd, Ord, Clone)]
struct Frame {
    kind: String,
    count: u8,
    /// Which cells of the crafting grid are empty.
    empty: Vec<bool>,
}

struct Maker<'a> {
    package: &'a Package,
    groups: &'a Groups,
    ids: BTreeMap<&'a str, u16>,
    leaves: BTreeMap<u16, u16>,
    /// Rows of the recipe table: the output item, then the other cells of the row.
    rows: Vec<(u16, Vec<String>)>,
}

pub fn rows(package: &Package, facts: &Facts, groups: &Groups) -> Result<Rows, SourceError> {
    let ids = package.items.iter().map(|item| (item.name.as_str(), item.id)).collect();
    let mut maker = Maker { package, groups, ids, leaves: BTreeMap::new(), rows: Vec::new() };
    for (line, cells) in &facts.leaves.rows {
        let pair = (maker.id(&facts.leaves, *line, &cells[0])?, maker.id(&facts.leaves, *line, &cells[1])?);
        maker.leaves.extend([pair]);
    }
    // The package writes special recipes without a fixed output, such as enlarging a map, with output 0 (air).
    for (output, recipes) in package.recipes.iter().filter(|(output, _)| **output != 0) {
        maker.add_package_recipes(*output, recipes, &facts.alternatives)?;
    }
    maker.add_own(&facts.added)?;
    maker.add_stonecutting(&facts.stonecutting)?;
    // A stable sort: recipes with the same output keep their order.
    maker.rows.sort_by_key(|(output, _)| *output);
    Ok(maker.rows.into_iter().map(|(_, row)| row).collect())
}

impl Maker<'_> {
    fn id(&self, source: &Source, line: usize, name: &str) -> Result<u16, SourceError> {
        self.ids.get(name).copied().ok_or_else(|| source.error(line, format!("unknown item \"{name}\"")))
    }

    fn add_package_recipes(&mut self, output: u16, recipes: &[Recipe], wider: &Source) -> Result<(), SourceError> {
        let mut frames: Vec<(Frame, Vec<Vec<Cell>>)> = Vec::new();
        for recipe in recipes {
            let (frame, cells) = frame(recipe);
            match frames.iter_mut().find(|(known, _)| *known == frame) {
                Some((_, same)) => same.push(cells),
                None => frames.push((frame, vec![cells])),
            }
        }
        for (frame, same) in frames {
            for mut cells in self.together(same) {
                self.widen(output, &mut cells, wider)?;
                self.push(&frame.kind, output, frame.count, &cells);
            }
        }
        Ok(())
    }

    /// Merges recipes into one where the alternatives are independent: when only one cell differs, or when each cell
    /// takes a whole group. The package lists the members of groups in parallel; the game allows mixing them.
    fn together(&self, same: Vec<Vec<Cell>>) -> Vec<Vec<Cell>> {
        let mut union: Vec<Cell> = same[0].clone();
        for other in &same[1..] {
            for (cell, more) in union.iter_mut().zip(other) {
                cell.extend(more);
                cell.sort_unstable();
                cell.dedup();
            }
        }
        let differing: Vec<&Cell> = union.iter().filter(|cell| cell.len() > 1).collect();
        let independent = differing.len() <= 1 || differing.iter().all(|cell| self.group(cell).is_some());
        if independent { vec![union] } else { same }
    }

    fn group(&self, cell: &Cell) -> Option<&str> {
        let names: Vec<String> = cell.iter().map(|id| self.package.item_name(*id).to_owned()).collect();
        self.groups.with_members(&names)
    }

    /// Replaces a single item in a recipe by its group (such as planks) where the package names only one member.
    fn widen(&self, output: u16, cells: &mut [Cell], wider: &Source) -> Result<(), SourceError> {
        for (line, row) in &wider.rows {
            if self.id(wider, *line, &row[0])? != output {
                continue;
            }
            let named = vec![self.id(wider, *line, &row[1])?];
            for cell in cells.iter_mut().filter(|cell| **cell == named) {
                *cell = self.cell(wider, *line, &row[2], output)?;
            }
        }
        Ok(())
    }

    /// The items that a recipe cell written as text stands for: `.`, `a`, `a|b`, `#group` or `#group-self`.
    fn cell(&self, source: &Source, line: usize, word: &str, output: u16) -> Result<Cell, SourceError> {
        if word == "." {
            return Ok(Cell::new());
        }
        let Some(group) = word.strip_prefix('#') else {
            return word.split('|').map(|name| self.id(source, line, name)).collect();
        };
        let (group, without_self) = group.strip_suffix("-self").map_or((group, false), |group| (group, true));
        let members = self.groups.get(group).ok_or_else(|| source.error(line, format!("no group \"{group}\"")))?;
        let ids: Result<Cell, _> = members.iter().map(|name| self.id(source, line, name)).collect();
        Ok(ids?.into_iter().filter(|id| !(without_self && *id == output)).collect())
    }

    fn add_own(&mut self, source: &Source) -> Result<(), SourceError> {
        for (line, row) in &source.rows {
            let output = self.id(source, *line, &row[1])?;
            let count = row[2].parse().map_err(|_| source.error(*line, format!("not a number: \"{}\"", row[2])))?;
            let cells: Result<Vec<Cell>, _> =
                row[3].split(' ').map(|word| self.cell(source, *line, word, output)).collect();
            self.push(&row[0], output, count, &cells?);
        }
        Ok(())
    }

    fn add_stonecutting(&mut self, source: &Source) -> Result<(), SourceError> {
        for (line, row) in &source.rows {
            let input = self.id(source, *line, &row[0])?;
            for word in row[1].split(' ') {
                let (name, count) = word.split_once('*').unwrap_or((word, "1"));
                let output = self.id(source, *line, name)?;
                let count = count.parse().map_err(|_| source.error(*line, format!("not a number: \"{word}\"")))?;
                self.push("stonecutting", output, count, &[vec![input]]);
            }
        }
        Ok(())
    }

    fn push(&mut self, kind: &str, output: u16, count: u8, cells: &[Cell]) {
        let mut left: BTreeMap<u16, u8> = BTreeMap::new();
        for cell in cells {
            // In every recipe of the game, all alternatives of a cell leave the same item behind.
            if let Some(stays) = cell.first().and_then(|item| self.leaves.get(item)) {
                *left.entry(*stays).or_default() += 1;
            }
        }
        let left: Vec<String> =
            left.iter().map(|(item, count)| format!("{}*{count}", self.package.item_name(*item))).collect();
        let words: Vec<String> = cells.iter().map(|cell| self.word(cell)).collect();
        let row = vec![
            kind.to_owned(),
            self.package.item_name(output).to_owned(),
            count.to_string(),
            words.join(" "),
            if left.is_empty() { "-".to_owned() } else { left.join(" ") },
        ];
        self.rows.push((output, row));
    }

    fn word(&self, cell: &Cell) -> String {
        match (cell.len(), self.group(cell)) {
            (0, _) => ".".to_owned(),
            (2.., Some(group)) => format!("#{group}"),
            _ => cell.iter().map(|id| self.package.item_name(*id)).collect::<Vec<_>>().join("|"),
        }
    }
}

fn frame(recipe: &Recipe) -> (Frame, Vec<Cell>) {
    let (kind, cells): (String, Vec<Cell>) = match (&recipe.in_shape, &recipe.ingredients) {
        (Some(shape), _) => {
            let width = shape.iter().map(Vec::len).max().unwrap_or_default();
            let padded = shape.iter().flat_map(|row| (0..width).map(|x| row.get(x).copied().flatten()));
            (format!("shaped:{width}x{}", shape.len()), padded.map(|item| item.into_iter().collect()).collect())
        }
        (None, ingredients) => {
            let all = ingredients.iter().flatten();
            ("shapeless".to_owned(), all.map(|item| vec![*item]).collect())
        }
    };
    let empty = cells.iter().map(Vec::is_empty).collect();
    (Frame { kind, count: recipe.result.count, empty }, cells)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gamedata::package::{Item, Made, Shapes};

    const NAMES: [&str; 10] =
        ["air", "oak", "ash", "oak_slab", "ash_slab", "stick", "coal", "barrel", "milk", "bucket"];
    const AIR: u16 = 0;
    const OAK: u16 = 1;
    const ASH: u16 = 2;
    const OAK_SLAB: u16 = 3;
    const ASH_SLAB: u16 = 4;
    const STICK: u16 = 5;
    const COAL: u16 = 6;
    const BARREL: u16 = 7;
    const MILK: u16 = 8;

    fn shaped(rows: &[&[u16]], count: u8) -> Recipe {
        let cell = |item: &u16| (*item != AIR).then_some(*item);
        let shape = rows.iter().map(|row| row.iter().map(cell).collect()).collect();
        Recipe { in_shape: Some(shape), ingredients: None, result: Made { count } }
    }

    fn shapeless(ingredients: &[u16], count: u8) -> Recipe {
        Recipe { in_shape: None, ingredients: Some(ingredients.to_vec()), result: Made { count } }
    }

    fn source(columns: usize, rows: &str) -> Source {
        let head = vec!["head"; columns].join("\t");
        Source::parse("test.tsv".into(), &format!("{head}\n{rows}"), columns).unwrap()
    }

    /// Checks the generated rows of all recipes for one output, written as "kind count cells left_over".
    fn check(output: u16, recipes: Vec<Recipe>, wider: &str, expected: &[&str]) {
        let item = |(id, name): (usize, &&str)| Item {
            id: id as u16,
            name: (*name).into(),
            display_name: (*name).into(),
            stack_size: 64,
            max_durability: 0,
        };
        let package = Package {
            items: NAMES.iter().enumerate().map(item).collect(),
            blocks: vec![],
            foods: vec![],
            entities: vec![],
            recipes: BTreeMap::from([(output, recipes)]),
            shapes: Shapes::default(),
        };
        let groups = Groups::new(&source(2, "planks\toak ash\nslabs\toak_slab ash_slab\n"), NAMES.into_iter()).unwrap();
        let facts = Facts {
            alternatives: source(3, wider),
            added: source(4, ""),
            stonecutting: source(2, ""),
            leaves: source(2, "milk\tbucket\n"),
        };
        let rows = rows(&package, &facts, &groups).unwrap();
        let found: Vec<String> =
            rows.iter().map(|row| format!("{} {} {} {}", row[0], row[2], row[3], row[4])).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn groups_listed_in_parallel_become_independent_alternatives() {
        let recipes = vec![shaped(&[&[OAK, OAK_SLAB, OAK]], 1), shaped(&[&[ASH, ASH_SLAB, ASH]], 1)];
        check(BARREL, recipes, "", &["shaped:3x1 1 #planks #slabs #planks -"]);
    }

    #[test]
    fn recipes_that_differ_in_one_cell_are_merged() {
        let recipes = vec![shaped(&[&[OAK], &[STICK]], 4), shaped(&[&[COAL], &[STICK]], 4)];
        check(BARREL, recipes, "", &["shaped:1x2 4 oak|coal stick -"]);
    }

    #[test]
    fn dependent_alternatives_are_not_merged() {
        let recipes = vec![shaped(&[&[OAK, COAL]], 1), shaped(&[&[STICK, MILK]], 1)];
        check(BARREL, recipes, "", &["shaped:2x1 1 oak coal -", "shaped:2x1 1 stick milk bucket*1"]);
    }

    #[test]
    fn recipes_with_other_counts_or_shapes_are_not_merged() {
        let recipes = vec![
            shapeless(&[OAK], 1),
            shapeless(&[ASH], 2),
            shaped(&[&[OAK, AIR], &[ASH]], 1),
            shaped(&[&[OAK, ASH]], 1),
        ];
        let expected =
            ["shapeless 1 oak -", "shapeless 2 ash -", "shaped:2x2 1 oak . ash . -", "shaped:2x1 1 oak ash -"];
        check(BARREL, recipes, "", &expected);
    }

    #[test]
    fn a_single_member_is_replaced_by_its_group_without_the_output() {
        check(BARREL, vec![shapeless(&[OAK, COAL], 1)], "barrel\toak\t#planks\n", &["shapeless 1 #planks coal -"]);
        check(ASH, vec![shapeless(&[OAK, COAL], 1)], "ash\toak\t#planks-self\n", &["shapeless 1 oak coal -"]);
    }

    #[test]
    fn buckets_are_left_over_in_the_grid() {
        check(BARREL, vec![shapeless(&[MILK, MILK, COAL], 1)], "", &["shapeless 1 milk milk coal bucket*2"]);
    }

    #[test]
    fn special_recipes_without_a_fixed_output_are_left_out() {
        check(AIR, vec![shapeless(&[OAK], 0)], "", &[]);
    }
}
