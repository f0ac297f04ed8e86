//! Catches panics at the driver's edge, and says what broke and where.
//!
//! A panic that is caught here is not printed: it would be written over the screen. Its place and backtrace are kept until
//! the next one in the same thread. A panic anywhere else is reported as usual.
//!
//! Not caught: what ends the process at once, such as a stack overflow or running out of memory.

use mind::input::Shaken;
use std::backtrace::Backtrace;
use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Once;
use thiserror::Error;

/// Most characters of a panic's message that are kept.
pub const WHAT_CHARS_MAX: usize = 300;
/// Most characters of a place in the source that are kept.
const PLACE_CHARS_MAX: usize = 160;
/// Most bytes of a backtrace in a report.
const BACKTRACE_BYTES_MAX: usize = 32 << 10;

/// The part of the program that broke.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// The body and its world, with the skills that run in it.
    World,
    /// A step of the mind, with everything that runs in it, such as the planner.
    Mind,
    /// What is around them: the language model's client, the words that are said, the screen.
    Edge,
    /// The writer of the journal.
    Scribe,
}

impl Part {
    pub const fn name(self) -> &'static str {
        match self {
            Part::World => "world",
            Part::Mind => "mind",
            Part::Edge => "edge",
            Part::Scribe => "scribe",
        }
    }
}

/// A panic that was caught: the part of the program that broke, where, and the message.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("the {} broke at {place}: {what}", part.name())]
pub struct Broke {
    pub part: Part,
    /// The place in the program's source, as `file:line`.
    pub place: String,
    pub what: String,
}

impl Broke {
    /// What the mind is told of it.
    pub fn shaken(&self) -> Shaken {
        Shaken { place: self.place.clone(), what: self.what.clone(), world: self.part == Part::World }
    }
}

thread_local! {
    /// How many calls of [`caught`] this thread is in.
    static DEPTH: Cell<u32> = const { Cell::new(0) };
    static LAST: RefCell<Option<(String, Backtrace)>> = const { RefCell::new(None) };
}

/// Whether a panic in this thread would be caught by [`caught`] now. Hooks that restore the terminal ask this first.
pub fn is_guarded() -> bool {
    DEPTH.try_with(|depth| depth.get() > 0).unwrap_or(false)
}

/// The backtrace of the panic that was caught last in this thread, cut to a bounded length.
pub fn backtrace() -> Option<String> {
    LAST.with_borrow(|last| {
        let mut text = last.as_ref()?.1.to_string();
        let end = (0..=BACKTRACE_BYTES_MAX.min(text.len())).rev().find(|end| text.is_char_boundary(*end))?;
        text.truncate(end);
        Some(text)
    })
}

/// Does this work, and catches a panic in it. What the work has changed until then must be thrown away or be whole by
/// itself.
pub fn caught<T>(part: Part, work: impl FnOnce() -> T) -> Result<T, Broke> {
    keep_places();
    DEPTH.set(DEPTH.get() + 1);
    let done = catch_unwind(AssertUnwindSafe(work));
    DEPTH.set(DEPTH.get() - 1);
    done.map_err(|payload| {
        let said = payload.downcast_ref::<&str>().map(ToString::to_string);
        let said = said.or_else(|| payload.downcast_ref::<String>().cloned()).unwrap_or_default();
        let place = LAST.with_borrow(|last| last.as_ref().map(|(place, _)| place.clone()));
        let place = place.unwrap_or_else(|| "an unknown place".into());
        Broke { part, place: cut(&place, PLACE_CHARS_MAX), what: cut(&said, WHAT_CHARS_MAX) }
    })
}

fn cut(text: &str, chars_max: usize) -> String {
    text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).take(chars_max).collect()
}

/// Sets the hook that notes the place of a caught panic instead of printing it.
fn keep_places() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let usual = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            if !is_guarded() {
                return usual(panic);
            }
            let place = panic.location().map(|place| format!("{}:{}", place.file(), place.line()));
            // Frames are only collected here. They are put into words when a report is made.
            let last = (place.unwrap_or_else(|| "an unknown place".into()), Backtrace::force_capture());
            let _ = LAST.try_with(|kept| kept.replace(Some(last)));
        }));
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_caught_panic_has_its_place_and_its_message() {
        assert_eq!(caught(Part::Mind, || 7), Ok(7));
        let broke = caught(Part::World, || -> u8 { panic!("on\npurpose, number {}", 3) }).unwrap_err();
        assert_eq!((broke.part, broke.what.as_str()), (Part::World, "on purpose, number 3"));
        assert!(broke.place.starts_with("crates/driver/src/broke.rs:"), "{}", broke.place);
        assert!(backtrace().is_some_and(|text| !text.is_empty() && text.len() <= BACKTRACE_BYTES_MAX));
        let long = caught(Part::Edge, || -> u8 { panic!("{}", "x".repeat(10_000)) }).unwrap_err();
        assert_eq!(long.what.len(), WHAT_CHARS_MAX);
    }

    #[test]
    fn a_panic_is_guarded_only_inside_and_in_the_same_thread() {
        assert!(!is_guarded());
        let inside = caught(Part::Mind, || (is_guarded(), std::thread::spawn(is_guarded).join().unwrap()));
        assert_eq!(inside, Ok((true, false)));
        let _ = caught(Part::Mind, || panic!("on purpose"));
        assert!(!is_guarded());
    }
}
