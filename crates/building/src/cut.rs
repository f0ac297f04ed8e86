//! Cuts a structure into modules: what has to be empty, foundation, walls by height band, features, roof.

use crate::blueprint::{Blueprint, Template};
use crate::module::{Module, ModuleKind, id};
use crate::state::{self, Hold};
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use gamedata::states::{self, Kind};
use vocab::{BlockPos, StateId};

/// Height of a band of walls: what a body reaches from the ground.
const BAND: u32 = 4;
/// A roof begins at this height above the foundation; what is lower is floor, fence or furniture.
const ROOF_ABOVE: u32 = 2;

/// Whether a state is part of what carries a structure, and not a feature in or on it.
fn is_structure(state: StateId) -> bool {
    let furniture = matches!(
        states::kind_of(state),
        Kind::Bed
            | Kind::Chest
            | Kind::EnderChest
            | Kind::Furnace
            | Kind::CraftingTable
            | Kind::Barrel
            | Kind::Door
            | Kind::Trapdoor
            | Kind::FenceGate
            | Kind::FlowerPot
            | Kind::Cake
            | Kind::Campfire
            | Kind::BrewingStand
            | Kind::Lectern
            | Kind::Loom
            | Kind::Stonecutter
            | Kind::Anvil
            | Kind::Composter
            | Kind::Cauldron
            | Kind::EndRod
            | Kind::LightningRod
            | Kind::Vine
            | Kind::FaceGrowth
            | Kind::LilyPad
            | Kind::Skull
            | Kind::WallSkull
            | Kind::Farmland
    );
    let held = !matches!(state::hold(state), Hold::Any | Hold::Below) || !state::is_solid(state);
    let on_floor = state::hold(state) == Hold::Below && !state::falls(state);
    !furniture && !held && !on_floor
}

/// For each column of the box the heights of its lowest and its highest carrying block.
fn columns(blueprint: &Blueprint) -> BTreeMap<(u32, u32), (u32, u32)> {
    let mut columns = BTreeMap::new();
    for (cell, _) in blueprint.wanted().filter(|(_, state)| is_structure(*state)) {
        let [x, y, z] = blueprint.place(cell);
        let (low, high) = columns.entry((x, z)).or_insert((y, y));
        (*low, *high) = ((*low).min(y), (*high).max(y));
    }
    columns
}

/// The module that a cell belongs to: its kind, and for walls the band.
fn part(
    blueprint: &Blueprint,
    columns: &BTreeMap<(u32, u32), (u32, u32)>,
    ground: u32,
    cell: u32,
) -> (ModuleKind, u32) {
    let [x, y, z] = blueprint.place(cell);
    let Some(wanted) = blueprint.wanted_in(cell) else { return (ModuleKind::Site, 0) };
    if state::is_air(wanted) {
        return (ModuleKind::Site, 0);
    }
    if !is_structure(wanted) {
        return (ModuleKind::Features, 0);
    }
    if y <= ground {
        return (ModuleKind::Foundation, 0);
    }
    let (_, high) = columns.get(&(x, z)).copied().unwrap_or((y, y));
    let below = blueprint.at([x as i32, y as i32 - 1, z as i32]);
    let hollow = !below.is_some_and(is_structure);
    let slope = matches!(states::kind_of(wanted), Kind::Stairs | Kind::Slab);
    if y == high && y >= ground + ROOF_ABOVE && (hollow || slope) {
        return (ModuleKind::Roof, 0);
    }
    (ModuleKind::Walls, (y - ground - 1) / BAND)
}

/// Cuts a structure without templates. The list is in an order in which the modules can be built.
pub(crate) fn cut(blueprint: &Blueprint) -> Vec<Module> {
    let columns = columns(blueprint);
    let blocks = blueprint.wanted().filter(|(_, state)| !state::is_air(*state));
    let lowest = || blocks.map(|(cell, _)| blueprint.place(cell)[1]).min();
    let ground = columns.values().map(|(low, _)| *low).min().or_else(lowest).unwrap_or(0);
    let mut parts: BTreeMap<(ModuleKind, u32), Vec<u32>> = BTreeMap::new();
    for (cell, _) in blueprint.wanted() {
        parts.entry(part(blueprint, &columns, ground, cell)).or_default().push(cell);
    }
    let (first, late) = split_features(blueprint, &mut parts);
    let mut modules: Vec<Module> = Vec::new();
    for ((kind, band), cells) in parts {
        // Each part stands on all that is below it. Features are not below the roof: a house without a door is closed by it.
        let after = (0..modules.len()).filter(|before| modules[*before].kind != ModuleKind::Features).collect();
        let name = if kind == ModuleKind::Walls { format!("walls_{}", band + 1) } else { kind.to_string() };
        modules.push(finish(blueprint, (name, kind), cells, after));
    }
    let roof = modules.iter().position(|module| module.kind == ModuleKind::Roof);
    let at = roof.unwrap_or(modules.len());
    if !first.is_empty() {
        let after = (0..at).collect();
        modules.insert(at, finish(blueprint, ("features".into(), ModuleKind::Features), first, after));
        for module in &mut modules[at + 1..] {
            module.after.iter_mut().filter(|before| **before >= at).for_each(|before| *before += 1);
        }
    }
    if !late.is_empty() {
        let after = (0..modules.len()).collect();
        modules.push(finish(blueprint, ("features_on_roof".into(), ModuleKind::Features), late, after));
    }
    modules
}

/// Takes the features out of the parts: first those that can stand before the roof, then those that the roof holds.
fn split_features(blueprint: &Blueprint, parts: &mut BTreeMap<(ModuleKind, u32), Vec<u32>>) -> (Vec<u32>, Vec<u32>) {
    let features = parts.remove(&(ModuleKind::Features, 0)).unwrap_or_default();
    let roof: BTreeSet<u32> = parts.get(&(ModuleKind::Roof, 0)).into_iter().flatten().copied().collect();
    let mut held: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    for cell in &features {
        for holder in neighbours_that_hold(blueprint, *cell) {
            held.entry(holder).or_default().push(*cell);
        }
    }
    let mut late: BTreeSet<u32> = BTreeSet::new();
    let mut next: Vec<u32> = roof.into_iter().collect();
    while let Some(holder) = next.pop() {
        // What hangs on a late feature is late too.
        next.extend(held.get(&holder).into_iter().flatten().filter(|cell| late.insert(**cell)));
    }
    let first = features.into_iter().filter(|cell| !late.contains(cell)).collect();
    (first, late.into_iter().collect())
}

/// The cells in the box that may hold a feature: the one that has to, or all around it when any may.
fn neighbours_that_hold(blueprint: &Blueprint, cell: u32) -> Vec<u32> {
    let Some(wanted) = blueprint.wanted_in(cell) else { return Vec::new() };
    let [x, y, z] = blueprint.place(cell);
    let at = BlockPos::new(x as i32, y as i32, z as i32);
    let cell_at = |at: BlockPos| {
        blueprint.at([at.x, at.y, at.z]).filter(|state| !state::is_air(*state))?;
        Some(blueprint.cell([at.x as u32, at.y as u32, at.z as u32]))
    };
    if let Some(holder) = state::held_by(wanted, at) {
        return cell_at(holder).into_iter().collect();
    }
    if state::is_second_half(wanted) {
        return at
            .neighbours()
            .into_iter()
            .filter_map(cell_at)
            .filter(|other| same_block(blueprint, cell, *other))
            .collect();
    }
    // A feature that any neighbour may hold stands on what is below it, if something is.
    cell_at(at.offset(0, -1, 0)).into_iter().collect()
}

fn same_block(blueprint: &Blueprint, one: u32, other: u32) -> bool {
    let block = |cell| blueprint.wanted_in(cell).map(states::block);
    block(one) == block(other)
}

/// Gives each cell to the last template that writes it; a template whose cells all went to later ones stays, empty.
pub(crate) fn owned(blueprint: &Blueprint, templates: Vec<Template>) -> Vec<Module> {
    let mut owner: BTreeMap<u32, usize> = BTreeMap::new();
    for (at, template) in templates.iter().enumerate() {
        owner.extend(template.cells.iter().map(|cell| (*cell, at)));
    }
    let mut cells: Vec<Vec<u32>> = templates.iter().map(|_| Vec::new()).collect();
    for (cell, at) in owner {
        cells[at].push(cell);
    }
    let named = templates.into_iter().zip(cells);
    named.map(|(template, cells)| finish(blueprint, (template.name, template.kind), cells, template.after)).collect()
}

fn finish(blueprint: &Blueprint, (name, kind): (String, ModuleKind), cells: Vec<u32>, after: Vec<usize>) -> Module {
    let wanted: Vec<(u32, StateId)> =
        cells.iter().filter_map(|cell| Some((*cell, blueprint.wanted_in(*cell)?))).collect();
    Module { id: id(&name, &wanted), kind, cells, after }
}
