//! The terminal while the screen is shown: keys come one by one, the cursor is hidden, and both end however the program ends.

use crate::say;
use std::io::{self, Write};
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether keys come one by one and have to be set back.
static RAW: AtomicBool = AtomicBool::new(false);
/// Whether the screen is shown.
static SHOWN: AtomicBool = AtomicBool::new(false);

const HIDE_CURSOR: &[u8] = b"\x1b[?25l";
const SHOW_CURSOR: &[u8] = b"\x1b[?25h\r\n";

/// Holds the terminal; dropping it restores it.
#[derive(Debug)]
pub struct Terminal {
    keys: bool,
}

impl Terminal {
    /// Prepares the terminal. With `keys`, typed letters are no longer shown and Ctrl-C is a key.
    pub fn open(keys: bool) -> Terminal {
        restore_on_panic();
        say::hold();
        SHOWN.store(true, Ordering::SeqCst);
        let keys = keys && crossterm::terminal::enable_raw_mode().is_ok();
        RAW.store(keys, Ordering::SeqCst);
        write(HIDE_CURSOR);
        Terminal { keys }
    }

    /// Whether keys can be read one by one.
    pub fn has_keys(&self) -> bool {
        self.keys
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        restore();
    }
}

/// Restores the terminal, once, from any thread; without a screen it does nothing.
pub fn restore() {
    if !SHOWN.swap(false, Ordering::SeqCst) {
        return;
    }
    if RAW.swap(false, Ordering::SeqCst) {
        let _ = crossterm::terminal::disable_raw_mode();
    }
    write(SHOW_CURSOR);
    say::release();
}

/// Writes to the terminal; one that is gone is no reason to stop living.
pub fn write(bytes: &[u8]) {
    let mut out = io::stdout().lock();
    let _ = out.write_all(bytes).and_then(|()| out.flush());
}

/// Restores the terminal before a panic is reported, in whatever thread it happens.
fn restore_on_panic() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let usual = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            restore();
            usual(panic);
        }));
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_in_any_thread_restores_the_terminal() {
        let terminal = Terminal::open(false);
        assert!(SHOWN.load(Ordering::SeqCst));
        let panicked = std::thread::spawn(|| panic!("on purpose: the test looks whether the terminal is restored"));
        assert!(panicked.join().is_err());
        assert!(!SHOWN.load(Ordering::SeqCst), "restored before the panic was reported");
        drop(terminal);
    }
}
