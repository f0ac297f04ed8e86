//! The seam to the disk: where records and states become durable.

use store::{AppendError, Record, State, Store};

/// Takes a group whole or not at all. When it returns `Ok`, the group survives any end of the process and the machine.
pub trait Ledger: Send {
    fn append(&mut self, records: &[Record], state: Option<&(u64, State)>) -> Result<(), AppendError>;
}

impl Ledger for Store {
    fn append(&mut self, records: &[Record], state: Option<&(u64, State)>) -> Result<(), AppendError> {
        Store::append(self, records, state)
    }
}
