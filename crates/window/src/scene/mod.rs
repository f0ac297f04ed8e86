//! The world as the agent has seen it, for the map and the 3-D view: sections of blocks, handed in by the body while somebody looks.
//!
//! Bounded: the columns farthest from the agent are forgotten first. Nothing here is read by the mind.

mod colours;
pub mod ghost;
mod history;
mod mesh;
pub mod serve;

pub use history::HISTORY_BYTES_MAX;
use history::History;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// Cells of a section: 16 by 16 by 16, by x, then z, then y.
pub const CELLS: usize = 16 * 16 * 16;
/// Most sections kept, at 8 KB each: the ground in a circle of 18 chunks.
pub const SECTIONS_MAX: usize = 3_000;
/// The scene counts as looked at for this long after a request for it.
const LOOKED_AT_MS: u64 = 5_000;
/// A cell that the agent has not seen and through which one cannot see. It hides the faces next to it and is never shown.
pub const HIDDEN: u16 = u16::MAX;

/// The blocks of one section by their numbers in `gamedata`; 0 for air and for what was not seen.
pub type Cells = Box<[u16; CELLS]>;

/// A column of sections: the chunk that they are in.
pub type Column = (i32, i32);

/// A section as it is kept: shared by the present and by what is shown of the past.
type Shared = Arc<[u16; CELLS]>;
/// The seen sections of a column by their height.
type Sections = BTreeMap<i32, Shared>;

#[derive(Debug, Default)]
struct Known {
    sections: Sections,
    /// The version at which the column changed last.
    version: u64,
}

#[derive(Debug, Default)]
struct Store {
    columns: BTreeMap<Column, Known>,
    sections: usize,
    version: u64,
}

/// What the agent has seen of the world. Clones share it.
#[derive(Debug, Clone)]
pub struct Scene {
    store: Arc<Mutex<Store>>,
    history: Arc<Mutex<History>>,
    looked: Arc<AtomicU64>,
    began: Instant,
}

impl Default for Scene {
    fn default() -> Scene {
        Scene { store: Arc::default(), history: Arc::default(), looked: Arc::default(), began: Instant::now() }
    }
}

impl Scene {
    fn store(&self) -> MutexGuard<'_, Store> {
        // Each change is complete by itself, so a panic in another thread leaves the scene usable.
        self.store.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether somebody looks at the scene, so that the body is to hand in what it sees.
    pub fn is_watched(&self) -> bool {
        let looked = self.looked.load(Ordering::Relaxed);
        looked > 0 && self.now_ms().saturating_sub(looked) < LOOKED_AT_MS
    }

    fn now_ms(&self) -> u64 {
        self.began.elapsed().as_millis() as u64 + 1
    }

    fn looked_at(&self) {
        self.looked.store(self.now_ms(), Ordering::Relaxed);
    }

    /// Takes over the seen sections of a column at a tick. `here` is the agent's column: the farthest ones are forgotten.
    pub fn take(&self, tick: u64, column: Column, sections: impl IntoIterator<Item = (i32, Cells)>, here: Column) {
        let mut store = self.store();
        let sections: Sections = sections.into_iter().map(|(height, cells)| (height, Arc::from(cells))).collect();
        let old = store.columns.get(&column);
        if old.map_or(sections.is_empty(), |old| old.sections == sections) {
            return;
        }
        let nothing = Sections::new();
        self.history().note(tick, column, old.map_or(&nothing, |old| &old.sections), &sections);
        store.sections -= old.map_or(0, |old| old.sections.len());
        store.sections += sections.len();
        store.version += 1;
        let version = store.version;
        store.columns.insert(column, Known { sections, version });
        while store.sections > SECTIONS_MAX {
            let far = |(x, z): &Column| i64::from(x - here.0).pow(2) + i64::from(z - here.1).pow(2);
            let Some(farthest) = store.columns.keys().copied().max_by_key(far) else { return };
            let gone = store.columns.remove(&farthest);
            store.sections -= gone.map_or(0, |gone| gone.sections.len());
        }
    }

    fn history(&self) -> MutexGuard<'_, History> {
        self.history.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The earliest tick whose seen blocks can be shown; `None` before anything was seen.
    pub fn recorded_from(&self) -> Option<u64> {
        self.history().from()
    }

    /// What was seen at a tick, or the earliest tick that can be shown.
    fn at(&self, tick: u64) -> Result<Store, Option<u64>> {
        let mut copy = self.store().copied();
        let history = self.history();
        if history.undo(&mut copy, tick) { Ok(copy) } else { Err(history.from()) }
    }

    /// How many sections are kept.
    pub fn sections(&self) -> usize {
        self.store().sections
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(block: u16) -> Cells {
        Box::new([block; CELLS])
    }

    #[test]
    fn only_changes_count_and_the_farthest_columns_are_forgotten() {
        let scene = Scene::default();
        scene.take(0, (0, 0), [(4, cells(1))], (0, 0));
        scene.take(0, (0, 0), [(4, cells(1))], (0, 0));
        assert_eq!((scene.sections(), scene.store().version), (1, 1));
        for x in 1..=SECTIONS_MAX as i32 {
            scene.take(0, (x, 0), [(4, cells(1))], (0, 0));
        }
        assert_eq!(scene.sections(), SECTIONS_MAX);
        let store = scene.store();
        assert!(store.columns.contains_key(&(0, 0)) && !store.columns.contains_key(&(SECTIONS_MAX as i32, 0)));
    }

    #[test]
    fn nobody_looks_until_somebody_asks() {
        let scene = Scene::default();
        assert!(!scene.is_watched());
        scene.looked_at();
        assert!(scene.is_watched());
    }
}
