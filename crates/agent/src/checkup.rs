//! A look at the old records while the agent lives on: it needs none of them to go on, but its past does.

use crate::inspection::look;
use crate::say::tell;
use std::path::{Path, PathBuf};
use std::thread::JoinHandle;
use store::Archive;

/// A look that goes on beside the life, because a long journal takes longer to read than a restart may.
#[derive(Debug)]
pub struct Checkup {
    dir: PathBuf,
    looking: Option<JoinHandle<Vec<String>>>,
}

impl Checkup {
    /// Says nothing again of what is `told` already.
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

    /// Says what was found, once, if it is known by now.
    pub fn tell(&mut self) {
        if self.looking.as_ref().is_some_and(JoinHandle::is_finished) {
            self.end();
        }
    }

    /// Waits for the end of the look, and says what was found if that was not said yet.
    pub fn end(&mut self) {
        let Some(looking) = self.looking.take() else { return };
        let dir = self.dir.display();
        let damage = looking.join().unwrap_or_else(|_| vec!["the old records could not be looked at".into()]);
        for damage in &damage {
            tell!("stead: {dir}: DAMAGED: {damage}");
        }
        if !damage.is_empty() {
            tell!(
                "stead: {dir}: the agent lives on from its newest whole state; what is damaged of its past cannot be replayed, \
                 and `stead inspect {dir}` shows what is intact"
            );
        }
    }
}
