//! A corrupted table stops the build with the table's name and line. These tests run the build script's own code.

#[path = "../build/emit.rs"]
mod emit;
#[path = "../build/emit_recipes.rs"]
mod emit_recipes;
#[path = "../build/emit_states.rs"]
mod emit_states;
#[path = "../build/hash.rs"]
mod hash;
#[path = "../build/table.rs"]
mod table;

use proptest::prelude::*;
use table::{Schema, TableError};

const TABLES: [&str; 10] = [
    include_str!("../tables/items.tsv"),
    include_str!("../tables/blocks.tsv"),
    include_str!("../tables/groups.tsv"),
    include_str!("../tables/recipes.tsv"),
    include_str!("../tables/smelting.tsv"),
    include_str!("../tables/fuels.tsv"),
    include_str!("../tables/mobs.tsv"),
    include_str!("../tables/states.tsv"),
    include_str!("../tables/boxes.tsv"),
    include_str!("../tables/block_groups.tsv"),
];

/// The error that reading a game table with this text gives.
fn error_with(file: &str, text: &str) -> TableError {
    let at = emit::SCHEMAS.iter().position(|schema| schema.file == file).unwrap();
    let mut texts = TABLES;
    texts[at] = text;
    emit::rust(texts).expect_err("the table is corrupted")
}

fn text_of(file: &str) -> &'static str {
    TABLES[emit::SCHEMAS.iter().position(|schema| schema.file == file).unwrap()]
}

/// Replaces a piece of a game table and corrects the checksum, as a faulty generator would.
fn forged(file: &str, from: &str, to: &str) -> String {
    let text = text_of(file);
    assert!(text.contains(from), "{file} has {from:?}");
    let text = text.replacen(from, to, 1);
    let (head, sum_and_body) = text.split_once("# checksum: ").unwrap();
    let body = sum_and_body.split_once('\n').unwrap().1;
    let rows = body.lines().count() - 1;
    format!("{head}# checksum: {:016x} over {rows} rows\n{body}", table::checksum(body))
}

#[test]
fn the_committed_tables_are_valid() {
    assert!(emit::rust(TABLES).is_ok());
}

#[test]
fn a_damaged_file_is_reported_with_its_line() {
    let recipes = text_of("recipes.tsv");
    let line_of = |text: &str| recipes.lines().position(|line| line.contains(text)).unwrap() + 1;
    for (text, line, what) in [
        (recipes.replacen("\tstick\t4\t", "\tstick\t5\t", 1), 4, "the checksum says"),
        (recipes[..recipes.len() / 2].to_owned(), 0, ""),
        (recipes.replacen("\tstick\t4\t", "\tstick\t", 1), line_of("\tstick\t4\t"), "4 cells, but there are 5 columns"),
        (recipes.replacen("\tstick\t4\t", "\tstick\t\t", 1), line_of("\tstick\t4\t"), "column \"count\" is empty"),
        (recipes.replacen("kind\toutput", "output\tkind", 1), 5, "the columns are not"),
        (recipes.replacen("# source: ", "# ", 1), 4, "no source line"),
        (recipes.replacen("# checksum: ", "# ", 1), 5, "no checksum line"),
        (
            recipes.replacen("shaped:", "<<<<<<< ours\nshaped:", 1),
            line_of("shaped:"),
            "1 cells, but there are 5 columns",
        ),
        (String::new(), 0, "the table is empty"),
    ] {
        let error = error_with("recipes.tsv", &text);
        assert_eq!(error.table, "recipes.tsv");
        assert!(line == 0 || error.line == line, "{error}");
        assert!(error.what.contains(what), "{error}");
    }
}

#[test]
fn an_impossible_row_is_reported_with_its_line() {
    for (file, from, to, what) in [
        ("items.tsv", "\nbread\t", "\nstone\t", "item \"stone\" occurs twice"),
        (
            "items.tsv",
            "\tWooden Pickaxe\t1\t59\t",
            "\tWooden Pickaxe\t1\t70000\t",
            "durability is not a number in range",
        ),
        ("items.tsv", "pickaxe/wood/2000", "pickaxe/wood", "not 3 parts"),
        ("items.tsv", "pickaxe/wood/2000", "pickaxe/cheese/2000", "unknown word \"cheese\""),
        ("items.tsv", "/bowl/", "/bowel/", "unknown item \"bowel\""),
        ("items.tsv", "\tredstone_wire\t", "\tredstone_wine\t", "unknown block \"redstone_wine\""),
        ("blocks.tsv", "flint@100000!", "flint@1000001!", "a drop that cannot be"),
        ("blocks.tsv", "redstone*4-5", "redstone*5-4", "a drop that cannot be"),
        ("blocks.tsv", "\tDS\t", "\tDX\t", "unknown flag 'X'"),
        ("blocks.tsv", "\traw_iron\t", "\traw_irony\t", "unknown item \"raw_irony\""),
        ("blocks.tsv", "\t14\t0\ttorch", "\t16\t0\ttorch", "light goes from 0 to 15"),
        ("groups.tsv", "\noak_logs\toak_log ", "\noak_logs\toak_lag ", "unknown item \"oak_lag\""),
        ("recipes.tsv", "#planks #planks", "#planks #plonks", "unknown group \"plonks\""),
        ("recipes.tsv", "shaped:1x2\tstick", "shaped:2x2\tstick", "2 cells do not fill 2x2"),
        ("recipes.tsv", "shaped:1x2\tstick", "shapely\tstick", "unknown word \"shapely\""),
        ("recipes.tsv", "\tstick\t4\t", "\tstick\t0\t", "takes one to nine things and makes at least one"),
        ("smelting.tsv", "\nsmoker\t", "\nsmokre\t", "no fire of that name: \"smokre\""),
        ("smelting.tsv", "\tcoal_ore\n", "\tancient_debris\n", "one input has two results"),
        ("fuels.tsv", "\ncoal\t1600", "\ncoal\t0", "burn at least a tick"),
        ("mobs.tsv", "\nzombie\thostile", "\nzombie\thungry", "unknown word \"hungry\""),
        ("states.tsv", "\nstone\t", "\nstine\t", "block \"stone\" is expected here"),
        ("states.tsv", "\tpillar\t1\taxis", "\tpillar\t3\taxis", "not among the 3 states"),
        ("states.tsv", "axis:placed=", "axis:paced=", "unknown word \"paced\""),
        ("states.tsv", "axis:placed=", "axis=", "not name:role=values"),
        ("states.tsv", "\taxis:placed=x|y|z\t3*1", "\taxis:placed=x|y|z\t2*1", "2 numbers for 3 states"),
        ("states.tsv", "\taxis:placed=x|y|z\t3*1", "\taxis:placed=x|y|z\t3*999", "a number that cannot be"),
        ("boxes.tsv", "0,0,0,32,32,32", "0,0,0,32,32,0", "a box that cannot be"),
        ("boxes.tsv", "0,0,0,32,32,32", "0,0,0,32,32", "a box that cannot be"),
        ("block_groups.tsv", "\tclay moss_block\n", "\tclay mess_block\n", "unknown block \"mess_block\""),
        ("mobs.tsv", "\nzombie\thostile\t20", "\nzombie\thostile\tmany", "health is not a number in range"),
    ] {
        let text = forged(file, from, to);
        let error = error_with(file, &text);
        // A changed piece that begins with a newline belongs to the line after it.
        let start = text_of(file).find(from).unwrap() + usize::from(from.starts_with('\n'));
        let line = text_of(file)[..start].matches('\n').count() + 1;
        let line = if what.contains("twice") || what.contains("two results") { error.line } else { line };
        assert_eq!((error.table.as_str(), error.line), (file, line), "{error}");
        assert!(error.what.contains(what), "{error}");
        assert!(error.to_string().starts_with(&format!("crates/gamedata/tables/{file}:{line}: ")), "{error}");
    }
}

const SMALL: Schema = Schema { file: "small.tsv", about: "A small table.", columns: &["name", "number"] };

fn small() -> String {
    let rows = [["a", "1"], ["b", "22"], ["c", "333"]].map(|row| row.map(String::from).to_vec());
    table::render(&SMALL, "nowhere", &rows)
}

#[test]
fn a_written_table_reads_back_unchanged() {
    let text = small();
    let read = table::parse(&SMALL, &text).unwrap();
    let cells: Vec<&[&str]> = read.rows.iter().map(|row| row.cells.as_slice()).collect();
    assert_eq!(cells, [["a", "1"], ["b", "22"], ["c", "333"]]);
    assert_eq!((read.name, read.source, read.rows[0].line), ("small.tsv", "nowhere", 6));
}

proptest! {
    #[test]
    fn any_single_changed_byte_of_the_rows_is_found(at in 0_usize..1000, byte in 0x20_u8..0x7f) {
        let text = small();
        let body = text.find("name\t").unwrap();
        let at = body + at % (text.len() - body);
        prop_assume!(text.as_bytes()[at] != byte);
        let mut bytes = text.into_bytes();
        bytes[at] = byte;
        let changed = String::from_utf8(bytes).unwrap();
        prop_assert_eq!(table::parse(&SMALL, &changed).unwrap_err().table, "small.tsv");
    }

    #[test]
    fn no_text_makes_the_reader_panic(text in "(#|# source: |# checksum: |name\tnumber|a\t1|\n|\t|\r|.){0,40}") {
        let _ = table::parse(&SMALL, &text);
    }
}
