//! Opens a data directory, and waits a moment for its lock: the system frees the lock of a killed process only once that
//! process is gone.

use crate::clock::Clock;
use std::time::Duration;
use store::{Epoch, Kept, LockError, OpenError, Opened, Opening, State, Store, Upgraded};

/// The start of the agent waits at most this long for the lock of its directory. A killed process has released it long
/// before; a running one keeps it.
pub const LOCK_WAIT_MAX: Duration = Duration::from_secs(2);
/// Time between two attempts to get the directory's lock.
const LOCK_RETRY: Duration = Duration::from_millis(50);

/// Opens or creates the agent's journal. `first` is the state before the first input, used only for a new directory;
/// `upgrade` takes over a state that an older program saved.
pub fn open(
    opening: &Opening<'_>,
    clock: &dyn Clock,
    first: impl Fn() -> State,
    upgrade: impl Fn(&Epoch, &Kept) -> Result<Upgraded, String>,
) -> Result<Opened, OpenError> {
    let began = clock.now();
    loop {
        match Store::open(*opening, &first, &upgrade) {
            Err(OpenError::Lock(LockError::Held { .. })) if clock.now().saturating_sub(began) < LOCK_WAIT_MAX => {
                clock.sleep(LOCK_RETRY);
            }
            opened => return opened,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::{MachineClock, ManualClock};
    use crate::epoch;
    use std::path::Path;
    use store::{Identity, Limits};

    fn identity() -> Identity {
        Identity { world: "none".into(), seed: 1, game: "test".into(), layout: crate::LAYOUT }
    }

    fn try_open(dir: &Path, clock: &dyn Clock) -> Result<Opened, OpenError> {
        let opening = Opening { dir, identity: &identity(), epoch: &epoch::current(), limits: Limits::default() };
        open(&opening, clock, State::default, epoch::upgrade)
    }

    #[test]
    fn a_start_waits_for_a_lock_that_is_about_to_be_freed() {
        let dir = tempfile::tempdir().unwrap();
        let held = try_open(dir.path(), &MachineClock::default()).unwrap();
        let ending = std::thread::spawn(move || {
            std::thread::sleep(LOCK_RETRY * 3);
            drop(held);
        });
        let clock = MachineClock::default();
        let opened = try_open(dir.path(), &clock);
        assert!(opened.is_ok(), "{:?}", opened.err());
        assert!(clock.now() >= LOCK_RETRY, "it had to wait");
        ending.join().unwrap();
    }

    #[test]
    fn a_start_beside_a_running_process_is_refused_after_two_seconds() {
        let dir = tempfile::tempdir().unwrap();
        let _held = try_open(dir.path(), &MachineClock::default()).unwrap();
        let clock = ManualClock::new(Duration::ZERO);
        let refused = try_open(dir.path(), &clock).unwrap_err();
        assert!(matches!(refused, OpenError::Lock(LockError::Held { .. })), "{refused}");
        assert_eq!(clock.now(), LOCK_WAIT_MAX);
    }
}
