//! Placements as a table: what is clicked with what, what it places, and where the rule is known from.
//!
//! `around` and `expected` list cells relative to the one to be filled. In `expected` all placed cells stand, and the
//! neighbours that matter; properties that are left out have their defaults.

use std::collections::BTreeMap;

use clicks::{CURSOR_MIDDLE, Click, Look, Placed, Refusal, Side, click, fills};
use gamedata::{items, states};
use vocab::{BlockPos, StateId};

const TABLE: &str = include_str!("placements.tsv");
/// At least this many placements stand in the table.
const ROWS_MIN: usize = 200;

fn state(text: &str) -> StateId {
    states::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn place(text: &str) -> BlockPos {
    let numbers: Vec<i32> = text.split(',').map(|number| number.parse().unwrap()).collect();
    BlockPos::new(numbers[0], numbers[1], numbers[2])
}

/// Thousandths or millionths of a decimal number.
fn parts(text: &str, parts: f64) -> i32 {
    (text.parse::<f64>().unwrap() * parts).round() as i32
}

fn placed(cells: &[&str]) -> Result<Placed, Refusal> {
    let [item, face, look, cursor, against, around, sneaking] = cells else { panic!("{} cells", cells.len()) };
    let (yaw, pitch) = look.split_once(',').unwrap();
    let cursor = match *cursor {
        "-" => CURSOR_MIDDLE,
        cursor => {
            let all: Vec<u32> = cursor.split(',').map(|at| parts(at, 1_000_000.0).unsigned_abs()).collect();
            all.try_into().unwrap()
        }
    };
    let click_made = Click {
        item: items::named(item).unwrap_or_else(|| panic!("item {item}")),
        face: Side::named(face).unwrap(),
        cursor,
        look: Look::new(parts(yaw, 1000.0), parts(pitch, 1000.0)),
        sneaking: *sneaking == "sneaking",
    };
    let against = state(against);
    let to_cell = fills(against, &click_made).cell(BlockPos::default());
    let clicked = BlockPos::new(-to_cell.x, -to_cell.y, -to_cell.z);
    let mut known: BTreeMap<BlockPos, StateId> = BTreeMap::new();
    for cell in around.split(' ').filter(|cell| *cell != "-") {
        let (at, text) = cell.split_once('=').unwrap();
        known.insert(place(at), state(text));
    }
    known.insert(clicked, against);
    click(&|at: BlockPos| known.get(&at).copied().unwrap_or(states::AIR), clicked, &click_made)
}

fn shown(cells: &[(BlockPos, StateId)]) -> Vec<String> {
    cells.iter().map(|(at, state)| format!("{},{},{} {}", at.x, at.y, at.z, states::shown(*state))).collect()
}

/// What differs from the expected cell of the table; `None` when nothing does.
fn slip(cells: &[&str], expected: &str) -> Option<String> {
    let placed = match (placed(cells), expected.strip_prefix("refused:")) {
        (Err(refusal), Some(expected)) if refusal.name() == expected => return None,
        (Err(refusal), _) => return Some(format!("refused: {refusal}")),
        (Ok(placed), _) => placed,
    };
    let wanted: Vec<(BlockPos, StateId)> = expected
        .strip_prefix("refused:")
        .map_or_else(|| expected.split("; ").collect(), |_| Vec::new())
        .into_iter()
        .map(|cell| match cell.split_once(' ') {
            Some((at, text)) => (place(at), state(text)),
            None => (BlockPos::default(), state(cell)),
        })
        .collect();
    let all: Vec<(BlockPos, StateId)> = placed.placed.iter().chain(&placed.changed).copied().collect();
    let own = placed.placed.iter().all(|cell| wanted.contains(cell));
    let right = own && wanted.iter().all(|cell| all.contains(cell));
    (!right).then(|| format!("{:?}, changed {:?}", shown(&placed.placed), shown(&placed.changed)))
}

#[test]
fn every_click_of_the_table_places_what_the_game_places() {
    let mut rows = 0;
    let mut slips = Vec::new();
    for (number, line) in TABLE.lines().enumerate().skip(1) {
        let cells: Vec<&str> = line.split('\t').collect();
        let [inputs @ .., expected, known_from] = cells.as_slice() else { panic!("line {number}") };
        assert!(known_from.len() > 5, "line {}: where the rule is known from", number + 1);
        rows += 1;
        if let Some(slip) = slip(inputs, expected) {
            slips.push(format!("line {}: {}\n  expected {expected}\n  got {slip}", number + 1, inputs.join(" | ")));
        }
    }
    assert!(slips.is_empty(), "{} of {rows} rows:\n{}", slips.len(), slips.join("\n"));
    assert!(rows >= ROWS_MIN, "{rows} rows");
}
