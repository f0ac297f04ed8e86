//! The screen in a real terminal: it takes typed lines, shows the answers, and leaves the terminal as it found it.
#![cfg(unix)]

mod common;

use common::STEAD;
use pty_process::Size;
use pty_process::blocking::{Command, Pty, open};
use std::io::{Read, Write};
use std::process::{Child, ExitStatus};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// A time limit that nothing on the screen reaches, even on a busy machine.
const PATIENCE: Duration = Duration::from_mins(1);

/// A shell in its own pseudo-terminal.
struct Shell {
    child: Child,
    pty: Arc<Pty>,
    shown: Arc<Mutex<Vec<u8>>>,
}

impl Shell {
    /// Starts a shell that runs `stead` and then prints the settings of the terminal.
    fn start(dir: &std::path::Path) -> Shell {
        let (pty, pts) = open().unwrap();
        pty.resize(Size::new(40, 100)).unwrap();
        let script = "\"$0\" run --data d --speed 20; echo ended with $?; stty -a";
        let command =
            Command::new("sh").args(["-c", script, STEAD]).current_dir(dir).env("TERM", "xterm").env("NO_COLOR", "1");
        let child = command.spawn(pts).unwrap();
        let (pty, shown) = (Arc::new(pty), Arc::new(Mutex::new(Vec::new())));
        let (theirs, written) = (Arc::clone(&pty), Arc::clone(&shown));
        std::thread::spawn(move || {
            let mut bytes = [0; 4_096];
            // Reading fails once the last program on the terminal has ended.
            while let Ok(count @ 1..) = (&*theirs).read(&mut bytes) {
                written.lock().unwrap().extend_from_slice(&bytes[..count]);
            }
        });
        Shell { child, pty, shown }
    }

    fn text(&self) -> String {
        String::from_utf8_lossy(&self.shown.lock().unwrap()).into_owned()
    }

    #[track_caller]
    fn wait_for(&self, text: &str) {
        let began = Instant::now();
        while !self.text().contains(text) {
            assert!(began.elapsed() < PATIENCE, "{text:?} never came: {}", self.text());
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    fn press(&self, keys: &str) {
        (&*self.pty).write_all(keys.as_bytes()).unwrap();
    }

    fn end(mut self) -> (ExitStatus, String) {
        self.wait_for("ended with");
        self.wait_for("echok"); // among the last words of `stty`
        let status = self.child.wait().unwrap();
        (status, self.text())
    }
}

/// What the shell printed after the agent had ended.
fn after_the_end(text: &str) -> &str {
    text.split_once("ended with").map_or("", |(_, rest)| rest)
}

/// The settings of a normal terminal that `stty` does not show as set: line input, echo, Ctrl-C as a signal.
fn settings_lost(shown: &str) -> Vec<&'static str> {
    ["icanon", "echo", "isig"]
        .into_iter()
        .filter(|setting| !shown.split_whitespace().any(|word| word == *setting))
        .collect()
}

#[test]
fn a_typed_order_is_answered_on_the_screen_and_quit_restores_the_terminal() {
    let dir = tempfile::tempdir().unwrap();
    let shell = Shell::start(dir.path());
    shell.wait_for("/help lists the orders");
    shell.press("/pausee\x7f\r"); // one letter too many, deleted
    shell.wait_for("/pause: done");
    shell.press("/cancel T999\r");
    shell.wait_for("/cancel T999: refused: ");
    shell.press("/quit\r");
    let (status, text) = shell.end();
    assert!(status.success());
    let after = after_the_end(&text);
    assert!(after.starts_with(" 0"), "{after}");
    assert_eq!(settings_lost(after), [""; 0], "{after}");
    assert!(text.contains("\x1b[?25h"), "the cursor is shown again");
}

#[test]
fn ctrl_c_saves_and_restores_the_terminal() {
    let dir = tempfile::tempdir().unwrap();
    let shell = Shell::start(dir.path());
    shell.wait_for("Ctrl-C stops; the next start resumes here.");
    shell.press("\x03");
    let (_, text) = shell.end();
    let after = after_the_end(&text);
    assert!(after.starts_with(" 0"), "{after}");
    assert_eq!(settings_lost(after), [""; 0], "{after}");
    let again = common::stead(dir.path(), &["run", "--headless", "--data", "d", "--ticks", "4"]);
    assert!(again.err.contains("replayed 0 records"), "a clean end leaves a saved state: {}", again.err);
}
