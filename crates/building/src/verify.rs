//! Compares modules with the world, in slices, and judges them.

use crate::witness::{Cells, Found, Witness, compare};
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};
use vocab::{BlockPos, StateId};

/// A module with more than this share of its cells wrong or missing is destroyed, in percent.
pub const DESTROYED_PERCENT: u64 = 80;

/// The cells of a module by how they compare.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Tally {
    pub matched: u32,
    pub missing: u32,
    pub wrong: u32,
    pub unknown: u32,
}

/// What a module is found to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    Completed,
    PartiallyCompleted,
    Drifted,
    Destroyed,
    /// Nothing is known to be wrong, but not everything could be seen: the builder has to look first.
    Unseen,
}

impl Tally {
    pub fn add(&mut self, found: Found) {
        let count = match found {
            Found::Matched => &mut self.matched,
            Found::Missing => &mut self.missing,
            Found::Wrong => &mut self.wrong,
            Found::Unknown => &mut self.unknown,
        };
        *count += 1;
    }

    pub fn total(&self) -> u32 {
        self.matched + self.missing + self.wrong + self.unknown
    }

    pub fn verdict(&self) -> Verdict {
        let off = u64::from(self.missing) + u64::from(self.wrong);
        match self {
            _ if off == 0 && self.unknown == 0 => Verdict::Completed,
            _ if off == 0 => Verdict::Unseen,
            _ if off * 100 > u64::from(self.total()) * DESTROYED_PERCENT => Verdict::Destroyed,
            Tally { wrong: 0, .. } => Verdict::PartiallyCompleted,
            _ => Verdict::Drifted,
        }
    }
}

/// A cell that is not as it should be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Difference {
    pub at: BlockPos,
    pub wanted: StateId,
    /// `None` for a cell that is not loaded.
    pub found: Option<StateId>,
}

/// The comparison of one module with the world, which may be taken in slices over several ticks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Survey {
    module: usize,
    next: usize,
    pub tally: Tally,
    /// The cells that do not match, in the order of the module's cells.
    pub differences: Vec<Difference>,
}

impl Survey {
    pub fn new(module: usize) -> Survey {
        Survey { module, next: 0, tally: Tally::default(), differences: Vec::new() }
    }

    /// The module that is compared.
    pub fn module(&self) -> usize {
        self.module
    }

    /// Compares up to `budget` more cells; returns whether the survey is complete.
    pub fn step(&mut self, witness: &Witness<'_>, world: &impl Cells, budget: usize) -> bool {
        let cells = witness.blueprint.modules.get(self.module).map_or(&[][..], |module| &module.cells);
        let end = cells.len().min(self.next.saturating_add(budget));
        for cell in &cells[self.next.min(end)..end] {
            let Some((at, wanted)) = witness.expected(*cell) else { continue };
            let found = world.state(at);
            let how = compare(wanted, found);
            self.tally.add(how);
            if how != Found::Matched {
                self.differences.push(Difference { at, wanted, found });
            }
        }
        self.next = end;
        end == cells.len()
    }

    /// The whole survey at once.
    pub fn whole(module: usize, witness: &Witness<'_>, world: &impl Cells) -> Survey {
        let mut survey = Survey::new(module);
        survey.step(witness, world, usize::MAX);
        survey
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_are_those_of_the_document() {
        let tally = |matched, missing, wrong, unknown| Tally { matched, missing, wrong, unknown };
        for (tally, verdict) in [
            (tally(10, 0, 0, 0), Verdict::Completed),
            (tally(9, 0, 0, 1), Verdict::Unseen),
            (tally(9, 1, 0, 0), Verdict::PartiallyCompleted),
            (tally(9, 0, 1, 0), Verdict::Drifted),
            (tally(20, 40, 40, 0), Verdict::Drifted),
            (tally(19, 41, 40, 0), Verdict::Destroyed),
            (tally(0, 10, 0, 0), Verdict::Destroyed),
            (tally(2, 8, 0, 0), Verdict::PartiallyCompleted),
            (tally(0, 8, 0, 2), Verdict::PartiallyCompleted),
            (tally(0, 0, 0, 0), Verdict::Completed),
        ] {
            assert_eq!(tally.verdict(), verdict, "{tally:?}");
        }
    }
}
