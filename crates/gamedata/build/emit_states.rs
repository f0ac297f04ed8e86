//! Turns the tables of block states and boxes into statics.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::emit::{Emit, Result, number, some, variant};
use super::table::{Row, Table};

const ROLES: [(&str, &str); 3] =
    [("placed", "Role::Placed"), ("derived", "Role::Derived"), ("changing", "Role::Changing")];
/// Boxes reach at most this far from their cell, in 1/32 of a block: two blocks.
const REACH_PARTS: i8 = 64;

/// The columns of all states, and what the blocks share.
#[derive(Default)]
struct Collected<'a> {
    kinds: Vec<(String, &'a str)>,
    properties: BTreeMap<&'a str, usize>,
    definitions: Vec<String>,
    blocks: Vec<String>,
    block_of: Vec<u16>,
    shape_of: Vec<u16>,
    light_of: Vec<u8>,
}

/// Writes the statics of all block states. The rows must be those of the block table, in its order.
pub fn states(emit: &mut Emit<'_>, blocks: &Table<'_>, states: &Table<'_>, boxes: &Table<'_>) -> Result<()> {
    let shapes = shapes(boxes)?;
    let mut all = Collected::default();
    if states.rows.len() != blocks.rows.len() {
        return Err(states.error(0, "there is not one row for each block"));
    }
    for (at, (row, block)) in states.rows.iter().zip(&blocks.rows).enumerate() {
        if row.cells[0] != block.cells[0] {
            return Err(states.error(row.line, format!("block \"{}\" is expected here", block.cells[0])));
        }
        all.block(states, row, at as u16, shapes.len())?;
    }
    emit.out.push_str(&kinds(&all.kinds));
    emit.array("PROPERTIES", "Property", &all.definitions);
    emit.array("BLOCK_STATES", "BlockStates", &all.blocks);
    emit.array("BLOCK_OF_STATE", "u16", &all.block_of);
    emit.array("SHAPE_OF_STATE", "u16", &all.shape_of);
    emit.array("LIGHT_OF_STATE", "u8", &all.light_of);
    emit.array("SHAPES", "&[Aabb]", &shapes);
    Ok(())
}

impl<'a> Collected<'a> {
    fn block(&mut self, table: &Table<'_>, row: &Row<'a>, block: u16, shapes: usize) -> Result<()> {
        let line = row.line;
        let [name, kind, default, properties, boxes, light, filter] = row.cells[..] else {
            unreachable!("the table was parsed with seven columns")
        };
        let first = self.block_of.len();
        let mut count = 1_usize;
        let mut numbers = Vec::new();
        for cell in some(properties).into_iter().flat_map(|cell| cell.split(' ')) {
            let (number, values) = self.property(table, line, cell)?;
            numbers.push(number.to_string());
            count *= values;
        }
        let default: usize = number(table, line, "default", default)?;
        let last = u16::try_from(first + count - 1).map_err(|_| table.error(line, "more states than ids"))?;
        if default >= count {
            return Err(table.error(line, format!("the default state is not among the {count} states")));
        }
        let kind = self.kind(kind, name);
        self.blocks.push(format!(
            "BlockStates{{first:{first},last:{last},default:{},kind:Kind::{kind},properties:&[{}]}}\n",
            first + default,
            numbers.join(",")
        ));
        self.block_of.extend(vec![block; count]);
        let boxes = runs(table, line, boxes, count, shapes)?;
        self.shape_of.extend(boxes.iter().map(|shape| *shape as u16));
        let (light, filter) = (runs(table, line, light, count, 16)?, runs(table, line, filter, count, 16)?);
        self.light_of.extend(light.iter().zip(&filter).map(|(light, filter)| (filter * 16 + light) as u8));
        Ok(())
    }

    /// The number of a property, such as `lit:changing=true|false`, among the distinct ones, and how many values it has.
    fn property(&mut self, table: &Table<'_>, line: usize, cell: &'a str) -> Result<(usize, usize)> {
        let bad = || table.error(line, format!("not name:role=values: \"{cell}\""));
        let (head, values) = cell.split_once('=').ok_or_else(bad)?;
        let (name, role) = head.split_once(':').ok_or_else(bad)?;
        let role = variant(table, line, &ROLES, role)?;
        let values: Vec<&str> = values.split('|').collect();
        let next = self.definitions.len();
        let number = *self.properties.entry(cell).or_insert(next);
        if number == next {
            let _ = u8::try_from(next).map_err(|_| table.error(line, "more than 256 distinct properties"))?;
            self.definitions.push(format!("Property{{name:{name:?},values:&{values:?},role:{role}}}\n"));
        }
        Ok((number, values.len()))
    }

    /// The Rust name of a kind.
    fn kind(&mut self, word: &str, block: &'a str) -> String {
        let name = rust_name(word);
        if !self.kinds.iter().any(|(known, _)| *known == name) {
            self.kinds.push((name.clone(), block));
        }
        name
    }
}

/// The enum of the kinds, in the order in which blocks first have them.
fn kinds(kinds: &[(String, &str)]) -> String {
    let mut text = String::from(
        "/// What a block behaves as when it is placed, joined and supported. Generated from `sources/block_kinds.tsv`.\n\
         #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]\npub enum Kind {\n",
    );
    for (name, block) in kinds {
        let _ = writeln!(text, "/// Such as `{block}`.\n{name},");
    }
    text + "}\n"
}

/// Writes the enum of the groups of blocks, and for each block a set with one bit for each group.
pub fn groups(emit: &mut Emit<'_>, table: &Table<'_>) -> Result<()> {
    let mut sets = vec![0_u64; emit.blocks.ids.len()];
    let mut text = String::from(
        "/// Groups of blocks that placing asks for. Generated from `sources/block_groups.tsv`.\n\
         #[derive(Debug, Clone, Copy, PartialEq, Eq)]\npub enum Group {\n",
    );
    for (bit, row) in table.rows.iter().enumerate() {
        if bit >= u64::BITS as usize {
            return Err(table.error(row.line, "more than 64 groups"));
        }
        for name in row.cells[1].split(' ') {
            sets[usize::from(emit.blocks.id(table, row.line, name)?)] |= 1 << bit;
        }
        let first = row.cells[1].split(' ').next().unwrap_or_default();
        let _ = writeln!(text, "/// Such as `{first}`.\n{},", rust_name(row.cells[0]));
    }
    emit.out.push_str(&(text + "}\n"));
    emit.array("GROUPS_OF_BLOCK", "u64", &sets);
    Ok(())
}

/// `big_dripleaf` as `BigDripleaf`.
fn rust_name(word: &str) -> String {
    let upper = |part: &str| part[..1].to_uppercase() + &part[1..];
    word.split('_').filter(|part| !part.is_empty()).map(upper).collect()
}

/// The numbers of a cell such as `3*7 8`; there must be `count` of them, each below `limit`.
fn runs(table: &Table<'_>, line: usize, cell: &str, count: usize, limit: usize) -> Result<Vec<usize>> {
    let mut all = Vec::new();
    for run in cell.split(' ') {
        let (times, value) = run.split_once('*').unwrap_or(("1", run));
        let times: usize = number(table, line, "times", times)?;
        let value: usize = number(table, line, "number", value)?;
        if value >= limit || times > count {
            return Err(table.error(line, format!("a number that cannot be: \"{run}\"")));
        }
        all.extend(vec![value; times]);
    }
    if all.len() != count {
        return Err(table.error(line, format!("{} numbers for {count} states", all.len())));
    }
    Ok(all)
}

fn shapes(table: &Table<'_>) -> Result<Vec<String>> {
    let mut all = Vec::new();
    for row in &table.rows {
        let mut boxes = Vec::new();
        for cell in some(row.cells[0]).into_iter().flat_map(|cell| cell.split(' ')) {
            let mut corners = Vec::new();
            for part in cell.split(',') {
                corners.push(number::<i8>(table, row.line, "corner", part)?);
            }
            let far = corners.iter().any(|corner| corner.unsigned_abs() > REACH_PARTS.unsigned_abs());
            if corners.len() != 6 || far || (0..3).any(|axis| corners[axis] >= corners[axis + 3]) {
                return Err(table.error(row.line, format!("a box that cannot be: \"{cell}\"")));
            }
            boxes.push(format!("Aabb{{min:{:?},max:{:?}}}", &corners[..3], &corners[3..]));
        }
        all.push(format!("&[{}]\n", boxes.join(",")));
    }
    Ok(all)
}
