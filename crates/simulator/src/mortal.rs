//! A scribe whose process can be killed: groups wait for the disk as long as seeded dice say, and a kill drops them.

use driver::scribe::GROUPS_WAITING_MAX;
use driver::{Ledger, Scribe};
use std::cell::RefCell;
use std::collections::VecDeque;
use std::fmt;
use store::{Record, State};
use vocab::Dice;

/// Journal records that are written together, and the agent's state after them if it is to be saved.
type Group = (Vec<Record>, Option<(u64, State)>);

struct Desk {
    /// Where the records are written; `None` once the process was killed.
    ledger: Option<Box<dyn Ledger>>,
    waiting: VecDeque<Group>,
    dice: Dice,
}

/// A journal writer for tests that can be killed. It writes in the thread of the run, later than it was asked to, as a
/// writing thread does.
pub struct MortalScribe(RefCell<Desk>);

impl fmt::Debug for MortalScribe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MortalScribe").field("waiting", &self.0.borrow().waiting.len()).finish_non_exhaustive()
    }
}

impl MortalScribe {
    pub fn new(ledger: impl Ledger + 'static, seed: u64) -> MortalScribe {
        let ledger: Option<Box<dyn Ledger>> = Some(Box::new(ledger));
        MortalScribe(RefCell::new(Desk { ledger, waiting: VecDeque::new(), dice: Dice::new(seed) }))
    }

    /// Kills the writer as if the process had ended: whatever was not written is lost. Returns the number of groups of
    /// records lost.
    pub fn kill(&self) -> usize {
        let mut desk = self.0.borrow_mut();
        desk.ledger = None;
        desk.waiting.drain(..).count()
    }
}

impl Desk {
    /// Writes the oldest groups of records until this many are left.
    fn write_until(&mut self, left: usize) {
        let Some(ledger) = &mut self.ledger else { return self.waiting.clear() };
        while self.waiting.len() > left
            && let Some((records, state)) = self.waiting.pop_front()
        {
            ledger.append(&records, state.as_ref()).expect("the disk of a simulation has room");
        }
    }
}

impl Scribe for MortalScribe {
    fn push(&self, records: Vec<Record>, state: Option<(u64, State)>) {
        let mut desk = self.0.borrow_mut();
        desk.waiting.push_back((records, state));
        let left = desk.dice.below(GROUPS_WAITING_MAX as u64 + 1) as usize;
        desk.write_until(left);
    }

    fn flush(&self) -> Result<(), String> {
        self.0.borrow_mut().write_until(0);
        Ok(())
    }

    fn trouble(&self) -> Option<String> {
        None
    }

    fn retry(&self) -> Result<(), String> {
        self.flush()
    }
}
