//! The seam to the disk: where records and states become durable.

use store::{AppendError, Record, State, Store};

/// Where journal records are written: each group whole or not at all. After `Ok` the group survives a crash of the
/// process and of the machine.
pub trait Ledger: Send {
    fn append(&mut self, records: &[Record], state: Option<&(u64, State)>) -> Result<(), AppendError>;
}

impl Ledger for Store {
    fn append(&mut self, records: &[Record], state: Option<&(u64, State)>) -> Result<(), AppendError> {
        Store::append(self, records, state)
    }
}
