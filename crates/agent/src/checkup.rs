//! Checks the old records while the agent runs: it does not need them to resume, but a replay does.

use crate::inspection::look;
use std::path::{Path, PathBuf};
use std::thread::JoinHandle;
use store::Archive;
use tracing::warn;

/// A check of the data directory on a thread of its own, because reading a long journal takes longer than a
/// restart may.
#[derive(Debug)]
pub struct Checkup {
    dir: PathBuf,
    looking: Option<JoinHandle<Vec<String>>>,
}

impl Checkup {
    /// Starts the check of a data directory. Damage listed in `told` was reported before and is left out.
    pub fn begin(dir: &Path, told: Vec<String>) -> Checkup {
        let there = dir.to_path_buf();
        let looking = std::thread::spawn(move || {
            let mut damage = match Archive::open(&there) {
                Ok(archive) => look(&archive).damage,
                Err(error) => vec![error.to_string()],
            };
            damage.retain(|damage| !told.contains(damage));
            damage
        });
        Checkup { dir: dir.into(), looking: Some(looking) }
    }

    /// Reports the damage that the check found, once, if the check has finished.
    pub fn tell(&mut self) {
        if self.looking.as_ref().is_some_and(JoinHandle::is_finished) {
            self.end();
        }
    }

    /// Waits for the check to finish, and reports the damage that it found if that was not done yet.
    pub fn end(&mut self) {
        let Some(looking) = self.looking.take() else { return };
        let dir = self.dir.display();
        let damage = looking.join().unwrap_or_else(|_| vec!["the old records could not be checked".into()]);
        for damage in &damage {
            warn!("{dir}: DAMAGED: {damage}");
        }
        if !damage.is_empty() {
            warn!(
                "{dir}: the agent runs from its newest intact state; the damaged part cannot be replayed, and \
                 `stead inspect {dir}` shows what is intact"
            );
        }
    }
}
