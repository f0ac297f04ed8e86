//! Writes groups in a thread of its own, so that a save never holds up a mind tick.

use super::{Group, Scribe};
use crate::ledger::Ledger;
use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::thread::JoinHandle;
use store::{Record, State};

/// Most groups of records that may wait for the disk. A longer queue would only hide that the disk is slower than the
/// agent.
pub const GROUPS_WAITING_MAX: usize = 4;

#[derive(Debug, Default)]
struct Desk {
    /// Groups of records that wait for the disk. The first one is being written or has failed.
    groups: VecDeque<Arc<Group>>,
    failed: Option<String>,
    closing: bool,
}

#[derive(Debug, Default)]
struct Shared {
    desk: Mutex<Desk>,
    changed: Condvar,
}

impl Shared {
    fn desk(&self) -> MutexGuard<'_, Desk> {
        self.desk.lock().expect("nobody panics while holding the desk")
    }

    fn wait<'a>(&self, desk: MutexGuard<'a, Desk>) -> MutexGuard<'a, Desk> {
        self.changed.wait(desk).expect("nobody panics while holding the desk")
    }
}

/// A journal writer with a thread of its own, and the groups that wait for it.
#[derive(Debug)]
pub struct ThreadScribe {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

impl ThreadScribe {
    pub fn new(ledger: impl Ledger + 'static) -> ThreadScribe {
        let shared = Arc::new(Shared::default());
        let theirs = Arc::clone(&shared);
        let thread = std::thread::spawn(move || write_all(&theirs, ledger));
        ThreadScribe { shared, thread: Some(thread) }
    }
}

impl Scribe for ThreadScribe {
    /// Hands over a group of records. Blocks only while the disk is [`GROUPS_WAITING_MAX`] groups behind.
    fn push(&self, records: Vec<Record>, state: Option<(u64, State)>) {
        let mut desk = self.shared.desk();
        while desk.groups.len() >= GROUPS_WAITING_MAX && desk.failed.is_none() {
            desk = self.shared.wait(desk);
        }
        desk.groups.push_back(Arc::new(Group { records, state }));
        self.shared.changed.notify_all();
    }

    fn flush(&self) -> Result<(), String> {
        let mut desk = self.shared.desk();
        while !desk.groups.is_empty() {
            if let Some(why) = &desk.failed {
                return Err(why.clone());
            }
            desk = self.shared.wait(desk);
        }
        Ok(())
    }

    fn trouble(&self) -> Option<String> {
        self.shared.desk().failed.clone()
    }

    fn retry(&self) -> Result<(), String> {
        self.shared.desk().failed = None;
        self.shared.changed.notify_all();
        self.flush()
    }
}

impl Drop for ThreadScribe {
    fn drop(&mut self) {
        self.shared.desk().closing = true;
        self.shared.changed.notify_all();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn write_all(shared: &Shared, mut ledger: impl Ledger) {
    loop {
        let mut desk = shared.desk();
        let group = loop {
            match desk.groups.front() {
                Some(group) if desk.failed.is_none() => break Arc::clone(group),
                _ if desk.closing => return,
                _ => desk = shared.wait(desk),
            }
        };
        drop(desk);
        let written = super::write(&mut ledger, &group);
        drop(group);
        let mut desk = shared.desk();
        match written {
            Ok(()) => drop(desk.groups.pop_front()),
            Err(why) => desk.failed = Some(why),
        }
        shared.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::{Receiver, Sender, channel};
    use std::time::Duration;
    use store::AppendError;
    use vocab::Digest;

    /// A test disk that writes when told that there is room, and refuses when told that there is not.
    struct Disk {
        room: Receiver<bool>,
        written: Arc<Mutex<Vec<u64>>>,
    }

    impl Ledger for Disk {
        fn append(&mut self, records: &[Record], _: Option<&(u64, State)>) -> Result<(), AppendError> {
            match self.room.recv() {
                Ok(true) => {
                    self.written.lock().unwrap().extend(records.iter().map(|record| record.tick));
                    Ok(())
                }
                _ => Err(AppendError::Full),
            }
        }
    }

    fn scribe() -> (ThreadScribe, Sender<bool>, Arc<Mutex<Vec<u64>>>) {
        let (tell, room) = channel();
        let written = Arc::new(Mutex::new(Vec::new()));
        (ThreadScribe::new(Disk { room, written: Arc::clone(&written) }), tell, written)
    }

    fn say(tell: &Sender<bool>, answers: [bool; 2]) {
        for room in answers {
            tell.send(room).unwrap();
        }
    }

    fn group(tick: u64) -> Vec<Record> {
        vec![Record { tick, input: vec![], did: Digest([0; 32]), told: store::NOTHING_TOLD }]
    }

    #[test]
    fn groups_are_written_in_order_and_a_failed_one_is_neither_lost_nor_overtaken() {
        let (scribe, tell, written) = scribe();
        (1..=3).for_each(|tick| scribe.push(group(tick), None));
        say(&tell, [true, false]);
        assert_eq!(scribe.flush(), Err(AppendError::Full.to_string()));
        assert_eq!(*written.lock().unwrap(), [1]);
        assert!(scribe.trouble().is_some());
        tell.send(false).unwrap();
        assert!(scribe.retry().is_err());
        say(&tell, [true, true]);
        assert_eq!(scribe.retry(), Ok(()));
        assert_eq!(*written.lock().unwrap(), [1, 2, 3]);
        assert_eq!(scribe.trouble(), None);
    }

    /// A push of records that does not block never takes this long; short enough for a test.
    const A_WHILE: Duration = Duration::from_millis(300);
    /// A push of records that still blocks after this long blocks for ever.
    const FOR_EVER: Duration = Duration::from_secs(30);

    #[test]
    fn with_four_groups_waiting_a_push_returns_only_after_one_is_written() {
        let (scribe, tell, written) = scribe();
        // The test disk writes nothing yet, so a bound lower than four groups would hang here.
        for tick in 0..GROUPS_WAITING_MAX as u64 {
            scribe.push(group(tick), None);
        }
        std::thread::scope(|scope| {
            let (returned, pushed) = channel();
            let scribe = &scribe;
            scope.spawn(move || {
                scribe.push(group(99), None);
                returned.send(()).unwrap();
            });
            let early = pushed.recv_timeout(A_WHILE);
            tell.send(true).unwrap();
            let later = pushed.recv_timeout(FOR_EVER);
            (0..GROUPS_WAITING_MAX).for_each(|_| tell.send(true).unwrap());
            assert!(early.is_err(), "pushed although four groups were waiting");
            assert!(later.is_ok(), "one group was written, and the push still waits");
        });
        assert_eq!(scribe.flush(), Ok(()));
        assert_eq!(*written.lock().unwrap(), [0, 1, 2, 3, 99]);
    }

    #[test]
    fn dropping_the_scribe_writes_groups_until_one_fails() {
        let (scribe, tell, written) = scribe();
        scribe.push(group(1), None);
        scribe.push(group(2), None);
        say(&tell, [true, false]);
        drop(scribe);
        assert_eq!(*written.lock().unwrap(), [1]);
    }
}
