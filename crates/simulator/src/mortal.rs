//! A scribe whose process can be killed: groups wait for the disk as long as seeded dice say, and a kill drops them.

use driver::Ledger;
use driver::Scribe;
use driver::scribe::GROUPS_WAITING_MAX;
use std::cell::RefCell;
use std::collections::VecDeque;
use std::fmt;
use store::{Record, State};

/// Splitmix64: one state, one output, no bad seeds.
#[derive(Debug, Clone)]
pub struct Dice(u64);

impl Dice {
    pub fn new(seed: u64) -> Dice {
        Dice(seed)
    }

    pub fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    pub fn below(&mut self, bound: u64) -> u64 {
        self.roll() % bound
    }
}

struct Desk {
    /// `None` once killed.
    ledger: Option<Box<dyn Ledger>>,
    waiting: VecDeque<(Vec<Record>, Option<(u64, State)>)>,
    dice: Dice,
}

/// Writes in the thread of the run, later than it was asked to, as a writing thread does.
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

    /// Ends the process as far as the disk can tell: whatever was not written never will be. Returns the groups lost.
    pub fn kill(&self) -> usize {
        let mut desk = self.0.borrow_mut();
        desk.ledger = None;
        desk.waiting.drain(..).count()
    }
}

impl Desk {
    /// Writes the oldest groups until so many are left.
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
