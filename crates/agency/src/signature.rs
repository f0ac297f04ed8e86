//! The situation in bands. While it stays in the same bands the model is not asked, except by the heartbeat.

use alloc::string::String;
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};
use vocab::{GoalKey, Name, ThreatLevel, Tick};

/// Most kinds of creatures in the signature of a situation. With more, every animal that walks by would make a
/// new situation.
pub const KINDS_MAX: usize = 4;

/// A band of health or food. The bounds are those at which the agent behaves differently.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    Unknown,
    Critical,
    Low,
    Fair,
    Good,
}

impl Level {
    /// The band of a health or food value from 0 to 20.
    pub const fn of(level: Option<u8>) -> Level {
        match level {
            None => Level::Unknown,
            Some(..=5) => Level::Critical,
            Some(6..=10) => Level::Low,
            Some(11..=15) => Level::Fair,
            Some(_) => Level::Good,
        }
    }

    pub const fn word(self) -> &'static str {
        match self {
            Level::Unknown => "unknown",
            Level::Critical => "critical",
            Level::Low => "low",
            Level::Fair => "fair",
            Level::Good => "good",
        }
    }
}

/// A part of the game's day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DayPart {
    Morning,
    Afternoon,
    Evening,
    Night,
}

impl DayPart {
    /// The part of the day at this tick of the day. Evening begins when the agent should seek shelter, night when
    /// monsters spawn.
    pub const fn of(time_of_day: u16) -> DayPart {
        match time_of_day {
            6_000..11_500 => DayPart::Afternoon,
            11_500..13_000 => DayPart::Evening,
            13_000..23_000 => DayPart::Night,
            _ => DayPart::Morning,
        }
    }

    pub const fn word(self) -> &'static str {
        match self {
            DayPart::Morning => "morning",
            DayPart::Afternoon => "afternoon",
            DayPart::Evening => "evening",
            DayPart::Night => "night",
        }
    }
}

/// The agent's situation in coarse bands. The model is asked again only when it changes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Signature {
    pub health: Level,
    pub food: Level,
    pub day: DayPart,
    /// Whether no daylight reaches the agent's position.
    pub underground: bool,
    pub walled_in: bool,
    pub threat: ThreatLevel,
    /// The kinds of creatures in sight, sorted, at most [`KINDS_MAX`].
    pub kinds: Vec<Name>,
    /// The number of different items carried, in bands of four.
    pub items: u8,
    pub task: Option<GoalKey>,
}

impl Signature {
    /// Sorts and shortens the kinds of creatures, so that two signatures can be compared.
    pub fn kinds(mut kinds: Vec<Name>) -> Vec<Name> {
        kinds.sort_unstable();
        kinds.dedup();
        kinds.truncate(KINDS_MAX);
        kinds
    }

    /// The band of this number of different items carried.
    pub fn items(kinds: usize) -> u8 {
        u8::try_from(kinds / 4).unwrap_or(u8::MAX)
    }

    /// The text that is recorded as a thought when the model is not asked.
    pub fn stand_in(&self) -> String {
        match &self.task {
            Some(key) => alloc::format!("Nothing has changed; {key} goes on."),
            None => "Nothing has changed.".into(),
        }
    }
}

/// Whether and why to ask the model about the current situation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Worth {
    /// The situation differs from that at the last model call.
    Changed,
    /// The situation is the same, but the last model call is so long ago that the model is asked anyway.
    Heartbeat,
    Same,
}

/// The situation and tick of the last model call.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Asked(Option<(Signature, Tick)>);

impl Asked {
    pub fn worth(&self, signature: &Signature, now: Tick, heartbeat_ticks: u64) -> Worth {
        match &self.0 {
            Some((last, _)) if last != signature => Worth::Changed,
            Some((_, at)) if now.since(*at) < heartbeat_ticks => Worth::Same,
            Some(_) => Worth::Heartbeat,
            None => Worth::Changed,
        }
    }

    pub fn note(&mut self, signature: Signature, now: Tick) {
        self.0 = Some((signature, now));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(health: u8, time_of_day: u16) -> Signature {
        Signature {
            health: Level::of(Some(health)),
            food: Level::of(Some(20)),
            day: DayPart::of(time_of_day),
            underground: false,
            walled_in: false,
            threat: ThreatLevel::None,
            kinds: Signature::kinds([Name::new("cow")].into()),
            items: Signature::items(3),
            task: None,
        }
    }

    #[test]
    fn the_same_bands_are_not_worth_a_call_until_the_heartbeat() {
        let mut asked = Asked::default();
        assert_eq!(asked.worth(&at(20, 0), Tick(0), 6_000), Worth::Changed, "nothing was asked yet");
        asked.note(at(20, 0), Tick(0));
        assert_eq!(asked.worth(&at(16, 5_999), Tick(5_999), 6_000), Worth::Same, "still in the same bands");
        assert_eq!(asked.worth(&at(16, 5_999), Tick(6_000), 6_000), Worth::Heartbeat);
        assert_eq!(asked.worth(&at(15, 5_999), Tick(8), 6_000), Worth::Changed, "health is in another band");
        assert_eq!(asked.worth(&at(20, 6_000), Tick(8), 6_000), Worth::Changed, "it is afternoon");
    }

    #[test]
    fn levels_and_parts_of_the_day_cover_everything() {
        use DayPart::{Afternoon, Evening, Morning, Night};
        use Level::{Critical, Fair, Good, Low, Unknown};
        let bands: Vec<Level> =
            [None, Some(0), Some(5), Some(6), Some(10), Some(11), Some(15), Some(16), Some(255)].map(Level::of).into();
        assert_eq!(bands, [Unknown, Critical, Critical, Low, Low, Fair, Fair, Good, Good]);
        let parts: Vec<DayPart> = [0, 5_999, 6_000, 11_500, 13_000, 22_999, 23_000, u16::MAX].map(DayPart::of).into();
        assert_eq!(parts, [Morning, Morning, Afternoon, Evening, Night, Night, Morning, Morning]);
        assert_eq!(Signature::items(usize::MAX), u8::MAX);
    }

    #[test]
    fn a_signature_names_few_kinds_in_one_order() {
        let names = ["pig", "cow", "sheep", "cow", "bat", "zombie", "horse"].map(Name::new);
        let mut turned = names;
        turned.reverse();
        let kinds = Signature::kinds(names.into());
        assert_eq!((kinds.len(), &kinds), (KINDS_MAX, &Signature::kinds(turned.into())));
    }
}
