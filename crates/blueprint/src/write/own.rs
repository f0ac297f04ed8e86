//! Stead's own format: TOML with a legend, and layers drawn in characters.

use crate::read::own::{FORMAT, NOTHING, SIDES, VERSION};
use crate::{Draft, Fault, StateText, UNSAID};
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// Characters for states, those that look most like building first; after them come the letters of the Chinese block of
/// Unicode, of which there are enough for any palette.
const CHARACTERS: &str = "#@%&=+*oxOXHIMNTUVWZABCDEFGJKLPQRSYabcdefghijklmnpqrstuvwyz0123456789~^|/<>()[]{}!?;:,-_$";
const MORE_FROM: u32 = 0x4e00;
/// What stands for air.
const AIR: char = '.';

pub(super) fn write(draft: &Draft) -> Result<String, Fault> {
    let characters = characters(&draft.palette)?;
    let [width, height, length] = draft.size;
    let mut text = String::new();
    let name = draft.name.as_deref().unwrap_or("structure");
    let _ = writeln!(text, "format = {FORMAT:?}\nversion = {VERSION}\nname = {}", literal(name));
    if !draft.about.is_empty() {
        let _ = writeln!(text, "about = {}", literal(&draft.about));
    }
    let _ = writeln!(text, "size = [{width}, {height}, {length}]");
    if SIDES.contains(&draft.front.as_str()) {
        let _ = writeln!(text, "front = {:?}", draft.front);
    }
    if draft.sunk > 0 {
        let _ = writeln!(text, "sunk = {}", draft.sunk);
    }
    text.push_str("\n[legend]\n");
    for (state, character) in draft.palette.iter().zip(&characters) {
        let _ = writeln!(text, "{} = \"{state}\"", literal(&character.to_string()));
    }
    if draft.modules.is_empty() {
        layers(&mut text, "layer", draft, (&draft.cells, &characters));
    }
    for module in &draft.modules {
        let after: Vec<String> = module.after.iter().map(|id| literal(id)).collect();
        let (id, kind) = (literal(&module.id), literal(&module.kind));
        let _ = writeln!(text, "\n[[module]]\nid = {id}\nkind = {kind}\nafter = [{}]", after.join(", "));
        let mut cells = vec![UNSAID; draft.cells.len()];
        for (cell, entry) in &module.writes {
            cells[*cell as usize] = *entry;
        }
        layers(&mut text, "module.layer", draft, (&cells, &characters));
    }
    Ok(text)
}

/// The layers of the whole structure with their legend, for a person to read.
pub(super) fn drawing(draft: &Draft) -> Result<String, Fault> {
    let characters = characters(&draft.palette)?;
    let mut text = String::new();
    let shown = draft.palette.iter().zip(&characters).zip(draft.uses());
    for ((state, character), _) in shown.filter(|(_, count)| *count > 0) {
        let _ = writeln!(text, "{character}  {state}");
    }
    let [width, height, length] = draft.size.map(|side| side as usize);
    for (y, layer) in draft.cells.chunks(width * length).enumerate().take(height) {
        let _ = writeln!(text, "\nlayer {y}");
        for row in layer.chunks(width) {
            let drawn: String =
                row.iter().map(|cell| characters.get(usize::from(*cell)).copied().unwrap_or(NOTHING)).collect();
            let _ = writeln!(text, "  {}", drawn.trim_end());
        }
    }
    Ok(text)
}

/// A text as a TOML string.
fn literal(text: &str) -> String {
    toml::Value::String(text.to_string()).to_string()
}

/// One character for each state: air's own, and the others in the order of the palette.
fn characters(palette: &[StateText]) -> Result<Vec<char>, Fault> {
    let mut free = CHARACTERS.chars().chain((MORE_FROM..).map_while(char::from_u32));
    let characters = palette.iter().map(|state| if state.name == "air" { Some(AIR) } else { free.next() });
    let all: Option<Vec<char>> = characters.collect();
    let all = all.filter(|all| all.iter().collect::<BTreeSet<_>>().len() == all.len());
    all.ok_or_else(|| Fault::Unwritable { format: "blueprint", what: "it has too many different states".into() })
}

/// Draws the layers that have a cell; equal ones that follow each other are drawn once.
fn layers(text: &mut String, table: &str, draft: &Draft, (cells, characters): (&[u16], &[char])) {
    let [width, height, length] = draft.size.map(|side| side as usize);
    let layer = |y: usize| &cells[y * width * length..(y + 1) * width * length];
    let mut y = 0;
    while y < height {
        let same = (y..height).take_while(|other| layer(*other) == layer(y)).count();
        if layer(y).iter().any(|cell| *cell != UNSAID) {
            let heights: Vec<String> = (y..y + same).map(|y| y.to_string()).collect();
            let heights = if same == 1 { heights[0].clone() } else { format!("[{}]", heights.join(", ")) };
            let _ = writeln!(text, "\n[[{table}]]\ny = {heights}\nrows = [");
            for row in layer(y).chunks(width) {
                let drawn: String =
                    row.iter().map(|cell| characters.get(usize::from(*cell)).copied().unwrap_or(NOTHING)).collect();
                let _ = writeln!(text, "  {},", literal(&drawn));
            }
            text.push_str("]\n");
        }
        y += same;
    }
}
