//! Who has spoken how much lately. A talkative speaker is told once to slow down, and then ignored for a while.

use alloc::vec::Vec;
use serde::{Deserialize, Serialize};
use vocab::{Name, Tick};

/// Most lines of one speaker that are answered within [`WINDOW_TICKS`]. A person types fewer.
pub const LINES_MAX: u8 = 8;
/// A speaker's lines are counted within this many ticks: five seconds.
pub const WINDOW_TICKS: u64 = 100;
/// Most speakers remembered, and most players that are not allow-listed. The one who spoke longest ago is forgotten
/// first.
pub const SPEAKERS_MAX: usize = 32;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
struct Speaker {
    name: Name,
    /// The tick since which this speaker's lines are counted, and their number.
    since: Tick,
    lines: u8,
}

#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Speakers {
    known: Vec<Speaker>,
    strangers: Vec<Name>,
}

/// A line of a speaker is one too many.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooMany {
    /// The ticks to wait.
    pub ticks: u64,
    /// Whether it is the first one, of which the speaker is told in public chat. The answer to an order always says it.
    pub first: bool,
}

impl Speakers {
    /// Counts a line of a speaker. An error means that it is one too many.
    pub fn take(&mut self, name: Name, now: Tick) -> Result<(), TooMany> {
        let place = self.known.iter().position(|speaker| speaker.name == name);
        let mut speaker = place.map_or(Speaker { name, since: now, lines: 0 }, |place| self.known.remove(place));
        if now.since(speaker.since) >= WINDOW_TICKS {
            (speaker.since, speaker.lines) = (now, 0);
        }
        speaker.lines = speaker.lines.saturating_add(1);
        if self.known.len() == SPEAKERS_MAX {
            self.known.remove(0);
        }
        self.known.push(speaker);
        if speaker.lines <= LINES_MAX {
            return Ok(());
        }
        Err(TooMany { ticks: WINDOW_TICKS - now.since(speaker.since), first: speaker.lines == LINES_MAX + 1 })
    }

    /// Whether a player who is not allow-listed is heard for the first time.
    pub fn is_new_stranger(&mut self, name: Name) -> bool {
        if self.strangers.contains(&name) {
            return false;
        }
        if self.strangers.len() == SPEAKERS_MAX {
            self.strangers.remove(0);
        }
        self.strangers.push(name);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_talkative_speaker_is_told_once_to_slow_down_and_heard_again_later() {
        let mut speakers = Speakers::default();
        let alice = Name::new("alice");
        for line in 0..LINES_MAX {
            assert_eq!(speakers.take(alice, Tick(u64::from(line))), Ok(()), "line {line}");
        }
        assert_eq!(speakers.take(alice, Tick(10)), Err(TooMany { ticks: WINDOW_TICKS - 10, first: true }));
        assert_eq!(speakers.take(alice, Tick(11)), Err(TooMany { ticks: WINDOW_TICKS - 11, first: false }));
        assert_eq!(speakers.take(Name::new("bob"), Tick(11)), Ok(()), "others are heard");
        assert_eq!(speakers.take(alice, Tick(WINDOW_TICKS)), Ok(()));
    }

    #[test]
    fn the_number_of_remembered_speakers_and_strangers_is_bounded() {
        let mut speakers = Speakers::default();
        for n in 0..SPEAKERS_MAX + 4 {
            let name = Name::new(&alloc::format!("p{n}"));
            assert_eq!(speakers.take(name, Tick(0)), Ok(()));
            assert!(speakers.is_new_stranger(name));
        }
        assert_eq!((speakers.known.len(), speakers.strangers.len()), (SPEAKERS_MAX, SPEAKERS_MAX));
        assert!(!speakers.is_new_stranger(Name::new("p9")), "the first four are forgotten, this one is not");
        assert!(speakers.is_new_stranger(Name::new("p0")));
    }
}
