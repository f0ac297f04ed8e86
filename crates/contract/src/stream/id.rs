//! Identifies one process start of one bot, so that two bots, or one bot before and after a restart, are never
//! confused.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

/// The longest bot name; the game itself allows player names of 16 characters.
pub const BOT_BYTES_MAX: usize = 32;

/// The id of a belief stream: a bot's name and a number that grows with every start of its process, written
/// `bot@0000000000000001`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StreamId {
    bot: String,
    start: u64,
}

/// The text is not the id of a belief stream.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "not a stream id: {0:?}; expected a bot's name of 1 to 32 letters, digits, '_', '-' or '.', then '@' and 16 hexadecimal digits"
)]
pub struct BadStreamId(pub String);

impl StreamId {
    pub fn new(bot: &str, start: u64) -> Result<StreamId, BadStreamId> {
        let fits = (1..=BOT_BYTES_MAX).contains(&bot.len());
        let plain = bot.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'.'));
        if fits && plain { Ok(StreamId { bot: bot.into(), start }) } else { Err(BadStreamId(shortened(bot))) }
    }

    pub fn bot(&self) -> &str {
        &self.bot
    }

    /// The number of the process start in the stream id; later starts have larger numbers.
    pub fn start(&self) -> u64 {
        self.start
    }
}

/// Cuts a long text for an error message.
fn shortened(text: &str) -> String {
    text.chars().take(64).collect()
}

impl fmt::Display for StreamId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}@{:016x}", self.bot, self.start)
    }
}

impl FromStr for StreamId {
    type Err = BadStreamId;

    fn from_str(text: &str) -> Result<StreamId, BadStreamId> {
        let bad = || BadStreamId(shortened(text));
        let (bot, start) = text.split_once('@').ok_or_else(bad)?;
        if start.len() != 16 || !start.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f')) {
            return Err(bad());
        }
        StreamId::new(bot, u64::from_str_radix(start, 16).map_err(|_| bad())?).map_err(|_| bad())
    }
}

impl Serialize for StreamId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for StreamId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<StreamId, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stream_ids_read_back_and_other_texts_are_refused() {
        let id = StreamId::new("stead-1", 255).unwrap();
        assert_eq!(id.to_string(), "stead-1@00000000000000ff");
        assert_eq!(id.to_string().parse(), Ok(id));
        for text in
            ["", "a", "@0000000000000001", "a@1", "a b@0000000000000001", "a@000000000000000G", "a@00000000000000ff0"]
        {
            assert!(text.parse::<StreamId>().is_err(), "{text}");
        }
        assert!(StreamId::new(&"x".repeat(BOT_BYTES_MAX + 1), 0).is_err());
    }
}
