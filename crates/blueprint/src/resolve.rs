//! Turns what a file says into what is built: states of the pinned version, without what it does not know and no hand can
//! place.

use crate::draft::{Draft, UNSAID};
use crate::{StateText, rename};
use building::{ANYTHING, Blueprint, Contradiction, Drawing, Facing, ModuleKind, Template, state};
use gamedata::{blocks, states};
use std::collections::BTreeMap;
use vocab::StateId;

/// What of a file is not built.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct LeftOut {
    pub block_entities: u64,
    pub entities: u64,
    /// Blocks that the pinned version does not have, by name, with their cells.
    pub unknown: BTreeMap<String, u64>,
    /// States that no hand can place, with their cells.
    pub unplaceable: BTreeMap<String, u64>,
}

/// A blueprint, and what the file says beyond it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Resolved {
    /// What is built; why not, when nothing of the file can be.
    pub blueprint: Result<Blueprint, Contradiction>,
    pub left_out: LeftOut,
    /// Blocks that are built under another name: the file's name, and the pinned version's.
    pub renamed: BTreeMap<String, String>,
    /// Cells of each block that the pinned version knows, by its name there.
    pub materials: BTreeMap<String, u64>,
    /// The cells with a block, and how many different states they have.
    pub blocks: u64,
    pub states: u64,
}

/// The state of the pinned version for a state in words. Properties and values that it does not know stay at their default.
fn known(state: &StateText) -> Option<StateId> {
    if state.name.contains(':') {
        return None;
    }
    let default = states::default(blocks::named(&state.name)?);
    let pairs = state.properties.iter();
    Some(pairs.fold(default, |found, (key, value)| states::with(found, key, value).unwrap_or(found)))
}

/// Resolves a file's content. `name` is used where the file has none.
pub fn resolve(draft: Draft, name: &str) -> Resolved {
    let mut left_out = LeftOut {
        block_entities: u64::from(draft.block_entities),
        entities: u64::from(draft.entities),
        ..LeftOut::default()
    };
    let (mut renamed, mut materials, mut palette) = (BTreeMap::new(), BTreeMap::new(), Vec::new());
    let (mut blocks_count, mut states_count) = (0, 0);
    let mut entry_of: Vec<u16> = Vec::with_capacity(draft.palette.len());
    for (text, count) in draft.palette.iter().zip(draft.uses()) {
        let new_name = rename(text, draft.data_version);
        let found = known(new_name.as_ref().unwrap_or(text));
        let is_block = !text.is_no_block();
        if count > 0 && is_block {
            (blocks_count, states_count) = (blocks_count + count, states_count + 1);
            let name = new_name.as_ref().map_or(&text.name, |new| &new.name);
            if found.is_none() {
                *left_out.unknown.entry(text.name.clone()).or_insert(0) += count;
            } else {
                *materials.entry(name.clone()).or_insert(0) += count;
            }
            if let (Some(new), Some(_)) = (&new_name, found) {
                renamed.insert(text.name.clone(), new.name.clone());
            }
        }
        let wanted = found.filter(|_| text.name != "structure_void").map(state::as_placed);
        if let Some(wanted) = wanted.filter(|wanted| !state::is_air(*wanted) && !state::is_placeable(*wanted)) {
            if count > 0 {
                *left_out.unplaceable.entry(states::shown(wanted).to_string()).or_insert(0) += count;
            }
            entry_of.push(ANYTHING);
        } else {
            entry_of.push(wanted.map_or(ANYTHING, |wanted| index(&mut palette, wanted)));
        }
    }
    let blueprint = Blueprint::new(drawing(draft, name, palette, &entry_of));
    Resolved { blueprint, left_out, renamed, materials, blocks: blocks_count, states: states_count }
}

/// The place of a state in the palette, which gets it when it is new.
fn index(palette: &mut Vec<StateId>, wanted: StateId) -> u16 {
    let at = palette.iter().position(|state| *state == wanted).unwrap_or_else(|| {
        palette.push(wanted);
        palette.len() - 1
    });
    at as u16
}

fn drawing(mut draft: Draft, name: &str, palette: Vec<StateId>, entry_of: &[u16]) -> Drawing {
    let templates = draft.modules.iter().map(|module| Template {
        name: module.id.clone(),
        kind: ModuleKind::named(&module.kind).unwrap_or(ModuleKind::Walls),
        after: module.after.iter().filter_map(|id| draft.modules.iter().position(|other| other.id == *id)).collect(),
        cells: module.writes.iter().map(|(cell, _)| *cell).collect(),
    });
    let templates = templates.collect();
    let mut cells = std::mem::take(&mut draft.cells);
    for cell in &mut cells {
        *cell = if *cell == UNSAID { ANYTHING } else { entry_of.get(usize::from(*cell)).copied().unwrap_or(ANYTHING) };
    }
    Drawing {
        name: draft.name.take().unwrap_or_else(|| name.to_string()),
        size: draft.size,
        front: Facing::named(&draft.front).unwrap_or_default(),
        sunk: draft.sunk,
        palette,
        cells,
        templates,
    }
}
