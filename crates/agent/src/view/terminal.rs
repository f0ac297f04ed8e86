//! The terminal while the screen is shown: keys come one by one, the cursor is hidden, and both end however the program ends.

use crate::say;
use std::io::{self, Write};
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether the terminal is in raw mode, which must be undone at the end.
static RAW: AtomicBool = AtomicBool::new(false);
/// Whether the agent's screen is shown in the terminal.
static SHOWN: AtomicBool = AtomicBool::new(false);

const HIDE_CURSOR: &[u8] = b"\x1b[?25l";
const SHOW_CURSOR: &[u8] = b"\x1b[?25h\r\n";

/// Controls the terminal; dropping it restores the terminal's settings.
#[derive(Debug)]
pub struct Terminal {
    keys: bool,
}

impl Terminal {
    /// Prepares the terminal for the screen. With `keys`, typed letters are no longer echoed and Ctrl-C is read as a
    /// key.
    pub fn open(keys: bool) -> Terminal {
        restore_on_panic();
        say::hold();
        SHOWN.store(true, Ordering::SeqCst);
        let keys = keys && crossterm::terminal::enable_raw_mode().is_ok();
        RAW.store(keys, Ordering::SeqCst);
        write(HIDE_CURSOR);
        Terminal { keys }
    }

    /// Whether the terminal delivers key presses one by one.
    pub fn has_keys(&self) -> bool {
        self.keys
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        restore();
    }
}

/// Restores the terminal once, from any thread; does nothing if no screen is shown.
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

/// Writes to the terminal. If that fails the agent goes on.
pub fn write(bytes: &[u8]) {
    let mut out = io::stdout().lock();
    let _ = out.write_all(bytes).and_then(|()| out.flush());
}

/// Restores the terminal before a panic in any thread is reported.
fn restore_on_panic() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let usual = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            // A panic that the driver catches does not end the program.
            if !driver::broke::is_guarded() {
                restore();
            }
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
