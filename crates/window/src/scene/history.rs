//! What columns held before they changed: a bounded recording that shows the seen world of a past moment.
//!
//! Invariant: the columns of now with every change after a tick undone are the columns of that tick.

use super::{CELLS, Column, Known, Sections, Shared, Store};
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

/// Most bytes of earlier cells kept. A cell that changed takes 4 of them, so that mining and building of days fit.
pub const HISTORY_BYTES_MAX: usize = 16 << 20;
/// What a kept change takes besides its cells.
const CHANGE_BYTES: usize = 64;

/// What a section held before it changed.
#[derive(Debug, Clone)]
enum Before {
    /// It was not seen yet.
    Absent,
    /// These cells were others, by their indices.
    Few(Vec<(u16, u16)>),
    Whole(Shared),
}

impl Before {
    fn of(old: Option<&Shared>, new: Option<&Shared>) -> Option<Before> {
        match (old, new) {
            (None, None) => None,
            (None, Some(_)) => Some(Before::Absent),
            (Some(old), None) => Some(Before::Whole(Arc::clone(old))),
            (Some(old), Some(new)) => {
                let differs = |(index, (old, new)): (usize, (&u16, &u16))| (old != new).then_some((index as u16, *old));
                let cells: Vec<_> = old.iter().zip(new.iter()).enumerate().filter_map(differs).collect();
                match cells.len() {
                    0 => None,
                    few if few < CELLS / 2 => Some(Before::Few(cells)),
                    _ => Some(Before::Whole(Arc::clone(old))),
                }
            }
        }
    }

    fn bytes(&self) -> usize {
        CHANGE_BYTES
            + match self {
                Before::Absent => 0,
                Before::Few(cells) => cells.len() * 4,
                Before::Whole(_) => CELLS * 2,
            }
    }
}

#[derive(Debug, Clone)]
struct Change {
    tick: u64,
    column: Column,
    section: i32,
    before: Before,
}

/// The changes of the scene, oldest first.
#[derive(Debug, Default)]
pub struct History {
    changes: VecDeque<Change>,
    bytes: usize,
    /// The earliest tick that can be shown; `None` before anything was seen.
    from: Option<u64>,
}

impl History {
    /// The earliest tick that can be shown.
    pub fn from(&self) -> Option<u64> {
        self.from
    }

    /// Notes what a column held before it changes at a tick.
    pub fn note(&mut self, tick: u64, column: Column, old: &Sections, new: &Sections) {
        self.from.get_or_insert(tick);
        let heights: std::collections::BTreeSet<i32> = old.keys().chain(new.keys()).copied().collect();
        for section in heights {
            if let Some(before) = Before::of(old.get(&section), new.get(&section)) {
                self.bytes += before.bytes();
                self.changes.push_back(Change { tick, column, section, before });
            }
        }
        while self.bytes > HISTORY_BYTES_MAX {
            let Some(forgotten) = self.changes.pop_front() else { break };
            self.bytes -= forgotten.before.bytes();
            self.from = Some(forgotten.tick.max(self.from.unwrap_or(0)));
        }
    }

    /// Undoes every change after a tick; whether the recording reaches back that far.
    pub fn undo(&self, store: &mut Store, tick: u64) -> bool {
        if self.from.is_none_or(|from| tick < from) {
            return false;
        }
        for Change { column, section, before, .. } in self.changes.iter().rev().take_while(|change| change.tick > tick)
        {
            let sections = &mut store.columns.entry(*column).or_default().sections;
            match before {
                Before::Absent => drop(sections.remove(section)),
                Before::Whole(cells) => drop(sections.insert(*section, Arc::clone(cells))),
                // A column that was forgotten as the farthest one has nothing to undo.
                Before::Few(cells) => {
                    if let Some(shared) = sections.get_mut(section) {
                        let now = Arc::make_mut(shared);
                        for (index, block) in cells {
                            now[usize::from(*index)] = *block;
                        }
                    }
                }
            }
        }
        store.columns.retain(|_, known| !known.sections.is_empty());
        true
    }
}

impl Store {
    /// A copy that can be changed back. Sections are shared until one changes.
    pub fn copied(&self) -> Store {
        let copied = |(column, known): (&Column, &Known)| {
            (*column, Known { sections: known.sections.clone(), version: known.version })
        };
        let columns: BTreeMap<_, _> = self.columns.iter().map(copied).collect();
        Store { columns, sections: self.sections, version: self.version }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Cells, Scene};
    use super::*;

    fn cells(block: u16) -> Cells {
        Box::new([block; CELLS])
    }

    fn shown(scene: &Scene, tick: u64) -> Option<Vec<(Column, Vec<u16>)>> {
        let store = scene.at(tick).ok()?;
        let first = |known: &Known| known.sections.values().map(|cells| cells[5]).collect();
        Some(store.columns.iter().map(|(column, known)| (*column, first(known))).collect())
    }

    #[test]
    fn a_past_moment_is_shown_as_it_was_and_before_the_recording_nothing_is() {
        let scene = Scene::default();
        assert_eq!(shown(&scene, 0), None);
        scene.take(10, (0, 0), [(4, cells(1))], (0, 0));
        let mut dug = cells(1);
        dug[5] = 0;
        scene.take(20, (0, 0), [(4, dug.clone()), (5, cells(7))], (0, 0));
        scene.take(30, (1, 0), [(4, cells(2))], (0, 0));
        scene.take(40, (0, 0), [(4, cells(3))], (0, 0));
        assert_eq!(shown(&scene, 9), None);
        assert_eq!(shown(&scene, 10), Some(vec![((0, 0), vec![1])]));
        assert_eq!(shown(&scene, 29), Some(vec![((0, 0), vec![0, 7])]));
        assert_eq!(shown(&scene, 30), Some(vec![((0, 0), vec![0, 7]), ((1, 0), vec![2])]));
        assert_eq!(shown(&scene, 99), Some(vec![((0, 0), vec![3]), ((1, 0), vec![2])]));
    }

    #[test]
    fn the_recording_is_bounded_and_says_how_far_it_reaches() {
        let scene = Scene::default();
        let whole = (HISTORY_BYTES_MAX / (CELLS * 2 + CHANGE_BYTES)) as u64;
        for tick in 0..=whole + 3 {
            scene.take(tick, (0, 0), [(4, cells(tick as u16 % 100 + 1))], (0, 0));
        }
        let from = scene.recorded_from().unwrap();
        assert!((2..=4).contains(&from), "{from}");
        assert_eq!(shown(&scene, from - 1), None);
        assert_eq!(shown(&scene, from), Some(vec![((0, 0), vec![from as u16 % 100 + 1])]));
    }
}
