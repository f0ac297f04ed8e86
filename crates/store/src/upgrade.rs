//! Brings the journal of an older program to this one's encoding, in one transaction, with a copy kept beside it.
//!
//! Only the newest state is carried over. The records after it cannot be replayed by this program; they and everything
//! older stay readable in the copy.

use crate::archive::{Archive, ReadError};
use crate::beside::{self, CopyError};
use crate::epoch::{self, Epoch};
use crate::header::FORMAT_VERSION;
use crate::migrations;
use crate::snapshot::{Kept, State};
use rusqlite::{Transaction, TransactionBehavior};
use std::path::{Path, PathBuf};

/// A state in this program's encoding, and what of the old one has no place in it, in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Upgraded {
    pub state: State,
    pub losses: Vec<String>,
}

/// What an upgrade did to a journal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Upgrade {
    pub from: Epoch,
    pub losses: Vec<String>,
    /// Records after the carried state, which only the older program could have replayed.
    pub records_lost: u64,
    pub ticks_lost: u64,
    /// The journal as it was before.
    pub copy: PathBuf,
}

/// Why a journal could not be upgraded. It is as it was.
#[derive(Debug)]
pub enum UpgradeError {
    Read(ReadError),
    Copy(CopyError),
    /// The state cannot be brought to this program's encoding.
    Refused(String),
}

impl From<ReadError> for UpgradeError {
    fn from(error: ReadError) -> UpgradeError {
        UpgradeError::Read(error)
    }
}

impl From<rusqlite::Error> for UpgradeError {
    fn from(error: rusqlite::Error) -> UpgradeError {
        UpgradeError::Read(error.into())
    }
}

/// Upgrades the journal from `format` and epoch `from` to this program's.
pub fn run(
    dir: &Path,
    archive: &Archive,
    (format, from): (i32, Epoch),
    to: &Epoch,
    upgrade: impl FnOnce(&Epoch, &Kept) -> Result<Upgraded, String>,
) -> Result<Upgrade, UpgradeError> {
    let transaction = Transaction::new_unchecked(&archive.connection, TransactionBehavior::Immediate)?;
    if format < FORMAT_VERSION {
        migrations::run(&transaction, format)?;
    }
    let kept = archive.newest()?.kept;
    let Upgraded { state, losses } = upgrade(&from, &kept).map_err(UpgradeError::Refused)?;
    let lost = archive.after(kept.seq)?;
    let (records_lost, ticks_lost) = lost.map_or((0, 0), |(records, _, to)| (records, to.saturating_sub(kept.tick)));
    // Another connection sees the journal as it was before this transaction.
    let copy = beside::keep(dir, &format!("before-layout-{}", from.layout)).map_err(UpgradeError::Copy)?;
    let written = write(&transaction, &kept, state, to).and_then(|()| Ok(transaction.commit()?));
    if let Err(error) = written {
        copy.take_back();
        return Err(error.into());
    }
    Ok(Upgrade { from, losses, records_lost, ticks_lost, copy: copy.path })
}

/// Puts the upgraded state at the end of the journal, in the place of the one that it was made from.
fn write(transaction: &Transaction<'_>, kept: &Kept, state: State, to: &Epoch) -> Result<(), ReadError> {
    transaction.execute("DELETE FROM journal WHERE seq > ?1", [kept.seq])?;
    transaction.execute("DELETE FROM snapshot WHERE seq >= ?1", [kept.seq])?;
    epoch::begin(transaction, to, kept.seq + 1, kept.tick)?;
    let Kept { seq, tick, seal, bytes_before, .. } = *kept;
    Ok(Kept { seq, tick, seal, bytes_before, state, anchor: true }.insert(transaction)?)
}
