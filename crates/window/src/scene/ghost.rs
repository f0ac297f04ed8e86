//! A structure that does not stand yet, as rectangles at its place in the world.

use super::mesh::index;
use super::{CELLS, Cells, Column, Known, Scene, Store};
use building::{ANYTHING, Blueprint, Site};
use gamedata::states;
use std::collections::BTreeMap;
use std::sync::Arc;
use vocab::BlockPos;

/// The heights that a world has, in blocks: from the first to before the second.
const HEIGHTS: std::ops::Range<i32> = -64..320;

/// The blocks of a structure in the world; with a scene, those that are not there yet.
fn wanted(blueprint: &Blueprint, site: &Site, scene: Option<&Scene>) -> BTreeMap<Column, BTreeMap<i32, Cells>> {
    let mut columns: BTreeMap<Column, BTreeMap<i32, Cells>> = BTreeMap::new();
    let store = scene.map(Scene::store);
    for (cell, entry) in blueprint.cells.iter().enumerate().filter(|(_, entry)| **entry != ANYTHING) {
        let Some(state) = blueprint.palette.get(usize::from(*entry)) else { continue };
        let block = states::block(*state).0;
        let at = site.pos(blueprint, cell as u32);
        let stands = store.as_ref().is_some_and(|store| block_at(store, at) == Some(block));
        if block == 0 || stands || !HEIGHTS.contains(&at.y) {
            continue;
        }
        let sections = columns.entry((at.x.div_euclid(16), at.z.div_euclid(16))).or_default();
        let cells = sections.entry(at.y.div_euclid(16)).or_insert_with(|| Box::new([0; CELLS]));
        cells[index(at.x.rem_euclid(16), at.y.rem_euclid(16), at.z.rem_euclid(16))] = block;
    }
    columns
}

fn block_at(store: &Store, at: BlockPos) -> Option<u16> {
    let known = store.columns.get(&(at.x.div_euclid(16), at.z.div_euclid(16)))?;
    let cells = known.sections.get(&at.y.div_euclid(16))?;
    Some(cells[index(at.x.rem_euclid(16), at.y.rem_euclid(16), at.z.rem_euclid(16))])
}

/// The bytes of a structure's picture: the number of its cells (u64), then columns as `/v1/scene/mesh` has them.
pub fn mesh_of(blueprint: &Blueprint, site: &Site, missing_in: Option<&Scene>) -> Vec<u8> {
    let columns = wanted(blueprint, site, missing_in);
    let cells = columns.values().flat_map(BTreeMap::values).flat_map(|cells| cells.iter()).filter(|block| **block != 0);
    let mut out = (cells.count() as u64).to_le_bytes().to_vec();
    let mut store = Store::default();
    for (column, sections) in columns {
        let sections = sections.into_iter().map(|(height, cells)| (height, Arc::from(cells))).collect();
        store.columns.insert(column, Known { sections, version: 0 });
    }
    for column in store.columns.keys() {
        super::serve::put_mesh(&store, *column, &mut out);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use building::Facing;

    #[test]
    fn what_stands_already_is_no_ghost() {
        let text = blueprint::shipped("basic_shelter").unwrap();
        let blueprint = blueprint::resolve(blueprint::read(text.as_bytes()).unwrap(), "x").blueprint.unwrap();
        let site = Site { corner: BlockPos::new(-5, 63, 14), facing: Facing::North };
        let count = |scene: Option<&Scene>| {
            let bytes = mesh_of(&blueprint, &site, scene);
            u64::from_le_bytes(bytes[..8].try_into().unwrap())
        };
        assert_eq!(count(None), blueprint.blocks());
        let scene = Scene::default();
        assert_eq!(count(Some(&scene)), blueprint.blocks());
        for (column, sections) in wanted(&blueprint, &site, None) {
            scene.take(1, column, sections, (0, 0));
        }
        assert_eq!(count(Some(&scene)), 0);
    }
}
