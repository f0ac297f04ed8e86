//! Turns groups, recipes and smelting into statics, with an index by output.

use std::collections::BTreeMap;

use super::emit::{Emit, Result, STATIONS, number, some, variant};
use super::table::{Row, Table};

impl<'a> Emit<'a> {
    pub fn groups(&mut self, table: &Table<'a>) -> Result<()> {
        let mut all = Vec::new();
        for Row { line, cells } in &table.rows {
            let members = self.ids(table, *line, cells[1].split(' '))?;
            all.push(format!("({:?}, {})", cells[0], Emit::item_list(&members)));
            if self.groups.insert(cells[0], members).is_some() {
                return Err(table.error(*line, format!("group \"{}\" occurs twice", cells[0])));
            }
        }
        self.array("GROUPS", "(&str, &[ItemId])", &all);
        Ok(())
    }

    pub fn recipes(&mut self, table: &Table<'_>) -> Result<()> {
        let mut all = Vec::new();
        let mut making: BTreeMap<u16, Vec<u16>> = BTreeMap::new();
        for row in &table.rows {
            let number = u16::try_from(all.len()).map_err(|_| table.error(row.line, "more recipes than numbers"))?;
            let output = self.items.id(table, row.line, row.cells[1])?;
            making.entry(output).or_default().push(number);
            all.push(self.recipe(table, row, output)?);
        }
        self.array("RECIPES", "Recipe", &all);
        self.by_item("RECIPES_MAKING", &making);
        Ok(())
    }

    fn recipe(&self, table: &Table<'_>, row: &Row<'_>, output: u16) -> Result<String> {
        let line = row.line;
        let [kind, _, count, cells, left_over] = row.cells[..] else {
            unreachable!("the table was parsed with five columns")
        };
        let count: u8 = number(table, line, "count", count)?;
        let mut grid = Vec::new();
        for cell in cells.split(' ') {
            grid.push(self.alternatives(table, line, cell)?);
        }
        let (kind, needs_table) = match kind.strip_prefix("shaped:") {
            Some(size) => {
                let (width, height) = size.split_once('x').unwrap_or((size, ""));
                let (width, height): (u8, u8) =
                    (number(table, line, "width", width)?, number(table, line, "height", height)?);
                if !(1..=3).contains(&width) || !(1..=3).contains(&height) || grid.len() != usize::from(width * height)
                {
                    return Err(table.error(line, format!("{} cells do not fill {width}x{height}", grid.len())));
                }
                (format!("RecipeKind::Shaped{{width:{width},height:{height}}}"), width > 2 || height > 2)
            }
            None if grid.iter().any(Vec::is_empty) => return Err(table.error(line, "an empty cell outside a shape")),
            None => {
                let words = [
                    ("shapeless", "RecipeKind::Shapeless"),
                    ("stonecutting", "RecipeKind::Stonecutting"),
                    ("smithing", "RecipeKind::Smithing"),
                ];
                (variant(table, line, &words, kind)?.into(), kind == "shapeless" && grid.len() > 4)
            }
        };
        if count == 0 || grid.iter().all(Vec::is_empty) || grid.len() > 9 {
            return Err(table.error(line, "a recipe takes one to nine things and makes at least one"));
        }
        let cells: Vec<String> = grid.iter().map(|ids| Emit::item_list(ids)).collect();
        let mut left = Vec::new();
        for part in some(left_over).into_iter().flat_map(|cell| cell.split(' ')) {
            let (name, count) = part.split_once('*').unwrap_or((part, "1"));
            let count: u8 = number(table, line, "left over", count)?;
            left.push(format!("(ItemId({}),{count})", self.items.id(table, line, name)?));
        }
        Ok(format!(
            "Recipe{{kind:{kind},cells:&[{}],output:ItemId({output}),count:{count},left_over:&[{}],needs_table:{needs_table}}}\n",
            cells.join(","),
            left.join(",")
        ))
    }

    /// The items that fit into a recipe cell of the table: `.` (empty), `a`, `a|b` or `#group`.
    fn alternatives(&self, table: &Table<'_>, line: usize, cell: &str) -> Result<Vec<u16>> {
        match cell.strip_prefix('#') {
            _ if cell == "." => Ok(Vec::new()),
            Some(group) => {
                let unknown = || table.error(line, format!("unknown group \"{group}\""));
                self.groups.get(group).cloned().ok_or_else(unknown)
            }
            None => self.ids(table, line, cell.split('|')),
        }
    }

    pub fn smelting(&mut self, table: &Table<'_>) -> Result<()> {
        let mut all = Vec::new();
        let mut making: BTreeMap<u16, Vec<u16>> = BTreeMap::new();
        // For each station and input item: the index of the smelting row plus one; 0 for none.
        let mut by_input = vec![vec![0_u8; self.items.ids.len()]; STATIONS.len()];
        for Row { line, cells } in &table.rows {
            let [station, output, ticks, inputs] = cells[..] else {
                unreachable!("the table was parsed with four columns")
            };
            let place = STATIONS.iter().position(|(word, _)| *word == station);
            let place = place.ok_or_else(|| table.error(*line, format!("no fire of that name: \"{station}\"")))?;
            let number_of = u8::try_from(all.len() + 1).map_err(|_| table.error(*line, "more rows than numbers"))?;
            let output = self.items.id(table, *line, output)?;
            let ticks: u16 = number(table, *line, "ticks", ticks)?;
            let inputs = self.ids(table, *line, inputs.split(' '))?;
            for input in &inputs {
                if std::mem::replace(&mut by_input[place][usize::from(*input)], number_of) != 0 {
                    return Err(table.error(*line, "one input has two results at the same station"));
                }
            }
            making.entry(output).or_default().push(u16::from(number_of) - 1);
            all.push(format!(
                "Smelt{{station:{},inputs:{},output:ItemId({output}),ticks:{ticks}}}\n",
                STATIONS[place].1,
                Emit::item_list(&inputs)
            ));
        }
        self.array("SMELTS", "Smelt", &all);
        self.by_item("SMELTS_MAKING", &making);
        for (place, (word, _)) in STATIONS.iter().enumerate() {
            self.array(&format!("SMELTS_IN_{}", word.to_uppercase()), "u8", &by_input[place]);
        }
        Ok(())
    }

    /// Writes, for every item, the numbers of the rows that make it.
    fn by_item(&mut self, name: &str, making: &BTreeMap<u16, Vec<u16>>) {
        let lists: Vec<String> = (0..self.items.ids.len())
            .map(|item| format!("&{:?}", making.get(&(item as u16)).map_or(&[][..], Vec::as_slice)))
            .collect();
        self.array(name, "&[u16]", &lists);
    }
}
