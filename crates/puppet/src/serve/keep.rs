//! Keeps the world in a file: every few seconds, when a mind goes, and at the end.

use std::path::PathBuf;
use std::sync::mpsc::{Receiver, SyncSender, TryRecvError, sync_channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};
use vocab::Tick;
use world::World;
use world::save::{self, SaveError};

/// A world that is killed goes back by at most about this long.
const EVERY: Duration = Duration::from_secs(3);
/// A fast world is saved after so many ticks too: half a minute of its time.
const EVERY_TICKS: u64 = 600;

/// Saves a world in a thread of its own, so that the world does not wait for the disk.
#[derive(Debug)]
pub struct Keep {
    path: PathBuf,
    to_write: Option<SyncSender<Vec<u8>>>,
    results: Receiver<Result<(), SaveError>>,
    writer: Option<JoinHandle<()>>,
    /// Whether the writer is at work.
    busy: bool,
    saved: Instant,
    saved_tick: u64,
    soon: bool,
}

impl Keep {
    /// Keeps a world, which is at this tick, in this file from now on.
    pub fn new(path: PathBuf, now: Tick) -> Keep {
        let (to_write, saves) = sync_channel::<Vec<u8>>(1);
        let (done, results) = sync_channel(1);
        let file = path.clone();
        let writer = thread::spawn(move || {
            for bytes in saves {
                if done.send(save::write(&bytes, &file)).is_err() {
                    return;
                }
            }
        });
        Keep {
            path,
            to_write: Some(to_write),
            results,
            writer: Some(writer),
            busy: false,
            saved: Instant::now(),
            saved_tick: now.0,
            soon: false,
        }
    }

    /// Saves at the next look.
    pub fn soon(&mut self) {
        self.soon = true;
    }

    /// Begins to save when it is time. Returns how the save before went, once it is known.
    pub fn look(&mut self, world: &World) -> Option<Result<(), SaveError>> {
        if self.busy {
            return match self.results.try_recv() {
                Ok(result) => {
                    self.busy = false;
                    Some(result)
                }
                Err(TryRecvError::Empty | TryRecvError::Disconnected) => None,
            };
        }
        let now = world.now().0;
        let due = self.saved.elapsed() >= EVERY || now >= self.saved_tick + EVERY_TICKS || self.soon;
        if due && now != self.saved_tick {
            self.busy = self.to_write.as_ref().is_some_and(|saves| saves.try_send(world.save_bytes()).is_ok());
            (self.saved, self.saved_tick, self.soon) = (Instant::now(), now, false);
        }
        None
    }

    /// Saves for the last time.
    pub fn end(mut self, world: &World) -> Result<(), SaveError> {
        drop(self.to_write.take());
        if let Some(writer) = self.writer.take() {
            // The results of what is being written now are not awaited by the writer: its queue has room for one.
            let _ = writer.join();
        }
        save::write(&world.save_bytes(), &self.path)
    }
}
