//! What a body has told of its world and of itself: just enough to find a block near by.

use contract::body::Report;
use contract::body::report::{Entity, Inventory, Tick, World};
use std::collections::BTreeMap;
use vocab::{BlockPos, FinePos};

/// Most sections that are kept. A view of 3 columns has some 1,200.
const SECTIONS_MAX: usize = 8_192;

/// The newest of each report, and the blocks.
#[derive(Debug, Default)]
pub struct Known {
    pub world: Option<World>,
    pub tick: Option<Tick>,
    pub inventory: Option<Inventory>,
    pub entities: Vec<Entity>,
    /// The palette and the cells of each section.
    sections: BTreeMap<[i32; 3], (Vec<String>, Vec<u16>)>,
}

impl Known {
    pub fn take(&mut self, report: &Report) {
        match report {
            Report::World(world) => {
                self.sections.clear();
                self.world = Some(world.clone());
            }
            Report::Tick(tick) => self.tick = Some(tick.clone()),
            Report::Entities(entities) => self.entities.clone_from(&entities.entities),
            Report::Inventory(inventory) => self.inventory = Some(inventory.clone()),
            Report::Section(section) if self.sections.len() < SECTIONS_MAX => {
                if let Ok(cells) = section.unpack() {
                    self.sections.insert(section.at, (section.palette.clone(), cells));
                }
            }
            Report::Unload(unload) => {
                let [x, z] = unload.at.0;
                self.sections.retain(|at, _| (at[0], at[2]) != (x, z));
            }
            Report::Blocks(blocks) => {
                for (x, y, z, state) in &blocks.changes {
                    self.set(BlockPos::new(*x, *y, *z), state);
                }
            }
            _ => {}
        }
    }

    /// The state of a block; `None` where the body has not told it.
    pub fn state(&self, at: BlockPos) -> Option<&str> {
        let (palette, cells) = self.sections.get(&section_of(at))?;
        palette.get(usize::from(cells[index_of(at)])).map(String::as_str)
    }

    /// Whether nothing is in the cell.
    pub fn is_air(&self, at: BlockPos) -> bool {
        self.state(at).is_some_and(|state| matches!(state, "air" | "cave_air" | "void_air"))
    }

    /// How many sections are known.
    pub fn sections(&self) -> usize {
        self.sections.len()
    }

    /// The middle of the body's feet.
    pub fn at(&self) -> Option<FinePos> {
        self.tick.as_ref().map(|tick| tick.at.into())
    }

    /// How many of an item the body carries in its bag.
    pub fn carried(&self, item: &str) -> u32 {
        let slots = self.inventory.iter().flat_map(|inventory| inventory.slots.iter().flatten());
        slots.filter(|stack| stack.item == item).map(|stack| u32::from(stack.count)).sum()
    }

    fn set(&mut self, at: BlockPos, state: &str) {
        let Some((palette, cells)) = self.sections.get_mut(&section_of(at)) else { return };
        let number = palette.iter().position(|known| known == state).unwrap_or_else(|| {
            palette.push(state.into());
            palette.len() - 1
        });
        cells[index_of(at)] = number as u16;
    }
}

fn section_of(at: BlockPos) -> [i32; 3] {
    [at.x, at.y, at.z].map(|v| v.div_euclid(16))
}

fn index_of(at: BlockPos) -> usize {
    let [x, y, z] = [at.x, at.y, at.z].map(|v| v.rem_euclid(16) as usize);
    y * 256 + z * 16 + x
}

#[cfg(test)]
mod tests {
    use super::*;
    use contract::body::section::{SECTION_CELLS, Section};

    #[test]
    fn blocks_are_known_from_sections_and_their_changes() {
        let mut known = Known::default();
        let at = BlockPos::new(-1, 20, 3);
        assert_eq!(known.state(at), None);
        let cells: Vec<u16> = (0..SECTION_CELLS).map(|index| u16::from(index >= 4 * 256)).collect();
        known.take(&Report::Section(Section::pack([-1, 1, 0], vec!["stone".into(), "air".into()], &cells)));
        assert_eq!((known.state(at), known.state(BlockPos::new(-1, 19, 3))), (Some("air"), Some("stone")));
        let changes = vec![(-1, 20, 3, "dirt".into()), (-1, 90, 3, "dirt".into())];
        known.take(&Report::Blocks(contract::body::report::Blocks { changes }));
        assert_eq!((known.state(at), known.state(BlockPos::new(-1, 90, 3))), (Some("dirt"), None));
    }
}
