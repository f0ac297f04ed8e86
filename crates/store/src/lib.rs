//! The journal of inputs and the snapshots of one agent, in one SQLite file in one data directory.
//!
//! Inputs and snapshots are opaque bytes: the store knows nothing about minds or worlds. Each record carries a running digest
//! (seal) over all records before it, and each snapshot the seal of the last record in it. So damage is detected and reported,
//! and damaged records are never replayed.
//!
//! Absent on purpose: clocks, retries, threads. The driver decides when to write and what to do when a write fails.

mod append;
mod archive;
mod beside;
mod copied;
mod epoch;
mod header;
mod identity;
mod lock;
mod marker;
mod migrations;
mod open;
mod record;
mod restore;
mod rotate;
mod snapshot;
mod tail;
mod upgrade;
mod wal;

pub use append::{AppendError, CutError, Store};
pub use archive::{Archive, Damaged, Place, ReadError, Sizes, Whole};
pub use beside::{COPIES_MAX, CopyError, kept as copies};
pub use epoch::{EARLIER_PROGRAM, EPOCHS_MAX, Epoch, Stretch};
pub use header::{FORMAT_VERSION, JOURNAL_FILE};
pub use identity::{Identity, OtherLayout};
pub use lock::{DirLock, LOCK_FILE, LockError};
pub use marker::MARKER_FILE;
pub use open::{OpenError, Opened, Opening, drop_damaged_states};
pub use record::{NOTHING_TOLD, Record, Seal};
pub use restore::{RestoreError, restore};
pub use rotate::{JOURNAL_BYTES_MAX, Limits, SEGMENTS_MAX};
pub use snapshot::{Kept, State};
pub use tail::{Cut, TornTail};
pub use upgrade::{Upgrade, Upgraded};
