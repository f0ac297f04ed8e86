//! Writes each group at once, in the thread of the run: for tests that must be repeatable.

use super::{Group, Scribe};
use crate::ledger::Ledger;
use std::cell::RefCell;
use std::collections::VecDeque;
use std::fmt;
use store::{Record, State};

/// A journal writer that writes in the caller's thread.
pub struct InlineScribe(RefCell<Desk>);

struct Desk {
    ledger: Box<dyn Ledger>,
    /// Groups of records that wait to be written. The first one has failed; empty while writing succeeds.
    groups: VecDeque<Group>,
    failed: Option<String>,
}

impl fmt::Debug for InlineScribe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let desk = self.0.borrow();
        f.debug_struct("InlineScribe").field("waiting", &desk.groups.len()).field("failed", &desk.failed).finish()
    }
}

impl InlineScribe {
    pub fn new(ledger: impl Ledger + 'static) -> InlineScribe {
        InlineScribe(RefCell::new(Desk { ledger: Box::new(ledger), groups: VecDeque::new(), failed: None }))
    }
}

impl Desk {
    fn write(&mut self) -> Result<(), String> {
        while let Some(group) = self.groups.front() {
            if let Err(why) = super::write(self.ledger.as_mut(), group) {
                self.failed = Some(why.clone());
                return Err(why);
            }
            self.groups.pop_front();
        }
        Ok(())
    }
}

impl Scribe for InlineScribe {
    fn push(&self, records: Vec<Record>, state: Option<(u64, State)>) {
        let mut desk = self.0.borrow_mut();
        desk.groups.push_back(Group { records, state });
        if desk.failed.is_none() {
            let _ = desk.write(); // a failed write is kept for `trouble` and `flush`
        }
    }

    fn flush(&self) -> Result<(), String> {
        self.trouble().map_or(Ok(()), Err)
    }

    fn trouble(&self) -> Option<String> {
        self.0.borrow().failed.clone()
    }

    fn retry(&self) -> Result<(), String> {
        let mut desk = self.0.borrow_mut();
        desk.failed = None;
        desk.write()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::{Arc, Mutex};
    use store::AppendError;
    use vocab::Digest;

    /// A test disk that has room for this many more groups, and notes the ticks of the records written.
    #[derive(Clone, Default)]
    struct Disk(Arc<Mutex<(usize, Vec<u64>)>>);

    impl Ledger for Disk {
        fn append(&mut self, records: &[Record], _: Option<&(u64, State)>) -> Result<(), AppendError> {
            let (room, written) = &mut *self.0.lock().unwrap();
            *room = room.checked_sub(1).ok_or(AppendError::Full)?;
            written.extend(records.iter().map(|record| record.tick));
            Ok(())
        }
    }

    #[test]
    fn a_group_that_failed_is_kept_and_not_overtaken() {
        let disk = Disk::default();
        let scribe = InlineScribe::new(disk.clone());
        let push = |tick| {
            let record = Record { tick, input: vec![], did: Digest([0; 32]), told: store::NOTHING_TOLD };
            scribe.push(vec![record], None);
        };
        disk.0.lock().unwrap().0 = 1;
        (1..=3).for_each(push);
        assert_eq!(disk.0.lock().unwrap().1, [1]);
        let full = AppendError::Full.to_string();
        assert_eq!((scribe.flush(), scribe.trouble()), (Err(full.clone()), Some(full.clone())));
        assert_eq!(scribe.retry(), Err(full));
        disk.0.lock().unwrap().0 = 2;
        assert_eq!((scribe.retry(), scribe.trouble()), (Ok(()), None));
        assert_eq!(disk.0.lock().unwrap().1, [1, 2, 3]);
    }
}
