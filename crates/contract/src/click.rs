//! Clicks as JSON: which item, face, look and cells; out, the states that are placed, or why none is.

use crate::plain::{self, Misread};
use crate::suggest;
use clicks::{CURSOR_MIDDLE, CURSOR_PARTS, Click, Look, Side, click, fills};
use gamedata::states;
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use vocab::{BlockPos, StateId};

/// Cells that a request may name at most. A line of string with its hooks is 42 long; nothing else reaches farther.
pub const AROUND_CELLS_MAX: usize = 4096;
/// A cell may be this far from the one to be filled, along each axis.
pub const AROUND_REACH: i32 = 64;
/// A yaw or pitch beyond this many degrees is refused as a mistake in the request.
const DEGREES_MAX: f64 = 1_000_000.0;

/// One line of input.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object with id, item, face, yaw and pitch")]
struct Line {
    #[serde(default)]
    id: Value,
    item: String,
    face: String,
    yaw: f64,
    pitch: f64,
    cursor: Option<[f64; 3]>,
    against: Option<String>,
    #[serde(default)]
    sneaking: bool,
    #[serde(default)]
    around: BTreeMap<String, String>,
}

/// The answer to one line as JSON; the error says what is wrong with the line and where.
pub fn answer(line: &[u8]) -> Result<Value, Misread> {
    let line: Line = plain::read_object(line)?;
    let click_made = made(&line)?;
    let against = match &line.against {
        Some(text) => state("against", text)?,
        None => state("against", "stone")?,
    };
    let cell = BlockPos::new(0, 0, 0);
    let to_cell = fills(against, &click_made).cell(cell);
    let clicked = BlockPos::new(-to_cell.x, -to_cell.y, -to_cell.z);
    let mut cells = around(&line.around)?;
    cells.insert(clicked, against);
    let known = |at: BlockPos| cells.get(&at).copied().unwrap_or(states::AIR);
    let mut answer = match click(&known, clicked, &click_made) {
        Ok(placed) => {
            let all = placed.placed.iter().chain(&placed.changed);
            let shown =
                all.map(|(at, state)| json!({"at": [at.x, at.y, at.z], "state": states::shown(*state).to_string()}));
            json!({"placed": shown.collect::<Vec<_>>()})
        }
        Err(refusal) => json!({"refused": refusal.name()}),
    };
    if !line.id.is_null() {
        answer["id"] = line.id;
    }
    Ok(answer)
}

fn misread(path: &str, what: String) -> Misread {
    Misread { line: 0, column: 0, path: path.into(), what }
}

fn made(line: &Line) -> Result<Click, Misread> {
    let item = suggest::item(&line.item).map_err(|error| misread("item", error.to_string()))?;
    let face = Side::named(&line.face).ok_or_else(|| {
        misread("face", format!("{} is none of down, up, north, south, west, east", plain::cut(&line.face)))
    })?;
    let look = Look::new(milli("yaw", line.yaw)?, milli("pitch", line.pitch)?);
    let cursor = match line.cursor {
        Some(cursor) => {
            if let Some(odd) = cursor.iter().find(|at| !(0.0..=1.0).contains(*at)) {
                return Err(misread("cursor", format!("{odd} is not between 0 and 1")));
            }
            cursor.map(|at| (at * f64::from(CURSOR_PARTS)).round() as u32)
        }
        None => CURSOR_MIDDLE,
    };
    Ok(Click { item, face, cursor, look, sneaking: line.sneaking })
}

/// Degrees in thousandths.
fn milli(path: &str, degrees: f64) -> Result<i32, Misread> {
    if degrees.abs() <= DEGREES_MAX {
        Ok((degrees * 1000.0).round() as i32)
    } else {
        Err(misread(path, format!("{degrees} is no angle; give degrees, such as 90")))
    }
}

fn state(path: &str, text: &str) -> Result<StateId, Misread> {
    states::parse(text).map_err(|error| misread(path, error.to_string()))
}

fn around(cells: &BTreeMap<String, String>) -> Result<BTreeMap<BlockPos, StateId>, Misread> {
    if cells.len() > AROUND_CELLS_MAX {
        return Err(misread("around", format!("{} cells; {AROUND_CELLS_MAX} are the most", cells.len())));
    }
    let mut known = BTreeMap::new();
    for (key, text) in cells {
        let path = format!("around[{}]", plain::cut(key));
        known.insert(place(&path, key)?, state(&path, text)?);
    }
    Ok(known)
}

fn place(path: &str, key: &str) -> Result<BlockPos, Misread> {
    let numbers: Result<Vec<i32>, _> = key.split(',').map(|number| number.trim().parse::<i32>()).collect();
    match numbers.as_deref() {
        Ok([x, y, z]) if [x, y, z].iter().all(|at| at.abs() <= AROUND_REACH) => Ok(BlockPos::new(*x, *y, *z)),
        Ok([_, _, _]) => Err(misread(path, format!("farther than {AROUND_REACH} from the cell to be filled"))),
        _ => Err(misread(path, "not three whole numbers such as \"0,-1,0\"".into())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(line: &str, expected: &str) {
        let got = answer(line.as_bytes()).map_or_else(|misread| misread.to_string(), |answer| answer.to_string());
        assert_eq!(got, expected, "{line}");
    }

    #[test]
    fn an_answer_has_the_states_that_are_placed_or_why_none_is() {
        check(
            r#"{"id": "a", "item": "oak_stairs", "face": "up", "yaw": 180, "pitch": 30.5}"#,
            r#"{"id":"a","placed":[{"at":[0,0,0],"state":"oak_stairs[facing=north,half=bottom,shape=straight,waterlogged=false]"}]}"#,
        );
        check(
            r#"{"item": "minecraft:torch", "face": "down", "yaw": 0, "pitch": -90, "around": {"0,0,1": "air"}}"#,
            r#"{"refused":"no_support"}"#,
        );
        check(
            r#"{"id": 7, "item": "snow", "face": "up", "yaw": 0, "pitch": 90, "against": "snow[layers=2]", "around": {"0,-1,0": "dirt"}}"#,
            r#"{"id":7,"placed":[{"at":[0,0,0],"state":"snow[layers=3]"}]}"#,
        );
        check(
            r#"{"id": 1, "item": "dirt", "face": "up", "yaw": 0, "pitch": 90, "against": "chest", "sneaking": false}"#,
            r#"{"id":1,"refused":"opens"}"#,
        );
    }

    #[test]
    fn a_bad_line_is_refused_with_the_place_of_the_slip() {
        let with = |more: &str| format!(r#"{{"item": "stone", "face": "up", "yaw": 0, "pitch": 0{more}}}"#);
        for (line, message) in [
            (with(r#", "x": 1"#), "unknown field"),
            (with(r#", "against": "stane""#), "against: unknown block \"stane\""),
            (with(r#", "cursor": [0, 2, 0]"#), "cursor: 2 is not between 0 and 1"),
            (with(r#", "cursor": [0, 0]"#), "cursor"),
            (with(r#", "around": {"0,1": "stone"}"#), "around[0,1]: not three whole numbers"),
            (with(r#", "around": {"0,1,65": "stone"}"#), "around[0,1,65]: farther than 64"),
            (with(r#", "around": {"0,1,0": "oak_log[axis=w]"}"#), "has no value \"w\""),
            (with("").replace("stone", "stane"), "item: unknown item \"stane\""),
            (with("").replace("up", "top"), "face: top is none of down, up"),
            (with("").replace("\"yaw\": 0", "\"yaw\": 1e9"), "yaw: 1000000000 is no angle"),
            (with("").replace("\"yaw\": 0,", ""), "missing field"),
            ("[]".into(), "object"),
            ("{".into(), ""),
        ] {
            let misread = answer(line.as_bytes()).expect_err(&line).to_string();
            assert!(misread.contains(message), "{line}: {misread}");
        }
    }

    #[test]
    fn the_most_cells_are_read_and_one_more_is_refused() {
        let cells = |n: usize| {
            let cell = |at: usize| format!(r#""{},{},0": "air""#, at % 64, at / 64);
            let cells: Vec<String> = (0..n).map(cell).collect();
            format!(r#"{{"item": "stone", "face": "up", "yaw": 0, "pitch": 0, "around": {{{}}}}}"#, cells.join(", "))
        };
        assert!(answer(cells(AROUND_CELLS_MAX).as_bytes()).is_ok());
        assert!(answer(cells(AROUND_CELLS_MAX + 1).as_bytes()).is_err());
    }
}
