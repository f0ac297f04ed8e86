//! The format of the generated tables: `#` lines with source and checksum, a line of column names, then rows of
//! tab-separated cells.
//!
//! The build script reads it, `cargo xtask gamedata` writes it, and tests corrupt it.

use std::fmt;

/// What is wrong with a game data table, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableError {
    /// The table's file name inside `tables/`, such as `items.tsv`.
    pub table: String,
    /// The line with the error, counted from 1 as in editors; 0 for the whole file.
    pub line: usize,
    pub what: String,
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TableError { table, line, what } = self;
        write!(f, "crates/gamedata/tables/{table}:{line}: {what} (run `cargo xtask gamedata` to write the tables anew)")
    }
}

impl std::error::Error for TableError {}

/// A table row and the line it is on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row<'a> {
    pub line: usize,
    pub cells: Vec<&'a str>,
}

/// A game data table with a valid header, checksum and number of columns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table<'a> {
    pub name: &'static str,
    pub source: &'a str,
    pub rows: Vec<Row<'a>>,
}

impl Table<'_> {
    pub fn error(&self, line: usize, what: impl Into<String>) -> TableError {
        TableError { table: self.name.into(), line, what: what.into() }
    }
}

/// The columns of a game data table, and what it is about.
#[derive(Debug)]
pub struct Schema {
    pub file: &'static str,
    pub about: &'static str,
    pub columns: &'static [&'static str],
}

pub const ITEMS: Schema = Schema {
    file: "items.tsv",
    about: "Items by id. food: points/saturation x1000/ticks to eat/kept/harmful; armour: slot/points/toughness; \
            attack: half hearts x1000/attacks a second x1000; tool: class/tier/speed x1000; leaves: after crafting.",
    columns: &["name", "display", "stack", "durability", "food", "places", "armour", "attack", "tool", "leaves"],
};
pub const BLOCKS: Schema = Schema {
    file: "blocks.tsv",
    about: "Blocks by id. hardness and blast resistance x1000; flags: Diggable Solid Liquid Gravity Replaceable; \
            needs: least tier of the tool that gives drops; drops: item*min-max@millionths, ! when nothing after it falls.",
    columns: &[
        "name", "item", "hardness", "blast", "flags", "tool", "needs", "material", "light", "filter", "drops", "young",
        "sheared",
    ],
};
pub const GROUPS: Schema =
    Schema { file: "groups.tsv", about: "Items that stand for each other.", columns: &["group", "members"] };
pub const RECIPES: Schema = Schema {
    file: "recipes.tsv",
    about: "Recipes by number. Cells go row by row; . is empty, a|b either, #group any of it.",
    columns: &["kind", "output", "count", "cells", "left_over"],
};
pub const SMELTING: Schema = Schema {
    file: "smelting.tsv",
    about: "What each kind of fire makes of what, and in how many ticks.",
    columns: &["station", "output", "ticks", "inputs"],
};
pub const FUELS: Schema =
    Schema { file: "fuels.tsv", about: "How many ticks each fuel burns.", columns: &["item", "ticks"] };
pub const MOBS: Schema = Schema {
    file: "mobs.tsv",
    about: "Creatures. health, damage: half hearts; speed: blocks a second x1000; width, height: blocks x1000.",
    columns: &["name", "temper", "health", "damage", "speed", "width", "height", "attack", "burns", "drops"],
};

pub const STATES: Schema = Schema {
    file: "states.tsv",
    about: "States by block, in the order of the block table; the last property counts fastest. kind: what it behaves as; \
            default: the default state's place among the block's states; properties: name:role=values; boxes: a row of \
            boxes.tsv, counted from 0, for each state, light and filter: 0 to 15 for each state, n*value for n in a row.",
    columns: &["block", "kind", "default", "properties", "boxes", "light", "filter"],
};
pub const BOXES: Schema = Schema {
    file: "boxes.tsv",
    about: "What bodies collide with. A box goes from its lowest x,y,z to its highest, in 1/32 of a block.",
    columns: &["boxes"],
};

pub const BLOCK_GROUPS: Schema = Schema {
    file: "block_groups.tsv",
    about: "Groups of blocks that placing asks for.",
    columns: &["group", "members"],
};

const SOURCE: &str = "# source: ";
const CHECKSUM: &str = "# checksum: ";

/// The FNV-1a hash of a table with 64 bits: it detects a broken merge or a truncated file, and the build script needs
/// no dependency for it.
pub fn checksum(body: &str) -> u64 {
    body.bytes().fold(0xcbf2_9ce4_8422_2325, |sum, byte| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// Reads a game data table with these columns. The checksum covers everything after its own line.
pub fn parse<'a>(schema: &Schema, text: &'a str) -> Result<Table<'a>, TableError> {
    let Schema { file: name, columns, .. } = *schema;
    let error = |line: usize, what: String| TableError { table: name.into(), line, what };
    let mut lines = text.lines().enumerate().map(|(index, line)| (index + 1, line));
    let mut source = None;
    let (sum_line, sum) = loop {
        match lines.next() {
            Some((line, text)) if text.starts_with(CHECKSUM) => break (line, &text[CHECKSUM.len()..]),
            Some((_, text)) if text.starts_with(SOURCE) => source = Some(&text[SOURCE.len()..]),
            Some((_, text)) if text.starts_with('#') => {}
            Some((line, _)) => return Err(error(line, "no checksum line before the columns".into())),
            None => return Err(error(0, "the table is empty".into())),
        }
    };
    let source = source.ok_or_else(|| error(sum_line, "no source line before the checksum".into()))?;

    // Columns are checked before the checksum, so that a truncated row is reported with its line.
    let body_at = text.match_indices('\n').nth(sum_line - 1).map_or(text.len(), |(at, _)| at + 1);
    let (line, head) = lines.next().ok_or_else(|| error(sum_line, "no line of column names".into()))?;
    if head.split('\t').ne(columns.iter().copied()) {
        return Err(error(line, format!("the columns are not \"{}\"", columns.join(" "))));
    }
    let mut rows = Vec::new();
    for (line, text) in lines {
        let cells: Vec<&str> = text.split('\t').collect();
        if cells.len() != columns.len() {
            return Err(error(line, format!("{} cells, but there are {} columns", cells.len(), columns.len())));
        }
        if let Some(column) = cells.iter().position(|cell| cell.is_empty()) {
            return Err(error(line, format!("the cell of column \"{}\" is empty", columns[column])));
        }
        rows.push(Row { line, cells });
    }
    let found = format!("{:016x} over {} rows", checksum(&text[body_at..]), rows.len());
    if sum != found {
        return Err(error(sum_line, format!("the checksum says \"{sum}\", the rows give \"{found}\"")));
    }
    Ok(Table { name, source, rows })
}

/// Writes a game data table in the format that `parse` reads.
pub fn render(schema: &Schema, source: &str, rows: &[Vec<String>]) -> String {
    let Schema { about, columns, .. } = schema;
    let mut body = columns.join("\t") + "\n";
    for row in rows {
        body += &row.join("\t");
        body.push('\n');
    }
    let sum = checksum(&body);
    format!(
        "# {about}\n# Written by `cargo xtask gamedata`; change the generator or its sources, not this file.\n\
         {SOURCE}{source}\n{CHECKSUM}{sum:016x} over {} rows\n{body}",
        rows.len()
    )
}
