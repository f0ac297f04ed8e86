//! Stead's own format: TOML with a legend, and layers drawn in characters. `docs/blueprints.md` describes it.

use crate::draft::{DraftModule, Palette, UNSAID};
use crate::fault::quoted;
use crate::{Draft, Fault, Format, StateText};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};

/// Longest text that is parsed. 100,000 cells take about 120 kB.
pub(crate) const TEXT_BYTES_MAX: usize = 8 << 20;
/// The value of `format` in every file.
pub(crate) const FORMAT: &str = "stead-blueprint";
/// The newest version of the format.
pub(crate) const VERSION: i32 = 1;
/// What stands in a row for a cell that the layer says nothing of.
pub(crate) const NOTHING: char = ' ';
/// Most modules of a file. A person writes a dozen.
pub const MODULES_MAX: usize = 256;
/// Most layer drawings of a file: a module in each of the 384 layers of the game's world, 64 times over.
const LAYERS_MAX: usize = 24_576;
/// The kinds that a module may have, in the order in which a build goes through them.
pub const KINDS: [&str; 5] = ["site", "foundation", "walls", "roof", "features"];
/// The sides that `front` may name.
pub const SIDES: [&str; 4] = ["north", "east", "south", "west"];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    format: String,
    version: i32,
    name: String,
    #[serde(default)]
    about: String,
    size: [i64; 3],
    front: Option<String>,
    #[serde(default)]
    sunk: u32,
    legend: BTreeMap<String, String>,
    #[serde(default)]
    layer: Vec<Layer>,
    #[serde(default)]
    module: Vec<Module>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Module {
    id: String,
    kind: String,
    #[serde(default)]
    after: Vec<String>,
    #[serde(default)]
    layer: Vec<Layer>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Layer {
    y: Heights,
    rows: Vec<String>,
}

/// One height, or several that look the same.
#[derive(Deserialize)]
#[serde(untagged)]
enum Heights {
    One(i64),
    Several(Vec<i64>),
}

impl Heights {
    fn each(&self) -> &[i64] {
        match self {
            Heights::One(y) => std::slice::from_ref(y),
            Heights::Several(list) => list,
        }
    }
}

fn wrong<T>(text: String) -> Result<T, Fault> {
    Err(Fault::Toml(text))
}

pub(super) fn read(content: &[u8]) -> Result<Draft, Fault> {
    if content.len() > TEXT_BYTES_MAX {
        return wrong(format!("the text has {} bytes, and at most {TEXT_BYTES_MAX} are read", content.len()));
    }
    let text = std::str::from_utf8(content).map_err(|_| Fault::NotAStructure)?;
    if text.trim().is_empty() {
        return Err(Fault::Empty);
    }
    let file: File = toml::from_str(text).map_err(|error| in_words(text, &error))?;
    if file.format != FORMAT {
        return wrong(format!("format is {:?}; it must be {FORMAT:?}", quoted(&file.format)));
    }
    if file.version != VERSION {
        return Err(Fault::Version { format: "blueprint", version: file.version, known: "1" });
    }
    let mut draft = Draft::new(Format::Stead, file.size)?;
    draft.version = Some(file.version);
    draft.name = Some(quoted(&file.name));
    draft.about = quoted_long(&file.about);
    draft.front = front(file.front)?;
    if file.sunk >= draft.size[1] {
        return wrong(format!(
            "sunk is {}, and the height is {}; at least one layer must be above the ground",
            file.sunk, draft.size[1]
        ));
    }
    draft.sunk = file.sunk;
    let (palette, legend) = legend(&file.legend)?;
    draft.palette = palette;
    if !file.layer.is_empty() && !file.module.is_empty() {
        return wrong(
            "there are layers outside of the modules; put each layer into a module, or use no modules".into(),
        );
    }
    let layers = file.layer.len() + file.module.iter().map(|module| module.layer.len()).sum::<usize>();
    if layers > LAYERS_MAX || file.module.len() > MODULES_MAX {
        return wrong(format!("more than {MODULES_MAX} modules or {LAYERS_MAX} layers; split the structure"));
    }
    for (index, cell) in drawn(&draft, "the blueprint", &file.layer, &legend)? {
        draft.cells[index as usize] = cell;
    }
    modules(&mut draft, file.module, &legend)?;
    if draft.cells.iter().all(|cell| *cell == UNSAID) {
        return wrong("no layer draws a cell; add a [[layer]] with rows".into());
    }
    Ok(draft)
}

/// An error of the TOML parser in one line, with the line of the file.
fn in_words(text: &str, error: &toml::de::Error) -> Fault {
    let line = error.span().map(|span| text[..span.start.min(text.len())].matches('\n').count() + 1);
    let what = error.message().split_whitespace().collect::<Vec<_>>().join(" ");
    Fault::Toml(match line {
        Some(line) => format!("line {line}: {}", quoted_long(&what)),
        None => quoted_long(&what),
    })
}

fn quoted_long(text: &str) -> String {
    const SHOWN_CHARS_MAX: usize = 200;
    text.chars().map(|ch| if ch.is_control() { ' ' } else { ch }).take(SHOWN_CHARS_MAX).collect()
}

fn front(named: Option<String>) -> Result<String, Fault> {
    match named {
        None => Ok("south".into()),
        Some(side) if SIDES.contains(&side.as_str()) => Ok(side),
        Some(side) => wrong(format!("front is {:?}; it must be north, east, south or west", quoted(&side))),
    }
}

/// The palette, and the palette index of each character.
fn legend(lines: &BTreeMap<String, String>) -> Result<(Vec<StateText>, BTreeMap<char, u16>), Fault> {
    let mut palette = Palette::default();
    let mut legend = BTreeMap::new();
    for (key, state) in lines {
        let mut chars = key.chars();
        let (Some(key), None) = (chars.next(), chars.next()) else {
            return wrong(format!("the legend's key {:?} must be one character", quoted(key)));
        };
        if key == NOTHING {
            return wrong("the legend may not give a meaning to the space; it stands for a cell left alone".into());
        }
        legend.insert(key, palette.index(StateText::parse(state)?)?);
    }
    Ok((palette.into_states(), legend))
}

/// The cells that layers draw, with their palette indexes.
fn drawn(draft: &Draft, whose: &str, layers: &[Layer], legend: &BTreeMap<char, u16>) -> Result<Vec<(u32, u16)>, Fault> {
    let [width, height, length] = draft.size;
    let mut cells = Vec::new();
    let mut seen = BTreeSet::new();
    for (layer, y) in layers.iter().flat_map(|layer| layer.y.each().iter().map(move |y| (layer, *y))) {
        let place = format!("{whose}, layer {y}");
        if !(0..i64::from(height)).contains(&y) {
            return wrong(format!("{place}: outside of the height 0 to {}", height - 1));
        }
        if !seen.insert(y) {
            return wrong(format!("{place}: drawn twice"));
        }
        if layer.rows.len() != length as usize {
            return wrong(format!("{place}: {} rows, and the length is {length}", layer.rows.len()));
        }
        for (z, row) in layer.rows.iter().enumerate() {
            let found = row.chars().count();
            if found != width as usize {
                return wrong(format!("{place}, row {}: {found} characters, and the width is {width}", z + 1));
            }
            for (x, ch) in row.chars().enumerate().filter(|(_, ch)| *ch != NOTHING) {
                let Some(entry) = legend.get(&ch) else {
                    return wrong(format!("{place}, row {}: {ch:?} is not in the legend", z + 1));
                };
                cells.push((draft.index([x as u32, y as u32, z as u32]) as u32, *entry));
            }
        }
    }
    Ok(cells)
}

/// Adds the modules: a later one overwrites what an earlier one drew, and has to come after it.
fn modules(draft: &mut Draft, modules: Vec<Module>, legend: &BTreeMap<char, u16>) -> Result<(), Fault> {
    let mut writer: BTreeMap<u32, usize> = BTreeMap::new();
    let mut before: Vec<BTreeSet<usize>> = Vec::new();
    for (number, module) in modules.into_iter().enumerate() {
        let whose = format!("module {:?}", quoted(&module.id));
        if !KINDS.contains(&module.kind.as_str()) {
            return wrong(format!("{whose}: kind {:?} is none of {}", quoted(&module.kind), KINDS.join(", ")));
        }
        let known = |id: &String| draft.modules.iter().position(|module| module.id == *id);
        if known(&module.id).is_some() {
            return wrong(format!("{whose} occurs twice"));
        }
        let mut reached = BTreeSet::new();
        for id in &module.after {
            let Some(earlier) = known(id) else {
                return wrong(format!("{whose}: it comes after {:?}, which is no module above it", quoted(id)));
            };
            reached.insert(earlier);
            reached.extend(before[earlier].iter().copied());
        }
        let writes = drawn(draft, &whose, &module.layer, legend)?;
        for (cell, entry) in &writes {
            if let Some(earlier) = writer.insert(*cell, number).filter(|earlier| !reached.contains(earlier)) {
                let ([x, y, z], other) = (draft.place(*cell as usize), &draft.modules[earlier].id);
                return wrong(format!("{whose} draws cell {x} {y} {z} of {other:?} again without coming after it"));
            }
            draft.cells[*cell as usize] = *entry;
        }
        before.push(reached);
        draft.modules.push(DraftModule { id: module.id, kind: module.kind, after: module.after, writes });
    }
    Ok(())
}
